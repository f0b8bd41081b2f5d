"""The choice of a hex for the robber, grouped by victims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cogs.choose import picker
from cogs.games import picker_screens
from cogs.games.picker_frame import frame_screen
from cogs.screen import MAX_BUTTONS, MAX_OPTIONS, Choice, Row, Screen, split_into_rows
from rules.catan.layout import load_layouts
from rules.catan.moves import Robber
from rules.catan.places import NOBODY

from . import places
from .parts import CatanSeatView
from .surroundings import hex_name

KEY_PREFIX: Final = "catan.robbing"


@dataclass(frozen=True, slots=True)
class RobberyOutcome:
    """Victims on a hex, and how they are chosen."""

    how: str  # take: from the only victim; choose: one of several; each: from all; nothing
    seats: tuple[int, ...] = ()

    @property
    def sort_key(self) -> tuple[int, tuple[int, ...]]:
        return ("take", "choose", "each", "nothing").index(self.how), self.seats

    def describe_hexes(self, seat_view: CatanSeatView, hexes: Sequence[str]) -> str:
        """The line for hexes with this outcome."""
        return seat_view.say(f"{KEY_PREFIX}.{self.how}", seats=list(self.seats), hexes=list(hexes))


async def robber_screen(seat_view: CatanSeatView, question: picker.Question, text: str) -> Screen:
    """The hexes, grouped by victim in text and order of buttons."""
    outcome_by_hex = _victims_by_hex(seat_view, question)
    choices = sorted(question.choices, key=lambda choice: outcome_by_hex[choice.token].sort_key)
    files = await places.island_picture(seat_view, question, places.marks_for_moves(question.moves, question.field))
    text_lines = [text, *_robbery_lines(seat_view, choices, outcome_by_hex)]
    rows: Sequence[Row]
    if len(choices) <= MAX_BUTTONS:
        buttons = [picker_screens.choice_button(seat_view, question, choice) for choice in choices]
        names = [hex_name(seat_view, choice.token) for choice in choices]
        rows = split_into_rows([replace(button, label=name) for button, name in zip(buttons, names, strict=True)])
    else:
        rows = _hex_selects(seat_view, question, choices, outcome_by_hex)
    return frame_screen(seat_view, question, "\n".join(text_lines), rows, files)


def _victims_by_hex(seat_view: CatanSeatView, question: picker.Question) -> Mapping[str, RobberyOutcome]:
    """Hex -> outcome."""
    victims_by_hex: dict[str, list[int]] = {}
    for move in question.moves:
        assert isinstance(move, Robber)
        victims_by_hex.setdefault(str(move.hex), []).append(move.victim)
    outcomes = {}
    for token, victims in victims_by_hex.items():
        if NOBODY not in victims:
            outcomes[token] = RobberyOutcome("take" if len(victims) == 1 else "choose", tuple(victims))
        else:  # moves without a victim rob everybody there: the Bishop
            everybody = places.robbery_victims(seat_view, int(token[1:]))
            outcomes[token] = RobberyOutcome("each", everybody) if everybody else RobberyOutcome("nothing")
    return outcomes


def _robbery_lines(
    seat_view: CatanSeatView, choices: Sequence[picker.Choice], outcome_by_hex: Mapping[str, RobberyOutcome]
) -> list[str]:
    """A line per group of hexes, and one for hexes with the reader's buildings."""
    groups: dict[RobberyOutcome, list[str]] = {}
    for choice in choices:
        groups.setdefault(outcome_by_hex[choice.token], []).append(hex_name(seat_view, choice.token))
    lines = [outcome.describe_hexes(seat_view, names) for outcome, names in groups.items()]
    layout = load_layouts()[seat_view.view.board]
    own_corners = [building.corner for building in seat_view.view.buildings if building.seat == seat_view.seat]
    own_hexes = {hex_ for corner in own_corners for hex_ in layout.hexes_at[corner]}
    own_names = [hex_name(seat_view, choice.token) for choice in choices if int(choice.token[1:]) in own_hexes]
    return [*lines, seat_view.say(f"{KEY_PREFIX}.own", hexes=own_names)] if own_names else lines


def _hex_selects(
    seat_view: CatanSeatView,
    question: picker.Question,
    choices: Sequence[picker.Choice],
    outcome_by_hex: Mapping[str, RobberyOutcome],
) -> list[Row]:
    """Selects, if there are too many hexes for buttons."""
    options: dict[str, list[Choice]] = {"some": [], "none": []}
    for choice in choices:
        outcome = outcome_by_hex[choice.token]
        effect = seat_view.say(f"{KEY_PREFIX}.brief_{outcome.how}", seats=list(outcome.seats))
        option = Choice(str(choice.path), hex_name(seat_view, choice.token), effect)
        options["none" if outcome.how == "nothing" else "some"].append(option)
    rows: list[Row] = []
    for key, part in options.items():
        for start in range(0, len(part), MAX_OPTIONS):
            placeholder = seat_view.say(f"{KEY_PREFIX}.{key}")
            rows.append(
                seat_view.choice_select(len(rows), question.path, part[start : start + MAX_OPTIONS], placeholder)
            )
    return rows
