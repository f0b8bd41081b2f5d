"""Votes: who has a say, what decides, what closes them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rules.core.saving import to_plain
from service.state.model import Table, TableChannel

from ..house import ANN, BEN, CID, DAN, House, opened
from ..play.test_lobby import refused


async def started(house: House) -> Table:
    return await house.aside(await house.game(ANN, BEN, CID))


async def test_a_vote_passes_when_all_humans_agree(house: House) -> None:
    table = await started(house)
    before = to_plain(table.state)
    await house.tables.moves.play_moves(table.id, 101, ["roll"])
    table = (await house.tables.moves.play_moves(table.id, 101, ["end"])).table
    vote = await house.tables.votes.propose_vote(table.id, 102, "undo", table.seq - 1, "too fast", act="v")
    assert (vote.status, vote.voters, vote.yes, vote.to, vote.reason) == (
        "open",
        (101, 102, 103),
        (102,),
        table.seq - 1,
        "too fast",
    )
    assert vote.closes_at - vote.opened_at == 48 * 3600
    assert house.tables.registry.open_vote_of(table.id) == vote == await house.tables.votes.find_vote(vote.id)
    assert await house.tables.votes.propose_vote(table.id, 102, "undo", act="v") == vote
    assert (await house.tables.votes.answer_vote(vote.id, 101, True)).status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, 101, True)).yes == (102, 101)
    vote = await house.tables.votes.answer_vote(vote.id, 103, True, act="w")
    assert vote.status == "passed"
    assert house.tables.registry.open_vote_of(table.id) is None
    assert await house.tables.votes.find_vote(vote.id) == vote
    table = await house.tables.registry.load_table(table.id)
    assert to_plain(table.state) == before
    entry = (await house.tables.history.read_entries(table.id))[-1]
    assert (entry.kind, entry.seat, entry.act, entry.events[0].key) == ("undo", None, "w", "table.undone_vote")
    assert house.witness.news[-2:] == ["undone", "vote"]
    assert await house.tables.votes.answer_vote(vote.id, 103, True, act="w") == vote
    with refused("vote_closed") as caught:
        await house.tables.votes.answer_vote(vote.id, 103, False)
    assert caught.value.params == {"result": "passed"}


async def test_the_first_no_declines(house: House) -> None:
    table = await started(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    assert vote.closes_at - vote.opened_at == 72 * 3600
    with refused("vote_no_say"):
        await house.tables.votes.answer_vote(vote.id, 104, True)
    with refused("vote_open") as caught:
        await house.tables.votes.propose_vote(table.id, 102, "undo", 2)
    assert caught.value.params == {"id": vote.id}
    assert (await house.tables.votes.answer_vote(vote.id, 103, False)).status == "declined"
    assert house.tables.registry.get(table.id) == table
    with refused("vote_closed"):
        await house.tables.votes.answer_vote(vote.id, 102, True)
    with refused("vote_closed"):
        await house.tables.votes.answer_vote(99, 102, True)
    assert (await house.tables.votes.propose_vote(table.id, 102, "end")).id != vote.id


async def test_who_asked_may_change_his_mind(house: House) -> None:
    table = await started(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    vote = await house.tables.votes.answer_vote(vote.id, 101, False)
    assert (vote.status, vote.yes, vote.no) == ("declined", (), (101,))


async def test_ending_without_a_winner(house: House) -> None:
    table = await started(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    await house.tables.votes.answer_vote(vote.id, 102, True)
    assert (await house.tables.votes.answer_vote(vote.id, 103, True)).status == "passed"
    table = await house.tables.registry.load_table(table.id)
    assert (table.status, table.winners, table.stretches) == ("abandoned", (), ())
    assert table.key_shown is not None
    entry = (await house.tables.history.read_entries(table.id))[-1]
    assert [event.key for event in entry.events] == ["table.ended", "luck.key"]
    assert (await house.tables.outbox.list_unsent_posts(table.id))[-1].reason == "over"
    assert (await house.tables.outbox.list_unsent_posts(table.id))[-1].pings == (101, 102, 103)
    assert house.tables.registry.table_in_channel(70) is None
    assert (await house.tables.history.load_last_finished(70)) == table


async def test_alone_with_machines_a_vote_is_decided_at_once(house: House) -> None:
    table = await house.lobby(ANN)
    table = await house.tables.machine_seats.add_machine(table.id, 101)
    table = await house.tables.game_start.start_game(table.id, 101)
    table = (
        await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0 if table.seats[0].user_id else 1)[0]])
    ).table
    await house.tables.machines.wait_until_idle(table.id)
    vote = await house.tables.votes.propose_vote(table.id, 101, "undo", 2, act="a")
    assert (vote.status, vote.id) == ("passed", 1)
    assert await house.tables.votes.propose_vote(table.id, 101, "undo", 2, act="a") == vote
    assert await house.tables.votes.find_vote(vote.id) == vote
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    assert vote.status == "passed"
    assert (await house.tables.registry.load_table(table.id)).status == "abandoned"


async def test_a_move_answers_a_vote_to_go_back(house: House) -> None:
    table = await started(house)
    vote = await house.tables.votes.propose_vote(table.id, 102, "undo")
    await house.tables.moves.play_moves(table.id, 101, ["roll"])
    closed = await house.tables.votes.find_vote(vote.id)
    assert closed is not None
    assert closed.status == "declined"
    assert closed in [change.vote for change in house.witness.changes]
    vote = await house.tables.votes.propose_vote(table.id, 102, "end")
    await house.tables.moves.play_moves(table.id, 101, ["end"])
    assert house.tables.registry.open_vote_of(table.id) == vote  # a vote to end goes on


async def test_an_open_vote_does_not_stop_an_own_undo(house: House) -> None:
    table = await started(house)
    await house.tables.moves.play_moves(table.id, 101, ["roll"])
    await house.tables.moves.play_moves(table.id, 101, ["end"])
    vote = await house.tables.votes.propose_vote(table.id, 102, "undo", 3)
    await house.tables.moves.undo_last_move(table.id, 101)
    closed = await house.tables.votes.find_vote(vote.id)
    assert closed is not None
    assert closed.status == "declined"


async def test_resigning_voids_a_vote(house: House) -> None:
    table = await started(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    await house.tables.moves.resign(table.id, 102)
    closed = await house.tables.votes.find_vote(vote.id)
    assert closed is not None
    assert closed.status == "void"


@pytest.mark.parametrize(("what", "hours"), [("undo", 48), ("end", 72)])
async def test_votes_close_when_their_time_is_up(house: House, what: str, hours: int) -> None:
    table = await started(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, what)
    house.clock.advance(hours * 3600 - 120)
    await asyncio.sleep(0.05)
    assert house.tables.registry.open_vote_of(table.id) == vote
    house.clock.advance(200)
    for _ in range(100):
        if house.tables.registry.open_vote_of(table.id) is None:
            break
        await asyncio.sleep(0.01)
    closed = await house.tables.votes.find_vote(vote.id)
    assert closed is not None
    assert closed.status == "declined"
    assert closed in [change.vote for change in house.witness.changes]


@pytest.mark.parametrize("to", [-3, 0, 1, 99])
async def test_entries_that_cannot_be_gone_back_to(house: House, to: int) -> None:
    table = await started(house)
    with refused("undo_none"):
        await house.tables.votes.propose_vote(table.id, 101, "undo", to)


async def test_votes_need_a_running_game_and_a_seat(house: House) -> None:
    lobby = await house.lobby(DAN, home=TableChannel(7, 9))
    with refused("paused_lobby"):
        await house.tables.votes.propose_vote(lobby.id, 104, "end")
    table = await started(house)
    with refused("not_seated"):
        await house.tables.votes.propose_vote(table.id, 104, "end")
    fresh = await house.game(ANN, BEN, home=TableChannel(7, 10))
    with refused("undo_none"):
        await house.tables.votes.propose_vote(fresh.id, 101, "undo")


async def test_votes_survive_a_restart(path: Path) -> None:
    async with opened(path) as house:
        table = await started(house)
        vote = await house.tables.votes.propose_vote(table.id, 101, "end")
        assert table.id in await house.tables.outbox.list_tables_with_unsent_posts()  # nobody has seen it yet
        await house.tables.votes.record_vote_message(vote.id, 555, 70)
    async with opened(path, house.clock) as house:
        kept = house.tables.registry.open_vote_of(table.id)
        assert kept is not None
        assert (kept.id, kept.message_id, kept.channel_id, kept.yes) == (vote.id, 555, 70, (101,))
        await house.tables.votes.answer_vote(vote.id, 102, True)
        await house.tables.votes.answer_vote(vote.id, 103, True)
        await house.tables.votes.record_vote_message(vote.id, 556, 70)
        closed = await house.tables.votes.find_vote(vote.id)
        assert closed is not None
        assert (closed.status, closed.message_id) == ("passed", 556)
        await house.tables.votes.record_vote_message(999, 1, 1)  # of no vote: nothing happens


async def test_twenty_answers_at_once(house: House) -> None:
    table = await started(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    got = await asyncio.gather(
        *(house.tables.votes.answer_vote(vote.id, user, True) for _ in range(10) for user in (102, 103)),
        return_exceptions=True,
    )
    assert sum(not isinstance(each, BaseException) and each.status == "passed" for each in got) == 1
    assert [e.kind for e in await house.tables.history.read_entries(table.id)].count("end") == 1
