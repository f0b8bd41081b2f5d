"""Draws the open offer and the answers to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.chip_strip import seat_symbol_disc
from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import THEMES, Colour, Look, Shades, Theme
from render.core.paints import WHITE
from render.core.shapes import panel_sprite
from rules.catan.view import OfferView

from .answer_signs import answer_sign
from .good_icons import good_icon
from .seats import NUMBER_SIZE

# Sizes that fit into the sea, by the board.
WIDE: Final = {"small": 240, "large": 248}
HIGH: Final = {"small": 150, "large": 276}
LINE_HIGH: Final = 42  # line height of the rows, if there is room
EDGE: Final = 8
GAP: Final = 8
LARGEST_ICON: Final = 34
SMALLEST_ICON: Final = 13  # least size of icons; smaller than any real offer needs
MOST_KINDS_IN_LINE: Final = 3  # most kinds of cards side by side
Cards = tuple[str, ...]
Deal = tuple[Cards, Cards]  # (given, wanted)
Row = tuple[tuple[str, ...], str, Deal]  # (letters of seats, answer, counter-offer)


@dataclass(frozen=True, slots=True)
class _OfferLine:
    """A line of the panel: seats, sign of their answer, cards."""

    letters: tuple[str, ...] = ()
    answer: str = ""
    deal: Deal = ((), ())
    continues_line: bool = False  # continues the line above


def _list_offer_lines(rows: tuple[Row, ...]) -> list[_OfferLine]:
    """The lines of the rows; the two sides of a large deal stand in two lines."""
    lines = []
    for letters, kind, deal in rows:
        give, want = deal
        if len(set(give)) + len(set(want)) > MOST_KINDS_IN_LINE:
            lines += [_OfferLine(letters, kind, (give, ())), _OfferLine(letters, kind, ((), want), continues_line=True)]
        else:
            lines.append(_OfferLine(letters, kind, deal))
    return lines


@cached_sprite
def offer_panel_sprite(rows: tuple[Row, ...], board: str, theme: Theme) -> Image.Image:
    """The offer, then a row for each kind of answer with all seats that gave it; each counter-offer has its own row."""
    shades = THEMES[theme]
    lines, offer_line_count = _list_offer_lines(rows), len(_list_offer_lines(rows[:1]))
    line_high = min(LINE_HIGH, (HIGH[board] - 2 * EDGE) // len(lines))
    image = panel_sprite((WIDE[board], 2 * EDGE + len(lines) * line_high), 14, shades.panel, shades.line, 2).copy()
    right, icon = image.width - EDGE, min(LARGEST_ICON, line_high - 2)
    for index, line in enumerate(lines):
        y = EDGE + round((index + 0.5) * line_high)
        x = EDGE
        if index == offer_line_count:  # a line below the offer
            top = EDGE + index * line_high
            ImageDraw.Draw(image).line([(EDGE, top), (right, top)], fill=shades.line, width=2)
        for letter in line.letters:
            if not line.continues_line:
                image.alpha_composite(seat_symbol_disc(letter, icon), (x, y - icon // 2))
            x += icon + 5
        if line.answer:
            if not line.continues_line:
                image.alpha_composite(answer_sign(line.answer, icon), (x + 3, y - icon // 2))
            x += icon + 8
        _draw_deal(image, line.deal, (x + 3, right, y), line_high, shades)
    return image


def _draw_deal(image: Image.Image, sides: Deal, box: tuple[int, int, int], line_high: int, shades: Shades) -> None:
    """Draws the given cards, an arrow and the wanted cards in one line, as large as they fit."""
    left, right, y = box
    give, want = (Counter(side) for side in sides)
    size = min(LARGEST_ICON, line_high - 4)

    def total_width() -> int:
        return _cards_width(give, size) + _cards_width(want, size) + (size + GAP if want else 0)

    while size > SMALLEST_ICON and total_width() > right - left:
        size -= 1
    x = _draw_card_counts(image, give, left, y, size, shades.ink)
    if want:
        points = [(0, -0.4), (0.5, -0.4), (0.5, -1), (1, 0), (0.5, 1), (0.5, 0.4), (0, 0.4)]
        arrow = [(x + 0.8 * size * across, y + 0.28 * size * down) for across, down in points]
        ImageDraw.Draw(image).polygon(arrow, fill=shades.accent)
        _draw_card_counts(image, want, x + size + GAP, y, size, shades.ink)


def _number_image(n: int, size: int, ink: Colour) -> Image.Image:
    return text_sprite(str(n), min(NUMBER_SIZE, size), BOLD, 88, ink)


def _cards_width(kinds: Counter[str], size: int) -> int:
    numbers = [_number_image(n, size, WHITE) for n in kinds.values() if n > 1]
    return len(kinds) * (size + GAP) + sum(number.width + 2 for number in numbers)


def _draw_card_counts(image: Image.Image, kinds: Counter[str], x: int, y: int, size: int, ink: Colour) -> int:
    """Draws kinds of cards with counts; returns the next x."""
    for kind, n in kinds.items():
        if n > 1:
            words = _number_image(n, size, ink)
            image.alpha_composite(words, (x, round(y - capitals_middle(min(NUMBER_SIZE, size), BOLD))))
            x += words.width + 2
        image.alpha_composite(good_icon(kind, size), (x, y - size // 2))
        x += size + GAP
    return x


def draw_offer(view: OfferView, look: Look, board: str) -> Image.Image:
    """The offer and the answers, in the order of seats, acceptances first."""
    answers = {answer.seat: answer for answer in view.answers}
    seats = sorted({*view.whom, *answers})
    kind_of = {seat: answers[seat].kind if seat in answers else "silent" for seat in seats}
    rows: list[Row] = [((look.seats[view.seat].letter,), "", (view.give, view.want))]
    for kind in ("accept", "counter", "decline", "silent"):
        letters = tuple(look.seats[seat].letter for seat in seats if kind_of[seat] == kind)
        if kind == "counter":
            counters = [answer for seat, answer in sorted(answers.items()) if answer.kind == kind]
            rows += [((look.seats[counter.seat].letter,), kind, (counter.give, counter.want)) for counter in counters]
        elif letters:
            rows.append((letters, kind, ((), ())))
    return offer_panel_sprite(tuple(rows), board, look.theme)
