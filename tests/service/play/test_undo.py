"""Undo: own acts, barriers, votes, positions of earlier times."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core import Chance
from rules.core.saving import to_plain
from service.errors import Stale
from service.play import moves
from service.state.model import LogEntry
from service.state.readable_log import without_undone

from ..house import ANN, BEN, CID, House, opened
from .test_lobby import refused
from .test_play import offer, rolled


async def test_the_own_last_act_is_taken_back(house: House) -> None:
    before = await rolled(house)
    await house.tables.moves.play_moves(before.id, 101, [offer(before)])
    outcome = await house.tables.moves.undo_last_move(before.id, 101, act="u")
    (entry,) = outcome.entries
    assert (entry.kind, entry.move, entry.seat) == ("undo", f"undo {before.seq + 1}", 0)
    assert entry.events[0].params == {"seat": 0, "to": before.seq + 1, "entries": [before.seq + 1]}
    assert outcome.table.seq == before.seq + 2  # numbers are never reused
    assert to_plain(outcome.table.state) == to_plain(before.state)
    assert await house.tables.moves.undo_last_move(before.id, 101, act="u") == outcome
    assert house.witness.news[-1] == "undone"
    effective = await house.tables.history.read_effective_entries(before.id)
    assert [e.seq for e in effective] == list(range(1, before.seq + 1))


async def test_acts_are_taken_back_one_after_the_other_down_to_the_barrier(house: House) -> None:
    table = await rolled(house)
    await house.tables.moves.play_moves(table.id, 101, [offer(table)])
    await house.tables.moves.play_moves(table.id, 101, ["end"])
    await house.tables.moves.undo_last_move(table.id, 101)
    back = (await house.tables.moves.undo_last_move(table.id, 101)).table
    assert to_plain(back.state) == to_plain(table.state)
    with refused("undo_barrier") as caught:
        await house.tables.moves.undo_last_move(table.id, 101)
    assert caught.value.params["reason"] == "luck"
    again = (await house.tables.moves.play_moves(table.id, 101, [offer(table), "end"])).table
    assert again.seq == table.seq + 6
    whole = (await house.tables.moves.undo_last_move(table.id, 101)).table  # two moves of one act go together
    assert to_plain(whole.state) == to_plain(table.state)


async def test_a_press_takes_back_what_it_was_made_for_or_nothing(house: House) -> None:
    table = await rolled(house)
    await house.tables.moves.play_moves(table.id, 101, [offer(table)])
    seq = (await house.tables.moves.play_moves(table.id, 101, ["end"])).table.seq
    with pytest.raises(Stale):
        await house.tables.moves.undo_last_move(table.id, 101, since=seq - 1)  # a button of the act before
    assert (await house.tables.moves.undo_last_move(table.id, 101, since=seq)).table.seq == seq + 1
    with pytest.raises(Stale):
        await house.tables.moves.undo_last_move(table.id, 101, since=seq)  # the second tap
    assert house.tables.registry.get(table.id).seq == seq + 1


async def test_nothing_to_take_back(house: House) -> None:
    table = await house.game(ANN, BEN)
    with refused("undo_none"):
        await house.tables.moves.undo_last_move(table.id, 101)
    with refused("not_seated"):
        await house.tables.moves.undo_last_move(table.id, 103)
    lobby = await house.lobby(CID, home=type(table.home)(7, 8))
    with refused("paused_lobby"):
        await house.tables.moves.undo_last_move(lobby.id, 103)


async def test_somebody_else_has_moved(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    with refused("undo_barrier") as caught:
        await house.tables.moves.undo_last_move(table.id, 101)
    assert caught.value.params == {"reason": "moved", "name": "Ben"}
    with refused("undo_barrier") as caught:
        await house.tables.moves.undo_last_move(table.id, 102)
    assert caught.value.params["reason"] == "seen"


async def test_a_shown_secret_is_named_as_such(house: House) -> None:
    table = await rolled(house)
    rows = await house.store.read(lambda t: t.entries(table.id, table.seq))
    shown = rows[0].events[:-1] + ',["toy.shown",{},null,1]]'
    await house.store.write(
        lambda t: t.db.execute("UPDATE log SET events = ? WHERE seq = ?", (shown, table.seq)) and None
    )
    with refused("undo_barrier") as caught:
        await house.tables.moves.undo_last_move(table.id, 101)
    assert caught.value.params["reason"] == "shown"


async def test_luck_stays_what_it_was(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    first = await house.tables.moves.play_moves(table.id, 101, ["roll"])
    vote = await house.tables.votes.propose_vote(table.id, 101, "undo")
    assert (await house.tables.votes.answer_vote(vote.id, 102, True)).status == "passed"
    second = await house.tables.moves.play_moves(table.id, 101, ["roll"])
    assert second.entries[0].chance == first.entries[0].chance
    assert to_plain(second.table.state) == to_plain(first.table.state)


async def test_undo_to_every_earlier_position(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "CHECKPOINT_EVERY", 7)
    table = await house.game(ANN, BEN, CID, key=bytes(range(32)))
    positions = {table.seq: to_plain(table.state)}
    luck = Chance(b"undo")
    while table.seq < 28:
        seat = table.seats_to_move[luck.below(len(table.seats_to_move))]
        lines = house.legal(table, seat)
        user = table.seats[seat].user_id
        assert user is not None
        table = (await house.tables.moves.play_moves(table.id, user, [lines[luck.below(len(lines))]])).table
        positions[table.seq] = to_plain(table.state)
    assert table.is_open
    for to in range(table.seq, 1, -1):
        before = await house.tables.history.position_before(table, to)
        assert to_plain(before) == positions[to - 1]
    log = await house.tables.history.read_entries(table.id)
    at_hand = await house.tables.history.positions_before(table, [2, 9, table.seq + 1], log)
    assert {seq - 1: to_plain(state) for seq, state in at_hand.items()} == {n: positions[n] for n in (1, 8, table.seq)}
    views = await house.tables.history.views_after(table, [1, 9, 5, table.seq], 1)
    assert views == {seq: await house.tables.history.view_after(table, seq, 1) for seq in (1, 5, 9, table.seq)}
    assert views[table.seq] == table.game.view(table.state, 1)


async def test_undo_of_undone_stretches_of_the_log(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Back, on, further back, on: checkpoints that are no longer on the way are never used."""
    monkeypatch.setattr(moves, "CHECKPOINT_EVERY", 3)
    table = await house.game(ANN, BEN, key=bytes(range(32)))
    for _ in range(9):
        table = await house.aside(table)
    for to in (table.seq, 7, 4, 3, 2):
        vote = await house.tables.votes.propose_vote(table.id, 101, "undo", to)
        await house.tables.votes.answer_vote(vote.id, 102, True)
        table = await house.tables.registry.load_table(table.id)
        effective = await house.tables.history.read_effective_entries(table.id)
        assert all(entry.seq < to for entry in effective)
        state = await house.tables.history.position_before(table, table.seq + 1)
        assert to_plain(state) == to_plain(table.state)
        table = await house.aside(table)
        table = await house.aside(table)
        state = await house.tables.history.position_before(table, table.seq + 1)
        assert to_plain(state) == to_plain(table.state)


async def test_after_undo_and_restart_the_position_is_the_same(path: Path) -> None:
    async with opened(path) as house:
        table = await rolled(house)
        await house.tables.moves.play_moves(table.id, 101, [offer(table)])
        table = (await house.tables.moves.undo_last_move(table.id, 101)).table
    async with opened(path, house.clock) as house:
        again = await house.tables.registry.load_table(table.id)
        assert again == table
        assert to_plain(again.state) == to_plain(table.state)
        with refused("undo_barrier"):
            await house.tables.moves.undo_last_move(table.id, 101)
        await house.tables.moves.play_moves(table.id, 101, [offer(table)])
        assert to_plain((await house.tables.moves.undo_last_move(table.id, 101)).table.state) == to_plain(table.state)


async def test_a_resignation_is_not_taken_back(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN, CID))
    resigned = table.seq + 1
    await house.tables.moves.resign(table.id, 103)
    await house.tables.machines.wait_until_idle(table.id)
    vote = await house.tables.votes.propose_vote(table.id, 101, "undo", 2)
    assert vote.voters == (101, 102)
    assert (await house.tables.votes.answer_vote(vote.id, 102, True)).status == "passed"
    await house.tables.machines.wait_until_idle(table.id)
    table = await house.tables.registry.load_table(table.id)
    assert table.seats[2].resigned
    effective = await house.tables.history.read_effective_entries(table.id)
    assert resigned in [entry.seq for entry in effective]


def test_fold() -> None:
    def entry(seq: int, kind: str, move: str = "") -> LogEntry:
        return LogEntry(seq, 0, kind, move, (), False, (), 0, None, seq)

    log = [
        entry(1, "start"),
        entry(2, "move"),
        entry(3, "move"),
        entry(4, "undo", "undo 3"),
        entry(5, "move"),
        entry(6, "resign"),
        entry(7, "move"),
        entry(8, "undo", "undo 2"),
        entry(9, "move"),
    ]
    assert [e.seq for e in without_undone(log)] == [1, 6, 9]
    assert [e.seq for e in without_undone(log[:5])] == [1, 2, 5]
