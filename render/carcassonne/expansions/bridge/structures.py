"""Draws bridges over tiles and walls of castles."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from render.carcassonne import colours as c
from render.carcassonne.curves import Line, add_points, walk_along_line
from render.carcassonne.facts import tile_facts
from render.carcassonne.shapes import tile_shapes
from render.core.cache import cached_sprite
from render.core.look import GOLD, SEAT_COLOURS, Colour, mix_colours, rgb
from render.core.shapes import Point, add_shadow, draw_seat_symbol, scale_down

PLANK, PLANK_LINE, RAIL = map(rgb, ("#C08A50", "#5A3716", "#8A5A2A"))
DECK = 0.19
END = 0.17  # length of the abutment in its owner's colour, as a share of the tile
RISE = 0.055


@cached_sprite
def bridge_sprite(axis: str, letter: str, side: int, ghost: bool = False) -> Image.Image:
    """A wooden bridge from rim to rim, its ends in its owner's colour; `ghost`: a possible bridge."""
    supersampling = 4 if side <= 140 else 2
    size = side * supersampling
    colour = SEAT_COLOURS[letter] if letter else None
    fill: Colour = colour.fill if colour else GOLD
    line: Colour = colour.outline if colour else PLANK_LINE
    image = Image.new("RGBA", (size, size), (*PLANK_LINE, 0))
    draw = ImageDraw.Draw(image)

    def bridge_point(along: float, across: float) -> Point:
        up = RISE * math.sin(math.pi * along)
        if axis == "EW":
            return along * size, (0.5 + across - up) * size
        return (0.5 + across * (1 + up)) * size, along * size

    def draw_quad(start: float, end: float, half: float, ink: Colour, edge: Colour, width: float = 0.016) -> None:
        steps = [start + (end - start) * i / 12 for i in range(13)]
        points = [bridge_point(along, -half) for along in steps]
        points += [bridge_point(along, half) for along in reversed(steps)]
        draw.polygon(points, fill=ink)
        draw.line([*points, points[0]], fill=edge, width=max(1, round(width * size)), joint="curve")

    draw_quad(0.0, 1.0, DECK / 2 + 0.028, RAIL, PLANK_LINE)
    draw_quad(0.0, 1.0, DECK / 2 - 0.012, PLANK, PLANK_LINE, 0.01)
    for i in range(1, 17):
        joint = [bridge_point(i / 17, -DECK / 2 + 0.01), bridge_point(i / 17, DECK / 2 - 0.01)]
        draw.line(joint, PLANK_LINE, max(1, round(0.009 * size)))
    nail, radius = mix_colours(PLANK, (255, 255, 255), 0.35), 0.02 * size
    for i in range(7):
        for across in (-1, 1):
            x, y = bridge_point((i + 0.5) / 7, across * (DECK / 2 + 0.012))
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=nail, outline=PLANK_LINE)
    for start, end in ((0.0, END), (1 - END, 1.0)):
        draw_quad(start, end, DECK / 2 + 0.035, fill, line, 0.022)
        if colour:
            draw_seat_symbol(draw, colour.symbol, bridge_point((start + end) / 2, 0.0), 0.062 * size, colour.ink)
    if ghost:
        image.putalpha(image.getchannel("A").point([round(alpha * 0.62) for alpha in range(256)]))
        draw = ImageDraw.Draw(image)
        for across in (-1, 1):
            edge = [bridge_point(i / 24, across * (DECK / 2 + 0.04)) for i in range(25)]
            for i in range(0, 24, 2):
                draw.line(edge[i : i + 2], fill=(*GOLD, 255), width=max(2, round(0.026 * size)))
    scaled = scale_down(image, (side, side))
    if ghost:
        return scaled
    return add_shadow(scaled, max(1.0, side * 0.018), 0.5, (round(side * 0.02), round(side * 0.045)))


def _city_wall(tile: str, quarters: int, place: str) -> list[Line]:
    name = tile_facts(tile, quarters).area_of_place().get(place, "")
    return [wall[1:-1] for city in tile_shapes(tile, quarters).cities if city.city.id == name for wall in city.walls]


@cached_sprite
def castle_sprite(
    first: tuple[str, int, str], second: tuple[str, int, str], step: tuple[int, int], letter: str, side: int
) -> Image.Image:
    """The ring of a castle over two tiles (tile, quarter turns, place); the second is `step` from the first."""
    supersampling = 4 if side <= 140 else 2
    colour = SEAT_COLOURS[letter]
    north_west = (min(0, step[0]), min(0, step[1]))
    wide, high = 1 + abs(step[0]), 1 + abs(step[1])
    size = side * supersampling
    image = Image.new("RGBA", (wide * size, high * size), (*c.WALL_LINE, 0))
    draw = ImageDraw.Draw(image)

    def to_pixels(point: Point) -> Point:
        return point[0] * size, point[1] * size

    walls = []
    for (tile, quarters, place), (dx, dy) in ((first, (0, 0)), (second, step)):
        walls += [
            [(x + dx - north_west[0], y + dy - north_west[1]) for x, y in wall]
            for wall in _city_wall(tile, quarters, place)
        ]
    for width, ink in ((0.125, c.WALL_LINE), (0.1, c.STONE_LIGHT)):
        for wall in walls:
            draw.line([to_pixels(point) for point in wall], fill=ink, width=round(width * size), joint="curve")
    for wall in walls:
        for point, direction in walk_along_line(wall, 0.085)[1:-1]:
            normal = (direction[1], -direction[0])
            block = [
                add_points(add_points(point, direction, i * 0.026), normal, j * 0.036)
                for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
            ]
            draw.polygon([to_pixels(corner) for corner in block], fill=colour.fill, outline=colour.outline)
    wall_ends = {(round(x, 2), round(y, 2)) for wall in walls for x, y in (wall[0], wall[-1])}
    for x, y in sorted(wall_ends, key=lambda point: point[1]):
        foot = (min(max(x, 0.1), wide - 0.1), min(max(y, 0.2), high - 0.06))
        _draw_castle_tower(draw, foot, size, letter)
    scaled = scale_down(image, (wide * side, high * side))
    return add_shadow(scaled, max(1.0, side * 0.015), 0.5, (round(side * 0.02), round(side * 0.03)))


def _draw_castle_tower(draw: ImageDraw.ImageDraw, foot: Point, size: int, letter: str) -> None:
    colour = SEAT_COLOURS[letter]
    x, y = foot
    line = max(1, round(0.014 * size))

    def box(left: float, top: float, right: float, bottom: float, ink: Colour) -> None:
        edges = (left * size, top * size, right * size, bottom * size)
        draw.rectangle(edges, fill=ink, outline=c.WALL_LINE, width=line)

    flag = [(x, y - 0.3), (x + 0.17, y - 0.25), (x, y - 0.19)]
    draw.line([(x * size, (y - 0.3) * size), (x * size, (y - 0.1) * size)], fill=c.WALL_LINE, width=2 * line)
    draw.polygon([(flag_x * size, flag_y * size) for flag_x, flag_y in flag], fill=colour.fill)
    draw.line([(flag_x * size, flag_y * size) for flag_x, flag_y in (*flag, flag[0])], fill=colour.outline, width=line)
    box(x - 0.062, y - 0.1, x + 0.062, y + 0.05, c.STONE_LIGHT)
    for dx in (-0.075, -0.02, 0.035):
        box(x + dx, y - 0.14, x + dx + 0.04, y - 0.09, c.STONE_LIGHT)
    draw_seat_symbol(
        draw, colour.symbol, (x * size, (y - 0.018) * size), 0.042 * size, mix_colours(colour.fill, (0, 0, 0), 0.1)
    )
