"""Table fields in log messages."""

from __future__ import annotations

from .model import Table


def table_log_values(table: Table, **more: object) -> dict[str, object]:
    """Values of a log message about a table, by placeholder."""
    return {"table": table.id, "entry": table.seq, **more}
