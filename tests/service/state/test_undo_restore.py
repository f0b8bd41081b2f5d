"""What was prepared, or answered beforehand, stands again when what ended it is undone; its owner alone is told so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from db.errors import StoreError
from service.state import undo_restore
from service.state.model import SavedConditionalMove, Table
from service.store.clock import MovableClock

from ..house import House, opened
from .test_conditional_moves import PEOPLE, citadels, prepares, told, user
from .test_standing_answers import by, sent

SAID = "programme.again"


async def undone(house: House, table: Table, to: int) -> Table:
    """Everybody agrees to go back to before that entry."""
    vote = await house.tables.votes.propose_vote(table.id, PEOPLE[0].user_id, "undo", to)
    for person in PEOPLE[1:]:
        await house.tables.votes.answer_vote(vote.id, person.user_id, True)
    await house.tables.machines.wait_until_idle(table.id)
    return await house.tables.registry.load_table(table.id)


def stands(table: Table) -> list[tuple[int, str]]:
    return [(one.user_id, one.text) for one in table.programmes if one.dropped is None]


async def broken(house: House) -> tuple[Table, int, str, int]:
    """The second has prepared to choose what the first has taken; the entry, whose it is, and what it says."""
    table = await citadels(house)
    first = table.seats_to_move[0]
    second = (first + 1) % 4
    taken = table.state.draft[0]
    text = f"pick 1 {taken}"
    table = await prepares(house, table, second, text)
    await sent(house, table)
    table = await by(house, table, first, f"pick {taken}")
    assert stands(table) == []
    return table, user(table, second), text, table.seq


async def test_a_programme_that_was_dropped_and_not_told_stands_again_without_a_word(house: House) -> None:
    table, owner, text, seq = await broken(house)
    table = await undone(house, table, seq)
    assert stands(table) == [(owner, text)]
    assert told(house, owner) == []
    for person in PEOPLE:
        assert told(house, person.user_id) == []


async def test_who_was_told_that_it_was_dropped_is_told_that_it_stands_again(path: Path) -> None:
    clock = MovableClock()
    async with opened(path, clock) as house:
        table, owner, text, seq = await broken(house)
        await house.tables.conditional_moves.delete_told_moves(house.tables.conditional_moves.list_dropped_moves(owner))
    async with opened(path, clock) as house:
        table = await undone(house, await house.tables.registry.load_table(table.id), seq)
        assert stands(table) == [(owner, text)]
        assert told(house, owner) == [(text, SAID)]
    async with opened(path, clock) as house:
        assert told(house, owner) == [(text, SAID)]
        await house.tables.conditional_moves.delete_told_moves(house.tables.conditional_moves.list_dropped_moves(owner))
        assert told(house, owner) == []
        assert stands(await house.tables.registry.load_table(table.id)) == [(owner, text)]


async def test_one_that_spoke_stands_again_when_its_move_is_undone_and_does_not_speak_at_once(house: House) -> None:
    table = await citadels(house)
    first = table.seats_to_move[0]
    second = (first + 1) % 4
    table = await prepares(house, table, second, "pick 1 any")
    table = await by(house, table, first, f"pick {table.state.draft[0]}")
    assert stands(table) == []
    table = await undone(house, table, table.seq)
    assert stands(table) == [(user(table, second), "pick 1 any")]
    assert table.seats_to_move == (second,)  # what was taken back is decided by hand
    assert await house.store.read(lambda t: t.ended_answers(table.id, 0)) == []
    table = await by(house, table, second, str(next(iter(house.legal(table, second)))))
    assert stands(table) == []  # its round has gone by for them


async def test_what_its_owner_let_go_does_not_come_back(house: House) -> None:
    table, owner, _, seq = await broken(house)
    (one,) = table.programmes
    await house.tables.conditional_moves.delete_move(table.id, owner, one.number)
    table = await undone(house, table, seq)
    assert (table.programmes, told(house, owner)) == ((), [])


async def test_what_went_with_an_entry_that_still_counts_stays_gone(house: House) -> None:
    table, _, _, seq = await broken(house)
    (seat,) = table.seats_to_move
    table = await by(house, table, seat, str(house.legal(table, seat)[0]))
    table = await undone(house, table, table.seq)
    assert (table.seats_to_move, stands(table)) == ((seat,), [])
    assert [row.seq for row in await house.store.read(lambda t: t.ended_answers(table.id, 0))] == [seq]


async def test_nothing_is_kept_of_a_game_that_is_over(house: House) -> None:
    table, _, _, _ = await broken(house)
    vote = await house.tables.votes.propose_vote(table.id, PEOPLE[0].user_id, "end", None)
    for person in PEOPLE[1:]:
        await house.tables.votes.answer_vote(vote.id, person.user_id, True)
    assert await house.store.read(lambda t: t.ended_answers(table.id, 0)) == []


async def test_an_undo_that_was_not_saved_restores_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, owner, text, seq = await broken(house)
    vote = await house.tables.votes.propose_vote(table.id, PEOPLE[0].user_id, "undo", seq)
    await house.tables.votes.answer_vote(vote.id, PEOPLE[1].user_id, True)
    await house.tables.votes.answer_vote(vote.id, PEOPLE[2].user_id, True)
    write = house.store.write

    async def fails(work: object) -> object:
        raise StoreError("store.full", file="x")

    monkeypatch.setattr(house.store, "write", fails)
    with pytest.raises(StoreError):
        await house.tables.votes.answer_vote(vote.id, PEOPLE[3].user_id, True)
    monkeypatch.setattr(house.store, "write", write)
    assert stands(await house.tables.registry.load_table(table.id)) == []
    await house.tables.votes.answer_vote(vote.id, PEOPLE[3].user_id, True)
    assert stands(await house.tables.registry.load_table(table.id)) == [(owner, text)]


async def test_all_that_it_was_before_counts_from_the_earliest(house: House) -> None:
    """Steps that were taken one after the other come back at once; a number that is another's by now stays so."""
    table = await citadels(house)
    before = replace(
        table, programmes=(SavedConditionalMove(101, 1, "go 0 a,b,c", 5),), standing=((101, "bid:to:5", True),)
    )
    one = replace(before, seq=before.seq + 1, programmes=(SavedConditionalMove(101, 1, "go 0 b,c", 5),))
    two = replace(one, seq=one.seq + 1, programmes=(), standing=())
    rows = [*undo_restore.collect_ended_answers(before, one), *undo_restore.collect_ended_answers(one, two)]
    again = undo_restore.restore_ended_answers(two, rows, 9)
    assert again.standing == before.standing
    assert [(p.number, p.text, undo_restore.is_restored_notice(p)) for p in again.programmes] == [
        (1, "go 0 a,b,c", False),
        (2, "go 0 a,b,c", True),
    ]
    stranger = [row._replace(user_id=999) for row in rows]
    assert undo_restore.restore_ended_answers(two, stranger, 9) == two  # who decides for no seat any more
    other = SavedConditionalMove(101, 1, "keep 0 x", 7)
    again = undo_restore.restore_ended_answers(
        replace(two, programmes=(other,), standing=((101, "bid:to:7", True),)), rows, 9
    )
    assert again.standing == ((101, "bid:to:7", True),)
    assert [p.text for p in again.programmes if p.dropped is None] == ["keep 0 x", "go 0 a,b,c"]
