"""Cached sprites of Citadels: coins, colour signs, district cards, character cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from render.core.brush import Brush, initials_of_key
from render.core.cache import cached_sprite
from render.core.fonts import (
    BOLD,
    REGULAR,
    capitals_middle,
    fit_text,
    load_font,
    measure_text,
    paragraph_sprite,
    text_sprite,
)
from render.core.look import GOLD, GOLD_INK, SEAT_COLOURS, Colour, mix_colours
from render.core.paints import COIN, COIN_DARK, COIN_LIGHT, INK, LINE, PAPER, ROSE, WHITE, WOOD_LIGHT
from render.core.shapes import SMOOTH, add_shadow, draw_seat_symbol, panel_sprite, plate_sprite, scale_down
from rules.citadels.cards import DISTRICTS

from . import strokes
from .characters import PORTRAITS
from .colours import MURDER, SHADES, SPELL, Shade
from .districts import SCENES

NAMING_POWERS: Final = ("murder", "rob", "bewitch")  # powers that name a character
MURDER_POWER: Final = NAMING_POWERS[0]
RIM_WIDE: Final = 7  # width of the frame of a new card
UNKNOWN_SHADE: Final = "slate"  # colour of a character without a portrait


def shade_of_character(character: str) -> Shade:
    return SHADES[PORTRAITS[character].shade if character in PORTRAITS else UNKNOWN_SHADE]


@cached_sprite
def coin_sprite(text: str, size: int, ink: Colour = GOLD_INK, share: float = 0.62) -> Image.Image:
    """A coin with a short text; `share`: the size of the text by the size of the coin."""
    b = Brush(size, size)
    b.oval(50, 50, 49, 49, COIN)
    b.oval(50, 50, 40, 40, COIN, COIN_DARK)
    image = b.finish()
    if text:
        shown, high, width = fit_text(text, round(size * 0.74), round(size * share), BOLD, 13)
        words = text_sprite(shown, high, BOLD, width, ink)
        image.alpha_composite(
            words, (round((size - words.width) / 2), max(0, round(size / 2 - capitals_middle(high, BOLD))))
        )
    return image


@cached_sprite
def hand_size_icon(size: int) -> Image.Image:
    """Two cards face down: the size of a hand."""
    b = Brush(size, size)
    b.round_box(34, 6, 48, 74, 6, WOOD_LIGHT)
    b.round_box(18, 16, 50, 78, 6, PAPER)
    b.oval(43, 55, 14, 17, WOOD_LIGHT)
    return b.finish()


@cached_sprite
def crown_icon(size: int) -> Image.Image:
    """The crown."""
    b = Brush(size, size)
    strokes.draw_crown(b)
    return b.finish()


@cached_sprite
def colour_sign(colour: str, size: int, ink: Colour) -> Image.Image:
    """The sign of a colour: crown, cross, disc, crossed swords or star."""
    b = Brush(size, size)
    if colour == "yellow":
        b.polygon([(8, 84), (8, 26), (30, 52), (50, 16), (70, 52), (92, 26), (92, 84)], ink, None)
    elif colour == "blue":
        b.box(40, 6, 20, 88, ink, None)
        b.box(18, 26, 64, 20, ink, None)
    elif colour == "green":
        b.oval(50, 50, 40, 40, ink, None)
    elif colour == "red":
        for x in (1, -1):
            b.line([(50 - 36 * x, 86), (50 + 36 * x, 14)], ink, 10)
            b.line([(50 - 42 * x, 58), (50 - 14 * x, 84)], ink, 9)
    else:
        b.star(50, 53, 48, ink, None)
    return b.finish()


def draw_unknown_district(b: Brush, district: str, shade: Shade) -> None:
    """An undrawn district: a house with letters on its front."""
    b.wall(12, 44, 76, fill=PAPER)
    b.hip(12, 44, 76, 26, shade.fill)
    b.letters(50, 67, 42, initials_of_key(district), INK, 70)


@cached_sprite
def district_scene(district: str, wide: int, high: int) -> Image.Image:
    """The scene of a district card, cropped if the card has no room for a square."""
    shade = SHADES[DISTRICTS[district].colour]
    whole = _scene_in_landscape(
        SCENES.get(district) or partial(draw_unknown_district, district=district, shade=shade), shade, wide
    )
    return whole if high == wide else whole.resize((wide, high), Image.Resampling.LANCZOS)


@cached_sprite
def colour_emblem(draw: Callable[[Brush], None], colour: str, size: int) -> Image.Image:
    """A shape before the sky and hills of a colour."""
    return _scene_in_landscape(draw, SHADES[colour], size)


def _scene_in_landscape(draw: Callable[[Brush], None], shade: Shade, side: int) -> Image.Image:
    b = Brush(side, side, WHITE)
    b.sky(shade.sky, shade.hill)
    draw(b)
    return b.finish().convert("RGB")


@cached_sprite
def portrait_sprite(character: str, size: int) -> Image.Image:
    """A character's portrait on a transparent ground; an undrawn one is a shield with letters."""
    b = Brush(size, size)
    if character in PORTRAITS:
        PORTRAITS[character].draw(b)
    else:
        b.polygon([(8, 6), (92, 6), (92, 46), (84, 68), (68, 85), (50, 96), (32, 85), (16, 68), (8, 46)], PAPER)
        b.letters(50, 42, 56, initials_of_key(character), INK, 74)
    return b.finish()


@cached_sprite
def portrait_medal(character: str, size: int) -> Image.Image:
    """A character's portrait on a light disc."""
    b = Brush(size, size)
    b.oval(50, 50, 49, 49, PAPER)
    image = b.finish()
    portrait = portrait_sprite(character, round(size * 0.7))
    image.alpha_composite(portrait, ((size - portrait.width) // 2, (size - portrait.height) // 2))
    return image


def faded_copy(sprite: Image.Image, tenths: int) -> Image.Image:
    """A copy of a sprite with that many tenths of its opacity."""
    copy = sprite.copy()
    copy.putalpha(sprite.getchannel("A").point([alpha * tenths // 10 for alpha in range(256)]))
    return copy


def _rounded_card(size: tuple[int, int], radius: int, fill: Colour) -> Image.Image:
    return panel_sprite(size, radius, fill, mix_colours(fill, LINE, 0.75), max(2, size[0] // 90)).copy()


def _cost_size_on_card(wide: int) -> int:
    """The size of the cost on a card of that width."""
    return min(58, round(wide * (0.54 if wide >= 56 else 0.46)))


def _letter_size_on_card(wide: int) -> int:
    return min(28, max(13, round(wide * 0.3)))


def _scene_box(wide: int, high: int, has_name: bool) -> tuple[int, int, int, int]:
    """The box of the scene on a card, below the cost and above the name."""
    top, scene_wide = _cost_size_on_card(wide) + 7, wide - 6
    scene_high = min(scene_wide, high - top - (max(30, round(_letter_size_on_card(wide) * 1.6)) if has_name else 4))
    if not has_name:
        scene_wide = min(scene_wide, round(scene_high * 1.4))
    left = (wide - scene_wide) // 2
    return left, top, left + scene_wide, top + scene_high


@cached_sprite
def city_card(
    district: str, name: str, wide: int, high: int, cost: int, beautified: bool, cards_below: int
) -> Image.Image:
    """A small district card in a city: sign, cost, scene, and the name unless it is empty."""
    shade = SHADES[DISTRICTS[district].colour]
    image = _rounded_card((wide, high), max(5, wide // 12), shade.fill)
    cost_size = _cost_size_on_card(wide)
    sign_size = min(round(cost_size * 0.72), wide - cost_size - 10)
    if sign_size > 0:
        sign = colour_sign(DISTRICTS[district].colour, sign_size, shade.ink)
        image.alpha_composite(sign, (5, 4 + (cost_size - sign_size) // 2))
    image.alpha_composite(coin_sprite(str(cost), cost_size, share=0.74), (wide - cost_size - 3, 4))
    left, top, right, bottom = _scene_box(wide, high, bool(name))
    image.paste(district_scene(district, right - left, bottom - top), (left, top))
    ImageDraw.Draw(image).rectangle((left, top, right - 1, bottom - 1), outline=(*LINE, 255))
    if name:
        _draw_district_name(image, name, bottom, shade.ink)
    if beautified:
        sprite = flourish_sprite(min(round(wide * 0.5), bottom - top - 4))
        image.alpha_composite(sprite, (2, bottom - sprite.height + 4))
    if cards_below:
        sprite = plate_sprite(str(cards_below), min(40, max(28, round(wide * 0.42))), 60, PAPER, INK, LINE)
        image.alpha_composite(sprite, (max(0, left - 3), top - 3))
    return image


@cached_sprite
def new_card(
    district: str, name: str, wide: int, high: int, cost: int, beautified: bool, cards_below: int, letter: str
) -> Image.Image:
    """A city card with a frame in the colour of a seat and its symbol. `letter`: that of the seat."""
    fill, rim, radius = SEAT_COLOURS[letter].fill, _contrasting_rim(letter), max(6, wide // 11)
    image = panel_sprite((wide, high), radius, fill, rim, 2).copy()
    inner_wide, inner_high = wide - 2 * RIM_WIDE, high - 2 * RIM_WIDE
    inner_line = panel_sprite((inner_wide + 2, inner_high + 2), radius - 2, rim, rim, 1)
    image.alpha_composite(inner_line, (RIM_WIDE - 1, RIM_WIDE - 1))
    card = city_card(district, name, inner_wide, inner_high, cost, beautified, cards_below)
    image.alpha_composite(card, (RIM_WIDE, RIM_WIDE))
    _paste_seat_sign(image, letter, RIM_WIDE + _scene_box(card.width, card.height, bool(name))[3])
    return image


def _contrasting_rim(letter: str) -> Colour:
    """A line that stands out from a seat's colour: light for dark colours, dark for light ones."""
    return WHITE if sum(SEAT_COLOURS[letter].ink) > 384 else LINE


def _paste_seat_sign(image: Image.Image, letter: str, bottom: int) -> None:
    """Paste a seat's symbol into the lower corner of the scene that ends at `bottom`."""
    sprite = seat_sign(letter, min(40, max(22, round(image.width * 0.42))))
    image.alpha_composite(sprite, (image.width - sprite.width, min(bottom + 6, image.height) - sprite.height))


def _draw_district_name(image: Image.Image, name: str, top: int, ink: Colour) -> None:
    """Draw the name of a district below `top`."""
    wide, high = image.size
    room = high - top - 6
    widest_word = max(measure_text(word, load_font(13, REGULAR, 62)) for word in name.split())
    padding = 4 if widest_word <= wide - 8 else 1
    words = paragraph_sprite(name, wide - 2 * padding, room, _letter_size_on_card(wide), REGULAR, ink, "middle")
    image.alpha_composite(words, (padding, top + max(0, (room - words.height) // 2) + 1))


@cached_sprite
def seat_sign(letter: str, size: int) -> Image.Image:
    """The symbol of a seat on a disc in its colour."""
    colour, around = SEAT_COLOURS[letter], _contrasting_rim(letter)
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*around, 0))
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, 0, big.width - 1, big.height - 1), fill=(*around, 255))
    rim = 2 * SMOOTH
    draw.ellipse((rim, rim, big.width - 1 - rim, big.height - 1 - rim), fill=(*colour.fill, 255))
    draw_seat_symbol(draw, colour.symbol, (big.width / 2, big.height / 2), big.width * 0.29, colour.ink)
    return scale_down(big, (size, size))


@cached_sprite
def lost_card(district: str, name: str, wide: int, high: int, cost: int, letter: str, ground: Colour) -> Image.Image:
    """A destroyed district: faded, with a cross at its shoulder and the symbol of the seat that destroyed it."""
    image = city_card(district, name, wide, high, cost, False, 0).copy()
    image.alpha_composite(Image.new("RGBA", image.size, (*ground, 150)))
    image.putalpha(_rounded_card(image.size, max(5, wide // 12), ground).getchannel("A"))
    sprite = cross_sign(min(44, max(24, round(wide * 0.46))))
    image.alpha_composite(sprite, (2, 2))
    _paste_seat_sign(image, letter, _scene_box(wide, high, bool(name))[3])
    return image


@cached_sprite
def cross_sign(size: int) -> Image.Image:
    """A red cross on a white disc, visible on red too."""
    b = Brush(size, size)
    b.oval(50, 50, 48, 48, WHITE)
    image = b.finish()
    cross = fate_sign(MURDER_POWER, round(size * 0.78))
    image.alpha_composite(cross, ((size - cross.width) // 2, (size - cross.height) // 2))
    return image


@cached_sprite
def arrow_sprite(size: int, ink: Colour, mirrored: bool) -> Image.Image:
    """An arrow in reading direction."""
    b = Brush(size, size)
    lines = [(6, 50), (94, 50)], [(58, 16), (94, 50), (58, 84)]
    for line in lines:
        b.line([(100 - x, y) if mirrored else (x, y) for x, y in line], ink, 15)
    return b.finish()


@cached_sprite
def flourish_sprite(size: int) -> Image.Image:
    """The Artist's gold on a district: a coin with a star."""
    b = Brush(size, size)
    b.oval(50, 50, 47, 47, WHITE)
    b.oval(50, 50, 39, 39, COIN, COIN_DARK)
    b.box(43, 24, 14, 52, GOLD_INK, None)
    b.box(24, 43, 52, 14, GOLD_INK, None)
    return b.finish()


@cached_sprite
def fate_sign(power: str, size: int) -> Image.Image:
    """The sign of a power used on a character: murdered (red cross), robbed (purse), bewitched (green swirl); an
    undrawn power is a disc with two letters."""
    b = Brush(size, size)
    if power == "murder":
        for x in (1, -1):
            b.line([(50 - 38 * x, 12), (50 + 38 * x, 88)], LINE, 22)
        for x in (1, -1):
            b.line([(50 - 38 * x, 12), (50 + 38 * x, 88)], MURDER, 13)
    elif power == "rob":
        b.oval(50, 50, 48, 48, WHITE)
        b.polygon([(26, 84), (20, 62), (36, 40), (64, 40), (80, 62), (74, 84)], WOOD_LIGHT)
        b.polygon([(34, 38), (38, 20), (62, 20), (66, 38)], WOOD_LIGHT)
        b.rod([(32, 39), (68, 39)], ROSE, 4)
        b.oval(50, 63, 13, 13, COIN_LIGHT)
    elif power not in NAMING_POWERS:
        b.oval(50, 50, 48, 48, WHITE)
        b.letters(50, 50, 58, initials_of_key(power), INK, 80)
    else:
        b.oval(50, 50, 48, 48, WHITE)
        b.oval(50, 62, 42, 9, SPELL)
        b.polygon([(26, 60), (44, 32), (60, 8), (62, 34), (74, 60)], SPELL)
        b.polygon([(28, 60), (32, 50), (68, 50), (72, 60)], LINE, None)
    return add_shadow(b.finish(), 2, 0.5, (0, 1))


@cached_sprite
def hand_card(district: str, name: str, text: str, wide: int, high: int, token: str, align: str) -> Image.Image:
    """A district card in a hand: sign, cost, scene, name, effect, and the token to type if it has one."""
    shade = SHADES[DISTRICTS[district].colour]
    image = _rounded_card((wide, high), 14, shade.fill)
    coin_size = min(56, round(wide * (0.27 if wide >= 150 else 0.32)))
    image.alpha_composite(
        colour_sign(DISTRICTS[district].colour, round(coin_size * 0.72), shade.ink), (16, 8 + round(coin_size * 0.14))
    )
    image.alpha_composite(coin_sprite(str(DISTRICTS[district].cost), coin_size), (wide - coin_size - 9, 7))
    if token and wide >= 150:
        sprite = plate_sprite(token, 42, wide - 2 * coin_size - 24)
        image.alpha_composite(sprite, ((wide - sprite.width) // 2, 7 + (coin_size - sprite.height) // 2))
    name_high = 44 if wide >= 150 else 32
    text_high = max(0, min(128, high - coin_size - name_high - round(wide * 0.62))) if text else 0
    top = coin_size + 14
    scene_high = min(wide - 20, high - top - name_high - text_high - 8)
    scene_wide = wide - 20
    image.paste(district_scene(district, scene_wide, scene_high), (10, top))
    ImageDraw.Draw(image).rectangle((10, top, wide - 11, top + scene_high - 1), outline=(*LINE, 255), width=2)
    shown, size, width = fit_text(name, wide - 16, 34 if wide >= 150 else 27, BOLD, 13)
    words = text_sprite(shown, size, BOLD, width, shade.ink)
    if token and wide < 150:  # no room beside sign and cost
        sprite = plate_sprite(token, 28, wide - 16)
        image.alpha_composite(sprite, (wide - sprite.width - 6, top + scene_high - sprite.height))
    y = top + scene_high + name_high // 2
    image.alpha_composite(words, ((wide - words.width) // 2, round(y + 2 - capitals_middle(size, BOLD))))
    if text_high:
        box = (wide - 20, text_high - 2)
        image.alpha_composite(panel_sprite(box, 9, PAPER, PAPER, 1), (10, high - text_high - 6))
        effect_words = paragraph_sprite(text, box[0] - 14, box[1] - 8, 28, REGULAR, INK, align)
        image.alpha_composite(effect_words, (17, high - text_high - 4))
    return image


@cached_sprite
def character_card(
    character: str, rank: int, name: str, text: str, wide: int, high: int, chosen: bool, mirrored: bool
) -> Image.Image:
    """A character: rank, portrait, name, effect."""
    shade = shade_of_character(character)
    edge = GOLD if chosen else mix_colours(shade.fill, LINE, 0.75)
    image = panel_sprite((wide, high), 18, shade.fill, edge, 6 if chosen else 3).copy()
    medal_size = min(100, round(wide * 0.36), round(high * 0.27))
    number = plate_sprite(str(rank), round(medal_size * 0.72), wide, WHITE, INK, LINE)
    portrait = portrait_medal(character, medal_size)
    left, right = 12, wide - 16 - medal_size
    if mirrored:
        left = wide - 12 - number.width
    image.alpha_composite(number, (left, 12 + (medal_size - number.height) // 2))
    image.alpha_composite(portrait, (16 if mirrored else right, 12))
    shown, size, width = fit_text(name, wide - 36, 42, BOLD, 24)
    words = text_sprite(shown, size, BOLD, width, shade.ink)
    y = 12 + medal_size + 28
    image.alpha_composite(words, (wide - 18 - words.width if mirrored else 18, round(y - capitals_middle(size, BOLD))))
    top = y + 28
    box = (wide - 20, high - top - 12)
    image.alpha_composite(panel_sprite(box, 12, PAPER, PAPER, 1), (10, top))
    align = "right" if mirrored else "left"
    effect_words = paragraph_sprite(text, box[0] - 24, box[1] - 14, 32, REGULAR, INK, align, 20)
    image.alpha_composite(effect_words, (22, top + 5))
    return image
