"""A database that the server's own programs have put back: `pg_restore`, or a base backup with the log after it."""

from __future__ import annotations

from typing import Any

import psycopg

from ..address import shown
from ..backup import renewal
from .opening import alone, claimed, given_up, refusal, refused, serially

MARK = "left(replace(gen_random_uuid()::text, '-', ''), 8)"


def renewed(address: str) -> int:
    """Have every open game shown anew; how many there are. No bot may run on it. StoreError where it cannot be."""
    connection = claimed(address)
    try:
        refused(connection, address)
        return serially(connection, lambda: _shown_anew(connection))
    except psycopg.Error as error:
        raise refusal(error, shown(address)) from error
    finally:
        given_up(connection)


def _shown_anew(connection: psycopg.Connection[Any]) -> int:
    alone(connection)  # whoever still runs on it, or on a part of it, writes no more
    games, posts = renewal(MARK)
    count = connection.execute(games.encode()).rowcount
    connection.execute(posts.encode())
    return count
