"""Names of people in messages: letters, whatever they look like."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.screen import Button, Choice, File, Screen, Select, discord_views
from cogs.screen.naming import escape_markdown, name_in_code_block, plain_name, unescape_markdown
from tests.e2e.conftest import staged
from tests.markup import HOSTILE, active, tower, turned
from words import Voice, catalogue

TURNED = "\u202eneb\u202c"
NOTHING = {kind: [] for kind in active("")}
LETTERS = st.text(
    st.one_of(
        st.sampled_from(list("[]()`*_~|<>@#:/\\-+.!&0123 \n\t\u202e\u2066\u200b\u200d\u0301abhttpgdisco")),
        st.characters(),
    ),
    max_size=40,
)
NAMES = st.one_of(st.sampled_from(HOSTILE), LETTERS, st.lists(st.sampled_from(HOSTILE), max_size=3).map("".join))


def test_a_name_turns_no_line_around() -> None:
    assert plain_name(TURNED) == "neb"
    assert plain_name("\u05d0\u05d1\u05d2") == "\u05d0\u05d1\u05d2"  # letters that run to the left stay


def test_a_name_is_no_formatting_and_no_mention() -> None:
    assert escape_markdown("*Ann*") == "\\*Ann\\*"
    assert escape_markdown("<@1> <t:0>") == "\\<@1> \\<t:0>"
    assert "@everyone" not in escape_markdown("@everyone")


@pytest.mark.parametrize(
    "name", ["Ann", "O'Neil (x)", "Dr. No", "Zoë-Ann +1", "A & B: C", "Ștefan", "שרה", "李", "👩‍🚀"]
)
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert plain_name(name) == escape_markdown(name) == name_in_code_block(name) == name


def test_who_has_no_letters_is_somebody_all_the_same() -> None:
    assert [plain_name(name) for name in ("", "\u200b", "\u3164 \u115f", "\u202e\u202c", "\n")] == ["?"] * 5


@given(name=NAMES)
def test_whatever_somebody_is_called(name: str) -> None:
    shown = plain_name(name)
    assert plain_name(shown) == shown, "once is enough"
    assert 0 < len(shown) <= 40
    assert not turned(shown)
    assert tower(shown) <= 3
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", shown)
    assert active(escape_markdown(shown)) == NOTHING
    assert active(f"before {escape_markdown(shown)} after") == NOTHING
    assert active(f"**{escape_markdown(shown)}**")["strong"] == ["**", "**"]
    assert unescape_markdown(escape_markdown(shown)) == shown
    assert "`" not in name_in_code_block(name)


@given(text=NAMES)
def test_whatever_somebody_types_where_it_is_repeated(text: str) -> None:
    assert active(escape_markdown(text)) == NOTHING


@given(name=NAMES)
def test_labels_and_descriptions_show_the_name_itself(name: str) -> None:
    shown, said = plain_name(name), escape_markdown(plain_name(name))
    made = discord_views.to_discord_button(Button("t:1:move", said))
    assert made.label == discord_views.truncate_text(shown, 80)
    option = discord_views.to_discord_select(Select("x", [Choice("a", said, said)], said)).options[0]
    assert (option.label, option.description) == (shown, shown)
    (file,) = discord_views.to_discord_files(Screen("", [File("a.png", b"", f"by {said}")]))
    assert file.description == f"by {shown}"


# Sentences


def fields(sentence: str) -> list[tuple[str, str]]:
    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(sentence) if name]


def persons(sentence: str) -> bool:
    return any(_person(name) for name, _ in fields(sentence))


def _person(name: str) -> bool:
    return name in ("seat", "seats", "name", "names", "host", "a", "b") or name.endswith(("_seat", "_seats"))


def filled(sentence: str, name: str) -> dict[str, Any]:
    """Parameters with which the sentence can be said, people called so."""
    found: dict[str, Any] = {}
    for field, spec in fields(sentence):
        if spec:
            found[field] = 2
        elif field == "seat" or field.endswith("_seat"):
            found[field] = 0
        elif field == "seats" or field.endswith("_seats"):
            found[field] = [0, 1]
        else:
            found[field] = name if _person(field) else "x"
    return found


NAMED = sorted(key for key in catalogue().keys("en") if persons(catalogue().sentence("en", key)))


@given(key=st.sampled_from(NAMED), name=NAMES)
def test_no_sentence_becomes_more_than_it_is_by_a_name(key: str, name: str) -> None:
    said = escape_markdown(plain_name(name))
    sentence = catalogue().sentence("en", key)
    usual = Voice("en", ["Ann", "Ann"])(key, **filled(sentence, "Ann"))
    hostile = Voice("en", [said, said])(key, **filled(sentence, said))
    assert active(hostile) == active(usual)
    assert not turned(hostile)


@pytest.mark.parametrize("name", HOSTILE)
def test_every_sentence_with_one_name(name: str) -> None:
    said = escape_markdown(plain_name(name))
    for key in NAMED:
        sentence = catalogue().sentence("en", key)
        usual = Voice("en", ["Ann", "Ann"])(key, **filled(sentence, "Ann"))
        assert active(Voice("en", [said, said])(key, **filled(sentence, said))) == active(usual), key


async def test_such_names_at_a_table(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        for name in (f"{TURNED}!", "<@1>"):
            stage.box.world.add_person(name)
        await stage.game(f"{TURNED}!", "<@1>")
        text = stage.newest("My move").text
        assert "neb!" in text
        assert "\u202e" not in text
        assert "\\<@1>" in text
        assert "<@1>" not in text.replace("\\<", "")


@pytest.mark.parametrize("typed", ["\u202eneb\u202c", "\u2066a\u2067b\u2068c\u2069", "Z" + "\u0301" * 32, "a\u200eb"])
def test_what_somebody_typed_turns_and_covers_nothing_either(typed: str) -> None:
    assert not turned(escape_markdown(typed))
    assert tower(escape_markdown(typed)) <= 3
    assert escape_markdown(" ") == escape_markdown("") == ""
