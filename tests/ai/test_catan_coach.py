"""What a coach thinks of beside what a strong machine does: other cards to give up, every Monopoly, lines to a point;
and starting places tried for some rounds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import ai
from ai.catan import COACH, CRITIC, EXPERT
from ai.coach import coach_of
from ai.search import WeighedMove
from rules.catan.development import KNIGHT, MONOPOLY, DevMonopoly
from rules.catan.game import KIND
from rules.catan.moves import END, Bank, BuildRoad, BuildSettlement, Setup, TradeFirst
from rules.catan.places import Corner, Path
from rules.core import Chance, Move, encode_move, play, start_game
from tests.rules.catan.table import Table
from tests.rules.catan.test_development import dev

from .quick import Quick

KEY = bytes(range(32))


def ideas(table: Table) -> Sequence[Move]:
    legal = list(table.game.legal(table.s, 0))
    return COACH.candidate_moves(table.view(0), legal, ai.Imagine(table.game, table.s, 0, Chance(KEY)), Chance(KEY))


def test_it_advises_in_place_of_the_expert_of_the_game_and_of_no_other() -> None:
    module = type(Table().view(0)).__module__
    assert coach_of(module, EXPERT) is COACH
    other = Quick()
    assert coach_of(module, other) is other


def test_several_ways_to_discard_are_compared() -> None:
    """Nine cards of brick were kept, and those given up that paid for a level."""
    table = Table().settlement(0, 17, 40).road(0, "17-23").hand(0, "6 brick, 1 lumber, 1 wool, 1 grain, 2 ore")
    s = play(table.game, table.before_roll().s, 0, next(iter(table.game.legal(table.s, 0))), (0, 5)).state
    table.s = s
    lines = [encode_move(move) for move in ideas(table)]
    assert len(set(lines)) == len(lines) > 1
    assert all(line.startswith("discard ") and line.count(",") == 4 for line in lines), lines
    assert "discard brick,brick,brick,brick,brick" in lines
    for move in ideas(table):
        table.game.check(s, 0, move)


def test_a_monopoly_is_thought_of_for_every_kind() -> None:
    """The card that was wanting was not among those that were compared."""
    table = dev(Table().settlement(0, 17).settlement(1, 40), 0, MONOPOLY).hand(1, "4 wool, 1 brick, 1 ore")
    found = [move.card for move in ideas(table) if isinstance(move, DevMonopoly)]
    assert sorted(found) == ["brick", "grain", "lumber", "ore", "wool"]


def test_a_line_of_several_exchanges_to_a_point_is_thought_of() -> None:
    table = Table().settlement(0, 17).settlement(1, 40).hand(0, "8 brick, 1 ore, 2 grain")
    assert "bank brick ore" in [encode_move(move) for move in ideas(table)]


@pytest.mark.parametrize(("preset", "seats", "turns"), [("base", 4, 16), ("base", 6, 12), ("official", 6, 6)])
def test_starting_places_are_judged_after_some_rounds(
    preset: str, seats: int, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As soon as all stand, the best place on the board looked like any other: games were won by 18 % more with it."""
    game = KIND.make(KIND.presets[preset])
    s = start_game(game, seats, KEY).state
    seat = min(game.waiting(s))
    move = next(move for move in game.legal(s, seat) if isinstance(move, Setup))
    seen = []
    monkeypatch.setattr("ai.catan.coach.win_chances", lambda s: seen.append(s.turn) or [1 / seats] * seats)
    COACH.chances_after_playing_on(game, play(game, s, seat, move).state, Chance(KEY), s)
    assert seen == [turns + 1]


def test_games_are_played_to_their_end_where_that_does_not_take_too_long() -> None:
    for preset, told in (("base", True), ("official", False)):
        game = KIND.make(KIND.presets[preset])
        s = start_game(game, 3, KEY).state
        points = CRITIC.final_points(game, s, Chance(KEY), s)
        assert (points is not None) is told
        assert points is None or max(points) >= 10


def test_who_hardly_makes_a_card_is_asked_for_it_all_the_same() -> None:
    """Whoever holds it is asked: what is imagined says whether they would part with it."""
    table = Table().settlement(0, 17).road(0, "17-23", "23-29", "29-34").settlement(1, 40)
    table.hand(0, "1 brick, 1 wool, 1 grain, 2 ore").hand(1, "3 lumber")
    asked = [move for move in ideas(table) if isinstance(move, TradeFirst) and move.want == ("lumber",)]
    assert {move.give for move in asked} >= {("ore",)}, [encode_move(move) for move in ideas(table)]


def test_a_road_is_told_with_what_it_makes_possible() -> None:
    """Two points were promised for a road, and the second road that brings them was not named."""
    road, house = BuildRoad(Path(1)), BuildSettlement(Corner(1))
    assert COACH.is_told_together(road, house)
    assert COACH.is_told_together(road, road)
    assert not COACH.is_told_together(road, END)
    assert not COACH.is_told_together(house, road)


def test_before_the_dice_no_card_is_played_that_can_be_played_after_them() -> None:
    """A Monopoly was advised before the roll: a seven takes what it brings."""
    table = dev(Table().settlement(0, 17).settlement(1, 40), 0, MONOPOLY, KNIGHT).hand(1, "6 wool").before_roll()
    kinds = {move.kind for move in ideas(table)}
    assert "dev-monopoly" not in kinds
    assert "roll" in kinds


def test_somebody_is_asked_before_the_bank_takes_more() -> None:
    bank, offer = Bank("brick", "wool"), TradeFirst(("brick",), ("wool",), (1,))
    other = TradeFirst(("brick",), ("ore",), (1,))
    found = [WeighedMove(bank, [0.5] * 9), WeighedMove(other, [0.5] * 9), WeighedMove(offer, [0.498] * 9)]
    assert [one.move for one in COACH.reorder_for_advice(found)] == [offer, bank, other]
    found[2] = WeighedMove(offer, [0.4] * 9)
    assert COACH.reorder_for_advice(found) == found
