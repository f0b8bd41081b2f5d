"""Preparation of a database restored by `pg_restore` or from a base backup."""

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
    """Have every open game posted again; return their number. No bot may run on the database. StoreError."""
    connection = connect_and_claim(address)
    try:
        require_usable_version(connection, address)
        return run_serializable(connection, lambda: _mark_all_for_redisplay(connection))
    except psycopg.Error as error:
        raise explain_server_error(error, redact_address(address)) from error
    finally:
        release_connection(connection)


def _mark_all_for_redisplay(connection: psycopg.Connection[Any]) -> int:
    begin_whole_tenure(connection)  # earlier processes can no longer write
    games, posts = redisplay_statements(MARK)
    count = connection.execute(games.encode()).rowcount
    connection.execute(posts.encode())
    return count
