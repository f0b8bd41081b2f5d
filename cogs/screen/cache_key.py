"""Cache keys for rendered images, replays and pages of a table."""

from __future__ import annotations

from collections.abc import Hashable

from service.state.model import Table


def table_cache_key(table: Table, *parts: Hashable) -> Hashable:
    """Includes the players' names, so that a renamed or deleted user never appears in a cached image."""
    return (table.tag, table.id, tuple(table.names), table.guests, *parts)
