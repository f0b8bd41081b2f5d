"""Seats that change hands for good; what each may take back and read of what was before them."""

from __future__ import annotations

from pathlib import Path

from service.state import readable_log, seat_control
from service.state.model import Person, Table

from ..handed import handed, refused, standing_in
from ..house import ANN, BEN, CID, House, opened
from ..play.test_play import offer, rolled
from ..state.test_late import begun, present


async def test_a_seat_is_handed_over_for_good(house: House) -> None:
    table = await begun(house)
    table = await handed(house, table)
    assert [seat.user_id for seat in table.seats] == [105, 102, 103]
    assert table.seats[0].name == "Eve"
    assert table.host != 101
    assert table.seat_name(101) == "Ann"
    assert [(t.user_id, t.role, t.since, t.until) for t in table.terms] == [
        (101, "owner", 1, table.seq - 1),
        (105, "owner", table.seq, None),
    ]
    assert seat_control.find_visible_seat(table, 101) is None
    assert (await refused(house.tables.moves.play_moves(table.id, 101, ["x"]))).key == "handed_over"
    posts = await house.store.read(lambda t: t.posts_with_reason(table.id, "handed"))
    assert [row.pings for row in posts] == ["101"]


async def test_everything_is_so_after_a_restart(path: Path) -> None:
    async with opened(path) as house:
        table = await standing_in(house, await begun(house))
        table = await handed(house, table)
        await asked_again(house, table)
        before = present(house, table)
    async with opened(path) as house:
        after = await house.tables.registry.load_table(table.id)
        assert (after.terms, after.guests, after.asks) == (before.terms, before.guests, before.asks)
        assert after.seats == before.seats
        assert house.tables.tables_by_urgency(101) == []
        assert [t.id for t in house.tables.tables_by_urgency(105)] == [table.id]


async def asked_again(house: House, table: Table) -> None:
    await house.tables.seat_transfers.offer_stand_in(table.id, 105, Person(106, "Fay"), None, None)


async def test_nobody_takes_back_alone_what_their_predecessor_did(house: House) -> None:
    table = await begun(house)
    table = (await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]], act="ann")).table
    table = await handed(house, table)
    error = await refused(house.tables.moves.undo_last_move(table.id, 105))
    assert (error.key, error.params["reason"]) == ("undo_barrier", "handed")


async def test_who_stands_in_and_the_owner_may_take_back_what_the_other_did(house: House) -> None:
    table = await rolled(house)
    table = (await house.tables.moves.play_moves(table.id, 101, [offer(table)], act="ann")).table
    table = await standing_in(house, table)
    outcome = await house.tables.moves.undo_last_move(table.id, 104, act="dan")
    assert outcome.entries[0].by == 104
    assert outcome.entries[0].events[0].key == "table.by_friend"
    table = (await house.tables.moves.play_moves(table.id, 104, [offer(table)], act="dan 2")).table
    assert (await house.tables.moves.undo_last_move(table.id, 101, act="ann 2")).entries[0].by is None


async def test_an_undo_by_vote_goes_back_and_the_seat_stays_where_it_is(house: House) -> None:
    table = await begun(house)
    table = (await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]], act="ann")).table
    table = await handed(house, table)
    vote = await house.tables.votes.propose_vote(table.id, 105, "undo")
    for user in (102, 103):
        vote = await house.tables.votes.answer_vote(vote.id, user, True)
    now = await house.tables.registry.load_table(table.id)
    assert (vote.status, now.seats[0].user_id) == ("passed", 105)


async def test_lines_of_the_log_that_are_private_are_read_by_who_decided_then(house: House) -> None:
    table = await house.game(ANN, BEN, CID)
    table = await standing_in(house, table)
    table = (await house.tables.moves.play_moves(table.id, 104, [house.legal(table, 0)[0]], act="dan")).table
    history = await house.tables.history.read_entries(table.id)
    secret = table.seq

    def open_to(user: int) -> bool:
        whole = history[secret - 1]
        return readable_log.list_readable_entries(present(house, table), user, [whole]) == [whole]

    assert "?" in readable_log.list_readable_entries(table, 102, [history[secret - 1]])[0].move
    assert (open_to(101), open_to(104), open_to(102)) == (True, True, False)
    table = await house.tables.seat_transfers.return_seat(table.id, 101)
    assert (open_to(101), open_to(104)) == (True, False)  # they stand in no more
    table = await standing_in(house, table, days=2)
    assert open_to(104)  # it was theirs to know
    table = await house.tables.seat_transfers.return_seat(table.id, 101)
    table = await handed(house, table)
    assert (open_to(101), open_to(105), open_to(104)) == (False, False, False)


async def test_who_stands_in_reads_from_when_they_came(house: House) -> None:
    table = await begun(house)
    table = await standing_in(house, table)
    assert seat_control.find_deciding_since(table, 104) == table.seq
    assert [seat_control.may_read_entry(table, 104, seq) for seq in (1, table.seq - 1, table.seq, table.seq + 1)] == [
        False,
        False,
        True,
        True,
    ]
    assert seat_control.find_deciding_since(table, 101) == 1
    table = await handed(house, table)
    assert seat_control.find_deciding_since(table, 105) == table.seq
    assert seat_control.find_deciding_since(table, 104) is None
