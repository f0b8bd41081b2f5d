"""Preconditions of acts on running games."""

from __future__ import annotations

from rules.core import Phrase

from ..errors import ServiceError
from .model import Seat, Table


def require_running(table: Table) -> None:
    """ServiceError unless the game is running."""
    if table.status == "lobby":
        raise ServiceError("paused_lobby", host=table.seat_name(table.host))
    if not table.is_open:
        raise ServiceError("game_over")


def require_may_act(table: Table, seat: Seat) -> None:
    """ServiceError unless the seat is to move."""
    game, state = table.game, table.state
    assert game is not None
    if not game.may_act(state, seat.index):
        waiting = sorted(game.waiting(state))
        tasks = game.view(state, None).tasks
        raise ServiceError(
            "not_your_turn",
            task=next((tasks[index] for index in waiting if index in tasks), Phrase("task.none")),
            names=[table.seats[index].name for index in waiting],
            since=min((turn.since for turn in table.stretches), default=None),
        )
