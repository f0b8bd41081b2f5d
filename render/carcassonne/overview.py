"""The first picture of a big board for whoever lays a tile: a map with a letter on each sector, the tile large."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import GOLD, GOLD_INK, Colour, Look, mix_colours, rgb
from render.core.shapes import Point, dilate_mask, paste_centred
from rules.carcassonne.cells import Cell
from rules.carcassonne.outcomes import Outcome
from rules.carcassonne.view import CarcassonneView

from .board import EDGE, Drawing, draw_tile_in_hand
from .board_figures import draw_figures
from .board_placement import BoardPlacement, PictureField, place_board, shift_box
from .expansions import extras_in_view
from .extras import BoardCanvas
from .figure_sprites import seat_token
from .layout import PLAIN, Box, Layout, bounding_box
from .sectors import Sector
from .tile_sprites import tile_sprite

# Smallest distance of any two, for all sights: 15.7 (OKLab). The letter is the sign all the same.
SECTORS: Final = tuple(map(rgb, ("#9DD5F5", "#E3691A", "#B568FF", "#FFFFA0", "#0BA99E", "#FCB313")))
WIDE, HIGH, MARGIN = 800, 830, 10
TILE: Final = 196
LARGEST: Final = 74
WASH, TINT = 0.22, 0.38
LETTER: Final = 58
AROUND: Final = 0.36  # tiles, so that no sector is cut off at the border
HALF: Final = 2  # masks are drawn so many times smaller


def sector_colour(letter: str) -> Colour:
    """The colour of a sector."""
    return SECTORS[(ord(letter) - ord("A")) % len(SECTORS)]


def draw_overview(
    view: CarcassonneView, look: Look, sectors: Sequence[Sector], best: Mapping[Cell, Outcome]
) -> Drawing:
    """The whole table as a map. `best`: what a lay does there at best."""
    cells = {cell for sector in sectors for cell in sector.cells}
    taken = {laid.cell for laid in view.laid} | cells
    box = bounding_box(taken)
    shown = (box[0] - AROUND, box[1] - AROUND, box[2] + 1 + AROUND, box[3] + 1 + AROUND)
    room = PictureField(WIDE - 2 * MARGIN, HIGH - 2 * MARGIN, shown, TILE if view.drawn else 0, LARGEST, look.mirrored)
    found = place_board(room, taken)
    layout = _layout_of_placement(found, box)
    canvas = Image.new("RGB", layout.size, look.shades.ground)
    desk = BoardCanvas(canvas, view, look, layout)
    _draw_bare_land(desk)
    veil = Image.new("RGB", canvas.size, look.shades.ground)
    canvas.paste(Image.blend(canvas, veil, WASH))
    masks = {sector.letter: _sector_mask(layout, sector, cells) for sector in sectors}
    for sector in sectors:
        ink = sector_colour(sector.letter)
        tint, at = _crop_mask(masks[sector.letter], 0)
        canvas.paste(ink, at, tint.point([round(v * TINT) for v in range(256)]))
        _lighten_sector_cells(desk, sector, ink)
    figures = [one.middle for one in draw_figures(desk)]
    for extra, seen in extras_in_view(view):
        extra.above(desk, seen)
    for sector in sectors:
        _draw_sector_rim(canvas, masks[sector.letter], sector_colour(sector.letter))
    _frame_own_cells(desk, best)
    if layout.hand and view.drawn:
        draw_tile_in_hand(canvas, view.drawn.tile, layout.hand, look.theme)
    return Drawing(canvas, layout, _draw_sector_letters(desk, sectors, masks, cells, figures))


def _layout_of_placement(found: BoardPlacement, box: Box) -> Layout:
    x, y = found.at[0] + MARGIN, found.at[1] + MARGIN
    at = (x + box[0] * found.side, y + box[1] * found.side)
    size = (WIDE, found.size[1] + 2 * MARGIN)
    columns, rows = box[2] - box[0] + 1, box[3] - box[1] + 1
    tile = shift_box(found.tile, (MARGIN, MARGIN)) if found.tile else None
    return Layout(size, found.side, at, (box[0], box[1]), (columns, rows), tile, (0, 0, 0, 0))


def _draw_bare_land(desk: BoardCanvas) -> None:
    """All tiles, without houses and trees."""
    draw, side = ImageDraw.Draw(desk.canvas), desk.side
    for laid in desk.view.laid:
        x, y = desk.layout.corner(laid.cell)
        draw.rectangle((x - 2, y - 2, x + side + 1, y + side + 1), fill=EDGE[desk.look.theme])
    for laid in desk.view.laid:
        desk.canvas.paste(tile_sprite(laid.tile, laid.turn // 90, side, side < PLAIN), desk.layout.corner(laid.cell))
    for extra, seen in extras_in_view(desk.view):
        extra.ground(desk, seen)


# --- sectors


def _shortest_joining_lines(cells: Sequence[Cell]) -> list[tuple[Cell, Cell]]:
    """The shortest lines that join all cells."""
    left, found = list(cells[1:]), []
    near = dict.fromkeys(left, cells[0])
    while left:
        nxt = min(left, key=lambda c: (_cell_distance(c, near[c]), c))
        left.remove(nxt)
        found.append((near[nxt], nxt))
        for cell in left:
            if _cell_distance(cell, nxt) < _cell_distance(cell, near[cell]):
                near[cell] = nxt
    return found


def _cell_distance(a: Cell, b: Cell) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def _sector_mask(layout: Layout, sector: Sector, cells: set[Cell]) -> Image.Image:
    """White where a sector is: round its cells and along the lines between them, and on no other's cells."""
    side = layout.side / HALF
    small = Image.new("L", (-(-layout.size[0] // HALF), -(-layout.size[1] // HALF)), 0)
    draw = ImageDraw.Draw(small)

    def middle_of(cell: Cell) -> Point:
        x, y = layout.corner(cell)
        return x / HALF + side / 2, y / HALF + side / 2

    for a, b in _shortest_joining_lines(sector.cells):
        draw.line((middle_of(a), middle_of(b)), fill=255, width=round(0.95 * side))
    for cell in sector.cells:
        x, y = middle_of(cell)
        r = side * 0.7
        draw.rounded_rectangle((x - r, y - r, x + r, y + r), side * 0.2, fill=255)
    small = small.filter(ImageFilter.GaussianBlur(0.34 * side))
    draw = ImageDraw.Draw(small)
    for cell in cells.difference(sector.cells):
        x, y = middle_of(cell)
        r = side * 0.53
        draw.rectangle((x - r, y - r, x + r, y + r), fill=0)
    whole = small.resize(layout.size, Image.Resampling.BILINEAR)
    return whole.point([max(0, min(255, (v - 110) * 16)) for v in range(256)])


def _lighten_sector_cells(desk: BoardCanvas, sector: Sector, ink: Colour) -> None:
    """Its cells, lighter than the rest of it."""
    draw, side = ImageDraw.Draw(desk.canvas), desk.side
    fill = mix_colours(mix_colours(desk.look.shades.ground, ink, TINT), ink, 0.3)
    for cell in sector.cells:
        x, y = desk.layout.corner(cell)
        inset = max(2, side // 14)
        box = (x + inset, y + inset, x + side - inset, y + side - inset)
        draw.rounded_rectangle(box, side // 8, fill=fill, outline=ink, width=2)


def _draw_sector_rim(canvas: Image.Image, mask: Image.Image, ink: Colour) -> None:
    """The border of a sector: four points wide, two of dark around it."""
    part, at = _crop_mask(mask, 8)
    solid = part.point([255 if v > 127 else 0 for v in range(256)])
    inner = dilate_mask(solid.point([255 - v for v in range(256)]), 1)
    for steps, fill in ((5, (16, 14, 12)), (3, ink)):
        canvas.paste(fill, at, ImageChops.darker(dilate_mask(solid, steps), inner))


def _crop_mask(mask: Image.Image, more: int) -> tuple[Image.Image, Box]:
    """What is not black of a mask and so many points around it, and where that lies."""
    a, b, c, d = mask.getbbox() or (0, 0, 1, 1)
    at = max(0, a - more), max(0, b - more), min(mask.width, c + more), min(mask.height, d + more)
    return mask.crop(at), at


def _frame_own_cells(desk: BoardCanvas, best: Mapping[Cell, Outcome]) -> None:
    """Gold, with the sign of the seat, where the tile continues or completes something of theirs."""
    seat = desk.view.drawn.seat if desk.view.drawn else None
    if seat is None:
        return
    draw, side = ImageDraw.Draw(desk.canvas), desk.side
    sign = seat_token(desk.look.seats[seat].letter, round(side * 0.62))
    for cell, outcome in best.items():
        if not outcome.mine:
            continue
        x, y = desk.layout.corner(cell)
        draw.rounded_rectangle((x, y, x + side, y + side), 6, fill=mix_colours(desk.look.shades.ground, GOLD, 0.35))
        draw.rounded_rectangle((x - 2, y - 2, x + side + 2, y + side + 2), 7, outline=GOLD_INK, width=7)
        draw.rounded_rectangle((x, y, x + side, y + side), 6, outline=GOLD, width=4)
        paste_centred(desk.canvas, sign, (x + side / 2, y + side / 2))


# --- letters


def _draw_sector_letters(
    desk: BoardCanvas,
    sectors: Sequence[Sector],
    masks: Mapping[str, Image.Image],
    cells: set[Cell],
    figures: Sequence[Point],
) -> list[tuple[str, Box]]:
    """The letter of each sector on the free point nearest to its cells."""
    layout = desk.layout
    closed, costly = Image.new("1", layout.size, 0), Image.new("1", layout.size, 0)
    shut, dear = ImageDraw.Draw(closed), ImageDraw.Draw(costly)
    r, side = LETTER // 2 + 2, layout.side
    shut.rectangle((0, 0, *layout.size), outline=1, width=r + 2)
    for cell in cells:
        x, y = layout.corner(cell)
        shut.rounded_rectangle((x - r, y - r, x + side + r, y + side + r), r, fill=1)
    if layout.hand:
        a, b, c, d = layout.hand
        shut.rectangle((a - r - 9, b - r - 9, c + r + 9, d + r + 9), fill=1)
    for u, v in figures:
        dear.ellipse((u - r - 10, v - r - 10, u + r + 10, v + r + 10), fill=1)
    found = []
    for sector in sectors:
        x, y = _best_letter_point(layout, sector, closed, costly, masks[sector.letter])
        shut.ellipse((x - 2 * r - 6, y - 2 * r - 6, x + 2 * r + 6, y + 2 * r + 6), fill=1)
        found.append((sector.letter, _put_sector_letter(desk.canvas, sector.letter, (x, y))))
    return found


def _best_letter_point(
    layout: Layout, sector: Sector, closed: Image.Image, costly: Image.Image, own: Image.Image
) -> tuple[int, int]:
    """The best point for a letter."""
    side = layout.side
    middles = [(x + side / 2, y + side / 2) for x, y in map(layout.corner, sector.cells)]
    heart = sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)
    a, b, c, d = sector.box
    (left, top), (right, bottom) = layout.corner((a - 3, b - 3)), layout.corner((c + 4, d + 4))
    best, chosen = float("inf"), (round(heart[0]), round(heart[1]))
    step = max(6, round(side * 0.4))
    for y in range(max(0, top), min(layout.size[1], bottom), step):
        for x in range(max(0, left), min(layout.size[0], right), step):
            if closed.getpixel((x, y)):
                continue
            away = min((x - u) ** 2 + (y - v) ** 2 for u, v in middles) ** 0.5
            cost = away + 0.15 * ((x - heart[0]) ** 2 + (y - heart[1]) ** 2) ** 0.5
            cost += 50 * bool(costly.getpixel((x, y))) + 25 * (not own.getpixel((x, y)))
            if cost < best:
                best, chosen = cost, (x, y)
    return chosen


def _put_sector_letter(canvas: Image.Image, letter: str, at: tuple[int, int], wide: int = LETTER) -> Box:
    """A disc with the letter of a sector."""
    sprite = sector_letter_disc(letter, wide)
    return paste_centred(canvas, sprite, at)


def sector_letter_disc(letter: str, wide: int, faint: float = 0.0, ground: Colour = GOLD_INK) -> Image.Image:
    """The letter of a sector in its colour; `faint`: how far it goes back into the ground."""
    smooth = 3
    fill, rim, ink = (mix_colours(c, ground, faint) for c in (sector_colour(letter), (16, 14, 12), GOLD_INK))
    big = Image.new("RGBA", ((wide + 4) * smooth, (wide + 4) * smooth), (*rim, 0))
    ImageDraw.Draw(big).ellipse(
        (smooth, smooth, (wide + 3) * smooth, (wide + 3) * smooth),
        fill=(*fill, 255),
        outline=(*rim, 255),
        width=max(smooth, round(wide * 0.07) * smooth),
    )
    done = big.resize((wide + 4, wide + 4), Image.Resampling.BOX)
    size = round(wide * 0.62)
    words = text_sprite(letter, size, BOLD, 100, ink)
    spot = (round((done.width - words.width) / 2), round(done.height / 2 - capitals_middle(size, BOLD)))
    done.alpha_composite(words, (max(0, spot[0]), max(0, spot[1])))
    return done
