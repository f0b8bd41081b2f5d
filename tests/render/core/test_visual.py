"""Texts that run from the right, in the order in which they are drawn."""

from __future__ import annotations

import pytest

from render.core.fonts import visual

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
        ("Ann (עולם)", "L", "Ann (םלוע)"),
        ("plain (x) +1", "R", "plain (x) +1"),
        ("ק\u200eג", "", "גק"),  # what nobody sees is not drawn
    ],
)
def test_what_is_drawn(text: str, base: str, drawn: str) -> None:
    assert visual(text, base) == drawn


def test_isolates_that_do_not_fit_lose_no_letter() -> None:
    for text in ("שלום (\u2068Ann", "שלום\u2069 (Ann)", "\u2067\u2068(א\u2069"):
        drawn = visual(text, "R")
        left = "".join(c for c in text if c not in "\u2067\u2068\u2069")
        assert sorted(drawn.replace(")", "(")) == sorted(left.replace(")", "("))
