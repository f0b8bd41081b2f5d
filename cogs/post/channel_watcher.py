"""Server and channel events of Discord: marks table channels as lost or reachable again.

A missed event does no harm: the next message to the table finds the same.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from db.errors import StoreError
from db.share import WHOLE, Share
from service.play.server_members import Membership
from service.state.model import Table, TableChannel, UnreachableReason

if TYPE_CHECKING:
    from cogs.games.app import App

log = logging.getLogger(__name__)

UNKNOWN_USER_CODES: Final = frozenset({10007, 10013})  # unknown member, unknown user
NO_SERVER_CODES: Final = frozenset({10004, 50001})


class ChannelWatcher:
    """Checks the channels of open tables after changes to servers, channels or permissions."""

    def __init__(self, app: App) -> None:
        self.app = app

    def find_unreachable_reason(self, home: TableChannel) -> UnreachableReason | None:
        """Empty if a message can be posted there, the reason why not, or None if that is unknown."""
        if home.guild_id is None:
            return None
        guild = self.app.get_guild(home.guild_id)
        if guild is None:
            return "server" if self.app.is_guild_list_complete(home.guild_id) else None
        channel = self.app.get_channel(home.channel_id)
        if guild.unavailable or channel is None:
            return None  # an outage, or an archived thread
        permissions = channel.permissions_for(guild.me)
        if not permissions.view_channel:
            return "view"
        if isinstance(channel, discord.Thread):
            if channel.locked and not permissions.manage_threads:
                return "locked"
            return "" if permissions.send_messages_in_threads else "thread"
        return "" if permissions.send_messages else "send"

    async def check_all_servers(self, guilds: Collection[int], share: Share = WHOLE) -> None:
        """Check the open tables of these servers after login; `guilds`: all servers of the shards in `share`."""
        await self.app.tables.removed_servers.record_servers_at_login(guilds, share)  # before invitations arrive
        await self._check_tables(
            table for table in self.app.tables.channels.list_open_tables() if share.holds(table.home.guild_id)
        )

    async def check_server(self, guild_id: int) -> None:
        """Check the tables of a server that changed, or in which the bot's permissions changed."""
        await self._check_tables(
            table for table in self.app.tables.channels.list_open_tables() if table.home.guild_id == guild_id
        )

    async def handle_bot_joined(self, guild_id: int) -> None:
        """Handle the (re-)invitation of the bot to a server."""
        await self.check_server(guild_id)
        await self.app.tables.removed_servers.record_invitation(guild_id)

    async def handle_bot_removed(self, guild_id: int) -> None:
        """Handle the removal of the bot from a server."""
        await self.check_server(guild_id)
        await self.app.tables.removed_servers.record_removal(guild_id)

    async def check_channel(self, guild_id: int, channel_id: int) -> None:
        """Check the tables of a changed channel or thread, and those in its threads."""

        def is_affected(table: Table) -> bool:
            if table.home.guild_id != guild_id:
                return False
            channel = self.app.get_channel(table.home.channel_id)
            parent_id = getattr(channel, "parent_id", None)
            may_be_inside = channel is None and bool(table.homeless)  # an archived thread, its parent unknown
            return channel_id in (table.home.channel_id, parent_id) or may_be_inside

        await self._check_tables(table for table in self.app.tables.channels.list_open_tables() if is_affected(table))

    async def handle_channel_deleted(self, channel_id: int) -> None:
        """Handle the deletion of a channel or thread."""
        table = self.app.tables.registry.table_in_channel(channel_id)
        if table is not None:
            await self.app.tables.channels.mark_unreachable(table.id, "channel")

    async def _check_tables(self, tables: Iterable[Table]) -> None:
        for table in list(tables):
            try:
                await self._check_table(table)
            except StoreError as error:  # found again at its next message
                details = {"table": table.id, "why": error.key}
                log.warning("table %(table)d: whether it has its home was not written down: %(why)s", details)
        for table_id, home in await self.app.tables.channels.ended_games_without_channel():
            if self.find_unreachable_reason(home) == "":
                self.app.publisher.schedule_message_update(table_id, 0)

    async def _check_table(self, table: Table) -> None:
        verdict = self.find_unreachable_reason(table.home)
        if verdict:
            await self.app.tables.channels.mark_unreachable(table.id, verdict)
        elif table.homeless and (verdict == "" or table.homeless != "channel"):
            self.app.publisher.schedule_message_update(
                table.id, 0
            )  # only a successful post proves that the channel works again

    async def fetch_membership(self, guild_id: int, user_id: int) -> Membership:
        """Whether a user is a member of the server, by one request to Discord."""
        guild = self.app.get_guild(guild_id)
        is_elsewhere = not self.app.share.holds(guild_id)  # another process gets its events; the HTTP API still answers
        if guild is None and not is_elsewhere:
            return "closed" if self.app.is_guild_list_complete(guild_id) else "unknown"
        if guild is not None and guild.unavailable:
            return "unknown"
        try:
            if guild is None:
                await self.app.http.get_member(guild_id, user_id)
            else:
                await guild.fetch_member(user_id)
        except discord.HTTPException as error:
            if error.status == 404 and error.code in UNKNOWN_USER_CODES:
                return "gone"
            return "closed" if error.status in (403, 404) and error.code in NO_SERVER_CODES else "unknown"
        except (aiohttp.ClientError, OSError, discord.DiscordException) as error:
            log.info(
                "nobody said whether somebody is on the server %(server)d (%(kind)s)",
                {"server": guild_id, "kind": type(error).__name__},
            )
            return "unknown"
        return "here"
