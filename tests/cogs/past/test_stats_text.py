"""Statistics in words."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import cast

from cogs.act.context import InteractionContext
from cogs.past.stats_text import _stats_lines, describe_person_stats
from rules.core.fortune import Fortune
from service.archive.stats_queries import UserStats
from service.state.statistics import PlayerStats, StatsFilter
from words import Voice


def test_behind_luck_stands_what_was_lucky() -> None:
    brought = {"carcassonne": Fortune(312, 290.4, 380), "catan": Fortune(1, 2, 3)}
    known = PlayerStats(games_begun_or_left=1, fortunes=[1.1], luck_by_kind=brought)
    told = _stats_lines(known, StatsFilter(), Voice("en"), "")
    tiles = "the tiles that you drew could be laid on 312 cells altogether, where 290 were to be expected."
    assert f"-# Carcassonne: {tiles}" in told
    assert "-# Catan: the dice brought you 1 card altogether, where 2 were to be expected." in told
    of_ben = _stats_lines(known, StatsFilter(), Voice("en"), "Ben")
    assert "-# Catan: the dice brought Ben 1 card altogether, where 2 were to be expected." in of_ben


def test_what_is_said_of_the_picture_bears_no_marks_of_a_message() -> None:
    """Small print is none where a picture is described."""
    figures = PlayerStats(
        Counter({1: 3}),
        games_begun_or_left=3,
        games_begun_and_finished=3,
        fortunes=[1.1],
        luck_by_kind={"catan": Fortune(1, 2, 3)},
    )
    act = SimpleNamespace(
        voice=lambda: Voice("en"), current_channel=SimpleNamespace(guild_id=None), language="en", user_id=1
    )
    own = SimpleNamespace(figures=figures, standings={})
    told = describe_person_stats(cast(InteractionContext, act), cast(UserStats, own), StatsFilter(), "Ann", is_own=True)
    assert "\n-# " in told.text
    assert "-#" not in told.page.alt
    assert "the dice brought you 1 card" in told.page.alt
