"""Playing on in an imagined position, quickly and in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.carcassonne.state import NO_TILE, CarcassonneState
from rules.carcassonne.turn import DeployFigure, EndTurn, LayTile
from rules.core import Chance, Game, Move, RulesError

from .chances import is_crowded
from .open_ends import Reach
from .player import PLAYER
from .quick_moves import Glance
from .terms import next_to_draw
from .trial_moves import Silent


def glanced_move(game: Game[Any], s: CarcassonneState, seat: int, reach: Reach | None = None) -> Move:
    """What somebody does who only glances at the table. `reach`: of a board that leads to this one."""
    top = s.agenda[-1]
    kind = type(top)  # quicker than isinstance, and steps have no heirs
    if kind is LayTile:
        move = Glance(s, seat, reach).lay()
        if move is not None:
            return move
    elif kind is DeployFigure:
        move = Glance(s, seat, reach).put()
        try:
            top.check(s, seat, move)
        except RulesError:
            return quiet_move(game, s, seat)
        return move
    return quiet_move(game, s, seat)


Look = Callable[[Game[Any], CarcassonneState, int, Reach], Move]


def weighed_move(game: Game[Any], s: CarcassonneState, seat: int, reach: Reach | None = None) -> Move:
    """What somebody does who tries what they may do, as a sensible player does."""
    legal = list(game.legal(s, seat))
    return legal[0] if len(legal) == 1 else PLAYER.best(s, seat, legal)


def quiet_move(game: Game[Any], s: CarcassonneState, seat: int) -> Move:
    """What changes least."""
    return game.fallback(s, seat) or next(iter(game.legal(s, seat)))


def play_on(
    game: Game[Any],
    s: CarcassonneState,
    turns: int,
    first: Move | None = None,
    reach: Reach | None = None,
    glance: Look = glanced_move,
) -> None:
    """Play on by glances until so many turns after this one are over, before the next tile is drawn. Changes `s`.
    `first`: the answer to what is asked now; `reach`: of a board that leads to this one."""
    reach = reach or Reach(s.board)
    ctx = Silent(s, Chance(s.key, s.used))
    agenda = s.agenda
    while agenda:
        top = agenda[-1]
        waiting = top.waiting(s)
        if waiting:
            seat = min(waiting)
            move = first or glance(game, s, seat, reach)
            first = None
            at = len(agenda) - 1
            agenda[at] = agenda[at].take(ctx, seat, move)
            continue
        if type(top) is EndTurn:
            if not turns and not is_last_turn(s):
                return
            turns -= 1
        agenda.pop().run(ctx)


def position_to_judge(
    game: Game[Any], s: CarcassonneState, before: CarcassonneState, first: Move | None, reach: Reach | None = None
) -> CarcassonneState:
    """A copy of the position where the look from `before` begins, from where a move led to `s`: at the end of that
    turn, or of the next one, as `turns` says. `first`, `reach`: as for `play_on`."""
    twin = s.copy()
    left = turns_completed(s, before)
    if left >= 0:
        play_on(game, twin, left, first, reach)
    elif s.hand >= 0 and s.drawn > before.drawn:
        twin.drawn -= 1  # the next tile is not known yet
        twin.hand = NO_TILE
    return twin


def turns_completed(s: CarcassonneState, before: CarcassonneState) -> int:
    """How many turns after the one that runs in `s` are over where the look from `before` begins, from where a move led
    to `s`; -1: the one that has just ended.

    At the end of the turn where a tile is to be laid; later decisions, which mostly end it, one turn later: for all
    moves the same, whether they end it or not. With many modules, as was measured, from where the move leads: there the
    rest of a turn says more than the next one.
    """
    if is_crowded(s.hooks):
        return 0
    late = next_to_draw(before) != before.active
    return late - (s.active != before.active)


def play_to_end(game: Game[Any], s: CarcassonneState, first: Move | None) -> None:
    """The last tiles, of which none may be laid at a glance. Changes `s`. `first`: the answer to what is asked now."""
    play_on(game, s, len(s.pile), first, glance=weighed_move)


def is_last_turn(s: CarcassonneState) -> bool:
    """Is this the last turn?"""
    return s.drawn == len(s.pile)
