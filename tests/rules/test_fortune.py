"""What the games say of the luck of their seats: over all that could have come, it comes to what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from rules.carcassonne.fortune import _count_pile_of_draw, fortune_of_tile_draw
from rules.citadels.cards import DISTRICTS
from rules.core import Chance, Choices, Event, Game, Move, decode_move, play, registry, start_game

MOVES = 120
EXPANDED = {
    "carcassonne": Choices(("river2",)),
    "catan": Choices(("cities_knights",)),
    "citadels": Choices(),
}


def passed(game: Game[Any], moves: int = MOVES) -> Iterator[tuple[Any, Move, Any, Any]]:
    """Position, move, position afterwards, events; a game played at random, always in the same way."""
    luck = Chance(bytes(32))
    state = start_game(game, 3, bytes(32)).state
    for _ in range(moves):
        if game.over(state):
            return
        seat = sorted(game.waiting(state))[0]
        legal = list(game.legal(state, seat))
        move = legal[luck.below(len(legal))]
        t = play(game, state, seat, move)
        yield state, move, t.state, t.events
        state = t.state


@pytest.mark.parametrize("choices", ["base", "expanded"])
@pytest.mark.parametrize("kind", sorted(EXPANDED))
def test_luck_has_a_size(kind: str, choices: str) -> None:
    game = registry.make_game(kind, EXPANDED[kind] if choices == "expanded" else Choices())
    found = [one for passage in passed(game) for one in game.fortune_by_seat(*passage).values()]
    assert any(one.variance > 0 for one in found)
    assert all(one.variance >= 0 and one.got >= 0 and one.expected > 0 for one in found)


def test_over_all_rolls_the_dice_bring_what_was_expected() -> None:
    game = registry.make_game("catan", Choices())
    before = next(before for before, move, _, _ in list(passed(game))[30:] if str(move) == "roll")
    roll = decode_move("roll", game.moves)
    found = []
    for red, white in product(range(6), repeat=2):
        t = play(game, before, before.active, roll, (red, white))
        found.append(game.fortune_by_seat(before, roll, t.state, t.events))
    assert found[0], "somebody has a settlement on a number"
    for seat, one in found[0].items():
        got = [each[seat].got for each in found]
        mean = sum(got) / 36
        assert one.expected == pytest.approx(mean)
        assert one.variance == pytest.approx(sum((n - mean) ** 2 for n in got) / 36)


def test_over_all_tiles_of_the_bag_they_fit_as_often_as_expected() -> None:
    game = registry.make_game("carcassonne", Choices())
    _, _, after, _ = [each for each in passed(game) if fortune_of_tile_draw(each[2], each[3])][20]
    bag, found = _count_pile_of_draw(after), []
    first = after.drawn - 1
    assert sum(bag.values()) == len(after.pile) - first
    for at in range(first, len(after.pile)):
        other = after.copy()
        pile = list(other.pile)
        pile[first], pile[at] = pile[at], pile[first]
        other.pile, other.hand = tuple(pile), pile[first]
        told = fortune_of_tile_draw(other, [Event("carc.tile.drawn", {"seat": other.active})])
        found += told.values()
    assert found[0].expected == pytest.approx(sum(one.got for one in found) / len(found))


def test_cards_that_are_looked_at_are_weighed_against_the_deck() -> None:
    game = registry.make_game("citadels", Choices())
    luck = [
        (before, one)
        for before, move, after, events in passed(game)
        for one in game.fortune_by_seat(before, move, after, events).values()
        if str(move) == "cards"
    ]
    assert luck
    for before, one in luck:
        mean = sum(DISTRICTS[card].cost for card in before.deck) / len(before.deck)
        assert one.expected == pytest.approx(2 * mean)
