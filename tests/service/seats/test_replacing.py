"""The seat of somebody who is late is offered to others."""

from __future__ import annotations

from service.state.model import Person, Table

from ..handed import EVE, refused
from ..house import ANN, BEN, CID, House
from ..state.test_late import DAY, HOUR, begun, later, present

# --- somebody is late


async def late(house: House, pace: str = "24h") -> Table:
    """Ann is late; the others have moved."""
    table = await begun(house, pace)
    assert table.seats_to_move == (0,)
    await later(house, DAY + HOUR)
    return present(house, table)


async def test_nobody_who_is_in_time_is_replaced(house: House) -> None:
    table = await begun(house)
    act = house.tables.seat_transfers
    assert (await refused(act.offer_seat(table.id, BEN, 0, EVE, None, moderator=False))).key == "replace_not_late"
    assert (await refused(act.offer_seat(table.id, EVE, 0, EVE, None, moderator=True))).key == "replace_not_late"
    assert (await refused(act.offer_seat(table.id, EVE, 0, EVE, None, moderator=False))).key == "not_seated"


async def test_more_than_half_of_the_others_replace_who_is_late(house: House) -> None:
    table = await late(house)
    new, vote = await house.tables.seat_transfers.offer_seat(table.id, BEN, 0, EVE, None, moderator=False)
    assert vote is not None
    assert (vote.what, vote.voters, vote.status) == ("replace", (102, 103), "open")
    assert new.asks == ()
    vote = await house.tables.votes.answer_vote(vote.id, 103, True)
    assert vote.status == "passed"
    table = present(house, table)
    assert (table.asks[0].why, table.asks[0].user_id, table.asks[0].status) == ("vote", 105, "open")
    table = await house.tables.seat_transfers.accept_offer(table.id, EVE, 1, "eve")
    stretch = table.pending_turn_of(0)
    assert stretch is not None
    assert table.seats[0].user_id == 105
    assert (stretch.timer.due or 0) > house.clock.now()  # their time begins anew


async def test_a_vote_to_replace_ends_when_they_move(house: House) -> None:
    table = await late(house)
    _, vote = await house.tables.seat_transfers.offer_seat(table.id, BEN, 0, EVE, None, moderator=False)
    assert vote is not None
    await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]], act="here")
    closed = await house.tables.votes.find_vote(vote.id)
    assert closed is not None
    assert closed.status == "void"


async def test_who_was_asked_to_take_over_is_asked_no_more_when_they_move(house: House) -> None:
    table = await late(house)
    new, vote = await house.tables.seat_transfers.offer_seat(
        table.id, Person(900, "Mia"), 0, None, None, moderator=True
    )
    assert vote is None
    assert (new.asks[0].why, new.seat_name(900)) == ("moderator", "Mia")
    entry = (await house.tables.history.read_entries(table.id))[-1]
    assert entry.events[0].key == "table.offered_moderator"
    now = (await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]], act="here")).table
    assert now.asks[0].status == "void"


async def test_a_moderator_who_plays_asks_the_others(house: House) -> None:
    table = await late(house)
    _, vote = await house.tables.seat_transfers.offer_seat(table.id, BEN, 0, EVE, None, moderator=True)
    assert vote is not None


async def test_whose_first_decision_is_late_is_replaced_by_the_host_alone(house: House) -> None:
    table = await house.lobby(BEN, ANN, CID)
    await house.tables.lobby.set_pace(table.id, 102, "24h")
    await house.tables.lobby.set_order(table.id, 102, [seat.colour for seat in table.seats])
    table = await house.tables.game_start.start_game(table.id, 102)
    await later(house, 13 * HOUR)
    new, vote = await house.tables.seat_transfers.offer_seat(table.id, BEN, 1, EVE, None, moderator=False)
    assert vote is None
    assert new.asks[0].why == "host"


async def test_where_all_others_are_late_too_who_is_here_need_not_wait_for_them(house: House) -> None:
    table = await house.lobby(BEN, ANN, CID)
    await house.tables.lobby.set_pace(table.id, 102, "24h")
    table = await house.tables.game_start.start_game(table.id, 102)
    await later(house, 13 * HOUR)
    other = next(seat for seat in table.seats if seat.user_id == 101)
    new, vote = await house.tables.seat_transfers.offer_seat(table.id, CID, other.index, EVE, None, moderator=False)
    assert vote is not None
    assert (vote.status, new.asks[0].why) == ("passed", "vote")


async def test_who_has_resigned_may_be_replaced_by_whoever_comes(house: House) -> None:
    table = await begun(house)
    await house.tables.moves.resign(table.id, 101)
    await house.tables.machines.wait_until_idle(table.id)
    new, vote = await house.tables.seat_transfers.offer_seat(table.id, BEN, 0, None, None, moderator=False)
    assert vote is None
    assert (await refused(house.tables.seat_transfers.accept_offer(table.id, ANN, 1, None))).key == "take_resigned"
    new = await house.tables.seat_transfers.accept_offer(table.id, EVE, new.asks[-1].number, None)
    assert (new.seats[0].user_id, new.seats[0].resigned, new.seats[0].is_human) == (105, False, True)
