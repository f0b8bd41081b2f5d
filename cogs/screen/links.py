"""Links to messages, and the standard buttons of screens."""

from __future__ import annotations

from collections.abc import Callable

from cogs.screen import ids
from cogs.screen.values import Button, Link, Tone
from service.state.model import Table
from words import Voice


def table_button(table_id: int, verb: str, say: Callable[[str], str], tone: Tone = "grey") -> Button:
    """The button that opens the current state of a table, labelled `button.<verb>`."""
    return Button(ids.table_custom_id(table_id, verb), say(f"button.{verb}"), tone)


def close_button(say: Callable[[str], str]) -> Button:
    return Button(ids.action_custom_id(0, 0, "close"), say("button.close"))


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
