"""What the tests of moving share: a bot's database in which no table is empty, everything in it, a mover that dies."""

from __future__ import annotations

import asyncio
import json
import lzma
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from db.opening import MIGRATIONS, load_migrations
from db.store import open_store
from service.store.clock import SystemClock
from tools.host import move
from tools.soak.stored.__main__ import FOLDER, SUFFIX, project_version

Contents = dict[str, list[str]]

VALUES: Final = {"INTEGER": 1, "TEXT": "x", "BLOB": b"x", "REAL": 0.5}  # of rows that nobody made
# Runs the mover; where it comes to an act of that name it is killed.
DYING: Final = """
import json, os, signal, sys
from tools.host import move

name, where, arguments = json.loads(sys.argv[1])

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

if where == "told":
    tell = move.Progress.__call__
    move.Progress.__call__ = lambda self, *told: die() if " ".join(told[:2]) == name else tell(self, *told)
else:
    module = __import__(where, fromlist=["_"])
    holder, _, method = name.rpartition(".")
    setattr(getattr(module, holder) if holder else module, method, die)
move.main(arguments)
"""


def stored(name: str, path: Path) -> Path:
    """A database of an earlier release, as it was left."""
    path.write_bytes(lzma.decompress((FOLDER / f"{name}{SUFFIX}").read_bytes()))
    return path


def small(path: Path) -> Path:
    """A few games of every kind."""
    path.write_bytes(_few())
    return path


@cache
def _few() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = stored(project_version(), Path(folder) / "few.db")
        asyncio.run(opened_once(path))
        few = "(SELECT min(id) FROM games GROUP BY kind, status = 'over')"
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("UPDATE games SET rematch_of = NULL")
            newest = "(SELECT max(id) FROM games GROUP BY kind)"
            db.execute(f"DELETE FROM games WHERE id NOT IN {few} AND id NOT IN {newest}")
            db.commit()
        return path.read_bytes()


def whole(path: Path) -> Path:
    """Games of every kind at every decision, and rows in every table."""
    stored(project_version(), path)
    asyncio.run(opened_once(path))
    with closing(sqlite3.connect(path)) as db:
        for table in names(db):
            if not db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone():
                columns = db.execute(f"PRAGMA table_info({table})").fetchall()
                marks = ", ".join("?" * len(columns))
                db.execute(f"INSERT INTO {table} VALUES ({marks})", [VALUES[column[2]] for column in columns])
        db.commit()
    return path


async def opened_once(where: Path | str) -> None:
    await (await open_store(where, SystemClock())).close()


def names(db: sqlite3.Connection) -> list[str]:
    """Every table there is."""
    return [str(name) for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]


def contents(path: Path) -> Contents:
    """All rows of all tables, so written that nothing that differs looks the same."""
    with closing(sqlite3.connect(path)) as db:
        return {table: sorted(map(repr, db.execute(f"SELECT * FROM {table}"))) for table in names(db)}


def schema() -> set[str]:
    """The tables of a database that is new."""
    with closing(sqlite3.connect(":memory:")) as db:
        for _, text in load_migrations(MIGRATIONS):
            db.executescript(text)
        return set(names(db))


def refused(source: Path | str, target: Path | str, capsys: pytest.CaptureFixture[str]) -> str:
    """The sentence of a refusal."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        move.main([str(source), str(target)])
    assert left.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.strip().splitlines()[-1]


def killed(source: Path | str, target: Path | str, name: str, where: str) -> None:
    """Move, and be killed where it is told that, or in a function of that module."""
    told = json.dumps([name, where, [str(source), str(target)]])
    done = subprocess.run([sys.executable, "-c", DYING, told], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr


def changed(path: Path, *statements: str, values: tuple[Any, ...] = ()) -> Path:
    """Rows changed behind the bot's back."""
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement, values)
        db.commit()
    return path
