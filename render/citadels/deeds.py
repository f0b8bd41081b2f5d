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
    FATES,
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

HIGH: Final = 66
SMALL: Final = 57  # usual width of a tile beside another
CHANGED: Final = "redraw"  # cards of the hand exchanged with the deck
BESIDE: Final = 78  # least width of a tile with two things side by side
ART: Final = 56
INSET: Final = 3  # padding of words
LETTERS: Final = (25, 22)  # their largest and least size
LEAST: Final = 41  # least width of a tile beside another


def words_fit_tile(words: str, wide: int) -> bool:
    """Whether the words are legible on a tile of that width."""
    return bool(words) and wrap_text(words, wide - 2 * INSET, LETTERS[-1], 2, REGULAR, WIDTHS[-1]) is not None


@cached_sprite
def deed_tile(deed: Deed, wide: int, other: str, theme: Theme, hurts: bool, words: str = "") -> Image.Image:
    """A deed. `other`: letter of the seat it was done to; `hurts`: that is the reader; `words`: drawn instead of
    pictures if they fit."""
    if deed.district:
        return _district_tile(deed, wide, other, hurts)
    shades = THEMES[theme]
    image = panel_sprite((wide, HIGH), 10, shades.ground, DANGER if hurts else shades.line, 3 if hurts else 2).copy()
    if words_fit_tile(words, wide):
        said = paragraph_sprite(
            words, wide - 2 * INSET, HIGH - 4, LETTERS[0], REGULAR, shades.ink, "middle", LETTERS[-1]
        )
        image.alpha_composite(said, (INSET, max(0, (HIGH - said.height) // 2 + 2)))
        return image
    parts = _deed_symbols(deed, other, theme, wide)
    if len(parts) == 1:
        _paste_in_middle(image, parts[0], wide // 2, HIGH // 2)
    elif wide < BESIDE:  # one above the other
        _paste_in_middle(image, parts[0], wide // 2, 4 + parts[0].height // 2)
        _paste_in_middle(image, parts[1], wide // 2, HIGH - 3 - parts[1].height // 2)
    else:
        gap = min(8, (wide - sum(part.width for part in parts)) // 3)
        x = (wide - sum(part.width for part in parts) - gap) // 2
        for part in parts:
            _paste_in_middle(image, part, x + part.width // 2, HIGH // 2)
            x += part.width + gap
    return image


def _paste_in_middle(image: Image.Image, part: Image.Image, x: int, y: int) -> None:
    image.alpha_composite(part, (max(0, x - part.width // 2), max(0, y - part.height // 2)))


def _deed_symbols(deed: Deed, other: str, theme: Theme, wide: int) -> list[Image.Image]:
    """One or two symbols for a deed without a district."""
    large, small = (42, 30) if wide >= BESIDE else (34, 24)
    if deed.kind in FATES:
        return [portrait_sprite(deed.character, large), fate_sign(deed.kind, small)]
    alone = not other and deed.kind not in (CARDS, CHANGED)
    size = min(44, wide - 4) if alone else large
    first = coin_sprite(f"+{deed.n}", size, share=0.68) if deed.kind == GOLD else hand_size_icon(large - 2)
    if other:
        return [first, seat_sign(other, small)]
    if alone:
        return [first]
    words = text_sprite(
        str(deed.n) if deed.kind == CHANGED else f"+{deed.n}", 28, BOLD, 76 if wide >= BESIDE else 62, THEMES[theme].ink
    )
    centre = round(capitals_middle(28, BOLD))
    return [first, words.crop((0, max(0, centre - 13), words.width, centre + 13))]


def _district_tile(deed: Deed, wide: int, other: str, hurts: bool) -> Image.Image:
    """A district in its colour: scene, sign, cost; crossed out if destroyed."""
    card = DISTRICTS[deed.district]
    shade = SHADES[card.colour]
    edge = DANGER if hurts else mix_colours(shade.fill, (0, 0, 0), 0.55)
    image = panel_sprite((wide, HIGH), 8, shade.fill, edge, 3 if hurts else 2).copy()
    with_cost = wide >= ART + 44
    art = ART if with_cost else min(wide - 8, 74)
    left = 5 if with_cost else (wide - art) // 2
    drawn = district_scene(deed.district, max(art, ART), ART)
    beside = (drawn.width - art) // 2  # a narrow tile shows the middle of the scene
    image.paste(drawn.crop((beside, 0, beside + art, ART)), (left, 5))
    if with_cost:
        centre = (left + art + wide) // 2 - 1
        top = colour_sign(card.colour, 20, shade.ink)
        image.alpha_composite(top, (centre - 10, 4))
        cost = coin_sprite(str(card.cost), 38, share=0.74)
        image.alpha_composite(cost, (centre - 19, HIGH - 42))
    if deed.kind == "destroy":
        image.alpha_composite(cross_sign(30), (left - 3, 2))
    if deed.kind == "use":
        under = hand_size_icon(30)
        image.alpha_composite(under, (left + art - 26, HIGH - 34))
    if deed.kind == "beautify":
        image.alpha_composite(flourish_sprite(32), (left, HIGH - 36))
    if other:
        mark = seat_sign(other, 28)
        image.alpha_composite(mark, (left + art - mark.width + 3, HIGH - mark.height - 3))
    return image
