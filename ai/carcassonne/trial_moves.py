"""Trial moves: played on a copy up to the next chance event or decision."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from rules.carcassonne.expansion import Hooks
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.turn import AGAIN, END, LAY, draws_nothing
from rules.core import Chance, Context, Move, Step

NO_LUCK: Final = bytes(32)


class Silent(Context[CarcassonneState]):
    """A context that discards events."""

    __slots__ = ()
    wants_events = False

    def emit(self, key: str, **params: Any) -> None:
        pass


@cache
def halting_steps(hooks: Hooks) -> frozenset[type[Step[Any]]]:
    """The steps a trial stops before: they draw tiles, begin another part or turn, or end the game."""
    turn = (*hooks.steps_between_ranks(0, LAY), *hooks.steps_between_ranks(AGAIN, END + 1))
    return frozenset((*map(type, turn), *(step for _, step, _ in hooks.ending)))


def state_after_move(s: CarcassonneState, seat: int, move: Move) -> CarcassonneState:
    """The state after a legal move, before the next decision, draw, part or turn."""
    stops = halting_steps(s.hooks)
    new = s.copy()
    agenda = new.agenda
    ctx = Silent(new, Chance(NO_LUCK))
    at = len(agenda) - 1
    agenda[at] = agenda[at].apply_move(ctx, seat, move)
    while agenda and not agenda[-1].waiting(new):
        if type(agenda[-1]) in stops and not draws_nothing(new, agenda[-1]):
            break
        agenda.pop().run(ctx)
    return new
