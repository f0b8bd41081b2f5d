"""The moves of Abbey & Mayor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.carcassonne.cells import Cell, Spot
from rules.carcassonne.moves import Pass
from rules.core import Move


@dataclass(frozen=True, slots=True)
class LayAbbey(Move):
    """Lay one's abbey in a hole instead of drawing a tile: `abbey N50`."""

    kind: ClassVar[str] = "abbey"
    cell: Cell


@dataclass(frozen=True, slots=True)
class PutBarn(Move):
    """Put one's barn on a corner of the tile just laid: `barn SE`."""

    kind: ClassVar[str] = "barn"
    corner: str


@dataclass(frozen=True, slots=True)
class MoveWagon(Move):
    """Move the wagon from a scored feature: `wagon L51.road-S`."""

    kind: ClassVar[str] = "wagon"
    spot: Spot


CORNERS: Final = ("NE", "SE", "SW", "NW")  # corner c lies between the edges c and c + 1
BARNS: Final = tuple(map(PutBarn, CORNERS))
PASS_ABBEY: Final = Pass("abbey")
PASS_WAGON: Final = Pass("wagon")
