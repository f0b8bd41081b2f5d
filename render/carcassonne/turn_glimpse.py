"""A part of the board as it was after a turn, small: what was laid, what scored, who came and who went home."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.chip_strip import seat_symbol_disc
from render.core.look import DANGER, Look
from render.core.shapes import SMOOTH, Point, add_shadow, paste_centred, scale_down

from .board_figures import Standing, draw_figures
from .busy_map import FULL, LITTLE, SOME, Room
from .cutout import Window
from .expansions import extras_in_view
from .extras import BoardCanvas
from .feature_tints import tint_feature
from .figure_ways import DARK, draw_arrow_heads, draw_way
from .layout import Layout
from .markers import frame_overhang, pill_sprite, tile_frame_sprite
from .news import Scored
from .news_drawing import find_points_spot, smallest_first
from .terrain import draw_terrain
from .turn_changes import TurnChanges

LETTER: Final = 34  # the pill of a seat at its tile
POINTS: Final = 40  # the least pill of points
CROSS: Final = 24
FOOT: Final = 26  # the disc of who moved a figure
REACH: Final = 1.6  # tiles that a pill may lie away from what it is about


def draw_turn_glimpse(turn: TurnChanges, look: Look, window: Window, named: Sequence[Scored]) -> Image.Image:
    """What a window shows of a turn. `named`: what scored and has its points here."""
    layout = _window_layout(window)
    canvas = Image.new("RGB", window.size, look.shades.ground)
    pieces = (*turn.view.pieces, *turn.lost)
    desk = BoardCanvas(canvas, replace(turn.view, pieces=pieces), look, layout, turn.news, named=False)
    room = Room(canvas.size, (2, 2, window.size[0] - 2, window.size[1] - 2))
    _draw_window_land(desk, room)
    for extra, seen in extras_in_view(desk.view):
        extra.ground(desk, seen)
    for one in turn.news.scored:
        tint_feature(canvas, desk.view, layout, one, [look.seats[seat].letter for seat in _seats_by_points(one)], room)
    for way in turn.news.ways:
        draw_way(canvas, layout, way.cells, room)
        draw_arrow_heads(canvas, layout, way.cells)
    _draw_new_tile_frames(desk, room)
    figures = draw_figures(desk)
    for extra, seen in extras_in_view(desk.view):
        extra.above(desk, seen)
    for figure in figures:
        wide, high = figure.size[0] * 0.7, figure.size[1] * 0.7
        x, y = figure.middle
        room.take((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), FULL)
    _draw_crosses(desk, room, figures, len(turn.view.pieces))
    _draw_mover_signs(desk, room, figures)
    _draw_step_signs(desk, room, turn.seat)
    _draw_points_pills(desk, room, turn, named)
    return canvas


def _window_layout(window: Window) -> Layout:
    """The plan of all cells of which anything is seen."""
    side, (x, y), (wide, high) = window.side, window.at, window.size
    first = (-x // side, -y // side)
    cells = (-(-(wide - x) // side) - first[0], -(-(high - y) // side) - first[1])
    return Layout((wide, high), side, (x + first[0] * side, y + first[1] * side), first, cells, None, (0, 0, 0, 0))


def _draw_window_land(desk: BoardCanvas, room: Room) -> None:
    draw_terrain(desk, 2)
    for laid in desk.view.laid:
        if desk.layout.shows(laid.cell):
            x, y = desk.layout.corner(laid.cell)
            room.take((x, y, x + desk.side, y + desk.side), LITTLE)


def _seats_by_points(one: Scored) -> list[int]:
    """The seats that got points, the most first."""
    return sorted(one.points, key=lambda seat: (-one.points[seat], seat))


def _draw_new_tile_frames(desk: BoardCanvas, room: Room) -> None:
    """Around new tiles, in the colour of who laid them."""
    over, side = frame_overhang(desk.side), desk.side
    for cell, seat in desk.news.laid.items():
        if desk.layout.shows(cell):
            x, y = desk.layout.corner(cell)
            sprite = tile_frame_sprite(side, "" if seat is None else desk.look.seats[seat].letter)
            desk.canvas.paste(sprite, (x - over, y - over), sprite)
            line = 3 * over
            a, b, c, d = x - over, y - over, x + side + over, y + side + over
            for box in ((a, b, c, b + line), (a, d - line, c, d), (a, b, a + line, d), (c - line, b, c, d)):
                room.take(box, SOME)


@cached_sprite
def _cross_sprite(wide: int) -> Image.Image:
    """Gone: a red cross on white."""
    size = (wide + 6) * SMOOTH
    image = Image.new("RGBA", (size, size), (255, 255, 255, 0))
    draw = ImageDraw.Draw(image)
    edge, arm, half = 3 * SMOOTH, wide * 0.24 * SMOOTH, size / 2
    draw.ellipse((edge, edge, size - edge, size - edge), fill=(255, 255, 255, 255), outline=DARK, width=SMOOTH)
    for way in (-1, 1):
        ends = (half - arm, half - way * arm, half + arm, half + way * arm)
        draw.line(ends, fill=DANGER, width=round(wide * 0.2 * SMOOTH))
    return add_shadow(scale_down(image, (wide + 6, wide + 6)), 1.5, 0.5, (1, 1))


def _draw_crosses(desk: BoardCanvas, room: Room, figures: Sequence[Standing], present: int) -> None:
    """At the shoulder of every figure that went home for nothing, never over it."""
    for one in figures:
        if one.number >= present:
            x, y = one.middle
            spots = [(x + way * one.size[0] * 0.36, y - one.size[1] * 0.32) for way in (1, -1)]
            (spot, *_) = _keep_within_picture(desk, spots[:1], (CROSS, CROSS))
            if abs(spot[0] - spots[0][0]) > 1:  # the border is too near
                spot = spots[1]
            paste_centred(desk.canvas, _cross_sprite(CROSS), spot)
            room.take_round(spot, CROSS / 2, FULL)


def _draw_mover_signs(desk: BoardCanvas, room: Room, figures: Sequence[Standing]) -> None:
    """The sign of who moved a figure, at its foot; on a tile that they laid it needs none."""
    ends = {way.cells[-1] for way in desk.news.ways}  # where an arrow says enough
    for one in figures:
        seat, piece = desk.news.moved.get(one.number), desk.view.pieces[one.number]
        arrived = piece.seat is None and piece.cell in ends
        if seat is not None and not arrived and desk.news.laid.get(piece.cell) != seat:
            (x, y), dx, dy = one.middle, one.size[0] * 0.3, one.size[1] * 0.34
            places = _keep_within_picture(desk, [(x + dx, y + dy), (x - dx, y + dy), (x, y + dy + 6)], (FOOT, FOOT))
            spot = room.least(places, (FOOT, FOOT))
            paste_centred(desk.canvas, seat_symbol_disc(desk.look.seats[seat].letter, FOOT), spot)
            room.take_round(spot, FOOT / 2, FULL)


def _draw_step_signs(desk: BoardCanvas, room: Room, seat: int | None) -> None:
    """Beside a way, the signs of those who made steps in the turn of another."""
    for way in desk.news.ways:
        if set(way.by.values()) <= {seat}:
            continue
        for old, cell in pairwise(way.cells):
            if cell in way.by and desk.layout.shows(cell):
                (x, y), (a, b) = desk.at(old, 0.5, 0.5), desk.at(cell, 0.5, 0.5)
                aside = FOOT * 0.9 / desk.side
                dx, dy = (b - y) * aside, (a - x) * aside
                middle = (x + a) / 2, (y + b) / 2
                places = [(middle[0] + dx, middle[1] + dy), (middle[0] - dx, middle[1] - dy)]
                spot = room.least(_keep_within_picture(desk, places, (FOOT, FOOT)), (FOOT, FOOT))
                paste_centred(desk.canvas, seat_symbol_disc(desk.look.seats[way.by[cell]].letter, FOOT), spot)
                room.take_round(spot, FOOT / 2, FULL)


def _draw_points_pills(desk: BoardCanvas, room: Room, turn: TurnChanges, named: Sequence[Scored]) -> None:
    """Points first, then what the reader lost, then whose tile it is."""
    side, look = desk.side, desk.look
    high = max(POINTS, side // 2)
    for _, one in smallest_first(named):
        if any(desk.layout.shows(cell) for cell in one.cells):
            parts = tuple((look.seats[seat].letter, f"{one.points[seat]:+}") for seat in _seats_by_points(one))
            sprite = pill_sprite(parts, high)
            size = (sprite.width - 6, sprite.height - 6)
            spot = find_points_spot(desk, room, one, size)
            paste_centred(desk.canvas, sprite, spot)
            room.take(_box_around(spot, size), FULL)
    reader = turn.reader
    mine = [desk.at(piece.cell, 0.5, 0.5) for piece in turn.lost if piece.seat == reader]
    mine = [(x, y) for x, y in mine if 0 <= x < desk.canvas.width and 0 <= y < desk.canvas.height]
    if mine and reader is not None:
        _put_near(desk, room, pill_sprite(((look.seats[reader].letter, f"{-len(mine)}"),), high), _central_point(mine))
    for cell, seat in turn.news.laid.items():
        if seat is not None and desk.layout.shows(cell):
            letter = look.seats[seat].letter
            sprite = pill_sprite(((letter, letter),), LETTER)
            x, y = desk.layout.corner(cell)
            corners = [(x + side, y), (x, y), (x + side, y + side), (x, y + side)]
            size = (sprite.width - 6, sprite.height - 6)
            spot = room.least(_keep_within_picture(desk, corners, size), size)
            paste_centred(desk.canvas, sprite, spot)
            room.take(_box_around(spot, size), FULL)


def _keep_within_picture(desk: BoardCanvas, spots: Iterable[Point], size: tuple[int, int]) -> list[Point]:
    """The places, so that something of that size is seen whole."""
    (wide, high), x, y = desk.canvas.size, size[0] / 2 + 2, size[1] / 2 + 2
    return [(min(max(a, x), wide - x), min(max(b, y), high - y)) for a, b in spots]


def _put_near(desk: BoardCanvas, room: Room, sprite: Image.Image, anchor: Point) -> None:
    size = (sprite.width - 6, sprite.height - 6)
    spot = room.near(anchor, size, REACH * desk.side + size[0] / 2)
    paste_centred(desk.canvas, sprite, spot)
    room.take(_box_around(spot, size), FULL)


def _box_around(spot: Point, size: tuple[int, int]) -> tuple[float, float, float, float]:
    wide, high = size[0] / 2, size[1] / 2
    return spot[0] - wide, spot[1] - high, spot[0] + wide, spot[1] + high


def _central_point(shown: Sequence[Point]) -> Point:
    """The point nearest to the middle of all."""
    x, y = (sum(p[i] for p in shown) / len(shown) for i in (0, 1))
    return min(shown, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
