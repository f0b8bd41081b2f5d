"""Several processes on one database: games of each, what crosses between them, and one that is killed or stopped."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest

from tools import postgres
from tools.soak.processes.stage import ROOMS, SOON, BotCluster, running_cluster

psycopg = pytest.importorskip("psycopg")
NUMBERS = count()
pytestmark = [
    pytest.mark.skipif(not postgres.has_server_programs(), reason="PostgreSQL's server is not installed here"),
    pytest.mark.timeout(900),
]
TAKEOVER = 30.0  # seconds from a kill to the first answer
GONE = 75  # what a process says that lost its shards


@pytest.fixture
def database(postgresql: str) -> Iterator[str]:
    name = f"several_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(f"{postgresql}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{postgresql}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def stage(tmp_path: Path, database: str) -> AsyncIterator[BotCluster]:
    async with running_cluster(tmp_path, database, "0", "1", "2") as made:
        yield made


async def test_what_crosses_between_processes(stage: BotCluster) -> None:
    """Games of each, a list of all, a button in direct messages, settings and a vacation, somebody who is forgotten."""
    box = stage.box
    for room in ROOMS.values():
        await stage.begin(room)
        await stage.move(room)
    numbers = sorted(row[0] for row in stage.asked("SELECT id FROM games"))
    assert numbers == [1, 2, 3]  # without a gap
    for room in ROOMS.values():
        listed = await box.slash("Ann", room, "/game list")
        assert all(f"#{number}" in listed.text for number in numbers), listed.text

    # A letter about a table of another process, and its button.
    answer = await box.slash("Ann", ROOMS[2], "/game settings", name="ping", value="dm")
    assert "E60" not in answer.text
    await box.slash("Ben", ROOMS[1], "/game settings", name="ping", value="dm")
    await stage.move(ROOMS[2])
    who, line = stage.next_move(ROOMS[2])
    if not any(shown.has_button("My move") for shown in box.dms(who)):
        await stage.move(ROOMS[2])
        who, line = stage.next_move(ROOMS[2])
    await box.until(lambda: any(shown.has_button("My move") for shown in box.dms(who)), SOON)
    letter = next(shown for shown in box.dms(who) if shown.has_button("My move"))
    shown = await box.press(who, letter, "My move")
    assert shown.text, "the other process answers"
    seq = stage.table(ROOMS[2]).seq
    await box.slash(who, box.dm(who), "/game move", line=line, game=str(stage.table(ROOMS[2]).id))
    assert stage.table(ROOMS[2]).seq > seq
    assert stage.asked("SELECT count(*) FROM errands") == [(0,)]

    # A vacation begun on one covers seats at tables of the others.
    await box.slash("Ann", ROOMS[1], "/game time vacation", until="5d")
    for room in ROOMS.values():
        await stage.until(lambda room=room: "on vacation" in _text(stage, room))
    await stage.until(lambda: stage.asked("SELECT count(*) FROM follows") == [(0,)])

    # Nobody is there for a table of the other.
    stage.bots[2].send(signal.SIGKILL)
    await stage.bots[2].ended()
    told = await box.slash(who, box.dm(who), "/game board", game=str(stage.table(ROOMS[2]).id))
    assert "just starting again" in told.text
    assert stage.asked("SELECT count(*) FROM errands") == [(0,)]


def _text(stage: BotCluster, room: str) -> str:
    shown = stage.box.newest(room, button="My move")
    return shown.text.casefold() if shown is not None else ""


async def test_one_is_killed_one_stands_still_and_all_are_exchanged_while_games_go_on(stage: BotCluster) -> None:
    """Spares take over, what was answered is there, nothing is there twice, and one that wakes writes nothing."""
    for room in ROOMS.values():
        await stage.begin(room)
        await stage.move(room)
    holders = {number: stage.bots[number] for number in ROOMS}

    holders[1], killed = await stage.spare("1"), holders[1]
    killed.send(signal.SIGKILL)
    await asyncio.gather(stage.move(ROOMS[0]), stage.move(ROOMS[2]))  # the others play on
    took = await stage.moved(ROOMS[1])
    print(f"takeover after a kill: {took:.1f} s")
    assert took < TAKEOVER

    holders[1], still = await stage.spare("1"), holders[1]
    still.send(signal.SIGSTOP)
    took = await stage.moved(ROOMS[1])
    print(f"takeover of one that stands still: {took:.1f} s")
    assert took < TAKEOVER
    before = stage.table(ROOMS[1]).seq
    still.send(signal.SIGCONT)
    assert await still.ended() == GONE
    assert stage.table(ROOMS[1]).seq == before

    acts, done = await stage.playing()
    for number, former in holders.items():
        spare = await stage.spare(str(number))
        former.send(signal.SIGTERM)
        assert await former.ended() == 0
        await stage.until(lambda spare=spare: spare.health == "ok")
    done.set()
    for room, answered in (await acts).items():
        print(f"{room}: {answered} moves answered while all were exchanged")
        assert answered
    for room in ROOMS.values():
        assert len([shown for shown in stage.box.messages(room) if shown.has_button("My move")]) == 1
        assert stage.twice(room) == []
