"""Base classes of the steps, which check for victory after every change."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase

from .places import OUT
from .state import CatanState, Ctx
from .state import CatanStep as BareStep


class CatanStep(BareStep):
    """A step of Catan. Subclasses implement `carry_out_move` and `carry_out_step`; `apply_move` and `run` add the check
    for victory."""

    __slots__ = ()

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> Self:
        ctx.s.changed = ()
        step = self.carry_out_move(ctx, seat, move)
        check_victory(ctx)
        return step

    def run(self, ctx: Ctx) -> None:
        self.carry_out_step(ctx)
        check_victory(ctx)

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> Self:
        """Carry out a legal move; returns the updated step."""
        raise NotImplementedError

    def carry_out_step(self, ctx: Ctx) -> None:
        """Execute the step when no seat is waited for."""


def check_victory(ctx: Ctx) -> None:
    """The active player wins as soon as they have enough points."""  # catan.md 2.10, 11
    s = ctx.s
    if s.total_points(s.active) >= s.hooks.goal and not s.building and s.winner == OUT:
        s.winner = s.active
        ctx.push(VICTORY)


@dataclass(frozen=True, slots=True)
class Victory(BareStep):
    """End the game, whatever else is on the agenda."""

    kind: ClassVar[str] = "catan.victory"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        s.agenda.clear()
        s.offer = None
        totals = [s.total_points(seat) for seat in range(s.seats)]
        ctx.emit("catan.game.over", reveals=True, seat=s.winner, points=totals[s.winner], scores=totals)


VICTORY: Final = Victory()


@dataclass(frozen=True, slots=True)
class Ask(CatanStep):
    """One decision of one player."""

    phrase_key: ClassVar[str]  # its part of the keys of phrases: `catan.task.robber`
    seat: int
    done: bool = False

    def waiting(self, s: CatanState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[self.seat]

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase(f"catan.task.{self.phrase_key}")

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> Self:
        self.apply_choice(ctx, move)
        return replace(self, done=True)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        """Carry out the choice."""
        raise NotImplementedError


def illegal_move_error(move: Move) -> IllegalMove:
    """The refusal of a move without a more specific reason."""
    return IllegalMove("move.illegal", move=str(move))
