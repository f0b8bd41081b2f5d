"""A game that others played for somebody from their first decision to the last is not theirs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.state import results
from service.state.model import Table

from ..house import ANN, BEN, CID, DAN, House
from ..state.test_results import anew, stored, told

WEEK = 7 * 86400


async def away(house: House, table: Table, friend: bool = False) -> Table:
    """Somebody plays for Ann from now on."""
    if not friend:
        return await house.tables.seat_transfers.offer_stand_in(
            table.id, ANN.user_id, None, house.clock.now() + WEEK, None
        )
    asked = await house.tables.seat_transfers.offer_stand_in(table.id, ANN.user_id, DAN, None, None)
    return await house.tables.seat_transfers.accept_offer(table.id, DAN, asked.asks[-1].number, None)


async def to_its_end(house: House, table: Table) -> Table:
    """Whoever decides for a seat moves there; Ann does not while somebody else may."""
    for _ in range(500):
        await house.settled(table.id)
        table = await house.tables.registry.load_table(table.id)
        if not table.is_open:
            return table
        seat = next((table.seats[at] for at in table.seats_to_move if table.seats[at].is_human), None)
        if seat is not None:
            user = seat.standin or seat.user_id or 0
            await house.tables.moves.play_moves(table.id, user, [house.legal(table, seat.index)[0]], act=f"{table.seq}")
    raise AssertionError("it does not end")


async def moves(house: House, table: Table) -> Table:
    """Ann decides once."""
    while table.seats[0].index not in table.seats_to_move:
        seat = table.seats_to_move[0]
        user = table.seats[seat].user_id or 0
        table = (
            await house.tables.moves.play_moves(table.id, user, [house.legal(table, seat)[0]], act=f"{table.seq}")
        ).table
    return (await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]], act=f"{table.seq}")).table


@pytest.mark.parametrize("friend", [False, True])
async def test_it_says_nothing_about_who_never_moved(house: House, friend: bool) -> None:
    table = await to_its_end(house, await away(house, await house.game(ANN, BEN, CID), friend))
    assert table.seats[0].user_id == 101
    rows = await stored(house, table)
    assert sorted(told(rows)) == [102, 103]
    assert sorted(row.rank or 0 for row in rows) in ([1, 2], [1, 1])
    assert await house.store.read(lambda t: t.results_of_user(101, None)) == []
    assert await anew(house, 7) == 1


async def test_of_two_the_other_is_not_rated_either(house: House) -> None:
    table = await to_its_end(house, await away(house, await house.game(ANN, BEN), friend=True))
    assert told(await stored(house, table)) == {102: ("whole", None)}


async def test_one_move_of_their_own_makes_it_theirs(house: House) -> None:
    table = await to_its_end(house, await away(house, await moves(house, await house.game(ANN, BEN, CID))))
    found = told(await stored(house, table))
    assert found[101][0] == "whole"
    assert None not in {rank for _, rank in found.values()}


async def test_who_comes_back_before_the_end_and_moves_has_played(house: House) -> None:
    table = await away(house, await house.game(ANN, BEN, CID), friend=True)
    await house.tables.seat_transfers.return_seat(table.id, 101)
    table = await to_its_end(house, await house.tables.registry.load_table(table.id))
    assert told(await stored(house, table))[101][0] == "whole"


async def test_who_resigns_all_the_same_is_last(house: House) -> None:
    table = await away(house, await house.game(ANN, BEN, CID), friend=True)
    await house.tables.moves.resign(table.id, 101)
    table = await to_its_end(house, await house.tables.registry.load_table(table.id))
    assert told(await stored(house, table))[101] == ("left", 3)


async def test_who_took_the_seat_over_must_have_moved_since(house: House) -> None:
    """What the former owner did says nothing of who came after them."""
    table = await moves(house, await house.game(ANN, BEN, CID))
    table, _ = await house.tables.seat_transfers.offer_seat(table.id, ANN, None, DAN, None, moderator=False)
    table = await house.tables.seat_transfers.accept_offer(table.id, DAN, table.asks[-1].number, None)
    came = next(term.since for term in table.terms if term.user_id == DAN.user_id)
    assert results.owners_without_own_play(table, {0: came - 1}) == {DAN.user_id}
    assert results.owners_without_own_play(table, {0: came + 1}) == set()
    assert results.owners_without_own_play(table, {}) == set()
    assert results.owners_without_own_play(replace(table, terms=()), {1: 0}) == {BEN.user_id}
