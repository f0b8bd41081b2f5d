"""Highlights counted places: whole tiles, or only the named roads, cities and fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.shapes import dilate_mask
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .areas import tile_areas
from .extras import BoardCanvas
from .facts import tile_facts
from .shapes import tile_shapes

VEIL = 150


@dataclass(frozen=True, slots=True)
class Counted:
    """Tiles that count as a whole, and places of tiles."""

    cells: frozenset[Cell] = frozenset()
    places: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)

    @property
    def all(self) -> list[Cell]:
        return sorted({*self.cells, *self.places}, key=lambda cell: (cell.y, cell.x))


def find_counted_places(view: CarcassonneView, cells: Iterable[Cell], places: Iterable[str]) -> Counted:
    """The counted places. A place stands for its whole feature on the given cells (on all without cells); a cell
    without a named feature counts as a whole."""
    given = frozenset(cells)
    found: dict[Cell, dict[str, None]] = {}
    laid = {t.cell for t in view.laid}
    for text in places:
        name, dot, place = text.partition(".")
        cell = Cell.parse(name)
        feature = next((f for f in view.features if (cell, place) in f.places), None) if dot else None
        if feature is None:
            given |= {cell}
            continue
        for there, part in feature.places:
            if (not given or there in given or there == cell) and there in laid:
                found.setdefault(there, {})[part] = None
    return Counted(given - found.keys(), {cell: tuple(parts) for cell, parts in found.items()})


@cached_sprite
def counted_place_masks(tile: str, quarters: int, parts: tuple[str, ...], side: int) -> tuple[Image.Image, Image.Image]:
    """Masks of these places of a tile and of their outline."""
    found = tile_areas(tile, quarters)
    names = tile_facts(tile, quarters).places()
    mask = Image.new("L", found.map.size, 0)
    for part in parts:
        name = names.get(part, "")
        if name in found.names:
            mask.paste(255, (0, 0, *mask.size), found.mask(name))
        else:  # a building or a bridge
            x, y = tile_shapes(tile, quarters).centre
            r = 0.28
            box = [round(v * mask.width) for v in (x - r, y - r, x + r, y + r)]
            ImageDraw.Draw(mask).ellipse(box, fill=255)
    wide = dilate_mask(mask, 2)
    wide = wide.resize((side, side), Image.Resampling.BILINEAR).point([255 if v > 127 else 0 for v in range(256)])
    rim = dilate_mask(wide, max(2, round(side * 0.022)))
    rim.paste(0, (0, 0, side, side), wide)
    return wide, rim


def highlight_counted(desk: BoardCanvas, what: Counted) -> None:
    """Wash everything that is not counted and outline the rest."""
    side = desk.side
    veil = Image.new("RGB", (side, side), desk.look.shades.ground)
    ink = desk.look.shades.ink
    all_ = Image.new("L", (side, side), VEIL)
    for laid in desk.view.laid:
        if not desk.layout.shows(laid.cell) or laid.cell in what.cells:
            continue
        at = desk.layout.corner(laid.cell)
        parts = what.places.get(laid.cell)
        if parts is None:
            desk.canvas.paste(veil, at, all_)
            continue
        bright, rim = counted_place_masks(laid.tile, laid.turn // 90, parts, side)
        some = all_.copy()
        some.paste(0, (0, 0, side, side), bright)
        desk.canvas.paste(veil, at, some)
        desk.canvas.paste(ink, (*at, at[0] + side, at[1] + side), rim)
    draw = ImageDraw.Draw(desk.canvas)
    for cell in what.cells:
        if not desk.layout.shows(cell):
            continue
        x, y = desk.layout.corner(cell)
        for dx, dy, line in (
            (0, -1, (x, y, x + side, y)),
            (1, 0, (x + side, y, x + side, y + side)),
            (0, 1, (x, y + side, x + side, y + side)),
            (-1, 0, (x, y, x, y + side)),
        ):
            if (cell.x + dx, cell.y + dy) not in what.cells:
                draw.line(line, fill=ink, width=4)
