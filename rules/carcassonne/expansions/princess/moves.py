"""The moves of The Princess & the Dragon; the portal needs none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.carcassonne.cells import Cell, Spot
from rules.core import Move


@dataclass(frozen=True, slots=True)
class MoveDragon(Move):
    """Move the dragon one tile: `dragon N51`."""

    kind: ClassVar[str] = "dragon"
    cell: Cell


@dataclass(frozen=True, slots=True)
class MoveFairy(Move):
    """Move the fairy to a tile with an own follower, instead of deploying: `fairy N50`."""

    kind: ClassVar[str] = "fairy"
    cell: Cell


@dataclass(frozen=True, slots=True)
class SendHome(Move):
    """Send a knight home from the city of the princess: `princess L51.city-N`."""

    kind: ClassVar[str] = "princess"
    spot: Spot
