"""Channels of tables: lost, found again, changed."""

from __future__ import annotations

from dataclasses import replace

from db.rows import BriefEntry

from ..errors import ServiceError
from ..state import turn_clocks
from ..state.membership import awaited_departed_seats
from ..state.model import Table, TableChannel, UnreachableReason
from ..state.seat_control import require_seat_of
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.registry import TableRegistry
from .server_members import MembershipCache


class TableChannels:
    """Records where tables are played. Without a channel the clocks stop; the table stays playable elsewhere."""

    def __init__(self, registry: TableRegistry, census: MembershipCache) -> None:
        self.registry = registry
        self.server_members = census

    @durable
    async def mark_unreachable(self, table_id: int, why: UnreachableReason) -> None:
        """Posting in the channel failed for good. Idempotent."""
        async with self.registry.lock_table(table_id):
            old = await self.registry.load_without_position(table_id)
            is_own = not old.is_open or self.registry.share.holds(
                old.home.guild_id
            )  # other processes find out themselves
            if old.homeless != why and is_own:
                now = self.registry.clock.now()
                new = turn_clocks.stop_all_clocks(replace(old, homeless=why), now, self.registry.closed_hours_of)
                await self.registry.commit(old, new, PendingWrites())

    @durable
    async def mark_reachable(self, table_id: int) -> None:
        """Posting in the channel works: clocks go on."""
        async with self.registry.lock_table(table_id):
            old = await self.registry.load_without_position(table_id)
            if old.homeless:
                await self.registry.commit(
                    old, await self._with_running_clocks(old, replace(old, homeless="")), PendingWrites()
                )

    async def _with_running_clocks(self, old: Table, new: Table) -> Table:
        """The table with running clocks. The caller holds the lock."""
        log: list[BriefEntry] = []
        if any(seat.left_at is not None for seat in new.seats):
            log = await self.registry.store.read(lambda t: t.brief_log(new.id))
        now, awaited = self.registry.clock.now(), awaited_departed_seats(new, log)
        return turn_clocks.update_turn_clocks(
            old, new, now, self.registry.closed_hours_of, range(len(new.seats)), undo=True, awaited=awaited
        )

    def list_open_tables(self) -> list[Table]:
        """All open tables."""
        return list(self.registry.tables.values())

    async def ended_games_without_channel(self) -> list[tuple[int, TableChannel]]:
        """Games that ended without a channel and still have to post their end."""
        rows = await self.registry.store.read(lambda t: t.ended_games_without_channel())
        return [(row[0], TableChannel(row[1], row[2])) for row in rows]

    @durable
    async def move_table(self, table_id: int, home: TableChannel) -> Table:
        """Move a table, even in a running game. ServiceError `home_taken`."""
        async with (
            self.registry.lock_table(table_id),
            self.registry.opening_lock,
        ):  # same order of locks as in a rematch
            old = self.registry.require_open_table(table_id)
            if old.home == home:
                return old
            taken = self.registry.table_in_channel(home.channel_id)
            if taken is not None and taken.id != table_id:
                raise ServiceError("home_taken", game=taken.kind, id=taken.id, command=old.kind)
            new = replace(old, home=home, homeless="", updated_at=self.registry.clock.now())
            new = await self._with_running_clocks(old, new)
            await self.registry.commit(old, new, PendingWrites())
        return new

    @durable
    async def move_unreachable_table(self, table_id: int, user_id: int, home: TableChannel) -> Table:
        """Move a table without a channel to another one, perhaps on another server with the same players.

        ServiceError `nothing_to_move`, `lobby_not_host`, `home_taken`, `home_without` (names), `home_unsure`.
        """
        table = self.registry.require_open_table(table_id)
        require_seat_of(table, user_id)
        if not table.homeless:
            raise ServiceError("nothing_to_move")
        if table.host != user_id and table.homeless != "server":  # removed bots see no members
            raise ServiceError("lobby_not_host", host=table.seat_name(table.host))
        if home.guild_id != table.home.guild_id:
            await self._require_all_members(table, user_id, home)
        return await self.move_table(table_id, home)

    async def _require_all_members(self, table: Table, user_id: int, home: TableChannel) -> None:
        """ServiceError unless all players are members of that server."""
        others = [seat for seat in table.present_seats if seat.user_id not in (None, user_id)]
        memberships = {
            seat.name: await self.server_members.find_membership(home.guild_id, seat.user_id or 0) for seat in others
        }
        missing = [name for name, membership in memberships.items() if membership == "gone"]
        if missing:
            raise ServiceError("home_without", names=missing)
        if any(membership != "here" for membership in memberships.values()):
            raise ServiceError("home_unsure")
