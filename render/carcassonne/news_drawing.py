"""Draws news over a board or cut-out: scored features and ways below the figures, seats and points above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image, ImageFilter

from render.core.cache import cached_sprite
from render.core.chip_strip import seat_symbol_disc
from render.core.shapes import Point, paste_centred

from .board_figures import Standing
from .busy_map import FULL, LITTLE, SOME, Room
from .extras import BoardCanvas
from .feature_tints import tint_feature
from .figure_ways import draw_step_numbers, draw_way
from .layout import Box, Layout
from .markers import LETTER, PILL, frame_overhang, gone_figure_sprite, letter_disc, points_pill, tile_frame_sprite
from .news import Scored

FOOT: Final = 26  # least disc of a seat that moved a neutral figure
REACH: Final = 1.8  # most tiles between points or a removed figure and their place
TOUCH: Final = 6  # pixels by which points overlap a tile of their feature
STRANGE: Final = 40  # extra cost of points on another scored feature
OWN: Final = 40  # reduced cost of points on their own feature
CROWDED: Final = 90  # above this cost, points look for a place farther away
TRIED: Final = 8  # most tiles of a feature at which a place for its points is sought


def build_room_map(desk: BoardCanvas, area: Box | None = None) -> Room:
    """The busy map of a board, on which land is slightly busy. `area`: limits placements, in pixels."""
    cells = tuple((t.cell.x, t.cell.y) for t in desk.view.laid if desk.layout.shows(t.cell))
    return Room(desk.canvas.size, area, _land_busy_map(desk.layout, cells))


@cached_sprite
def _land_busy_map(layout: Layout, cells: tuple[tuple[int, int], ...]) -> Image.Image:
    """A busy map of the land."""
    room = Room(layout.size)
    for cell in cells:
        x, y = layout.corner(cell)
        room.take((x, y, x + layout.side, y + layout.side), LITTLE)
    return room.map


def draw_news_below_figures(desk: BoardCanvas, room: Room) -> None:
    """Draws scored features, ways and frames of new tiles, below the figures."""
    canvas, layout, look, told = desk.canvas, desk.layout, desk.look, desk.news
    for one in told.scored:
        tint_feature(canvas, desk.view, layout, one, [look.seats[seat].letter for seat in sorted(one.points)], room)
    for way in told.ways[-1:]:  # older ways show only the figures they removed
        draw_way(canvas, layout, way.cells, room)
    over, side = frame_overhang(desk.side), desk.side
    for cell, seat in (*told.laid.items(), *told.built.items()):
        if layout.shows(cell):
            x, y = layout.corner(cell)
            sprite = tile_frame_sprite(side, "" if seat is None else look.seats[seat].letter)
            canvas.paste(sprite, (x - over, y - over), sprite)
            for box in _tile_frame_sides(x, y, side, over):
                room.take(box, SOME)


def _tile_frame_sides(x: int, y: int, side: int, over: int) -> list[tuple[int, int, int, int]]:
    line = 3 * over
    a, b, c, d = x - over, y - over, x + side + over, y + side + over
    return [(a, b, c, b + line), (a, d - line, c, d), (a, b, a + line, d), (c - line, b, c, d)]


def draw_news_above_figures(desk: BoardCanvas, room: Room, figures: Sequence[Standing]) -> list[tuple[str, Box]]:
    """Draws steps, removed figures, points and letters above the figures; returns named boxes."""
    for one in figures:
        wide, high = one.size[0] * 0.8, one.size[1] * 0.8
        x, y = one.middle
        room.take((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), FULL)
    for way in desk.news.ways[-1:]:
        draw_step_numbers(desk.canvas, desk.layout, way.cells, room)
    return [*_put_gone_figures(desk, room), *_put_seat_letters(desk, room, figures), *_put_points(desk, room)]


def _put_gone_figures(desk: BoardCanvas, room: Room) -> Iterable[tuple[str, Box]]:
    for number, one in enumerate(desk.news.gone):
        if desk.layout.shows(one.cell):
            sprite = gone_figure_sprite(one.kind, desk.look.seats[one.seat].letter, desk.side, desk.look.shades.panel)
            spot = room.near(desk.at(one.cell, 0.5, 0.5), sprite.size, REACH * desk.side)
            box = paste_centred(desk.canvas, sprite, spot)
            room.take(box)
            yield f"gone {number}", box


def _put_points(desk: BoardCanvas, room: Room) -> Iterable[tuple[str, Box]]:
    for number, one in smallest_first(desk.news.scored):
        if any(desk.layout.shows(cell) for cell in one.cells):
            sprite = points_pill(desk.look, one.points, max(PILL, round(desk.side * 0.4)))
            size = (sprite.width - 6, sprite.height - 6)
            box = paste_centred(desk.canvas, sprite, find_points_spot(desk, room, one, size))
            room.take(box)
            yield f"points {number}", box


def smallest_first(scored: Sequence[Scored]) -> list[tuple[int, Scored]]:
    """(index, scoring), the smallest first, because it has the fewest places for its points."""
    return sorted(enumerate(scored), key=lambda one: len(one[1].cells))


def find_points_spot(desk: BoardCanvas, room: Room, one: Scored, size: tuple[int, int]) -> Point:
    """The place for the points of a feature: touching it, off other scored features, hiding least; farther away only if
    all of that is busy."""
    own = {cell for cell in one.cells if desk.layout.shows(cell)}
    faint = room.map.point([v if v == FULL else v // 3 for v in range(256)])  # FULL areas stay full
    busy = Room(desk.canvas.size, room.area, faint.filter(ImageFilter.MaxFilter(7)))
    for other in desk.news.scored:
        for cell in set(other.cells) - set(one.cells):
            x, y = desk.layout.corner(cell)
            busy.add((x, y, x + desk.side, y + desk.side), STRANGE)
    for cell in own:
        x, y = desk.layout.corner(cell)
        busy.add((x, y, x + desk.side, y + desk.side), -OWN)
    for cell in desk.news.laid:  # keeps new tiles free
        x, y = desk.layout.corner(cell)
        busy.take((x, y, x + desk.side, y + desk.side))
    shown = [desk.at(cell, 0.5, 0.5) for cell in one.cells if desk.layout.shows(cell)]
    heart = tuple(sum(p[i] for p in shown) / len(shown) for i in (0, 1))
    shown.sort(key=lambda p: (p[0] - heart[0]) ** 2 + (p[1] - heart[1]) ** 2)
    spot = shown[0]
    for reach in (desk.side / 2 + size[1] / 2 - TOUCH, desk.side, REACH * desk.side + size[0] / 2):
        spot = busy.least([busy.near(anchor, size, reach) for anchor in shown[:TRIED]], size)
        if busy.hides(spot, size) <= CROWDED:
            break
    return spot


def _put_seat_letters(desk: BoardCanvas, room: Room, figures: Sequence[Standing]) -> Iterable[tuple[str, Box]]:
    """Puts seat letters in a corner of new tiles, and at the foot of figures moved off a new tile of the same seat."""
    told, side, layout = desk.news, desk.side, desk.layout
    wide = max(LETTER, round(side * 0.3))
    for cell, seat in (*told.laid.items(), *told.built.items()):
        if seat is not None and layout.shows(cell):
            x, y = layout.corner(cell)
            within = max(0, round((side - 2 * wide) * 0.25))  # letters stay inside large tiles
            low, left, high, right = y + within, x + within, y + side - within, x + side - within
            corners: list[Point] = [(right, low), (left, low), (right, high), (left, high)]
            if not within:  # small tiles may have it at their sides, off the land
                far = wide * 0.38
                corners += [(right + far, y + side / 2), (left - far, y + side / 2)]
                corners += [(x + side / 2, low - far), (x + side / 2, high + far)]
            sprite = letter_disc(desk.look.seats[seat].letter, wide)
            yield _put_round_mark(desk, room, sprite, wide, corners, f"new {cell}")
    for one in figures:
        piece, seat = desk.view.pieces[one.number], told.moved.get(one.number)
        if seat is None or told.laid.get(piece.cell) == seat:
            continue
        letter, name = desk.look.seats[seat].letter, f"moved {one.number}"
        if piece.seat is None:  # its mover did not lay the tile
            small = max(FOOT, round(wide * 0.62))
            yield _put_round_mark(
                desk, room, seat_symbol_disc(letter, small), small, _letter_spots_of_figure(one, small), name
            )
        else:
            yield _put_round_mark(desk, room, letter_disc(letter, wide), wide, _letter_spots_of_figure(one, wide), name)


def _letter_spots_of_figure(one: Standing, wide: int) -> list[Point]:
    """The places for a letter at a figure: below it, else beside it."""
    x, y = one.middle
    dx, dy = one.size[0] * 0.4 + wide * 0.38, one.size[1] * 0.4 + wide * 0.38
    return [(x, y + dy), (x + dx, y + dy * 0.7), (x - dx, y + dy * 0.7), (x + dx, y), (x - dx, y), (x, y - dy)]


def _put_round_mark(
    desk: BoardCanvas, room: Room, sprite: Image.Image, wide: int, places: Sequence[Point], name: str
) -> tuple[str, Box]:
    """Paste a round mark at the place where it hides least; returns its name and box."""
    spot = room.least(places, (wide, wide))
    box = paste_centred(desk.canvas, sprite, spot)
    room.take_round(spot, wide / 2)
    return name, box
