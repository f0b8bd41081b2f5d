"""By what the pictures, films and pages of a table are kept."""

from __future__ import annotations

from collections.abc import Hashable

from service.state.model import Table


def table_cache_key(table: Table, *what: Hashable) -> Hashable:
    """The table, the names that stand in whatever is drawn of it, and `what` tells the drawing apart from others: who
    was forgotten, or is called otherwise, must not be found in what was drawn before."""
    return (table.tag, table.id, tuple(table.names), table.guests, *what)
