"""Moves all data of a bot to another database: `python -m tools.move FROM TO`.

FROM and TO are each a SQLite file or the address of a PostgreSQL database (postgresql://...). The bot must not run; TO
is empty or does not exist. FROM is only read. On failure, TO stays empty.
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from db.errors import StoreError
from db.moving.copying import move_all_tables, open_source, open_target
from db.store import is_server_address, redact_address
from words import Voice

from ..common import exit_with_error
from .moved_games import check_moved_games

PAUSE: Final = 5.0  # seconds between two progress lines of the same table


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.move", description="Move a bot to another database.")
    parser.add_argument("source", metavar="FROM", help="the database there is: a file, or postgresql://...")
    parser.add_argument("target", metavar="TO", help="an empty database, or a file that is not there yet")
    given = parser.parse_args(arguments)
    try:
        print(move_database(given.source, given.target))
    except StoreError as error:
        exit_with_error(Voice("en")(error.key, **error.params))
    except KeyboardInterrupt:
        exit_with_error("Stopped; nothing was moved.")
    return 0


def move_database(where: str, to: str) -> str:
    """Moves the data and returns a summary; `StoreError` if it fails, and nothing was moved."""
    if _is_same_database(where, to):
        raise StoreError("store.same", file=redact_address(to) if is_server_address(to) else to)
    progress = Progress()
    progress.say("Looking at both databases.")
    with closing(open_source(where)) as source, closing(open_target(to)) as target:
        games = 0

        def look() -> None:
            nonlocal games
            games = check_moved_games(
                source, target, lambda done, whole: progress("replayed", "games", done, whole), progress.say
            )

        rows = move_all_tables(source, target, look, progress)
        return (
            f"{target.location} now holds all of {source.location}: {rows['games']:,} games, {sum(rows.values()):,} "
            f"rows in {len(rows)} tables. All rows were compared, and {games} games were replayed. "
            "Name it in LONGTABLE_DB, and start no bot on the former one any more: the same games would go on twice."
        )


def _is_same_database(where: str, to: str) -> bool:
    if is_server_address(where) or is_server_address(to):
        return where == to
    return Path(where).resolve() == Path(to).resolve()


class Progress:
    """Prints progress to standard error: at the end of each table, and every few seconds."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, what: str, table: str, done: int, whole: int) -> None:
        now = time.monotonic()
        if done == whole or now - self._last >= PAUSE:
            self._last = now
            self.say(f"{what} {table}: {done:,} of {whole:,}")

    @staticmethod
    def say(sentence: str) -> None:
        print(sentence, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
