"""Cities that somebody may want to complete."""

from __future__ import annotations

from .table import Table


def rich_city(t: Table, seat: int) -> None:
    """A city of three tiles with a shield and one end, at M48, and a knight of that seat."""
    t.lay("base-F", "M49")
    t.lay("base-G", "M48")
    t.put(seat, "M50.city-N")
