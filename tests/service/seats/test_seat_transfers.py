"""Who decides for a seat: friends and machines that stand in, seats that are taken over, and what each may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from db.errors import StoreError
from service.state import seat_control, standing_answers
from service.time.time_errors import BadTime
from tools.soak.fixed_luck import clock_at

from ..handed import EVE, asked, refused, standing_in
from ..house import ANN, BEN, CID, DAN, House, opened
from ..state.test_late import DAY, HOUR, aside, begun, later, present

# --- standing in


async def test_a_friend_stands_in_after_they_have_accepted_and_not_before(house: House) -> None:
    table = await begun(house)
    ask = await asked(house, table)
    now = present(house, table)
    assert (now.seats[0].standin, ask.status, ask.user_id) == (None, "open", 104)
    assert seat_control.find_visible_seat(now, 104) is None
    new = await house.tables.seat_transfers.accept_offer(table.id, DAN, ask.number, "dan")
    assert (new.seats[0].standin, new.seats[0].user_id, new.asks[0].status) == (104, 101, "accepted")
    assert [
        seat.index
        for seat in (seat_control.find_visible_seat(new, 101), seat_control.find_visible_seat(new, 104))
        if seat
    ] == [0, 0]
    assert house.tables.tables_by_urgency(104)[0].id == table.id
    entry = (await house.tables.history.read_entries(table.id))[-1]
    assert (entry.kind, entry.by, entry.events[0].key) == ("table", 104, "table.standin")


async def test_both_may_act_and_the_log_says_who_did(house: House) -> None:
    table = await standing_in(house, await begun(house))
    (line,) = house.legal(table, 0)[:1]
    outcome = await house.tables.moves.play_moves(table.id, 104, [line], act="by dan")
    entry = outcome.entries[0]
    assert (entry.seat, entry.by) == (0, 104)
    assert (entry.events[0].key, dict(entry.events[0].params)) == (
        "table.by_friend",
        {"seat": 0, "user": 104, "owner_user": 101},
    )
    table = outcome.table
    while 0 not in table.seats_to_move:
        table = await aside(house, table)
    outcome = await house.tables.moves.play_moves(table.id, 101, [house.legal(table, 0)[0]], act="by ann")
    assert outcome.entries[0].by is None
    assert not any(event.key == "table.by_friend" for event in outcome.entries[0].events)


async def test_of_two_who_press_at_once_the_second_is_told_so(house: House) -> None:
    table = await standing_in(house, await begun(house))
    since, line = table.seq, house.legal(table, 0)[0]
    await house.tables.moves.play_moves(table.id, 104, [line], since=since, act="one")
    error = await refused(house.tables.moves.play_moves(table.id, 101, [line], since=since, act="two"))
    assert error.key == "played"


async def test_a_turn_calls_who_stands_in_and_their_hours_count(house: House) -> None:
    house.tables.registry.settings[101] = {"quiet": "00:00-08:00"}
    house.tables.registry.settings[104] = {"quiet": "12:00-20:00"}
    table = await standing_in(house, await begun(house))
    while True:
        table = await aside(house, table)
        if 0 in table.seats_to_move:
            break
    posts = await house.store.read(lambda t: t.posts_with_reason(table.id, "turn"))
    pings = {int(user) for row in posts for user in row.pings.split() if row.seq > 8}
    assert 101 not in pings
    assert house.tables.registry.closed_hours_of(table.seats[0])(0, DAY) == ((12 * HOUR, 20 * HOUR),)


async def test_hours_of_who_stands_in_count_from_then_on_and_nothing_falls_due_sooner(house: House) -> None:
    table = await begun(house)
    before = table.pending_turn_of(0)
    assert before is not None
    await house.later(HOUR)
    house.tables.registry.settings[104] = {"quiet": "22:00-08:00", "timezone": "UTC"}
    table = await standing_in(house, table)
    after = table.pending_turn_of(0)
    assert after is not None
    assert after.seq == before.seq
    assert (after.timer.due or 0) >= (before.timer.due or 0)
    assert after.timer.counted == HOUR


async def test_it_ends_by_itself_also_when_nobody_ran_and_its_owner_is_called(path: Path) -> None:
    clock = clock_at()
    async with opened(path, clock) as house:
        table = await standing_in(house, await begun(house, pace="none"), days=2)
        seq = table.seq
    clock.advance(3 * DAY)
    async with opened(path, clock) as house:
        await later(house, 1)
        table = await house.tables.registry.load_table(table.id)
        assert (table.seats[0].standin, table.seats[0].standin_until) == (None, None)
        assert seat_control.find_visible_seat(table, 104) is None
        assert [entry.events[0].key for entry in await house.tables.history.read_entries(table.id, seq)] == [
            "table.standin_over"
        ]
        if 0 in table.seats_to_move:
            posts = await house.store.read(lambda t: t.posts_with_reason(table.id, "turn"))
            assert posts[-1].pings.split() == ["101"]
        assert len(await house.tables.history.read_entries(table.id, seq)) == 1


async def test_a_machine_stands_in_until_a_date_and_gives_the_seat_back(house: House) -> None:
    table = await begun(house, pace="none")
    new = await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, house.clock.now() + 2 * DAY, None)
    assert (new.seats[0].machine is not None, new.seats[0].is_human) == (True, False)
    assert all(stretch.timer.due is None for stretch in new.stretches if stretch.seat == 0)
    await later(house, 2 * DAY + 1)
    now = present(house, table)
    assert (now.seats[0].is_human, now.seats[0].standin_until) == (True, None)
    assert any(
        event.key == "table.machine_over"
        for e in await house.tables.history.read_entries(table.id, table.seq)
        for event in e.events
    )


async def test_no_machine_moves_after_the_date_though_nobody_has_looked(path: Path) -> None:
    clock = clock_at()
    async with opened(path, clock) as house:
        table = await begun(house, pace="none")
        now = await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, clock.now() + DAY, None)
        await house.tables.machines.wait_until_idle(table.id)
    clock.advance(2 * DAY)
    async with opened(path, clock) as house:
        await later(house, 1)
        moved = [
            e
            for e in await house.tables.history.read_entries(table.id, now.seq)
            if e.kind == "move" and e.at >= clock.now() - 5
        ]
        assert not [e for e in moved if e.seat == 0]


async def test_where_a_machine_would_be_left_alone_none_stands_in(house: House) -> None:
    table = await begun(house)
    await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, house.clock.now() + DAY, None)
    await house.tables.seat_transfers.offer_stand_in(table.id, 102, None, house.clock.now() + DAY, None)
    error = await refused(
        house.tables.seat_transfers.offer_stand_in(table.id, 103, None, house.clock.now() + DAY, None)
    )
    assert error.key == "standin_alone"


async def test_what_cannot_be_asked_is_refused_and_changes_nothing(house: House) -> None:
    table = await begun(house)
    now, act = house.clock.now(), house.tables.seat_transfers
    assert (await refused(act.offer_stand_in(table.id, 101, ANN, None, None))).key == "seat_own"
    assert (await refused(act.offer_stand_in(table.id, 101, BEN, None, None))).key == "seat_sits"
    assert (await refused(act.offer_stand_in(table.id, 101, None, None, None))).key == "standin_until"
    assert (await refused(act.offer_stand_in(table.id, 104, EVE, None, None))).key == "not_seated"
    for ahead in (60, 61 * DAY, -DAY):
        assert isinstance(await refused(act.offer_stand_in(table.id, 101, DAN, now + ahead, None)), BadTime)
    assert present(house, table) == table
    table = await standing_in(house, table)
    assert (await refused(act.offer_stand_in(table.id, 102, DAN, None, None))).key == "seat_stands_in"
    assert (await refused(act.offer_stand_in(table.id, 101, EVE, None, None))).key == "standin_there"
    assert (await refused(act.offer_stand_in(table.id, 104, EVE, None, None))).key == "owner_only"
    assert (await refused(house.tables.moves.resign(table.id, 104))).key == "owner_only"


async def test_only_who_is_asked_answers_and_only_once(house: House) -> None:
    table = await begun(house)
    ask = await asked(house, table)
    act = house.tables.seat_transfers
    assert (await refused(act.accept_offer(table.id, EVE, ask.number, None))).key == "ask_not_you"
    assert (await refused(act.decline_offer(table.id, 105, ask.number, None))).key == "ask_not_you"
    assert (await refused(act.accept_offer(table.id, DAN, 7, None))).key == "ask_closed"
    await act.decline_offer(table.id, 104, ask.number, None)
    assert (await refused(act.accept_offer(table.id, DAN, ask.number, None))).key == "ask_closed"
    again = await asked(house, table)
    assert again.number == 2  # an old button stays closed
    first = await act.accept_offer(table.id, DAN, again.number, "press")
    assert (await act.accept_offer(table.id, DAN, again.number, "press")).seq == first.seq


async def test_the_same_question_again_is_none_and_another_takes_its_place(house: House) -> None:
    table = await begun(house)
    first = await asked(house, table)
    assert await asked(house, table) == first
    second = await asked(house, table, EVE)
    assert [ask.status for ask in present(house, table).asks] == ["void", "open"]
    assert second.user_id == 105


async def test_a_question_that_nobody_answers_closes_after_three_days(house: House) -> None:
    table = await begun(house, pace="none")
    await asked(house, table, days=None)
    await later(house, 3 * DAY - 60)
    assert present(house, table).asks[0].status == "open"
    await later(house, 120)
    assert present(house, table).asks[0].status == "over"


async def test_what_is_open_ends_with_the_game_and_with_a_resignation(house: House) -> None:
    table = await begun(house)
    await asked(house, table)
    await house.tables.seat_transfers.offer_seat(table.id, BEN, None, None, None, moderator=False)
    await house.tables.moves.resign(table.id, 101)
    assert [ask.status for ask in present(house, table).asks] == ["void", "open"]
    await house.tables.moves.resign(table.id, 102)
    assert [ask.status for ask in present(house, table).asks] == ["void", "void"]


async def test_who_resigns_takes_the_seat_from_their_stand_in(house: House) -> None:
    table = await standing_in(house, await begun(house))
    table = (await house.tables.moves.resign(table.id, 101)).table
    assert (table.seats[0].standin, table.seats[0].resigned) == (None, True)
    assert table.seats[0].machine is not None
    assert seat_control.find_visible_seat(table, 104) is None
    assert (await refused(house.tables.moves.play_moves(table.id, 104, ["x"]))).key == "stood_in"


async def test_answers_of_the_owner_rest_while_a_friend_decides(house: House) -> None:
    table = await standing_in(house, await begun(house))
    assert {seat.index: user for seat, user in standing_answers.seats_with_answers(table)}[0] == 104
    back = await house.tables.seat_transfers.return_seat(table.id, 101)
    assert {seat.index: user for seat, user in standing_answers.seats_with_answers(back)}[0] == 101
    machine = await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, house.clock.now() + DAY, None)
    assert {seat.index: user for seat, user in standing_answers.seats_with_answers(machine)}[0] == 101


async def test_who_stands_in_speaks_for_the_seat_in_a_vote(house: House) -> None:
    table = await standing_in(house, await begun(house))
    vote = await house.tables.votes.propose_vote(table.id, 102, "end")
    assert vote.voters == (101, 102, 103)
    assert seat_control.unanswered_user_ids(table, vote) == [104, 103]
    vote = await house.tables.votes.answer_vote(vote.id, 104, True)
    assert vote.yes == (102, 101)
    await house.tables.seat_transfers.return_seat(table.id, 101)
    assert (await refused(house.tables.votes.answer_vote(vote.id, 104, False))).key == "vote_no_say"


# --- coming back


async def test_the_owner_ends_it_and_who_stood_in_is_told_so(house: House) -> None:
    table = await standing_in(house, await begun(house))
    table = await house.tables.seat_transfers.return_seat(table.id, 101)
    assert table.seats[0].standin is None
    assert (await house.tables.seat_transfers.return_seat(table.id, 101)).seq == table.seq
    error = await refused(house.tables.moves.play_moves(table.id, 104, [house.legal(table, 0)[0]]))
    assert (error.key, error.params["seat"]) == ("stood_in", 0)


async def test_who_stands_in_gives_it_back_and_the_owner_is_called(house: House) -> None:
    table = await standing_in(house, await begun(house))
    assert 0 in table.seats_to_move
    await house.later(HOUR)
    table = await house.tables.seat_transfers.return_seat(table.id, 104)
    assert table.seats[0].standin is None
    stretch = table.pending_turn_of(0)
    assert stretch is not None
    assert (stretch.since, stretch.timer.counted) == (house.clock.now(), 0)
    posts = await house.store.read(lambda t: t.posts_with_reason(table.id, "turn"))
    assert posts[-1].pings.split() == ["101"]


async def test_back_closes_a_question_that_is_open(house: House) -> None:
    table = await begun(house)
    await asked(house, table)
    assert (await house.tables.seat_transfers.return_seat(table.id, 101)).asks[0].status == "void"


# --- faults


@pytest.mark.parametrize("what", ["take", "back", "due"])
async def test_what_was_not_written_has_not_happened(house: House, what: str) -> None:
    table = await begun(house, pace="none")
    ask = await asked(house, table, days=1)
    if what != "take":
        await house.tables.seat_transfers.accept_offer(table.id, DAN, ask.number, None)
    before = present(house, table)

    acts = {
        "take": lambda: house.tables.seat_transfers.accept_offer(table.id, DAN, ask.number, None),
        "back": lambda: house.tables.seat_transfers.return_seat(table.id, 101),
        "due": lambda: house.tables.seat_transfers.settle_first_due(before, house.clock.now() + 2 * DAY),
    }
    with house.unwritable(), pytest.raises(StoreError):
        await acts[what]()
    assert present(house, table) == before


async def test_standing_in_is_no_decision_of_the_seat(house: House) -> None:
    """The first one still has half of the time, and the host alone may have somebody replaced who never came."""
    table = await house.lobby(BEN, ANN, CID)
    await house.tables.lobby.set_pace(table.id, 102, "24h")
    table = await house.tables.game_start.start_game(table.id, 102)
    mine = next(seat.index for seat in table.seats if seat.user_id == 101)
    await standing_in(house, table)
    table = await house.tables.seat_transfers.return_seat(table.id, 104)
    stretch = table.pending_turn_of(mine)
    assert stretch is not None
    assert stretch.timer.allowance == 12 * HOUR
    await later(house, 13 * HOUR)
    new, vote = await house.tables.seat_transfers.offer_seat(table.id, BEN, mine, EVE, None, moderator=False)
    assert (vote, new.asks[-1].why) == (None, "host")


async def test_a_machine_that_begins_closes_a_question_that_is_open(house: House) -> None:
    table = await begun(house)
    await asked(house, table)
    until = house.clock.now() + 2 * DAY
    new = await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, until, None)
    assert new.seats[0].machine is not None
    assert new.asks[0].status == "void"
