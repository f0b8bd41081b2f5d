"""The Bell Tower lowers the number of districts that complete a city by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.citadels import effects
from rules.citadels.decisions import Ask
from rules.citadels.hooks import District
from rules.citadels.moves import DistrictMove, Pass
from rules.citadels.state import CitadelsState, Ctx
from rules.core import Move

PASS: Final = Pass("bell_tower")
FULL: Final = 8  # the goal of a regular game


@dataclass(frozen=True, slots=True)
class RingBell(DistrictMove):
    """Lower the goal by one: `district-bell-tower`."""

    kind: ClassVar[str] = "district-bell-tower"


@dataclass(frozen=True, slots=True)
class AskToRingBell(Ask):
    """Ask the builder whether to lower the goal."""

    kind: ClassVar[str] = "cit.bell_tower"
    phrase_key: ClassVar[str] = "bell_tower"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [RingBell(), PASS]

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        s = ctx.s
        if not isinstance(move, RingBell):
            ctx.emit("cit.bell_tower.passed", seat=self.seat)
            return
        s.goal -= 1
        s.lowered = True
        ctx.emit("cit.bell_tower.used", seat=self.seat, n=s.goal)
        complete = tuple(seat for seat in range(s.seats) if s.has_complete_city(seat))
        if complete:
            effects.begin_last_round(ctx, complete)


class BellTower(District):
    key = "bell_tower"
    moves = (RingBell,)

    def is_of_little_use(self, cast: Sequence[str], target: int) -> bool:
        return target < FULL

    def on_built(self, ctx: Ctx, seat: int) -> None:
        """Not asked if the end is already certain."""
        if not ctx.s.ended:
            ctx.push(AskToRingBell(seat))

    def on_destroyed(self, ctx: Ctx, owner: int) -> None:
        s = ctx.s
        if s.lowered and not s.ended:
            s.lowered = False
            s.goal += 1
            ctx.emit("cit.bell_tower.silent", n=s.goal)


RULE = BellTower
