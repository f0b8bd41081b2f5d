"""The form of every step: after whatever happens the active player may have won."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from rules.core import ALONE, NOBODY, IllegalMove, Move, Phrase

from .state import CatanState, Ctx
from .state import CatanStep as BareStep


class CatanStep(BareStep):
    """A step of Catan. `answer` and `happen` stand for `take` and `run`, with the look at the points after them."""

    __slots__ = ()

    def take(self, ctx: Ctx, seat: int, move: Move) -> Self:
        ctx.s.changed = ()
        step = self.answer(ctx, seat, move)
        check_victory(ctx)
        return step

    def run(self, ctx: Ctx) -> None:
        self.happen(ctx)
        check_victory(ctx)

    def answer(self, ctx: Ctx, seat: int, move: Move) -> Self:
        """Carry out a legal move; returns the step as it then stands."""
        raise NotImplementedError

    def happen(self, ctx: Ctx) -> None:
        """Nobody is waited for (any more)."""


def check_victory(ctx: Ctx) -> None:
    """The player whose turn it is wins as soon as the points are there."""  # catan.md 2.10, 11
    s = ctx.s
    if s.points[s.active] + s.hidden[s.active] >= s.hooks.goal and not s.building and s.winner < 0:
        s.winner = s.active
        ctx.push(VICTORY)


@dataclass(frozen=True, slots=True)
class Victory(BareStep):
    """The game is over, whatever else was to be done."""

    kind: ClassVar[str] = "catan.victory"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        s.agenda.clear()
        s.offer = None
        totals = [s.total(seat) for seat in range(s.seats)]
        ctx.emit("catan.game.over", reveals=True, seat=s.winner, points=totals[s.winner], scores=totals)


VICTORY: Final = Victory()


@dataclass(frozen=True, slots=True)
class Ask(CatanStep):
    """One decision of one player."""

    word: ClassVar[str]  # of its task
    seat: int
    done: bool = False

    def waiting(self, s: CatanState) -> Collection[int]:
        return NOBODY if self.done else ALONE[self.seat]

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase(f"catan.task.{self.word}")

    def answer(self, ctx: Ctx, seat: int, move: Move) -> Self:
        self.decided(ctx, move)
        return replace(self, done=True)

    def decided(self, ctx: Ctx, move: Move) -> None:
        """Carry out the choice."""
        raise NotImplementedError


def plain_refusal(move: Move) -> IllegalMove:
    """The plain refusal."""
    return IllegalMove("move.illegal", move=str(move))
