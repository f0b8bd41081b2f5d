"""Cards in a hand: goods with count and bank rate, development and progress cards."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.core.brush import Brush
from render.core.cache import cached_sprite
from render.core.fonts import BOLD, REGULAR, capitals_middle, fit_text, paragraph_sprite, text_sprite
from render.core.look import THEMES, Theme, mix_colours
from render.core.paints import INK, LINE, PAPER, WHITE
from render.core.shapes import add_shadow, panel_sprite, plate_sprite

from .card_scenes import SKETCHES, deck_of_card, draw_unknown_card, shade_of_card
from .colours import GOODS
from .good_icons import good_icon
from .seats import card_back


@cached_sprite
def card_scene(key: str, wide: int, high: int) -> Image.Image:
    """The scene of a card; wider pictures show more of its ground."""
    shade = shade_of_card(key)
    side = min(wide, high)
    b = Brush(side, side, shade.sky)
    b.sky(shade.sky, shade.hill)
    landscape = b.finish().convert("RGB")
    sketch = SKETCHES.get(key)
    if sketch is not None:
        sketch.draw(b)
    else:
        draw_unknown_card(b, key)
    full_scene = b.finish().convert("RGB")
    if wide == high:
        return full_scene
    image = Image.new("RGB", (wide, high), shade.sky)
    source = full_scene if sketch is not None and sketch.has_broad_ground else landscape
    for left, column in ((0, 0), (wide // 2, side - 1)):
        image.paste(source.crop((column, 0, column + 1, side)).resize((wide // 2 + 1, high)), (left, 0))
    image.paste(full_scene, ((wide - side) // 2, (high - side) // 2))
    return image


@cached_sprite
def goods_card(kind: str, n: int, wide: int, high: int, rate: int, theme: Theme) -> Image.Image:
    """All cards of one kind with their count below the bank's rate (0: not shown)."""
    shades = THEMES[theme]
    image = Image.new("RGBA", (wide, high), (*shades.ground, 0))
    size = (wide - 8, high - 8)
    if n > 1:  # another card behind
        image.alpha_composite(panel_sprite(size, 13, mix_colours(GOODS[kind], (0, 0, 0), 0.35), LINE, 2), (8, 0))
    icon = good_icon(kind, round(wide * 0.6))
    if n:
        card, count_plate = panel_sprite(size, 13, GOODS[kind], WHITE, 5), plate_sprite(str(n), 52, 84, WHITE, INK, INK)
    else:
        card = panel_sprite(size, 13, shades.panel, shades.line, 2)
        count_plate = plate_sprite("0", 52, 84, shades.panel, shades.soft, shades.soft)
        icon = icon.copy()
        icon.putalpha(icon.getchannel("A").point([alpha * 2 // 5 for alpha in range(256)]))
    image.alpha_composite(card, (0, 8))
    image.alpha_composite(icon, ((wide - 8 - icon.width) // 2, round(high * 0.45 - icon.height / 2)))
    image.alpha_composite(count_plate, ((wide - 8 - count_plate.width) // 2, high - count_plate.height))
    if rate:
        ground, ink = (shades.accent, shades.ground) if rate < 4 else (shades.panel, shades.ink)
        rate_words = text_sprite(f"{rate}:1", 28, BOLD, 88, ink)
        rate_tab = panel_sprite((rate_words.width + 16, 36), 8, ground, shades.line, 1).copy()
        rate_tab.alpha_composite(rate_words, (8, round(18 - capitals_middle(28, BOLD))))
        image.alpha_composite(rate_tab, (4, 12))
    return image


@cached_sprite
def action_card(key: str, name: str, text: str, wide: int, high: int, token: str, dim: bool, align: str) -> Image.Image:
    """A development or progress card: sign, name, scene, effect (`text`), and the token to type if it has one."""
    shade = shade_of_card(key)
    image = panel_sprite((wide, high), 14, shade.fill, mix_colours(shade.fill, LINE, 0.75), 2).copy()
    head_high = 52
    back = card_back(deck_of_card(key), (26, 36))
    image.alpha_composite(back, (10, 9) if align == "left" else (wide - 36, 9))
    name_room = wide - 56
    token_plate = plate_sprite(token, 38, wide // 3) if token else None
    if token_plate is not None:
        name_room -= token_plate.width - 4
        image.alpha_composite(token_plate, (wide - token_plate.width - 2, 4) if align == "left" else (2, 4))
    shown, size, width = fit_text(name, name_room, 34, BOLD, 16)
    words = text_sprite(shown, size, BOLD, width, shade.ink)
    x = 44 if align == "left" else wide - 44 - words.width
    image.alpha_composite(words, (x, round(27 - capitals_middle(size, BOLD))))
    text_high = min(122, max(0, high - head_high - 90)) if text else 0
    scene_high = high - head_high - text_high - (16 if text_high else 10)
    image.paste(card_scene(key, wide - 20, scene_high), (10, head_high))
    scene_box = (10, head_high, wide - 11, head_high + scene_high - 1)
    ImageDraw.Draw(image).rectangle(scene_box, outline=(*LINE, 255), width=2)
    if dim:
        veil = Image.new("RGBA", image.size, (30, 36, 41, 0))
        veil.putalpha(image.getchannel("A").point([alpha * 120 // 255 for alpha in range(256)]))
        image.alpha_composite(veil)
    if text_high:
        image.alpha_composite(panel_sprite((wide - 20, text_high), 9, PAPER, PAPER, 1), (10, high - text_high - 8))
        effect_words = paragraph_sprite(text, wide - 36, text_high - 8, 30, REGULAR, INK, align)
        image.alpha_composite(effect_words, (18, high - text_high - 6))
    return image


@cached_sprite
def single_good_card(kind: str, size: int) -> Image.Image:
    """A single resource or commodity card."""
    image = panel_sprite((size, round(size * 1.3)), 24, GOODS[kind], WHITE, 10).copy()
    icon = good_icon(kind, round(size * 0.66))
    image.alpha_composite(icon, ((size - icon.width) // 2, (image.height - icon.height) // 2))
    return add_shadow(image, 2, 0.3, (0, 0))
