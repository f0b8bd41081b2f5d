"""The judge of Carcassonne: its terms, its chances, and that they come true."""

from __future__ import annotations

from math import log

import pytest

import ai
from ai.carcassonne import PLAYER
from ai.carcassonne.chances import chances_from_points, win_chances
from ai.carcassonne.odds import Odds
from ai.carcassonne.situation import Situation
from ai.carcassonne.terms import AT, next_to_draw, term_names, term_rows
from ai.carcassonne.weights import SPREAD
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.turn import LayTile
from rules.core import Chance, Choices, play, start_game
from rules.core.conformance import start_trial
from tests.rules.carcassonne.holes import ring_around
from tests.rules.carcassonne.table import BLUE, RED, Table


def rows(t: Table) -> list[dict[str, float]]:
    """What the table holds for each seat, by name."""
    found = term_rows(Situation(t.s, Odds(t.s), {}))
    return [dict(zip(term_names(t.game.hooks), row, strict=True)) for row in found]


def of(t: Table) -> list[float]:
    return win_chances(t.game, t.s)


# --- terms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", [(), tuple(carcassonne_modules())])
def test_a_row_has_a_number_for_each_name(keys: tuple[str, ...]) -> None:
    t = Table(*keys)
    assert all(len(row) == len(term_names(t.game.hooks)) for row in term_rows(Situation(t.s, Odds(t.s), {})))


def test_what_stands_in_a_city_counts_for_its_knight_alone() -> None:
    t = Table(seats=2)
    t.lay("base-G", "M49")
    t.put(RED, "M50.city-N")
    red, blue = rows(t)
    assert red["now"] == 2
    assert red["city 1"] > 0
    assert red["knight 1"] > 0
    assert blue["now"] == blue["city 1"] == 0
    assert red["free 6"] == blue["free 7"] == 1
    assert red["free 7"] == 0


def test_a_follower_whose_feature_is_complete_is_as_good_as_back() -> None:
    t = Table(seats=2)
    ring_around(t)
    for cell in ("S59", "U59", "S61", "U61", "T60"):
        t.lay("base-B", cell)
    t.put(RED, "T60.monastery")
    assert rows(t)[RED]["free 7"] == 1
    assert rows(t)[RED]["complete"] == 9


def test_whose_tile_comes_next() -> None:
    t = Table(seats=2)
    assert isinstance(t.s.agenda[-1], LayTile)
    assert next_to_draw(t.s) == RED
    t.hold("base-U")
    t.play("place L50 90")
    assert t.asks_figure
    assert next_to_draw(t.s) == BLUE
    assert rows(t)[BLUE]["next"] == 1


def test_whoever_is_weaker_in_a_feature_is_behind_there() -> None:
    t = Table(seats=2)
    t.lay("base-G", "M49")
    for seat in (RED, RED, BLUE):
        t.put(seat, "M50.city-N")
    red, blue = rows(t)
    assert blue["behind"] > 0
    assert red["behind"] == 0
    assert AT["behind"] > 0


# --- chances -----------------------------------------------------------------------------------------------------


def test_chances_add_up_and_a_lead_is_better() -> None:
    t = Table(seats=3)
    even = of(t)
    assert sum(even) == pytest.approx(1)
    t.s.scores[BLUE] += 10
    ahead = of(t)
    assert sum(ahead) == pytest.approx(1)
    assert ahead[BLUE] > even[BLUE]
    assert ahead[RED] < even[RED]


def test_the_same_lead_is_surer_later() -> None:
    assert chances_from_points([10.0, 0.0], 3.0, SPREAD)[0] > chances_from_points([10.0, 0.0], 30.0, SPREAD)[0] > 0.5


def test_a_finished_game_is_certain_and_a_shared_victory_is_shared() -> None:
    t = Table(seats=3)
    t.s.agenda.clear()
    t.s.scores[:] = [50, 50, 20]
    assert of(t) == [0.5, 0.5, 0.0]


def test_the_order_of_the_tiles_does_not_count() -> None:
    t = Table(*carcassonne_modules())
    before = of(t)
    t.game.shuffle_hidden(t.s, None, Chance(bytes(32)))
    assert of(t) == before


@pytest.mark.slow
def test_it_foresees_who_wins() -> None:
    """Games of the sensible player: better than a coin, and the later the better."""
    game = CarcassonneGame(Choices())
    early: list[float] = []
    late: list[float] = []
    for seed in range(900, 904):
        run = start_trial(game, 2, seed)
        s = start_game(game, 2, run.key).state
        called = []
        while not game.over(s):
            seat = min(game.waiting(s))
            legal = ai.moves_to_consider(game, s, seat, run.player_chance)
            if isinstance(s.agenda[-1], LayTile) and s.drawn % 4 == 0:
                called.append(win_chances(game, s))
            move = PLAYER.choose(None, legal, ai.Imagine(game, s, seat, run.player_chance), run.player_chance)
            s = play(game, s, seat, move).state
        (winner,) = game.winners(s)
        losses = [-log(each[winner]) for each in called]
        early += losses[: len(losses) // 2]
        late += losses[len(losses) // 2 :]
    assert sum(late) / len(late) < 0.9 * log(2)
    assert sum(early) / len(early) < 1.3 * log(2)
