"""Copy a database that is in use."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

from .errors import StoreError
from .opening import FAULTS, WAIT_MS, examine, migrations, refusal
from .store import copy


def backup(source: Path, target: Path) -> None:
    """Check the source, copy it, check the copy. StoreError if one of them is not sound."""
    newest = len(migrations())
    if not source.exists():
        raise StoreError("store.missing", file=str(source))
    examine(source, newest)
    try:
        db = sqlite3.connect(f"file:{quote(str(source.resolve()))}?mode=ro", uri=True, timeout=WAIT_MS / 1000)
    except FAULTS as error:
        raise refusal(error, source) from error
    try:
        copy(db, target)
    finally:
        db.close()
    examine(target, newest)
