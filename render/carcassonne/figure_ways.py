"""Draws the way of a neutral figure over a board or cut-out, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.fonts import BOLD, centre_text, text_sprite
from render.core.look import rgb
from render.core.shapes import SMOOTH, Point, add_shadow, paste_centred, scale_down
from rules.carcassonne.cells import Cell

from .busy_map import BusyMap
from .colours import WAY
from .layout import Layout

WAY_COLOUR, DARK, PALE = WAY, rgb("#2A0B08"), rgb("#FFF3E4")
STEP: Final = 42  # least disc of a step; its number is 11 px high in a picture shown 400 px wide
LEAST_NUMBERED_TILE_PX: Final = 56  # least side of tiles with numbers; on smaller ones the arrow suffices


@cached_sprite
def step_disc(number: int, diameter: int) -> Image.Image:
    """A disc with the number of a step."""
    margin = 3
    size = (diameter + 2 * margin) * SMOOTH
    image = Image.new("RGBA", (size, size), (*DARK, 0))
    draw = ImageDraw.Draw(image)
    for inset, ink in ((0, DARK), (2, PALE), (4, WAY_COLOUR)):
        edge = (margin + inset) * SMOOTH
        draw.ellipse((edge, edge, size - edge - 1, size - edge - 1), fill=(*ink, 255))
    disc = add_shadow(scale_down(image, (diameter + 2 * margin, diameter + 2 * margin)), 1.6, 0.5, (1, 2))
    font_size = round(diameter * 0.78)
    number_image = text_sprite(str(number), font_size, BOLD, 100, DARK)
    centre_text(disc, number_image, font_size, BOLD)
    return disc


def cell_middles(layout: Layout, cells: Sequence[Cell]) -> list[Point]:
    """The middles of the cells in pixels."""
    half = layout.side / 2
    return [(x + half, y + half) for x, y in (layout.corner(cell) for cell in cells)]


def draw_way(canvas: Image.Image, layout: Layout, cells: Sequence[Cell], busy_map: BusyMap | None = None) -> None:
    """Draws the way below the figures: a ring at its start, an arrow at its end. Makes it busy in `busy_map`."""
    if len(cells) < 2:
        return
    first_cell = (min(cell.x for cell in cells), min(cell.y for cell in cells))
    line = _way_line_sprite(tuple((cell.x - first_cell[0], cell.y - first_cell[1]) for cell in cells), layout.side)
    left, top = layout.corner(first_cell)
    canvas.paste(line, (left, top), line)
    if busy_map is not None:
        busy_map.mark_mask_busy(line.getchannel("A"), (left, top))


@cached_sprite
def _way_line_sprite(cells: tuple[tuple[int, int], ...], side: int) -> Image.Image:
    """The way through these cells, for tiles of that side."""
    supersampling = 2
    line_width = min(8, max(3, round(side * 0.07)))
    size = ((max(x for x, _ in cells) + 1) * side, (max(y for _, y in cells) + 1) * side)
    image = Image.new("RGBA", (size[0] * supersampling, size[1] * supersampling), (*WAY_COLOUR, 0))
    draw = ImageDraw.Draw(image)
    line: list[Point] = [((x + 0.5) * side * supersampling, (y + 0.5) * side * supersampling) for x, y in cells]
    start, ring_radius, end_gap = line[0], side * 0.3 * supersampling, side * 0.2 * supersampling
    line[0] = _point_toward(line[0], line[1], ring_radius)
    tip, line[-1] = _point_toward(line[-1], line[-2], end_gap), _point_toward(line[-1], line[-2], end_gap * 1.7)
    for casing, ink in ((2.4, DARK), (1.2, PALE), (0.0, WAY_COLOUR)):
        stroke = round((line_width + 2 * casing) * supersampling)
        draw.line(line, fill=(*ink, 255), width=stroke, joint="curve")
        half_width, extra = (line_width * 1.5 + casing * 1.6) * supersampling, casing * 1.6 * supersampling
        arrow_head = _arrow_head(line[-1], tip, half_width, extra)
        draw.polygon(arrow_head, fill=(*ink, 255))
        radius = ring_radius + casing * supersampling
        box = (start[0] - radius, start[1] - radius, start[0] + radius, start[1] + radius)
        draw.ellipse(box, outline=(*ink, 255), width=stroke)
    return image.resize(size, Image.Resampling.BOX)


def _point_toward(start: Point, goal: Point, length: float) -> Point:
    """The point at distance `length` from a in the direction of b."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    distance = max(1.0, (dx * dx + dy * dy) ** 0.5)
    return start[0] + dx / distance * length, start[1] + dy / distance * length


def _arrow_head(base: Point, tip: Point, half_width: float, casing: float) -> list[Point]:
    """The points of an arrow head."""
    dx, dy = tip[0] - base[0], tip[1] - base[1]
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    dx, dy = dx / length, dy / length
    back, front = (base[0] - dx * casing, base[1] - dy * casing), (tip[0] + dx * casing, tip[1] + dy * casing)
    across = dy * half_width, dx * half_width
    return [front, (back[0] - across[0], back[1] + across[1]), (back[0] + across[0], back[1] - across[1])]


def draw_step_numbers(
    canvas: Image.Image, layout: Layout, cells: Sequence[Cell], busy_map: BusyMap | None = None
) -> None:
    """Draws the number of each step above the figures, on the border between its two tiles, so that the middles stay
    visible. Nothing on small tiles."""
    if layout.side < LEAST_NUMBERED_TILE_PX:
        return
    diameter = min(max(STEP, round(layout.side * 0.36)), layout.side - 2)
    for number, (old_middle, new_middle) in enumerate(pairwise(cell_middles(layout, cells)), 1):
        border_middle = ((old_middle[0] + new_middle[0]) / 2, (old_middle[1] + new_middle[1]) / 2)
        paste_centred(canvas, step_disc(number, diameter), border_middle)
        if busy_map is not None:
            busy_map.mark_circle_busy(border_middle, diameter / 2)


def draw_arrow_heads(canvas: Image.Image, layout: Layout, cells: Sequence[Cell]) -> None:
    """Draws an arrow head at each border that the way crosses, instead of numbers."""
    draw = ImageDraw.Draw(canvas)
    for old_middle, new_middle in pairwise(cell_middles(layout, cells)):
        border_middle = ((old_middle[0] + new_middle[0]) / 2, (old_middle[1] + new_middle[1]) / 2)
        length = layout.side * 0.12
        for casing, ink in ((4.0, DARK), (2.5, PALE), (0.0, WAY_COLOUR)):
            tip = _point_toward(border_middle, new_middle, length + casing)
            base = _point_toward(border_middle, old_middle, length + casing * 0.6)
            draw.polygon(_arrow_head(base, tip, length + casing, 0), fill=ink)
