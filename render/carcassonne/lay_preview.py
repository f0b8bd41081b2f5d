"""Pictures of a single lay: the tile large on its spot with its places, and its turns side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.core.fonts import REGULAR, capitals_middle, fit_text, text_sprite
from render.core.look import GOLD, GOLD_INK, Look, Mark
from render.core.shapes import paste_centred, plate_sprite, spread_plates
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .areas import figure_places
from .board import Drawing
from .board_figures import draw_figures
from .descriptions import place_legend
from .expansions import extras_in_view
from .extras import BoardCanvas
from .figure_spots import CORNERS
from .figure_sprites import follower_sprite
from .layout import Box, Layout
from .targets import find_target
from .tile_sprites import tile_sprite

SIZE = (900, 720)
TILE = 400
ROW = 46
ONE_COLUMN = 5  # places up to which each has a line of its own, wide enough to be read on a phone
WASH = 0.42


def _draw_neighbours(
    canvas: Image.Image, view: CarcassonneView, look: Look, cell: Cell, at: tuple[int, int], side: int, area: Box
) -> None:
    """The land around a cell with everything on it, washed with the background."""
    layout = neighbour_layout(canvas.size, cell, at, side)
    desk = BoardCanvas(canvas, view, look, layout)
    for laid in view.laid:
        if laid.cell != cell and layout.shows(laid.cell):
            canvas.paste(tile_sprite(laid.tile, laid.turn // 90, side), layout.corner(laid.cell))
    for extra, seen in extras_in_view(view):
        extra.ground(desk, seen)
    draw_figures(desk, 0.8, {laid.cell for laid in view.laid} - {cell})
    veil = Image.new("RGB", canvas.size, look.shades.ground)
    canvas.paste(Image.blend(canvas, veil, WASH).crop(area), area[:2])


def neighbour_layout(size: tuple[int, int], cell: Cell, at: tuple[int, int], side: int) -> Layout:
    """The plan of what is seen of the neighbours."""
    west, north = -(-at[0] // side), -(-at[1] // side)
    first = (cell.x - west, cell.y - north)
    east, south = -(-(size[0] - at[0]) // side), -(-(size[1] - at[1]) // side)
    corner = (at[0] - west * side, at[1] - north * side)
    return Layout(size, side, corner, first, (west + east, north + south), None, (0, 0, 0, 0))


def _single_tile_image(view: CarcassonneView, look: Look, cell: Cell, tile: str, turn: int, side: int) -> Image.Image:
    """The tile with what lies and stands on it."""
    canvas = tile_sprite(tile, turn // 90, side).copy()
    if any(laid.cell == cell for laid in view.laid):
        desk = BoardCanvas(canvas, view, look, Layout((side, side), side, (0, 0), cell, (1, 1), None, (0, 0, 0, 0)))
        for extra, seen in extras_in_view(view):
            extra.ground(desk, seen)
        draw_figures(desk, 0.7)
    return canvas


def _paste_in_gold_frame(canvas: Image.Image, tile: Image.Image, at: tuple[int, int], side: int) -> None:
    draw = ImageDraw.Draw(canvas)
    x, y = at
    draw.rounded_rectangle((x - 10, y - 10, x + side + 9, y + side + 9), 14, fill=GOLD_INK)
    draw.rounded_rectangle((x - 7, y - 7, x + side + 6, y + side + 6), 11, fill=GOLD)
    canvas.paste(tile, at)


def legend_note(view: CarcassonneView, look: Look, cell: Cell, tile: str, quarters: int, mark: Mark) -> str:
    """What the legend says of a place."""
    return mark.note or place_legend(view, look.say, cell, tile, quarters, mark.place.partition(".")[2] or mark.token)


def _draw_ghost_bridges(
    canvas: Image.Image, view: CarcassonneView, marks: Sequence[Mark], ghosts: Sequence[str], layout: Layout
) -> None:
    """Bridges that would be built, and those one may build."""
    for place in dict.fromkeys((*ghosts, *(m.place for m in marks))):
        found = find_target(view, place)
        if found.ghost is not None and layout.shows(found.cells[0]):
            deck = found.ghost(layout.side)
            canvas.paste(deck, layout.corner(found.cells[0]), deck)


def preview_mark_spot(
    view: CarcassonneView, cell: Cell, tile: str, turn: int, layout: Layout, mark: Mark
) -> tuple[float, float]:
    """Where a mark of the preview lies: on the tile, even if it does not lie there yet."""
    part = mark.place.partition(".")[2] or mark.token
    side = layout.side
    x, y = layout.corner(cell)
    if part in figure_places(tile, turn // 90):
        u, v = figure_places(tile, turn // 90)[part]
    elif part.removeprefix("corner-") in CORNERS:
        u, v = CORNERS[part.removeprefix("corner-")]
    else:
        there = find_target(view, mark.place)
        u, v = (there.at[0] - cell.x, there.at[1] - cell.y) if there.ghost is not None else (0.5, 0.5)
    return x + u * side, y + v * side


def draw_lay_preview(
    view: CarcassonneView,
    look: Look,
    cell: Cell,
    tile: str,
    turn: int,
    marks: Sequence[Mark],
    ghosts: Sequence[str] = (),
) -> Drawing:
    """One tile large on its spot, neighbours washed, a plate with its token on each place, a legend below."""
    rows = len(marks) if len(marks) <= ONE_COLUMN else -(-len(marks) // 2)
    below = ROW * rows + 20 if rows else 0
    canvas = Image.new("RGB", SIZE, look.shades.ground)
    area = (0, 0, SIZE[0], SIZE[1] - below)
    at = ((SIZE[0] - TILE) // 2, (area[3] - TILE) // 2)
    _draw_neighbours(canvas, view, look, cell, at, TILE, area)
    _paste_in_gold_frame(canvas, _single_tile_image(view, look, cell, tile, turn, TILE), at, TILE)
    neighbours = neighbour_layout(SIZE, cell, at, TILE)
    _draw_ghost_bridges(canvas, view, marks, ghosts, neighbours)
    plates = [plate_sprite(m.token, 40, 190, floor=22) for m in marks]
    middles = []
    for mark, sprite in zip(marks, plates, strict=True):
        x, y = preview_mark_spot(view, cell, tile, turn, neighbours, mark)
        middles.append([x, y, float(sprite.width - 8), float(sprite.height - 8)])
    spread_plates(middles, (at[0] - 20, at[1] - 6, at[0] + TILE + 20, at[1] + TILE + 6))
    boxes = [
        (m.token, paste_centred(canvas, sprite, (p[0], p[1])))
        for m, sprite, p in zip(marks, plates, middles, strict=True)
    ]
    if rows:
        boxes += _draw_preview_legend(canvas, view, look, cell, tile, turn, marks, below)
    layout = Layout(SIZE, TILE, at, cell, (1, 1), None, (0, area[3], SIZE[0], SIZE[1]))
    return Drawing(canvas, layout, boxes)


def _draw_preview_legend(
    canvas: Image.Image,
    view: CarcassonneView,
    look: Look,
    cell: Cell,
    tile: str,
    turn: int,
    marks: Sequence[Mark],
    high: int,
) -> list[tuple[str, Box]]:
    draw = ImageDraw.Draw(canvas)
    top = SIZE[1] - high
    draw.rectangle((0, top, *SIZE), fill=look.shades.panel)
    draw.line((0, top, SIZE[0], top), fill=look.shades.line, width=2)
    left = 16
    seat = view.drawn.seat if view.drawn else min(view.tasks, default=view.active)
    boxes: list[tuple[str, Box]] = []
    if seat is not None:
        sprite = follower_sprite(look.seats[seat].letter, min(72, high - 16), False, False)
        x = SIZE[0] - 10 - sprite.width if look.mirrored else 10
        boxes.append(("seat", paste_centred(canvas, sprite, (x + sprite.width / 2, top + high / 2))))
        left = 20 + sprite.width
    columns = 1 if len(marks) <= ONE_COLUMN else 2
    wide = (SIZE[0] - left - 10) // columns
    for i, mark in enumerate(marks):
        row, column = divmod(i, columns)
        x, y = left + column * wide, top + 10 + row * ROW + ROW / 2
        sprite = plate_sprite(mark.token, 38, 172, floor=22)
        words = legend_note(view, look, cell, tile, turn // 90, mark)
        shown, size, width = fit_text(words, wide - sprite.width - 12, 27, REGULAR, 18)
        name = text_sprite(shown, size, REGULAR, width, look.shades.ink)
        if look.mirrored:
            boxes.append((f"legend {mark.token}", paste_centred(canvas, sprite, (SIZE[0] - x - sprite.width / 2, y))))
            spot = (SIZE[0] - x - sprite.width - 6 - name.width, round(y - capitals_middle(size)))
        else:
            boxes.append((f"legend {mark.token}", paste_centred(canvas, sprite, (x + sprite.width / 2, y))))
            spot = (x + sprite.width + 2, round(y - capitals_middle(size)))
        canvas.paste(name, spot, name)
        boxes.append((f"words {mark.token}", (*spot, spot[0] + name.width, spot[1] + name.height)))
    return boxes


def draw_legal_turns(view: CarcassonneView, look: Look, cell: Cell, tile: str, legal: Sequence[int]) -> Drawing:
    """The neighbourhood once per legal turn, side by side, captioned with the token of the turn."""
    count = max(1, len(legal))
    wide, gap = 1200, 18
    panel = min(430, (wide - gap * (count + 1)) // count)
    side = round(panel * 0.5)
    high = panel + 84
    canvas = Image.new("RGB", (wide, high), look.shades.ground)
    boxes = []
    left = (wide - count * panel - (count - 1) * gap) // 2
    for i, turn in enumerate(legal):
        x = left + i * (panel + gap)
        part = Image.new("RGB", (panel, panel), look.shades.ground)
        at = ((panel - side) // 2, (panel - side) // 2)
        _draw_neighbours(part, view, look, cell, at, side, (0, 0, panel, panel))
        _paste_in_gold_frame(part, tile_sprite(tile, turn // 90, side), at, side)
        canvas.paste(part, (x, 16))
        ImageDraw.Draw(canvas).rectangle((x, 16, x + panel - 1, 15 + panel), outline=look.shades.line, width=2)
        boxes.append(
            (f"{turn}°", paste_centred(canvas, plate_sprite(f"{turn}°", 46, 140), (x + panel / 2, panel + 48)))
        )
    return Drawing(canvas, Layout((wide, high), side, (left, 16), cell, (1, 1), None, (0, 0, 0, 0)), boxes)
