"""Imagined positions hold all that the seat knows, and put characters where they are wanted."""

from __future__ import annotations

from collections import Counter

import pytest

import ai
from ai.citadels import likely_deals
from rules.citadels.state import OUT
from rules.core import Chance

from .games import positions


@pytest.mark.parametrize(("preset", "seats"), [("first", 4), ("everything", 7), ("dark_city", 8), ("random", 3)])
def test_what_the_seat_knows_still_holds(preset: str, seats: int) -> None:
    for game, s, seat, luck in positions(preset, seats, 4):
        twin = likely_deals.likely_position(ai.Imagine(game, s, seat, luck))
        assert game.view(twin, seat) == game.view(s, seat)
        assert list(game.legal(twin, seat)) == list(game.legal(s, seat))
        game.audit(twin)


def test_it_guesses_better_than_the_rules_alone() -> None:
    """What others hold is found more often than where everything possible is as likely."""
    found = {"dealt": 0, "likely": 0}
    for number, (game, s, seat, luck) in enumerate(positions("first", 5, 3)):
        hidden = {x.character: x.holder for x in s.slots if x.holder not in (OUT, seat) and x.character not in s.shown}
        if number % 4 or not hidden:
            continue
        imagine = ai.Imagine(game, s, seat, luck)
        for _ in range(6):
            for by, twin in (("dealt", imagine()), ("likely", likely_deals.likely_position(imagine))):
                found[by] += sum(twin.holder_of(c) == holder for c, holder in hidden.items())
    assert found["likely"] > 1.15 * found["dealt"] > 100


def test_one_is_drawn_as_often_as_it_is_likely() -> None:
    ways = [(weight, (), (name,)) for weight, name in ((1.0, "one"), (0.0, "none"), (3.0, "three"))]
    luck = Chance(bytes(32))
    counts = Counter(likely_deals.draw_deal(ways, luck)[1][0] for _ in range(400))
    assert set(counts) == {"one", "three"}
    assert 60 < counts["one"] < 140
