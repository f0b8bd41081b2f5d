"""The open offer, and beside it what everybody it was made to has said."""

from __future__ import annotations

from collections import Counter
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import shared
from render.core.fonts import BOLD, label, middle
from render.core.kit import panel
from render.core.look import THEMES, Colour, Look, Shades, Theme
from render.core.paints import WHITE
from render.core.strip import mini_seat
from rules.catan.view import OfferView

from .goods import good
from .signs import sign

WIDE: Final = {"small": 236, "large": 262}  # what the sea has room for
HIGH: Final = {"small": 150, "large": 276}
PITCH: Final = 42  # of the rows, where there is room
EDGE: Final = 8
GAP: Final = 8
SMALLEST: Final = 13  # icons of cards; an offer of more kinds than anybody makes
Cards = tuple[str, ...]
Row = tuple[str, str, Cards, Cards]  # letter, what was said, what is given, what is wanted


@shared
def panel_of(rows: tuple[Row, ...], board: str, theme: Theme) -> Image.Image:
    """The offer above, then a row for each answer; the cards of a counter-offer stand beside its sign."""
    shades = THEMES[theme]
    offer, answers = rows[0], rows[1:]
    tall = len(set(offer[2])) + len(set(offer[3])) > 3  # too many kinds for one line
    lines = 1 + tall + len(answers)
    pitch = min(PITCH, (HIGH[board] - 2 * EDGE) // lines)
    image = panel((WIDE[board], 2 * EDGE + lines * pitch), 14, shades.panel, shades.line, 2).copy()
    right = image.width - EDGE
    y = EDGE + pitch // 2
    icon = min(34, pitch - 2)
    image.alpha_composite(mini_seat(offer[0], icon), (EDGE, y - icon // 2))
    left = EDGE + icon + 10
    if tall:
        _deal(image, (offer[2], ()), (left, right, y), pitch, shades)
        _deal(image, ((), offer[3]), (left, right, y + pitch), pitch, shades)
    else:
        _deal(image, offer[2:], (left, right, y), pitch, shades)
    ImageDraw.Draw(image).line(
        [(EDGE, EDGE + (1 + tall) * pitch), (right, EDGE + (1 + tall) * pitch)], fill=shades.line, width=2
    )
    for at, answer in enumerate(answers):
        y = EDGE + round((1.5 + tall + at) * pitch)
        small = min(30, pitch - 4)
        image.alpha_composite(mini_seat(answer[0], small), (EDGE + 2, y - small // 2))
        image.alpha_composite(sign(answer[1], small), (EDGE + small + 12, y - small // 2))
        if answer[2]:
            _deal(image, answer[2:], (EDGE + 2 * small + 24, right, y), pitch, shades)
    return image


def _deal(
    image: Image.Image, sides: tuple[Cards, Cards], box: tuple[int, int, int], pitch: int, shades: Shades
) -> None:
    """What is given, an arrow, what is wanted, in one line, as large as there is room."""
    left, right, y = box
    give, want = (Counter(side) for side in sides)
    size = min(34, pitch - 4)
    while size > SMALLEST and _wide(give, size) + _wide(want, size) + bool(want) * (size + GAP) > right - left:
        size -= 1
    x = _cards(image, give, left, y, size, shades.ink)
    if want:
        points = [(0, -0.4), (0.5, -0.4), (0.5, -1), (1, 0), (0.5, 1), (0.5, 0.4), (0, 0.4)]
        arrow = [(x + 0.8 * size * a, y + 0.28 * size * b) for a, b in points]
        ImageDraw.Draw(image).polygon(arrow, fill=shades.accent)
        _cards(image, want, x + size + GAP, y, size, shades.ink)


def _number(n: int, size: int, ink: Colour) -> Image.Image:
    return label(str(n), min(29, size), BOLD, 88, ink)


def _wide(kinds: Counter[str], size: int) -> int:
    return sum(size + GAP + (_number(n, size, WHITE).width + 2 if n > 1 else 0) for n in kinds.values())


def _cards(image: Image.Image, kinds: Counter[str], x: int, y: int, size: int, ink: Colour) -> int:
    """Kinds of cards with their numbers; returns where the next thing may stand."""
    for kind, n in kinds.items():
        if n > 1:
            words = _number(n, size, ink)
            image.alpha_composite(words, (x, round(y - middle(min(29, size), BOLD))))
            x += words.width + 2
        image.alpha_composite(good(kind, size), (x, y - size // 2))
        x += size + GAP
    return x


def offer(view: OfferView, look: Look, board: str) -> Image.Image:
    """The offer and the answers of all who were asked, in the order of seats."""
    said = {answer.seat: answer for answer in view.answers}
    rows: list[Row] = [(look.seats[view.seat].letter, "", view.give, view.want)]
    for seat in sorted({*view.whom, *said}):
        answer = said.get(seat)
        kind = answer.kind if answer is not None else "silent"
        cards: tuple[Cards, Cards] = (answer.give, answer.want) if answer is not None else ((), ())
        rows.append((look.seats[seat].letter, kind, *cards))
    return panel_of(tuple(rows), board, look.theme)
