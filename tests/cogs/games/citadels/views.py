"""Tables and seat views of Citadels, and the buttons of their screens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cogs.games import face_for
from cogs.games.seat_view import SeatView
from cogs.screen import Button, Screen
from rules.core import Choices
from service.state.model import Seat
from tests.cogs import harness
from tests.rules.citadels.table import Table as Position

FACE = face_for("citadels")
LETTERS = "RBYKWTVN"
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal")


def table_of(choices: Choices, state: Any, *, number: int = 12, seq: int = 40) -> Any:
    people = tuple(Seat(n, 100 + n, NAMES[n], LETTERS[n]) for n in range(state.seats))
    made = harness.table_of("citadels", state, 1, number=number, seq=seq)
    return replace(made, choices=choices, seats=people, max_seats=state.seats)


def room_of(position: Position) -> SeatView:
    """What whoever is asked sees."""
    return harness.room(table_of(position.game.choices, position.s), position.asked)


def labels(screen: Screen) -> list[str]:
    return [item.label for row in screen.rows for item in row if isinstance(item, Button)]
