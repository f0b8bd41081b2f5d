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

VEIL_OPACITY = 150


@dataclass(frozen=True, slots=True)
class CountedPlaces:
    """Tiles that count as a whole, and places of tiles."""

    cells: frozenset[Cell] = frozenset()
    places: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)

    @property
    def all_cells(self) -> list[Cell]:
        return sorted({*self.cells, *self.places}, key=lambda cell: (cell.y, cell.x))


def find_counted_places(view: CarcassonneView, cells: Iterable[Cell], places: Iterable[str]) -> CountedPlaces:
    """The counted places. A place stands for its whole feature on the given cells (on all without cells); a cell
    without a named feature counts as a whole."""
    whole_cells = frozenset(cells)
    parts_by_cell: dict[Cell, dict[str, None]] = {}
    laid = {laid_tile.cell for laid_tile in view.laid}
    for text in places:
        name, dot, place = text.partition(".")
        cell = Cell.parse(name)
        found = (feature for feature in view.features if (cell, place) in feature.places)
        feature = next(found, None) if dot else None
        if feature is None:
            whole_cells |= {cell}
            continue
        for feature_cell, part in feature.places:
            if (not whole_cells or feature_cell in whole_cells or feature_cell == cell) and feature_cell in laid:
                parts_by_cell.setdefault(feature_cell, {})[part] = None
    return CountedPlaces(
        whole_cells - parts_by_cell.keys(), {cell: tuple(parts) for cell, parts in parts_by_cell.items()}
    )


@cached_sprite
def counted_place_masks(
    tile: str, quarters: int, places: tuple[str, ...], side: int
) -> tuple[Image.Image, Image.Image]:
    """Masks of these places of a tile and of their outline."""
    areas = tile_areas(tile, quarters)
    area_of_place = tile_facts(tile, quarters).area_of_place()
    mask = Image.new("L", areas.index_map.size, 0)
    for place in places:
        name = area_of_place.get(place, "")
        if name in areas.names:
            mask.paste(255, (0, 0, *mask.size), areas.mask(name))
        else:  # a building or a bridge
            x, y = tile_shapes(tile, quarters).centre
            radius = 0.28
            box = [round(v * mask.width) for v in (x - radius, y - radius, x + radius, y + radius)]
            ImageDraw.Draw(mask).ellipse(box, fill=255)
    scaled = dilate_mask(mask, 2)
    scaled = scaled.resize((side, side), Image.Resampling.BILINEAR).point([255 if v > 127 else 0 for v in range(256)])
    rim = dilate_mask(scaled, max(2, round(side * 0.022)))
    rim.paste(0, (0, 0, side, side), scaled)
    return scaled, rim


def highlight_counted(board: BoardCanvas, counted: CountedPlaces) -> None:
    """Wash everything that is not counted and outline the rest."""
    side = board.side
    veil = Image.new("RGB", (side, side), board.look.shades.ground)
    ink = board.look.shades.ink
    veil_mask = Image.new("L", (side, side), VEIL_OPACITY)
    for laid in board.view.laid:
        if not board.layout.shows(laid.cell) or laid.cell in counted.cells:
            continue
        corner = board.layout.corner(laid.cell)
        parts = counted.places.get(laid.cell)
        if parts is None:
            board.canvas.paste(veil, corner, veil_mask)
            continue
        bright, rim = counted_place_masks(laid.tile, laid.turn // 90, parts, side)
        partial_veil = veil_mask.copy()
        partial_veil.paste(0, (0, 0, side, side), bright)
        board.canvas.paste(veil, corner, partial_veil)
        board.canvas.paste(ink, (*corner, corner[0] + side, corner[1] + side), rim)
    draw = ImageDraw.Draw(board.canvas)
    for cell in counted.cells:
        if not board.layout.shows(cell):
            continue
        x, y = board.layout.corner(cell)
        for dx, dy, edge_line in (
            (0, -1, (x, y, x + side, y)),
            (1, 0, (x + side, y, x + side, y + side)),
            (0, 1, (x, y + side, x + side, y + side)),
            (-1, 0, (x, y, x, y + side)),
        ):
            if (cell.x + dx, cell.y + dy) not in counted.cells:
                draw.line(edge_line, fill=ink, width=4)
