"""Playing on by glances: legal, sensible enough, and it comes to an end in every game."""

from __future__ import annotations

import pytest

from ai.carcassonne.quick_moves import Glance
from ai.carcassonne.rollout import glanced_move, play_on
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.game import KIND, CarcassonneGame
from rules.carcassonne.turn import EndTurn
from rules.core import Choices, encode_move, play, start_game
from tests.rules.carcassonne.cities import rich_city
from tests.rules.carcassonne.holes import ring_around
from tests.rules.carcassonne.table import BLUE, RED, Table


def laid(t: Table, seat: int) -> str:
    move = Glance(t.s, seat).best_lay()
    assert move is not None
    return encode_move(move)


def test_it_completes_its_own_city_and_not_that_of_another() -> None:
    t = Table(seats=2)
    rich_city(t, RED)
    t.hold("base-E", RED)
    assert laid(t, RED) == "place M47 180"
    t = Table(seats=2)
    rich_city(t, BLUE)
    t.hold("base-E", RED)
    assert not laid(t, RED).startswith("place M47")


def test_it_lays_beside_its_own_monastery() -> None:
    t = Table(seats=2)
    t.lay("base-B", "M51")
    t.put(RED, "M51.monastery")
    mine, theirs = Glance(t.s, RED)._gains_beside_monasteries(), Glance(t.s, BLUE)._gains_beside_monasteries()
    assert mine.keys() == theirs.keys()
    assert all(mine[at] > 0 > theirs[at] for at in mine)


def test_it_puts_a_monk_and_nothing_where_no_follower_is_left() -> None:
    t = Table()
    ring_around(t)
    t.hold("base-B", RED)
    t.play("place T60 0")
    assert encode_move(Glance(t.s, RED).best_deployment()) == "deploy follower T60.monastery"
    t.s.supply[RED] = 0
    assert encode_move(Glance(t.s, RED).best_deployment()) == "pass figure"


@pytest.mark.parametrize(("keys", "seats"), [((), 2), (tuple(KIND.modules), 3)])
def test_every_glance_is_legal_to_the_end_of_the_game(keys: tuple[str, ...], seats: int) -> None:
    game = CarcassonneGame(Choices(keys))
    s = start_game(game, seats, bytes([3] * 32)).state
    while not game.over(s):
        seat = min(game.waiting(s))
        s = play(game, s, seat, glanced_move(game, s, seat)).state  # play refuses what is not legal
    assert max(s.scores) > 30


def test_playing_on_stops_before_the_next_tile() -> None:
    game = CarcassonneGame(Choices())
    s = start_game(game, 3, bytes(32)).state
    first = s.active
    play_on(game, s, 0)
    assert isinstance(s.agenda[-1], EndTurn)
    assert (s.active, s.drawn, len(s.board.laid)) == (first, 1, 2)
    play_on(game, s, 2)
    assert (s.active, s.drawn) == ((first + 2) % 3, 3)
    play_on(game, s, 1000)
    assert game.over(s)


def test_playing_on_is_as_playing() -> None:
    """The same story as by the rules, move by move."""
    game = CarcassonneGame(Choices(tuple(carcassonne_modules())))
    s = start_game(game, 2, bytes([1] * 32)).state
    quick = s.copy()
    play_on(game, quick, 1000)
    while not game.over(s):
        seat = min(game.waiting(s))
        s = play(game, s, seat, glanced_move(game, s, seat)).state
    assert quick.scores == s.scores
