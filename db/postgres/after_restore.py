"""A database that the server's own programs have put back: `pg_restore`, or a base backup with the log after it."""

from __future__ import annotations

from typing import Any

import psycopg

from ..address import redact_address
from ..backup import redisplay_statements
from .opening import (
    begin_whole_tenure,
    connect_and_claim,
    explain_server_error,
    release_connection,
    require_usable_version,
    run_serializable,
)

MARK = "left(replace(gen_random_uuid()::text, '-', ''), 8)"


def redisplay_all_games(address: str) -> int:
    """Have every open game shown anew; how many there are. No bot may run on it. StoreError where it cannot be."""
    connection = connect_and_claim(address)
    try:
        require_usable_version(connection, address)
        return run_serializable(connection, lambda: _mark_all_for_redisplay(connection))
    except psycopg.Error as error:
        raise explain_server_error(error, redact_address(address)) from error
    finally:
        release_connection(connection)


def _mark_all_for_redisplay(connection: psycopg.Connection[Any]) -> int:
    begin_whole_tenure(connection)  # whoever still runs on it, or on a part of it, writes no more
    games, posts = redisplay_statements(MARK)
    count = connection.execute(games.encode()).rowcount
    connection.execute(posts.encode())
    return count
