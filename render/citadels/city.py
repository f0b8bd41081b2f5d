"""The districts of a player side by side, with free places up to the goal."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from render.core.brush import Brush
from render.core.cache import shared
from render.core.fonts import BOLD, WIDTHS, font, label, measure, middle, plain
from render.core.kit import frame, panel, plate
from render.core.look import GOLD, GOLD_INK, Look, Mark, mix
from render.core.sheet import Box, Sheet
from rules.citadels.cards import DISTRICTS, PURPLE
from rules.citadels.view import CitadelsView, CityCard

from .cards import city_card, lost_card, new_card
from .colours import SHADES
from .layout import TONES, name_of

SPACE = 6  # between two cards
POINTS = 44  # of what a card counts beside its cost
BADGE = 32  # of who brought a card, in its lower corner
LETTERS = 33  # 11 of 400 pixels


@shared
def points(n: int, size: int) -> Image.Image:
    """What a district counts beside its cost: a dark disc, which is no coin."""
    image = disc(size).copy()  # the disc is shared
    words = label(f"+{n}", LETTERS, BOLD, 76, GOLD)
    image.alpha_composite(words, ((size - words.width) // 2, round(size / 2 - middle(LETTERS, BOLD))))
    return image


@shared
def disc(size: int) -> Image.Image:
    b = Brush(size, size)
    b.oval(50, 50, 49, 49, GOLD_INK, None)
    return b.finished()


@shared
def named(name: str, wide: int) -> Image.Image:
    """As much of a name as can be read on a narrow card: its first letters."""
    shown = plain(name)
    fitting = font(LETTERS, BOLD, WIDTHS[-1])
    while len(shown) > 2 and measure(shown, fitting) > wide - 4:
        shown = shown[:-1].rstrip()
    image = panel((wide, LETTERS + 3), 5, SHADES[PURPLE].fill, SHADES[PURPLE].fill, 1).copy()
    words = label(shown, LETTERS, BOLD, WIDTHS[-1], SHADES[PURPLE].ink)
    image.alpha_composite(words, ((wide - words.width) // 2, round(image.height / 2 - middle(LETTERS, BOLD))))
    return image


def _card(look: Look, card: CityCard, size: tuple[int, int], by: str, titled: bool) -> Image.Image:
    """What is new stands out by a little, with its frame."""
    wide, high = size
    name, cost = name_of(look, card.district) if titled else "", DISTRICTS[card.district].cost
    if by:
        return new_card(card.district, name, wide + 4, high + 4, cost, card.beautified, card.cards, by)
    return city_card(card.district, name, wide, high, cost, card.beautified, card.cards)


def news(view: CitadelsView, look: Look) -> dict[tuple[int, str], str]:
    """The cards that are outlined: seat and token, with the letter of the seat that brought them."""
    return {(seat, token): look.seats[view.brought.get((seat, token), seat)].letter for seat, token in view.changed}


def _places(box: Box, count: int, lines: int, widest: int) -> list[Box]:
    """Where so many cards lie in the box, line by line."""
    left, top, right, bottom = box
    a_line = -(-count // lines)
    wide = min((right - left - SPACE * (a_line - 1)) // a_line, widest)
    high = (bottom - top - SPACE * (lines - 1)) // lines
    corners = ((left + i % a_line * (wide + SPACE), top + i // a_line * (high + SPACE)) for i in range(count))
    return [(x, y, x + wide, y + high) for x, y in corners]


def city(
    sheet: Sheet,
    view: CitadelsView,
    seat: int,
    box: Box,
    marks: Mapping[str, Mark],
    *,
    lines: int = 1,
    widest: int = 150,
    titled: bool = True,
) -> list[Box]:
    """Cards, then what was destroyed, then free places up to the goal; returns where those free places lie."""
    cards, look, shades = view.players[seat].city, sheet.look, sheet.look.shades
    places = _places(box, max(view.target, len(cards), 1), lines, widest)
    size = (places[0][2] - places[0][0], places[0][3] - places[0][1])
    outlined = news(view, look)
    for i, (card, at) in enumerate(zip(cards, places, strict=False)):
        sprite = _card(look, card, size, outlined.get((seat, card.token), ""), titled)
        aside = (sprite.width - size[0]) // 2
        box = sheet.put(sprite, at[0] - aside, at[1] - aside, f"{seat}.card.{i}")
        if bonus := view.sheet[seat].cards.get(card.district, 0):
            sheet.put(points(bonus, POINTS), at[2] - POINTS - 2, at[1] + size[1] * 2 // 5 - 2)
        if not titled and DISTRICTS[card.district].colour == PURPLE:
            strip = named(name_of(look, card.district), size[0] - 8 - (BADGE if (seat, card.token) in outlined else 0))
            sheet.put(strip, at[0] + 4, at[3] - strip.height - 4)
        mark = marks.get(f"{seat}.{card.token}")
        if mark is not None:
            sheet.put(frame(size, TONES[mark.tone]), at[0], at[1])
            token = plate(mark.token, 32, size[0] + 4)
            sheet.image.paste(token, ((box[0] + box[2] - token.width) // 2, box[3] - token.height), token)
    free = places[len(cards) : view.target]
    empty = panel(size, 8, mix(shades.panel, shades.ground, 0.6), shades.line, 1)
    for at in free:
        sheet.put(empty, at[0], at[1])
    lost = [gone for gone in view.lost if gone.seat == seat][: len(free)]
    for gone, at in zip(lost, free, strict=False):
        name = name_of(look, gone.district) if titled else ""
        cost, letter = DISTRICTS[gone.district].cost, look.seats[gone.by].letter
        sheet.put(lost_card(gone.district, name, *size, cost, letter, shades.panel), at[0], at[1])
    return free[len(lost) :]
