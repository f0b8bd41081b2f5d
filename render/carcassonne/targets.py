"""What a mark points at: a cell, a place of a tile, a bridge, a corner, or a part that only a module knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .crowd import CORNERS, home
from .extras import extras

Kind: TypeAlias = Literal["cell", "place", "bridge", "corner", "region", "band"]
AXES: Final = {"NS": (0.5, 0.26), "EW": (0.5, 0.5)}  # where the plate of a bridge lies: two may cross


@dataclass(frozen=True, slots=True)
class Target:
    """Where a mark lies; points and boxes in tiles from M50."""

    kind: Kind
    cells: tuple[Cell, ...]  # what must be shown
    at: tuple[float, float]
    part: str = ""  # place, axis or corner
    box: tuple[float, float, float, float] | None = None


def target(view: CarcassonneView, place: str) -> Target:
    """What a place means. ValueError for what is none."""
    for extra, seen in extras(view):
        box = extra.region(seen, place)
        if box is not None:
            cells = tuple(
                Cell(x, y) for y in range(int(box[1]), int(box[3]) + 1) for x in range(int(box[0]), int(box[2]) + 1)
            )
            return Target("region", cells, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), place, box)
    if place.startswith("lot-"):
        return Target("band", (), (0.0, 0.0), place)
    name, _, part = place.partition(".")
    if not part and name in CORNERS and view.just_laid is not None:
        name, part = str(view.just_laid), f"corner-{name}"
    cell = Cell.parse(name)
    if not part:
        return Target("cell", (cell,), (cell.x + 0.5, cell.y + 0.5))
    if part in AXES:
        x, y = AXES[part]
        return Target("bridge", (cell,), (cell.x + x, cell.y + y), part)
    laid = next((t for t in view.laid if t.cell == cell), None)
    x, y = home(laid.tile, laid.turn // 90, part) if laid else (0.5, 0.5)
    kind: Kind = "corner" if part.startswith("corner-") else "place"
    return Target(kind, (cell,), (cell.x + x, cell.y + y), part)


def cell_of(place: str) -> Cell:
    """The cell of a place: of `N50` and of `N50.road-E`."""
    return Cell.parse(place.partition(".")[0])
