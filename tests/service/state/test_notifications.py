"""Who hears of a table elsewhere or later than by its message: quiet hours, direct messages, digests."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from service.state import notifications
from service.state.model import TableChannel
from service.state.notifications import is_still_relevant
from service.store import codec
from service.time import user_hours
from service.time.hours import next_open_instant
from tools.soak.fixed_luck import clock_at

from ..calling import DAY, HOUR, MONDAY, asked, letters, pinged, posted, until, wants
from ..house import ANN, BEN, CID, House, opened
from .test_late import aside, present, told


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with opened(path, clock_at(MONDAY)) as made:
        yield made


# --- P7


async def test_P7_who_hears_elsewhere_is_left_out_of_the_ping(house: House) -> None:
    await wants(house, 102, ping="dm")
    await wants(house, 103, ping="off")
    table = await house.game(ANN, BEN, CID)
    await house.idle()
    assert await pinged(house, table) == (101,)
    assert await letters(house, 101) == []
    assert await letters(house, 102) == [("dm", table.id, ["start"])]
    assert await letters(house, 103) == []
    assert house.witness.called_up == [102]


async def test_P7_both_is_a_mention_and_a_direct_message(house: House) -> None:
    await wants(house, 102, ping="both")
    table = await house.game(ANN, BEN, CID)
    await house.idle()
    assert 102 in await pinged(house, table)
    assert await letters(house, 102) == [("dm", table.id, ["start"])]


async def test_P7_in_quiet_hours_nothing_comes_and_one_line_at_their_end(house: House) -> None:
    await wants(house, 102, quiet="9-12")
    table = await house.game(ANN, BEN, CID)
    await house.idle()
    assert await pinged(house, table) == (101, 103)
    assert await told(house, table) == []
    await until(house, MONDAY + 2 * HOUR - 10)
    assert await told(house, table) == []
    await until(house, MONDAY + 2 * HOUR + 1)
    seat = present(house, table).seat_of(102)
    assert seat is not None
    assert await told(house, table) == [(seat.index, "woke")]
    assert house.tables.direct_messages.can_mention_user(102, house.clock.now())
    await until(house, MONDAY + 3 * HOUR)
    assert await told(house, table) == [(seat.index, "woke")]


async def test_the_end_of_quiet_hours_falls_due_like_the_rest(house: House) -> None:
    await wants(house, 102, quiet="9-12")
    table = await house.game(ANN, BEN)
    coming = await house.tables.next_due_action()
    assert coming is not None
    assert (coming.at, coming.what, coming.table_id, coming.seat) == (MONDAY + 2 * HOUR, "call", table.id, 1)


async def test_what_is_settled_meanwhile_is_not_told(house: House) -> None:
    await wants(house, 102, quiet="9-12")
    table = await house.game(ANN, BEN)
    await aside(house, table)  # they have moved all the same; whoever is asked now hears of that alone
    await until(house, MONDAY + 2 * HOUR + 1)
    assert len(await told(house, table)) <= 1
    assert await house.store.read(lambda t: t.ungathered_notifications(102)) == []


async def test_several_tables_are_told_in_one_direct_message(house: House) -> None:
    await wants(house, 102, ping="dm", quiet="9-12")
    one = await house.game(ANN, BEN, home=TableChannel(7, 70))
    two = await house.game(CID, BEN, home=TableChannel(8, 80))
    await house.idle()
    assert await letters(house, 102) == []
    await until(house, MONDAY + 2 * HOUR + 1)
    (letter,) = await house.tables.direct_messages.list_due_messages(102)
    assert (letter.how, letter.table_id) == ("dm", None)
    assert {call.table_id for call in letter.notifications} == {one.id, two.id}


async def test_a_bot_that_slept_through_calls_nobody_in_the_next_night(path: Path) -> None:
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        await wants(house, 102, quiet="9-12")
        table = await house.game(ANN, BEN)
    clock.advance(DAY)
    async with opened(path, clock) as house:  # it is 10:00 again
        await house.idle()
        assert [what for seat, what in await told(house, table) if seat == 1] == []
        await until(house, MONDAY + DAY + 2 * HOUR + 1)
        assert [what for seat, what in await told(house, table) if seat == 1] == ["woke"]


async def test_other_wishes_move_what_waits(house: House) -> None:
    await wants(house, 102, quiet="9-12")
    table = await house.game(ANN, BEN)
    await wants(house, 102, quiet="off")
    await house.idle()
    assert [what for _, what in await told(house, table)] == ["woke"]
    await wants(house, 101, ping="digest")
    await aside(house, table)
    await wants(house, 101, ping="off")
    assert await house.store.read(lambda t: t.ungathered_notifications(101)) == []


async def test_a_ping_that_waited_counts_as_none_after_an_undo(house: House) -> None:
    await wants(house, 102, quiet="9-12")
    table = await house.game(ANN, BEN)
    (call,) = await house.store.read(lambda t: t.ungathered_notifications(102))
    assert call.seq == table.seq
    assert await house.store.read(lambda t: t.users_with_undelivered(table.id)) == {102}


async def test_a_vote_waits_for_the_end_of_quiet_hours(house: House) -> None:
    table = await house.game(ANN, BEN)
    await wants(house, 102, quiet="9-12")
    vote = await house.tables.votes.propose_vote(table.id, 101, "end")
    assert not house.tables.direct_messages.can_mention_user(102, vote.opened_at)
    await until(house, MONDAY + 2 * HOUR + 1)
    assert ("mention", table.id, ["vote"]) in await letters(house, 102)
    await house.tables.votes.answer_vote(vote.id, 102, False)
    assert await letters(house, 102) == []


async def test_of_two_votes_that_waited_the_open_one_calls_once(house: House) -> None:
    table = await house.game(ANN, BEN)
    await wants(house, 102, rest="Mon 09:00-Tue 12:00", timezone="UTC")
    await house.tables.votes.propose_vote(table.id, 101, "pause")
    await until(house, MONDAY + 25 * HOUR)
    assert house.tables.registry.open_vote_of(table.id) is None
    table = await asked(house, table, 102)
    await house.tables.votes.propose_vote(table.id, 101, "end")
    await until(house, MONDAY + 26 * HOUR + 1)
    told = [what for _, _, what in await letters(house, 102)]
    assert [each for what in told for each in what].count("vote") == 1


async def test_a_turn_that_goes_on_is_told_by_the_call_that_waited(house: House) -> None:
    """Somebody's decision was put off while nobody else was waited for: that they come back to it is not told anew."""
    await wants(house, 102, ping="digest", digest="18:00")
    table = await asked(house, await house.game(ANN, BEN), 102)
    waiting = [row for row in await house.store.read(lambda t: t.ungathered_notifications(102)) if row.what == "turn"]
    seat = table.seat_of(102)
    assert seat is not None
    assert [row.seq for row in waiting] == [seat.pinged_seq]
    later = replace(table, stretches=tuple(replace(s, seq=s.seq + 3) for s in table.stretches))
    assert is_still_relevant(codec.notification_from_row(waiting[0]), later, None)
    told_anew = replace(later, seats=tuple(replace(s, pinged_seq=table.seq + 3) for s in later.seats))
    assert not is_still_relevant(codec.notification_from_row(waiting[0]), told_anew, None)


# --- digests


async def test_one_digest_a_day_whatever_the_clock_does(house: House) -> None:
    await wants(house, 102, ping="digest", digest="18:00", timezone="Europe/Bucharest")  # 16:00 in Greenwich
    table = await house.game(ANN, BEN)
    await until(house, MONDAY + 6 * HOUR - 10)
    assert await letters(house, 102) == []
    await until(house, MONDAY + 6 * HOUR + 1)
    assert [how for how, _, _ in await letters(house, 102)] == ["digest"]
    await posted(house, 102)
    table = await asked(house, table, 102)
    house.clock.offset -= HOUR  # the clock is set back, and it is that hour once more
    await until(house, MONDAY + 6 * HOUR + 2)
    assert await letters(house, 102) == []
    await until(house, MONDAY + DAY + 6 * HOUR + 2)
    assert [how for how, _, _ in await letters(house, 102)] == ["digest"]


async def test_an_hour_chosen_anew_brings_no_second_digest(house: House) -> None:
    await wants(house, 102, ping="digest", digest="11:00")
    table = await house.game(ANN, BEN)
    await until(house, MONDAY + HOUR + 1)
    await posted(house, 102)
    await asked(house, table, 102)
    await wants(house, 102, digest="13:00")
    await until(house, MONDAY + 3 * HOUR + 1)
    assert await letters(house, 102) == []


async def test_a_digest_that_comes_after_midnight_does_not_take_the_place_of_the_next(path: Path) -> None:
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        await wants(house, 102, ping="digest", digest="18:00")
        table = await house.game(ANN, BEN)
    clock.advance(15 * HOUR)  # nobody looked at 18:00: it is one in the morning
    async with opened(path, clock) as house:
        await house.idle()
        assert [how for how, _, _ in await letters(house, 102)] == ["digest"]
        await posted(house, 102)
        await asked(house, await house.tables.registry.load_table(table.id), 102)
        await until(house, MONDAY + DAY + 8 * HOUR + 1)
        assert [how for how, _, _ in await letters(house, 102)] == ["digest"]


async def test_an_empty_digest_is_not_sent(house: House) -> None:
    await wants(house, 102, ping="digest", digest="18:00")
    await house.game(ANN, CID)
    await until(house, MONDAY + 9 * HOUR)
    assert await letters(house, 102) == []
    assert house.witness.called_up == []


# --- all of it together


class Told:
    """How often everybody was told of each of their stretches, in whatever place."""

    def __init__(self, house: House, table_id: int) -> None:
        self.house, self.table_id = house, table_id
        self.times: Counter[tuple[int, int]] = Counter()
        self.posts: set[int] = set()
        self.woke: set[tuple[int, int]] = set()

    async def look(self) -> None:
        """Count what is new; letters are sent."""
        await self.house.idle()
        table = await self.house.tables.registry.load_table(self.table_id)
        rows = await self.house.store.read(
            lambda t: t.db.execute("SELECT number, seq, reason, pings, apart FROM posts").fetchall()
        )
        for number, seq, reason, pings, apart in rows:
            if number not in self.posts and reason in ("turn", "start"):
                self.times.update((int(user), seq) for user in pings.split() if user not in apart.split())
            self.posts.add(number)
        for notice in await self.house.tables.reminders.list_reminders(self.table_id):
            key = (table.seats[notice.seat].user_id or 0, notice.seq)
            if notice.what == "woke" and key not in self.woke:
                self.woke.add(key)
                self.times[key] += 1
        for user in (101, 102, 103):
            for letter in await self.house.tables.direct_messages.list_due_messages(user):
                self.times.update((user, call.seq) for call in letter.notifications if call.what in ("turn", "start"))
            await posted(self.house, user)


@pytest.mark.parametrize("seed", range(4))
async def test_everybody_is_told_once_of_every_stretch(house: House, seed: int) -> None:
    luck = Random(seed)
    table = await house.game(ANN, BEN, CID, key=bytes([seed]) * 64)
    told_ = Told(house, table.id)
    for _ in range(120):
        await told_.look()
        table = await house.tables.registry.load_table(table.id)
        if not table.is_open:
            break
        for stretch in table.stretches:
            user = table.seats[stretch.seat].user_id or 0
            settings = house.tables.registry.settings.get(user, {})
            awake = next_open_instant(user_hours.closed_hours(settings), house.clock.now()) == house.clock.now()
            if awake and notifications.preferred_delivery(settings) != "digest":
                assert told_.times[user, stretch.seq] == 1, (user, stretch, settings)
        what = luck.random()
        if what < 0.5:
            seat = luck.choice(table.seats_to_move)
            line = luck.choice(house.legal(table, seat))
            await house.tables.moves.play_moves(
                table.id, table.seats[seat].user_id or 0, [line], act=f"{seed} {table.seq}"
            )
        elif what < 0.8:
            house.clock.advance(luck.randrange(6 * HOUR))
        else:
            ping, quiet = luck.choice(("mention", "dm", "digest")), luck.choice(("off", "22-7", "9-15"))
            await wants(house, luck.choice((101, 102, 103)), ping=ping, quiet=quiet)
    assert max(told_.times.values()) == 1
    assert len(told_.times) > 5
