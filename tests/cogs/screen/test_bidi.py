"""Screens that run from the right: every part in an isolate, nothing too long for it."""

from __future__ import annotations

from cogs.screen import Button, Choice, File, Form, Input, Link, People, Screen, Select
from cogs.screen.bidi import isolate_form, isolate_screen

OPEN, END = "\u2067", "\u2069"
SCREEN = Screen(
    "שורה 1\nשורה 2",
    files=[File("a.png", b"", "תמונה")],
    rows=[
        [Button("b:1", "כפתור"), Link("https://x.y", "קישור")],
        Select("s:1", [Choice("v", "בחירה", "תיאור"), Choice("w", "x" * 100)], "רשימה"),
        People("p:1", "מי"),
    ],
    below="-# קטן",
)


def test_a_language_that_runs_from_the_left_is_left_alone() -> None:
    assert isolate_screen(SCREEN, "en", 2000) is SCREEN
    form = Form("f:1", "Title")
    assert isolate_form(form, "ro") is form


def test_every_part_is_framed() -> None:
    shown = isolate_screen(SCREEN, "he", 2000)
    assert shown.text == f"{OPEN}שורה 1{END}\n{OPEN}שורה 2{END}"
    assert shown.below == f"-# {OPEN}קטן{END}"
    assert shown.files[0].alt == f"{OPEN}תמונה{END}"
    buttons, select, people = shown.rows
    assert isinstance(buttons, list)
    assert [one.label for one in buttons] == [f"{OPEN}כפתור{END}", f"{OPEN}קישור{END}"]
    assert isinstance(select, Select)
    assert (select.choices[0].label, select.choices[0].description) == (f"{OPEN}בחירה{END}", f"{OPEN}תיאור{END}")
    assert select.choices[0].value == "v"
    assert select.choices[1].label == "x" * 100, "there is no room for more"
    assert isinstance(people, People)
    assert people.placeholder == f"{OPEN}מי{END}"
    form = isolate_form(Form("f:1", "כותרת", [Input("k", "שם", "רמז", "ערך")]), "he")
    assert form.title == f"{OPEN}כותרת{END}"
    assert form.inputs[0] == Input("k", f"{OPEN}שם{END}", f"{OPEN}רמז{END}", "ערך")


def test_a_text_without_room_keeps_all_its_words() -> None:
    text = "\n".join(["מילה"] * 10)
    shown = isolate_screen(Screen(text), "he", len(text) + 7).text
    assert len(shown) <= len(text) + 7
    assert shown.count(OPEN) == shown.count(END) == 3
    assert shown.replace(OPEN, "").replace(END, "") == text
