"""Who at a table is on vacation: no word reaches them, and their clocks stand. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from ..time import vacation
from .model import Table


def seats_on_vacation(table: Table, settings: Mapping[int, Mapping[str, str]], now: int) -> dict[int, int]:
    """Seat -> until when whoever decides for it is on vacation; `settings`: of people, by user."""
    found = {
        seat.index: vacation.find_current_vacation(settings.get(seat.called or 0, {}), now) for seat in table.humans
    }
    return {seat: one.end for seat, one in found.items() if one is not None}
