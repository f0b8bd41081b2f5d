"""Asking a PostgreSQL server beside the store."""

from __future__ import annotations

from typing import Any


def asked(address: str, statement: str) -> list[tuple[Any, ...]]:
    """What a statement brings, in a transaction and on a line of its own."""
    import psycopg  # where nobody asks it need not be there

    with psycopg.connect(address, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description is not None else []
