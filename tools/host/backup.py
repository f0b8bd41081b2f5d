"""Backups of the database.

python -m tools.backup                     back up while the bot runs, into the backup folder
python -m tools.backup FILE                the same, to FILE
python -m tools.backup --list              list the backups
python -m tools.backup --check FILE        check a backup, print its date
python -m tools.backup --restore FILE      replace the database by a backup (the bot must not run)
python -m tools.backup --restored ADDRESS  after pg_restore of a PostgreSQL database: post its tables again
"""

from __future__ import annotations

import argparse
import time
from datetime import datetime
from pathlib import Path

from cogs.settings import SettingsError, load_settings
from db.backup import (
    backups_newest_first,
    examine_backup,
    format_backup_name,
    make_backup,
    parse_backup_name,
    replace_with_backup,
)
from db.errors import StoreError
from db.store import is_server_address, redact_address, redisplay_after_restore
from words import Voice

from ..common import exit_with_error


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.backup", description="Copy the database, whole and sound.")
    parser.add_argument("target", nargs="?", type=Path, help="the file to write (backups/longtable-<time>.sqlite3)")
    parser.add_argument("--from", "--to", dest="database", type=Path, help="the database (that of the settings)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="the backups there are, the newest first")
    what.add_argument("--check", type=Path, metavar="FILE", help="whether a backup is whole, and of when")
    what.add_argument("--restore", type=Path, metavar="FILE", help="put a backup in the place of the database")
    what.add_argument("--restored", metavar="ADDRESS", help="a database on a server was put back by its own programs")
    given = parser.parse_args(arguments)
    try:
        if given.check is not None:
            return check_backup(given.check)
        if given.restored is not None:
            return mark_games_for_redraw(given.restored)
        told = load_settings()
        database = given.database or told.database
        folder = told.backups.folder if told.backups is not None else database.parent / "backups"
        if given.list:
            return list_backups(folder)
        if given.restore is not None:
            return restore_backup(given.restore, database)
        return write_backup(database, given.target or folder / format_backup_name(time.time()))
    except SettingsError as error:
        exit_with_error(str(error))
    except StoreError as error:
        exit_with_error(Voice("en")(error.key, **error.params))


def write_backup(database: Path, target: Path) -> int:
    if target.exists():
        exit_with_error(f"{target} is there already; name another file.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        exit_with_error(f"{target} cannot be written: {error.strerror}.")
    make_backup(database, target)
    print(f"{target} holds a copy of {database}.")
    return 0


def list_backups(folder: Path) -> int:
    found = backups_newest_first(folder)
    for path in found:
        print(f"{path}  {format_local_time(parse_backup_name(path.name))}  {path.stat().st_size / 2**20:,.1f} MiB")
    if not found:
        print(f"There are no backups in {folder}.")
    return 0


def check_backup(path: Path) -> int:
    games, last = examine_backup(path)
    print(f"{path} is sound: {games:,} games, the last change at {format_local_time(last)}.")
    return 0


def restore_backup(path: Path, database: Path) -> int:
    games, last = examine_backup(path)
    kept = replace_with_backup(path, database, time.time())
    print(f"{database} is now the backup {path}: {games:,} games, the last change at {format_local_time(last)}.")
    if kept is not None:
        print(f"What was there before is {kept}; delete it when you are sure.")
    return 0


def mark_games_for_redraw(address: str) -> int:
    if not is_server_address(address):
        exit_with_error("Name a database on a server, such as postgresql://user@host/longtable.")
    games = redisplay_after_restore(address)
    print(f"{redact_address(address)}: {games:,} open games will be shown anew when the bot starts.")
    return 0


def format_local_time(instant: float) -> str:
    """The time in this machine's zone."""
    return f"{datetime.fromtimestamp(instant):%Y-%m-%d %H:%M}"


if __name__ == "__main__":
    raise SystemExit(main())
