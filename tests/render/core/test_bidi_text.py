"""Texts that run from the right, in the order in which they are drawn."""

from __future__ import annotations

import pytest

from render.core.bidi_text import keep_line_direction
from render.core.fonts import visual_order

ANN = "\u2068Ann (R)\u2069"


@pytest.mark.parametrize(
    ("text", "base", "drawn"),
    [
        ("שלום (עולם)", "R", "(םלוע) םולש"),  # brackets open to the left of what they hold
        ("ביותר (3)", "R", "(3) רתויב"),
        ("[א] <ב>", "R", "<ב> [א]"),
        (f"{ANN} (עולם)", "R", "(םלוע) Ann (R)"),  # and those of a name stay as they are
        (f"\u2067שלום ({ANN})\u2069 +3", "R", "+3 (Ann (R)) םולש"),
        ("הכנסה +1", "R", "+1 הסנכה"),  # a sign stands on the left of its number
        ("הכנסה −12 (+3)", "R", "(+3) −12 הסנכה"),
        ("אריחים: +4.", "R", ".+4 :םיחירא"),  # and the full stop behind it at the end of the sentence
        ("אריחים: +1.5, 2", "R", "2 ,+1.5 :םיחירא"),
        ("Ann (עולם)", "L", "Ann (םלוע)"),
        ("plain (x) +1", "R", "plain (x) +1"),
        ("ק\u200eג", "", "גק"),  # what nobody sees is not drawn
    ],
)
def test_what_is_drawn(text: str, base: str, drawn: str) -> None:
    assert visual_order(text, base) == drawn


@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("Ștefan-Ion.", ".Ștefan-Ion"),
        ("\u2068Ann (R)\u2069.", ".Ann (R)"),
        ("11 (3).", ".(3) 11"),
        ("עיר 11.", ".11 ריע"),
    ],
)
def test_each_line_of_a_text_runs_as_the_text_does(line: str, drawn: str) -> None:
    text = f"אריח 146: השלמה {line}"
    assert visual_order(keep_line_direction(line, text, "R"), "R") == drawn
    assert keep_line_direction(line, f"Tile 146: completed {line}", "L") == line


def test_a_text_in_another_language_is_left_alone() -> None:
    assert visual_order(keep_line_direction("Ștefan-Ion.", "Tile 146: Ștefan-Ion.", "R"), "R") == "Ștefan-Ion."


def test_isolates_that_do_not_fit_lose_no_letter() -> None:
    for text in ("שלום (\u2068Ann", "שלום\u2069 (Ann)", "\u2067\u2068(א\u2069"):
        drawn = visual_order(text, "R")
        left = "".join(c for c in text if c not in "\u2067\u2068\u2069")
        assert sorted(drawn.replace(")", "(")) == sorted(left.replace(")", "("))
