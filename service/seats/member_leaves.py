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
from ..state.seat_control import require_seat_of
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
        self.handing = handing
        self.census = census
        self.homes = homes

    # Look-ups, never under a table's lock, as they may take long

    async def look(self, table_id: int) -> None:
        """Look up the users about to be reminded or replaced."""
        table, now = self.registry.tables.get(table_id), self.registry.clock.now()
        if table is None or table.look_at is None or table.look_at > now or table.status != "active":
            return
        due = [
            table.seats[stretch.seat]
            for stretch in table.stretches
            if any(at is not None and at <= now for at in (stretch.timer.act_at, stretch.timer.remind_at))
        ]
        beside = [seat.standin for seat in table.seats if seat.machine is not None]  # nobody else reminds them
        await self._looked_up(table, [*(seat.called for seat in due if seat.human), *beside])

    @durable
    async def look_at_lobby(self, table_id: int) -> bool:
        """Look up the users in a lobby, who get no reminders. Returns whether the lobby was closed."""
        table = self.registry.tables.get(table_id)
        if table is None or table.status != "lobby":
            return False
        await self._looked_up(table, [seat.user_id for seat in table.seats])
        return table_id not in self.registry.tables

    @durable
    async def host_gone(self, table_id: int) -> bool:
        """Look up the host. Returns whether the host changed."""
        table = self.registry.tables.get(table_id)
        host = table.seat_of(table.host) if table is not None else None
        if table is None or host is None:
            return False
        await self._looked_up(table, [host.user_id])
        now = self.registry.tables.get(table_id)
        return now is None or now.host != table.host

    async def _looked_up(self, table: Table, users: Collection[int | None]) -> None:
        found: dict[int, Membership] = {}
        for user in users:
            await self._look_up(table, user, found)
        if any(found.get(user) == "gone" for user in _deciding_members(table)):
            for seat in table.seats:  # others are asked about the seat and may become host
                for user in (seat.called, seat.user_id if found.get(seat.called or 0) == "gone" else None):
                    await self._look_up(table, user if seat.human else None, found)
        if "closed" in found.values():
            await self.homes.lost(table.id, "server")
            return
        await self._noted(table.id, found)

    async def _look_up(self, table: Table, user: int | None, found: dict[int, Membership]) -> None:
        if user is not None and user not in found:
            anew = any(
                seat.user_id == user and seat.left_at is not None for seat in table.seats
            )  # they may have returned
            found[user] = await self.census.find(table.home.guild_id, user, anew=anew)

    @durable
    async def came(self, user_id: int, guild_id: int | None) -> None:
        """The user used a server: they are a member."""
        if guild_id is None:
            return
        self.census.note(guild_id, user_id, "here")
        for table in self.registry.of_user(user_id):
            seat = table.seat_of(user_id)
            if seat is not None and seat.left_at is not None and table.home.guild_id == guild_id:
                await self._noted(table.id, {user_id: "here"})

    # Consequences

    async def _noted(self, table_id: int, found: Mapping[int, Membership]) -> None:
        """Record departures and returns."""
        if not found:
            return
        async with self.registry.lock(table_id):
            table = self.registry.tables.get(table_id)
            if table is None:
                return
            known = [(seat, found.get(seat.user_id or 0)) for seat in table.seats if not seat.resigned]
            left = [seat for seat, finding in known if finding == "gone" and seat.left_at is None]
            back = [seat for seat, finding in known if finding == "here" and seat.left_at is not None]
            friends = [seat.standin for seat in table.seats if found.get(seat.standin or 0) == "gone"]
            changes: list[TableChange] = []
            if left or back:
                changes = await (
                    self._out(table, left) if table.status == "lobby" else self._written(table, left, back)
                )
            for friend in friends:
                changes += await self.handing.without(table_id, friend or 0)
        for change in changes:
            await self.registry.publish(change)
        if left:
            await self.votes.without(table_id)

    async def _out(self, table: Table, left: Collection[Seat]) -> list[TableChange]:
        """Remove departed users from a lobby; close it if empty."""
        new = table
        for user in [seat.user_id for seat in left]:
            seat = new.seat_of(user or 0)
            new = without_player(new, seat) if seat is not None else new
        new = replace(new, updated_at=self.registry.clock.now())
        work = PendingWrites()
        if not new.open:  # users of the old message are told
            new = replace(new, posts=new.posts + 1)
            work.posts = [Post(new.id, new.posts, new.seq, "lobby", ())]
        await self.registry.commit(table, new, work)
        return [TableChange(new, "lobby" if new.open else "closed")]

    async def _written(self, light: Table, left: Collection[Seat], back: Collection[Seat]) -> list[TableChange]:
        """Log departures and returns, change the host, wake a frozen table."""
        table, now = await self.registry.loaded(light.id), self.registry.clock.now()
        pen = self.playing.pen(table, None)
        seats = list(table.seats)
        for seat in back:
            seats[seat.index] = replace(seat, left_at=None)
            pen.write("table", membership.BACK, seat.index, [StoredEvent("table.returned", {"seat": seat.index})])
        for seat in left:
            seats[seat.index] = replace(seat, left_at=now)
            pen.write("table", membership.LEFT, seat.index, [StoredEvent("table.left", {"seat": seat.index})])
        new = replace(table, seats=tuple(seats))
        new = replace(new, host=membership.host_or_successor(new))
        if new.status == "frozen" and back:
            new = replace(table_rest.wake_table(new), moved_at=now)
        return (await self.playing.commit(new, table, pen, PendingWrites()))[1]

    # Decisions about empty seats

    @durable
    async def wait(self, table_id: int, user_id: int, seat_index: int) -> Table:
        """Wait for a departed player; the clock stops. Idempotent.

        ServiceError `not_empty`.
        """
        return await self._said(table_id, user_id, seat_index, membership.WAIT)

    @durable
    async def machine(self, table_id: int, user_id: int, seat_index: int) -> Table:
        """Let a machine play for a departed player. Idempotent.

        ServiceError `not_empty`.
        """
        return await self._said(table_id, user_id, seat_index, "machine")

    async def _said(self, table_id: int, user_id: int, seat_index: int, what: str) -> Table:
        changes: list[TableChange] = []
        async with self.registry.lock(table_id):
            self.registry.open_table(table_id)
            table = await self.registry.loaded(table_id)
            require_running(table)
            by = require_seat_of(table, user_id)
            seat = table.seats[seat_index] if 0 <= seat_index < len(table.seats) else None
            if seat is None or seat.left_at is None or seat.standin is not None or seat.resigned or seat == by:
                raise ServiceError("not_empty")
            waits = seat.index in membership.awaited_departed_seats(table, self.registry.brief_log(table_id))
            if seat.machine is not None or (what == membership.WAIT and waits):
                return table
            told: dict[str, Any] = {"seat": seat.index, "by_seat": by.index}
            pen = self.playing.pen(table, None)
            pen.write("table", what, seat.index, [StoredEvent(f"table.left_{what}", told)])
            level = default_level() if what == "machine" else None
            seats = tuple(replace(each, machine=level) if each.index == seat.index else each for each in table.seats)
            new = replace(
                table_rest.wake_unless_paused(replace(table, seats=seats)), moved_at=self.registry.clock.now()
            )
            outcome, changes = await self.playing.commit(new, table, pen, PendingWrites())
        for change in changes:
            await self.registry.publish(change)
        return outcome.table


def _deciding_members(table: Table) -> list[int]:
    """All deciding users known to be members."""
    owners = [seat.user_id for seat in table.seats if seat.left_at is None]
    return [user for user in (*owners, *(seat.standin for seat in table.seats)) if user is not None]
