"""The swatch sheet of Carcassonne: all sprites, from which the palette is learned."""

from __future__ import annotations

from PIL import Image

from render.core.chip_strip import ChipItem, SeatChip, chip_sprite
from render.core.look import GOLD, SEAT_COLOURS, THEMES, mix_colours
from render.core.shapes import plate_sprite

from .board import strip_icon
from .colours import EXACT
from .expansions import EXTRAS
from .facts import all_facts
from .figure_sprites import FIGURES, board_figure_sprite
from .renderer import PALETTE
from .tile_sprites import tile_sprite

__all__ = ["EXACT", "PALETTE", "swatch_sheet"]


def swatch_sheet() -> Image.Image:
    """Tiles, figures, bridges, plates and chips in both themes."""
    tiles = [tile_sprite(tile, turn, 96) for tile in all_facts() for turn in (0, 1)]
    image = Image.new("RGB", (16 * 96, 96 * (-(-len(tiles) // 16) + 12)), THEMES["dark"].ground)
    for i, tile in enumerate(tiles):
        image.paste(tile, (i % 16 * 96, i // 16 * 96))
    y = 96 * -(-len(tiles) // 16)
    for theme, shades in THEMES.items():
        fill = mix_colours(shades.ground, GOLD, 0.16 if theme == "dark" else 0.3)
        image.paste(shades.ground, (0, y, image.width, y + 576))
        image.paste(fill, (1300, y, 1536, y + 200))
        for i, letter in enumerate(SEAT_COLOURS):
            image.paste(tile_sprite("base-E", 0, 96), (i * 192, y + 190))
            image.paste(tile_sprite("base-C", 0, 96), (i * 192 + 96, y + 190))
            for j, kind in enumerate(FIGURES):
                sprite = board_figure_sprite(kind, letter if FIGURES[kind].sign else "", 128, "")
                image.paste(sprite, (i * 192 + j * 19 - 10, y + (j % 2) * 90 + 196 - 190 * (i % 2)), sprite)
            laid = {name: s for x in EXTRAS.values() for name, s in x.sprites(letter, 96, theme == "light").items()}
            for k, deck in enumerate(deck for several in laid.values() for deck in several):
                image.paste(deck, (i * 192 + k * 96, y + 290), deck)
            items = tuple(ChipItem(name, 2) for x in EXTRAS.values() for name in x.icons if name not in laid)
            one = chip_sprite(
                SeatChip("Ann", letter, 108, 3, i == 0, items=items), 184, theme, False, strip_icon, 180
            ).image
            image.paste(one, (i * 192, y + 390), one)
        token = plate_sprite("N50", 42, 90)
        image.paste(token, (700, y + 10), token)
        image.paste(token, (1320, y + 30), token)
        y += 576
    return image
