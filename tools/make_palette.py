"""Make the palette of Carcassonne anew from a sheet of its sprites: `python -m tools.make_palette`.

Run it after the painter changed; boards of all tables and machines share the file it writes.
"""

from __future__ import annotations

from PIL import Image

from render.carcassonne.board import icon
from render.carcassonne.colours import EXACT
from render.carcassonne.facts import all_facts
from render.carcassonne.renderer import PALETTE
from render.carcassonne.sprites import follower, land
from render.core.kit import plate
from render.core.look import GOLD, SEAT_COLOURS, THEMES, mix
from render.core.palette import learn, save
from render.core.strip import Chip, chip

SETS = ("base", "river1", "river2")


def contact_sheet() -> Image.Image:
    """Tiles, figures, plates and chips in both themes, side by side."""
    tiles = [land(tile, turn, 96) for tile in all_facts() if tile.partition("-")[0] in SETS for turn in (0, 1)]
    sheet = Image.new("RGB", (16 * 96, 96 * (-(-len(tiles) // 16) + 8)), THEMES["dark"].ground)
    for i, tile in enumerate(tiles):
        sheet.paste(tile, (i % 16 * 96, i // 16 * 96))
    y = 96 * -(-len(tiles) // 16)
    for theme, shades in THEMES.items():
        fill = mix(shades.ground, GOLD, 0.16 if theme == "dark" else 0.3)
        sheet.paste(shades.ground, (0, y, sheet.width, y + 384))
        sheet.paste(fill, (1300, y, 1536, y + 200))
        for i, letter in enumerate(SEAT_COLOURS):
            sprite = follower(letter, 46)
            sheet.paste(sprite, (i * 70, y), sprite)
            sheet.paste(land("base-E", 0, 96), (i * 96, y + 190))
            sheet.paste(sprite, (i * 96 + 20, y + 206), sprite)
            one = chip(Chip("Ann", letter, 108, 3, active=i == 0), 200, theme, False, icon).image
            sheet.paste(one, (i * 208, y + 80), one)
        token = plate("N50", 42, 90)
        sheet.paste(token, (700, y + 10), token)
        sheet.paste(token, (1320, y + 30), token)
        y += 384
    return sheet


if __name__ == "__main__":
    save(PALETTE, learn(contact_sheet(), EXACT))
    print(PALETTE)
