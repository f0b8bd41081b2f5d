"""Going back to a backup, as a host does it and as people see it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from db.backup import make_backup, replace_with_backup
from tools.host.backup import main

from .conftest import ROOM, Stage


async def moved(stage: Stage) -> int:
    """Whoever is waited for makes the first legal move; how long the log is then."""
    table = await stage.tables.registry.load_table(stage.table().id)
    line = str(next(iter(table.game.legal(table.state, table.seats_to_move[0]))))
    await stage.slash(stage.waited(), "/game move", line=line)
    return stage.table().seq


async def test_the_channel_shows_where_the_game_is_after_it(stage: Stage, tmp_path: Path) -> None:
    await stage.game("Ann", "Ben")
    then = await moved(stage)
    copy = tmp_path / "copy.sqlite3"
    await asyncio.to_thread(make_backup, stage.database, copy)
    for _ in range(4):
        last = await moved(stage)
    assert last > then
    old = stage.newest("My move")
    await stage.close()
    assert main(["--restore", str(copy), "--to", str(stage.database)]) == 0
    await stage.open()
    await stage.settled()
    assert stage.table().seq == then
    new = stage.newest("My move")
    assert new.id != old.id
    messages = len(stage.box.channel(ROOM).messages)
    await stage.restart()
    await stage.settled()
    assert len(stage.box.channel(ROOM).messages) == messages  # once is enough
    answer = await stage.press(stage.waited(), "My move", old)  # of what is gone: they are shown what is
    assert answer.private
    assert await moved(stage) > then


async def test_what_was_there_can_be_put_back(stage: Stage, tmp_path: Path) -> None:
    await stage.game("Ann", "Ben")
    await moved(stage)
    copy = tmp_path / "copy.sqlite3"
    await asyncio.to_thread(make_backup, stage.database, copy)
    last = await moved(stage)
    await stage.close()
    kept = replace_with_backup(copy, stage.database, 1)
    assert kept is not None
    await asyncio.to_thread(replace_with_backup, kept, stage.database, 2)
    await stage.open()
    await stage.settled()
    assert stage.table().seq == last
    assert await moved(stage) > last
