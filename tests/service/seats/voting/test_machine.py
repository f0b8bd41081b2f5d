"""A machine by vote: for who is late, and for who is on vacation while the table waits for them."""

from __future__ import annotations

from service.state.model import Table
from tests.service.handed import EVE, refused
from tests.service.house import ANN, BEN, House
from tests.service.seats.voting.test_kinds import four, voted
from tests.service.state.test_late import DAY, aside, later, present


async def waiting_for(house: House, *, vacation: bool) -> tuple[Table, int, list[int]]:
    """A game that waits for one of four, who is on vacation or late: it, their seat, the users of the others."""
    table = await four(house)
    (seat,) = table.seats_to_move
    user = table.seats[seat].user_id or 0
    if vacation:
        await house.tables.vacations.begin_or_plan_vacation(user, None, "9d")
    else:
        await later(house, DAY + 60)
    return present(house, table), seat, [each for each in (101, 102, 103, 104) if each != user]


async def test_two_of_three_let_a_machine_play_until_a_vacation_is_over(house: House) -> None:
    table, seat, others = await waiting_for(house, vacation=True)
    vote = await house.tables.votes.propose_vote(table.id, others[0], "replace", value=f"{seat} machine")
    assert vote.status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, others[1], True)).status == "passed"
    now = present(house, table).seats[seat]
    assert now.machine is not None
    assert now.standin_until == house.tables.vacations.vacation_overview(now.user_id or 0).current.end
    (entry,) = [
        e for e in await house.tables.history.read_entries(table.id) if e.kind == "table" and e.move == "machine"
    ]
    assert entry.events[0].key == "table.machine_vote"
    back = await house.tables.seat_transfers.return_seat(table.id, now.user_id or 0)
    assert back.seats[seat].is_human


async def test_at_its_end_the_seat_is_their_own_again(house: House) -> None:
    table, seat, others = await waiting_for(house, vacation=True)
    vote = await house.tables.votes.propose_vote(table.id, others[0], "replace", value=f"{seat} machine")
    await house.tables.votes.answer_vote(vote.id, others[1], True)
    await later(house, 9 * DAY + 60)
    assert present(house, table).seats[seat].is_human


async def test_nobody_alone_has_somebody_on_vacation_played_for(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    seat = table.seats_to_move[0]
    user, other = ((101, 102), (102, 101))[seat]
    await house.tables.vacations.begin_or_plan_vacation(user, None, "9d")
    error = await refused(house.tables.votes.propose_vote(table.id, other, "replace", value=f"{seat} machine"))
    assert error.key == "replace_not_waited"


async def test_where_the_others_are_away_too_one_waits_a_day(house: House) -> None:
    table, seat, others = await waiting_for(house, vacation=True)
    for user in others[1:]:
        await house.tables.vacations.begin_or_plan_vacation(user, None, "9d")
    vote = await house.tables.votes.propose_vote(table.id, others[0], "replace", value=f"{seat} machine")
    assert vote.status == "open"
    await later(house, DAY + 60)
    assert (await voted(house, vote)).status == "passed"


async def test_it_is_over_when_they_move(house: House) -> None:
    table, seat, others = await waiting_for(house, vacation=True)
    vote = await house.tables.votes.propose_vote(table.id, others[0], "replace", value=f"{seat} machine")
    await aside(house, table)
    assert (await voted(house, vote)).status == "void"


async def test_who_is_in_time_and_here_is_not_played_for(house: House) -> None:
    table = await four(house)
    (seat,) = table.seats_to_move
    by = next(user for user in (101, 102) if table.seats[seat].user_id != user)
    error = await refused(house.tables.votes.propose_vote(table.id, by, "replace", value=f"{seat} machine"))
    assert error.key == "replace_not_waited"


async def test_for_who_is_late_a_machine_plays_until_they_are_back(house: House) -> None:
    table, seat, others = await waiting_for(house, vacation=False)
    vote = await house.tables.votes.propose_vote(table.id, others[0], "replace", value=f"{seat} machine")
    assert vote.status == "open"
    vote = await house.tables.votes.answer_vote(vote.id, others[1], True)
    now = present(house, table).seats[seat]
    assert (vote.status, now.machine is not None, now.standin_until) == ("passed", True, None)


async def test_a_vacation_that_ended_meanwhile_leaves_nothing_to_be_done(house: House) -> None:
    table, seat, others = await waiting_for(house, vacation=True)
    vote = await house.tables.votes.propose_vote(table.id, others[0], "replace", value=f"{seat} machine")
    await house.tables.vacations.end_or_cancel_vacation(table.seats[seat].user_id or 0)
    error = await refused(house.tables.votes.answer_vote(vote.id, others[1], True))
    assert error.key == "replace_not_waited"
    assert present(house, table).seats[seat].is_human
    await later(house, DAY + 60)
    assert (await voted(house, vote)).status in ("declined", "void")


async def test_for_a_friend_who_is_late_it_plays_until_they_would_have_stopped(house: House) -> None:
    table = await four(house)
    (seat,) = table.seats_to_move
    user, until = table.seats[seat].user_id or 0, house.clock.now() + 5 * DAY
    asked = await house.tables.seat_transfers.offer_stand_in(table.id, user, EVE, until, None)
    await house.tables.seat_transfers.accept_offer(table.id, EVE, asked.asks[-1].number, None)
    await later(house, DAY + 60)
    first, second, *_ = (each for each in (101, 102, 103, 104) if each != user)
    vote = await house.tables.votes.propose_vote(table.id, first, "replace", value=f"{seat} machine")
    assert (await house.tables.votes.answer_vote(vote.id, second, True)).status == "passed"
    now = present(house, table).seats[seat]
    assert (now.machine is not None, now.standin, now.standin_until) == (True, EVE.user_id, until)
