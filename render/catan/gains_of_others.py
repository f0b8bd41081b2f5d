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
from .turn_changes import ROBBED

GOT: Final = "catan.production.got"
DREW: Final = "catan.gate.drew"
LINE: Final = 36
LINES: Final = 2  # most lines
LEFT: Final = 10
ICON: Final = 26
APART: Final = 12  # gap between two chips


@dataclass(slots=True)
class SeatGain:
    """A player's gains: counts of goods and of backs of progress cards; whether the robber blocked some."""

    seat: int
    cards: Counter[str] = field(default_factory=Counter)
    robbed: bool = False


def gains_of_others(events: Sequence[Event], reader: int | None, seat: int) -> list[SeatGain]:
    """The gains of the other players, the player of the turn first. Leaves out `reader` (`seat` if there is no reader),
    whose gains have a row of their own."""
    found: dict[int, SeatGain] = {}
    for key, said in events:
        if key == GOT:
            found.setdefault(said["seat"], SeatGain(said["seat"])).cards.update(said["cards"])
        elif key == DREW:
            found.setdefault(said["seat"], SeatGain(said["seat"])).cards.update([said["track"]])
        elif key == ROBBED:
            for one in said["seats"]:
                found.setdefault(one, SeatGain(one)).robbed = True
    own = seat if reader is None else reader
    return sorted((one for one in found.values() if one.seat != own), key=lambda one: (one.seat != seat, one.seat))


def list_gain_chip_rows(look: Look, found: Sequence[SeatGain], most: int = LINES) -> list[list[Image.Image]]:
    """The chips in at most `most` lines; the last line counts the players without room."""
    for width, icon in ((88, ICON), (66, 24), (62, 22)):
        chips = [_gain_chip(look, one, width, icon) for one in found]
        lines = _break_chips_into_lines(chips)
        if len(lines) <= most:
            return lines
    kept = len(chips)
    while kept:
        kept -= 1
        rest = text_sprite(
            look.say("pic.catan.recap.more", n=len(chips) - kept), FLOOR + 2, REGULAR, 76, look.shades.ink
        )
        lines = _break_chips_into_lines([*chips[:kept], rest])
        if len(lines) <= most:
            break
    return lines


def _break_chips_into_lines(chips: Sequence[Image.Image]) -> list[list[Image.Image]]:
    lines: list[list[Image.Image]] = []
    room = 0
    for chip in chips:
        if not lines or chip.width + APART > room:
            lines.append([])
            room = INSIDE - 2 * LEFT + APART
        lines[-1].append(chip)
        room -= chip.width + APART
    return lines


def draw_gain_lines(look: Look, lines: Sequence[Sequence[Image.Image]], many: int) -> Image.Image:
    """The chips in the first of `many` lines."""
    sheet = Sheet(look, (INSIDE, LINE * many))
    sheet.image.paste(look.shades.ground, (0, 0, *sheet.size))
    for at, line in enumerate(lines):
        x = LEFT
        for chip in line:
            sheet.put(chip, x, at * LINE + (LINE - chip.height) // 2 - 2)
            x += chip.width + APART
    return sheet.image


def _gain_chip(look: Look, one: SeatGain, width: int, icon: int) -> Image.Image:
    """A chip: the player's disc, and counts with icons."""
    parts = [seat_symbol_disc(look.seats[one.seat].letter, icon)]
    ink = look.shades.ink
    for kind in [*(card for card in CARDS if one.cards[card]), *(k for k in one.cards if k not in CARDS)]:
        parts.append(text_sprite(str(one.cards[kind]), 24, BOLD, width, ink))
        parts.append(good_icon(kind, icon) if kind in CARDS else card_back(kind, (round(icon * 0.7), icon)))
    if one.robbed:
        parts += [text_sprite("0", 24, BOLD, width, LOSS[look.theme]), robber_sprite(icon)]
    image = Image.new("RGBA", (sum(part.width + 3 for part in parts), LINE), (*ink, 0))
    x = 0
    for part in parts:
        number = part.height > icon + 2
        y = round(LINE / 2 - (capitals_middle(24, BOLD) if number else part.height / 2))
        image.alpha_composite(part, (x, max(0, y)))
        x += part.width + 3
    return image
