"""The swatch sheet of Carcassonne: all sprites, from which the palette is learned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

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


SIDE: Final = 96  # pixels of a tile
COLUMNS: Final = 16
THEME_HEIGHT_PX: Final = 576


def swatch_sheet() -> Image.Image:
    """Tiles, figures, bridges, plates and chips in both themes."""
    tiles = [tile_sprite(tile, quarters, SIDE) for tile in all_facts() for quarters in (0, 1)]
    y = SIDE * -(-len(tiles) // COLUMNS)
    image = Image.new("RGB", (COLUMNS * SIDE, y + len(THEMES) * THEME_HEIGHT_PX), THEMES["dark"].ground)
    for i, tile in enumerate(tiles):
        image.paste(tile, (i % COLUMNS * SIDE, i // COLUMNS * SIDE))
    for theme, shades in THEMES.items():
        fill = mix_colours(shades.ground, GOLD, 0.16 if theme == "dark" else 0.3)
        image.paste(shades.ground, (0, y, image.width, y + THEME_HEIGHT_PX))
        image.paste(fill, (1300, y, 1536, y + 200))
        for i, letter in enumerate(SEAT_COLOURS):
            left = i * 2 * SIDE
            image.paste(tile_sprite("base-E", 0, SIDE), (left, y + 190))
            image.paste(tile_sprite("base-C", 0, SIDE), (left + SIDE, y + 190))
            for j, kind in enumerate(FIGURES):
                sprite = board_figure_sprite(kind, letter if FIGURES[kind].sign else "", 128, place="")
                image.paste(sprite, (left + j * 19 - 10, y + (j % 2) * 90 + 196 - 190 * (i % 2)), sprite)
            sprites_by_name: dict[str, Sequence[Image.Image]] = {}
            for extra in EXTRAS.values():
                sprites_by_name.update(extra.swatch_sprites(letter, SIDE, faint=theme == "light"))
            for column, sprite in enumerate(chain.from_iterable(sprites_by_name.values())):
                image.paste(sprite, (left + column * SIDE, y + 290), sprite)
            names = [name for extra in EXTRAS.values() for name in extra.icons if name not in sprites_by_name]
            chip = SeatChip("Ann", letter, 108, 3, i == 0, items=tuple(ChipItem(name, 2) for name in names))
            sprite = chip_sprite(chip, 184, theme, mirrored=False, icon=strip_icon, high=180).image
            image.paste(sprite, (left, y + 390), sprite)
        token = plate_sprite("N50", 42, 90)
        image.paste(token, (700, y + 10), token)
        image.paste(token, (1320, y + 30), token)
        y += THEME_HEIGHT_PX
    return image
