"""The choice of a hex for the robber, grouped by victims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cogs.choose.picker import Choice as Way
from cogs.choose.picker import Question
from cogs.games import picker_frame, picker_screens
from cogs.screen import BUTTONS, SELECT, Choice, Row, Screen, rows_of
from rules.catan.layout import load_layouts
from rules.catan.moves import Robber
from rules.catan.places import NOBODY

from . import places
from .parts import CatanSeatView
from .surroundings import hex_name

SAID: Final = "catan.robbing"


@dataclass(frozen=True, slots=True)
class RobberyOutcome:
    """Victims on a hex, and how they are chosen."""

    how: str  # take, choose, each, nothing
    seats: tuple[int, ...] = ()

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        return ("take", "choose", "each", "nothing").index(self.how), self.seats

    def said(self, seat_view: CatanSeatView, hexes: Sequence[str]) -> str:
        """The line for hexes with this outcome."""
        return seat_view.say(f"{SAID}.{self.how}", seats=list(self.seats), hexes=list(hexes))


async def robber_screen(seat_view: CatanSeatView, question: Question, text: str) -> Screen:
    """The hexes, grouped by victim in text and order of buttons."""
    there = _victims_by_hex(seat_view, question)
    ways = sorted(question.choices, key=lambda way: there[way.token].rank)
    files = await places.island_picture(seat_view, question, places.plates_for_moves(question.moves, question.field))
    told = [text, *_robbery_lines(seat_view, ways, there)]
    rows: Sequence[Row]
    if len(ways) <= BUTTONS:
        rows = rows_of(
            [
                replace(picker_screens.choice_button(seat_view, question, way), label=hex_name(seat_view, way.token))
                for way in ways
            ]
        )
    else:
        rows = _hex_selects(seat_view, question, ways, there)
    return picker_frame.frame_screen(seat_view, question, "\n".join(told), rows, files)


def _victims_by_hex(seat_view: CatanSeatView, question: Question) -> Mapping[str, RobberyOutcome]:
    """Hex -> outcome."""
    named: dict[str, list[int]] = {}
    for move in question.moves:
        assert isinstance(move, Robber)
        named.setdefault(str(move.hex), []).append(move.victim)
    found = {}
    for token, seats in named.items():
        if NOBODY not in seats:
            found[token] = RobberyOutcome("take" if len(seats) == 1 else "choose", tuple(seats))
        else:  # moves without a victim rob everybody there: the Bishop
            everybody = places.robbery_victims(seat_view, int(token[1:]))
            found[token] = RobberyOutcome("each", everybody) if everybody else RobberyOutcome("nothing")
    return found


def _robbery_lines(seat_view: CatanSeatView, ways: Sequence[Way], there: Mapping[str, RobberyOutcome]) -> list[str]:
    """A line per group of hexes, and one for hexes with the reader's buildings."""
    groups: dict[RobberyOutcome, list[str]] = {}
    for way in ways:
        groups.setdefault(there[way.token], []).append(way.token)
    told = []
    for robbed, tokens in groups.items():
        told.append(robbed.said(seat_view, [hex_name(seat_view, token) for token in tokens]))
    layout = load_layouts()[seat_view.view.board]
    mine = {h for one in seat_view.view.buildings if one.seat == seat_view.seat for h in layout.hexes_at[one.corner]}
    own = [hex_name(seat_view, way.token) for way in ways if int(way.token[1:]) in mine]
    return [*told, seat_view.say(f"{SAID}.own", hexes=own)] if own else told


def _hex_selects(
    seat_view: CatanSeatView, question: Question, ways: Sequence[Way], there: Mapping[str, RobberyOutcome]
) -> list[Row]:
    """Selects, if there are too many hexes for buttons."""
    rows: list[Row] = []
    parts = [[way for way in ways if (there[way.token].how == "nothing") is last] for last in (False, True)]
    for part, key in zip(parts, ("some", "none"), strict=True):
        for at in range(0, len(part), SELECT):
            shown = [
                Choice(
                    str(way.path),
                    hex_name(seat_view, way.token),
                    seat_view.say(f"{SAID}.brief_{there[way.token].how}", seats=list(there[way.token].seats)),
                )
                for way in part[at : at + SELECT]
            ]
            rows.append(seat_view.select(len(rows), question.path, shown, seat_view.say(f"{SAID}.{key}")))
    return rows
