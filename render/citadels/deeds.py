"""Small pictures of deeds: built, destroyed, named, swapped, gained."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.core.cache import cached_sprite
from render.core.fonts import BOLD, REGULAR, WIDTHS, capitals_middle, paragraph_sprite, text_sprite, wrap_text
from render.core.look import DANGER, THEMES, Theme, mix_colours
from render.core.shapes import panel_sprite
from rules.citadels.cards import DISTRICTS

from .cards import (
    NAMING_POWERS,
    coin_sprite,
    colour_sign,
    cross_sign,
    district_scene,
    fate_sign,
    flourish_sprite,
    hand_size_icon,
    portrait_sprite,
    seat_sign,
)
from .colours import SHADES
from .round_bands import CARDS, GOLD, Deed

TILE_HIGH: Final = 66  # height of every tile
TILE_WIDE: Final = 57  # usual width of a tile beside another
REDRAWN: Final = "redraw"  # cards of the hand exchanged with the deck
LEAST_WIDE_FOR_TWO: Final = 78  # least width of a tile with two things side by side
SCENE_SIZE: Final = 56
WORDS_PADDING: Final = 3  # padding of words
WORD_SIZES: Final = (25, 22)  # their largest and least size
LEAST_TILE_WIDE: Final = 41  # least width of a tile beside another


def words_fit_tile(words: str, wide: int) -> bool:
    """Whether the words are legible on a tile of that width."""
    room = wide - 2 * WORDS_PADDING
    return bool(words) and wrap_text(words, room, WORD_SIZES[-1], 2, REGULAR, WIDTHS[-1]) is not None


@cached_sprite
def deed_tile(deed: Deed, wide: int, other: str, theme: Theme, hurts: bool, words: str = "") -> Image.Image:
    """A deed. `other`: letter of the seat it was done to; `hurts`: that is the reader; `words`: drawn instead of
    pictures if they fit."""
    if deed.district:
        return _district_tile(deed, wide, other, hurts)
    shades = THEMES[theme]
    frame, line = (DANGER, 3) if hurts else (shades.line, 2)
    image = panel_sprite((wide, TILE_HIGH), 10, shades.ground, frame, line).copy()
    if words_fit_tile(words, wide):
        word_image = paragraph_sprite(
            words, wide - 2 * WORDS_PADDING, TILE_HIGH - 4, WORD_SIZES[0], REGULAR, shades.ink, "middle", WORD_SIZES[-1]
        )
        image.alpha_composite(word_image, (WORDS_PADDING, max(0, (TILE_HIGH - word_image.height) // 2 + 2)))
        return image
    parts = _deed_symbols(deed, other, theme, wide)
    if len(parts) == 1:
        _paste_in_middle(image, parts[0], wide // 2, TILE_HIGH // 2)
    elif wide < LEAST_WIDE_FOR_TWO:  # one above the other
        _paste_in_middle(image, parts[0], wide // 2, 4 + parts[0].height // 2)
        _paste_in_middle(image, parts[1], wide // 2, TILE_HIGH - 3 - parts[1].height // 2)
    else:
        gap = min(8, (wide - sum(part.width for part in parts)) // 3)
        x = (wide - sum(part.width for part in parts) - gap) // 2
        for part in parts:
            _paste_in_middle(image, part, x + part.width // 2, TILE_HIGH // 2)
            x += part.width + gap
    return image


def _paste_in_middle(image: Image.Image, part: Image.Image, x: int, y: int) -> None:
    image.alpha_composite(part, (max(0, x - part.width // 2), max(0, y - part.height // 2)))


def _deed_symbols(deed: Deed, other: str, theme: Theme, wide: int) -> list[Image.Image]:
    """One or two symbols for a deed without a district."""
    large, small = (42, 30) if wide >= LEAST_WIDE_FOR_TWO else (34, 24)
    if deed.kind in NAMING_POWERS:
        return [portrait_sprite(deed.character, large), fate_sign(deed.kind, small)]
    is_single = not other and deed.kind not in (CARDS, REDRAWN)
    size = min(44, wide - 4) if is_single else large
    symbol = coin_sprite(f"+{deed.amount}", size, share=0.68) if deed.kind == GOLD else hand_size_icon(large - 2)
    if other:
        return [symbol, seat_sign(other, small)]
    if is_single:
        return [symbol]
    count = str(deed.amount) if deed.kind == REDRAWN else f"+{deed.amount}"
    words = text_sprite(count, 28, BOLD, 76 if wide >= LEAST_WIDE_FOR_TWO else 62, THEMES[theme].ink)
    centre = round(capitals_middle(28, BOLD))
    return [symbol, words.crop((0, max(0, centre - 13), words.width, centre + 13))]


def _district_tile(deed: Deed, wide: int, other: str, hurts: bool) -> Image.Image:
    """A district in its colour: scene, sign, cost; crossed out if destroyed."""
    card = DISTRICTS[deed.district]
    shade = SHADES[card.colour]
    edge = DANGER if hurts else mix_colours(shade.fill, (0, 0, 0), 0.55)
    image = panel_sprite((wide, TILE_HIGH), 8, shade.fill, edge, 3 if hurts else 2).copy()
    with_cost = wide >= SCENE_SIZE + 44
    scene_wide = SCENE_SIZE if with_cost else min(wide - 8, 74)
    left = 5 if with_cost else (wide - scene_wide) // 2
    scene = district_scene(deed.district, max(scene_wide, SCENE_SIZE), SCENE_SIZE)
    cropped = (scene.width - scene_wide) // 2  # a narrow tile shows the middle of the scene
    image.paste(scene.crop((cropped, 0, cropped + scene_wide, SCENE_SIZE)), (left, 5))
    if with_cost:
        centre = (left + scene_wide + wide) // 2 - 1
        colour_symbol = colour_sign(card.colour, 20, shade.ink)
        image.alpha_composite(colour_symbol, (centre - 10, 4))
        cost = coin_sprite(str(card.cost), 38, share=0.74)
        image.alpha_composite(cost, (centre - 19, TILE_HIGH - 42))
    if deed.kind == "destroy":
        image.alpha_composite(cross_sign(30), (left - 3, 2))
    if deed.kind == "use":
        cards_symbol = hand_size_icon(30)
        image.alpha_composite(cards_symbol, (left + scene_wide - 26, TILE_HIGH - 34))
    if deed.kind == "beautify":
        image.alpha_composite(flourish_sprite(32), (left, TILE_HIGH - 36))
    if other:
        seat_symbol = seat_sign(other, 28)
        right = left + scene_wide + 3
        image.alpha_composite(seat_symbol, (right - seat_symbol.width, TILE_HIGH - seat_symbol.height - 3))
    return image
