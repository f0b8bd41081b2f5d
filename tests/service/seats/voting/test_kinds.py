"""What can be voted on: who decides, what follows, what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from service.errors import ServiceError
from service.seats.voting.kinds import VOTE_KINDS
from service.state.model import Table, Vote, VoteKey
from service.state.turn_clocks import REQUESTED_MOVE_SECONDS
from service.time.time_errors import BadTime
from tests.service.house import ANN, BEN, CID, DAN, House, TableChannel, opened
from tests.service.play.test_lobby import refused
from tests.service.state.test_late import DAY, HOUR, aside, begun, later, present, told
from tools.soak.fixed_luck import clock_at


async def four(house: House, pace: str = "24h", late: str = "ask") -> Table:
    table = await house.lobby(ANN, BEN, CID, DAN)
    await house.tables.lobby.set_pace(table.id, 101, pace)
    await house.tables.lobby.set_late(table.id, 101, late)
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    return await aside(house, await house.tables.game_start.start_game(table.id, 101))


async def agreed(house: House, table: Table, what: VoteKey, value: str | None = None) -> Table:
    """Everybody who is asked says yes until it is decided."""
    vote = await house.tables.votes.propose_vote(table.id, 101, what, value=value, act=f"{what} {value} {table.seq}")
    for user in vote.voters:
        if vote.status == "open" and user not in vote.yes:
            vote = await house.tables.votes.answer_vote(vote.id, user, True, act=f"{vote.id} {user}")
    assert vote.status == "passed"
    return present(house, table)


async def voted(house: House, vote: Vote) -> Vote:
    found = await house.tables.votes.find_vote(vote.id)
    assert found is not None
    return found


def test_every_kind_of_vote_has_its_room_but_those_that_come() -> None:
    assert {kind.what for kind in VOTE_KINDS} >= set(get_args(VoteKey)) - {"replace"}


# --- who decides -------------------------------------------------------------------------------------------------


async def test_of_four_three_pause(house: House) -> None:
    table = await four(house)
    vote = await house.tables.votes.propose_vote(table.id, 104, "pause")
    assert (await house.tables.votes.answer_vote(vote.id, 101, True)).status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, 102, False)).status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, 103, True)).status == "passed"


async def test_of_four_two_refuse(house: House) -> None:
    table = await four(house)
    vote = await house.tables.votes.propose_vote(table.id, 104, "pause")
    assert (await house.tables.votes.answer_vote(vote.id, 101, False)).status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, 102, False)).status == "declined"


async def test_of_two_it_is_the_wish_of_one_and_the_consent_of_the_other(house: House) -> None:
    table = await house.aside(await house.game(ANN, BEN))
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    assert vote.status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, 102, False)).status == "declined"
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    assert (await house.tables.votes.answer_vote(vote.id, 102, True)).status == "passed"


async def test_who_asked_and_declines_takes_it_back(house: House) -> None:
    table = await four(house)
    vote = await house.tables.votes.propose_vote(table.id, 104, "pause")
    assert (await house.tables.votes.answer_vote(vote.id, 104, False)).status == "declined"


async def test_who_is_late_does_not_count_until_they_answer(house: House) -> None:
    table = await four(house)
    (seat,) = table.seats_to_move
    late = table.seats[seat].user_id
    asking, *others = [user for user in (101, 102, 103, 104) if user != late]
    await later(house, DAY + 60)
    vote = await house.tables.votes.propose_vote(table.id, asking, "end")
    assert late in vote.voters
    assert (await house.tables.votes.answer_vote(vote.id, others[0], True)).status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, others[1], True)).status == "passed"


async def test_who_is_late_and_says_no_is_heard(house: House) -> None:
    table = await four(house)
    late = table.seats[table.seats_to_move[0]].user_id
    assert late is not None
    await later(house, DAY + 60)
    vote = await house.tables.votes.propose_vote(table.id, next(u for u in (101, 102) if u != late), "end")
    assert (await house.tables.votes.answer_vote(vote.id, late, False)).status == "declined"


async def test_who_becomes_late_while_it_is_open_stands_in_nobodys_way(house: House) -> None:
    table = await four(house)
    late = table.seats[table.seats_to_move[0]].user_id
    asking, *others = [user for user in (101, 102, 103, 104) if user != late]
    vote = await house.tables.votes.propose_vote(table.id, asking, "end")
    for user in others:
        await house.tables.votes.answer_vote(vote.id, user, True)
    await later(house, DAY - 60)
    assert (await voted(house, vote)).status == "open"
    await later(house, 120)
    assert (await voted(house, vote)).status == "passed"
    assert (await house.tables.registry.load_table(table.id)).status == "abandoned"


async def test_nobody_ends_a_game_alone_at_once_because_all_others_are_late(house: House) -> None:
    table = await house.lobby(ANN, BEN)
    await house.tables.lobby.set_pace(table.id, 101, "10m")
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    table = await aside(house, await house.tables.game_start.start_game(table.id, 101))
    late = table.seats[table.seats_to_move[0]].user_id
    other = 101 if late == 102 else 102
    await later(house, HOUR)
    vote = await house.tables.votes.propose_vote(table.id, other, "end")
    assert vote.status == "open"
    await later(house, 72 * HOUR - 60)
    assert (await voted(house, vote)).status == "open"
    await later(house, 120)
    assert (await voted(house, vote)).status == "passed"


async def test_a_vote_that_nobody_answers_is_declined(house: House) -> None:
    table = await four(house, pace="none")
    vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
    await later(house, DAY - 60)
    assert (await voted(house, vote)).status == "open"
    await later(house, 120)
    assert (await voted(house, vote)).status == "declined"
    assert present(house, table).status == "active"


async def test_the_same_asked_again_is_a_yes_and_twice_is_refused(house: House) -> None:
    table = await four(house)
    vote = await house.tables.votes.propose_vote(table.id, 101, "pace", value="48h")
    with refused("vote_asked"):
        await house.tables.votes.propose_vote(table.id, 101, "pace", value="2 days")
    with refused("vote_open"):
        await house.tables.votes.propose_vote(table.id, 102, "pace", value="72h")
    with refused("vote_open"):
        await house.tables.votes.propose_vote(table.id, 102, "pause")
    again = await house.tables.votes.propose_vote(table.id, 102, "pace", value="2 days", act="a")
    assert (again.id, again.yes) == (vote.id, (101, 102))
    assert await house.tables.votes.propose_vote(table.id, 102, "pace", value="2 days", act="a") == again
    last = await house.tables.votes.propose_vote(table.id, 103, "pace", value="48h")
    assert (last.id, last.status) == (vote.id, "passed")


async def test_whose_seat_a_machine_holds_has_no_say(house: House) -> None:
    table = await four(house, late="machine")
    await later(house, DAY + 60)
    gone = next(seat for seat in present(house, table).seats if seat.machine)
    assert gone.user_id is not None
    with refused("machine_seat"):
        await house.tables.votes.propose_vote(table.id, gone.user_id, "pause")
    asking = next(seat.user_id for seat in present(house, table).human_seats)
    assert asking is not None
    vote = await house.tables.votes.propose_vote(table.id, asking, "pause")
    assert gone.user_id not in vote.voters


@pytest.mark.parametrize(
    ("what", "value"), [("pause", None), ("pace", "48h"), ("late", "machine"), ("language", "en"), ("end", None)]
)
async def test_who_may_ask_and_where(house: House, what: Any, value: str | None) -> None:
    lobby = await house.lobby(DAN, home=TableChannel(7, 9))
    with refused("paused_lobby"):
        await house.tables.votes.propose_vote(lobby.id, 104, what, value=value)
    table = await begun(house)
    with refused("not_seated"):
        await house.tables.votes.propose_vote(table.id, 104, what, value=value)
    await house.tables.moves.resign(table.id, 103, act="gone")
    with refused("resigned"):
        await house.tables.votes.propose_vote(table.id, 103, what, value=value)
    over = await agreed(house, await house.game(ANN, BEN, home=TableChannel(7, 10)), "pause")
    await house.tables.pauses.end_as_moderator(over.id, CID)
    with refused("game_over"):
        await house.tables.votes.propose_vote(over.id, 101, what, value=value)


async def test_a_vote_that_would_change_nothing(house: House) -> None:
    table = await begun(house)
    for what, value in (("pace", "1 day"), ("late", "ask"), ("language", "en")):
        with refused("so_already"):
            await house.tables.votes.propose_vote(table.id, 101, what, value=value)
    with refused("option_bad"):
        await house.tables.votes.propose_vote(table.id, 101, "late", value="never")
    with refused("option_bad"):
        await house.tables.votes.propose_vote(table.id, 101, "language", value="he")
    with pytest.raises(BadTime):
        await house.tables.votes.propose_vote(table.id, 101, "pace", value="soon")
    await agreed(house, table, "pause")
    with refused("pause_already"):
        await house.tables.votes.propose_vote(table.id, 101, "pause")


# --- what follows ------------------------------------------------------------------------------------------------


async def test_more_time_counts_at_once(house: House) -> None:
    table = await begun(house, pace="12h")
    house.clock.advance(6 * HOUR)
    due = present(house, table).stretches[0].timer.due or 0
    table = await agreed(house, table, "pace", "48h")
    assert table.pace == "48h"
    assert abs((table.stretches[0].timer.due or 0) - due - 36 * HOUR) < 5
    history = await house.tables.history.read_entries(table.id)
    assert (history[-1].events[0].key, history[-1].events[0].params) == ("table.pace", {"pace": "48h"})


async def test_more_time_helps_who_is_late(house: House) -> None:
    table = await begun(house, pace="12h")
    await later(house, 13 * HOUR)
    table = await agreed(house, table, "pace", "24h")
    timer = table.stretches[0].timer
    assert abs((timer.due or 0) - house.clock.now() - 11 * HOUR) < 5
    assert timer.step == 1  # half of it has passed, and they have been reminded
    await later(house, 10.5 * HOUR)
    assert {what for _, what in await told(house, table)} == {"due", "late"}


async def test_nothing_falls_due_sooner_by_a_vote(house: House) -> None:
    table = await begun(house, pace="72h")
    before = table.stretches[0]
    table = await agreed(house, table, "pace", "12h")
    assert table.stretches[0] == before
    while table.pending_turn_of(before.seat) is not None:
        table = await aside(house, table)
    assert table.stretches[0].timer.allowance == 12 * HOUR


async def test_a_limit_where_there_was_none_begins_now(house: House) -> None:
    table = await begun(house, pace="none")
    await later(house, 5 * DAY)
    table = await agreed(house, table, "pace", "24h")
    assert table.stretches[0].timer.due == house.clock.now() + DAY


async def test_without_a_limit_nobody_is_late_any_more(house: House) -> None:
    table = await begun(house, pace="12h")
    await later(house, 13 * HOUR)
    table = await agreed(house, table, "pace", "none")
    assert table.stretches[0].timer.due is None


async def test_a_new_bank_is_full(house: House) -> None:
    table = await begun(house, pace="bank:1d+6h")
    house.clock.advance(20 * HOUR)
    seat = table.seats_to_move[0]
    while table.pending_turn_of(seat) is not None:
        table = await aside(house, table)
    assert (table.seats[seat].bank or 0) < DAY
    table = await agreed(house, table, "pace", "bank:3d+12h")
    assert house.tables.timekeeper.time_banks_by_seat(table)[seat] == 3 * DAY
    table = await agreed(house, table, "pace", "24h")
    assert {seat.bank for seat in table.seats} == {None}


async def test_an_undo_to_before_another_pace_gives_back_no_bank(house: House) -> None:
    table = await begun(house, pace="bank:3d+12h")
    house.clock.advance(40 * HOUR)
    (seat,) = table.seats_to_move
    user = table.seats[seat].user_id
    assert user is not None
    while table.pending_turn_of(seat) is not None:
        table = await aside(house, table)
    to = table.seq
    table = await agreed(house, table, "pace", "24h")
    vote = await house.tables.votes.propose_vote(table.id, user, "undo", to)
    for other in (101, 102, 103):
        if other != user:
            await house.tables.votes.answer_vote(vote.id, other, True)
    assert {seat.bank for seat in present(house, table).seats} == {None}


async def test_a_pace_agreed_in_a_pause_counts_after_it(house: House) -> None:
    table = await begun(house, pace="12h")
    house.clock.advance(6 * HOUR)
    table = await agreed(house, table, "pause")
    table = await agreed(house, table, "pace", "24h")
    assert table.stretches[0].timer.start is None
    house.clock.advance(5 * DAY)
    table = await house.tables.pauses.resume_game(table.id, ANN)
    assert abs((table.stretches[0].timer.due or 0) - house.clock.now() - 18 * HOUR) < 5


async def test_another_answer_to_who_is_late_surprises_nobody(house: House) -> None:
    table = await begun(house)
    await later(house, DAY + HOUR)
    before = present(house, table)
    table = await agreed(house, before, "late", "fallback")
    assert table.late == "fallback"
    assert [w for _, w in await told(house, table)][-1] == "due"  # which says what will be played
    await later(house, REQUESTED_MOVE_SECONDS - 60)
    assert present(house, table).seq == table.seq
    await later(house, 120)
    assert present(house, table).seq > table.seq


async def test_who_is_not_late_yet_has_their_time(house: House) -> None:
    table = await agreed(house, await begun(house), "late", "fallback")
    (stretch,) = table.stretches
    assert stretch.timer.act_at == stretch.timer.due
    table = await agreed(house, table, "late", "ask")
    assert table.stretches[0].timer.act_at is None


async def test_another_language(house: House) -> None:
    house.tables.registry.complete_languages = lambda: ("en", "he")
    table = await agreed(house, await begun(house), "language", "he")
    assert table.language == "he"


async def test_a_machine_that_takes_a_seat_leaves_a_vote_to_the_others(house: House) -> None:
    table = await four(house, late="machine")
    late = table.seats[table.seats_to_move[0]].user_id
    asking, *others = [user for user in (101, 102, 103, 104) if user != late]
    await later(house, DAY - HOUR)
    vote = await house.tables.votes.propose_vote(table.id, asking, "end")
    await house.tables.votes.answer_vote(vote.id, others[0], True)
    await later(house, 2 * HOUR)
    assert (await voted(house, vote)).status == "open"
    assert (await house.tables.votes.answer_vote(vote.id, others[1], True)).status == "passed"


# --- misfortune --------------------------------------------------------------------------------------------------


async def test_a_decided_vote_is_owed_until_its_message_says_so(path: Path) -> None:
    clock = clock_at()
    async with opened(path, clock) as house:
        table = await begun(house)
        vote = await house.tables.votes.propose_vote(table.id, 101, "pause")
        assert [each.id for each in await house.tables.votes.votes_to_show(table.id)] == [vote.id]
        await house.tables.votes.record_vote_message(vote.id, 555, 70)
        assert await house.tables.votes.votes_to_show(table.id) == []
        await house.tables.votes.answer_vote(vote.id, 102, True)
        await house.tables.votes.record_vote_message(vote.id, 555, 70, "open")  # what was under way when it was decided
        assert [each.id for each in await house.tables.votes.votes_to_show(table.id)] == [vote.id]
    async with opened(path, clock) as house:
        assert table.id in await house.tables.outbox.list_tables_with_unsent_posts()
        await house.tables.votes.record_vote_message(vote.id, 555, 70, "passed")
        assert await house.tables.votes.votes_to_show(table.id) == []


async def test_a_vote_that_cannot_be_carried_out_when_its_time_comes_is_void(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await four(house)
    late = table.seats[table.seats_to_move[0]].user_id
    asking, *others = [user for user in (101, 102, 103, 104) if user != late]
    vote = await house.tables.votes.propose_vote(table.id, asking, "end")
    for user in others:
        await house.tables.votes.answer_vote(vote.id, user, True)

    async def cannot(*args: object, **named: object) -> None:
        raise ServiceError("undo_barrier", reason="version", name="")

    with monkeypatch.context() as patch:
        patch.setattr(type(house.tables.votes.kinds["end"]), "carry_out", cannot)
        await later(house, DAY + 60)
    assert (await voted(house, vote)).status == "void"
    assert present(house, table).status == "active"
