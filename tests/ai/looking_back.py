"""Who looks back at the toy game: the more pairs somebody holds, the likelier they win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

import ai
from ai.critic import Critic
from ai.review import Deed, ReviewRequest
from ai.search import Expert
from rules.core import Chance, Choices, Game, Move, encode_move, play, start_game
from rules.core.saving import to_text
from tests.rules.core.toy import COLOURS, KIND, ToyState

KEY: Final = bytes(range(32))


def chances(s: ToyState) -> list[float]:
    worth = [1 + 2 * sum(hand.count(colour) // 2 for colour in COLOURS) for hand in s.hands]
    return [each / sum(worth) for each in worth]


class Pairs(Expert):
    """`met`: the keys of the positions that it was shown."""

    simulations = 24

    def __init__(self) -> None:
        self.met: set[bytes] = set()

    def candidate_moves(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Sequence[Move]:
        return legal

    def chances_after_playing_on(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        self.met.add(s.key)
        return chances(s)


class Judge(Critic):
    def __init__(self, expert: Pairs) -> None:
        self.expert = expert

    def survey_position_count(self, game: Game[Any]) -> int:
        return 2

    def weighing_simulations(self, game: Game[Any]) -> int:
        return 24

    def chances_with_open_cards(self, game: Game[Any], s: Any, luck: Chance) -> Sequence[float]:
        return chances(s)

    def chances_right_after(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        return chances(s)

    def chances_after_playing_on(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        return self.expert.chances_after_playing_on(game, s, luck, before)

    def chart_position(self, s: Any) -> int:
        return int(s.round)


def known(monkeypatch: pytest.MonkeyPatch) -> Pairs:
    """From here on somebody looks back at every game."""
    expert = Pairs()
    monkeypatch.setattr("ai.review.own_critic", lambda module: Judge(expert))
    monkeypatch.setattr("ai.review.own_expert", lambda module: expert)
    return expert


def laid(*hands: str) -> ToyState:
    """The beginning, with these hands: a letter for each card."""
    s = start_game(KIND.make(Choices()), len(hands), KEY).state
    cards = {colour[0]: colour for colour in COLOURS}
    s.hands = [tuple(sorted(cards[letter] for letter in hand)) for hand in hands]
    return s


def piece(s: ToyState, *moves: tuple[int, Move], at: int | None = None, own: bool = True) -> ReviewRequest:
    """The game from there by these moves."""
    game, deeds, now = KIND.make(Choices()), [], s
    for number, (seat, move) in enumerate(moves, 2):
        t = play(game, now, seat, move)
        deeds.append(Deed(number, seat, encode_move(move), t.chance, own))
        now = t.state
    return ReviewRequest("toy", Choices(), to_text(s), tuple(deeds), at)
