"""The swatch sheet of Catan: all sprites, from which the palette is learned."""

from __future__ import annotations

from PIL import Image

from render.core.chip_strip import seat_badge
from render.core.look import SEAT_COLOURS, THEMES

from . import good_icons, island, pieces
from .card_scenes import SKETCHES
from .cards import action_card, goods_card
from .colours import BEACH, EXACT, SEA, TRACKS
from .renderer import PALETTE
from .terrain import SCENES, VARIANTS, hex_tile

__all__ = ["EXACT", "PALETTE", "swatch_sheet"]


def swatch_sheet() -> Image.Image:
    """Terrains, pieces, goods and cards, on sea, land and both grounds."""
    image = Image.new("RGB", (1500, 1720), SEA)
    for y, theme in ((700, "light"), (1100, "dark")):
        image.paste(THEMES["light" if theme == "light" else "dark"].ground, (0, y, image.width, y + 400))
    for i, terrain in enumerate(SCENES):
        for variant in range(VARIANTS):
            image.paste(BEACH, (i * 250, variant * 190, i * 250 + 180, variant * 190 + 184))
            tile = hex_tile(terrain, variant, 92)
            image.paste(tile, (i * 250, variant * 190), tile)

    def put(sprite: Image.Image, x: int, y: int) -> None:
        image.paste(sprite, (x, y), sprite if sprite.mode == "RGBA" else None)

    for i, number in enumerate((2, 6, 12)):
        put(island.number_token(number, 36), 180, i * 190)
        put(island.harbour_disc(("any", "wool", "grain")[i], 2, 38), 176, i * 190 + 90)
    for i, letter in enumerate(list(SEAT_COLOURS)[:6]):
        x = i * 240
        for j, tower in enumerate(("", *TRACKS)):
            put(pieces.city_sprite(letter, 84, j % 2 == 1, tower), x + j * 56, 560)
        for level in (1, 2, 3):
            put(pieces.knight_sprite(letter, 74, level, active=True), x + level * 56 - 56, 640)
            put(pieces.knight_sprite(letter, 74, level, active=False), x + level * 56 - 56, 700)
        for j, slope in enumerate(pieces.SLOPES):
            put(pieces.road_sprite(letter, 100, slope), x + j * 70, 780)
        put(pieces.merchant_sprite(letter, 70), x + 170, 680)
        put(seat_badge(letter, (46, 70)), x + 180, 1110)
        put(pieces.settlement_sprite(letter, 64), x + 170, 620)
    for i, kind in enumerate(good_icons.ICONS):
        for j, theme in enumerate(THEMES):
            put(goods_card(kind, 2, 120, 150, 3, theme), i * 130, 900 + 170 * j)
        put(good_icons.good_icon(kind, 60), 1080 + i % 4 * 70, 900 + i // 4 * 70)
    for i, key in enumerate(SKETCHES):
        card = action_card(key, key, "abc abc", 96, 190, "", False, "left")
        put(card, i % 15 * 100, 1320 + i // 15 * 195)
    for i, face in enumerate(("ship", *TRACKS)):
        put(pieces.event_die_face(face, 60), 1080 + i * 70, 1050)
        put(pieces.number_die_face(i + 2, 60, i % 2 == 1), 1080 + i * 70, 1120)
    for i, sprite in enumerate((pieces.robber_sprite(80), pieces.barbarian_sign(60), pieces.ship_sprite(80))):
        put(sprite, 1080 + i * 90, 1190)
    return image
