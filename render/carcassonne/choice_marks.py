"""Draws choices: gold frames below the figures, plates with tokens above them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.look import GOLD, GOLD_INK, THEMES, Colour, Mark, Theme, mix_colours
from render.core.shapes import Point, draw_dashed_frame, paste_centred, plate_sprite, spread_plates, two_line_plate

from .extras import BoardCanvas, Target
from .layout import PLATE, Box

Choice: TypeAlias = tuple[Mark, Target]
READ: Final = 50  # height of an `open` plate; its letters are 11 px high in a picture shown 400 px wide
PLATES: Final = 26  # most places with plates; more get dots and the names of their cells


def _to_pixels(desk: BoardCanvas, x: float, y: float) -> Point:
    left, top = desk.layout.corner((0, 0))
    return left + x * desk.side, top + y * desk.side


def draw_choice_grounds(desk: BoardCanvas, choices: Sequence[Choice]) -> None:
    """Draws frames of cells and regions, and possible bridges."""
    draw = ImageDraw.Draw(desk.canvas)
    side = desk.side
    laid = {t.cell for t in desk.view.laid}
    for mark, target in choices:
        if target.kind == "cell":
            x, y = desk.layout.corner(target.cells[0])
            inset = max(2, side // 32)
            if target.cells[0] not in laid:
                desk.canvas.paste(
                    _empty_cell_sprite(side - 2 * inset, side, desk.look.theme, mark.tone == "open"),
                    (x + inset, y + inset),
                )
            else:
                box = (x + inset, y + inset, x + side - inset, y + side - inset)
                _draw_frame_on_land(draw, box, max(3, side // 20), max(4, side // 9))
        elif target.box is not None:
            a, b, c, d = target.box
            (left, top), (right, bottom) = _to_pixels(desk, a, b), _to_pixels(desk, c, d)
            _draw_frame_on_land(
                draw, (round(left), round(top), round(right), round(bottom)), max(3, side // 20), side // 8
            )
        elif target.ghost is not None:
            deck = target.ghost(side)
            desk.canvas.paste(deck, desk.layout.corner(target.cells[0]), deck)


@cached_sprite
def _empty_cell_sprite(wide: int, side: int, theme: Theme, quiet: bool) -> Image.Image:
    """An empty cell to choose. `quiet`: paler, so that news stand out, for choices of another seat."""
    shades = THEMES[theme]
    fill = 0.16 if theme == "dark" else 0.3
    image = Image.new("RGB", (wide + 1, wide + 1), mix_colours(shades.ground, GOLD, fill / 2 if quiet else fill))
    ink = GOLD if theme == "dark" else shades.accent
    ink = mix_colours(shades.ground, ink, 0.6) if quiet else ink
    draw_dashed_frame(ImageDraw.Draw(image), (0, 0, wide, wide), ink, max(2, side // 34), max(4, side // 12))
    return image


def _draw_frame_on_land(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], line: int, dash: int) -> None:
    """Draws a dashed gold frame on a dark line, legible on land."""
    ink: Colour = GOLD_INK
    draw.rectangle((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1), outline=ink, width=line + 2)
    draw_dashed_frame(draw, box, GOLD, line, dash)


def draw_choice_plates(
    desk: BoardCanvas, choices: Sequence[Choice], lettered: bool, figures: Sequence[Point]
) -> list[tuple[str, Box]]:
    """Draws the tokens clear of the figures; on boards too small for letters gold dots."""
    if not lettered:
        for mark, target in choices:
            if target.box is None and mark.tone != "open":  # the frame suffices
                _draw_choice_dot(desk, _to_pixels(desk, *target.at), desk.side * 0.16)
        return []
    whole = [(m, t) for m, t in choices if t.kind != "place"]
    parts = [(m, t) for m, t in choices if t.kind == "place"]
    found: list[tuple[str, Image.Image, Point]] = []
    for mark, target in whole:
        found.append((mark.token, _choice_plate(desk, mark, target), _choice_plate_spot(desk, target, figures)))
    if len(parts) > PLATES:
        for _, target in parts:
            _draw_choice_dot(desk, _to_pixels(desk, *target.at), desk.side * 0.1)
        for cell in dict.fromkeys(t.cells[0] for _, t in parts):
            sprite = plate_sprite(str(cell), max(34, round(desk.side * 0.3)), desk.side, floor=22)
            found.append((str(cell), sprite, desk.at(cell, 0.5, 0.18)))
    else:
        for mark, target in parts:
            _draw_choice_dot(desk, _to_pixels(desk, *target.at), desk.side * 0.08)
            found.append((mark.token, _choice_plate(desk, mark, target), _choice_plate_spot(desk, target, figures)))
    boxes = [[x, y, float(s.width - 6), float(s.height - 6)] for _, s, (x, y) in found]
    if parts:
        x, y = desk.layout.at
        columns, rows = desk.layout.cells
        spread_plates(boxes, (x - 30, y - 10, x + columns * desk.side + 30, y + rows * desk.side + 10))
    return [(token, paste_centred(desk.canvas, s, (b[0], b[1]))) for (token, s, _), b in zip(found, boxes, strict=True)]


def _draw_choice_dot(desk: BoardCanvas, at: Point, r: float) -> None:
    x, y = at
    draw = ImageDraw.Draw(desk.canvas)
    draw.ellipse((x - r, y - r, x + r, y + r), fill=GOLD, outline=GOLD_INK, width=2)


def _choice_plate(desk: BoardCanvas, mark: Mark, target: Target) -> Image.Image:
    side = desk.side
    if target.kind == "cell":
        on_land = any(t.cell == target.cells[0] for t in desk.view.laid)
        high = max(34, round(side * 0.3)) if on_land else max(PLATE, round(side * 0.4))
        if mark.tone == "open":  # a choice of another seat
            high = max(READ, round(side * 0.3))
        return plate_sprite(mark.token, high, side - 6, floor=27)
    first, dot, second = mark.token.partition(".")
    if dot:
        return two_line_plate(first, second, max(46, round(side * 0.46)), 20)
    return plate_sprite(target.named(mark, desk.look.say), max(34, round(side * 0.34)), round(side * 1.5), floor=22)


def _choice_plate_spot(desk: BoardCanvas, target: Target, figures: Sequence[Point]) -> Point:
    """The middle of the plate, beside what stands on the land."""
    if target.kind == "cell" and any(t.cell == target.cells[0] for t in desk.view.laid):
        left, top = desk.layout.corner(target.cells[0])
        north = [y for x, y in figures if 0 <= x - left < desk.side and -0.2 <= (y - top) / desk.side < 0.5]
        south = [y for x, y in figures if 0 <= x - left < desk.side and 0.5 <= (y - top) / desk.side < 1.2]
        return desk.at(target.cells[0], 0.5, 0.83 if north and not south else 0.17)
    if target.box is not None:
        a, b, c, _ = target.box
        return _to_pixels(desk, (a + c) / 2, b + 0.22)
    x, y = _to_pixels(desk, *target.at)
    near = 0.3 * desk.side
    taken = target.kind == "place" and any(abs(a - x) < near and abs(b - y) < near for a, b in figures)
    return (x, y - 0.42 * desk.side) if taken else (x, y)  # above a figure
