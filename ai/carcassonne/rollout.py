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
    """The move of a player who only estimates. `reach`: of an earlier board."""
    top = s.agenda[-1]
    kind = type(top)  # type() is faster than isinstance; Step classes are never subclassed
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
    """The move of a player who tries all moves, like the normal player."""
    legal = list(game.legal(s, seat))
    return legal[0] if len(legal) == 1 else PLAYER.best(s, seat, legal)


def quiet_move(game: Game[Any], s: CarcassonneState, seat: int) -> Move:
    """The default move."""
    return game.fallback(s, seat) or next(iter(game.legal(s, seat)))


def play_on(
    game: Game[Any],
    s: CarcassonneState,
    turns: int,
    first: Move | None = None,
    reach: Reach | None = None,
    glance: Look = glanced_move,
) -> None:
    """Play on with `glance` until `turns` turns after this one are over, before the next draw. Changes `s`. `first`:
    the answer to the current question; `reach`: of an earlier board."""
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
    """A copy of the position at the start of the look, at the end of this turn or the next (`turns_completed`). `s`:
    after the move to judge; `before`: before it; `first`, `reach`: as for `play_on`."""
    twin = s.copy()
    left = turns_completed(s, before)
    if left >= 0:
        play_on(game, twin, left, first, reach)
    elif s.hand >= 0 and s.drawn > before.drawn:
        twin.drawn -= 1  # the next tile is unknown
        twin.hand = NO_TILE
    return twin


def turns_completed(s: CarcassonneState, before: CarcassonneState) -> int:
    """The number of complete turns after the present one of `s` at the start of the look; -1: the previous turn.

    For a lay the look starts at the end of the turn; for later decisions, which mostly end it, one turn later. It is
    the same for all moves of a decision, whether they end the turn or not. With many modules it starts right after the
    move, because measurements favour the rest of the turn over the next one.
    """
    if is_crowded(s.hooks):
        return 0
    late = next_to_draw(before) != before.active
    return late - (s.active != before.active)


def play_to_end(game: Game[Any], s: CarcassonneState, first: Move | None) -> None:
    """Play the last tiles, weighing every move. Changes `s`. `first`: the answer to the current question."""
    play_on(game, s, len(s.pile), first, glance=weighed_move)


def is_last_turn(s: CarcassonneState) -> bool:
    """Whether all tiles are drawn."""
    return s.drawn == len(s.pile)
