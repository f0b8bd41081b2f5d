"""What tests of the store share: a game's rows, a sound file, a refused one."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from db.errors import StoreError
from db.rows import GameRow, LogRow
from db.store import open_store
from service.store.clock import SystemClock

CLOCK = SystemClock()
ROOT = Path(__file__).resolve().parents[2]
GAME = GameRow(
    id=0,
    guild_id=None,
    channel_id=70,
    kind="g",
    options="{}",
    status="lobby",
    host=1,
    max_seats=4,
    seat_order=None,
    language="en",
    thread=0,
    tidy=None,
    tag="00000000",
    rules=0,
    commitment=None,
    lucky=0,
    seq=0,
    rematch_of=None,
    homeless=0,
    undone_at=None,
    posts=0,
    live=None,
    created_at=5,
    updated_at=5,
)
ENTRY = LogRow(1, 1, None, "start", "start", "", 1, "[]", 5, None, 1)


def sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


async def refusal(path: Path) -> StoreError:
    """The refusal to open this file, which must be as it was afterwards."""
    before, inode = (sha(path), path.stat().st_ino) if path.is_file() else (None, None)
    with pytest.raises(StoreError) as caught:
        await open_store(path, CLOCK)
    if before is not None:
        assert (sha(path), path.stat().st_ino) == (before, inode)
    assert caught.value.params["file"] == str(path)
    return caught.value


async def made(path: Path | str) -> Path | str:
    """A sound database with one game."""
    store = await open_store(path, CLOCK)
    await store.write(lambda t: t.add_game(GAME))
    await store.close()
    return path
