"""Visits of people: they come, look which tables wait for them, and play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.core import RulesError
from service.errors import ServiceError
from service.state.model import Person as Player
from service.state.model import Table
from service.state.seat_control import find_visible_seat
from service.state.seat_offer import find_offer_to_user

from . import acts, people
from .desk import SentPing
from .people import HOUR, SERVER, Person

if TYPE_CHECKING:
    from .shard import Shard


class Visits:
    """The visits of all people of a shard."""

    def __init__(self, shard: Shard) -> None:
        self.shard = shard
        self.touched: dict[int, set[int]] = {}  # tables where each person has played in this visit
        self.later: dict[tuple[int, int], int] = {}  # (person, table) -> time before which they do not play

    def told(self, told: SentPing) -> None:
        self.shard.ledger.told(told)
        person = self.shard.people[told.user]
        if person.luck.random() >= people.MISSED:
            self._comes(person, self.shard.watch.true + person.takes(people.TO_LOOK))

    def _comes(self, person: Person, at: float) -> None:
        """Schedules a look at `at`, or at the next presence."""
        there = person.arrives(int(at))
        if there is None or there >= self.shard.end:
            return
        if there > at:
            there += int(person.takes(people.TO_ARRIVE))
        if person.coming is None or there < person.coming:
            person.coming = there
            self.shard.agenda.at(there, lambda: self._visit(person, there))

    def comes_unasked(self, person: Person) -> None:
        at, left = self.shard.watch.true, person.unasked()
        while (there := person.arrives(int(at))) is not None:
            stays = next(end for begin, end in person.there if begin <= there < end) - there
            if left < stays:
                self.shard.agenda.at(there + left, lambda: self._looks(person))
                return
            left, at = left - stays, there + stays

    def _looks(self, person: Person) -> None:
        self._comes(person, self.shard.watch.true)
        self.comes_unasked(person)

    async def _visit(self, person: Person, at: int) -> None:
        """A person looks which tables wait for them, and plays there."""
        if person.coming != at:
            return
        person.coming = None
        if person.visiting:
            return
        if self.shard.process is None:
            self._comes(person, self.shard.watch.true + 20 * 60)
            return
        self.shard.done["visits"] += 1
        await self.shard.tables.known_people.record_name_and_time(Player(person.user, person.name))
        await self.shard.tables.member_leaves.record_presence(person.user, SERVER)
        await self.shard.loop.idle()
        await self.shard.follow()
        await self.shard.tables.conditional_moves.delete_told_moves(
            self.shard.tables.conditional_moves.list_dropped_moves(person.user)
        )
        for chance, act in acts.FOR_THEMSELVES:
            if person.luck.random() < chance:
                await self._try(act(self.shard, person))
        for number in self.shard.played:
            table = self.shard.tables.registry.get(number)
            if table is not None and find_offer_to_user(table, person.user) is not None:
                await self._try(acts.answer_seat_offer(self.shard, person, table))
                await self.shard.loop.idle()
                await self.shard.follow()
        for table in self.shard.tables.tables_by_urgency(person.user):
            if self._serves(person, table):
                await self._looks_at(person, table.id)
        person.visiting = True
        self._next(person, people.TO_DECIDE)

    async def _looks_at(self, person: Person, table_id: int) -> None:
        """A person's acts at a table besides playing."""
        light = self.shard.tables.registry.get(table_id)
        status = light.status if light is not None else "over"
        for often, act in {"active": acts.AT_TABLE, "paused": acts.RESTING, "frozen": acts.FROZEN}.get(status, ()):
            table = self.shard.tables.registry.get(table_id)
            if table is not None and table.status == status and person.luck.random() < often:
                await self._try(act(self.shard, person, table))
                await self.shard.loop.idle()
                await self.shard.follow()

    def _serves(self, person: Person, table: Table) -> bool:
        seat = find_visible_seat(table, person.user)
        return (
            seat is not None
            and not seat.resigned
            and table.id in self.shard.played
            and self.shard.watch.true < self.shard.deserted.get(table.id, self.shard.end)
        )

    async def _try(self, act: Any) -> None:
        try:
            await act
        except (ServiceError, RulesError) as error:
            self.shard.refusals[getattr(error, "key", str(error))] += 1

    def _next(self, person: Person, pause: tuple[float, float], table_id: int | None = None) -> None:
        """Schedules the next decision at this table, or at another one that waits for them."""
        if self.shard.process is not None and person.present(self.shard.watch.true):
            waiting = [
                table.id for table in self.shard.tables.tables_by_urgency(person.user) if self._waits(person, table)
            ]
            if waiting:
                chosen = table_id if table_id in waiting else waiting[0]
                pause = pause if chosen == table_id else people.TO_DECIDE
                self.shard.agenda.at(
                    self.shard.watch.true + max(1, person.takes(pause)), lambda: self._turn(person, chosen)
                )
                return
        person.visiting = False
        if self.shard.process is not None:
            self.shard.agenda.at(self.shard.watch.true + 1, lambda: self._goes(person))

    async def _goes(self, person: Person) -> None:
        """Acts before leaving, at the tables where they have played."""
        for table_id in sorted(self.touched.pop(person.user, set())):
            for often, act in acts.BEFORE_GOING:
                table = self.shard.tables.registry.get(table_id) if self.shard.process is not None else None
                if table is not None and table.status == "active" and person.luck.random() < often:
                    await self._try(act(self.shard, person, table))
                    await self.shard.loop.idle()
                    await self.shard.follow()

    def _waits(self, person: Person, table: Table) -> bool:
        seat = find_visible_seat(table, person.user)
        asked = seat is not None and seat.is_human and seat.index in table.seats_to_move and table.status == "active"
        stretch = table.pending_turn_of(seat.index) if seat is not None else None
        return asked and self._serves(person, table) and not (stretch is not None and self._postponed(person, table))

    def _postponed(self, person: Person, table: Table) -> bool:
        return self.shard.watch.true < self.later.get((person.user, table.id), 0)

    async def _turn(self, person: Person, table_id: int) -> None:
        """Makes one decision."""
        if self.shard.process is None:
            person.visiting = False
            self._comes(person, self.shard.watch.true + 20 * 60)
            return
        light = self.shard.tables.registry.get(table_id)
        if light is not None and self._waits(person, light):
            table = await self.shard.tables.registry.load_table(table_id)
            stretch = table.stretches[0]
            if stretch.timer.step and person.luck.random() < 0.1:
                self.later[person.user, table_id] = self.shard.watch.true + 2 * HOUR
                self._comes(person, self.shard.watch.true + 2 * HOUR)
                await self._try(acts.announce_move(self.shard, person, table))
            else:
                self.shard.done["decisions"] += 1
                self.shard.played[table_id].moves += 1
                self.touched.setdefault(person.user, set()).add(table_id)
                await self._try(acts.make_move(self.shard, person, table))
                for often, act in acts.AFTER_MOVE:
                    if person.luck.random() < often:
                        await self.shard.loop.idle()
                        await self.shard.follow()
                        await self._try(act(self.shard, person, table))
        await self.shard.loop.idle()
        self._next(person, people.TO_GO_ON, table_id)
