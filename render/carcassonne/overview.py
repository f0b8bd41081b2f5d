"""Overview of a big board for placing a tile: a map with lettered sectors, and the enlarged tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core.fonts import BOLD, centre_text, text_sprite
from render.core.look import GOLD, GOLD_INK, Colour, Look, mix_colours, rgb
from render.core.shapes import Point, dilate_mask, paste_centred
from rules.carcassonne.cells import Cell
from rules.carcassonne.outcomes import Outcome
from rules.carcassonne.view import CarcassonneView

from .board import EDGE, Drawing, draw_tile_in_hand
from .board_figures import draw_figures
from .board_placement import BoardPlacement, PictureField, place_board, shift_box
from .expansions import draw_modules_above, draw_modules_on_land
from .extras import BoardCanvas
from .figure_sprites import seat_token
from .layout import PLAIN, Box, Layout, bounding_box, grow_box
from .sectors import Sector
from .tile_sprites import tile_sprite

# Least distance of two colours, for all kinds of sight: 15.7 (OKLab). Letters identify sectors too.
SECTORS: Final = tuple(map(rgb, ("#9DD5F5", "#E3691A", "#B568FF", "#FFFFA0", "#0BA99E", "#FCB313")))
WIDE, HIGH, MARGIN = 800, 830, 10
TILE: Final = 196
LARGEST: Final = 74
LAND_PALENESS, SECTOR_TINT = 0.22, 0.38
LETTER: Final = 58
DISC_RIM: Final = (16, 14, 12)
MARGIN_TILES: Final = 0.36  # tiles around the cells, so that no sector is cut off
MASK_REDUCTION: Final = 2  # masks are this many times smaller


def sector_colour(letter: str) -> Colour:
    """The colour of a sector."""
    return SECTORS[(ord(letter) - ord("A")) % len(SECTORS)]


def draw_overview(
    view: CarcassonneView, look: Look, sectors: Sequence[Sector], best_outcomes: Mapping[Cell, Outcome]
) -> Drawing:
    """The whole table as a map. `best_outcomes`: the best outcome of a placement on each cell."""
    cells = {cell for sector in sectors for cell in sector.cells}
    all_cells = {laid.cell for laid in view.laid} | cells
    box = bounding_box(all_cells)
    shown_part = (box[0] - MARGIN_TILES, box[1] - MARGIN_TILES, box[2] + 1 + MARGIN_TILES, box[3] + 1 + MARGIN_TILES)
    tile_side = TILE if view.drawn else 0
    field = PictureField(WIDE - 2 * MARGIN, HIGH - 2 * MARGIN, shown_part, tile_side, LARGEST, look.mirrored)
    placement = place_board(field, all_cells)
    layout = _layout_of_placement(placement, box)
    canvas = Image.new("RGB", layout.size, look.shades.ground)
    board = BoardCanvas(canvas, view, look, layout)
    _draw_bare_land(board)
    veil = Image.new("RGB", canvas.size, look.shades.ground)
    canvas.paste(Image.blend(canvas, veil, LAND_PALENESS))
    masks = {sector.letter: _sector_mask(layout, sector, cells) for sector in sectors}
    for sector in sectors:
        ink = sector_colour(sector.letter)
        tint, tint_box = _crop_mask(masks[sector.letter], 0)
        canvas.paste(ink, tint_box, tint.point([round(v * SECTOR_TINT) for v in range(256)]))
        _lighten_sector_cells(board, sector, ink)
    figures = [figure.middle for figure in draw_figures(board)]
    draw_modules_above(board)
    for sector in sectors:
        _draw_sector_rim(canvas, masks[sector.letter], sector_colour(sector.letter))
    _frame_own_cells(board, best_outcomes)
    if layout.hand and view.drawn:
        draw_tile_in_hand(canvas, view.drawn.tile, layout.hand, look.theme)
    return Drawing(canvas, layout, _draw_sector_letters(board, sectors, masks, cells, figures))


def _layout_of_placement(placement: BoardPlacement, box: Box) -> Layout:
    x, y = placement.at[0] + MARGIN, placement.at[1] + MARGIN
    corner = (x + box[0] * placement.side, y + box[1] * placement.side)
    size = (WIDE, placement.size[1] + 2 * MARGIN)
    columns, rows = box[2] - box[0] + 1, box[3] - box[1] + 1
    tile = shift_box(placement.tile, (MARGIN, MARGIN)) if placement.tile else None
    return Layout(size, placement.side, corner, (box[0], box[1]), (columns, rows), tile, (0, 0, 0, 0))


def _draw_bare_land(board: BoardCanvas) -> None:
    """Draws all tiles without houses and trees."""
    draw, side = ImageDraw.Draw(board.canvas), board.side
    for laid in board.view.laid:
        x, y = board.layout.corner(laid.cell)
        draw.rectangle((x - 2, y - 2, x + side + 1, y + side + 1), fill=EDGE[board.look.theme])
    for laid in board.view.laid:
        board.canvas.paste(tile_sprite(laid.tile, laid.turn // 90, side, side < PLAIN), board.layout.corner(laid.cell))
    draw_modules_on_land(board)


# --- sectors


def _shortest_joining_lines(cells: Sequence[Cell]) -> list[tuple[Cell, Cell]]:
    """The shortest lines that connect all cells."""
    unjoined, lines = list(cells[1:]), []
    nearest_joined = dict.fromkeys(unjoined, cells[0])
    while unjoined:
        joined = min(unjoined, key=lambda c: (_cell_distance(c, nearest_joined[c]), c))
        unjoined.remove(joined)
        lines.append((nearest_joined[joined], joined))
        for cell in unjoined:
            if _cell_distance(cell, joined) < _cell_distance(cell, nearest_joined[cell]):
                nearest_joined[cell] = joined
    return lines


def _cell_distance(a: Cell, b: Cell) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def _sector_mask(layout: Layout, sector: Sector, cells: set[Cell]) -> Image.Image:
    """White where a sector is: around its cells and along the lines between them, but not on cells of others."""
    side = layout.side / MASK_REDUCTION
    reduced = Image.new("L", (-(-layout.size[0] // MASK_REDUCTION), -(-layout.size[1] // MASK_REDUCTION)), 0)
    draw = ImageDraw.Draw(reduced)

    def middle_of(cell: Cell) -> Point:
        x, y = layout.corner(cell)
        return x / MASK_REDUCTION + side / 2, y / MASK_REDUCTION + side / 2

    for start, end in _shortest_joining_lines(sector.cells):
        draw.line((middle_of(start), middle_of(end)), fill=255, width=round(0.95 * side))
    for cell in sector.cells:
        x, y = middle_of(cell)
        half_side = side * 0.7
        draw.rounded_rectangle((x - half_side, y - half_side, x + half_side, y + half_side), side * 0.2, fill=255)
    reduced = reduced.filter(ImageFilter.GaussianBlur(0.34 * side))
    draw = ImageDraw.Draw(reduced)
    for cell in cells.difference(sector.cells):
        x, y = middle_of(cell)
        half_side = side * 0.53
        draw.rectangle((x - half_side, y - half_side, x + half_side, y + half_side), fill=0)
    smooth_mask = reduced.resize(layout.size, Image.Resampling.BILINEAR)
    return smooth_mask.point([max(0, min(255, (v - 110) * 16)) for v in range(256)])


def _lighten_sector_cells(board: BoardCanvas, sector: Sector, ink: Colour) -> None:
    """Draws the cells of a sector, lighter than the rest of it."""
    draw, side = ImageDraw.Draw(board.canvas), board.side
    fill = mix_colours(mix_colours(board.look.shades.ground, ink, SECTOR_TINT), ink, 0.3)
    for cell in sector.cells:
        box = grow_box(board.layout.cell_box(cell), -max(2, side // 14))
        draw.rounded_rectangle(box, side // 8, fill=fill, outline=ink, width=2)


def _draw_sector_rim(canvas: Image.Image, mask: Image.Image, ink: Colour) -> None:
    """Draws the border of a sector: four pixels wide, with two dark ones on each side."""
    part, box = _crop_mask(mask, 8)
    solid = part.point([255 if v > 127 else 0 for v in range(256)])
    inner = dilate_mask(solid.point([255 - v for v in range(256)]), 1)
    for steps, fill in ((5, DISC_RIM), (3, ink)):
        canvas.paste(fill, box, ImageChops.darker(dilate_mask(solid, steps), inner))


def _crop_mask(mask: Image.Image, margin: int) -> tuple[Image.Image, Box]:
    """The bounding box of a mask with `margin` pixels around it, and the mask cropped to it."""
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    start = max(0, left - margin), max(0, top - margin)
    end = min(mask.width, right + margin), min(mask.height, bottom + margin)
    return mask.crop((*start, *end)), (*start, *end)


def _frame_own_cells(board: BoardCanvas, best_outcomes: Mapping[Cell, Outcome]) -> None:
    """Draws gold frames with the seat's symbol where the tile continues or completes a feature of the seat."""
    seat = board.view.drawn.seat if board.view.drawn else None
    if seat is None:
        return
    draw, side = ImageDraw.Draw(board.canvas), board.side
    sign = seat_token(board.look.seats[seat].letter, round(side * 0.62))
    for cell, outcome in best_outcomes.items():
        if not outcome.affects_own_feature:
            continue
        box = board.layout.cell_box(cell)
        draw.rounded_rectangle(box, 6, fill=mix_colours(board.look.shades.ground, GOLD, 0.35))
        draw.rounded_rectangle(grow_box(box, 2), 7, outline=GOLD_INK, width=7)
        draw.rounded_rectangle(box, 6, outline=GOLD, width=4)
        paste_centred(board.canvas, sign, board.pixel_at(cell, 0.5, 0.5))


# --- letters


def _draw_sector_letters(
    board: BoardCanvas,
    sectors: Sequence[Sector],
    masks: Mapping[str, Image.Image],
    cells: set[Cell],
    figures: Sequence[Point],
) -> list[tuple[str, Box]]:
    """Draws the letter of each sector on the free point nearest to its cells."""
    layout = board.layout
    forbidden, unwanted = Image.new("1", layout.size, 0), Image.new("1", layout.size, 0)
    forbidden_draw, unwanted_draw = ImageDraw.Draw(forbidden), ImageDraw.Draw(unwanted)
    radius = LETTER // 2 + 2
    forbidden_draw.rectangle((0, 0, *layout.size), outline=1, width=radius + 2)
    for cell in cells:
        forbidden_draw.rounded_rectangle(grow_box(layout.cell_box(cell), radius), radius, fill=1)
    if layout.hand:
        forbidden_draw.rectangle(grow_box(layout.hand, radius + 9), fill=1)
    for figure_x, figure_y in figures:
        reach = radius + 10
        unwanted_draw.ellipse((figure_x - reach, figure_y - reach, figure_x + reach, figure_y + reach), fill=1)
    boxes = []
    for sector in sectors:
        x, y = _best_letter_point(layout, sector, forbidden, unwanted, masks[sector.letter])
        forbidden_draw.ellipse(grow_box((x, y, x, y), 2 * radius + 6), fill=1)
        boxes.append((sector.letter, paste_centred(board.canvas, sector_letter_disc(sector.letter, LETTER), (x, y))))
    return boxes


def _best_letter_point(
    layout: Layout, sector: Sector, forbidden: Image.Image, unwanted: Image.Image, sector_mask: Image.Image
) -> tuple[int, int]:
    """The best point for a letter."""
    side = layout.side
    middles = [(x + side / 2, y + side / 2) for x, y in map(layout.corner, sector.cells)]
    centre = sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)
    west, north, east, south = sector.box
    (left, top), (right, bottom) = layout.corner((west - 3, north - 3)), layout.corner((east + 4, south + 4))
    least_cost, best_point = float("inf"), (round(centre[0]), round(centre[1]))
    step = max(6, round(side * 0.4))
    for y in range(max(0, top), min(layout.size[1], bottom), step):
        for x in range(max(0, left), min(layout.size[0], right), step):
            if forbidden.getpixel((x, y)):
                continue
            distance = min((x - middle_x) ** 2 + (y - middle_y) ** 2 for middle_x, middle_y in middles) ** 0.5
            cost = distance + 0.15 * ((x - centre[0]) ** 2 + (y - centre[1]) ** 2) ** 0.5
            cost += 50 * bool(unwanted.getpixel((x, y))) + 25 * (not sector_mask.getpixel((x, y)))
            if cost < least_cost:
                least_cost, best_point = cost, (x, y)
    return best_point


def sector_letter_disc(letter: str, diameter: int, faint: float = 0.0, ground: Colour = GOLD_INK) -> Image.Image:
    """The letter of a sector on its colour; `faint`: the share of `ground` mixed in."""
    fill, rim, ink = (mix_colours(colour, ground, faint) for colour in (sector_colour(letter), DISC_RIM, GOLD_INK))
    return labelled_disc(letter, diameter, fill, rim, ink, max(1, round(diameter * 0.07)))


def labelled_disc(text: str, diameter: int, fill: Colour, rim: Colour, ink: Colour, rim_width: int) -> Image.Image:
    """A letter or number on a disc with a rim."""
    smooth = 3  # supersampling factor
    canvas = Image.new("RGBA", ((diameter + 4) * smooth, (diameter + 4) * smooth), (*rim, 0))
    box, fill_ink, rim_ink = (
        (smooth, smooth, (diameter + 3) * smooth, (diameter + 3) * smooth),
        (*fill, 255),
        (*rim, 255),
    )
    ImageDraw.Draw(canvas).ellipse(box, fill=fill_ink, outline=rim_ink, width=rim_width * smooth)
    disc = canvas.resize((diameter + 4, diameter + 4), Image.Resampling.BOX)
    size = round(diameter * 0.62)
    centre_text(disc, text_sprite(text, size, BOLD, 100, ink), size, BOLD)
    return disc
