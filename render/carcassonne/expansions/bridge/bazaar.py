"""Draws the bazaar above the board: numbered tiles, the bid, the owners."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image, ImageDraw

from render.carcassonne.tile_sprites import tile_sprite
from render.core.cache import cached_sprite
from render.core.chip_strip import seat_badge, seat_symbol_disc
from render.core.fonts import BOLD, capitals_middle, fit_text, text_sprite
from render.core.look import GOLD, GOLD_INK, Look, mix_colours
from render.core.shapes import panel_sprite, paste_centred, plate_sprite

TILE: Final = 124
LEAST: Final = 84  # least side of a tile
BESIDE: Final = 48  # least width for a badge beside a tile
AROUND: Final = 34  # margins of a tile
BELOW: Final = 50  # height for a badge below a tile without room beside it
GAP: Final = 10
TAKEN, LAID = 0.22, 0.5  # paleness of an owned tile, of a laid one
SIDE, DEEP, CELL, SPACE = 48, 60, 106, 8  # small lots: tile, height, least width, gap


@cached_sprite
def narrow_bazaar_sprite(bazaar: Any, look: Look, wide: int, gold: bool) -> Image.Image:
    """All lots on a strip `wide` pixels wide: number and tile, beside it the owner or highest bidder and the price. The
    lot on offer is framed, in `gold` if the reader decides about it."""
    across = max(1, min(len(bazaar.lots), (wide + SPACE) // (CELL + SPACE)))
    across = -(-len(bazaar.lots) // -(-len(bazaar.lots) // across))  # fills all lines evenly
    room = (wide + SPACE) // across - SPACE
    lines = -(-len(bazaar.lots) // across)
    image = Image.new("RGB", (wide, lines * (DEEP + SPACE) - SPACE), look.shades.panel)
    for i, lot in enumerate(bazaar.lots):
        column = across - 1 - i % across if look.mirrored else i % across
        x, y = column * (room + SPACE), i // across * (DEEP + SPACE)
        image.paste(_narrow_lot_image(bazaar, lot, look, room, gold), (x, y))
    return image


def _narrow_lot_image(bazaar: Any, lot: Any, look: Look, room: int, gold: bool) -> Image.Image:
    shades, offered = look.shades, lot.number == bazaar.lot
    image = Image.new("RGB", (room, DEEP), shades.panel)
    edge = (GOLD if gold else shades.ink) if offered else shades.line
    box = panel_sprite((room, DEEP), 9, shades.ground, edge, 4 if offered else 2)
    image.paste(box, (0, 0), box)
    number = text_sprite(str(lot.number), 25, BOLD, 76, shades.ink)
    image.paste(number, (8, round(DEEP / 2 - capitals_middle(25, BOLD))), number)
    tile = tile_sprite(lot.tile, 0, SIDE)
    if lot.seat is not None:
        tile = Image.blend(tile, Image.new("RGB", tile.size, shades.ground), LAID if lot.laid else TAKEN)
    x = 12 + number.width
    image.paste(tile, (x, (DEEP - SIDE) // 2))
    x += SIDE + 5
    seat = lot.seat if lot.seat is not None else bazaar.leader if offered else None
    if seat is not None:
        sign = seat_symbol_disc(look.seats[seat].letter, 26)
        price = str(bazaar.price) if offered and bazaar.price is not None else ""
        image.paste(sign, (x, DEEP // 2 - (26 if price else 13)), sign)
        words = text_sprite(price, 25, BOLD, 76, shades.ink)
        image.paste(words, (x + 13 - words.width // 2, round(DEEP * 0.74 - capitals_middle(25, BOLD))), words)
    return image


@cached_sprite
def bazaar_sprite(
    bazaar: Any, look: Look, marked: frozenset[str], wide: int, fresh: frozenset[int] = frozenset()
) -> Image.Image:
    """All lots in one or more lines. Choices are gold, the lot on offer and `fresh` (just sold) lots are framed, sold
    ones are washed."""
    count = len(bazaar.lots)
    across = next((n for n in range(count, 1, -1) if (wide + GAP) // n - GAP >= LEAST + AROUND), 1)
    room = min(240, (wide + GAP) // across - GAP)
    beside = room >= LEAST + BESIDE + AROUND
    side = min(TILE, room - (BESIDE if beside else 0) - AROUND)
    high = side + 32 + (0 if beside else BELOW)
    image = Image.new("RGB", (wide, -(-count // across) * (high + GAP) - GAP), look.shades.ground)
    for i, lot in enumerate(bazaar.lots):
        column, y = i % across, i // across * (high + GAP)
        x = wide - (column + 1) * room - column * GAP if look.mirrored else column * (room + GAP)
        chosen, framed = f"lot-{lot.number}" in marked, lot.number == bazaar.lot or lot.number in fresh
        one = _lot_image(bazaar, lot, look, (chosen, framed), (room, high), side, beside)
        image.paste(one, (x, y))
    return image


def _lot_image(
    bazaar: Any, lot: Any, look: Look, how: tuple[bool, bool], size: tuple[int, int], side: int, beside: bool
) -> Image.Image:
    """A tile with its number and its owner or highest bidder beside or below it. `how`: (to choose from, framed)."""
    shades, (room, high) = look.shades, size
    image = Image.new("RGB", size, shades.ground)
    draw = ImageDraw.Draw(image)
    (chosen, framed), offered = how, lot.number == bazaar.lot
    frame = GOLD if chosen else shades.ink if framed else shades.line
    line = 6 if chosen or framed else 2
    draw.rounded_rectangle((0, 0, room - 1, high - 1), 14, fill=shades.panel, outline=frame, width=line)
    tile = tile_sprite(lot.tile, 0, side)
    if lot.seat is not None:
        tile = Image.blend(tile, Image.new("RGB", tile.size, shades.ground), LAID if lot.laid else TAKEN)
    edge = room - side - 14 if look.mirrored else 14
    left = edge if beside else (room - side) // 2
    image.paste(tile, (left, 16))
    fill, ink = (GOLD, GOLD_INK) if chosen else (mix_colours(shades.panel, shades.ink, 0.88), shades.panel)
    paste_centred(image, plate_sprite(str(lot.number), 48, 70, fill, ink, GOLD_INK, floor=22), (left + 20, 34))
    seat = lot.seat if lot.seat is not None else bazaar.leader if offered else None
    if seat is None:
        return image
    price = bazaar.price if offered else None
    letter = look.seats[seat].letter
    if not beside:
        _draw_bid_line(image, [seat_symbol_disc(letter, 40)], price, high - 32, look)
        return image
    free = room - side - AROUND
    middle_ = 10 + free / 2 if look.mirrored else left + side + 8 + free / 2
    paste_centred(image, seat_badge(letter, (min(48, free), 72)), (middle_, 50))
    if price is not None:
        shown, size_, width = fit_text(str(price), free, 40, BOLD, 33)
        words = text_sprite(shown, size_, BOLD, width, shades.ink)
        image.paste(words, (round(middle_ - words.width / 2), round(high - 30 - capitals_middle(size_, BOLD))), words)
    return image


def _draw_bid_line(image: Image.Image, parts: list[Image.Image], price: int | None, y: int, look: Look) -> None:
    """Draws bidder and price side by side, centred."""
    if price is not None:
        parts = [*parts, text_sprite(str(price), 40, BOLD, 88, look.shades.ink)]
    x = (image.width - sum(part.width + 8 for part in parts) + 8) // 2
    for i, part in enumerate(parts):
        image.paste(part, (x, round(y - (capitals_middle(40, BOLD) if i else part.height / 2))), part)
        x += part.width + 8
