"""The figure step: a tile large on its spot, a number on each place, and below what each of them belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core.fonts import BOLD, REGULAR, capitals_middle, fit_text, text_sprite
from render.core.look import GOLD, GOLD_INK, Colour, Look, Mark, mix_colours
from render.core.sentences import join_list
from render.core.shapes import dilate_mask, paste_centred, spread_plates
from rules.carcassonne.cells import BRIDGE_PLACE, Cell
from rules.carcassonne.view import CarcassonneView, Feature

from .board import Drawing
from .board_figures import draw_figures
from .counted_places import counted_place_masks
from .descriptions import feature_at
from .expansions import extras_in_view
from .extras import BoardCanvas
from .figure_sprites import seat_token
from .lay_preview import neighbour_layout, preview_mark_spot
from .layout import Box, Layout
from .overview import SECTORS
from .tile_sprites import tile_sprite

WIDE, MOST = 900, 940
TILE: Final = 410
DISC: Final = 78
WASH: Final = 0.66
ROOMY: Final = 5  # places up to which a line is 60 high
TAKEN: Final = "–"  # the token of a place where nothing can be put


def is_numbered(marks: Sequence[Mark]) -> bool:
    """Whether places are shown by their numbers."""
    return bool(marks) and all(mark.token == TAKEN or mark.token.isdecimal() for mark in marks)


def place_colour(mark: Mark) -> Colour:
    return SECTORS[(int(mark.token) - 1) % len(SECTORS)]


def draw_numbered_places(
    view: CarcassonneView, look: Look, cell: Cell, tile: str, turn: int, marks: Sequence[Mark]
) -> Drawing:
    """The tile with the numbers of its places. Roads, cities and bridges of these places stay bright on all tiles."""
    line = 60 if len(marks) <= ROOMY else 48
    below = line * len(marks) + 24
    high = max(TILE + 60, min(TILE + 120, MOST - below))
    size = (WIDE, high + below)
    canvas = Image.new("RGB", size, look.shades.ground)
    at = ((WIDE - TILE) // 2, (high - TILE) // 2)
    layout = neighbour_layout(size, cell, at, TILE)
    desk = BoardCanvas(canvas, view, look, layout)
    chosen = [mark for mark in marks if mark.token != TAKEN]
    _draw_places_land(desk, cell, tile, turn, chosen)
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((at[0] - 7, at[1] - 7, at[0] + TILE + 6, at[1] + TILE + 6), 9, outline=GOLD_INK, width=7)
    draw.rounded_rectangle((at[0] - 5, at[1] - 5, at[0] + TILE + 4, at[1] + TILE + 4), 8, outline=GOLD, width=5)
    middles = [[*preview_mark_spot(view, cell, tile, turn, layout, mark), DISC + 6.0, DISC + 6.0] for mark in chosen]
    spread_plates(middles, (at[0] - 10, at[1] - 10, at[0] + TILE + 10, at[1] + TILE + 10))
    boxes = [
        (mark.token, paste_centred(canvas, place_number_disc(mark, DISC), (p[0], p[1])))
        for mark, p in zip(chosen, middles, strict=True)
    ]
    boxes += _draw_numbers_legend(desk, cell, marks, high, line)
    plan = Layout(size, TILE, at, cell, (1, 1), None, (0, high, *size))
    return Drawing(canvas, plan, boxes)


def place_number_disc(mark: Mark, wide: int) -> Image.Image:
    """The number of a place in its colour."""
    smooth = 3
    big = Image.new("RGBA", ((wide + 4) * smooth, (wide + 4) * smooth), (16, 14, 12, 0))
    box = (smooth, smooth, (wide + 3) * smooth, (wide + 3) * smooth)
    ImageDraw.Draw(big).ellipse(
        box, fill=(*place_colour(mark), 255), outline=(16, 14, 12, 255), width=wide // 16 * smooth
    )
    done = big.resize((wide + 4, wide + 4), Image.Resampling.BOX)
    words = text_sprite(mark.token, round(wide * 0.62), BOLD, 100, GOLD_INK)
    x, y = (done.width - words.width) / 2, done.height / 2 - capitals_middle(round(wide * 0.62), BOLD)
    done.alpha_composite(words, (max(0, round(x)), max(0, round(y))))
    return done


# --- the land


def _draw_places_land(desk: BoardCanvas, cell: Cell, tile: str, turn: int, chosen: Sequence[Mark]) -> None:
    """Tile and neighbours; of these all is washed but what belongs to the places."""
    canvas, view, side = desk.canvas, desk.view, desk.side
    lying = {laid.cell: (laid.tile, laid.turn // 90) for laid in view.laid}
    lying[cell] = tile, turn // 90
    for there, (name, quarters) in lying.items():
        if desk.layout.shows(there):
            canvas.paste(tile_sprite(name, quarters, side), desk.layout.corner(there))
    for extra, seen in extras_in_view(view):
        extra.ground(desk, seen)
    draw_figures(desk, 0.75)
    bright = Image.new("L", canvas.size, 0)
    bright.paste(255, (*desk.layout.corner(cell), *_far_corner(desk, cell)))
    outlined = []
    for mark in chosen:
        feature = feature_at(view, cell, mark.place.partition(".")[2])
        if feature is not None and feature.kind == "monastery":
            continue
        whole = Image.new("L", canvas.size, 0)
        for there, places in _places_to_outline(feature, cell, mark).items():
            if there in lying and desk.layout.shows(there):
                inside, _ = counted_place_masks(*lying[there], places, side)
                whole.paste(255, desk.layout.corner(there), inside)
        bright = ImageChops.lighter(bright, whole)
        outlined.append((whole, place_colour(mark)))
    veil = Image.new("RGB", canvas.size, desk.look.shades.ground)
    washed = Image.blend(canvas, veil, WASH)
    washed.paste(canvas, mask=bright)
    canvas.paste(washed)
    for whole, ink in outlined:
        _draw_area_outline(canvas, whole, ink)


def _draw_area_outline(canvas: Image.Image, whole: Image.Image, ink: Colour) -> None:
    """A line along the border of an area, within it: between two dark ones, so that it reads on any ground."""
    box = whole.getbbox()
    if box is None:
        return
    part = whole.crop((box[0] - 12, box[1] - 12, box[2] + 12, box[3] + 12)).filter(ImageFilter.GaussianBlur(3))
    outside = part.point([255 if v < 128 else 0 for v in range(256)])
    rings = [dilate_mask(outside, steps) for steps in (0, 2, 7, 9)]
    at = box[0] - 12, box[1] - 12
    canvas.paste((16, 14, 12), at, ImageChops.subtract(rings[3], rings[0]))
    canvas.paste(ink, at, ImageChops.subtract(rings[2], rings[1]))


def _far_corner(desk: BoardCanvas, cell: Cell) -> tuple[int, int]:
    x, y = desk.layout.corner(cell)
    return x + desk.side, y + desk.side


def _places_to_outline(feature: Feature | None, cell: Cell, mark: Mark) -> dict[Cell, tuple[str, ...]]:
    """What is outlined for a place: its whole feature; of a field only what lies on the tile."""
    found: dict[Cell, list[str]] = {}
    for there, place in feature.places if feature is not None else ((cell, mark.place.partition(".")[2]),):
        if place != BRIDGE_PLACE and (there == cell or (feature is not None and feature.kind != "field")):
            found.setdefault(there, []).append(place)
    return {there: tuple(places) for there, places in found.items()}


# --- what they are


def _draw_numbers_legend(
    desk: BoardCanvas, cell: Cell, marks: Sequence[Mark], top: int, line: int
) -> list[tuple[str, Box]]:
    """A line for each place: number, what it belongs to, who is there."""
    canvas, look = desk.canvas, desk.look
    draw = ImageDraw.Draw(canvas)
    draw.rectangle((0, top, WIDE, canvas.height), fill=look.shades.panel)
    draw.line((0, top, WIDE, top), fill=look.shades.line, width=2)
    size, wide = (34, 52) if line == 60 else (30, 44)
    boxes: list[tuple[str, Box]] = []
    for i, mark in enumerate(marks):
        y = top + 12 + i * line + line // 2
        ink = look.shades.soft if mark.token == TAKEN else look.shades.ink
        sign = _dash_image(wide, look) if mark.token == TAKEN else place_number_disc(mark, wide)
        room = WIDE - wide - 48
        holders = seats_holding_place(desk.view, cell, mark)
        tail = _holders_image(look, holders, size, wide)
        shown, pixels, width = fit_text(mark.note, room - tail.width - 16, size, REGULAR, 26)
        name = text_sprite(shown, pixels, REGULAR, width, ink)
        x, left = 16 + wide / 2, 16 + wide + 14
        parts = [(name, 0), (tail, name.width + 14)]
        if look.mirrored:
            paste_centred(canvas, sign, (WIDE - x, y))
            spots = [WIDE - left - by - part.width for part, by in parts]
        else:
            paste_centred(canvas, sign, (x, y))
            spots = [left + by for _, by in parts]
        canvas.paste(name, (spots[0], round(y - capitals_middle(pixels))), name)
        canvas.paste(tail, (spots[1], round(y - tail.height / 2)), tail)
        found = (spots[0], round(y - pixels / 2), spots[0] + name.width, round(y + pixels / 2))
        boxes.append((f"words {i + 1}", found))
    return boxes


def seats_holding_place(view: CarcassonneView, cell: Cell, mark: Mark) -> list[int]:
    """The seats that have followers in what a place belongs to."""
    feature = feature_at(view, cell, mark.place.partition(".")[2])
    return [seat for seat, n in enumerate(feature.strength) if n] if feature is not None else []


def name_holders_in_mark(view: CarcassonneView, look: Look, cell: Cell, mark: Mark) -> Mark:
    """A mark whose words say who is there, for the description of the picture."""
    names = [look.seats[seat].name for seat in seats_holding_place(view, cell, mark)]
    return replace(mark, note=look.say("pic.alt.held", words=mark.note, names=join_list(names))) if names else mark


def _dash_image(wide: int, look: Look) -> Image.Image:
    image = Image.new("RGBA", (wide, wide), (0, 0, 0, 0))
    box = (wide * 0.22, wide * 0.46, wide * 0.78, wide * 0.56)
    ImageDraw.Draw(image).rectangle(box, fill=(*look.shades.soft, 255))
    return image


def _holders_image(look: Look, holders: Sequence[int], size: int, wide: int) -> Image.Image:
    """Signs and names of those who are there; «nobody»."""
    soft = look.shades.soft
    if not holders:
        return text_sprite(look.say("pic.pick.nobody"), size - 2, BOLD, 88, mix_colours(soft, look.shades.panel, 0.2))
    parts: list[Image.Image] = []
    for seat in holders:
        parts.append(seat_token(look.seats[seat].letter, wide - 10))
        if len(holders) <= 2:
            shown, pixels, width = fit_text(look.seats[seat].name, 180, size, REGULAR, 24)
            parts.append(text_sprite(shown, pixels, REGULAR, width, soft))
    image = Image.new("RGBA", (sum(part.width + 6 for part in parts), max(part.height for part in parts)), (*soft, 0))
    x = image.width if look.mirrored else 0
    for part in parts:
        x -= part.width + 6 if look.mirrored else 0
        image.alpha_composite(part, (x, (image.height - part.height) // 2))
        x += 0 if look.mirrored else part.width + 6
    return image
