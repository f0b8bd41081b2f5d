"""Draws the gains of other players in a turn as small chips: production, the robber's block, drawn cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from PIL import Image

from render.core.chip_strip import seat_symbol_disc
from render.core.fonts import BOLD, REGULAR, capitals_middle, text_sprite
from render.core.look import Look
from render.core.recap import Event
from render.core.recap_strip import FLOOR, INSIDE, LOSS
from render.core.sheet import Sheet
from rules.catan.cards import CARDS

from .good_icons import good_icon
from .pieces import robber_sprite
from .seats import card_back
from .turn_changes import PRODUCTION_ROBBED

PRODUCED: Final = "catan.production.got"
DREW_CARD: Final = "catan.gate.drew"
LINE_HIGH: Final = 36
MOST_LINES: Final = 2
LEFT_MARGIN: Final = 10
LARGE_ICON: Final = 26
CHIP_GAP: Final = 12  # gap between two chips


@dataclass(slots=True)
class SeatGain:
    """A player's gains: counts of goods and of backs of progress cards; whether the robber blocked some."""

    seat: int
    cards: Counter[str] = field(default_factory=Counter)
    is_robbed: bool = False


def gains_of_others(events: Sequence[Event], reader: int | None, seat: int) -> list[SeatGain]:
    """The gains of the other players, the player of the turn first. Leaves out `reader` (`seat` if there is no reader),
    whose gains have a row of their own."""
    gains: dict[int, SeatGain] = {}
    for key, params in events:
        if key == PRODUCED:
            gains.setdefault(params["seat"], SeatGain(params["seat"])).cards.update(params["cards"])
        elif key == DREW_CARD:
            gains.setdefault(params["seat"], SeatGain(params["seat"])).cards.update([params["track"]])
        elif key == PRODUCTION_ROBBED:
            for robbed in params["seats"]:
                gains.setdefault(robbed, SeatGain(robbed)).is_robbed = True
    left_out = seat if reader is None else reader
    others = [gain for gain in gains.values() if gain.seat != left_out]
    return sorted(others, key=lambda gain: (gain.seat != seat, gain.seat))


def list_gain_chip_rows(look: Look, gains: Sequence[SeatGain], most_lines: int = MOST_LINES) -> list[list[Image.Image]]:
    """The chips in at most `most_lines` lines; the last line counts the players without room."""
    for width, icon in ((88, LARGE_ICON), (66, 24), (62, 22)):
        chips = [_gain_chip(look, gain, width, icon) for gain in gains]
        lines = _break_chips_into_lines(chips)
        if len(lines) <= most_lines:
            return lines
    for shown_count in reversed(range(len(chips))):
        more = look.say("pic.catan.recap.more", n=len(chips) - shown_count)
        more_words = text_sprite(more, FLOOR + 2, REGULAR, 76, look.shades.ink)
        lines = _break_chips_into_lines([*chips[:shown_count], more_words])
        if len(lines) <= most_lines:
            break
    return lines


def _break_chips_into_lines(chips: Sequence[Image.Image]) -> list[list[Image.Image]]:
    lines: list[list[Image.Image]] = []
    room = 0
    for chip in chips:
        if not lines or chip.width + CHIP_GAP > room:
            lines.append([])
            room = INSIDE - 2 * LEFT_MARGIN + CHIP_GAP
        lines[-1].append(chip)
        room -= chip.width + CHIP_GAP
    return lines


def draw_gain_lines(look: Look, lines: Sequence[Sequence[Image.Image]], line_count: int) -> Image.Image:
    """The chips in the first of `line_count` lines."""
    sheet = Sheet(look, (INSIDE, LINE_HIGH * line_count))
    sheet.image.paste(look.shades.ground, (0, 0, *sheet.size))
    for index, line in enumerate(lines):
        x = LEFT_MARGIN
        for chip in line:
            sheet.put(chip, x, index * LINE_HIGH + (LINE_HIGH - chip.height) // 2 - 2)
            x += chip.width + CHIP_GAP
    return sheet.image


def _gain_chip(look: Look, gain: SeatGain, width: int, icon: int) -> Image.Image:
    """A chip: the player's disc, and counts with icons."""
    parts = [seat_symbol_disc(look.seats[gain.seat].letter, icon)]
    ink = look.shades.ink
    goods = [card for card in CARDS if gain.cards[card]]
    for kind in [*goods, *(deck for deck in gain.cards if deck not in CARDS)]:
        parts.append(text_sprite(str(gain.cards[kind]), 24, BOLD, width, ink))
        parts.append(good_icon(kind, icon) if kind in CARDS else card_back(kind, (round(icon * 0.7), icon)))
    if gain.is_robbed:
        parts += [text_sprite("0", 24, BOLD, width, LOSS[look.theme]), robber_sprite(icon)]
    image = Image.new("RGBA", (sum(part.width + 3 for part in parts), LINE_HIGH), (*ink, 0))
    x = 0
    for part in parts:
        is_number = part.height > icon + 2
        y = round(LINE_HIGH / 2 - (capitals_middle(24, BOLD) if is_number else part.height / 2))
        image.alpha_composite(part, (x, max(0, y)))
        x += part.width + 3
    return image
