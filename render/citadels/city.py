"""Draws the districts of a player side by side, with free places up to the goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from PIL import Image

from render.core.brush import Brush
from render.core.cache import cached_sprite
from render.core.fonts import BOLD, WIDTHS, capitals_middle, drawable_text, text_sprite, wrap_text
from render.core.look import GOLD, GOLD_INK, Look, Mark, mix_colours
from render.core.shapes import choice_frame_sprite, panel_sprite, plate_sprite
from render.core.sheet import Box, Sheet
from rules.citadels.cards import DISTRICTS, PURPLE
from rules.citadels.view import CitadelsView, CityCard

from .cards import city_card, lost_card, new_card
from .colours import SHADES
from .layout import TONES, card_name

SPACE = 6  # gap between two cards
POINTS = 44  # size of the disc of bonus points
BADGE = 32  # size of a seat's symbol in the lower corner of a card
LETTERS = 33  # 11 px in a picture shown 400 px wide
ONE_LINE, FINE = 24, 16  # sizes below which names are wrapped, left out


@cached_sprite
def bonus_points_disc(n: int, size: int) -> Image.Image:
    """The bonus points of a district: a dark disc, distinct from coins."""
    image = dark_disc(size).copy()  # the cached disc is shared
    words = text_sprite(f"+{n}", LETTERS, BOLD, 76, GOLD)
    image.alpha_composite(words, ((size - words.width) // 2, round(size / 2 - capitals_middle(LETTERS, BOLD))))
    return image


@cached_sprite
def dark_disc(size: int) -> Image.Image:
    b = Brush(size, size)
    b.oval(50, 50, 49, 49, GOLD_INK, None)
    return b.finished()


@cached_sprite
def card_name_sprite(name: str, wide: int) -> Image.Image | None:
    """A whole name on a narrow card: smaller if needed, in two lines rather than illegible; None if it does not fit."""
    shown = drawable_text(name)
    most = 1
    size = next((size for size in range(LETTERS, ONE_LINE - 1, -1) if _break_name(shown, wide, size, 1)), 0)
    if not size:
        most = 2
        size = next((size for size in range(ONE_LINE, FINE - 1, -1) if _break_name(shown, wide, size, 2)), 0)
    if not size:
        return None
    fill, ink = SHADES[PURPLE].fill, SHADES[PURPLE].ink
    said = _break_name(shown, wide, size, most)
    step = size + 1
    image = panel_sprite((wide, step * (len(said) - 1) + size + 4), 5, fill, fill, 1).copy()
    for i, line in enumerate(said):
        words = text_sprite(line, size, BOLD, WIDTHS[-1], ink)
        image.alpha_composite(
            words,
            (max(0, (wide - words.width) // 2), max(0, round(i * step + size / 2 + 2 - capitals_middle(size, BOLD)))),
        )
    return image


def _break_name(name: str, wide: int, size: int, most: int) -> list[str]:
    return wrap_text(name, wide - 2, size, most, BOLD, WIDTHS[-1]) or []


def _city_card_image(
    look: Look, card: CityCard, size: tuple[int, int], by: str, titled: bool, bonus: int
) -> Image.Image:
    """A card of the city. A new one is 4 px larger, for its frame. The number of cards under it is left out if it
    equals `bonus` and there is no room for both."""
    wide, high = size
    under = 0 if not titled and bonus == card.cards else card.cards
    name, cost = card_name(look, card.district) if titled else "", DISTRICTS[card.district].cost
    if by:
        return new_card(card.district, name, wide + 4, high + 4, cost, card.beautified, under, by)
    return city_card(card.district, name, wide, high, cost, card.beautified, under)


def seats_of_new_cards(view: CitadelsView, look: Look) -> dict[tuple[int, int], str]:
    """(seat, index in the city) -> letter of the seat that brought the outlined card. Of two cards with one token, the
    later one is new."""
    found = {}
    for (seat, token), many in Counter(view.changed).items():
        places = [i for i, card in enumerate(view.players[seat].city) if card.token == token]
        for place in places[-many:]:
            found[seat, place] = look.seats[view.brought.get((seat, token), seat)].letter
    return found


def _card_boxes(box: Box, count: int, lines: int, widest: int) -> list[Box]:
    """The boxes of the cards, line by line."""
    left, top, right, bottom = box
    a_line = -(-count // lines)
    wide = min((right - left - SPACE * (a_line - 1)) // a_line, widest)
    high = (bottom - top - SPACE * (lines - 1)) // lines
    corners = ((left + i % a_line * (wide + SPACE), top + i // a_line * (high + SPACE)) for i in range(count))
    return [(x, y, x + wide, y + high) for x, y in corners]


def draw_city(
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
    """Draw the cards, destroyed districts and free places up to the goal; returns the boxes of the free places."""
    cards, look, shades = view.players[seat].city, sheet.look, sheet.look.shades
    places = _card_boxes(box, max(view.target, len(cards), 1), lines, widest)
    size = (places[0][2] - places[0][0], places[0][3] - places[0][1])
    outlined = seats_of_new_cards(view, look)
    for i, (card, at) in enumerate(zip(cards, places, strict=False)):
        bonus = view.sheet[seat].cards.get(card.district, 0)
        sprite = _city_card_image(look, card, size, outlined.get((seat, i), ""), titled, bonus)
        aside = (sprite.width - size[0]) // 2
        box = sheet.put(sprite, at[0] - aside, at[1] - aside, f"{seat}.card.{i}")
        if bonus:
            corner = (at[2] - POINTS - 2, at[1] + size[1] * 2 // 5 - 2)
            if not titled:  # small cards: in the place of the sign, whose colour says the same
                corner = (at[0] + 1, at[1] + 3)
            sheet.put(bonus_points_disc(bonus, POINTS), *corner)
        if not titled and DISTRICTS[card.district].colour == PURPLE:
            strip = card_name_sprite(
                card_name(look, card.district), size[0] - 8 - (BADGE if (seat, i) in outlined else 0)
            )
            if strip is not None:
                sheet.put(strip, at[0] + 4, at[3] - strip.height - 4)
        mark = marks.get(f"{seat}.{card.token}")
        if mark is not None:
            sheet.put(choice_frame_sprite(size, TONES[mark.tone]), at[0], at[1])
            token = plate_sprite(mark.token, 32, size[0] + 4)
            sheet.image.paste(token, ((box[0] + box[2] - token.width) // 2, box[3] - token.height), token)
    free = places[len(cards) : view.target]
    empty = panel_sprite(size, 8, mix_colours(shades.panel, shades.ground, 0.6), shades.line, 1)
    for at in free:
        sheet.put(empty, at[0], at[1])
    lost = [gone for gone in view.lost if gone.seat == seat][: len(free)]
    for gone, at in zip(lost, free, strict=False):
        name = card_name(look, gone.district) if titled else ""
        cost, letter = DISTRICTS[gone.district].cost, look.seats[gone.by].letter
        sheet.put(lost_card(gone.district, name, *size, cost, letter, shades.panel), at[0], at[1])
    return free[len(lost) :]
