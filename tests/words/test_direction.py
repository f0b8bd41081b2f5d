"""Lines of a language that runs from the right."""

from __future__ import annotations

import pytest

from words import direction
from words.direction import END, FIRST_STRONG, RIGHT_TO_LEFT, apart, columns, label, lines


def framed(text: str) -> str:
    return f"{RIGHT_TO_LEFT}{text}{END}"


def test_languages_have_a_direction() -> None:
    assert direction("he") == "rtl"
    assert direction("en") == direction("ro") == direction("de") == direction("??") == "ltr"


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
    assert lines(line, "he") == outside + framed(line.removeprefix(outside))
    assert lines(line, "en") == line


def test_each_line_stands_for_itself_and_code_as_it_is() -> None:
    text = "א\n\nב\n```\nA 1\nB 2\n```\nג `x`"
    assert lines(text, "he") == f"{framed('א')}\n\n{framed('ב')}\n```\nA 1\nB 2\n```\n" + framed("ג \u2068`x`\u2069")
    assert lines("```A```\nא", "he") == f"```A```\n{framed('א')}"


def test_labels_are_one_line() -> None:
    assert label("הנחה ב-K47.", "he") == framed("הנחה ב-K47.")
    assert label("", "he") == ""
    assert label("Lay", "en") == "Lay"


@pytest.mark.parametrize("value", ["K47", "J46–R53", "Ann", "Ionuț", "22:00-07:00", "Ann ו-Ben"])
def test_what_runs_from_the_left_is_set_apart(value: str) -> None:
    assert apart(value, "he") == f"{FIRST_STRONG}{value}{END}"
    assert apart(value, "en") == value
    assert apart(apart(value, "he"), "he") == apart(value, "he"), "once"


@pytest.mark.parametrize(
    "value", ["נועה", "3", "", "https://discord.com/x", "<@12>", "<t:1:R>", "a\nb", "</game move:1>"]
)
def test_what_needs_it_not_or_must_stay_whole_is_left(value: str) -> None:
    assert apart(value, "he") == value


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
    assert lines(line, "he") == shown
    assert lines(line, "en") == line


def test_what_was_put_together_of_isolates_runs_as_its_own_letters_do() -> None:
    """The first letter that counts for an isolate is none that stands within another one."""
    assert apart("1. \u2068M50\u2069: עיר", "he").startswith("\u2067")
    assert apart("Ann בן", "he").startswith("\u2068")
    assert apart("+5", "he") == "+5"  # the line sets it apart, with a percent sign behind it


def test_tables_of_letters_run_from_the_left_whatever_their_words_are() -> None:
    assert columns("Ann   Ben", ["Ann", "Ben"]) == "Ann   Ben"
    shown = columns("דן   Ben", ["דן", "Ben"])
    assert shown == "\u2066\u2068דן\u2069   Ben\u2069"
    assert shown.translate({0x2066: None, 0x2068: None, 0x2069: None}) == "דן   Ben"
