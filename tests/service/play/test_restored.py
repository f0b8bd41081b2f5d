"""Going back to a backup, rehearsed: made while people play, put in place of what was lost, played on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from db.backup import make_backup, replace_with_backup
from service.errors import Stale
from tests import stores

from ..house import ANN, BEN, CID, House, opened


async def lines(house: House, table_id: int) -> list[str]:
    return [entry.move for entry in await house.tables.history.read_entries(table_id)]


@stores.of_files("backups of a server are made with its own programs")
@pytest.mark.parametrize("lost", ["file", "damaged"])
async def test_a_backup_made_while_people_play(path: Path, tmp_path: Path, lost: str) -> None:
    copy = tmp_path / "copy.db"
    async with opened(path) as house:
        table = await house.game(ANN, BEN, CID)
        table = await house.aside(table)
        before = await lines(house, table.id)
        made = asyncio.ensure_future(asyncio.to_thread(make_backup, path, copy))
        table = await house.aside(await house.tables.registry.load_table(table.id))
        await made
        table = await house.aside(await house.tables.registry.load_table(table.id))
        after = await lines(house, table.id)
        seat, seq = table.seats_to_move[0], table.seq
        user = table.seats[seat].user_id or 0
    if lost == "file":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:5000])
    kept = replace_with_backup(copy, path, house.clock.now())
    assert (kept is None) == (lost == "file")
    async with opened(path, house.clock) as again:
        back = await again.tables.registry.load_table(table.id)
        there = await lines(again, back.id)
        assert len(before) <= len(there) < len(after)
        assert there == after[: len(there)]
        with pytest.raises(Stale):  # a button of a message that tells of what is gone
            await again.tables.moves.play_moves(back.id, user, again.legal(back, back.seats_to_move[0])[:1], since=seq)
        owed = await again.tables.outbox.list_tables_with_unsent_posts()
        assert back.id in owed or back.live is None
        for _ in range(3):
            back = await again.aside(await again.tables.registry.load_table(back.id))
        assert len(await lines(again, back.id)) > len(there)
