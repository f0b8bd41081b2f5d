"""The benches of rules and players, in small: they run, and the floors hold by far."""

from __future__ import annotations

import pytest

import ai
from rules.core import Choices, registry
from tools.bench.measure import EVERYTHING, Row
from tools.bench.players import CASES as PLAYED
from tools.bench.players import has_sensible_player, play_contest
from tools.bench.players import measure_strength as players
from tools.bench.rules import CASES, measure_pace
from tools.bench.rules import measure_rules as rules

pytestmark = pytest.mark.slow


def test_every_game_has_its_figures() -> None:
    assert {case.key for case in CASES} == set(registry.game_types())
    found = list(rules(CASES[-1:], games=1))
    assert [row.unit for row in found] == ["moves/s", "µs", "ms", "ms"]
    assert all(row.figure > 0 for row in found)
    rate, games, loop = measure_pace(registry.make_game("citadels", Choices()), 6, 1)
    assert rate > 1000
    assert rate > games > 0
    assert loop > 1


def test_the_sensible_player_is_measured_where_a_game_has_one() -> None:
    assert {case.key for case in PLAYED} == {key for key in registry.game_types() if has_sensible_player(key)}
    for case in PLAYED:
        if case.preset == EVERYTHING:
            continue  # the same player at more expensive games
        won, each, took = players(cases=(case,), games=8)
        assert won.figure > 60
        assert each.unit == "ms"
        assert 0 < each.figure < 50
        assert took.figure > 0


def test_equals_win_about_their_share() -> None:
    easy = ai.players_by_level()["easy"]
    found = play_contest(registry.make_game("citadels", Choices()), 2, 60, easy, easy)
    assert found.games == 60
    assert 20 < found.percent < 80
    assert found.decisions > 60


def test_a_limit_moves_with_the_machine() -> None:
    floor = Row("a rate", 500, "moves/s", must=1000, more=True, scaled=True)
    assert not floor.met(36)
    assert floor.met(72)  # a machine half as fast
    assert not Row("a share", 50, "%", must=60, more=True).met(72)
