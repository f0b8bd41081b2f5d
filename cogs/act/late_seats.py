"""Buttons about overdue seats for other players."""

from __future__ import annotations

from cogs.screen import Button, ids
from service.state.model import Table
from service.state.seat_offer import can_be_replaced
from words import Voice


def late_seat_buttons(table: Table, now: int, say: Voice) -> list[Button]:
    """Buttons to replace the first overdue seat; empty if a machine takes over by itself."""
    replaceable = (
        late_turn for late_turn in table.stretches if can_be_replaced(table, table.seats[late_turn.seat], now)
    )
    turn = next((late_turn for late_turn in replaceable if late_turn.timer.act_at is None), None)
    if table.late != "ask" or table.status != "active" or turn is None:
        return []
    verbs = {"let": "button.let_machine", "replace": "button.replace"}
    return [
        Button(ids.action_custom_id(table.id, table.seq, verb, str(turn.seat)), say(key)) for verb, key in verbs.items()
    ]
