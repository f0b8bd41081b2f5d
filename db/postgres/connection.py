"""A connection to a PostgreSQL server that understands the statements of `db`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg.types.numeric import IntDumper

from ..errors import Clash
from ..sql import Answer

STOPPED: Final = 10  # seconds
# What SQLite says otherwise: values, comparisons that hold between nulls too, which index to take.
_TEXTS: Final = re.compile(r"('(?:[^']|'')*')")
_SAID: Final = (
    (re.compile(r"%"), "%%"),
    (re.compile(r"\bIS \?"), "IS NOT DISTINCT FROM ?"),
    (re.compile(r"\bINDEXED BY \w+\s*"), ""),
    (re.compile(r"\?"), "%s"),
    (re.compile(r"(?<![:\w]):(\w+)"), r"%(\1)s"),
)


class BoolDumper(IntDumper):
    """True and false are 1 and 0 in our columns."""

    def dump(self, obj: Any) -> Any:
        return super().dump(int(obj))


@lru_cache(maxsize=1024)
def translated(sql: str) -> str:
    """A statement as this server understands it; what stands in quotes stays as it is."""
    parts = _TEXTS.split(sql)
    for at in range(0, len(parts), 2):
        for pattern, said in _SAID:
            parts[at] = pattern.sub(said, parts[at])
    for at in range(1, len(parts), 2):
        parts[at] = parts[at].replace("%", "%%")
    return "".join(parts)


class Connection:
    """What the statements run on. It is part of a transaction that somebody else begins and ends."""

    def __init__(self, inner: psycopg.Connection[Any]) -> None:
        self.inner = inner

    def execute(self, sql: str, parameters: Any = (), /) -> Answer:
        """Clash where a constraint would break; psycopg.Error."""
        try:
            return self.inner.execute(translated(sql), _plain(parameters))  # type: ignore[arg-type, unused-ignore]
        except psycopg.IntegrityError as error:
            raise Clash(str(error)) from error

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Answer:
        cursor = self.inner.cursor()
        try:
            cursor.executemany(translated(sql), [_plain(row) for row in parameters])  # type: ignore[arg-type, unused-ignore]
        except psycopg.IntegrityError as error:
            raise Clash(str(error)) from error
        return cursor


def _plain(parameters: Any) -> Any:
    return parameters if isinstance(parameters, Mapping) else tuple(parameters)


def prepared(connection: psycopg.Connection[Any]) -> None:
    """How each connection of ours is set up."""
    connection.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
    connection.adapters.register_dumper(bool, BoolDumper)


def beside_others(connection: psycopg.Connection[Any]) -> None:
    """The same where other processes use the database: nobody waits for long for one that stopped in a transaction, and
    rows are found by indices, also of small tables: who reads all of a table meets everybody who writes to it."""
    prepared(connection)
    connection.execute(f"SET idle_in_transaction_session_timeout = '{STOPPED}s'".encode())
    connection.execute("SET enable_seqscan = off")
    connection.commit()
