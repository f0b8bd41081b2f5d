"""Changes of a seat's deciding user: stand-in, machine, return of the owner, new owner."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from db.rows import ActRow

from ..errors import ServiceError
from ..play.moves import Playing
from ..play.outbox import with_handover_post
from ..state import seat_control, seat_offer, table_limits, table_rest, turn_clocks
from ..state.machine_levels import default_level
from ..state.model import OfferStatus, PendingTurn, Person, Seat, SeatOffer, StoredEvent, Table, Vote
from ..state.requirements import require_running
from ..store.durable import durable
from ..store.log_writer import LogWriter, PendingWrites
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from ..time.pace import bank_after, parse_pace
from ..time.return_time import require_sensible_return
from . import seat_offers
from .seat_offers import Changed
from .votes import Votes


class SeatTransfers:
    """Public methods lock the table and are durable; `due` and `without` run under the lock."""

    def __init__(self, registry: TableRegistry, playing: Playing, votes: Votes) -> None:
        self.registry = registry
        self.playing = playing
        self.votes = votes

    # Offers

    async def offer_stand_in(
        self, table_id: int, user_id: int, friend: Person | None, until: int | None, act: str | None
    ) -> Table:
        """Offer the own seat to a stand-in; without `friend`, start a machine until then.

        ServiceError `standin_there` (name), `standin_alone`, `standin_until`, `owner_only`, and those of
        `require_may_take_seat`; BadTime. Idempotent.
        """

        async def work(table: Table) -> Changed:
            seat, now = seat_control.require_owned_seat(table, user_id), self.registry.clock.now()
            if until is not None:
                require_sensible_return(until, now)
            if seat.standin is not None and (friend is None or seat.standin != friend.user_id):
                raise ServiceError("standin_there", name=table.seat_name(seat.standin))
            if friend is None:
                return await self._start_machine(table, seat, until, act)
            seat_offer.require_may_take_seat(table, seat, friend.user_id)
            if (seat.standin, seat.standin_until) == (friend.user_id, until):
                return table, []
            offered = seat_offer.with_seat_offer(table, seat.index, "standin", "own", friend, user_id, until, now)
            return await seat_offers.write_seat_offer(self.registry, table, offered, friend, act)

        return await self._run_change(table_id, act, work)

    async def _start_machine(self, table: Table, seat: Seat, until: int | None, act: str | None) -> Changed:
        """Start a machine until then, or until the owner returns."""
        if until is None:
            raise ServiceError("standin_until")
        if seat_control.is_only_person(table, seat):
            raise ServiceError("standin_alone")
        if seat.machine is not None and seat.standin_until == until:
            return table, []
        writer = self.playing.new_log_writer(table, act)
        writer.write("table", "standin", seat.index, [StoredEvent("table.machine_standin", _seat_and_owner(seat))])
        with_machine = replace(seat, machine=seat.machine or default_level(), standin_until=until)
        new = seat_offer.without_seat_offer(seat_control.with_seat(table, with_machine), seat.index)
        return await self._commit_change(new, table, writer)

    async def offer_seat(
        self, table_id: int, by: Person, index: int | None, newcomer: Person | None, act: str | None, *, moderator: bool
    ) -> tuple[Table, Vote | None]:
        """Offer a seat to `newcomer` or anybody: one's own (`index` None), a late player's, or one played by a machine.
        Returns the vote if the others must agree.

        ServiceError as of `offer_reason_for`, `require_may_take_seat` and `Votes.propose_vote`.
        """
        table = await self.registry.load_table(table_id)
        require_running(table)
        at = index if index is not None else seat_control.require_owned_seat(table, by.user_id).index
        if not 0 <= at < len(table.seats):
            raise ServiceError("not_seated")
        reason = seat_offers.offer_reason_for(self.registry, table, table.seats[at], by.user_id, moderator=moderator)
        if reason == "vote":
            return await self._propose_replacement(table_id, by, at, newcomer, act)

        async def work(table: Table) -> Changed:
            seat = table.seats[at]
            reason = seat_offers.offer_reason_for(self.registry, table, seat, by.user_id, moderator=moderator)
            return await seat_offers.offer_seat(self.playing, table, seat, reason, by, newcomer, act)

        return await self._run_change(table_id, act, work), None

    async def _propose_replacement(
        self, table_id: int, by: Person, index: int, newcomer: Person | None, act: str | None
    ) -> tuple[Table, Vote]:
        """Propose a vote on replacing a late player."""

        async def add_name(table: Table) -> Changed:
            if newcomer is None:
                return table, []
            seat_offer.require_may_take_seat(table, table.seats[index], newcomer.user_id)
            new = seat_control.with_guest(table, newcomer.user_id, newcomer.name)
            if new.guests != table.guests:
                await self.registry.commit(table, new, PendingWrites())
            return new, []

        await self._run_change(table_id, act=None, work=add_name)
        value = f"{index} {newcomer.user_id if newcomer is not None else 0}"
        vote = await self.votes.propose_vote(table_id, by.user_id, "replace", value=value, act=act)
        return await self.registry.load_table(table_id), vote

    # Answers

    async def accept_offer(self, table_id: int, person: Person, number: int, act: str | None) -> Table:
        """Accept an offer. ServiceError `ask_closed`, `ask_not_you` (name), and those of `require_may_take_seat`."""

        async def work(table: Table) -> Changed:
            offer = seat_offer.require_open_offer(table, number, person.user_id)
            seat_offer.require_may_take_seat(table, table.seats[offer.seat], person.user_id, "take")
            table_limits.check_may_sit(self.registry.open_tables_of(person.user_id), self.registry.limits)
            accepted = seat_offer.close_seat_offer(table, number, "accepted")
            if offer.what == "standin":
                return await self._begin_stand_in(accepted, table, offer, person, act)
            return await self._hand_over_seat(accepted, table, offer, person, act)

        return await self._run_change(table_id, act, work)

    async def _begin_stand_in(
        self, accepted: Table, old: Table, offer: SeatOffer, person: Person, act: str | None
    ) -> Changed:
        """Begin a stand-in. `accepted`: the table with the closed offer."""
        seat, writer = old.seats[offer.seat], self.playing.new_log_writer(old, act, person.user_id)
        params = {**_seat_and_owner(seat), "user": person.user_id}
        writer.write("table", "standin", seat.index, [StoredEvent("table.standin", params)])
        new = seat_control.with_stand_in(accepted, seat, person.user_id, person.name, offer.until, old.seq + 1)
        new = self._with_hours_of_decider(old, new, seat.index)
        return await self._commit_change(new, old, writer, PendingWrites(person=(person.user_id, person.name)))

    async def _hand_over_seat(
        self, accepted: Table, old: Table, offer: SeatOffer, person: Person, act: str | None
    ) -> Changed:
        """Give a seat to a new owner. `accepted`: the table with the closed offer."""
        seat, writer = old.seats[offer.seat], self.playing.new_log_writer(old, act, person.user_id)
        params = {"seat": seat.index, "user": person.user_id, "former_user": seat.user_id}
        writer.write("table", "replace", seat.index, [StoredEvent("table.replaced", params)])
        if offer.why == "own":
            new = self._with_charged_bank(accepted, seat)
        else:  # a late owner leaves a full time bank
            new = seat_control.with_seat(accepted, replace(seat, bank=None))
        new = seat_control.with_new_owner(new, new.seats[seat.index], person.user_id, person.name, old.seq + 1)
        writes = PendingWrites(person=(person.user_id, person.name))
        if seat.user_id is not None and not seat.resigned:
            new, writes.posts = with_handover_post(new, seat.user_id)
        return await self._commit_change(self._with_new_turn(new, seat.index, pinged=True), old, writer, writes)

    async def decline_offer(self, table_id: int, user_id: int, number: int, act: str | None) -> Table:
        """Decline an offer. ServiceError `ask_closed`, `ask_not_you` (name)."""

        async def work(table: Table) -> Changed:
            offer = seat_offer.require_open_offer(table, number, user_id)
            if offer.user_id is None:
                raise ServiceError("ask_closed")
            new = seat_offer.close_seat_offer(table, number, "declined")
            await self.registry.commit(table, new, PendingWrites(act=act))
            return new, [TableChange(new, "reminded")]

        return await self._run_change(table_id, act, work)

    @durable
    async def record_shown_offer(
        self, table_id: int, number: int, status: OfferStatus, message_id: int | None, channel_id: int | None
    ) -> None:
        """The channel shows an offer with that status, in that message if any."""
        async with self.registry.lock_table(table_id):
            old = await self.registry.load_without_position(table_id)
            shown = replace(
                old.asks[number - 1],
                shown=status,
                shown_at=self.registry.clock.now(),
                message_id=message_id,
                channel_id=None if message_id is None else channel_id,
            )
            offers = tuple(shown if offer.number == number else offer for offer in old.asks)
            await self.registry.commit(old, replace(old, asks=offers), PendingWrites())

    # Returns

    async def return_seat(self, table_id: int, user_id: int, act: str | None = None) -> Table:
        """The owner takes the seat back and withdraws offers; a stand-in gives it back, or takes it from a machine.
        Idempotent."""

        async def work(table: Table) -> Changed:
            seat = seat_control.require_seat_of(table, user_id)
            if seat.user_id != user_id:
                if seat.machine is not None:
                    return await self._take_seat_back(table, seat, act, by=user_id)
                return await self._give_seat_back(table, seat, act, by=user_id)
            if seat.standin is None and seat.machine is None:
                new = seat_offer.without_seat_offer(table, seat.index)
                if new.asks != table.asks:
                    await self.registry.commit(table, new, PendingWrites(act=act))
                return new, [TableChange(new, "reminded")]
            return await self._take_seat_back(table, seat, act, by=None)

        return await self._run_change(table_id, act, work)

    async def _take_seat_back(self, table: Table, seat: Seat, act: str | None, by: int | None) -> Changed:
        """Take a seat from a machine as its stand-in (`by`), or as owner from anybody (None)."""
        writer = self.playing.new_log_writer(table, act, by)
        if by is None:
            new = seat_control.with_owner_back(seat_offer.without_seat_offer(table, seat.index), seat, table.seq + 1)
        else:
            new = seat_control.with_seat(table, replace(seat, machine=None))
        if seat.machine is None:
            event = StoredEvent("table.standin_over", {**_seat_and_owner(seat), "user": seat.standin})
        else:
            event = StoredEvent("table.back", {"seat": seat.index})
        writer.write("table", "back", seat.index, [event])
        new = replace(table_rest.wake_unless_paused(new), moved_at=writer.now)
        return await self._commit_change(self._with_hours_of_decider(table, new, seat.index), table, writer)

    async def _give_seat_back(
        self, table: Table, seat: Seat, act: str | None, by: int | None, how: str = "over"
    ) -> Changed:
        """Give a seat back to an absent owner, with a mention if it is to move. `how` the stand-in ended: `over`, or
        `left` the server."""
        writer = self.playing.new_log_writer(table, act, by)
        if seat.standin is None:
            event = StoredEvent("table.machine_over", _seat_and_owner(seat))
        else:
            event = StoredEvent(f"table.standin_{how}", {**_seat_and_owner(seat), "user": seat.standin})
        writer.write("table", "return", seat.index, [event])
        new = seat_control.with_owner_back(self._with_charged_bank(table, seat), seat, table.seq + 1)
        return await self._commit_change(self._with_new_turn(new, seat.index, pinged=False), table, writer)

    async def settle_first_due(self, table: Table, now: int) -> list[TableChange] | None:
        """The first offer or stand-in whose time is up, under the lock; None: none."""
        for offer in table.asks:
            if offer.status == "open" and offer.closes_at <= now:
                new = seat_offer.close_seat_offer(table, offer.number, "over")
                await self.registry.commit(table, new, PendingWrites())
                return [TableChange(new, "reminded")]
        for seat in table.seats:
            if seat.standin_until is not None and seat.standin_until <= now and not seat.resigned:
                full = await self.registry.load_under_lock(table.id)
                return (await self._give_seat_back(full, full.seats[seat.index], act=None, by=None))[1]
        return None

    async def end_stand_in_of(self, table_id: int, friend: int) -> list[TableChange]:
        """A stand-in left the server: the seat goes back to its owner. Under the lock."""
        table = await self.registry.load_under_lock(table_id)
        seat = next((seat for seat in table.seats if seat.standin == friend), None)
        if seat is None or not table.is_open:
            return []
        return (await self._give_seat_back(table, seat, act=None, by=None, how="left"))[1]

    # Clocks

    def _with_charged_bank(self, table: Table, seat: Seat) -> Table:
        """Charge the current turn to the seat's time bank before another one begins."""
        turn, pace = table.pending_turn_of(seat.index), parse_pace(table.pace)
        if turn is None or pace.bank is None or not seat.is_human:
            return table
        spent = turn_clocks.seconds_used(turn.timer, self.registry.clock.now(), self.registry.closed_hours_of(seat))
        return seat_control.with_seat(table, replace(seat, bank=bank_after(pace, seat.bank, spent)))

    def _with_hours_of_decider(self, old: Table, new: Table, index: int) -> Table:
        """Continue a seat's clock in the hours of its new deciding user."""
        now = self.registry.clock.now()
        before, after = self.registry.closed_hours_of(old.seats[index]), self.registry.closed_hours_of(new.seats[index])
        turns = tuple(
            replace(t, timer=turn_clocks.recompute_for_hours(t.timer, now, before, after)) if t.seat == index else t
            for t in new.stretches
        )
        return replace(new, stretches=turns)

    def _with_new_turn(self, new: Table, index: int, *, pinged: bool) -> Table:
        """Restart a seat's turn. `pinged`: its user is present and needs no mention."""
        restarted = PendingTurn(index, self.registry.clock.now(), new.seq + 1, pinged=pinged)
        return replace(new, stretches=tuple(restarted if turn.seat == index else turn for turn in new.stretches))

    # Writing

    async def _commit_change(
        self, new: Table, old: Table, writer: LogWriter, writes: PendingWrites | None = None
    ) -> Changed:
        outcome, changes = await self.playing.commit_move(new, old, writer, writes or PendingWrites())
        return outcome.table, changes

    @durable
    async def _run_change(
        self, table_id: int, act: str | None, work: Callable[[Table], Coroutine[Any, Any, Changed]]
    ) -> Table:
        async def run() -> Changed:
            self.registry.require_open_table(table_id)
            table = await self.registry.load_under_lock(table_id)
            require_running(table)
            return await work(table)

        async def again(row: ActRow) -> Changed:
            return await self.registry.load_under_lock(row.game_id), []

        async with self.registry.lock_table(table_id):
            new, changes = await self.registry.past_acts.run_once(act, run, again)
        for change in changes:
            await self.registry.publish(change)
        return new


def _seat_and_owner(seat: Seat) -> dict[str, int | None]:
    """The seat and its present owner, for the log."""
    return {"seat": seat.index, "owner_user": seat.user_id}
