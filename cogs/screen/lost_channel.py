"""What is said of a table that has lost its home."""

from __future__ import annotations

from service.state import seat_control
from service.state.model import Table
from words import Voice


def describe_lost_channel(table: Table, say: Voice, game_name: str, user_id: int) -> list[str]:
    """Why nothing can be posted there, and what somebody who plays can do; nothing where it has its home."""
    if not table.homeless:
        return []
    lines = [say(f"home.{table.homeless}", game=game_name, id=table.id)]
    host = table.seat_of(table.host)
    if seat_control.find_visible_seat(table, user_id) is None:
        return lines
    if user_id == table.host or table.homeless == "server" or host is None:
        return [*lines, say("home.move")]
    return [*lines, say("home.host", seat=host.index)]
