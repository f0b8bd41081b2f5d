"""Acts of which nobody knows whether they were written, and tables that stand otherwise than in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from db.errors import StoreError, Unsure
from db.store import Transaction
from service.state.model import Table, TableChannel
from service.store import codec, table_loader, unconfirmed_writes

from ..house import ANN, BEN, CID, House
from ..jobs.test_cluster_sync import until


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unconfirmed_writes, "RECONNECT_SECONDS", 0.01)


def unknown(house: House, monkeypatch: pytest.MonkeyPatch, *, written: bool = True, away: int = 0) -> None:
    """Of the next commit nobody knows whether it was made; the database answers again after so many questions."""
    write, read = house.store.write, house.store.read
    left = [away]

    async def ended(work: Callable[[Transaction], Any]) -> Any:
        monkeypatch.setattr(house.store, "write", write)
        monkeypatch.setattr(house.store, "read", reading)
        if written:
            await write(work)
        house.store.deliver_message("")  # as the store does
        raise Unsure("store.unsure", file="x")

    async def reading(work: Callable[[Transaction], Any]) -> Any:
        if left[0]:
            left[0] -= 1
            raise StoreError("store.unreachable", file="x")
        return await read(work)

    monkeypatch.setattr(house.store, "write", ended)


async def begun(house: House) -> Table:
    return await house.aside(await house.game(ANN, BEN))


@pytest.mark.parametrize("away", [0, 3])
async def test_a_move_that_was_written_after_all_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch, away: int
) -> None:
    table = await begun(house)
    house.witness.changes.clear()
    unknown(house, monkeypatch, away=away)
    with pytest.raises(Unsure):
        await house.tables.moves.play_moves(table.id, 101, ["roll"], act="a")
    await until(lambda: house.witness.news == ["moved"])
    known = await house.tables.registry.load_table(table.id)
    assert known.seq == table.seq + 1
    assert await house.tables.outbox.list_tables_with_unsent_posts() == [table.id]  # its message is owed
    assert (await house.tables.moves.play_moves(table.id, 101, ["end"])).table.seq > known.seq


async def test_a_move_that_was_not_written_changes_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await begun(house)
    unknown(house, monkeypatch, written=False)
    with pytest.raises(Unsure):
        await house.tables.moves.play_moves(table.id, 101, ["roll"])
    await until(lambda: not house.tables.registry.unconfirmed_writes.has_marked_tables)
    assert (await house.tables.registry.load_table(table.id)).seq == table.seq
    assert (await house.tables.moves.play_moves(table.id, 101, ["roll"])).table.seq == table.seq + 1


async def test_a_vote_that_was_opened_after_all_is_known(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await begun(house)
    unknown(house, monkeypatch)
    with pytest.raises(Unsure):
        await house.tables.votes.propose_vote(table.id, 101, "pause")
    await until(lambda: house.tables.registry.open_vote_of(table.id) is not None)


async def test_a_table_that_was_opened_after_all_is_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await begun(house)
    unknown(house, monkeypatch)
    with pytest.raises(Unsure):
        await house.tables.lobby.open_lobby("toy", table.choices, None, TableChannel(7, 99), CID, act="open")
    await until(lambda: house.witness.news[-1:] == ["lobby"])  # it is known first, and told then
    assert house.tables.registry.table_in_channel(99) is not None


async def test_the_next_act_at_a_table_that_stands_otherwise_is_not_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it was read anew: who acts is not told that something went wrong, which nobody can do anything about."""
    table = await begun(house)
    monkeypatch.setattr(house.tables.registry.unconfirmed_writes, "mark_for_reload", lambda table_id: None)
    unknown(house, monkeypatch)
    with pytest.raises(Unsure):
        await house.tables.moves.play_moves(table.id, 101, ["roll"])
    left = await house.tables.moves.resign(table.id, 102, act="resign")
    kinds = [entry.kind for entry in await house.tables.history.read_entries(table.id)]
    assert kinds[-2:] == ["move", "resign"] or kinds[-3:-1] == ["move", "resign"], kinds
    assert left is not None


@pytest.mark.parametrize("written", [True, False])
async def test_a_message_that_was_sent_is_the_live_one_whether_that_was_written_or_not(
    house: House, monkeypatch: pytest.MonkeyPatch, *, written: bool
) -> None:
    """So whoever sent it goes on, and takes the buttons of the former one away."""
    table = await begun(house)
    owed = [post.number for post in await house.tables.outbox.list_unsent_posts(table.id)]
    assert owed
    unknown(house, monkeypatch, written=written)
    await house.tables.outbox.record_sent_posts(table.id, owed, 4711, table.home.channel_id, seq=table.seq)
    live = (await house.tables.registry.load_table(table.id)).live
    assert live is not None
    assert (live.message_id, live.seq) == (4711, table.seq)
    assert await house.tables.outbox.list_unsent_posts(table.id) == []


@pytest.fixture
def by_hand(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read anew but by who takes the lock of a table."""

    async def later() -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(house.tables.registry.unconfirmed_writes, "_reload_marked_tables", later)


@pytest.mark.usefixtures("by_hand")
async def test_who_writes_first_after_a_doubt_writes_on_what_is_there(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message that was noted without moving the game: the next one would have had its number."""
    table = await begun(house)
    unknown(house, monkeypatch)
    with pytest.raises(Unsure):
        await house.tables.outbox.add_post(table.id, "turn")
    assert (await house.tables.outbox.add_post(table.id, "turn")).number == table.posts + 2
    assert (await house.tables.registry.load_table(table.id)).posts == table.posts + 2


@pytest.mark.usefixtures("by_hand")
async def test_what_cannot_be_read_yet_is_read_by_the_next(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await begun(house)
    unknown(house, monkeypatch)
    with pytest.raises(Unsure):
        await house.tables.moves.play_moves(table.id, 101, ["roll"])
    with monkeypatch.context() as patched:

        async def away(work: object) -> None:
            raise StoreError("store.unreachable", file="x")

        patched.setattr(house.store, "read", away)
        with pytest.raises(StoreError):
            await house.tables.moves.play_moves(table.id, 101, ["end"])
    assert (await house.tables.moves.play_moves(table.id, 101, ["end"])).table.seq > table.seq + 1


async def test_a_vacation_that_was_taken_after_all_holds(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks of several tables and what somebody wants, in one commit."""
    table = await begun(house)
    unknown(house, monkeypatch)
    with pytest.raises(Unsure):
        await house.tables.vacations.begin_or_plan_vacation(101, None, "3d")
    await until(lambda: house.tables.vacations.vacation_overview(101).current is not None)
    await until(lambda: not house.tables.registry.unconfirmed_writes.has_marked_tables)
    stored = await house.store.read(lambda t: t.pending_turns(table.id))
    known = house.tables.registry.tables[table.id].stretches
    assert [codec.TURNS.from_row(row) for row in stored] == list(known)


async def test_letters_that_were_gathered_after_all_are_sent(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.tables.preferences.set_settings(101, {"ping": "dm"})
    await begun(house)
    await house.idle()
    house.witness.called_up.clear()
    assert await house.tables.direct_messages.users_with_due_messages() == [101]
    unknown(house, monkeypatch)
    with pytest.raises(Unsure):
        await house.store.write(lambda t: t.drop_notifications([]))
    await until(lambda: house.witness.called_up == [101])


async def test_what_is_due_by_its_row_alone_is_done(house: House) -> None:
    """Memory knows of another instant: it is not asked again and again without anything being done."""
    table = await begun(house)
    registry = house.tables.registry
    await house.idle()
    at = registry.tables[table.id].look_at
    assert at is not None
    registry.replace_snapshot(replace(registry.tables[table.id], look_at=None))
    house.clock.advance(at - house.clock.now() + 1)
    await house.idle()
    assert registry.tables[table.id].look_at not in (None, at)


async def test_a_table_that_stands_otherwise_is_found_among_all(house: House) -> None:
    table = await begun(house)
    registry = house.tables.registry
    other = await house.lobby(CID, home=TableChannel(7, 99))
    registry.replace_snapshot(replace(registry.tables[table.id], posts=0))
    registry.names_and_times[CID.user_id] = ("Old", 0)
    registry.names_and_times[4711] = ("Nobody", 0)
    registry.tables.pop(other.id)
    missed = await registry.unconfirmed_writes.compare_with_database()
    assert (missed.tables, missed.former_settings) == ([other.id], {})
    assert registry.unconfirmed_writes.has_marked_tables
    assert (registry.names_and_times[CID.user_id][0], 4711 in registry.names_and_times) == (CID.name, False)
    await until(lambda: not registry.unconfirmed_writes.has_marked_tables)
    assert registry.tables[table.id].posts == table.posts


@pytest.mark.parametrize("written", [True, False])
async def test_a_lobby_that_was_closed_after_all_is_over(
    house: House, monkeypatch: pytest.MonkeyPatch, *, written: bool
) -> None:
    """Its rows are such as no open table has; nothing is damaged."""
    table = await house.lobby(ANN)
    unknown(house, monkeypatch, written=written)
    with pytest.raises(Unsure):
        await house.tables.lobby.leave(table.id, 101)
    await until(lambda: not house.tables.registry.unconfirmed_writes.has_marked_tables)
    assert (house.tables.registry.get(table.id) is None) == written
    assert table.id not in house.tables.registry.damaged_tables
    if written:
        await until(lambda: house.witness.news[-1] == "over")
        assert await house.lobby(BEN)


async def test_a_lobby_that_is_closed_while_all_is_looked_through_is_over(house: House) -> None:
    table = await house.lobby(ANN)
    other = await house.lobby(BEN, home=TableChannel(7, 99))
    registry, read = house.tables.registry, house.store.read

    async def slow(work: Callable[[Transaction], Any]) -> Any:
        found = await read(work)
        if work is table_loader.read_all_rows:
            registry.store.read = read
            await house.tables.lobby.leave(table.id, 101)
            registry.tables.pop(other.id)
        return found

    registry.store.read = slow
    assert (await registry.unconfirmed_writes.compare_with_database()).tables == [table.id, other.id]
    assert await registry.remote_tables.adopt_table(table.id) is None
    assert await registry.remote_tables.adopt_table(other.id) is not None
    assert table.id not in registry.damaged_tables


async def test_what_was_chosen_and_moved_while_all_is_looked_through_stays(house: House) -> None:
    table = await begun(house)
    await house.tables.preferences.set_settings(102, {"ping": "dm"})
    registry, read = house.tables.registry, house.store.read

    async def slow(work: Callable[[Transaction], Any]) -> Any:
        found = await read(work)
        if work is table_loader.read_all_rows:
            registry.store.read = read
            await house.tables.preferences.set_settings(101, {"ping": "dm"})
            await house.tables.preferences.set_settings(102, {"ping": "off"})
            await house.tables.server_language.set_server_language(7, "en")
            await house.tables.moves.play_moves(table.id, 101, ["roll"])
            house.witness.changes.clear()
        return found

    registry.store.read = slow
    assert await registry.unconfirmed_writes.compare_with_database() == ([], {})
    assert [house.tables.preferences.effective_setting(user, "ping") for user in (101, 102)] == ["dm", "off"]
    assert house.tables.server_language.language_of_server(7) == "en"
    await until(lambda: not registry.unconfirmed_writes.has_marked_tables)
    assert house.witness.news == []  # nothing is told twice


async def test_the_luck_of_a_game_that_ended_after_all_can_be_checked(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(house)
    unknown(house, monkeypatch)
    with pytest.raises(Unsure):
        await house.tables.moves.resign(table.id, 101)
    await until(lambda: not house.tables.registry.unconfirmed_writes.has_marked_tables)
    ended = await house.tables.registry.load_table(table.id)
    assert not ended.is_open
    assert ended.key_shown is not None


async def test_what_somebody_else_chose_for_us_is_followed(house: House) -> None:
    """A vacation that is in the database alone: the tables show it."""
    await begun(house)
    await house.tables.vacations.begin_or_plan_vacation(102, None, "3d")
    text = house.tables.registry.settings[102]["vacation"]
    house.witness.changes.clear()
    await house.store.write(lambda t: t.put_setting(101, "vacation", text))
    house.store.deliver_message("")
    await until(lambda: house.witness.news == ["vacation"])
    assert house.tables.vacations.vacation_overview(101).current is not None
