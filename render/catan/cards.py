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
    bare = b.finished().convert("RGB")
    found = SKETCHES.get(key)
    if found is not None:
        found.draw(b)
    else:
        draw_unknown_card(b, key)
    whole = b.finished().convert("RGB")
    if wide == high:
        return whole
    image = Image.new("RGB", (wide, high), shade.sky)
    source = whole if found is not None and found.broad else bare
    for left, column in ((0, 0), (wide // 2, side - 1)):
        image.paste(source.crop((column, 0, column + 1, side)).resize((wide // 2 + 1, high)), (left, 0))
    image.paste(whole, ((wide - side) // 2, (high - side) // 2))
    return image


@cached_sprite
def goods_card(kind: str, n: int, wide: int, high: int, rate: int, theme: Theme) -> Image.Image:
    """All cards of one kind with their count below the bank's rate (0: not shown)."""
    shades = THEMES[theme]
    image = Image.new("RGBA", (wide, high), (*shades.ground, 0))
    fill = GOODS[kind] if n else shades.panel
    if n > 1:
        image.alpha_composite(
            panel_sprite((wide - 8, high - 8), 13, mix_colours(GOODS[kind], (0, 0, 0), 0.35), LINE, 2), (8, 0)
        )
    image.alpha_composite(
        panel_sprite((wide - 8, high - 8), 13, fill, WHITE if n else shades.line, 5 if n else 2), (0, 8)
    )
    icon = good_icon(kind, round(wide * 0.6))
    if not n:
        icon = icon.copy()
        icon.putalpha(icon.getchannel("A").point([v * 2 // 5 for v in range(256)]))
    image.alpha_composite(icon, ((wide - 8 - icon.width) // 2, round(high * 0.45 - icon.height / 2)))
    count = (
        plate_sprite(str(n), 52, 84, WHITE, INK, INK)
        if n
        else plate_sprite("0", 52, 84, shades.panel, shades.soft, shades.soft)
    )
    image.alpha_composite(count, ((wide - 8 - count.width) // 2, high - count.height))
    if rate:
        ground, ink = (shades.accent, shades.ground) if rate < 4 else (shades.panel, shades.ink)
        words = text_sprite(f"{rate}:1", 28, BOLD, 88, ink)
        tab = panel_sprite((words.width + 16, 36), 8, ground, shades.line, 1).copy()
        tab.alpha_composite(words, (8, round(18 - capitals_middle(28, BOLD))))
        image.alpha_composite(tab, (4, 12))
    return image


@cached_sprite
def action_card(key: str, name: str, text: str, wide: int, high: int, token: str, dim: bool, align: str) -> Image.Image:
    """A development or progress card: sign, name, scene, effect, and its token if it has one."""
    shade = shade_of_card(key)
    image = panel_sprite((wide, high), 14, shade.fill, mix_colours(shade.fill, LINE, 0.75), 2).copy()
    head = 52
    back = card_back(deck_of_card(key), (26, 36))
    image.alpha_composite(back, (10, 9) if align == "left" else (wide - 36, 9))
    room = wide - 56
    mark = plate_sprite(token, 38, wide // 3) if token else None
    if mark is not None:
        room -= mark.width - 4
        image.alpha_composite(mark, (wide - mark.width - 2, 4) if align == "left" else (2, 4))
    shown, size, width = fit_text(name, room, 34, BOLD, 16)
    words = text_sprite(shown, size, BOLD, width, shade.ink)
    image.alpha_composite(
        words, (44 if align == "left" else wide - 44 - words.width, round(27 - capitals_middle(size, BOLD)))
    )
    body = min(122, max(0, high - head - 90)) if text else 0
    tall = high - head - body - (16 if body else 10)
    image.paste(card_scene(key, wide - 20, tall), (10, head))
    ImageDraw.Draw(image).rectangle((10, head, wide - 11, head + tall - 1), outline=(*LINE, 255), width=2)
    if dim:
        veil = Image.new("RGBA", image.size, (30, 36, 41, 0))
        veil.putalpha(image.getchannel("A").point([v * 120 // 255 for v in range(256)]))
        image.alpha_composite(veil)
    if body:
        image.alpha_composite(panel_sprite((wide - 20, body), 9, PAPER, PAPER, 1), (10, high - body - 8))
        said = paragraph_sprite(text, wide - 36, body - 8, 30, REGULAR, INK, align)
        image.alpha_composite(said, (18, high - body - 6))
    return image


@cached_sprite
def single_good_card(kind: str, size: int) -> Image.Image:
    """A single resource or commodity card."""
    image = panel_sprite((size, round(size * 1.3)), 24, GOODS[kind], WHITE, 10).copy()
    icon = good_icon(kind, round(size * 0.66))
    image.alpha_composite(icon, ((size - icon.width) // 2, (image.height - icon.height) // 2))
    return add_shadow(image, 2, 0.3, (0, 0))
