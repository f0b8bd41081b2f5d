"""Players on vacation. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..time import vacation
from .model import Table


def seats_on_vacation(table: Table, settings: Mapping[int, Mapping[str, str]], now: int) -> dict[int, int]:
    """Seat -> end of the vacation of its deciding user; `settings` by user."""
    ends = {}
    for seat in table.human_seats:
        current = vacation.find_current_vacation(settings.get(seat.notify_user_id or 0, {}), now)
        if current is not None:
            ends[seat.index] = current.end
    return ends
