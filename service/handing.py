"""A seat changes hands: a friend or a machine stands in, its owner is back, somebody takes over for good."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

from db.rows import ActRow

from . import asking, calls, keeping, seats
from .errors import ServiceError
from .hall import Hall, Work
from .levels import usual_level
from .model import Ask, AskStatus, Person, Seat, StoredEvent, Stretch, Table, Vote, Why
from .playing import Pen, Playing, running
from .publish import Change
from .time.pace import bank_after, parse
from .time.refusals import BadTime
from .time.typed import DAY, HOUR
from .votes import Votes

LEAST: Final = HOUR
MOST: Final = 60 * DAY
Changed = tuple[Table, list[Change]]


class Handing:
    """Acts about who decides for a seat. Those without an underscore take the lock of the table and are carried to
    their end; `due` and `passed` are for who holds it."""

    def __init__(self, hall: Hall, playing: Playing, votes: Votes) -> None:
        self.hall = hall
        self.playing = playing
        self.votes = votes
        votes.carried_out["replace"] = self.passed

    # Asking

    async def standin(
        self, table_id: int, user_id: int, friend: Person | None, until: int | None, act: str | None
    ) -> Table:
        """Ask a friend to stand in for oneself; without one a machine does, at once, until then.

        ServiceError `standin_there` (name), `standin_alone`, `standin_until`, `owner_only`, and those of `may_come`;
        BadTime. The same again changes nothing.
        """

        async def work(table: Table) -> Changed:
            seat, now = seats.owned(table, user_id), self.hall.clock.now()
            if until is not None and not LEAST <= until - now <= MOST:
                raise BadTime("until", f"<t:{until}:f>", "until_limits", ("5d",), least="1h", most="60d")
            if seat.standin is not None and (friend is None or seat.standin != friend.user_id):
                raise ServiceError("standin_there", name=table.seat_name(seat.standin))
            if friend is None:
                return await self._machine(table, seat, until, act)
            asking.may_come(table, seat, friend.user_id)
            if (seat.standin, seat.standin_until) == (friend.user_id, until):
                return table, []
            asked = asking.opened(table, seat.index, "standin", "own", friend, user_id, until, now)
            return await self._asked(table, asked, friend, act)

        return await self._do(table_id, act, work)

    async def _machine(self, table: Table, seat: Seat, until: int | None, act: str | None) -> Changed:
        """A machine plays until then, or until its owner is back."""
        if until is None:
            raise ServiceError("standin_until")
        if all(other.index == seat.index for other in table.humans):
            raise ServiceError("standin_alone")
        if seat.machine is not None and seat.standin_until == until:
            return table, []
        pen = self.playing.pen(table, act)
        pen.write("table", "standin", seat.index, [StoredEvent("table.machine_standin", {"seat": seat.index})])
        there = replace(seat, machine=seat.machine or usual_level(), standin_until=until)
        return await self._commit(asking.without(seats.with_seat(table, there), seat.index), table, pen)

    async def replace(
        self, table_id: int, by: Person, index: int | None, newcomer: Person | None, act: str | None, *, moderator: bool
    ) -> tuple[Table, Vote | None]:
        """Let a seat be taken over, by somebody or by whoever comes: one's own (None), or that of somebody who is late,
        or one for whose owner a machine plays on. Where the others have to agree, the vote that asks them.

        ServiceError `replace_machine`, `replace_not_late` (seat), `vote_open`, and those of `may_come`.
        """
        table = await self.hall.load(table_id)
        running(table)
        found = seats.eyes(table, by.user_id) if index is None else None
        at = index if index is not None else found.index if found is not None else None
        if at is None or not 0 <= at < len(table.seats):
            raise ServiceError("not_seated")
        if self._why(table, table.seats[at], by.user_id, moderator=moderator) == "vote":
            vote = await self.hall.finish_anyway(self._proposed(table_id, by, at, newcomer, act))
            return await self.hall.load(table_id), vote

        async def work(table: Table) -> Changed:
            why = self._why(table, table.seats[at], by.user_id, moderator=moderator)
            return await self._offered(table, table.seats[at], why, by, newcomer, act)

        return await self._do(table_id, act, work), None

    def _why(self, table: Table, seat: Seat, user_id: int, *, moderator: bool) -> Why:
        """On whose word a seat may be offered to others; `vote`: the others have to agree."""
        if seat.user_id == user_id:
            seats.owned(table, user_id)
            return "own"
        if not moderator:
            seats.decides(table, user_id)
        if seat.standin == user_id:
            raise ServiceError("owner_only", seat=seat.index)
        if seat.user_id is None:
            raise ServiceError("replace_machine", seat=seat.index)
        if seat.resigned:
            return "free"
        if not asking.overdue(table, seat, self.hall.clock.now()):
            raise ServiceError("replace_not_late", seat=seat.index)
        if moderator:
            return "moderator"
        moved = any(entry.seat == seat.index and not entry.by_itself for entry in self.hall.brief_log(table.id))
        return "host" if user_id == table.host and not moved else "vote"

    async def _proposed(self, table_id: int, by: Person, index: int, newcomer: Person | None, act: str | None) -> Vote:
        """Ask the others whether somebody who is late is to be replaced."""

        def value(table: Table) -> tuple[str, Table]:
            seat = table.seats[index]
            if self._why(table, seat, by.user_id, moderator=False) != "vote":
                raise ServiceError("replace_not_late", seat=index)
            if newcomer is None:
                return f"{index} 0", table
            asking.may_come(table, seat, newcomer.user_id)
            return f"{index} {newcomer.user_id}", seats.with_guest(table, newcomer.user_id, newcomer.name)

        return await self.votes.propose_about(table_id, by.user_id, "replace", value, act)

    async def passed(self, table: Table, vote: Vote, act: str | None, work: Work) -> list[Change]:
        """The others have agreed that somebody is replaced."""
        index, user = map(int, (vote.value or "0 0").split(" "))
        newcomer = Person(user, table.seat_name(user)) if user else None
        asker = Person(vote.by, table.seat_name(vote.by))
        return (await self._offered(table, table.seats[index], "vote", asker, newcomer, act, work))[1]

    async def _offered(
        self,
        table: Table,
        seat: Seat,
        why: Why,
        by: Person,
        newcomer: Person | None,
        act: str | None,
        work: Work | None = None,
    ) -> Changed:
        if newcomer is not None:
            asking.may_come(table, seat, newcomer.user_id)
        now = self.hall.clock.now()
        asked = asking.opened(table, seat.index, "replace", why, newcomer, by.user_id, None, now)
        if why == "own":
            return await self._asked(table, asked, newcomer, act)
        if asked is table and work is None:
            return table, []
        if newcomer is not None:
            asked = seats.with_guest(asked, newcomer.user_id, newcomer.name)
        if table.seat_of(by.user_id) is None:
            asked = seats.with_guest(asked, by.user_id, by.name)
        pen = self.playing.pen(table, act, by.user_id)
        told = {"seat": seat.index, "user": by.user_id, "former_user": seat.user_id}
        pen.write("table", "offer", None, [StoredEvent(f"table.offered_{why}", told)])
        work = work or Work()
        if asked is not table:
            work.calls = [*work.calls, *calls.of_ask(asked, asked.asks[-1], self.hall.settings)]
        return await self._commit(asked, table, pen, work=work)

    async def _asked(self, table: Table, new: Table, asked: Person | None, act: str | None) -> Changed:
        """Write a question; its message goes out after the commit."""
        if new is table:
            return table, []
        if asked is not None:
            new = seats.with_guest(new, asked.user_id, asked.name)
        await self.hall.commit(table, new, Work(act=act, calls=calls.of_ask(new, new.asks[-1], self.hall.settings)))
        return new, [Change(new, "reminded")]

    # Answering

    async def take(self, table_id: int, person: Person, number: int, act: str | None) -> Table:
        """Do what one was asked: stand in, or take the seat over. ServiceError `ask_closed`, `ask_not_you` (name), and
        those of `may_come`."""

        async def work(table: Table) -> Changed:
            ask = asking.asked_of(table, number, person.user_id)
            seat = table.seats[ask.seat]
            asking.may_come(table, seat, person.user_id)
            done = self._stands_in if ask.what == "standin" else self._takes_over
            return await done(asking.answered(table, number, "accepted"), table, ask, person, act)

        return await self._do(table_id, act, work)

    async def _stands_in(self, there: Table, old: Table, ask: Ask, person: Person, act: str | None) -> Changed:
        seat, pen = old.seats[ask.seat], self.playing.pen(old, act, person.user_id)
        told = {"seat": seat.index, "user": person.user_id}
        pen.write("table", "standin", seat.index, [StoredEvent("table.standin", told)])
        new = seats.stood_in(there, seat, person.user_id, person.name, ask.until, old.seq + 1)
        return await self._commit(new, old, pen, self._rehoured(old, new, seat.index), Work(person=_known(person)))

    async def _takes_over(self, there: Table, old: Table, ask: Ask, person: Person, act: str | None) -> Changed:
        seat, pen = old.seats[ask.seat], self.playing.pen(old, act, person.user_id)
        told = {"seat": seat.index, "user": person.user_id, "former_user": seat.user_id}
        pen.write("table", "replace", seat.index, [StoredEvent("table.replaced", told)])
        left = self._charged(there, seat) if ask.why == "own" else seats.with_seat(there, replace(seat, bank=None))
        new = seats.handed(left, left.seats[seat.index], person.user_id, person.name, old.seq + 1)
        waited = self._anew(old, seat.index, pinged=True)
        leaver = None if seat.resigned else seat.user_id
        return await self._commit(new, old, pen, waited, Work(person=_known(person)), leaver)

    async def decline(self, table_id: int, user_id: int, number: int, act: str | None) -> Table:
        """Say that one does not. ServiceError `ask_closed`, `ask_not_you` (name)."""

        async def work(table: Table) -> Changed:
            ask = asking.asked_of(table, number, user_id)
            if ask.user_id is None:
                raise ServiceError("ask_closed")
            new = asking.answered(table, number, "declined")
            await self.hall.commit(table, new, Work(act=act))
            return new, [Change(new, "reminded")]

        return await self._do(table_id, act, work)

    async def shown(
        self, table_id: int, number: int, status: AskStatus, message_id: int | None, channel_id: int | None
    ) -> None:
        """The home tells that this is how a question stands, by that message if by any."""

        async def write() -> None:
            async with self.hall.lock(table_id):
                old = await self.hall.light(table_id)
                told = replace(
                    old.asks[number - 1],
                    shown=status,
                    shown_at=self.hall.clock.now(),
                    message_id=message_id,
                    channel_id=None if message_id is None else channel_id,
                )
                asks = tuple(told if ask.number == number else ask for ask in old.asks)
                await self.hall.commit(old, replace(old, asks=asks), Work())

        await self.hall.finish_anyway(write())

    # Coming back

    async def back(self, table_id: int, user_id: int, act: str | None = None) -> Table:
        """The owner plays on alone, and asks nobody any more; who stands in gives the seat back, or takes it from a
        machine. The same again changes nothing."""

        async def work(table: Table) -> Changed:
            seat = seats.decides(table, user_id)
            if seat.user_id != user_id:
                return await (
                    self._returned(table, seat, act, user_id)
                    if seat.machine is None
                    else self._awake(table, seat, act, user_id)
                )
            if seat.standin is None and seat.machine is None:
                new = asking.without(table, seat.index)
                if new.asks != table.asks:
                    await self.hall.commit(table, new, Work(act=act))
                return new, [Change(new, "reminded")]
            return await self._awake(table, seat, act, None)

        return await self._do(table_id, act, work)

    async def _awake(self, table: Table, seat: Seat, act: str | None, by: int | None) -> Changed:
        """Somebody takes a seat from the machine, or (its owner) from whoever decides for it."""
        pen = self.playing.pen(table, act, by)
        if by is None:
            new = seats.given_back(asking.without(table, seat.index), seat, table.seq + 1)
        else:
            new = seats.with_seat(table, replace(seat, machine=None))
        told = {"seat": seat.index, "user": seat.standin}
        over = StoredEvent("table.standin_over", told) if seat.machine is None else None
        pen.write("table", "back", seat.index, [over or StoredEvent("table.back", {"seat": seat.index})])
        here = replace(new, moved_at=pen.now, asked_at=None)
        return await self._commit(here, table, pen, self._rehoured(table, here, seat.index))

    async def _returned(self, table: Table, seat: Seat, act: str | None, by: int | None) -> Changed:
        """Its owner decides for a seat again without having come for it: they are called if it is waited for."""
        pen = self.playing.pen(table, act, by)
        if seat.standin is None:
            over = StoredEvent("table.machine_over", {"seat": seat.index})
        else:
            over = StoredEvent("table.standin_over", {"seat": seat.index, "user": seat.standin})
        pen.write("table", "return", seat.index, [over])
        new = seats.given_back(self._charged(table, seat), seat, table.seq + 1)
        return await self._commit(new, table, pen, self._anew(table, seat.index, pinged=False))

    async def due(self, table: Table, now: int) -> list[Change] | None:
        """The first thing about who decides here whose time is up, for somebody who holds the lock; None: nothing."""
        for ask in table.asks:
            if ask.status == "open" and ask.closes_at <= now:
                new = asking.answered(table, ask.number, "over")
                await self.hall.commit(table, new, Work())
                return [Change(new, "reminded")]
        for seat in table.seats:
            if seat.standin_until is not None and seat.standin_until <= now and not seat.resigned:
                full = await self.hall.loaded(table.id)
                return (await self._returned(full, full.seats[seat.index], None, None))[1]
        return None

    # Clocks

    def _charged(self, table: Table, seat: Seat) -> Table:
        """The table with what the present stretch took from the bank of a seat: another one begins."""
        stretch, pace = table.stretch_of(seat.index), parse(table.pace)
        if stretch is None or pace.bank is None or not seat.human:
            return table
        spent = keeping.counted(stretch.timer, self.hall.clock.now(), self.hall.hours(seat))
        return seats.with_seat(table, replace(seat, bank=bank_after(pace, seat.bank, spent)))

    def _rehoured(self, old: Table, new: Table, index: int) -> tuple[Stretch, ...]:
        """The stretches, that of the seat counting on in the hours of who decides for it now."""
        now = self.hall.clock.now()
        before, after = self.hall.hours(old.seats[index]), self.hall.hours(new.seats[index])
        return tuple(
            replace(s, timer=keeping.rehoured(s.timer, now, before, after)) if s.seat == index else s
            for s in old.stretches
        )

    def _anew(self, old: Table, index: int, *, pinged: bool) -> tuple[Stretch, ...]:
        """The stretches, that of the seat beginning again. `pinged`: who is to decide is here."""
        fresh = Stretch(index, self.hall.clock.now(), old.seq + 1, pinged=pinged)
        return tuple(fresh if s.seat == index else s for s in old.stretches)

    # Writing

    async def _commit(
        self,
        new: Table,
        old: Table,
        pen: Pen,
        waited: tuple[Stretch, ...] | None = None,
        work: Work | None = None,
        leaver: int | None = None,
    ) -> Changed:
        outcome, changes = await self.playing.commit(new, old, pen, work or Work(), waited, leaver)
        return outcome.table, changes

    async def _do(self, table_id: int, act: str | None, work: Callable[[Table], Coroutine[Any, Any, Changed]]) -> Table:
        async def now() -> Changed:
            self.hall.open_table(table_id)
            table = await self.hall.loaded(table_id)
            running(table)
            return await work(table)

        async def again(row: ActRow) -> Changed:
            return await self.hall.loaded(row.game_id), []

        async def whole() -> Table:
            async with self.hall.lock(table_id):
                new, changes = await self.hall.once(act, now, again)
            for change in changes:
                await self.hall.publish(change)
            return new

        return await self.hall.finish_anyway(whole())


def _known(person: Person) -> tuple[int, str]:
    return person.user_id, person.name
