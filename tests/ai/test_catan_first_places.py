"""Where the sensible player of Catan begins."""

from __future__ import annotations

from time import process_time
from typing import Any

from ai import Imagine
from ai.catan import PLAYER, first_places
from ai.catan.chances import win_chances
from ai.catan.policy import best_scored_move
from ai.search import play_until_rest
from rules.catan.game import KIND
from rules.catan.moves import Setup
from rules.core import Chance, Choices, play, start_game

GAME = KIND.make(Choices())


def begun() -> tuple[Any, int]:
    s = start_game(GAME, 4, bytes(range(32))).state
    return s, min(GAME.waiting(s))


def imagined(s: Any, seat: int) -> Imagine:
    return Imagine(GAME, s, seat, Chance(bytes(32)))


def test_of_each_corner_the_best_road_and_no_more_corners_than_can_be_thought_through() -> None:
    s, seat = begun()
    moves = [move for move in GAME.legal(s, seat) if isinstance(move, Setup)]
    found = first_places.best_road_per_corner(moves)
    assert len(found) == first_places.MOST
    assert len({move.corner for move in found}) == len(found)
    assert found[0] == moves[0]


def test_it_is_the_one_after_which_the_judge_likes_the_table_best() -> None:
    s, seat = begun()
    moves = [move for move in GAME.legal(s, seat) if isinstance(move, Setup)][::7]

    def told(move: Setup) -> float:
        after = play(GAME, s, seat, move).state
        return win_chances(
            play_until_rest(GAME, after, Chance(bytes(16)), best_scored_move, lambda now: bool(now.turn))
        )[seat]

    best = first_places.choose_first_place(imagined(s, seat), moves)
    assert told(best) == max(map(told, first_places.best_road_per_corner(moves)))


def test_a_game_begins_before_anybody_has_to_wait() -> None:
    """All eight starting buildings of four machines, in seconds of one core: generous, for slow machines."""
    s, _ = begun()
    spent = process_time()
    while not s.turn:
        seat = min(GAME.waiting(s))
        legal = list(GAME.legal(s, seat))
        s = play(GAME, s, seat, PLAYER.choose(GAME.view(s, seat), legal, imagined(s, seat), Chance(bytes(32)))).state
    assert process_time() - spent < 8
