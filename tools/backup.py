"""Copy the database while the bot runs: `python -m tools.backup backups/today.sqlite3`.

Without a name the copy is called after the day and lies in `backups/`.
"""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from cogs.settings import SettingsError, load
from db.backup import backup
from db.errors import StoreError
from words import Voice

from .common import fail


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.backup", description="Copy the database, whole and sound.")
    parser.add_argument("target", nargs="?", type=Path, help="the file to write (backups/longtable-<time>.sqlite3)")
    parser.add_argument("--from", dest="source", type=Path, help="the database (that of the settings)")
    given = parser.parse_args(arguments)
    target = given.target or Path("backups") / f"longtable-{datetime.now():%Y-%m-%d-%H%M}.sqlite3"
    if target.exists():
        fail(f"{target} is there already; name another file.")
    try:
        source = given.source or load().database
        target.parent.mkdir(parents=True, exist_ok=True)
        backup(source, target)
    except SettingsError as error:
        fail(str(error))
    except StoreError as error:
        fail(Voice("en")(error.key, **error.params))
    except OSError as error:
        fail(f"{target} cannot be written: {error.strerror}.")
    print(f"{target} holds a copy of {source}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
