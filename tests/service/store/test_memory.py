"""What is in memory: light rows of all, positions of some; restarts; other versions and unknown games."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from db.share import Share
from rules.core import registry
from rules.core.saving import to_plain
from service.errors import ServiceError
from service.state.model import Person, Table, TableChannel
from service.store import registry_parts
from service.store.registry_parts import ShortLogs
from tests.rules.core import toy

from ..house import ANN, BEN, CID, House, opened
from ..play.test_lobby import refused
from ..play.test_play import rolled


async def test_a_restart_finds_everything(path: Path) -> None:
    async with opened(path) as house:
        table = await rolled(house)
        before, state = house.tables.registry.get(table.id), to_plain(table.state)
        history = await house.tables.history.read_entries(table.id)
    async with opened(path, house.clock) as house:
        light = house.tables.registry.get(table.id)
        assert light == before
        assert light is not None
        assert light.state is None
        assert light.seats_to_move == table.seats_to_move
        full = await house.tables.registry.load_table(table.id)
        assert to_plain(full.state) == state
        assert await house.tables.history.read_entries(table.id) == history
        assert (await house.tables.moves.play_moves(table.id, 101, ["end"], since=table.seq)).table.seats_to_move == (
            0,
            1,
            2,
        )


def keep_states(house: House, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Let so few positions stay in memory."""
    monkeypatch.setattr(registry_parts, "STATES_KEPT", most)
    monkeypatch.setattr(house.tables.registry, "_brief_logs", ShortLogs(house.tables.registry._drop_position))


async def test_positions_used_longest_ago_are_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_states(house, monkeypatch, 3)
    games = [await house.game(ANN, BEN, home=TableChannel(7, 70 + n)) for n in range(6)]
    kept = [table.id for table in games if (house.tables.registry.get(table.id) or table).state is not None]
    assert kept == [4, 5, 6]
    for table in games:
        before = to_plain(table.state)
        full = await house.tables.registry.load_table(table.id)
        assert to_plain(full.state) == before
        await house.aside(full)
    assert sum((house.tables.registry.get(n) or games[0]).state is not None for n in range(1, 7)) == 3


async def test_a_table_that_went_to_another_process_leaves_no_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log without its table would fail as soon as its position is dropped."""
    tables = house.tables.registry
    table = await rolled(house)
    log = tables.brief_log(table.id)
    with monkeypatch.context() as moved:
        moved.setattr(tables, "share", Share(count=2, first=1, last=1))
        tables.keep_position(table, log)
        assert table.id not in tables.tables
        with pytest.raises(KeyError):
            tables.brief_log(table.id)
    tables.keep_position(table, log)


async def test_acts_on_many_tables_at_once_with_room_for_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions are let go while others are being written: no log is mixed up."""
    keep_states(house, monkeypatch, 1)
    games = [await house.game(ANN, BEN, home=TableChannel(7, 70 + n)) for n in range(12)]

    async def round_of(table: Table) -> Table:
        since = table.seq
        table = await house.aside(table)
        table = (await house.tables.moves.play_moves(table.id, 101, ["roll"], since=since + 1)).table
        return (await house.tables.moves.play_moves(table.id, 101, ["end"], since=table.seq)).table

    after = await asyncio.gather(*map(round_of, games))
    assert [table.seq for table in after] == [5] * 12
    for table in after:
        back = (await house.tables.moves.undo_last_move(table.id, 101)).table
        assert back.seats_to_move == (0,)
        assert to_plain((await house.tables.registry.load_table(table.id)).state) == to_plain(back.state)


class NextToy(toy.Toy):
    """The toy game of a later version: the round is called otherwise in what is saved."""

    version = 2
    upgraded: list[int] = []  # noqa: RUF012  # shared on purpose: the test looks at it

    def upgrade_saved_state(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        self.upgraded.append(version)
        return {**data, "round": data["round"] + 0}


def next_version(monkeypatch: pytest.MonkeyPatch, maker: Any = NextToy) -> None:
    kinds = {**registry.game_types(), "toy": replace(toy.KIND, maker=maker)}
    monkeypatch.setattr(registry, "game_types", lambda: kinds)
    registry.make_game.cache_clear()


async def test_another_version_takes_over_the_position(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(path) as house:
        table = await rolled(house)
        table = await house.aside((await house.tables.moves.play_moves(table.id, 101, ["end"])).table)
        state = to_plain(table.state)
    next_version(monkeypatch)
    NextToy.upgraded.clear()
    async with opened(path, house.clock) as house:
        full = await house.tables.registry.load_table(table.id)
        assert (full.rules, NextToy.upgraded) == (2, [1])
        assert to_plain(full.state) == state
        vote = await house.tables.votes.propose_vote(table.id, 101, "undo", 2)
        await house.tables.votes.answer_vote(vote.id, 102, True)
        with refused("undo_barrier") as caught:  # the history before cannot be played again
            await house.tables.votes.answer_vote(vote.id, 103, True)
        assert caught.value.params["reason"] == "version"
        now = house.tables.registry.get(table.id)
        assert now is not None
        assert replace(now, moved_at=full.moved_at) == full  # a vote is an act of somebody
        user = full.seats[full.seats_to_move[0]].user_id
        assert user is not None
        after = (await house.tables.moves.play_moves(table.id, user, ["roll"])).table
        vote = await house.tables.votes.propose_vote(table.id, user, "undo")
        for other in vote.voters:
            if other != user:
                vote = await house.tables.votes.answer_vote(vote.id, other, True)
        assert vote.status == "passed"
        assert to_plain((await house.tables.registry.load_table(table.id)).state) == state
        assert after.seq == table.seq + 1
    NextToy.upgraded.clear()
    async with opened(path, house.clock) as house:  # what was taken over was written down
        assert to_plain((await house.tables.registry.load_table(table.id)).state) == state
        assert NextToy.upgraded == []


async def test_a_finished_game_of_another_version_can_be_looked_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(path) as house:
        table = await house.game(ANN, BEN)
        while table.is_open:
            table = await house.aside(table)
        await house.tables.scheduler.run_all_due()  # it is measured
    next_version(monkeypatch)
    NextToy.upgraded.clear()
    for _ in range(2):
        async with opened(path) as house:
            full = await house.tables.registry.load_table(table.id)
            assert full.points_by_category == table.points_by_category
            await house.tables.outbox.record_sent_posts(table.id, [1], 5, 70)
    assert NextToy.upgraded == [1, 1]


async def test_a_position_that_cannot_be_read_hurts_its_table_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(path) as house:
        lost = await house.game(ANN, BEN)
        fine = await house.game(ANN, CID, home=TableChannel(7, 71))
        await house.store.write(lambda t: t.save_state(lost.id, lost.seq, b"no zlib"))
    async with opened(path) as house:
        for attempt in (
            house.tables.registry.load_table(lost.id),
            house.tables.moves.play_moves(lost.id, 101, ["roll"]),
            house.tables.moves.undo_last_move(lost.id, 101),
            house.tables.moves.resign(lost.id, 101),
            house.tables.votes.propose_vote(lost.id, 101, "end"),
        ):
            with refused("unavailable") as caught:
                await attempt
            assert caught.value.params == {"game": "toy", "id": lost.id}
        assert len(await house.tables.history.read_entries(lost.id)) == 1
        await house.aside(await house.tables.registry.load_table(fine.id))
    assert any(f"table {lost.id}: the position at 1 cannot be read" in message for message in caplog.messages)


async def test_an_unknown_game_is_unavailable_and_others_live_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(path) as house:
        lost = await house.game(ANN, BEN)
        lobby = await house.lobby(ANN, BEN, home=TableChannel(7, 72))
        fine = await house.tables.lobby.open_lobby("carcassonne", lobby.choices, 2, TableChannel(7, 71), ANN)
        await house.tables.lobby.join(fine.id, BEN)
        await house.tables.game_start.start_game(fine.id, 101)
    known = {key: kind for key, kind in registry.game_types().items() if key != "toy"}
    monkeypatch.setattr(registry, "game_types", lambda: known)
    registry.make_game.cache_clear()
    async with opened(path) as house:
        light = house.tables.registry.get(lost.id)
        assert light is not None
        assert (light.is_available, light.game, light.points_by_category) == (False, None, {})
        assert house.tables.registry.table_in_channel(70) == light
        assert light in house.tables.tables_by_urgency(101)
        with refused("unavailable"):
            await house.tables.registry.load_table(lost.id)
        with refused("unavailable"):
            await house.tables.game_start.start_game(lobby.id, 101)
        assert (await house.tables.lobby.leave(lobby.id, 102)).names == ["Ann"]
        table = await house.tables.registry.load_table(fine.id)
        assert table.is_available
        user = table.seats[table.seats_to_move[0]].user_id
        assert user is not None
        await house.tables.moves.play_moves(fine.id, user, [house.legal(table, table.seats_to_move[0])[0]])


async def test_another_process_that_wrote_is_noticed(house: House) -> None:
    """Should two processes ever write to one database: no move twice, and memory follows what is there."""
    memory = house.tables.registry
    table = await house.game(ANN, BEN)
    line = house.legal(table, 0)[0]
    known = list(memory.brief_log(table.id))
    moved = (await house.tables.moves.play_moves(table.id, 101, [line])).table
    memory.keep_position(table, known)  # as a process that has not heard of that
    with pytest.raises(ServiceError):
        await house.tables.moves.play_moves(table.id, 101, [line], since=table.seq)
    assert [entry.seq for entry in await house.tables.history.read_entries(table.id)] == [1, 2]
    present = await house.tables.registry.load_table(table.id)
    assert (present.seq, to_plain(present.state)) == (2, to_plain(moved.state))
    memory.keep_position(table, known)
    seat = present.seats_to_move[0]
    after = (await house.tables.moves.play_moves(table.id, 101 + seat, [house.legal(present, seat)[0]])).table
    assert after.seq == 3


async def test_many_stored_games_open_quickly(path: Path) -> None:
    """A loose floor for a busy machine; `tools.bench.service` measures with 5,000."""
    async with opened(path) as house:
        for n in range(40):
            people = [Person(1000 + 4 * n + k, f"P{k}") for k in range(4)]
            await house.game(*people, home=TableChannel(7, 1000 + n))
    begin = time.process_time()
    async with opened(path) as house:
        assert time.process_time() - begin < 2
        tables = [house.tables.registry.get(n) for n in range(1, 41)]
        assert all(table is not None and table.state is None and len(table.seats) == 4 for table in tables)
        assert len(house.tables.lobby.list_lobbies(7)) == 0
