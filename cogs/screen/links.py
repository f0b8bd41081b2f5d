"""Links to messages."""

from __future__ import annotations

from cogs.screen.values import Link
from service.state.model import Table
from words import Voice


def message_url(guild: int | None, channel: int | None, message: int | None) -> str:
    """The link to a message; to the channel if the message is unknown."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}" + (f"/{message}" if message else "")


def jump_links(table: Table, say: Voice, key: str) -> list[Link]:
    """A link to the table's newest message; `key` is its label."""
    live = table.live
    message = live.message_id if live is not None else None
    channel = live.channel_id if live is not None and live.channel_id else table.home.channel_id
    return [Link(message_url(table.home.guild_id, channel, message), say(key))]


def table_url(table: Table) -> str:
    live = table.live
    if live is None or live.message_id is None or live.channel_id is None:
        return message_url(table.home.guild_id, table.home.channel_id, None)
    return message_url(table.home.guild_id, live.channel_id, live.message_id)
