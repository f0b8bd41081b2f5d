"""Servers that removed the bot: their data is deleted after thirty days."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from db.share import WHOLE, Share
from db.store import Transaction

from ..store.durable import durable
from ..store.registry import TableRegistry
from ..time.typed import DAY

log = logging.getLogger(__name__)

KEEP_SECONDS: Final = 30 * DAY  # seconds that the data stays after the removal
GAMES_PER_RUN: Final = 20  # games per run, so that other jobs run in between


class RemovedServers:
    """Records the bot's servers; job of the scheduler. Nothing is deleted until Discord has listed the servers: the bot
    may have been invited back meanwhile. Only servers of this process's shards are known."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.own_shards = WHOLE  # shards that report to this process
        self._reported_shards: set[int] = set()  # shards that have reported
        self._present_servers: set[int] = set()

    @property
    def present_servers(self) -> set[int] | None:
        """The bot's servers; None until all shards have reported."""
        return self._present_servers if self._reported_shards.issuperset(self.own_shards.shards) else None

    @durable
    async def record_servers_at_login(self, present: Collection[int], among: Share = WHOLE) -> None:
        """Record the bot's servers after login; servers in an outage count as present. `among`: the shards reported."""
        now = self.registry.clock.now()

        def write(t: Transaction) -> None:
            t.record_servers_present(present)
            for guild in t.servers_with_games() - set(present):
                if among.holds(guild):
                    t.record_server_left(guild, now)

        await self.registry.store.write(write)
        elsewhere = {guild for guild in self._present_servers if not among.holds(guild)}
        self._present_servers = elsewhere | set(present)
        self._reported_shards.update(among.shards)

    @durable
    async def record_invitation(self, guild_id: int) -> None:
        """Record an invitation."""
        self._present_servers.add(guild_id)
        await self.registry.store.write(lambda t: t.record_servers_present([guild_id]))

    @durable
    async def record_removal(self, guild_id: int) -> None:
        """Record a removal."""
        self._present_servers.discard(guild_id)
        now = self.registry.clock.now()
        await self.registry.store.write(lambda t: t.record_server_left(guild_id, now))

    def expired_servers(self, t: Transaction, now: int, most: int) -> list[int]:
        return (
            []
            if self.present_servers is None
            else t.servers_left_before(now - KEEP_SECONDS, min(most - 1, 1), self.own_shards)
        )

    def next_deletion_time(self, t: Transaction) -> int | None:
        first = None if self.present_servers is None else t.first_server_left_at(self.own_shards)
        return None if first is None else first + KEEP_SECONDS

    async def delete_server_data(self, guild_id: int) -> None:
        """Delete some games of a server, and the server with the last one."""
        assert self.present_servers is not None, "nothing is due before all shards have reported"
        if guild_id in self.present_servers:
            await self.registry.store.write(lambda t: t.record_servers_present([guild_id]))
            return
        games = await self.registry.store.read(lambda t: t.games_of_server(guild_id, GAMES_PER_RUN))
        for table_id in games:
            await self._delete_game(table_id)
        if len(games) < GAMES_PER_RUN:

            def delete_server(t: Transaction) -> None:
                t.record_servers_present([guild_id])
                t.put_server_language(guild_id, None)

            await self.registry.store.write(delete_server)
            self.registry.server_languages.pop(guild_id, None)
        log.info("%(games)d games of a server that was left were deleted", {"games": len(games)})

    async def _delete_game(self, table_id: int) -> None:
        async with self.registry.lock_table(table_id):
            await self.registry.store.write(lambda t: t.delete_game(table_id))
            table = self.registry.tables.get(table_id)
            if table is not None:
                self.registry.replace_snapshot(replace(table, status="abandoned", state=None))
            self.registry.finished_tables.pop(table_id, None)
