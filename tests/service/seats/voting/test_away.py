"""Votes while somebody is on vacation: no word reaches them, so their silence stands in nobody's way."""

from __future__ import annotations

from service.state.model import Table
from tests.service.house import House
from tests.service.seats.voting.test_kinds import four, voted
from tests.service.state.test_late import HOUR, later, present


async def away(house: House, user: int = 104) -> Table:
    """A game of four, one of whom is on vacation."""
    table = await four(house, pace="72h")
    await house.tables.vacations.begin_or_plan_vacation(user, None, "6d")
    return present(house, table)


async def test_of_four_of_whom_one_is_away_two_pause(house: House) -> None:
    table = await away(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    assert vote.status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, 102, True)).status == "passed"


async def test_who_is_away_and_answers_is_heard(house: House) -> None:
    table = await away(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    assert (await house.tables.votes.answer_vote(vote.id, 104, False)).status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, 102, True)).status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, 103, True)).status == "passed"


async def test_a_vacation_that_begins_while_it_is_open_lets_it_pass(house: House) -> None:
    table = await four(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    assert (await house.tables.votes.answer_vote(vote.id, 102, True)).status == "open"
    await house.tables.vacations.begin_or_plan_vacation(104, None, "6d")
    assert (await voted(house, vote)).status == "passed"
    assert present(house, table).paused_at is not None


async def test_a_game_is_not_ended_behind_the_back_of_who_is_away_before_its_time_is_up(house: House) -> None:
    table = await away(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    for user in (102, 103):
        assert (await house.tables.votes.answer_vote(vote.id, user, True)).status == "open"
    await later(house, 72 * HOUR - 60)
    assert (await voted(house, vote)).status == "open"
    await later(house, 120)
    assert (await voted(house, vote)).status == "passed"
