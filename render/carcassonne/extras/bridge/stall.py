"""The bazaar above the board: the tiles with their numbers, the bid, who has taken which."""

from __future__ import annotations

from typing import Any, Final

from PIL import Image, ImageDraw

from render.carcassonne.sprites import land
from render.core.fonts import BOLD, REGULAR, fit, label, middle
from render.core.kit import plate, put
from render.core.look import GOLD, GOLD_INK, Look, mix
from render.core.strip import badge

TILE: Final = 124
BESIDE: Final = 48  # the least room for a badge beside a tile
GAP: Final = 10


def stall(bazaar: Any, look: Look, marked: frozenset[str], wide: int) -> Image.Image:
    """All lots side by side; gold: to choose from; the one on offer is framed; taken ones are washed."""
    shades = look.shades
    count = len(bazaar.lots)
    room = min(240, (wide - (count - 1) * GAP) // count)
    side = min(TILE, room - BESIDE - 34)
    high = side + 32
    image = Image.new("RGB", (wide, high), shades.ground)
    draw = ImageDraw.Draw(image)
    for i, lot in enumerate(bazaar.lots):
        x = wide - (i + 1) * room - i * GAP if look.mirrored else i * (room + GAP)
        offered = lot.number == bazaar.lot
        chosen = f"lot-{lot.number}" in marked
        frame = GOLD if chosen else shades.ink if offered else shades.line
        line = 6 if chosen or offered else 2
        draw.rounded_rectangle((x, 0, x + room - 1, high - 1), 14, fill=shades.panel, outline=frame, width=line)
        tile = land(lot.tile, 0, side)
        if lot.seat is not None:
            tile = Image.blend(tile, Image.new("RGB", tile.size, shades.ground), 0.5 if not lot.laid else 0.72)
        left = x + room - side - 14 if look.mirrored else x + 14
        image.paste(tile, (left, (high - side) // 2))
        fill, ink = (GOLD, GOLD_INK) if chosen else (mix(shades.panel, shades.ink, 0.88), shades.panel)
        put(image, plate(str(lot.number), 40, 70, fill, ink, GOLD_INK, floor=22), (left + 20, 30))
        free = room - side - 34
        middle_ = x + 10 + free / 2 if look.mirrored else left + side + 8 + free / 2
        seat = lot.seat if lot.seat is not None else bazaar.leader if offered else None
        if seat is None:
            continue
        block = badge(look.seats[seat].letter, (min(48, free), 72))
        put(image, block, (middle_, 50))
        if offered and bazaar.price is not None:
            shown, size, width = fit(str(bazaar.price), free, 40, BOLD, 22)
            words = label(shown, size, BOLD, width, shades.ink)
        else:
            shown, size, width = fit(look.seats[seat].name, free + 8, 22, REGULAR, 13)
            words = label(shown, size, REGULAR, width, shades.soft)
        top = round(high - 30 - middle(size, BOLD))
        image.paste(words, (round(middle_ - words.width / 2), top), words)
    return image
