"""Comparison of two moves: reasons for each, from the same imagined positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final, NamedTuple

from rules.core import Chance, Move, RulesError, Transition, play

from . import strong
from .player import Imagine
from .reasons import Pair, Reader, Reason, list_reasons, own_reader
from .search import KEY, Guesser

TIMES: Final = 16  # imagined positions for comparing two moves
MORE: Final = 3  # this many times as many again if no reason is significant
NEARLY: Final = 0.5  # share of the weight of the first reason; weaker reasons for the other move are omitted


def sure_win_reasons(imagine: Imagine, move: Move, luck: Chance) -> list[Reason]:
    """The reason "wins surely" if the move wins in every imagined position, else nothing."""
    game, seat = imagine.game, imagine.seat
    expert = strong.own_expert(type(game.view(imagine(), seat)).__module__)
    if expert is None:
        return []
    for _ in range(TIMES):
        position = expert.imagined(imagine) if isinstance(expert, Guesser) else imagine()
        after = play(game, position, seat, move).state
        key = bytes(luck.below(256) for _ in range(KEY))
        if expert.outlook(game, after, Chance(key), position)[seat] < 1.0:
            return []
    return [Reason("because.wins_surely", {}, 4.0)]


class Comparison(NamedTuple):
    """Reasons for the better move and for the other one, by decreasing weight."""

    better: list[Reason]
    other: list[Reason]


Onward = Callable[[Transition[Any]], Any]  # transition of a move -> position where its seat continues
THERE: Final[Onward] = attrgetter("state")


def compare_moves(
    imagine: Imagine,
    better: Move,
    worse: Move,
    luck: Chance,
    times: int = TIMES,
    ahead: float | None = None,
    onward: Onward = THERE,
    then: Move | None = None,
) -> Comparison:
    """Reasons for each of two moves of the imagining seat, from the same positions with the same chance.

    Each move is played on as far as the expert looks. Reasons for the other move are included only if nearly as strong.
    Both lists are empty if the game has no reader. `ahead`: as in `list_reasons`; `onward`: applied after the other
    move; `then`: the follow-up of the better move.
    """
    game = imagine.game
    module = type(game.view(imagine(), imagine.seat)).__module__
    reader, expert = own_reader(module), strong.own_expert(module)
    if reader is None:
        return Comparison([], [])
    pairs, found, moves = list[Pair](), list[Reason](), ((better, THERE), (worse, onward))
    for some in (times, MORE * times):
        if not found:
            pairs += [pair for _ in range(some) for pair in _imagined_pairs(reader, expert, imagine, moves, luck, then)]
            found = list_reasons(reader, game, pairs, imagine.seat, ahead)
    turned = list_reasons(
        reader, game, [pair.turned for pair in pairs], imagine.seat, None if ahead is None else -ahead
    )
    least = NEARLY * max((reason.weight for reason in found), default=0.0)
    return Comparison(found, [one for one in turned if found and one.weight >= least])


def _imagined_pairs(
    reader: Reader,
    expert: Any,
    imagine: Imagine,
    moves: Sequence[tuple[Move, Onward]],
    luck: Chance,
    then: Move | None,
) -> list[Pair]:
    """The positions two moves lead to, from one imagined position with the same chance."""
    game, position = imagine.game, expert.imagined(imagine) if isinstance(expert, Guesser) else imagine()
    key = bytes(luck.below(256) for _ in range(KEY))
    better, worse = (onward(play(game, position, imagine.seat, move)) for move, onward in moves)
    made = partial(reader.made, game, luck=Chance(key))
    effects = made(_state_with_move(imagine, better, then)), made(worse)
    now = None if None in effects else effects
    one, other = (reader.looked(game, s, Chance(key), position) for s in (better, worse))
    looks = enumerate(zip(one.positions, other.positions, strict=True))
    return [Pair(position, *two, at, (one.befell, other.befell), None if at else now) for at, two in looks]


def _state_with_move(imagine: Imagine, s: Any, then: Move | None) -> Any:
    """The position after the follow-up `then` as well, if it is legal."""
    try:
        return s if then is None else play(imagine.game, s, imagine.seat, then).state
    except RulesError:
        return s
