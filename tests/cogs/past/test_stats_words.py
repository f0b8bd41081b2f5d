"""Statistics in words."""

from __future__ import annotations

from cogs.past.stats_words import _lines
from rules.core.fortune import Fortune
from service.statistics import Chosen, Figures
from words import Voice


def test_behind_luck_stands_what_was_lucky() -> None:
    brought = {"carcassonne": Fortune(312, 290.4, 380), "catan": Fortune(1, 2, 3)}
    known = Figures(ended=1, fortunes=[1.1], brought=brought)
    told = _lines(known, Chosen(), Voice("en"), "")
    tiles = "the tiles that you drew could be laid on 312 cells altogether, where 290 were to be expected."
    assert f"-# Carcassonne: {tiles}" in told
    assert "-# Catan: the dice brought you 1 card altogether, where 2 were to be expected." in told
    of_ben = _lines(known, Chosen(), Voice("en"), "Ben")
    assert "-# Catan: the dice brought Ben 1 card altogether, where 2 were to be expected." in of_ben
