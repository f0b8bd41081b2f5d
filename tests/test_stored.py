"""Databases of earlier releases: each is opened, everything in it goes on, is taken back and replays.

`python -m tools.stored` makes that of the release in the making, anew as long as it is not out; all others are never
changed. `early-1` and `early-2` were played before the first release, with its first schema: rules 1 of every game, and
rules 2 of Carcassonne.
"""

from __future__ import annotations

import logging
import lzma
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, get_args

import pytest

from db import opening
from db.store import open_store
from rules.core import record, registry
from service.state.model import LATE_POLICIES, UNREACHABLE_REASONS, Status, Table, VoteKey
from service.store import codec
from service.store.publisher import SilentPublisher
from service.tables import Tables
from tools.soak.stored.__main__ import FOLDER, SUFFIX, project_version
from tools.soak.stored.decisions import decision_kinds
from tools.soak.stored.stage import DAY, FrozenClock

FILES = sorted(FOLDER.glob(f"*{SUFFIX}"))
NEWEST = FOLDER / f"{project_version()}{SUFFIX}"
MOST = 2 * 1024 * 1024  # bytes of all of them

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture(params=FILES, ids=lambda path: path.name.removesuffix(SUFFIX))
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return unpacked(request.param, tmp_path)


def unpacked(file: Path, folder: Path) -> Path:
    path = folder / "stored.sqlite3"
    path.write_bytes(lzma.decompress(file.read_bytes()))
    return path


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[tuple[Tables, FrozenClock]]:
    """The tables, at the instant when they were stored."""
    clock = FrozenClock()
    with closing(sqlite3.connect(path)) as db:
        (clock.at,) = db.execute("SELECT max(updated_at) FROM games").fetchone()
    store = await open_store(path, clock)
    tables = await Tables.create(store, clock, SilentPublisher())
    try:
        yield tables, clock
    finally:
        await tables.close()
        await store.close()


def rows(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as db:
        return [row[0] if len(row) == 1 else row for row in db.execute(query)]


def same(table: Table, state: Any) -> bool:
    return codec.pack_state(state) == codec.pack_state(table.state)


def test_there_is_one_of_this_release() -> None:
    assert NEWEST in FILES, "python -m tools.stored"
    assert sum(file.stat().st_size for file in FILES) < MOST


async def test_everything_can_be_read(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    there = rows(path, "SELECT id FROM games ORDER BY id")
    async with opened(path) as (tables, _):
        for number in there:
            table = await tables.registry.load_table(number)
            if table.seq:
                assert table.game is not None
                table.game.audit(table.state)
                assert table.game.version == table.rules or not table.is_open
                for seat in table.seats:
                    table.game.view(table.state, seat.index)
            history = await tables.history.read_entries(number)
            assert [entry.seq for entry in history] == list(range(1, table.seq + 1))
    assert [log.message for log in caplog.records if log.levelno >= logging.WARNING] == []
    assert rows(path, "PRAGMA user_version") == [len(opening.load_migrations())]


async def test_every_table_replays_to_where_it_is(path: Path) -> None:
    """From its beginning, where the same version of the rules has played; a record of a game that is over always."""
    replayed = 0
    with closing(sqlite3.connect(path)) as db:
        before = dict(db.execute("SELECT id, rules FROM games"))
    async with opened(path) as (tables, _):
        for number, version in before.items():
            table = await tables.registry.load_table(number)
            if table.seq and table.status == "over":
                kept = await tables.history.build_record(number)
                record.check_record(record.parse_record(record.format_record(kept)))
                assert list(record.replay_record(kept, from_key=True))
            elif table.seq and table.game is not None and version == table.game.version:
                views = await tables.history.views_after(table, [1, table.seq])
                assert views[table.seq] == table.public_view
                replayed += 1
    assert replayed or path.name != NEWEST.name


async def test_every_game_goes_on(path: Path, tmp_path: Path) -> None:
    """Whoever is waited for moves; what is no barrier is taken back. All is there after a restart."""
    after = {}
    async with opened(path) as (tables, _):
        for number in sorted(tables.registry.tables):
            table = await tables.registry.load_table(number)
            if table.status not in ("active", "paused") or table.game is None:
                continue
            await tables.machines.wait_until_idle(number)
            table = await tables.registry.load_table(number)
            if not table.is_open or not table.seats_to_move:
                continue
            seat = table.seats[table.seats_to_move[0]]
            line = str(next(iter(table.game.legal(table.state, seat.index))))
            user = seat.standin or seat.user_id
            if user is None or not seat.is_human:
                continue
            since = table.seq
            outcome = await tables.moves.play_moves(number, user, [line], since=since, act=f"press {number}")
            assert outcome.entries[0].move == line
            await tables.machines.wait_until_idle(number)
            table = await tables.registry.load_table(number)
            if not any(entry.barrier for entry in await tables.history.read_entries(number, since)):
                table = (await tables.moves.undo_last_move(number, user, act=f"undo {number}")).table
            after[number] = (table.seq, codec.pack_state(table.state)) if table.is_open else (table.seq, b"")
    assert len(after) > 3
    async with opened(path) as (tables, _):
        for number, (seq, state) in after.items():
            table = await tables.registry.load_table(number)
            assert table.seq == seq
            assert not state or same(table, codec.unpack_state(table.game, state, table.rules))


async def test_time_goes_on(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Reminders, letters, votes, vacations and stand-ins come to what they come to, and nothing fails on the way."""
    async with opened(path) as (tables, clock):
        for _ in range(30):
            clock.advance(DAY)
            await tables.scheduler.run_all_due()
            for number in list(tables.registry.tables):
                await tables.machines.wait_until_idle(number)
        now = clock.now()
        assert await tables.registry.store.read(lambda t: t.games_with_due_action(now, 1)) == []
        assert not tables.registry.open_votes  # also those that were opened before there was a scheduler
    assert [log.message for log in caplog.records if log.levelno >= logging.ERROR] == []


async def test_a_newer_one_is_refused(tmp_path: Path) -> None:
    path = unpacked(NEWEST, tmp_path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {len(opening.load_migrations()) + 1}")
    with pytest.raises(opening.StoreError) as caught:
        await open_store(path, FrozenClock())
    assert caught.value.key == "store.newer"


@pytest.fixture
def newest(tmp_path: Path) -> Path:
    return unpacked(NEWEST, tmp_path)


async def test_the_newest_has_every_kind_of_decision(newest: Path) -> None:
    async with opened(newest) as (tables, _):
        states = [(await tables.registry.load_table(number)).state for number in list(tables.registry.tables)]
    asked = {state.agenda[-1].kind for state in states if state is not None and state.agenda}
    wanted = {step for kind in registry.game_types().values() for step in decision_kinds(kind)}
    assert wanted - asked == set()


def test_the_newest_has_tables_and_people_in_every_condition(newest: Path) -> None:
    tables = rows(newest, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    assert [name for name in tables if not rows(newest, f"SELECT 1 FROM {name} LIMIT 1")] == []
    assert set(rows(newest, "SELECT status FROM games")) == set(get_args(Status))
    assert set(rows(newest, "SELECT homeless FROM games")) == set(range(len(UNREACHABLE_REASONS)))
    assert set(rows(newest, "SELECT late FROM games")) == set(LATE_POLICIES)
    assert {kind for kind, _ in rows(newest, "SELECT kind, count(*) FROM games GROUP BY 1")} == set(
        registry.game_types()
    )
    assert set(rows(newest, "SELECT what FROM votes WHERE status = 'open'")) == set(get_args(VoteKey))
    assert set(rows(newest, "SELECT status FROM votes")) == {"open", "passed", "declined", "void"}
    assert set(rows(newest, "SELECT kind FROM log")) == {"start", "move", "undo", "resign", "end", "table"}
    assert set(rows(newest, "SELECT what FROM asks WHERE status = 'open'")) == {"standin", "replace"}
    assert {"accepted", "declined"} <= set(rows(newest, "SELECT status FROM asks"))
    assert set(rows(newest, "SELECT role FROM seat_terms")) == {"owner", "friend"}
    for column in ("standin", "standin_until", "left_at", "bank", "missed", "resigned", "place", "pinged_at"):
        assert any(rows(newest, f"SELECT {column} FROM seats")), column
    for column in ("paused_at", "asked_at", "moved_at", "look_at", "rematch_of", "undone_at", "live", "thread"):
        assert any(rows(newest, f"SELECT {column} FROM games")), column
    assert set(rows(newest, "SELECT sent_at IS NULL FROM notices")) == {0, 1}
    assert set(rows(newest, "SELECT sent_at IS NULL FROM letters")) == {0, 1}
    assert set(rows(newest, "SELECT dropped IS NULL FROM programmes")) == {0, 1}
    assert set(rows(newest, "SELECT given FROM standing")) == {0, 1}
