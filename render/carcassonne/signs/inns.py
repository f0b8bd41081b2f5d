"""Signs of Inns & Cathedrals."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from render.carcassonne import colours as c
from render.carcassonne.land_objects import DOOR, GLASS, INK, draw_house
from render.carcassonne.pen import Pen
from render.carcassonne.sign import Sign, TileCanvas
from render.core.look import rgb
from render.core.shapes import star_points


def draw_inn(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """A house at a small lake; (x, y) is its middle."""
    pen.oval(x, y + 0.035 * s, 0.125 * s, 0.08 * s, c.BANK, c.ROAD_RIM, 0.008)
    pen.oval(x, y + 0.035 * s, 0.105 * s, 0.062 * s, c.WATER, c.WATER_DARK, 0.006)
    pen.line([(x - 0.06 * s, y + 0.075 * s), (x - 0.02 * s, y + 0.08 * s)], 0.008, c.WATER_LIGHT)
    pen.line([(x + 0.03 * s, y + 0.07 * s), (x + 0.065 * s, y + 0.064 * s)], 0.008, c.WATER_LIGHT)
    draw_house(pen, x, y + 0.04 * s, 0.15 * s, Random(3), (c.ROOFS[0],))


def draw_cathedral(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """Two towers and a rose window; (x, y) is its middle."""
    slate, dark, _ = c.SLATES[0]
    foot = y + 0.2 * s
    pen.box(x - 0.13 * s, y - 0.06 * s, 0.26 * s, foot - y + 0.06 * s, c.PLASTER, INK, 0.01)
    pen.shape([(x - 0.14 * s, y - 0.05 * s), (x, y - 0.19 * s), (x + 0.14 * s, y - 0.05 * s)], slate, INK, 0.01)
    for side in (-1, 1):
        tower_x = x + side * 0.165 * s
        pen.box(tower_x - 0.05 * s, y - 0.13 * s, 0.1 * s, foot - y + 0.13 * s, c.PLASTER, INK, 0.01)
        pen.box(tower_x + 0.015 * s, y - 0.12 * s, 0.028 * s, foot - y + 0.11 * s, c.PLASTER_SHADE, None)
        roof = [(tower_x - 0.06 * s, y - 0.125 * s), (tower_x, y - 0.33 * s), (tower_x + 0.06 * s, y - 0.125 * s)]
        pen.shape(roof, slate, INK, 0.01)
        top, eaves = y - 0.28 * s, y - 0.135 * s
        shaded = [(tower_x + 0.006 * s, top), (tower_x + 0.046 * s, eaves), (tower_x + 0.008 * s, eaves)]
        pen.draw.polygon(pen.to_pixels(shaded), fill=dark)
        pen.box(tower_x - 0.013 * s, y - 0.06 * s, 0.026 * s, 0.07 * s, GLASS, None)
    pen.oval(x, y + 0.01 * s, 0.05 * s, 0.05 * s, GLASS, INK, 0.008)
    pen.draw.polygon(pen.to_pixels(star_points((x, y + 0.01 * s), 0.036 * s, 0.014 * s, 8)), fill=rgb("#8CC8E4"))
    pen.box(x - 0.035 * s, foot - 0.08 * s, 0.07 * s, 0.08 * s, DOOR, None)
    pen.oval(x, foot - 0.08 * s, 0.035 * s, 0.035 * s, DOOR)


def put_inn_beside_road(canvas: TileCanvas, road: str) -> None:
    """Place an inn beside its road."""
    spot = canvas.find_point_beside_road(road)
    canvas.queue_drawing(spot, 0.05, partial(draw_inn, canvas.pen, *spot))


def put_cathedral_in_city(canvas: TileCanvas, city: str) -> None:
    """Place a cathedral in the middle of its tile."""
    canvas.occupied.append(((0.5, 0.5), 0.27))
    canvas.queue_drawing((0.5, 0.5), 0.2, partial(draw_cathedral, canvas.pen, 0.5, 0.53, 1.15))


SIGNS: Final = {
    "inn": Sign(put_inn_beside_road, 60, told=10),
    "cathedral": Sign(put_cathedral_in_city, 10, middle=True, told=40),
}
