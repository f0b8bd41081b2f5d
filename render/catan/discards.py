"""Draws discards, in place of an island without changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.core.chip_strip import seat_symbol_disc
from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import Look
from render.core.recap import Event
from render.core.recap_strip import LOSS
from render.core.sheet import Sheet
from rules.catan.cards import CARDS

from .good_icons import good_icon

DISCARDED: Final = "catan.discard.told"
COLUMNS: Final = 2
SIGN: Final = 36  # size of a seat's symbol
WIDTHS: Final = ((100, 34, 12), (88, 30, 8), (76, 26, 6), (62, 24, 4))  # (width of letters, icons, gap) to try


def discards_by_seat(events: Sequence[Event]) -> dict[int, Counter[str]]:
    """Seat -> its known discarded cards."""
    discards: dict[int, Counter[str]] = {}
    for key, params in events:
        if key == DISCARDED:
            discards.setdefault(params["seat"], Counter()).update(params["cards"])
    return discards


def draw_discards(discards: dict[int, Counter[str]], look: Look, size: tuple[int, int]) -> Image.Image:
    """A line for each seat with its symbol and its discarded cards."""
    sheet = Sheet(look, size)
    sheet.image.paste(look.shades.ground, (0, 0, *size))
    columns = COLUMNS if len(discards) > 1 else 1
    wide, high = size[0] // columns, size[1] // max(1, -(-len(discards) // columns))
    for index, (seat, cards) in enumerate(sorted(discards.items())):
        x, y = index % columns * wide, index // columns * high + high // 2
        sheet.put(seat_symbol_disc(look.seats[seat].letter, SIGN), x + 10, y - SIGN // 2)
        _draw_lost_cards(sheet, cards, x + 10 + SIGN + 10, x + wide - 6, y)
    return sheet.image


def _draw_lost_cards(sheet: Sheet, cards: Counter[str], left: int, right: int, y: int) -> None:
    """Draws counts with icons, narrower the more there are."""
    kinds = [kind for kind in CARDS if cards[kind]]
    ink = LOSS[sheet.look.theme]
    for width, icon, gap in WIDTHS:
        counts = [text_sprite(f"−{cards[kind]}", 28, BOLD, width, ink) for kind in kinds]
        if sum(count.width + icon + gap for count in counts) <= right - left:
            break
    for kind, count in zip(kinds, counts, strict=True):
        sheet.put(count, left, round(y - capitals_middle(28, BOLD)))
        sheet.put(good_icon(kind, icon), left + count.width + 1, y - icon // 2)
        left += count.width + icon + gap
