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
from .seats import NUMBER

WIDE: Final = {"small": 240, "large": 248}  # width that fits into the sea
HIGH: Final = {"small": 150, "large": 276}
PITCH: Final = 42  # line height of the rows, if there is room
EDGE: Final = 8
GAP: Final = 8
ICON: Final = 34
SMALLEST: Final = 13  # least size of icons; smaller than any real offer needs
ONE_LINE: Final = 3  # most kinds of cards side by side
Cards = tuple[str, ...]
Deal = tuple[Cards, Cards]  # (given, wanted)
Row = tuple[tuple[str, ...], str, Deal]  # (letters of seats, answer, counter-offer)


@dataclass(frozen=True, slots=True)
class _OfferLine:
    """A line of the panel: seats, sign of their answer, cards."""

    letters: tuple[str, ...] = ()
    kind: str = ""
    deal: Deal = ((), ())
    indent: bool = False  # continues the line above


def _list_offer_lines(rows: tuple[Row, ...]) -> list[_OfferLine]:
    found = []
    for letters, kind, deal in rows:
        give, want = deal
        if len(set(give)) + len(set(want)) > ONE_LINE:
            found += [_OfferLine(letters, kind, (give, ())), _OfferLine(letters, kind, ((), want), True)]
        else:
            found.append(_OfferLine(letters, kind, deal))
    return found


@cached_sprite
def offer_panel_sprite(rows: tuple[Row, ...], board: str, theme: Theme) -> Image.Image:
    """The offer, then a row for each kind of answer with all seats that gave it; each counter-offer has its own row."""
    shades = THEMES[theme]
    lines, first = _list_offer_lines(rows), len(_list_offer_lines(rows[:1]))
    pitch = min(PITCH, (HIGH[board] - 2 * EDGE) // len(lines))
    image = panel_sprite((WIDE[board], 2 * EDGE + len(lines) * pitch), 14, shades.panel, shades.line, 2).copy()
    right, icon = image.width - EDGE, min(ICON, pitch - 2)
    for at, line in enumerate(lines):
        y = EDGE + round((at + 0.5) * pitch)
        x = EDGE
        if at == first:
            top = EDGE + at * pitch
            ImageDraw.Draw(image).line([(EDGE, top), (right, top)], fill=shades.line, width=2)
        for letter in line.letters:
            if not line.indent:
                image.alpha_composite(seat_symbol_disc(letter, icon), (x, y - icon // 2))
            x += icon + 5
        if line.kind:
            if not line.indent:
                image.alpha_composite(answer_sign(line.kind, icon), (x + 3, y - icon // 2))
            x += icon + 8
        _draw_deal(image, line.deal, (x + 3, right, y), pitch, shades)
    return image


def _draw_deal(image: Image.Image, sides: Deal, box: tuple[int, int, int], pitch: int, shades: Shades) -> None:
    """Draws the given cards, an arrow and the wanted cards in one line, as large as they fit."""
    left, right, y = box
    give, want = (Counter(side) for side in sides)
    size = min(ICON, pitch - 4)
    while (
        size > SMALLEST
        and _cards_width(give, size) + _cards_width(want, size) + bool(want) * (size + GAP) > right - left
    ):
        size -= 1
    x = _draw_card_counts(image, give, left, y, size, shades.ink)
    if want:
        points = [(0, -0.4), (0.5, -0.4), (0.5, -1), (1, 0), (0.5, 1), (0.5, 0.4), (0, 0.4)]
        arrow = [(x + 0.8 * size * a, y + 0.28 * size * b) for a, b in points]
        ImageDraw.Draw(image).polygon(arrow, fill=shades.accent)
        _draw_card_counts(image, want, x + size + GAP, y, size, shades.ink)


def _number_image(n: int, size: int, ink: Colour) -> Image.Image:
    return text_sprite(str(n), min(NUMBER, size), BOLD, 88, ink)


def _cards_width(kinds: Counter[str], size: int) -> int:
    return sum(size + GAP + (_number_image(n, size, WHITE).width + 2 if n > 1 else 0) for n in kinds.values())


def _draw_card_counts(image: Image.Image, kinds: Counter[str], x: int, y: int, size: int, ink: Colour) -> int:
    """Draws kinds of cards with counts; returns the next x."""
    for kind, n in kinds.items():
        if n > 1:
            words = _number_image(n, size, ink)
            image.alpha_composite(words, (x, round(y - capitals_middle(min(NUMBER, size), BOLD))))
            x += words.width + 2
        image.alpha_composite(good_icon(kind, size), (x, y - size // 2))
        x += size + GAP
    return x


def draw_offer(view: OfferView, look: Look, board: str) -> Image.Image:
    """The offer and the answers, in the order of seats, acceptances first."""
    said = {answer.seat: answer for answer in view.answers}
    seats = sorted({*view.whom, *said})
    kind_of = {seat: said[seat].kind if seat in said else "silent" for seat in seats}
    rows: list[Row] = [((look.seats[view.seat].letter,), "", (view.give, view.want))]
    for kind in ("accept", "counter", "decline", "silent"):
        letters = tuple(look.seats[seat].letter for seat in seats if kind_of[seat] == kind)
        if kind == "counter":
            countered = (said[seat] for seat in seats if kind_of[seat] == kind)
            rows += [((look.seats[a.seat].letter,), kind, (a.give, a.want)) for a in countered]
        elif letters:
            rows.append((letters, kind, ((), ())))
    return offer_panel_sprite(tuple(rows), board, look.theme)
