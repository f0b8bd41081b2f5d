"""The moves of the base game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.core import Move

from .cells import Cell, Spot, Turn


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Lay the drawn tile: `place N50 90`. River tiles and lakes too."""

    kind: ClassVar[str] = "place"
    cell: Cell
    turn: Turn


@dataclass(frozen=True, slots=True)
class Deploy(Move):
    """Put a figure of the supply on the board: `deploy follower N50.road-E`."""

    kind: ClassVar[str] = "deploy"
    figure: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Let an option go by; `step` says which, so that a late click cannot mean another: `pass figure`."""

    kind: ClassVar[str] = "pass"
    step: str
