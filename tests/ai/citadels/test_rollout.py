"""Playing on in place is the same game as playing by views, and quicker."""

from __future__ import annotations

from typing import Any

import pytest

from ai.citadels import PLAYER, rollout
from ai.citadels.lazy_view import glance_view
from rules.citadels.game import KIND
from rules.core import Chance, play, start_game

from .games import positions


def unneeded() -> Any:
    raise AssertionError("it looks at the view alone")


@pytest.mark.parametrize(("preset", "seats"), [("everything", 4), ("dark_city", 7), ("first", 2)])
def test_it_chooses_and_acts_as_the_sensible_player(preset: str, seats: int) -> None:
    number = 0
    for game, s, seat, luck in positions(preset, seats, 5):
        number += 1
        view = game.view(s, seat)
        move = PLAYER.choose(view, list(game.legal(s, seat)), unneeded, Chance(luck.key))
        assert rollout.choose_sensibly(s, seat, Chance(luck.key)) == move
        there = s.copy()
        rollout.play_in_place(there, seat, move)
        assert there == play(game, s, seat, move).state
        seen = glance_view(s, seat)
        assert (seen.hand, seen.scores, seen.offer, seen.characters, seen.aside) == (
            view.hand,
            view.scores,
            view.offer,
            view.characters,
            view.aside,
        )
        assert [(p.gold, p.hand, p.secret, p.city) for p in seen.players] == [
            (p.gold, p.hand, p.secret, tuple(card.__class__(*_plain(card)) for card in p.city)) for p in view.players
        ]
    assert number > 50


def _plain(card: Any) -> tuple[Any, ...]:
    """Without the names of what lies under it, for which no player of the package asks."""
    return card.district, card.token, card.beautified, card.cards, ()


def test_it_stops_where_it_is_told() -> None:
    game = KIND.make(KIND.presets["first"])
    s = start_game(game, 4, bytes(32)).state
    rollout.play_on(s, Chance(bytes(32)), lambda s: s.round == 2)
    assert s.round == 2
    rollout.play_on(s, Chance(bytes(32)), lambda s: False)
    assert game.over(s)
