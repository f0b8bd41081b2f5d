"""Comparison of two moves: reasons for each, from the same imagined positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from rules.core import Chance, Move, RulesError, Transition, play

from . import strong
from .player import Imagine
from .reasons import Pair, Reader, Reason, list_reasons, own_reader
from .search import draw_key, imagine_position

POSITIONS: Final = 16  # imagined positions for comparing two moves
MORE_POSITIONS: Final = 3  # this many times as many again if no reason is significant
SURE_WIN_WEIGHT: Final = 4.0  # log odds
OTHER_REASONS_SHARE: Final = (
    0.5  # share of the weight of the first reason; weaker reasons for the other move are omitted
)


def sure_win_reasons(imagine: Imagine, move: Move, luck: Chance) -> list[Reason]:
    """The reason "wins surely" if the move wins in every imagined position, else nothing."""
    game, seat = imagine.game, imagine.seat
    expert = strong.own_expert(type(game.view(imagine(), seat)).__module__)
    if expert is None:
        return []
    for _ in range(POSITIONS):
        position = imagine_position(expert, imagine)
        after = play(game, position, seat, move).state
        if expert.chances_after_playing_on(game, after, Chance(draw_key(luck)), position)[seat] < 1.0:
            return []
    return [Reason("because.wins_surely", {}, SURE_WIN_WEIGHT)]


class Comparison(NamedTuple):
    """Reasons for the better move and for the other one, by decreasing weight."""

    better: list[Reason]
    other: list[Reason]


PlayOn = Callable[[Transition[Any]], Any]  # transition of a move -> position where its seat continues
STATE_AFTER_MOVE: Final[PlayOn] = attrgetter("state")


def compare_moves(
    imagine: Imagine,
    better: Move,
    worse: Move,
    luck: Chance,
    positions: int = POSITIONS,
    ahead: float | None = None,
    play_other_on: PlayOn = STATE_AFTER_MOVE,
    follow_up: Move | None = None,
) -> Comparison:
    """Reasons for each of two moves of the imagining seat, from the same positions with the same chance.

    Each move is played on as far as the expert looks. Reasons for the other move are included only if nearly as strong.
    Both lists are empty if the game has no reader. `ahead`: as in `list_reasons`; `play_other_on`: returns the position
    after the other move and its sequel; `follow_up`: the next move of the seat after the better move.
    """
    game = imagine.game
    module = type(game.view(imagine(), imagine.seat)).__module__
    reader, expert = own_reader(module), strong.own_expert(module)
    if reader is None:
        return Comparison([], [])
    pairs, reasons, moves = list[Pair](), list[Reason](), ((better, STATE_AFTER_MOVE), (worse, play_other_on))
    for count in (positions, MORE_POSITIONS * positions):
        if not reasons:
            for _ in range(count):
                pairs += _imagined_pairs(reader, expert, imagine, moves, luck, follow_up)
            reasons = list_reasons(reader, game, pairs, imagine.seat, ahead)
    behind = None if ahead is None else -ahead
    other_reasons = list_reasons(reader, game, [pair.swapped for pair in pairs], imagine.seat, behind)
    least = OTHER_REASONS_SHARE * max((reason.weight for reason in reasons), default=0.0)
    return Comparison(reasons, [reason for reason in other_reasons if reasons and reason.weight >= least])


def _imagined_pairs(
    reader: Reader,
    expert: Any,
    imagine: Imagine,
    moves: Sequence[tuple[Move, PlayOn]],
    luck: Chance,
    follow_up: Move | None,
) -> list[Pair]:
    """The positions two moves lead to, from one imagined position with the same chance."""
    game, position = imagine.game, imagine_position(expert, imagine)
    key = draw_key(luck)
    better, worse = (play_on(play(game, position, imagine.seat, move)) for move, play_on in moves)
    effects = (
        reader.state_after_effects(game, _state_with_move(imagine, better, follow_up), Chance(key)),
        reader.state_after_effects(game, worse, Chance(key)),
    )
    sequel, other = (reader.play_out_move(game, s, Chance(key), position) for s in (better, worse))
    pairs = []
    for look, (after_better, after_worse) in enumerate(zip(sequel.positions, other.positions, strict=True)):
        now = None if look or None in effects else effects
        pairs.append(Pair(position, after_better, after_worse, look, (sequel.fates, other.fates), now))
    return pairs


def _state_with_move(imagine: Imagine, s: Any, move: Move | None) -> Any:
    """The position after that move as well, if there is one and it is legal."""
    try:
        return s if move is None else play(imagine.game, s, imagine.seat, move).state
    except RulesError:
        return s
