"""Draws the bazaar above the board: numbered tiles, the bid, the owners."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image, ImageDraw

from render.carcassonne.tile_sprites import tile_sprite
from render.core.cache import cached_sprite
from render.core.chip_strip import seat_badge, seat_symbol_disc
from render.core.fonts import BOLD, capitals_middle, fitted_text_sprite, text_sprite
from render.core.look import GOLD, GOLD_INK, Look, mix_colours
from render.core.shapes import panel_sprite, paste_centred, plate_sprite

TILE_PX: Final = 124
LEAST_PX: Final = 84  # least side of a tile
BADGE_WIDTH_PX: Final = 48  # least width for a badge beside a tile
MARGINS_PX: Final = 34  # margins of a tile
BADGE_HEIGHT_PX: Final = 50  # height for a badge below a tile without room beside it
GAP_PX: Final = 10
OWNED_PALENESS, LAID_PALENESS = 0.22, 0.5  # paleness of an owned tile, of a laid one
# Small lots: tile, height, least width, gap.
SMALL_TILE_PX, SMALL_LOT_PX, LEAST_LOT_PX, SMALL_GAP_PX = 48, 60, 106, 8


@cached_sprite
def narrow_bazaar_sprite(bazaar: Any, look: Look, width: int, gold: bool) -> Image.Image:
    """All lots on a strip `width` pixels wide: number and tile, beside it the owner or highest bidder and the price.
    The lot on offer is framed, in `gold` if the reader decides about it."""
    count = len(bazaar.lots)
    most_per_line = max(1, min(count, (width + SMALL_GAP_PX) // (LEAST_LOT_PX + SMALL_GAP_PX)))
    line_count = -(-count // most_per_line)
    lots_per_line = -(-count // line_count)  # fills all lines evenly
    lot_width = (width + SMALL_GAP_PX) // lots_per_line - SMALL_GAP_PX
    image = Image.new("RGB", (width, line_count * (SMALL_LOT_PX + SMALL_GAP_PX) - SMALL_GAP_PX), look.shades.panel)
    for index, lot in enumerate(bazaar.lots):
        column = lots_per_line - 1 - index % lots_per_line if look.mirrored else index % lots_per_line
        x, y = column * (lot_width + SMALL_GAP_PX), index // lots_per_line * (SMALL_LOT_PX + SMALL_GAP_PX)
        image.paste(_narrow_lot_image(bazaar, lot, look, lot_width, gold), (x, y))
    return image


def _narrow_lot_image(bazaar: Any, lot: Any, look: Look, lot_width: int, gold: bool) -> Image.Image:
    shades, is_offered = look.shades, lot.number == bazaar.lot
    image = Image.new("RGB", (lot_width, SMALL_LOT_PX), shades.panel)
    frame = (GOLD if gold else shades.ink) if is_offered else shades.line
    panel = panel_sprite((lot_width, SMALL_LOT_PX), 9, shades.ground, frame, 4 if is_offered else 2)
    image.paste(panel, (0, 0), panel)
    number = text_sprite(str(lot.number), 25, BOLD, 76, shades.ink)
    image.paste(number, (8, round(SMALL_LOT_PX / 2 - capitals_middle(25, BOLD))), number)
    x = 12 + number.width
    image.paste(_lot_tile(lot, look, SMALL_TILE_PX), (x, (SMALL_LOT_PX - SMALL_TILE_PX) // 2))
    x += SMALL_TILE_PX + 5
    seat = _owner_or_bidder(bazaar, lot)
    if seat is not None:
        sign = seat_symbol_disc(look.seats[seat].letter, 26)
        price = str(bazaar.price) if is_offered and bazaar.price is not None else ""
        image.paste(sign, (x, SMALL_LOT_PX // 2 - (26 if price else 13)), sign)
        price_image = text_sprite(price, 25, BOLD, 76, shades.ink)
        spot = (x + 13 - price_image.width // 2, round(SMALL_LOT_PX * 0.74 - capitals_middle(25, BOLD)))
        image.paste(price_image, spot, price_image)
    return image


def _lot_tile(lot: Any, look: Look, side: int) -> Image.Image:
    """The tile of a lot, paler once it has an owner."""
    tile = tile_sprite(lot.tile, 0, side)
    if lot.seat is None:
        return tile
    veil = Image.new("RGB", tile.size, look.shades.ground)
    return Image.blend(tile, veil, LAID_PALENESS if lot.laid else OWNED_PALENESS)


def _owner_or_bidder(bazaar: Any, lot: Any) -> int | None:
    """The owner of a lot, else the highest bidder for it."""
    bidder: int | None = bazaar.leader if lot.number == bazaar.lot else None
    return bidder if lot.seat is None else int(lot.seat)


@cached_sprite
def bazaar_sprite(
    bazaar: Any, look: Look, marked: frozenset[str], wide: int, fresh: frozenset[int] = frozenset()
) -> Image.Image:
    """All lots in one or more lines. Choices are gold, the lot on offer and `fresh` (just sold) lots are framed, sold
    ones are washed."""
    count = len(bazaar.lots)
    lots_per_line = next((n for n in range(count, 1, -1) if (wide + GAP_PX) // n - GAP_PX >= LEAST_PX + MARGINS_PX), 1)
    lot_width = min(240, (wide + GAP_PX) // lots_per_line - GAP_PX)
    badge_fits_beside = lot_width >= LEAST_PX + BADGE_WIDTH_PX + MARGINS_PX
    side = min(TILE_PX, lot_width - (BADGE_WIDTH_PX if badge_fits_beside else 0) - MARGINS_PX)
    high = side + 32 + (0 if badge_fits_beside else BADGE_HEIGHT_PX)
    image = Image.new("RGB", (wide, -(-count // lots_per_line) * (high + GAP_PX) - GAP_PX), look.shades.ground)
    for index, lot in enumerate(bazaar.lots):
        column, y = index % lots_per_line, index // lots_per_line * (high + GAP_PX)
        x = wide - (column + 1) * lot_width - column * GAP_PX if look.mirrored else column * (lot_width + GAP_PX)
        chosen, framed = f"lot-{lot.number}" in marked, lot.number == bazaar.lot or lot.number in fresh
        lot_image = _lot_image(bazaar, lot, look, (chosen, framed), (lot_width, high), side, badge_fits_beside)
        image.paste(lot_image, (x, y))
    return image


def _lot_image(
    bazaar: Any, lot: Any, look: Look, how: tuple[bool, bool], size: tuple[int, int], side: int, beside: bool
) -> Image.Image:
    """A tile with its number and its owner or highest bidder beside or below it. `how`: (to choose from, framed)."""
    shades, (lot_width, height) = look.shades, size
    image = Image.new("RGB", size, shades.ground)
    draw = ImageDraw.Draw(image)
    chosen, framed = how
    frame = GOLD if chosen else shades.ink if framed else shades.line
    frame_width = 6 if chosen or framed else 2
    draw.rounded_rectangle((0, 0, lot_width - 1, height - 1), 14, fill=shades.panel, outline=frame, width=frame_width)
    edge = lot_width - side - 14 if look.mirrored else 14
    left = edge if beside else (lot_width - side) // 2
    image.paste(_lot_tile(lot, look, side), (left, 16))
    fill, ink = (GOLD, GOLD_INK) if chosen else (mix_colours(shades.panel, shades.ink, 0.88), shades.panel)
    paste_centred(image, plate_sprite(str(lot.number), 48, 70, fill, ink, GOLD_INK, floor=22), (left + 20, 34))
    seat = _owner_or_bidder(bazaar, lot)
    if seat is None:
        return image
    price = bazaar.price if lot.number == bazaar.lot else None
    letter = look.seats[seat].letter
    if not beside:
        _draw_bid_line(image, [seat_symbol_disc(letter, 40)], price, height - 32, look)
        return image
    badge_room = lot_width - side - MARGINS_PX
    middle_x = 10 + badge_room / 2 if look.mirrored else left + side + 8 + badge_room / 2
    paste_centred(image, seat_badge(letter, (min(48, badge_room), 72)), (middle_x, 50))
    if price is not None:
        price_image, font_size = fitted_text_sprite(str(price), badge_room, 40, shades.ink, BOLD, 33)
        spot = (round(middle_x - price_image.width / 2), round(height - 30 - capitals_middle(font_size, BOLD)))
        image.paste(price_image, spot, price_image)
    return image


def _draw_bid_line(image: Image.Image, parts: list[Image.Image], price: int | None, y: int, look: Look) -> None:
    """Draws bidder and price side by side, centred."""
    if price is not None:
        parts = [*parts, text_sprite(str(price), 40, BOLD, 88, look.shades.ink)]
    x = (image.width - sum(part.width + 8 for part in parts) + 8) // 2
    for i, part in enumerate(parts):
        image.paste(part, (x, round(y - (capitals_middle(40, BOLD) if i else part.height / 2))), part)
        x += part.width + 8
