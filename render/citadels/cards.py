"""Sprites of Citadels: coins, signs of the colours, district cards, character cards. All kept by their arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from render.core.brush import Brush, initials
from render.core.cache import shared
from render.core.fonts import BOLD, REGULAR, fit, font, label, measure, middle, paragraph
from render.core.kit import SMOOTH, panel, plate, reduced, shadowed, symbol
from render.core.look import GOLD, GOLD_INK, SEAT_COLOURS, Colour, mix
from render.core.paints import COIN, COIN_DARK, COIN_LIGHT, INK, LINE, PAPER, ROSE, WHITE, WOOD_LIGHT
from rules.citadels.cards import DISTRICTS

from . import strokes
from .characters import PORTRAITS
from .colours import MURDER, SHADES, SPELL, Shade
from .districts import SCENES

FATES: Final = ("murder", "rob", "bewitch")
RIM: Final = 7  # of a card that is new
UNKNOWN: Final = "slate"  # the colour of a character that has no portrait yet


def shade_of(character: str) -> Shade:
    return SHADES[PORTRAITS[character].shade if character in PORTRAITS else UNKNOWN]


@shared
def coin(text: str, size: int, ink: Colour = GOLD_INK, share: float = 0.62) -> Image.Image:
    """A coin with a number (or anything short) on it, so large a part of it."""
    b = Brush(size, size)
    b.oval(50, 50, 49, 49, COIN)
    b.oval(50, 50, 40, 40, COIN, COIN_DARK)
    image = b.finished()
    if text:
        shown, high, width = fit(text, round(size * 0.74), round(size * share), BOLD, 13)
        words = label(shown, high, BOLD, width, ink)
        image.alpha_composite(words, (round((size - words.width) / 2), max(0, round(size / 2 - middle(high, BOLD)))))
    return image


@shared
def backs(size: int) -> Image.Image:
    """Two cards face down: the sign of a hand."""
    b = Brush(size, size)
    b.round_box(34, 6, 48, 74, 6, WOOD_LIGHT)
    b.round_box(18, 16, 50, 78, 6, PAPER)
    b.oval(43, 55, 14, 17, WOOD_LIGHT)
    return b.finished()


@shared
def crown(size: int) -> Image.Image:
    """The crown of who calls."""
    b = Brush(size, size)
    strokes.crown(b)
    return b.finished()


@shared
def sign(colour: str, size: int, ink: Colour) -> Image.Image:
    """The sign of a colour: crown, cross, disc, crossed swords, star."""
    b = Brush(size, size)
    if colour == "yellow":
        b.poly([(8, 84), (8, 26), (30, 52), (50, 16), (70, 52), (92, 26), (92, 84)], ink, None)
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
    return b.finished()


def unbuilt(b: Brush, district: str, shade: Shade) -> None:
    """A district that nobody has drawn yet: a house with letters on its front."""
    b.wall(12, 44, 76, fill=PAPER)
    b.hip(12, 44, 76, 26, shade.fill)
    b.letters(50, 67, 42, initials(district), INK, 70)


@shared
def scene(district: str, wide: int, high: int) -> Image.Image:
    """The picture on a district card, a little flatter where the card has no room for a square."""
    shade = SHADES[DISTRICTS[district].colour]
    whole = _landscape(SCENES.get(district) or partial(unbuilt, district=district, shade=shade), shade, wide)
    return whole if high == wide else whole.resize((wide, high), Image.Resampling.LANCZOS)


@shared
def emblem(draw: Callable[[Brush], None], colour: str, size: int) -> Image.Image:
    """A shape before the sky and the hills of a colour."""
    return _landscape(draw, SHADES[colour], size)


def _landscape(draw: Callable[[Brush], None], shade: Shade, side: int) -> Image.Image:
    b = Brush(side, side, WHITE)
    b.sky(shade.sky, shade.hill)
    draw(b)
    return b.finished().convert("RGB")


@shared
def portrait(character: str, size: int) -> Image.Image:
    """The thing a character is known for, without a ground; as long as there is none, a shield with letters."""
    b = Brush(size, size)
    if character in PORTRAITS:
        PORTRAITS[character].draw(b)
    else:
        b.poly([(8, 6), (92, 6), (92, 46), (84, 68), (68, 85), (50, 96), (32, 85), (16, 68), (8, 46)], PAPER)
        b.letters(50, 42, 56, initials(character), INK, 74)
    return b.finished()


@shared
def medal(character: str, size: int) -> Image.Image:
    """The same on a light disc."""
    b = Brush(size, size)
    b.oval(50, 50, 49, 49, PAPER)
    image = b.finished()
    thing = portrait(character, round(size * 0.7))
    image.alpha_composite(thing, ((size - thing.width) // 2, (size - thing.height) // 2))
    return image


def _rounded(size: tuple[int, int], radius: int, fill: Colour) -> Image.Image:
    return panel(size, radius, fill, mix(fill, LINE, 0.75), max(2, size[0] // 90)).copy()


def _coin_of(wide: int) -> int:
    """How large the cost is on a card so wide."""
    return min(58, round(wide * (0.54 if wide >= 56 else 0.46)))


def _letters_of(wide: int) -> int:
    return min(28, max(13, round(wide * 0.3)))


def _scene_box(wide: int, high: int, titled: bool) -> tuple[int, int, int, int]:
    """Where the scene lies on a card, below the cost and above the name if it has one: left, top, right, bottom."""
    top, art = _coin_of(wide) + 7, wide - 6
    tall = min(art, high - top - (max(30, round(_letters_of(wide) * 1.6)) if titled else 4))
    if not titled:
        art = min(art, round(tall * 1.4))
    left = (wide - art) // 2
    return left, top, left + art, top + tall


@shared
def city_card(district: str, name: str, wide: int, high: int, cost: int, beautified: bool, under: int) -> Image.Image:
    """A district in a city, small: sign and cost large, scene, name, if it is to have one."""
    shade = SHADES[DISTRICTS[district].colour]
    image = _rounded((wide, high), max(5, wide // 12), shade.fill)
    pill = _coin_of(wide)
    side = min(round(pill * 0.72), wide - pill - 10)
    if side > 0:
        image.alpha_composite(sign(DISTRICTS[district].colour, side, shade.ink), (5, 4 + (pill - side) // 2))
    image.alpha_composite(coin(str(cost), pill, share=0.74), (wide - pill - 3, 4))
    left, top, right, bottom = _scene_box(wide, high, bool(name))
    image.paste(scene(district, right - left, bottom - top), (left, top))
    ImageDraw.Draw(image).rectangle((left, top, right - 1, bottom - 1), outline=(*LINE, 255))
    if name:
        _called(image, name, bottom, shade.ink)
    if beautified:
        sprite = flourish(min(round(wide * 0.5), bottom - top - 4))
        image.alpha_composite(sprite, (2, bottom - sprite.height + 4))
    if under:
        sprite = plate(str(under), min(40, max(28, round(wide * 0.42))), 60, PAPER, INK, LINE)
        image.alpha_composite(sprite, (max(0, left - 3), top - 3))
    return image


@shared
def new_card(
    district: str, name: str, wide: int, high: int, cost: int, beautified: bool, under: int, by: str
) -> Image.Image:
    """The same in a frame of the colour of a seat, between lines that stand out from it; its sign. `by`: its letter."""
    fill, rim, radius = SEAT_COLOURS[by].fill, _rim(by), max(6, wide // 11)
    image = panel((wide, high), radius, fill, rim, 2).copy()
    image.alpha_composite(panel((wide - 2 * RIM + 2, high - 2 * RIM + 2), radius - 2, rim, rim, 1), (RIM - 1, RIM - 1))
    card = city_card(district, name, wide - 2 * RIM, high - 2 * RIM, cost, beautified, under)
    image.alpha_composite(card, (RIM, RIM))
    _signed(image, by, RIM + _scene_box(card.width, card.height, bool(name))[3])
    return image


def _rim(letter: str) -> Colour:
    """What stands out from the colour of a seat: light from the dark ones, dark from the light ones."""
    return WHITE if sum(SEAT_COLOURS[letter].ink) > 384 else LINE


def _signed(image: Image.Image, by: str, bottom: int) -> None:
    """The sign of a seat in the lower corner of the scene that ends there."""
    sprite = seat_sign(by, min(40, max(22, round(image.width * 0.42))))
    image.alpha_composite(sprite, (image.width - sprite.width, min(bottom + 6, image.height) - sprite.height))


def _called(image: Image.Image, name: str, top: int, ink: Colour) -> None:
    """The name of a district below that line."""
    wide, high = image.size
    room = high - top - 6
    longest = max(measure(word, font(13, REGULAR, 62)) for word in name.split())
    pad = 4 if longest <= wide - 8 else 1
    words = paragraph(name, wide - 2 * pad, room, _letters_of(wide), REGULAR, ink, "middle")
    image.alpha_composite(words, (pad, top + max(0, (room - words.height) // 2) + 1))


@shared
def seat_sign(letter: str, size: int) -> Image.Image:
    """The sign of a seat on a disc in its colour."""
    colour, around = SEAT_COLOURS[letter], _rim(letter)
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*around, 0))
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, 0, big.width - 1, big.height - 1), fill=(*around, 255))
    rim = 2 * SMOOTH
    draw.ellipse((rim, rim, big.width - 1 - rim, big.height - 1 - rim), fill=(*colour.fill, 255))
    symbol(draw, colour.symbol, (big.width / 2, big.height / 2), big.width * 0.29, colour.ink)
    return reduced(big, (size, size))


@shared
def lost_card(district: str, name: str, wide: int, high: int, cost: int, by: str, ground: Colour) -> Image.Image:
    """A district that is not there any more: faded, with a cross at its shoulder and the sign of who destroyed it."""
    image = city_card(district, name, wide, high, cost, False, 0).copy()
    image.alpha_composite(Image.new("RGBA", image.size, (*ground, 150)))
    image.putalpha(_rounded(image.size, max(5, wide // 12), ground).getchannel("A"))
    sprite = crossed(min(44, max(24, round(wide * 0.46))))
    image.alpha_composite(sprite, (2, 2))
    _signed(image, by, _scene_box(wide, high, bool(name))[3])
    return image


@shared
def crossed(size: int) -> Image.Image:
    """A red cross on a white disc, so that it shows on red too."""
    b = Brush(size, size)
    b.oval(50, 50, 48, 48, WHITE)
    image = b.finished()
    cross = fate(FATES[0], round(size * 0.78))
    image.alpha_composite(cross, ((size - cross.width) // 2, (size - cross.height) // 2))
    return image


@shared
def arrow(size: int, ink: Colour, mirrored: bool) -> Image.Image:
    """From one to another, in the direction of reading."""
    b = Brush(size, size)
    points = [(6, 50), (94, 50)], [(58, 16), (94, 50), (58, 84)]
    for line in points:
        b.line([(100 - x, y) if mirrored else (x, y) for x, y in line], ink, 15)
    return b.finished()


@shared
def flourish(size: int) -> Image.Image:
    """Gold of the Artist on a district: a coin with a brush's star."""
    b = Brush(size, size)
    b.oval(50, 50, 47, 47, WHITE)
    b.oval(50, 50, 39, 39, COIN, COIN_DARK)
    b.box(43, 24, 14, 52, GOLD_INK, None)
    b.box(24, 43, 52, 14, GOLD_INK, None)
    return b.finished()


@shared
def fate(power: str, size: int) -> Image.Image:
    """What was done to a character: murdered (red cross), robbed (a purse), bewitched (a green swirl); of a power that
    nobody has drawn yet a disc with two letters."""
    b = Brush(size, size)
    if power == "murder":
        for x in (1, -1):
            b.line([(50 - 38 * x, 12), (50 + 38 * x, 88)], LINE, 22)
        for x in (1, -1):
            b.line([(50 - 38 * x, 12), (50 + 38 * x, 88)], MURDER, 13)
    elif power == "rob":
        b.oval(50, 50, 48, 48, WHITE)
        b.poly([(26, 84), (20, 62), (36, 40), (64, 40), (80, 62), (74, 84)], WOOD_LIGHT)
        b.poly([(34, 38), (38, 20), (62, 20), (66, 38)], WOOD_LIGHT)
        b.rod([(32, 39), (68, 39)], ROSE, 4)
        b.oval(50, 63, 13, 13, COIN_LIGHT)
    elif power not in FATES:
        b.oval(50, 50, 48, 48, WHITE)
        b.letters(50, 50, 58, initials(power), INK, 80)
    else:
        b.oval(50, 50, 48, 48, WHITE)
        b.oval(50, 62, 42, 9, SPELL)
        b.poly([(26, 60), (44, 32), (60, 8), (62, 34), (74, 60)], SPELL)
        b.poly([(28, 60), (32, 50), (68, 50), (72, 60)], LINE, None)
    return shadowed(b.finished(), 2, 0.5, (0, 1))


@shared
def hand_card(
    district: str, name: str, text: str, wide: int, high: int, dim: bool, mark: str, align: str
) -> Image.Image:
    """A district card in a hand: sign, cost, scene, name, and what it does."""
    shade = SHADES[DISTRICTS[district].colour]
    image = _rounded((wide, high), 14, shade.fill)
    big = min(56, round(wide * (0.27 if wide >= 150 else 0.32)))
    image.alpha_composite(sign(DISTRICTS[district].colour, round(big * 0.72), shade.ink), (16, 8 + round(big * 0.14)))
    image.alpha_composite(coin(str(DISTRICTS[district].cost), big), (wide - big - 9, 7))
    if mark and wide >= 150:
        sprite = plate(mark, 42, wide - 2 * big - 24)
        image.alpha_composite(sprite, ((wide - sprite.width) // 2, 7 + (big - sprite.height) // 2))
    name_high = 44 if wide >= 150 else 32
    body = max(0, min(128, high - big - name_high - round(wide * 0.62))) if text else 0
    top = big + 14
    tall = min(wide - 20, high - top - name_high - body - 8)
    art = wide - 20
    image.paste(scene(district, art, tall), (10, top))
    ImageDraw.Draw(image).rectangle((10, top, wide - 11, top + tall - 1), outline=(*LINE, 255), width=2)
    shown, size, width = fit(name, wide - 16, 34 if wide >= 150 else 27, BOLD, 13)
    words = label(shown, size, BOLD, width, shade.ink)
    if mark and wide < 150:  # no room beside sign and cost
        sprite = plate(mark, 28, wide - 16)
        image.alpha_composite(sprite, (wide - sprite.width - 6, top + tall - sprite.height))
    y = top + tall + name_high // 2
    image.alpha_composite(words, ((wide - words.width) // 2, round(y + 2 - middle(size, BOLD))))
    if body:
        box = (wide - 20, body - 2)
        image.alpha_composite(panel(box, 9, PAPER, PAPER, 1), (10, high - body - 6))
        said = paragraph(text, box[0] - 14, box[1] - 8, 28, REGULAR, INK, align)
        image.alpha_composite(said, (17, high - body - 4))
    if dim:
        veil = Image.new("RGBA", image.size, (30, 36, 41, 0))
        veil.putalpha(image.getchannel("A").point([v * 110 // 255 for v in range(256)]))
        image.alpha_composite(veil)
    return image


@shared
def character_card(
    character: str, rank: int, name: str, text: str, wide: int, high: int, chosen: bool, mirrored: bool
) -> Image.Image:
    """A character: rank, the thing it is known for, name, what it does."""
    shade = shade_of(character)
    edge = GOLD if chosen else mix(shade.fill, LINE, 0.75)
    image = panel((wide, high), 18, shade.fill, edge, 6 if chosen else 3).copy()
    round_size = min(100, round(wide * 0.36), round(high * 0.27))
    number = plate(str(rank), round(round_size * 0.72), wide, WHITE, INK, LINE)
    thing = medal(character, round_size)
    left, right = 12, wide - 16 - round_size
    if mirrored:
        left = wide - 12 - number.width
    image.alpha_composite(number, (left, 12 + (round_size - number.height) // 2))
    image.alpha_composite(thing, (16 if mirrored else right, 12))
    shown, size, width = fit(name, wide - 36, 42, BOLD, 24)
    words = label(shown, size, BOLD, width, shade.ink)
    y = 12 + round_size + 28
    image.alpha_composite(words, (wide - 18 - words.width if mirrored else 18, round(y - middle(size, BOLD))))
    top = y + 28
    box = (wide - 20, high - top - 12)
    image.alpha_composite(panel(box, 12, PAPER, PAPER, 1), (10, top))
    said = paragraph(text, box[0] - 24, box[1] - 14, 32, REGULAR, INK, "right" if mirrored else "left", 20)
    image.alpha_composite(said, (22, top + 5))
    return image
