"""Players who leave the server of a table, or return.

The bot does not list members: it looks users up before it reminds them or acts for them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ..errors import ServiceError
from ..play.channels import TableChannels
from ..play.lobby import without_player
from ..play.moves import Playing
from ..play.server_members import Membership, MembershipCache
from ..state import membership, table_rest
from ..state.machine_levels import default_level
from ..state.model import Post, Seat, StoredEvent, Table
from ..state.requirements import require_running
from ..state.seat_control import require_seat_of, with_seat
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from .seat_transfers import SeatTransfers
from .votes import Votes


class MemberLeaves:
    """Records departures and returns, and decisions about empty seats."""

    def __init__(
        self,
        registry: TableRegistry,
        playing: Playing,
        votes: Votes,
        census: MembershipCache,
        homes: TableChannels,
        handing: SeatTransfers,
    ) -> None:
        self.registry = registry
        self.playing = playing
        self.votes = votes
        self.seat_transfers = handing
        self.server_members = census
        self.channels = homes

    # Look-ups, never under a table's lock, as they may take long

    async def look_up_due_members(self, table_id: int) -> None:
        """Look up the users about to be reminded or replaced."""
        table, now = self.registry.tables.get(table_id), self.registry.clock.now()
        if table is None or table.look_at is None or table.look_at > now or table.status != "active":
            return
        due = [
            table.seats[turn.seat]
            for turn in table.stretches
            if any(at is not None and at <= now for at in (turn.timer.act_at, turn.timer.remind_at))
        ]
        idle_stand_ins = [seat.standin for seat in table.seats if seat.machine is not None]  # they get no reminders
        await self._look_up_members(table, [*(seat.notify_user_id for seat in due if seat.is_human), *idle_stand_ins])

    @durable
    async def look_up_lobby_members(self, table_id: int) -> bool:
        """Look up the users in a lobby, who get no reminders. Returns whether the lobby was closed."""
        table = self.registry.tables.get(table_id)
        if table is None or table.status != "lobby":
            return False
        await self._look_up_members(table, [seat.user_id for seat in table.seats])
        return table_id not in self.registry.tables

    @durable
    async def look_up_host(self, table_id: int) -> bool:
        """Look up the host. Returns whether the host changed."""
        table = self.registry.tables.get(table_id)
        host = table.seat_of(table.host) if table is not None else None
        if table is None or host is None:
            return False
        await self._look_up_members(table, [host.user_id])
        current = self.registry.tables.get(table_id)
        return current is None or current.host != table.host

    async def _look_up_members(self, table: Table, users: Collection[int | None]) -> None:
        """Look up these users; if one has left, also the others, who are asked about the seat and may become host."""
        memberships: dict[int, Membership] = {}
        for user in users:
            await self._look_up_member(table, user, memberships)
        if any(memberships.get(user) == "gone" for user in _deciding_members(table)):
            for seat in table.seats:
                if seat.is_human:
                    is_known_to_be_gone = memberships.get(seat.notify_user_id or 0) == "gone"
                    await self._look_up_member(table, seat.notify_user_id, memberships)
                    if is_known_to_be_gone:  # a stand-in: the owner decides again
                        await self._look_up_member(table, seat.user_id, memberships)
        if "closed" in memberships.values():
            await self.channels.mark_unreachable(table.id, "server")
        else:
            await self._record_memberships(table.id, memberships)

    async def _look_up_member(self, table: Table, user: int | None, memberships: dict[int, Membership]) -> None:
        """Add the membership of a user, unless it is known already."""
        if user is not None and user not in memberships:
            may_have_returned = any(seat.user_id == user and seat.left_at is not None for seat in table.seats)
            memberships[user] = await self.server_members.find_membership(
                table.home.guild_id, user, anew=may_have_returned
            )

    @durable
    async def record_presence(self, user_id: int, guild_id: int | None) -> None:
        """The user used a server: they are a member."""
        if guild_id is None:
            return
        self.server_members.remember_membership(guild_id, user_id, "here")
        for table in self.registry.open_tables_of(user_id):
            seat = table.seat_of(user_id)
            if seat is not None and seat.left_at is not None and table.home.guild_id == guild_id:
                await self._record_memberships(table.id, {user_id: "here"})

    # Consequences

    async def _record_memberships(self, table_id: int, memberships: Mapping[int, Membership]) -> None:
        """Record departures and returns."""
        if not memberships:
            return
        async with self.registry.lock_table(table_id):
            table = self.registry.tables.get(table_id)
            if table is None:
                return
            owned = [(seat, memberships.get(seat.user_id or 0)) for seat in table.seats if not seat.resigned]
            left = [seat for seat, membership in owned if membership == "gone" and seat.left_at is None]
            back = [seat for seat, membership in owned if membership == "here" and seat.left_at is not None]
            changes: list[TableChange] = []
            if (left or back) and table.status == "lobby":
                changes = await self._remove_from_lobby(table, left)
            elif left or back:
                changes = await self._log_departures_and_returns(table, left, back)
            stand_ins = [seat.standin for seat in table.seats if seat.standin is not None]
            for stand_in in stand_ins:
                if memberships.get(stand_in) == "gone":
                    changes += await self.seat_transfers.end_stand_in_of(table_id, stand_in)
        for change in changes:
            await self.registry.publish(change)
        if left:
            await self.votes.recount_vote(table_id)

    async def _remove_from_lobby(self, table: Table, left: Collection[Seat]) -> list[TableChange]:
        """Remove departed users from a lobby; close it if empty."""
        new = table
        for user in [seat.user_id for seat in left]:
            seat = new.seat_of(user or 0)
            new = without_player(new, seat) if seat is not None else new
        new = replace(new, updated_at=self.registry.clock.now())
        writes = PendingWrites()
        if not new.is_open:  # users of the old message are told
            new = replace(new, posts=new.posts + 1)
            writes.posts = [Post(new.id, new.posts, new.seq, "lobby", pings=())]
        await self.registry.commit(table, new, writes)
        return [TableChange(new, "lobby" if new.is_open else "closed")]

    async def _log_departures_and_returns(
        self, light: Table, left: Collection[Seat], back: Collection[Seat]
    ) -> list[TableChange]:
        """Log departures and returns, change the host, wake a frozen table."""
        table, now = await self.registry.load_under_lock(light.id), self.registry.clock.now()
        writer = self.playing.new_log_writer(table, act=None)
        seats = list(table.seats)
        for seat in back:
            seats[seat.index] = replace(seat, left_at=None)
            writer.write("table", membership.BACK, seat.index, [StoredEvent("table.returned", {"seat": seat.index})])
        for seat in left:
            seats[seat.index] = replace(seat, left_at=now)
            writer.write("table", membership.LEFT, seat.index, [StoredEvent("table.left", {"seat": seat.index})])
        new = replace(table, seats=tuple(seats))
        new = replace(new, host=membership.host_or_successor(new))
        if new.status == "frozen" and back:
            new = replace(table_rest.wake_table(new), moved_at=now)
        return (await self.playing.commit_move(new, table, writer, PendingWrites()))[1]

    # Decisions about empty seats

    @durable
    async def wait_for_player(self, table_id: int, user_id: int, seat_index: int) -> Table:
        """Wait for a departed player; the clock stops. Idempotent.

        ServiceError `not_empty`.
        """
        return await self._decide_about_empty_seat(table_id, user_id, seat_index, membership.WAIT)

    @durable
    async def let_machine_play(self, table_id: int, user_id: int, seat_index: int) -> Table:
        """Let a machine play for a departed player. Idempotent.

        ServiceError `not_empty`.
        """
        return await self._decide_about_empty_seat(table_id, user_id, seat_index, "machine")

    async def _decide_about_empty_seat(self, table_id: int, user_id: int, seat_index: int, what: str) -> Table:
        """Wait for a departed player, or let a machine play for them (`what`: `wait` or `machine`)."""
        changes: list[TableChange] = []
        async with self.registry.lock_table(table_id):
            self.registry.require_open_table(table_id)
            table = await self.registry.load_under_lock(table_id)
            require_running(table)
            by = require_seat_of(table, user_id)
            seat = table.seats[seat_index] if 0 <= seat_index < len(table.seats) else None
            if seat is None or seat.left_at is None or seat.standin is not None or seat.resigned or seat == by:
                raise ServiceError("not_empty")
            brief_log = self.registry.brief_log(table_id)
            is_awaited = seat.index in membership.awaited_departed_seats(table, brief_log)
            if seat.machine is not None or (what == membership.WAIT and is_awaited):
                return table
            params: dict[str, Any] = {"seat": seat.index, "by_seat": by.index}
            writer = self.playing.new_log_writer(table, act=None)
            writer.write("table", what, seat.index, [StoredEvent(f"table.left_{what}", params)])
            new = with_seat(table, replace(seat, machine=default_level() if what == "machine" else None))
            new = replace(table_rest.wake_unless_paused(new), moved_at=self.registry.clock.now())
            outcome, changes = await self.playing.commit_move(new, table, writer, PendingWrites())
        for change in changes:
            await self.registry.publish(change)
        return outcome.table


def _deciding_members(table: Table) -> list[int]:
    """All deciding users known to be members."""
    owners = [seat.user_id for seat in table.seats if seat.left_at is None]
    stand_ins = [seat.standin for seat in table.seats]
    return [user for user in (*owners, *stand_ins) if user is not None]
