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

CARD_GAP = 6  # gap between two cards
POINTS_SIZE = 44  # size of the disc of bonus points
BADGE_SIZE = 32  # size of a seat's symbol in the lower corner of a card
NAME_SIZE = 33  # 11 px in a picture shown 400 px wide
LEAST_ONE_LINE_SIZE, LEAST_TWO_LINE_SIZE = 24, 16  # sizes below which names are wrapped, left out


@cached_sprite
def bonus_points_disc(n: int, size: int) -> Image.Image:
    """The bonus points of a district: a dark disc, distinct from coins."""
    image = dark_disc(size).copy()  # the cached disc is shared
    words = text_sprite(f"+{n}", NAME_SIZE, BOLD, 76, GOLD)
    image.alpha_composite(words, ((size - words.width) // 2, round(size / 2 - capitals_middle(NAME_SIZE, BOLD))))
    return image


@cached_sprite
def dark_disc(size: int) -> Image.Image:
    b = Brush(size, size)
    b.oval(50, 50, 49, 49, GOLD_INK, None)
    return b.finish()


@cached_sprite
def card_name_sprite(name: str, wide: int) -> Image.Image | None:
    """A whole name on a narrow card: smaller if needed, in two lines rather than illegible; None if it does not fit."""
    shown = drawable_text(name)
    attempts = [(size, 1) for size in range(NAME_SIZE, LEAST_ONE_LINE_SIZE - 1, -1)]
    attempts += [(size, 2) for size in range(LEAST_ONE_LINE_SIZE, LEAST_TWO_LINE_SIZE - 1, -1)]
    for size, most_lines in attempts:
        if lines := wrap_text(shown, wide - 2, size, most_lines, BOLD, WIDTHS[-1]):
            break
    else:
        return None
    fill, ink = SHADES[PURPLE].fill, SHADES[PURPLE].ink
    step = size + 1
    image = panel_sprite((wide, step * (len(lines) - 1) + size + 4), 5, fill, fill, 1).copy()
    for i, line in enumerate(lines):
        words = text_sprite(line, size, BOLD, WIDTHS[-1], ink)
        top = round(i * step + size / 2 + 2 - capitals_middle(size, BOLD))
        image.alpha_composite(words, (max(0, (wide - words.width) // 2), max(0, top)))
    return image


def _city_card_image(
    look: Look, card: CityCard, size: tuple[int, int], bringer: str, has_name: bool, bonus: int
) -> Image.Image:
    """A card of the city. A new one, of which `bringer` is the letter of the seat that brought it, is 4 px larger for
    its frame. The number of cards under it is left out if it equals `bonus` and there is no room for both."""
    wide, high = size
    cards_below = 0 if not has_name and bonus == card.cards else card.cards
    name, cost = card_name(look, card.district) if has_name else "", DISTRICTS[card.district].cost
    if bringer:
        return new_card(card.district, name, wide + 4, high + 4, cost, card.beautified, cards_below, bringer)
    return city_card(card.district, name, wide, high, cost, card.beautified, cards_below)


def seats_of_new_cards(view: CitadelsView, look: Look) -> dict[tuple[int, int], str]:
    """(seat, index in the city) -> letter of the seat that brought the outlined card. Of two cards with one token, the
    later one is new."""
    letters = {}
    for (seat, token), count in Counter(view.changed).items():
        indices = [i for i, card in enumerate(view.players[seat].city) if card.token == token]
        for index in indices[-count:]:
            letters[seat, index] = look.seats[view.brought.get((seat, token), seat)].letter
    return letters


def _card_boxes(box: Box, count: int, lines: int, widest: int) -> list[Box]:
    """The boxes of `count` places, spread over so many `lines`; each at most `widest` pixels wide."""
    left, top, right, bottom = box
    per_line = -(-count // lines)
    wide = min((right - left - CARD_GAP * (per_line - 1)) // per_line, widest)
    high = (bottom - top - CARD_GAP * (lines - 1)) // lines
    boxes = []
    for i in range(count):
        x, y = left + i % per_line * (wide + CARD_GAP), top + i // per_line * (high + CARD_GAP)
        boxes.append((x, y, x + wide, y + high))
    return boxes


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
    letters_of_new = seats_of_new_cards(view, look)
    for i, (card, place) in enumerate(zip(cards, places, strict=False)):
        bonus = view.sheet[seat].cards.get(card.district, 0)
        sprite = _city_card_image(look, card, size, letters_of_new.get((seat, i), ""), titled, bonus)
        overhang = (sprite.width - size[0]) // 2
        box = sheet.put(sprite, place[0] - overhang, place[1] - overhang, f"{seat}.card.{i}")
        if bonus:
            points_corner = (place[2] - POINTS_SIZE - 2, place[1] + size[1] * 2 // 5 - 2)
            if not titled:  # small cards: in the place of the sign, whose colour says the same
                points_corner = (place[0] + 1, place[1] + 3)
            sheet.put(bonus_points_disc(bonus, POINTS_SIZE), *points_corner)
        if not titled and DISTRICTS[card.district].colour == PURPLE:
            room = size[0] - 8 - (BADGE_SIZE if (seat, i) in letters_of_new else 0)
            name_sprite = card_name_sprite(card_name(look, card.district), room)
            if name_sprite is not None:
                sheet.put(name_sprite, place[0] + 4, place[3] - name_sprite.height - 4)
        mark = marks.get(f"{seat}.{card.token}")
        if mark is not None:
            sheet.put(choice_frame_sprite(size, TONES[mark.tone]), place[0], place[1])
            token = plate_sprite(mark.token, 32, size[0] + 4)
            sheet.image.paste(token, ((box[0] + box[2] - token.width) // 2, box[3] - token.height), token)
    free = places[len(cards) : view.target]
    empty = panel_sprite(size, 8, mix_colours(shades.panel, shades.ground, 0.6), shades.line, 1)
    for place in free:
        sheet.put(empty, place[0], place[1])
    losses = [loss for loss in view.lost if loss.seat == seat][: len(free)]
    for loss, place in zip(losses, free, strict=False):
        name = card_name(look, loss.district) if titled else ""
        cost, letter = DISTRICTS[loss.district].cost, look.seats[loss.by].letter
        sheet.put(lost_card(loss.district, name, *size, cost, letter, shades.panel), place[0], place[1])
    return free[len(losses) :]
