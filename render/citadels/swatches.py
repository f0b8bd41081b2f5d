"""The swatch sheet of Citadels: all sprites, from which the palette is learned."""

from __future__ import annotations

from PIL import Image

from render.core.chip_strip import seat_badge
from render.core.look import SEAT_COLOURS, THEMES
from rules.citadels.cards import CHARACTERS, DISTRICTS

from . import cards
from .call_row import call_chip
from .colours import EXACT
from .renderer import PALETTE

__all__ = ["EXACT", "PALETTE", "swatch_sheet"]


def swatch_sheet() -> Image.Image:
    """All districts and characters, large and small, on both grounds."""
    image = Image.new("RGB", (12 * 130, 1260), THEMES["dark"].ground)
    image.paste(THEMES["light"].ground, (0, 900, image.width, image.height))
    for i, (key, facts) in enumerate(DISTRICTS.items()):
        card = cards.hand_card(key, key, "abc abc", 126, 200, "", "left")
        image.paste(card, (i % 12 * 130, i // 12 * 205), card)
        card = cards.city_card(key, key, 34, 100, facts.cost, i % 3 == 0, i % 4)
        image.paste(card, (i * 36, 1020), card)
    for i, key in enumerate(CHARACTERS):
        card = cards.character_card(key, 1, key, "abc", 84, 160, False, False)
        image.paste(card, (i * 86, 850), card)
        for j, state in enumerate(("to_come", "called", "silent", "out")):
            theme = THEMES["dark" if i % 2 else "light"]
            fates = ("murder",) if i == 4 else ("rob", "bewitch") if i == 5 else ()
            chip = call_chip(1, key, key, 84, state, fates, theme.panel, "")
            image.paste(chip, (i * 86, 1130 + j * 26), chip)
    for i, letter in enumerate(SEAT_COLOURS):
        block = seat_badge(letter, (48, 72))
        image.paste(block, (800 + i * 50, 820), block)
    crown = cards.crown_icon(60)
    image.paste(crown, (700, 820), crown)
    return image
