"""Pauses, tables where nobody comes, and what moderators do at once."""

from __future__ import annotations

from pathlib import Path

from service.state import due_dates, table_rest, turn_clocks
from service.state.model import CLOCK, Table, TurnTimer
from tools.soak.fixed_luck import clock_at

from ..house import ANN, BEN, CID, DAN, House, opened
from ..pauses import MO, paused, story
from ..state.test_late import DAY, HOUR, aside, begun, later, present, told
from .test_lobby import refused


async def test_more_than_half_pause_and_one_goes_on(house: House) -> None:
    table = await begun(house)
    (before,) = table.stretches
    house.clock.advance(6 * HOUR)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    assert (vote.status, vote.voters, vote.closes_at - vote.opened_at) == ("open", (101, 102, 103), DAY)
    assert (await house.tables.votes.answer_vote(vote.id, 102, True)).status == "passed"
    rests = present(house, table)
    assert (rests.status, rests.paused_at) == ("paused", house.clock.now())
    (stretch,) = rests.stretches
    assert (stretch.timer.start, stretch.timer.due, stretch.timer.remind_at) == (None, None, None)
    assert abs(stretch.timer.counted - 6 * HOUR) < 5
    await later(house, 40 * DAY)
    assert present(house, table).status == "paused"
    assert await told(house, table) == []
    goes = await house.tables.pauses.resume_game(table.id, CID)
    assert (goes.status, goes.paused_at) == ("active", None)
    (stretch,) = goes.stretches
    assert abs((stretch.timer.due or 0) - house.clock.now() - 18 * HOUR) < 5
    assert stretch.seq == before.seq
    assert await story(house, table) == ["table.paused", "table.resumed"]
    entries = [entry for entry in await house.tables.history.read_entries(table.id) if entry.kind == "table"]
    assert [entry.seat for entry in entries] == [None, None]  # no button of a seat grows old by it
    with refused("pause_none"):
        await house.tables.pauses.resume_game(table.id, ANN)


async def test_moves_stay_possible_and_do_not_end_a_pause(house: House) -> None:
    table = await paused(house, await begun(house))
    for _ in range(6):
        table = await aside(house, table)
    assert table.status == "paused"
    (stretch,) = table.stretches
    assert stretch.timer == TurnTimer()
    posts = await house.tables.outbox.list_unsent_posts(table.id)
    assert posts[-1].reason == "turn"  # who is waited for now hears of it
    assert posts[-1].pings == (table.seats[stretch.seat].user_id,)
    table = await house.tables.pauses.resume_game(table.id, ANN)
    assert table.stretches[0].timer.due == house.clock.now() + DAY


async def test_machines_go_on_in_a_pause(house: House) -> None:
    table = await house.lobby(ANN)
    await house.tables.machine_seats.add_machine(table.id, 101)
    table = await house.tables.game_start.start_game(table.id, 101)
    await house.tables.machines.wait_until_idle(table.id)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    assert vote.status == "passed"  # nobody else has a say
    begun_at, moved = present(house, table).seq, set[int | None]()
    while moved != {0, 1}:
        table = await house.tables.registry.load_table(table.id)
        assert table.status == "paused"
        mine = table.seat_of(101)
        assert mine is not None
        if mine.index in table.seats_to_move:
            line = house.legal(table, mine.index)[0]
            await house.tables.moves.play_moves(table.id, 101, [line], act=f"m{table.seq}")
        await house.settled(table.id)
        moved = {entry.seat for entry in await house.tables.history.read_entries(table.id, begun_at)}


async def test_a_pause_takes_nothing_from_a_bank(house: House) -> None:
    table = await begun(house, pace="bank:3d+12h")
    house.clock.advance(30 * HOUR)
    table = await paused(house, table)
    house.clock.advance(20 * DAY)
    table = await house.tables.pauses.resume_game(table.id, ANN)
    (stretch,) = table.stretches
    before = stretch.seat
    while table.pending_turn_of(before) is not None:
        table = await aside(house, table)
    assert abs((table.seats[before].bank or 0) - (3 * DAY + 12 * HOUR - 30 * HOUR)) < 5


async def test_who_was_late_before_a_pause_has_a_while_when_it_ends(house: House) -> None:
    table = await begun(house, late="ask")
    await later(house, DAY + HOUR)
    table = await paused(house, present(house, table))
    vote = await house.tables.votes.propose_vote(table.id, 102, "late", value="fallback")
    await house.tables.votes.answer_vote(vote.id, 101, True)
    before = present(house, table).seq
    await house.tables.pauses.resume_game(table.id, ANN)
    await later(house, turn_clocks.GRACE_SECONDS - 60)
    assert present(house, table).seq == before + 1
    await later(house, 120)
    assert present(house, table).seq > before + 1


async def test_after_a_pause_who_was_late_is_told_how_late_they_are(house: House) -> None:
    table = await begun(house)
    await later(house, 2 * DAY + HOUR)
    table = await paused(house, present(house, table))
    assert [table_rest.announced_due_time(stretch.timer) for stretch in table.stretches] == [None]
    await later(house, 3 * DAY)
    table = await house.tables.pauses.resume_game(table.id, ANN)
    (timer,) = [stretch.timer for stretch in table.stretches]
    assert abs(house.clock.now() - (table_rest.announced_due_time(timer) or 0) - (DAY + HOUR)) < 5


async def test_nobody_is_reminded_in_a_pause(house: House) -> None:
    table = await paused(house, await begun(house))
    with refused("clocks_stand"):
        await house.tables.nudges.remind_seats(table.id, 101)


async def test_strangers_and_who_has_resigned_end_no_pause(house: House) -> None:
    table = await paused(house, await begun(house))
    with refused("not_seated"):
        await house.tables.pauses.resume_game(table.id, DAN)
    await house.tables.moves.resign(table.id, 103, act="away")
    with refused("resigned"):
        await house.tables.pauses.resume_game(table.id, CID)
    assert present(house, table).status == "paused"


async def test_a_press_that_comes_twice_ends_one_pause(house: House) -> None:
    table = await paused(house, await begun(house))
    once = await house.tables.pauses.resume_game(table.id, ANN, act="p")
    assert (await house.tables.pauses.resume_game(table.id, ANN, act="p")).seq == once.seq
    assert (await story(house, table)).count("table.resumed") == 1


async def test_a_game_that_ends_in_a_pause_is_over(house: House) -> None:
    table = await paused(house, await begun(house))
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    for user in (102, 103):
        await house.tables.votes.answer_vote(vote.id, user, True)
    over = await house.tables.registry.load_table(table.id)
    assert (over.status, over.paused_at) == ("abandoned", None)


async def test_a_pause_outlives_a_restart(path: Path) -> None:
    clock = clock_at()
    async with opened(path, clock) as house:
        table = await paused(house, await begun(house))
    clock.advance(9 * DAY)
    async with opened(path, clock) as house:
        await later(house, 60)
        table = await house.tables.registry.load_table(table.id)
        assert (table.status, table.asked_at) == ("paused", None)
        table = await house.tables.pauses.resume_game(table.id, BEN)
        assert (table.stretches[0].timer.due or 0) > clock.now() + 23 * HOUR


# --- nobody comes ------------------------------------------------------------------------------------------------


async def asked(house: House, table: Table) -> list[tuple[str, tuple[int, ...]]]:
    rows = await house.store.read(
        lambda t: [*t.posts_with_reason(table.id, "asked"), *t.posts_with_reason(table.id, "frozen")]
    )
    return [(row.reason, tuple(map(int, row.pings.split()))) for row in rows]


async def test_a_week_without_anybody_asks_all_once(house: House) -> None:
    table = await begun(house, pace="none")
    await later(house, 7 * DAY - HOUR)
    assert await asked(house, table) == []
    await later(house, 2 * HOUR)
    assert await asked(house, table) == [("asked", (101, 102, 103))]
    assert present(house, table).stretches[0].timer.start is not None  # nothing is due here: no clock has to stand
    await later(house, 10 * DAY)
    assert len(await asked(house, table)) == 1
    still = await house.tables.pauses.confirm_game_goes_on(table.id, BEN, act="s")
    assert still.asked_at is None
    assert (await house.tables.pauses.confirm_game_goes_on(table.id, BEN, act="s")).seq == still.seq
    with refused("goes_on"):
        await house.tables.pauses.confirm_game_goes_on(table.id, CID, act="t")
    await later(house, 7 * DAY + 60)
    assert len(await asked(house, table)) == 2


async def test_who_answered_before_the_message_went_out_is_not_called_by_it(house: House) -> None:
    table = await begun(house, pace="none")
    await later(house, 7 * DAY + 60)
    assert (await house.tables.outbox.list_unsent_posts(table.id))[-1].pings == (101, 102, 103)
    await house.tables.pauses.confirm_game_goes_on(table.id, BEN)
    assert (await house.tables.outbox.list_unsent_posts(table.id))[-1].pings == ()


async def test_frozen_after_a_month_is_said_once_and_calls_nobody(house: House) -> None:
    table = await begun(house, pace="none")
    await later(house, 7 * DAY + 60)
    await later(house, 23 * DAY)
    assert await asked(house, table) == [("asked", (101, 102, 103)), ("frozen", ())]
    assert await story(house, table) == ["table.frozen"]
    frozen = present(house, table)
    assert due_dates.upcoming_actions(frozen, None) == []
    with refused("frozen"):
        await house.tables.votes.propose_vote(table.id, 101, "pause")
    with refused("clocks_stand"):
        await house.tables.nudges.remind_seats(table.id, 101)
    awake = await house.tables.pauses.resume_game(table.id, CID, act="w")
    assert (awake.status, awake.asked_at, awake.moved_at) == ("active", None, house.clock.now())
    assert awake.stretches[0].timer.start is not None
    assert await story(house, table) == ["table.frozen", "table.thawed"]
    await later(house, 6 * DAY)
    assert len(await asked(house, table)) == 2


async def test_whoever_was_away_with_the_bot_is_asked_before_the_table_is_frozen(path: Path) -> None:
    clock = clock_at()
    async with opened(path, clock) as house:
        table = await begun(house, pace="none")
    clock.advance(60 * DAY)
    async with opened(path, clock) as house:
        await later(house, 60)
        assert present(house, table).status == "active"
        assert await asked(house, table) == [("asked", (101, 102, 103))]
        await later(house, DAY)
        assert present(house, table).status == "frozen"


async def test_a_machine_and_the_clock_are_nobody(house: House) -> None:
    table = await begun(house, pace="72h", late="fallback")
    for _ in range(8):
        await later(house, DAY)
    assert any(e.by == CLOCK for e in await house.tables.history.read_entries(table.id))
    assert len(await asked(house, table)) == 1


async def test_a_vote_is_an_act_of_a_person(house: House) -> None:
    table = await begun(house, pace="none")
    await later(house, 6 * DAY)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause", act="v")
    await house.tables.votes.answer_vote(vote.id, 102, False, act="w")
    await later(house, 6 * DAY)
    assert await asked(house, table) == []


async def test_nobody_asks_while_who_is_waited_for_is_on_vacation(house: House) -> None:
    table = await begun(house, pace="none")
    user = table.seats[table.seats_to_move[0]].user_id
    assert user is not None
    await house.tables.vacations.begin_or_plan_vacation(user, None, "10d")
    await later(house, 8 * DAY)
    assert await asked(house, table) == []
    await later(house, 8 * DAY)
    assert await asked(house, table) == []
    await later(house, 2 * DAY)
    assert len(await asked(house, table)) == 1


async def test_a_table_played_by_the_clock_alone_asks_and_waits(house: House) -> None:
    """Twice in a row for everybody; then its clocks stand until somebody answers."""
    table = await begun(house, pace="12h", late="fallback")
    for _ in range(200):
        await later(house, HOUR)
        if await asked(house, table):
            break
    now = present(house, table)
    assert [seat.missed for seat in now.seats] >= [2, 2, 2]
    assert all(stretch.timer.start is None for stretch in now.stretches)
    assert now.moved_at is not None
    assert house.clock.now() - now.moved_at < 7 * DAY
    for _ in range(5):
        await later(house, DAY)
    assert present(house, table).seq == now.seq
    assert len(await asked(house, table)) == 1
    await later(house, 30 * DAY)
    assert present(house, table).status == "frozen"
    awake = await house.tables.pauses.resume_game(table.id, ANN)
    assert {seat.missed for seat in awake.seats} == {0}
    assert awake.stretches[0].timer.due == house.clock.now() + 12 * HOUR  # they are asked anew


async def test_one_person_who_comes_is_enough_for_the_clock_to_go_on(house: House) -> None:
    table = await begun(house, pace="12h", late="fallback")
    for _ in range(60):
        await later(house, 3 * HOUR)
        table = await house.tables.registry.load_table(table.id)
        mine = table.seat_of(101)
        assert mine is not None
        if mine.index in table.seats_to_move:
            await house.tables.moves.play_moves(table.id, 101, [house.legal(table, mine.index)[0]], act=f"a{table.seq}")
    assert await asked(house, table) == []
    assert any(e.by == CLOCK for e in await house.tables.history.read_entries(table.id))


async def test_a_move_answers_for_all(house: House) -> None:
    table = await begun(house, pace="none")
    await later(house, 8 * DAY)
    table = await aside(house, present(house, table))
    assert table.asked_at is None
    assert due_dates.continue_question_at(table) == house.clock.now() + 7 * DAY


# --- undo, and seats that are taken back ------------------------------------------------------------------------


async def test_an_undo_leaves_the_pause_as_it_is(house: House) -> None:
    table = await begun(house)
    (seat,) = table.seats_to_move
    user = table.seats[seat].user_id
    assert user is not None
    table = await aside(house, table)
    table = await paused(house, table)
    vote = await house.tables.votes.propose_vote(table.id, user, "undo")
    for other in (101, 102, 103):
        if other != user:
            await house.tables.votes.answer_vote(vote.id, other, True)
    table = present(house, table)
    assert (table.status, table.seats_to_move) == ("paused", (seat,))
    assert all(stretch.timer.start is None for stretch in table.stretches)


async def test_who_takes_their_seat_back_ends_no_pause(house: House) -> None:
    table = await begun(house, late="machine")
    await later(house, DAY + 60)
    gone = next(seat for seat in present(house, table).seats if seat.machine)
    assert gone.user_id is not None
    await house.tables.pauses.pause_as_moderator(table.id, MO)
    back = await house.tables.seat_transfers.return_seat(table.id, gone.user_id)
    assert (back.status, back.seats[gone.index].is_human) == ("paused", True)
    assert all(stretch.timer.start is None for stretch in back.stretches)


async def test_who_takes_their_seat_back_wakes_a_frozen_table(house: House) -> None:
    table = await begun(house, late="machine")
    await later(house, DAY + 60)
    gone = next(seat for seat in present(house, table).seats if seat.machine)
    assert gone.user_id is not None
    await later(house, 8 * DAY)
    await later(house, 31 * DAY)
    assert present(house, table).status == "frozen"
    back = await house.tables.seat_transfers.return_seat(table.id, gone.user_id)
    assert (back.status, back.asked_at) == ("active", None)


async def test_a_move_that_wakes_a_table_gives_the_others_their_whole_time(house: House) -> None:
    table = await house.lobby(ANN, BEN, CID)
    await house.tables.lobby.set_pace(table.id, 101, "24h")
    table = await house.tables.game_start.start_game(table.id, 101)
    await later(house, 8 * DAY)
    await later(house, 31 * DAY)
    frozen = await house.tables.registry.load_table(table.id)
    assert frozen.status == "frozen"
    first, *others = frozen.seats_to_move
    user = frozen.seats[first].user_id
    assert user is not None
    awake = (await house.tables.moves.play_moves(table.id, user, [house.legal(frozen, first)[0]], act="m")).table
    for seat in others:
        stretch = awake.pending_turn_of(seat)
        assert stretch is not None
        assert stretch.timer.due == house.clock.now() + 12 * HOUR  # half, as it is their first decision
