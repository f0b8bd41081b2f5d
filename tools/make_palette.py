"""Make the palettes of all games anew from sheets of their sprites: `python -m tools.make_palette`.

Run it after a painter changed; pictures of all tables and machines share the files it writes.
"""

from __future__ import annotations

from PIL import Image

from render.carcassonne.board import icon
from render.carcassonne.bridges import bridge
from render.carcassonne.colours import EXACT
from render.carcassonne.facts import all_facts
from render.carcassonne.figures import FIGURES, figure
from render.carcassonne.renderer import PALETTE
from render.carcassonne.sprites import land
from render.catan import cards as catan_cards
from render.catan import colours as catan_colours
from render.catan import goods, ground, pieces, sketches
from render.catan import renderer as catan
from render.catan import terrain as terrains
from render.citadels import cards
from render.citadels import colours as citadels_colours
from render.citadels import renderer as citadels
from render.citadels import table as cards_table
from render.core.kit import plate
from render.core.look import GOLD, SEAT_COLOURS, THEMES, mix
from render.core.palette import learn, save
from render.core.strip import Chip, Item, badge, chip
from rules.citadels.cards import CHARACTERS, DISTRICTS


def contact_sheet() -> Image.Image:
    """Tiles, figures, bridges, plates and chips in both themes, side by side."""
    tiles = [land(tile, turn, 96) for tile in all_facts() for turn in (0, 1)]
    sheet = Image.new("RGB", (16 * 96, 96 * (-(-len(tiles) // 16) + 12)), THEMES["dark"].ground)
    for i, tile in enumerate(tiles):
        sheet.paste(tile, (i % 16 * 96, i // 16 * 96))
    y = 96 * -(-len(tiles) // 16)
    for theme, shades in THEMES.items():
        fill = mix(shades.ground, GOLD, 0.16 if theme == "dark" else 0.3)
        sheet.paste(shades.ground, (0, y, sheet.width, y + 576))
        sheet.paste(fill, (1300, y, 1536, y + 200))
        for i, letter in enumerate(SEAT_COLOURS):
            sheet.paste(land("base-E", 0, 96), (i * 192, y + 190))
            sheet.paste(land("base-C", 0, 96), (i * 192 + 96, y + 190))
            for j, kind in enumerate(FIGURES):
                sprite = figure(kind, letter if FIGURES[kind].sign else "", 128, "")
                sheet.paste(sprite, (i * 192 + j * 19 - 10, y + (j % 2) * 90 + 196 - 190 * (i % 2)), sprite)
            for k, axis in enumerate(("NS", "EW")):
                deck = bridge(axis, letter, 96, theme == "light")
                sheet.paste(deck, (i * 192 + k * 96, y + 290), deck)
            items = tuple(Item(name, 2) for name in ("wine", "grain", "cloth", "king", "robber", "abbey", "castle"))
            one = chip(Chip("Ann", letter, 108, 3, i == 0, items=items), 184, theme, False, icon, 180).image
            sheet.paste(one, (i * 192, y + 390), one)
        token = plate("N50", 42, 90)
        sheet.paste(token, (700, y + 10), token)
        sheet.paste(token, (1320, y + 30), token)
        y += 576
    return sheet


def city_sheet() -> Image.Image:
    """All districts and characters of Citadels, large and small, on both grounds."""
    sheet = Image.new("RGB", (12 * 130, 1260), THEMES["dark"].ground)
    sheet.paste(THEMES["light"].ground, (0, 900, sheet.width, sheet.height))
    for i, (key, facts) in enumerate(DISTRICTS.items()):
        card = cards.hand_card(key, key, "abc abc", 126, 200, False, "", "left")
        sheet.paste(card, (i % 12 * 130, i // 12 * 205), card)
        card = cards.city_card(key, key, 34, 100, facts.cost, i % 3 == 0, i % 4, False)
        sheet.paste(card, (i * 36, 1020), card)
    for i, key in enumerate(CHARACTERS):
        card = cards.character_card(key, 1, key, "abc", 84, 160, False, False)
        sheet.paste(card, (i * 86, 850), card)
        for j, state in enumerate(("to_come", "called", "silent", "out")):
            theme = THEMES["dark" if i % 2 else "light"]
            fates = ("murder",) if i == 4 else ("rob", "bewitch") if i == 5 else ()
            chip_ = cards_table.call_chip(1, key, key, 84, state, fates, theme.panel, "")
            sheet.paste(chip_, (i * 86, 1130 + j * 26), chip_)
    for i, letter in enumerate(SEAT_COLOURS):
        block = badge(letter, (48, 72))
        sheet.paste(block, (800 + i * 50, 820), block)
    crown = cards.crown(60)
    sheet.paste(crown, (700, 820), crown)
    return sheet


def island_sheet() -> Image.Image:
    """Terrains, pieces, goods and cards of Catan, on sea, land and both grounds."""
    sheet = Image.new("RGB", (1500, 1720), catan_colours.SEA)
    for y, theme in ((700, "light"), (1100, "dark")):
        sheet.paste(THEMES["light" if theme == "light" else "dark"].ground, (0, y, sheet.width, y + 400))
    for i, terrain in enumerate(terrains.SCENES):
        for variant in range(terrains.VARIANTS):
            sheet.paste(catan_colours.BEACH, (i * 250, variant * 190, i * 250 + 180, variant * 190 + 184))
            tile = terrains.hex_tile(terrain, variant, 92)
            sheet.paste(tile, (i * 250, variant * 190), tile)

    def put(sprite: Image.Image, x: int, y: int) -> None:
        sheet.paste(sprite, (x, y), sprite if sprite.mode == "RGBA" else None)

    for i, number in enumerate((2, 6, 12)):
        put(ground.token(number, 36), 180, i * 190)
        put(ground.disc(("any", "wool", "grain")[i], 2, 38), 176, i * 190 + 90)
    for i, letter in enumerate(list(SEAT_COLOURS)[:6]):
        x = i * 240
        for j, tower in enumerate(("", *catan_colours.TRACKS)):
            put(pieces.city(letter, 84, j % 2 == 1, tower, False), x + j * 56, 560)
        for level in (1, 2, 3):
            put(pieces.knight(letter, 74, level, True), x + level * 56 - 56, 640)
            put(pieces.knight(letter, 74, level, False), x + level * 56 - 56, 700)
        for j, slope in enumerate(pieces.SLOPES):
            put(pieces.road(letter, 100, slope), x + j * 70, 780)
        put(pieces.merchant(letter, 70), x + 170, 680)
        put(badge(letter, (46, 70)), x + 180, 1110)
        put(pieces.settlement(letter, 64), x + 170, 620)
    for i, kind in enumerate(goods.ICONS):
        for j, theme in enumerate(THEMES):
            put(catan_cards.goods_card(kind, 2, 120, 150, 3, theme), i * 130, 900 + 170 * j)
        put(goods.good(kind, 60), 1080 + i % 4 * 70, 900 + i // 4 * 70)
    for i, key in enumerate(sketches.SKETCHES):
        card = catan_cards.action_card(key, key, "abc abc", 96, 190, "", False, "left")
        put(card, i % 15 * 100, 1320 + i // 15 * 195)
    for i, face in enumerate(("ship", *catan_colours.TRACKS)):
        put(pieces.event(face, 60), 1080 + i * 70, 1050)
        put(pieces.die(i + 2, 60, i % 2 == 1), 1080 + i * 70, 1120)
    for i, sprite in enumerate((pieces.robber(80), pieces.host(60), pieces.ship(80))):
        put(sprite, 1080 + i * 90, 1190)
    return sheet


if __name__ == "__main__":
    for path, sheet, exact in (
        (PALETTE, contact_sheet, EXACT),
        (citadels.PALETTE, city_sheet, citadels_colours.EXACT),
        (catan.PALETTE, island_sheet, catan_colours.EXACT),
    ):
        save(path, learn(sheet(), exact))
        print(path)
