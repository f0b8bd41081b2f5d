"""How strong a machine is, where nobody has said."""

from __future__ import annotations

from dataclasses import replace

import ai

from .model import Seat, Table

USUAL = "normal"


def list_machine_levels(effort: float = 1.0) -> tuple[str, ...]:
    """How strong machines can be, the weakest first. `effort`: how much is thought ahead here, 1 as usual; 0 not at
    all."""
    return tuple(
        level for level, player in ai.players_by_level().items() if effort or not getattr(player, "deep", False)
    )


def default_level() -> str:
    """The level of machines that were asked for without one, and of those that play on for somebody."""
    known = ai.players_by_level()
    return USUAL if USUAL in known else next(iter(known))


def rematch_level(seat: Seat, effort: float) -> str:
    """The level of a machine that plays once more: its own, where that is still to be had."""
    return seat.machine if seat.machine in list_machine_levels(effort) else default_level()


def is_thinking_level(seat: Seat) -> bool:
    """Whether the machine at that seat is of a level that thinks ahead."""
    return getattr(ai.players_by_level().get(seat.machine or ""), "deep", False)


def does_machine_think_ahead(seat: Seat, table: Table) -> bool:
    """Whether the machine at that seat thinks ahead, in the game of that table."""
    player = ai.players_by_level().get(seat.machine or "")
    return isinstance(player, ai.StrongPlayer) and player.thinks(type(table.state).__module__)


def with_quick_level(seat: Seat) -> Seat:
    """The seat as a machine has it that does not think ahead."""
    return replace(seat, machine=default_level()) if is_thinking_level(seat) else seat
