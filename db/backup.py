"""Copy a database that is in use: `python -m db.backup longtable.db backups/longtable.db`."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from .errors import StoreError
from .opening import WAIT_MS, examine, migrations, refusal
from .store import copy


def backup(source: Path, target: Path) -> None:
    """Check the source, copy it, check the copy. StoreError if one of them is not sound."""
    newest = len(migrations())
    if not source.exists():
        raise StoreError("store.missing", file=str(source))
    examine(source, newest)
    try:
        db = sqlite3.connect(f"file:{quote(str(source.resolve()))}?mode=ro", uri=True, timeout=WAIT_MS / 1000)
    except sqlite3.DatabaseError as error:
        raise refusal(error, source) from error
    try:
        copy(db, target)
    finally:
        db.close()
    examine(target, newest)


def main(arguments: Sequence[str]) -> int:
    """The command; 0 when the copy is there."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        backup(Path(arguments[0]), Path(arguments[1]))
    except StoreError as error:
        print(error.key, *(f"{name}={value}" for name, value in error.params.items()), file=sys.stderr)
        return 1
    print(arguments[1])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
