"""Levels of machines."""

from __future__ import annotations

from dataclasses import replace

import ai

from .model import Seat, Table

USUAL = "normal"


def list_machine_levels(effort: float = 1.0) -> tuple[str, ...]:
    """Available levels, weakest first. `effort`: share of the usual search effort; 0: no search."""
    players = ai.players_by_level().items()
    return tuple(level for level, player in players if effort or not getattr(player, "deep", False))


def default_level() -> str:
    """The default level, also for machines that stand in."""
    known = ai.players_by_level()
    return USUAL if USUAL in known else next(iter(known))


def rematch_level(seat: Seat, effort: float) -> str:
    """The level of a machine in a rematch: its own if available."""
    return seat.machine if seat.machine in list_machine_levels(effort) else default_level()


def is_thinking_level(seat: Seat) -> bool:
    """Whether the machine has a searching level."""
    return getattr(ai.players_by_level().get(seat.machine or ""), "deep", False)


def does_machine_think_ahead(seat: Seat, table: Table) -> bool:
    """Whether the machine searches in this game."""
    player = ai.players_by_level().get(seat.machine or "")
    return isinstance(player, ai.StrongPlayer) and player.has_expert(type(table.state).__module__)


def with_quick_level(seat: Seat) -> Seat:
    """The seat with a machine that does not search."""
    return replace(seat, machine=default_level()) if is_thinking_level(seat) else seat
