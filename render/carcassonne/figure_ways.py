"""Draws the way of a neutral figure over a board or cut-out, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import rgb
from render.core.shapes import SMOOTH, Point, add_shadow, paste_centred, scale_down
from rules.carcassonne.cells import Cell

from .busy_map import Room
from .colours import WAY
from .layout import Layout

RED, DARK, PALE = WAY, rgb("#2A0B08"), rgb("#FFF3E4")
STEP: Final = 42  # least disc of a step; its number is 11 px high in a picture shown 400 px wide
NUMBERED: Final = 56  # least side of tiles with numbers; on smaller ones the arrow suffices


@cached_sprite
def step_disc(number: int, wide: int) -> Image.Image:
    """A disc with the number of a step."""
    pad = 3
    size = (wide + 2 * pad) * SMOOTH
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    draw = ImageDraw.Draw(image)
    for inset, ink in ((0, DARK), (2, PALE), (4, RED)):
        edge = (pad + inset) * SMOOTH
        draw.ellipse((edge, edge, size - edge - 1, size - edge - 1), fill=(*ink, 255))
    done = add_shadow(scale_down(image, (wide + 2 * pad, wide + 2 * pad)), 1.6, 0.5, (1, 2))
    high = round(wide * 0.78)
    words = text_sprite(str(number), high, BOLD, 100, DARK)
    done.alpha_composite(
        words, (round((done.width - words.width) / 2), round(done.height / 2 - capitals_middle(high, BOLD)))
    )
    return done


def cell_middles(layout: Layout, cells: Sequence[Cell]) -> list[Point]:
    """The middles of the cells in pixels."""
    half = layout.side / 2
    return [(x + half, y + half) for x, y in (layout.corner(cell) for cell in cells)]


def draw_way(canvas: Image.Image, layout: Layout, cells: Sequence[Cell], room: Room | None = None) -> None:
    """Draws the way below the figures: a ring at its start, an arrow at its end. Makes it busy in `room`."""
    if len(cells) < 2:
        return
    first = (min(cell.x for cell in cells), min(cell.y for cell in cells))
    line = _way_line_sprite(tuple((cell.x - first[0], cell.y - first[1]) for cell in cells), layout.side)
    left, top = layout.corner(first)
    canvas.paste(line, (left, top), line)
    if room is not None:
        room.take_mask(line.getchannel("A"), (left, top))


@cached_sprite
def _way_line_sprite(cells: tuple[tuple[int, int], ...], side: int) -> Image.Image:
    """The way through these cells, for tiles of that side."""
    smooth = 2
    wide = min(8, max(3, round(side * 0.07)))
    size = ((max(x for x, _ in cells) + 1) * side, (max(y for _, y in cells) + 1) * side)
    image = Image.new("RGBA", (size[0] * smooth, size[1] * smooth), (*RED, 0))
    draw = ImageDraw.Draw(image)
    line: list[Point] = [((x + 0.5) * side * smooth, (y + 0.5) * side * smooth) for x, y in cells]
    start, ring, end = line[0], side * 0.3 * smooth, side * 0.2 * smooth
    line[0] = _point_toward(line[0], line[1], ring)
    tip, line[-1] = _point_toward(line[-1], line[-2], end), _point_toward(line[-1], line[-2], end * 1.7)
    for more, ink in ((2.4, DARK), (1.2, PALE), (0.0, RED)):
        broad = round((wide + 2 * more) * smooth)
        draw.line(line, fill=(*ink, 255), width=broad, joint="curve")
        head = _arrow_head(line[-1], tip, (wide * 1.5 + more * 1.6) * smooth, more * 1.6 * smooth)
        draw.polygon(head, fill=(*ink, 255))
        r = ring + more * smooth
        draw.ellipse((start[0] - r, start[1] - r, start[0] + r, start[1] + r), outline=(*ink, 255), width=broad)
    return image.resize(size, Image.Resampling.BOX)


def _point_toward(a: Point, b: Point, length: float) -> Point:
    """The point at distance `length` from a in the direction of b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = max(1.0, (dx * dx + dy * dy) ** 0.5)
    return a[0] + dx / far * length, a[1] + dy / far * length


def _arrow_head(base: Point, tip: Point, half: float, more: float) -> list[Point]:
    """The points of an arrow head."""
    dx, dy = tip[0] - base[0], tip[1] - base[1]
    far = max(1.0, (dx * dx + dy * dy) ** 0.5)
    dx, dy = dx / far, dy / far
    back, front = (base[0] - dx * more, base[1] - dy * more), (tip[0] + dx * more, tip[1] + dy * more)
    return [front, (back[0] - dy * half, back[1] + dx * half), (back[0] + dy * half, back[1] - dx * half)]


def draw_step_numbers(canvas: Image.Image, layout: Layout, cells: Sequence[Cell], room: Room | None = None) -> None:
    """Draws the number of each step above the figures, on the border between its two tiles, so that the middles stay
    visible. Nothing on small tiles."""
    if layout.side < NUMBERED:
        return
    wide = min(max(STEP, round(layout.side * 0.36)), layout.side - 2)
    for number, (a, b) in enumerate(pairwise(cell_middles(layout, cells)), 1):
        spot = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        paste_centred(canvas, step_disc(number, wide), spot)
        if room is not None:
            room.take_round(spot, wide / 2)


def draw_arrow_heads(canvas: Image.Image, layout: Layout, cells: Sequence[Cell]) -> None:
    """Draws an arrow head at each border that the way crosses, instead of numbers."""
    draw = ImageDraw.Draw(canvas)
    for a, b in pairwise(cell_middles(layout, cells)):
        middle_of = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        length = layout.side * 0.12
        for more, ink in ((4.0, DARK), (2.5, PALE), (0.0, RED)):
            tip = _point_toward(middle_of, b, length + more)
            base = _point_toward(middle_of, a, length + more * 0.6)
            draw.polygon(_arrow_head(base, tip, length + more, 0), fill=ink)
