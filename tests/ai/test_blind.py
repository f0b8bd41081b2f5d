"""What is thought follows from what the seat sees: positions that differ in hidden cards alone have the same answer."""

from __future__ import annotations

from typing import Any

import pytest

from ai.levels import players_by_level
from ai.player import Imagine
from ai.questions import Question, answer_at_a_glance, answer_question
from rules.core import Chance, Choices, Game, play, registry, start_game
from rules.core.saving import to_text

GAMES = (
    ("carcassonne", "", 3, 4),
    ("catan", "base", 3, 20),
    ("catan", "official", 3, 31),
    ("citadels", "classic", 4, 2),
    ("citadels", "classic", 4, 9),
    ("citadels", "everything", 4, 14),
)


def played(game: Game[Any], seats: int, entries: int) -> Any:
    """A position after so many moves of *normal* machines, in which somebody has a choice."""
    s = start_game(game, seats, bytes(range(32))).state
    n = 0
    while n < entries or len(list(game.legal(s, min(game.waiting(s))))) < 2:
        seat, luck = min(game.waiting(s)), Chance(bytes([n]) * 32)
        legal = list(game.legal(s, seat))
        move = players_by_level()["normal"].choose(game.view(s, seat), legal, Imagine(game, s, seat, luck), luck)
        s = play(game, s, seat, move).state
        n += 1
    return s


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "preset", "seats", "entries"), GAMES)
def test_hidden_cards_change_nothing(kind: str, preset: str, seats: int, entries: int) -> None:
    choices = registry.game_types()[kind].presets[preset] if preset else Choices()
    game = registry.make_game(kind, choices)
    s = played(game, seats, entries)
    seat = min(game.waiting(s))
    other = s.copy()
    game.shuffle_hidden(other, seat, Chance(bytes([9]) * 32))
    texts = [to_text(s), to_text(other)]
    assert texts[0] != texts[1]
    for ask in (answer_at_a_glance, answer_question):
        one, two = (ask(Question(kind, choices, text, seat, "5a" * 32, 0.01, why=True)).to_json() for text in texts)
        assert one == two
