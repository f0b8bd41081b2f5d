"""How the log names a place in a game."""

from __future__ import annotations

from .model import Table


def table_log_values(table: Table, **more: object) -> dict[str, object]:
    """The values of a line about a table as it is now, by the names they have in the line."""
    return {"table": table.id, "entry": table.seq, **more}
