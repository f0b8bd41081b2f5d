"""Thinking ahead: the same positions for all moves, halves, and the same answer everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import ai
from ai.search import Expert, WeighedMove, final_chances, play_until_rest, weigh_moves
from rules.core import Chance, Choices, Game, Move, encode_move, play, start_game
from tests.rules.core.toy import KIND as TOY

GAME = TOY.make(Choices())


class Pairs(Expert):
    """Thinks that whoever holds most of one colour wins; some luck blurs it."""

    simulations = 64
    caution = 0.0

    def __init__(self) -> None:
        self.met: list[tuple[bytes, int]] = []

    def candidate_moves(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Sequence[Move]:
        return legal

    def chances_after_playing_on(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        self.met.append((s.key, luck.below(100)))
        return [0.01 * max(map(hand.count, hand), default=0) + 0.0001 * luck.below(10) for hand in s.hands]


def thought(expert: Pairs, luck: bytes = bytes(32), simulations: int = 64) -> list[WeighedMove]:
    s = start_game(GAME, 3, bytes(range(32))).state
    return weigh_moves(expert, ai.Imagine(GAME, s, 0, Chance(luck)), list(GAME.legal(s, 0)), simulations)


def test_all_moves_meet_the_same_positions_and_luck() -> None:
    expert = Pairs()
    found = thought(expert)
    moves = len(found)
    assert moves > 1
    tried = max(len(one.chances) for one in found)
    assert all(
        len(set(expert.met[n : n + moves])) == 1 for n in range(0, moves * min(len(o.chances) for o in found), moves)
    )
    assert len(set(expert.met)) == tried  # and each simulation another one


def test_half_of_them_are_left_each_time() -> None:
    counts = sorted(len(one.chances) for one in thought(Pairs()))
    assert counts[0] < counts[-1]
    assert sum(counts) <= 64


def test_the_same_luck_gives_the_same_answer() -> None:
    one, two = thought(Pairs()), thought(Pairs())
    assert [(encode_move(a.move), a.chances) for a in one] == [(encode_move(b.move), b.chances) for b in two]
    other = thought(Pairs(), b"other" * 6)
    assert [a.chances for a in one] != [b.chances for b in other]


def test_however_few_simulations_each_move_is_tried() -> None:
    assert all(one.chances for one in thought(Pairs(), simulations=1))


def test_how_far_one_is_ahead() -> None:
    s = start_game(GAME, 3, bytes(32)).state
    move = next(iter(GAME.legal(s, 0)))
    mean, error = WeighedMove(move, [0.5, 0.7, 0.6]).lead_over(WeighedMove(move, [0.4, 0.5, 0.4, 0.0]))
    assert (round(mean, 3), round(error, 3)) == (0.167, 0.033)
    assert WeighedMove(move, [0.5]).lead_over(WeighedMove(move, [0.25])) == (0.25, 1.0)


def test_the_strong_player_asks_whoever_thinks_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    s = start_game(GAME, 3, bytes(range(32))).state
    legal = list(GAME.legal(s, 0))

    def chosen(effort: float) -> Move:
        player = ai.StrongPlayer(ai.players_by_level()["normal"], effort)
        luck = Chance(bytes(32))
        return player.choose(GAME.view(s, 0), legal, ai.Imagine(GAME, s, 0, luck), luck)

    alone = chosen(1.0)
    expert = Pairs()
    monkeypatch.setattr("ai.strong.own_expert", lambda module: expert)
    assert chosen(1.0) == thought(Pairs())[0].move
    full = len(expert.met)
    expert.met.clear()
    chosen(0.5)
    assert len(legal) <= len(expert.met) <= full / 2 + len(legal)
    assert alone in legal


def test_playing_on_and_sharing_a_victory() -> None:
    s = start_game(GAME, 3, bytes(range(32))).state

    def first(game: Game[Any], s: Any, seat: int, luck: Chance) -> Move:
        return next(iter(game.legal(s, seat)))

    end = play_until_rest(GAME, s, Chance(bytes(32)), first, lambda s: False)
    assert GAME.over(end)
    assert play_until_rest(GAME, s, Chance(bytes(32)), first, lambda s: True) is s
    assert play(GAME, s, 0, first(GAME, s, 0, Chance(bytes(32)))).state != end
    assert final_chances((0, 2), 3) == [0.5, 0.0, 0.5]
