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
    step = s.agenda[-1]
    kind = type(step)  # type() is faster than isinstance; Step classes are never subclassed
    if kind is LayTile:
        move = Glance(s, seat, reach).best_lay()
        if move is not None:
            return move
    elif kind is DeployFigure:
        move = Glance(s, seat, reach).best_deployment()
        try:
            step.check(s, seat, move)
        except RulesError:
            return quiet_move(game, s, seat)
        return move
    return quiet_move(game, s, seat)


ChooseMove = Callable[[Game[Any], CarcassonneState, int, Reach], Move]


def weighed_move(game: Game[Any], s: CarcassonneState, seat: int, reach: Reach | None = None) -> Move:
    """The move of a player who tries all moves, like the normal player."""
    legal = list(game.legal(s, seat))
    return legal[0] if len(legal) == 1 else PLAYER.best_move(s, seat, legal)


def quiet_move(game: Game[Any], s: CarcassonneState, seat: int) -> Move:
    """The default move."""
    return game.default_move(s, seat) or next(iter(game.legal(s, seat)))


def play_on(
    game: Game[Any],
    s: CarcassonneState,
    turns: int,
    first: Move | None = None,
    reach: Reach | None = None,
    choose: ChooseMove = glanced_move,
) -> None:
    """Play on with moves of `choose` until `turns` turns after this one are over, before the next draw. Changes `s`.
    `first`: the answer to the current question; `reach`: of an earlier board."""
    reach = reach or Reach(s.board)
    ctx = Silent(s, Chance(s.key, s.used))
    agenda = s.agenda
    while agenda:
        step = agenda[-1]
        waiting = step.waiting(s)
        if waiting:
            seat = min(waiting)
            move = first or choose(game, s, seat, reach)
            first = None
            at = len(agenda) - 1
            agenda[at] = agenda[at].apply_move(ctx, seat, move)
            continue
        if type(step) is EndTurn:
            if not turns and s.drawn < len(s.pile):
                return
            turns -= 1
        agenda.pop().run(ctx)


def position_to_judge(
    game: Game[Any], s: CarcassonneState, before: CarcassonneState, first: Move | None, reach: Reach | None = None
) -> CarcassonneState:
    """A copy of the position at the start of the look, at the end of this turn or the next (`turns_completed`). `s`:
    after the move to judge; `before`: before it; `first`, `reach`: as for `play_on`."""
    judged = s.copy()
    turns = turns_completed(s, before)
    if turns >= 0:
        play_on(game, judged, turns, first, reach)
    elif s.hand >= 0 and s.drawn > before.drawn:
        judged.drawn -= 1  # the next tile is unknown
        judged.hand = NO_TILE
    return judged


def turns_completed(s: CarcassonneState, before: CarcassonneState) -> int:
    """The number of complete turns after the present one of `s` at the start of the look; -1: the previous turn.

    For a lay the look starts at the end of the turn; for later decisions, which mostly end it, one turn later. It is
    the same for all moves of a decision, whether they end the turn or not. With many modules it starts right after the
    move, because measurements favour the rest of the turn over the next one.
    """
    if is_crowded(s.hooks):
        return 0
    is_after_lay = next_to_draw(before) != before.active
    has_turn_ended = s.active != before.active
    return is_after_lay - has_turn_ended


def play_to_end(game: Game[Any], s: CarcassonneState, first: Move | None) -> None:
    """Play the last tiles, weighing every move. Changes `s`. `first`: the answer to the current question."""
    play_on(game, s, len(s.pile), first, choose=weighed_move)
