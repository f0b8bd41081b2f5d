"""Rows that make no sense: their table is set aside, and all others play on."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.errors import StoreError
from rules.core import RulesError
from service.errors import ServiceError
from service.state.model import Table, TableChannel
from tests import stores

from ..house import ANN, BEN, CID, DAN, House, opened
from ..play.test_lobby import refused
from ..play.test_play import offer, rolled

BAD, GOOD = 1, 2
# Rows of a table by the column that names it; `people` and `settings` by who sits at the bad one alone.
TABLES = {
    "games": "id",
    "states": "game_id",
    "seats": "game_id",
    "kicked": "game_id",
    "log": "game_id",
    "acts": "game_id",
    "checkpoints": "game_id",
    "stretches": "game_id",
    "posts": "game_id",
    "votes": "game_id",
    "standing": "game_id",
    "notices": "game_id",
    "calls": "game_id",
    "letters": "game_id",
    "programmes": "game_id",
    "bygone": "game_id",
    "branches": "game_id",
    "reviews": "game_id",
    "seat_terms": "game_id",
    "guests": "game_id",
    "asks": "game_id",
    "endings": "game_id",
    "results": "game_id",
    "left_servers": "guild_id",
    "server_languages": "guild_id",
    "leaving": "user_id",
    "people": "user_id",
    "settings": "user_id",
    "digests": "user_id",
}
SKETCH: dict[str, Any] = {}


def columns() -> list[tuple[str, str, str]]:
    """Table, column and type of whatever is stored."""
    with closing(sqlite3.connect(":memory:")) as db:
        from db.opening import load_migrations

        for _, text in load_migrations():
            db.executescript(text)
        found = []
        for table in TABLES:
            found += [(table, row[1], row[2]) for row in db.execute(f"PRAGMA table_info({table})")]
        every = {row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    assert every - {"sqlite_sequence"} == set(TABLES), "a table that is not tampered with"
    return found


NO_LETTERS = b"\xff\xfe"  # where there should be text; a server takes no such bytes
VALUES: dict[str, list[Any]] = {
    "INTEGER": [None, -1, 0, 1, 7, 99, 1 << 62, -1 << 63, 1_700_000_000],
    "TEXT": [
        None,
        "",
        "nonsense",
        "{",
        "[]",
        "[1, 2]",
        "null",
        '{"modules": ["moon"]}',
        '{"options": 7}',
        "[[]]",
        '[["table.nonsense", {}]]',
        '[["toy.rolled", {"seat": 99}]]',
        "9 x",
        "-1",
        "undo 99",
        "roll roll roll",
        *([] if stores.ON_SERVER else [NO_LETTERS]),
        "\0",
        f"{1:5000d}",
    ],
    "REAL": [None, 0.0, -1.5, 1e308, -math.inf],
    "BLOB": [None, b"", b"\x00\xff", bytes(5000)],
}


async def made(path: Path) -> None:
    """A bad table in the middle of a game, with one row at least of everything, and a good one."""
    async with opened(path) as house:
        await house.tables.preferences.set_settings(101, {"quiet": "22-7", "timezone": "Asia/Tokyo", "ping": "digest"})
        table = await rolled(house)
        assert table.id == BAD
        table = (await house.tables.moves.play_moves(table.id, 101, [offer(table)], act="offered")).table
        await house.tables.outbox.record_sent_posts(table.id, [1], 50, 70)
        await house.tables.votes.propose_vote(table.id, 101, "undo", 2, "because")
        other = await house.game(CID, DAN, home=TableChannel(7, 71))
        assert other.id == GOOD
        await house.aside(other)
        now = house.clock.now()

        def more(t: Any) -> None:
            db = t.db
            db.execute("INSERT INTO kicked VALUES (1, 999, ?)", (now + 100,))
            db.execute("INSERT INTO standing VALUES (1, 101, 'toy.deal', 1)")
            db.execute("INSERT INTO notices VALUES (1, 0, 1, 0, 'half', ?, NULL, NULL, NULL)", (now,))
            db.execute("INSERT INTO calls VALUES (101, 1, 1, 'turn', 'dm', ?, ?, NULL)", (now, now + 60))
            db.execute(
                "INSERT INTO letters (user_id, number, how, game_id, made_at) VALUES (101, 1, 'dm', 1, ?)", (now,)
            )
            db.execute("INSERT INTO programmes VALUES (1, 101, 1, '{}', ?, NULL)", (now,))
            db.execute("INSERT INTO bygone VALUES (1, 9, 101, '', 1, 'x 0 y', ?)", (now,))
            places = json.dumps([9, 3, [[seat.colour, 0, False] for seat in table.seats]])
            db.execute("UPDATE games SET branch = ? WHERE id = 1", (places,))
            db.execute("INSERT INTO branches VALUES (1, 1, ?, ?)", (b"\0", "game toy\nseats 3"))
            db.execute("INSERT INTO reviews VALUES (1, ?, '{}')", (now,))
            db.execute("INSERT INTO seat_terms VALUES (1, 1, 0, 999, 'friend', 1, 1)")
            db.execute("INSERT INTO guests VALUES (1, 999, 'Eve')")
            asked = "1, 1, 0, 'standin', 'own', 103, 101, NULL, 'open', ?, ?, NULL, NULL, NULL, NULL"
            db.execute(f"INSERT INTO asks VALUES ({asked})", (now, now + 900))
            db.execute("INSERT INTO leaving VALUES (101, ?)", (now + 900,))
            db.execute("INSERT INTO endings VALUES (1, 1, 7, 'toy', ?, 0, 0)", (now,))
            db.execute("INSERT INTO results VALUES (1, 101, 1, 0, 'whole', 1, 3, 1, 26.0, 8.0, '9:1', 1.0, 1.0, 1.0)")
            db.execute("INSERT INTO left_servers VALUES (1, ?)", (now,))
            db.execute("INSERT INTO server_languages VALUES (1, 'en')")
            db.execute("INSERT INTO digests VALUES (101, '2026-01-01')")

        await house.store.write(more)
    for name, key in TABLES.items():
        owner = 101 if key == "user_id" else BAD
        assert stores.asked(path, f"SELECT 1 FROM {name} WHERE {key} = {owner}"), f"no row in {name}"


async def attempted(what: Callable[[], Awaitable[Any]]) -> str:
    """The key of the refusal; empty where it was done. Anything but a refusal in words fails."""
    try:
        await what()
    except (ServiceError, RulesError) as error:
        return error.key
    except StoreError as error:  # the database itself does not take such rows: the log names the table
        return error.key
    return ""


async def everything(house: House, table_id: int, user_id: int) -> list[str]:
    """What people and the program do with a table."""
    tables = house.tables

    async def looked() -> Table:
        table = await tables.registry.load_table(table_id)
        assert table.public_view is not None
        return table

    async def unsent() -> None:
        for post in await tables.outbox.list_unsent_posts(table_id):
            assert post.table_id == table_id

    async def undone() -> None:
        await tables.moves.undo_last_move(table_id, user_id)

    async def voted() -> None:
        vote = tables.registry.open_vote_of(table_id)
        if vote is not None:
            await tables.votes.answer_vote(vote.id, BEN.user_id, True)

    return [
        await attempted(what)
        for what in (
            looked,
            unsent,
            lambda: tables.history.read_entries(table_id),
            lambda: tables.history.build_record(table_id),
            lambda: tables.reminders.list_reminders(table_id),
            lambda: tables.direct_messages.list_due_messages(user_id),
            lambda: tables.moves.play_moves(table_id, user_id, ["end"], act="x"),
            lambda: tables.moves.play_moves(table_id, user_id, ["end"], act="offered"),
            lambda: tables.nudges.remind_seats(table_id, BEN.user_id),
            lambda: tables.nudges.hush_reminders(table_id, user_id),
            voted,
            undone,
            lambda: tables.lobby.open_lobby("toy", SKETCH["choices"], None, TableChannel(7, 70), ANN),
            lambda: tables.channels.mark_unreachable(table_id, "channel"),
            lambda: tables.moves.resign(table_id, BEN.user_id),
        )
    ]


async def plays_on(house: House) -> None:
    """The other table: somebody moves, and what is due is done."""
    table = await house.tables.registry.load_table(GOOD)
    user = table.seats[table.seats_to_move[0]].user_id
    assert user is not None
    seat = table.seats_to_move[0]
    move = house.legal(table, seat)[0]
    assert (await house.tables.moves.play_moves(GOOD, user, [move])).table.seq == table.seq + 1


async def lives(path: Path) -> list[str]:
    async with opened(path) as house:
        await plays_on(house)
        told = await everything(house, BAD, ANN.user_id)
        for user in (ANN, CID):
            house.tables.tables_by_urgency(user.user_id)
        assert GOOD in [table.id for table in house.tables.tables_by_urgency(CID.user_id)]
        await house.tables.outbox.list_tables_with_unsent_posts()
        await house.tables.next_due_action()
        house.clock.advance(40 * 86_400)
        await house.tables.scheduler.run_all_due()
        await plays_on(house) if (await house.tables.registry.load_table(GOOD)).status == "active" else None
        assert (await house.tables.registry.load_table(GOOD)).status in ("active", "frozen")
    async with opened(path) as house:  # and once more
        assert GOOD in house.tables.registry.tables
    return told


@pytest.fixture(scope="module")
def sketch() -> Any:
    with TemporaryDirectory() as folder:
        yield Path(folder)


async def file(sketch: Path, tmp: Path) -> Path:
    whole = sketch / "whole.db"
    if not SKETCH:
        stores.keep(whole)
        await made(whole)
        async with opened(whole) as house:
            SKETCH["choices"] = (await house.tables.registry.load_table(BAD)).choices
    copy = tmp / "copy.db"
    await asyncio.to_thread(stores.copied, whole, copy)
    return copy


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(column=st.sampled_from(columns()), data=st.data())
async def test_a_column_of_nonsense(
    sketch: Path, tmp_path: Path, column: tuple[str, str, str], data: st.DataObject
) -> None:
    name, field, kind = column
    value = data.draw(st.sampled_from(VALUES[kind]))
    path = await file(sketch, tmp_path)
    key = TABLES[name]
    owner = 101 if key == "user_id" else BAD
    new = "CAST(? AS TEXT)" if value == NO_LETTERS else "?"
    if stores.tampered(path, f"UPDATE OR IGNORE {name} SET {field} = {new} WHERE {key} = {owner}", (value,)):
        await lives(path)


@pytest.mark.parametrize("name", list(TABLES))
async def test_rows_that_are_missing(sketch: Path, tmp_path: Path, name: str) -> None:
    path = await file(sketch, tmp_path)
    owner = 101 if TABLES[name] == "user_id" else BAD
    assert stores.tampered(path, f"DELETE FROM {name} WHERE {TABLES[name]} = {owner}")
    await lives(path)


DAMAGE = {
    "options": "UPDATE games SET options = '{' WHERE id = 1",
    "a missing seat": "DELETE FROM seats WHERE game_id = 1 AND seat = 0",
    "a missing entry": "DELETE FROM log WHERE game_id = 1 AND seq = 2",
    "a longer log": "UPDATE games SET seq = 9 WHERE id = 1",
    "another branch": "UPDATE games SET branch = '[1, 2, [[7, 8, 9]]]' WHERE id = 1",
    "voters": "UPDATE votes SET voters = 'Ann' WHERE game_id = 1",
}


@pytest.mark.parametrize("how", DAMAGE)
async def test_what_is_said_of_a_damaged_table(
    sketch: Path, tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = await file(sketch, tmp_path)
    assert stores.tampered(path, DAMAGE[how])
    with caplog.at_level(logging.ERROR):
        async with opened(path) as house:
            for _ in range(3):
                with refused("damaged") as caught:
                    await house.tables.registry.load_table(BAD)
                assert caught.value.params == {"id": BAD}
            with refused("damaged"):
                await house.tables.moves.play_moves(BAD, 101, ["end"])
            with refused("damaged"):
                await house.tables.lobby.open_lobby("toy", SKETCH["choices"], None, TableChannel(7, 70), CID)
            await plays_on(house)
    lines = [message for message in caplog.messages if "table 1 is set aside, its rows make no sense" in message]
    assert len(lines) == 1, "it is said once"
    assert not any(record.exc_info for record in caplog.records)
    assert len(stores.asked(path, "SELECT 1 FROM log WHERE game_id = 1")) > 1, "left as it is"


async def test_a_table_that_is_damaged_twice_is_mended_by_a_backup(sketch: Path, tmp_path: Path) -> None:
    path = await file(sketch, tmp_path)
    assert stores.tampered(path, DAMAGE["options"])
    async with opened(path) as house:
        assert BAD in house.tables.registry.damaged_tables
    path = await file(sketch, tmp_path)
    async with opened(path) as house:
        assert BAD not in house.tables.registry.damaged_tables
        assert (await house.tables.registry.load_table(BAD)).id == BAD
