"""Texts about tables whose channel is unreachable."""

from __future__ import annotations

from service.state import seat_control
from service.state.model import Table
from words import Voice


def describe_lost_channel(table: Table, say: Voice, game_name: str, user_id: int) -> list[str]:
    """The reason and the remedy for a player; empty if the channel is reachable."""
    if not table.homeless:
        return []
    lines = [say(f"home.{table.homeless}", game=game_name, id=table.id)]
    host = table.seat_of(table.host)
    if seat_control.find_visible_seat(table, user_id) is None:
        return lines
    if user_id == table.host or table.homeless == "server" or host is None:
        return [*lines, say("home.move")]
    return [*lines, say("home.host", seat=host.index)]
