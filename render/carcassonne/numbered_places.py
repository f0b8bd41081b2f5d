"""Draws the choice of a figure's place: the enlarged tile with numbered places and a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core.fonts import BOLD, capitals_middle, fitted_text_sprite, text_sprite
from render.core.look import GOLD, GOLD_INK, Colour, Look, Mark, mix_colours
from render.core.sentences import join_list
from render.core.shapes import dilate_mask, paste_centred, spread_plates
from rules.carcassonne.cells import BRIDGE_PLACE, Cell
from rules.carcassonne.view import CarcassonneView, Feature

from .board import Drawing
from .board_figures import draw_figures
from .counted_places import counted_place_masks
from .expansions import draw_modules_on_land
from .extras import BoardCanvas
from .feature_words import feature_at
from .figure_sprites import seat_token
from .lay_preview import neighbour_layout, preview_mark_spot
from .layout import Box, Layout
from .overview import DISC_RIM, SECTORS, labelled_disc
from .tile_sprites import tile_sprite

WIDE, MOST = 900, 940
TILE: Final = 410
DISC: Final = 78
WASHED_SHARE: Final = 0.66
MOST_HIGH_LINES: Final = 5  # most places with legend lines 60 px high
TAKEN: Final = "–"  # token of an unavailable place


def is_numbered(marks: Sequence[Mark]) -> bool:
    """Whether the marks are numbers."""
    return bool(marks) and all(mark.token == TAKEN or mark.token.isdecimal() for mark in marks)


def place_colour(mark: Mark) -> Colour:
    return SECTORS[(int(mark.token) - 1) % len(SECTORS)]


def draw_numbered_places(
    view: CarcassonneView, look: Look, cell: Cell, tile: str, turn: int, marks: Sequence[Mark]
) -> Drawing:
    """The tile with numbered places. Their features stay bright on all tiles; the rest is washed."""
    line_height = 60 if len(marks) <= MOST_HIGH_LINES else 48
    legend_height = line_height * len(marks) + 24
    high = max(TILE + 60, min(TILE + 120, MOST - legend_height))
    size = (WIDE, high + legend_height)
    canvas = Image.new("RGB", size, look.shades.ground)
    corner = ((WIDE - TILE) // 2, (high - TILE) // 2)
    layout = neighbour_layout(size, cell, corner, TILE)
    board = BoardCanvas(canvas, view, look, layout)
    chosen = [mark for mark in marks if mark.token != TAKEN]
    _draw_places_land(board, cell, tile, turn, chosen)
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle(
        (corner[0] - 7, corner[1] - 7, corner[0] + TILE + 6, corner[1] + TILE + 6), 9, outline=GOLD_INK, width=7
    )
    draw.rounded_rectangle(
        (corner[0] - 5, corner[1] - 5, corner[0] + TILE + 4, corner[1] + TILE + 4), 8, outline=GOLD, width=5
    )
    middles = [[*preview_mark_spot(view, cell, tile, turn, layout, mark), DISC + 6.0, DISC + 6.0] for mark in chosen]
    spread_plates(middles, (corner[0] - 10, corner[1] - 10, corner[0] + TILE + 10, corner[1] + TILE + 10))
    boxes = [
        (mark.token, paste_centred(canvas, place_number_disc(mark, DISC), (middle[0], middle[1])))
        for mark, middle in zip(chosen, middles, strict=True)
    ]
    boxes += _draw_numbers_legend(board, cell, marks, high, line_height)
    plan = Layout(size, TILE, corner, cell, (1, 1), strip=(0, high, *size))
    return Drawing(canvas, plan, boxes)


def place_number_disc(mark: Mark, diameter: int) -> Image.Image:
    """The number of a place in its colour."""
    return labelled_disc(mark.token, diameter, place_colour(mark), DISC_RIM, GOLD_INK, diameter // 16)


# --- land


def _draw_places_land(board: BoardCanvas, cell: Cell, tile: str, turn: int, chosen: Sequence[Mark]) -> None:
    """Draws tile and neighbours, washed except for the features of the places."""
    canvas, view, side = board.canvas, board.view, board.side
    tiles = {laid.cell: (laid.tile, laid.turn // 90) for laid in view.laid}
    tiles[cell] = tile, turn // 90
    for shown_cell, (name, quarters) in tiles.items():
        if board.layout.shows(shown_cell):
            canvas.paste(tile_sprite(name, quarters, side), board.layout.corner(shown_cell))
    draw_modules_on_land(board)
    draw_figures(board, 0.75)
    bright = Image.new("L", canvas.size, 0)
    bright.paste(255, board.layout.cell_box(cell))
    masks_with_colours = []
    for mark in chosen:
        feature = feature_at(view, cell, mark.place.partition(".")[2])
        if feature is not None and feature.kind == "monastery":
            continue
        place_mask = Image.new("L", canvas.size, 0)
        for shown_cell, places in _places_to_outline(feature, cell, mark).items():
            if shown_cell in tiles and board.layout.shows(shown_cell):
                inside, _ = counted_place_masks(*tiles[shown_cell], places, side)
                place_mask.paste(255, board.layout.corner(shown_cell), inside)
        bright = ImageChops.lighter(bright, place_mask)
        masks_with_colours.append((place_mask, place_colour(mark)))
    veil = Image.new("RGB", canvas.size, board.look.shades.ground)
    washed = Image.blend(canvas, veil, WASHED_SHARE)
    washed.paste(canvas, mask=bright)
    canvas.paste(washed)
    for place_mask, ink in masks_with_colours:
        _draw_area_outline(canvas, place_mask, ink)


def _draw_area_outline(canvas: Image.Image, mask: Image.Image, ink: Colour) -> None:
    """Draws a line inside the border of an area, between two dark lines, legible on any ground."""
    box = mask.getbbox()
    if box is None:
        return
    blurred = mask.crop((box[0] - 12, box[1] - 12, box[2] + 12, box[3] + 12)).filter(ImageFilter.GaussianBlur(3))
    outside = blurred.point([255 if v < 128 else 0 for v in range(256)])
    rings = [dilate_mask(outside, steps) for steps in (0, 2, 7, 9)]
    corner = box[0] - 12, box[1] - 12
    canvas.paste(DISC_RIM, corner, ImageChops.subtract(rings[3], rings[0]))
    canvas.paste(ink, corner, ImageChops.subtract(rings[2], rings[1]))


def _places_to_outline(feature: Feature | None, cell: Cell, mark: Mark) -> dict[Cell, tuple[str, ...]]:
    """Cell -> places to outline: the whole feature; of a field only its part on the tile."""
    places_by_cell: dict[Cell, list[str]] = {}
    for place_cell, place in feature.places if feature is not None else ((cell, mark.place.partition(".")[2]),):
        if place != BRIDGE_PLACE and (place_cell == cell or (feature is not None and feature.kind != "field")):
            places_by_cell.setdefault(place_cell, []).append(place)
    return {place_cell: tuple(places) for place_cell, places in places_by_cell.items()}


# --- legend


def _draw_numbers_legend(
    board: BoardCanvas, cell: Cell, marks: Sequence[Mark], top: int, line: int
) -> list[tuple[str, Box]]:
    """Draws a line for each place: number, feature, owners."""
    canvas, look = board.canvas, board.look
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
        holders = seats_holding_place(board.view, cell, mark)
        holders_image = _holders_image(look, holders, size, wide)
        text_image, font_size = fitted_text_sprite(mark.note, room - holders_image.width - 16, size, ink, floor=26)
        x, left = 16 + wide / 2, 16 + wide + 14
        parts = [(text_image, 0), (holders_image, text_image.width + 14)]
        if look.mirrored:
            paste_centred(canvas, sign, (WIDE - x, y))
            spots = [WIDE - left - offset - part.width for part, offset in parts]
        else:
            paste_centred(canvas, sign, (x, y))
            spots = [left + offset for _, offset in parts]
        canvas.paste(text_image, (spots[0], round(y - capitals_middle(font_size))), text_image)
        canvas.paste(holders_image, (spots[1], round(y - holders_image.height / 2)), holders_image)
        text_box = (spots[0], round(y - font_size / 2), spots[0] + text_image.width, round(y + font_size / 2))
        boxes.append((f"words {i + 1}", text_box))
    return boxes


def seats_holding_place(view: CarcassonneView, cell: Cell, mark: Mark) -> list[int]:
    """The seats with followers in the feature of a place."""
    feature = feature_at(view, cell, mark.place.partition(".")[2])
    return [seat for seat, n in enumerate(feature.strength) if n] if feature is not None else []


def name_holders_in_mark(view: CarcassonneView, look: Look, cell: Cell, mark: Mark) -> Mark:
    """The mark with the owners in its note, for the alternative text."""
    names = [look.seats[seat].name for seat in seats_holding_place(view, cell, mark)]
    return replace(mark, note=look.say("pic.alt.held", words=mark.note, names=join_list(names))) if names else mark


def _dash_image(wide: int, look: Look) -> Image.Image:
    image = Image.new("RGBA", (wide, wide), (0, 0, 0, 0))
    box = (wide * 0.22, wide * 0.46, wide * 0.78, wide * 0.56)
    ImageDraw.Draw(image).rectangle(box, fill=(*look.shades.soft, 255))
    return image


def _holders_image(look: Look, holders: Sequence[int], size: int, wide: int) -> Image.Image:
    """Symbols and names of the owners, or «nobody»."""
    ink = look.shades.soft
    if not holders:
        return text_sprite(look.say("pic.pick.nobody"), size - 2, BOLD, 88, mix_colours(ink, look.shades.panel, 0.2))
    parts: list[Image.Image] = []
    for seat in holders:
        parts.append(seat_token(look.seats[seat].letter, wide - 10))
        if len(holders) <= 2:
            parts.append(fitted_text_sprite(look.seats[seat].name, 180, size, ink, floor=24)[0])
    image = Image.new("RGBA", (sum(part.width + 6 for part in parts), max(part.height for part in parts)), (*ink, 0))
    x = 0
    for part in parts:
        step = part.width + 6
        left = image.width - x - step if look.mirrored else x
        image.alpha_composite(part, (left, (image.height - part.height) // 2))
        x += step
    return image
