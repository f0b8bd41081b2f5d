"""SQLite backups: copying a database in use, keeping the newest copies, restoring one."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from .errors import StoreError
from .opening import (
    FAULTS,
    WAIT_MS,
    Stopped,
    examine_file,
    explain_sqlite_error,
    load_migrations,
    lock_file,
    never_stopped,
    quick_check,
    sqlite_schema_version,
)
from .rows import OPEN

PAGES_PER_STEP: Final = 256  # per step: one megabyte
PAUSE_SECONDS: Final = 0.01  # between two steps, so that the bot can use the disk
COMPANIONS: Final = ("-wal", "-shm", "-journal")
NAME: Final = re.compile(r"longtable-\d{4}-\d\d-\d\d-\d{6}Z\.sqlite3")
UNFINISHED: Final = ".part"


def make_backup(source: Path, target: Path, stopped: Callable[[], bool] = never_stopped) -> None:
    """Copy a database, in use or not, to `target`, which is complete and sound or absent.

    The copy is the database at one instant. It is made in steps, and writers never wait. StoreError if source or copy
    are damaged or the disk is full; Stopped.
    """
    newest = len(load_migrations())
    if not source.exists():
        raise StoreError("store.missing", file=str(source))
    if not target.parent.is_dir():
        raise StoreError("store.no_folder", file=str(target), folder=str(target.parent))
    examine_file(source, newest)
    unfinished = target.with_name(target.name + UNFINISHED)
    try:
        _require_disk_space(source, target)
        unfinished.unlink(missing_ok=True)
        with closing(open_read_only(source)) as db:
            _copy_pages(db, unfinished, stopped)
        with closing(open_read_only(unfinished)) as db:  # page by page the same as the source
            quick_check(db, source, stopped=stopped)
        sync_to_disk(unfinished)
        os.replace(unfinished, target)
        sync_to_disk(target.parent)
    except (OSError, *FAULTS) as error:
        if stopped():
            raise Stopped from error
        raise StoreError("store.backup", file=str(target), reason=str(error)) from error
    finally:
        for left in (unfinished, unfinished.with_name(unfinished.name + "-journal")):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def open_read_only(path: Path) -> sqlite3.Connection:
    """A read-only connection. StoreError."""
    try:
        db = sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True, timeout=WAIT_MS / 1000)
    except FAULTS as error:
        raise explain_sqlite_error(error, path) from error
    db.isolation_level = None
    return db


def _copy_pages(db: sqlite3.Connection, target: Path, stopped: Callable[[], bool]) -> None:
    def stop_between_steps(status: int, remaining: int, total: int) -> None:
        if stopped():
            raise Stopped

    # Without the open read transaction every commit of the bot would restart the copy.
    db.execute("BEGIN")
    db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    with closing(sqlite3.connect(target)) as copy:
        db.backup(copy, pages=PAGES_PER_STEP, progress=stop_between_steps, sleep=PAUSE_SECONDS)
        copy.execute("PRAGMA journal_mode = DELETE")  # a single file, without companions


def check_live_database(path: Path, stopped: Callable[[], bool] = never_stopped) -> None:
    """The quick check of a whole database, in use or not. StoreError if it is damaged; Stopped."""
    try:
        with closing(open_read_only(path)) as db:
            quick_check(db, path, stopped=stopped)
    except FAULTS as error:
        if stopped():
            raise Stopped from error
        raise explain_sqlite_error(error, path) from error


def _require_disk_space(source: Path, target: Path) -> None:
    """StoreError unless the disk has room for the copy, and as much again for the bot."""
    size = sum(path.stat().st_size for path in (source, sibling_file(source, "-wal")) if path.exists())
    if shutil.disk_usage(target.parent).free < 2 * size:
        raise StoreError("store.no_room", file=str(target), size=size // 2**20 + 1)


def sync_to_disk(path: Path) -> None:
    """Flush a file or folder to the disk; a no-op for folders where the system cannot."""
    try:
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    except PermissionError:
        if path.is_dir():
            return
        raise
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sibling_file(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


# Backup folders


def format_backup_name(instant: float) -> str:
    """The name of a backup made at `instant` (seconds since 1970)."""
    return f"longtable-{datetime.fromtimestamp(instant, UTC):%Y-%m-%d-%H%M%S}Z.sqlite3"


def parse_backup_name(name: str) -> float:
    """The instant in a backup's name. ValueError for other names."""
    return datetime.strptime(name, "longtable-%Y-%m-%d-%H%M%SZ.sqlite3").replace(tzinfo=UTC).timestamp()


def backups_newest_first(folder: Path) -> list[Path]:
    """The backups in a folder, newest first; other files are ignored."""
    if not folder.is_dir():
        return []
    return sorted((path for path in folder.iterdir() if NAME.fullmatch(path.name)), reverse=True)


def delete_old_backups(folder: Path, keep: int) -> list[Path]:
    """Delete all backups but the newest `keep`, and unfinished ones; return the deleted files."""
    gone = []
    for path in [*backups_newest_first(folder)[keep:], *folder.glob(f"longtable-*.sqlite3{UNFINISHED}*")]:
        path.unlink(missing_ok=True)
        gone.append(path)
    return gone


# Restoring


def examine_backup(path: Path) -> tuple[int, int]:
    """Check a database that is not in use, indices included; return its number of games and the time of the last
    change.

    StoreError if it is damaged, or written by a newer version.
    """
    if not path.exists():
        raise StoreError("store.missing", file=str(path))
    examine_file(path, len(load_migrations()))
    try:
        with closing(open_read_only(path)) as db:
            quick_check(db, path, thorough=True)
            if not sqlite_schema_version(db):
                raise StoreError("store.foreign", file=str(path))
            games, last = db.execute("SELECT count(*), coalesce(max(updated_at), 0) FROM games").fetchone()
    except FAULTS as error:
        raise explain_sqlite_error(error, path) from error
    return int(games), int(last)


def replace_with_backup(source: Path, database: Path, now: float) -> Path | None:
    """Replace the database by a backup; return the new path of the former one, or None if there was none.

    The bot must not run. Nothing is deleted. The replacement is one step: a StoreError leaves everything unchanged.
    """
    examine_backup(source)
    database = Path(os.path.realpath(database))
    if not database.parent.is_dir():
        raise StoreError("store.no_folder", file=str(database), folder=str(database.parent))
    lock = lock_file(database)
    unfinished = sibling_file(database, UNFINISHED)
    former_path = sibling_file(database, f".before-{datetime.fromtimestamp(now, UTC):%Y-%m-%d-%H%M%S}Z")
    try:
        with closing(open_read_only(source)) as db:
            _copy_pages(db, unfinished, never_stopped)
        _mark_games_for_redisplay(unfinished)
        sync_to_disk(unfinished)
        had_database = database.exists()
        if had_database:
            _keep_former_database(database, former_path)
        os.replace(unfinished, database)
        sync_to_disk(database.parent)
    except (OSError, *FAULTS) as error:
        raise StoreError("store.restore", file=str(database), reason=str(error)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        lock.release()
    return former_path if had_database else None


def _keep_former_database(database: Path, kept: Path) -> None:
    """Rename the former database and its companion files, which SQLite would otherwise apply to the new one."""
    try:
        os.link(database, kept)
    except OSError:  # no hard links here
        shutil.copyfile(database, kept)
        sync_to_disk(kept)
    for suffix in COMPANIONS:
        if sibling_file(database, suffix).exists():
            os.replace(sibling_file(database, suffix), sibling_file(kept, suffix))


def _mark_games_for_redisplay(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        for statement in redisplay_statements("lower(hex(randomblob(4)))"):
            db.execute(statement)
        db.commit()


def redisplay_statements(mark: str) -> tuple[str, str]:
    """Statements to post the message of every open game again after a restore. They renew the games' tags (`mark`: SQL
    of a new one): the next messages reuse numbers, and Discord drops repeats of tag and number."""
    games = f"FROM games WHERE status IN {OPEN}"
    return (
        f"UPDATE games SET tag = {mark} WHERE id IN (SELECT id {games})",
        "UPDATE posts SET seq = 0, sent_at = 1, shown_at = NULL "  # too old to edit
        f"WHERE message_id IS NOT NULL AND (game_id, number) IN (SELECT id, live {games})",
    )


class Interruptible:
    """A flag that stops work in another thread."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> bool:
        return self._event.is_set()

    def stop(self) -> None:
        self._event.set()
