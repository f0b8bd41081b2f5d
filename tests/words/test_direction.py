"""Lines of a language that runs from the right."""

from __future__ import annotations

import pytest

from words import text_direction
from words.direction import (
    END,
    FIRST_STRONG,
    RIGHT_TO_LEFT,
    isolate_columns,
    isolate_single_line,
    isolate_text,
    isolate_value,
)


def framed(text: str) -> str:
    return f"{RIGHT_TO_LEFT}{text}{END}"


def test_languages_have_a_direction() -> None:
    assert text_direction("he") == "rtl"
    assert text_direction("en") == text_direction("ro") == text_direction("de") == text_direction("??") == "ltr"


@pytest.mark.parametrize(
    ("line", "outside"),
    [
        ("שלום", ""),
        ("**שלום** עולם", ""),
        ("-# קטן", "-# "),
        ("> -# קטן", "> -# "),
        ("## כותרת", "## "),
        ("- פריט", "- "),
        ("  * פריט", "  * "),
        ("12. פריט", "12. "),
        ("Ann: 3", ""),
    ],
)
def test_what_formats_a_line_stays_at_its_beginning(line: str, outside: str) -> None:
    assert isolate_text(line, "he") == outside + framed(line.removeprefix(outside))
    assert isolate_text(line, "en") == line


def test_each_line_stands_for_itself_and_code_as_it_is() -> None:
    text = "א\n\nב\n```\nA 1\nB 2\n```\nג `x`"
    assert isolate_text(text, "he") == f"{framed('א')}\n\n{framed('ב')}\n```\nA 1\nB 2\n```\n" + framed(
        "ג \u2068`x`\u2069"
    )
    assert isolate_text("```A```\nא", "he") == f"```A```\n{framed('א')}"


def test_labels_are_one_line() -> None:
    assert isolate_single_line("הנחה ב-K47.", "he") == framed("הנחה ב-K47.")
    assert isolate_single_line("", "he") == ""
    assert isolate_single_line("Lay", "en") == "Lay"


@pytest.mark.parametrize("value", ["K47", "J46–R53", "Ann", "Ionuț", "22:00-07:00", "Ann ו-Ben"])
def test_what_runs_from_the_left_is_set_apart(value: str) -> None:
    assert isolate_value(value, "he") == f"{FIRST_STRONG}{value}{END}"
    assert isolate_value(value, "en") == value
    assert isolate_value(isolate_value(value, "he"), "he") == isolate_value(value, "he"), "once"


@pytest.mark.parametrize(
    "value", ["נועה", "3", "", "https://discord.com/x", "<@12>", "<t:1:R>", "a\nb", "</game move:1>"]
)
def test_what_needs_it_not_or_must_stay_whole_is_left(value: str) -> None:
    assert isolate_value(value, "he") == value


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("הקלידו /game moves", "\u2067הקלידו \u200e/game moves\u2069"),
        ("הקלידו `/game board text:True`.", "\u2067הקלידו \u2068`/game board text:True`\u2069.\u2069"),
        ("קוד `\u2068base+inns\u2069 pace=\u206624h\u2069`", "\u2067קוד \u2068`base+inns pace=24h`\u2069\u2069"),
        ("\\`נועה /x \\`", "\u2067\\`נועה \u200e/x \\`\u2069"),  # a name with marks that are not code
        ("עד <t:17000:R>.", "\u2067עד \u2068<t:17000:R>\u2069.\u2069"),
        ("עד \u2068<t:17000:R>\u2069.", "\u2067עד \u2068<t:17000:R>\u2069.\u2069"),  # once is enough
        ("הכנסה +1 (−2 %)", "\u2067הכנסה \u2066+1\u2069 (\u2066−2 %\u2069)\u2069"),
        (
            "https://example.org/games </game list:12> <@7>",
            "\u2067https://example.org/games </game list:12> <@7>\u2069",
        ),
    ],
)
def test_commands_times_and_signs_hold_together(line: str, shown: str) -> None:
    assert isolate_text(line, "he") == shown
    assert isolate_text(line, "en") == line


def test_what_was_put_together_of_isolates_runs_as_its_own_letters_do() -> None:
    """The first letter that counts for an isolate is none that stands within another one."""
    assert isolate_value("1. \u2068M50\u2069: עיר", "he").startswith("\u2067")
    assert isolate_value("Ann בן", "he").startswith("\u2068")
    assert isolate_value("+5", "he") == "+5"  # the line sets it apart, with a percent sign behind it


def test_tables_of_letters_run_from_the_left_whatever_their_words_are() -> None:
    assert isolate_columns("Ann   Ben", ["Ann", "Ben"]) == "Ann   Ben"
    shown = isolate_columns("דן   Ben", ["דן", "Ben"])
    assert shown == "\u2066\u2068דן\u2069   Ben\u2069"
    assert shown.translate({0x2066: None, 0x2068: None, 0x2069: None}) == "דן   Ben"
