"""A point that can be had in the same turn: what brings it, and that a coach does not argue it away for little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import ai
from ai.catan import COACH
from ai.catan.same_turn_gain import same_turn_gain
from ai.coach import point_at_once, prefer_moves
from ai.search import WeighedMove
from rules.catan.moves import END, TradeAccept
from rules.core import Chance, Game, Move, decode_move, encode_move, play
from tests.rules.catan.table import Table

READY = "1 brick, 1 lumber, 1 wool, 1 grain"


def ready(hand: str = READY) -> Table:
    return Table().settlement(0, 17).road(0, "17-23", "23-29").settlement(1, 10).hand(0, hand)


def brings(table: Table, line: str) -> float:
    move = decode_move(line, table.game.moves)
    return same_turn_gain(table.game, table.s, 0, move, play(table.game, table.s, 0, move).state)


def imagine(table: Table) -> ai.Imagine:
    return ai.Imagine(table.game, table.s, 0, Chance(bytes(32)))


def settling(table: Table) -> str:
    return next(line for line in map(encode_move, table.game.legal(table.s, 0)) if line.startswith("build-settlement"))


def test_what_is_built_brings_its_point_and_the_end_of_the_turn_none() -> None:
    table = ready()
    assert brings(table, settling(table)) == 1.0
    assert brings(table, "end") == 0.0


def test_an_exchange_brings_what_it_pays_for() -> None:
    table = ready("1 brick, 5 lumber, 1 wool")
    assert brings(table, "bank lumber grain") == 1.0
    assert brings(table, "bank lumber ore") == 0.0


def test_the_longest_road_is_a_point_in_hand_and_no_more_than_that() -> None:
    table = Table().settlement(0, 17).road(0, "17-23", "23-29", "29-34", "34-39").settlement(1, 10)
    table.hand(0, "1 brick, 1 lumber")
    roads = [line for line in map(encode_move, table.game.legal(table.s, 0)) if line.startswith("build-road")]
    assert max(brings(table, line) for line in roads) == 1.0


def test_a_card_that_is_drawn_is_luck() -> None:
    table = ready("1 ore, 1 wool, 1 grain")
    assert point_at_once(COACH, imagine(table), table.s, decode_move("dev-buy", table.game.moves)) == 0.0


@pytest.mark.parametrize(("hand", "completes"), [("1 brick, 1 lumber, 1 wool, 1 ore", True), ("1 ore", False)])
def test_an_offer_brings_what_it_completes(hand: str, completes: bool) -> None:
    table = ready(hand).hand(1, "2 grain")
    table.s.active = 1
    offered = play(table.game, table.s, 1, decode_move("trade-first grain ore 0", table.game.moves)).state
    accepted = TradeAccept(1)
    after = play(table.game, offered, 0, accepted).state
    assert (same_turn_gain(table.game, offered, 0, accepted, after) > 0.1) is completes


class Ahead:
    """An outlook in which whoever builds has a smaller chance."""

    def __init__(self, by: float) -> None:
        self.by = by

    def __call__(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        return [0.5 - self.by * (s.total_points(0) > before.total_points(0))] * s.seats


@pytest.mark.parametrize(("by", "told"), [(0.03, "build-settlement"), (0.12, "end")])
def test_a_coach_lets_a_point_go_by_only_for_much(monkeypatch: pytest.MonkeyPatch, by: float, told: str) -> None:
    """The turn was to be ended with a settlement in hand, for 3.6 % of a chance."""
    monkeypatch.setattr(type(COACH), "chances_after_playing_on", staticmethod(Ahead(by)))
    table = ready()
    build: Move = decode_move(settling(table), table.game.moves)
    found = [WeighedMove(END, [0.5] * 20), WeighedMove(build, [0.5 - by] * 10)]
    first, second = prefer_moves(COACH, imagine(table), found)
    assert encode_move(first.move).startswith(told)
    assert {first.move, second.move} == {END, build}


def test_what_was_not_tried_stays_in_its_order() -> None:
    table = ready()
    found = [WeighedMove(END), WeighedMove(decode_move(settling(table), table.game.moves))]
    assert prefer_moves(COACH, imagine(table), found) == found
