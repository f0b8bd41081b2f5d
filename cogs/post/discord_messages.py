"""Talking to Discord about one table: sending, editing, deleting, opening its thread."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from cogs.post.headline import LONGEST
from cogs.post.message_layout import PublicMessage
from cogs.screen import Button, Screen, discord_views, ids
from cogs.screen.bidi import isolate_screen
from service.state.model import Post, Table, UnreachableReason

if TYPE_CHECKING:
    from cogs.games.app import App

log = logging.getLogger(__name__)

HOME_LOST: Final[Mapping[int, UnreachableReason]] = {
    10003: "channel",  # no such channel
    10004: "server",
    50001: "view",  # no access
    50013: "send",  # no permission
    50083: "locked",  # a thread that only moderators can wake; others wake as something is sent there
    160005: "locked",
}
UNKNOWN_MESSAGE: Final = 10008
UNEDITABLE: Final = frozenset({10008, 50083, 30046})  # message gone, thread archived, too many edits of an old message
APART: Final = 50278  # they share no server with us (now)
NO_DIRECT: Final = frozenset({50007, 10013})  # they take none, are nobody
THREAD_EXISTS: Final = 160004
ARCHIVE_AFTER: Final = 10080  # minutes of silence: a week


class ChannelLost(Exception):
    """The table's channel is gone, or the bot may not post there, and why."""

    def __init__(self, why: UnreachableReason) -> None:
        super().__init__(why)
        self.why = why


class DirectMessagesClosed(Exception):
    """Somebody cannot be sent direct messages."""


class NoSharedServer(Exception):
    """Nor can somebody with whom we share no server; but they have not refused them."""


class DiscordUnavailable(Exception):
    """Discord does not answer as it should; later it will."""


def check_table_owned(app: App) -> None:
    """Unreachable where another process may tell already what we would: the table is not ours any more."""
    if not app.tables.registry.store.sure:
        raise DiscordUnavailable("shards")


async def send_to_table(app: App, table: Table, public: PublicMessage, nonce: str) -> int:
    """Send to the table's home; the number of the message. A repeat within some minutes makes no second message, so
    where the line broke it is tried once more at once: Discord may have the message, and only its answer was lost."""
    check_table_owned(app)
    channel = app.get_partial_messageable(table.home.channel_id, guild_id=table.home.guild_id)
    if public.screen.files and not can_attach_files(app, table.home.channel_id):
        public = drop_pictures(app, table, public)
    try:
        return await _send_message(channel, public, nonce, table.language)
    except ChannelLost as error:
        if error.why != "send" or not public.screen.files:
            raise
    return await _send_message(channel, drop_pictures(app, table, public), nonce, table.language)


def can_attach_files(app: App, channel_id: int) -> bool:
    """Whether files may be sent there, as far as is known."""
    channel = app.get_channel(channel_id)
    guild = getattr(channel, "guild", None)
    return guild is None or channel.permissions_for(guild.me).attach_files


def drop_pictures(app: App, table: Table, public: PublicMessage) -> PublicMessage:
    """The message where files may not be attached: the game goes on, and whoever looks knows what is missing."""
    screen = public.screen
    text = f"{screen.text}\n{app.voice(table, table.language)('home.no_picture')}"
    return replace(public, screen=replace(screen, text=text if len(text) <= LONGEST else screen.text, files=()))


async def send_direct_message(
    app: App, user_id: int, public: PublicMessage, nonce: str, language: str
) -> tuple[int, int]:
    """Send to somebody's direct messages in that language, as `send`; channel and number of the message."""
    check_table_owned(app)
    try:
        channel = await app.create_dm(discord.Object(id=user_id))
        return channel.id, await _send_message(channel, public, nonce, language)
    except ChannelLost as error:
        raise DirectMessagesClosed(str(error)) from error
    except discord.HTTPException as error:
        found = classify_http_error(error)
        if error.code == APART:
            raise NoSharedServer from error
        raise (
            DirectMessagesClosed(str(error.code))
            if error.code in NO_DIRECT or isinstance(found, ChannelLost)
            else found
        ) from error
    except (aiohttp.ClientError, OSError) as error:
        raise DiscordUnavailable(type(error).__name__) from error


async def _send_message(channel: discord.abc.Messageable, public: PublicMessage, nonce: str, language: str) -> int:
    screen = isolate_screen(public.screen, language, discord_views.CONTENT)
    for last in (False, True):
        try:
            sent = await channel.send(
                screen.text,
                files=discord_views.to_discord_files(screen),
                view=discord_views.to_classic_view(screen.rows),
                nonce=nonce,
                silent=not public.pings,
                allowed_mentions=allow_only_mentions(public.pings),
            )
        except discord.HTTPException as error:
            raise classify_http_error(error) from error
        except (aiohttp.ClientError, OSError) as error:
            if last:
                raise DiscordUnavailable(type(error).__name__) from error
        else:
            return sent.id
    raise AssertionError("the second try returns or raises")


async def edit_message(app: App, table: Table, post: Post, public: PublicMessage) -> bool:
    """Edit; False if there is nothing (any more) that could be edited. Whoever calls has checked the age."""
    check_table_owned(app)
    if public.screen.files and not can_attach_files(app, post.channel_id or table.home.channel_id):
        public = drop_pictures(app, table, public)
    try:
        return await _edit_once(app, table, post, public)
    except ChannelLost as error:
        if error.why != "send" or not public.screen.files:
            raise
    return await _edit_once(app, table, post, drop_pictures(app, table, public))


async def _edit_once(app: App, table: Table, post: Post, public: PublicMessage) -> bool:
    screen = isolate_screen(public.screen, table.language, discord_views.CONTENT)
    try:
        await partial_message(app, table, post).edit(
            content=screen.text,
            attachments=discord_views.to_discord_files(screen),
            view=discord_views.to_classic_view(screen.rows),
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except discord.HTTPException as error:
        if error.code in UNEDITABLE:
            return False
        raise classify_http_error(error) from error
    except (aiohttp.ClientError, OSError) as error:
        raise DiscordUnavailable(type(error).__name__) from error
    return True


async def delete_post(app: App, table: Table, post: Post) -> None:
    await _ignore_failure(partial_message(app, table, post).delete())


async def delete_message(app: App, channel_id: int, message_id: int) -> None:
    """Delete a message, wherever it stands."""
    await _ignore_failure(app.get_partial_messageable(channel_id).get_partial_message(message_id).delete())


async def message_exists(app: App, table: Table, post: Post) -> bool:
    """Whether a message is still there, as far as Discord tells."""
    try:
        await partial_message(app, table, post).fetch()
    except discord.HTTPException as error:
        return error.code != UNKNOWN_MESSAGE
    except (aiohttp.ClientError, OSError):
        pass
    return True


async def remove_buttons(app: App, table: Table, post: Post) -> None:
    """Take the buttons away."""
    await _ignore_failure(partial_message(app, table, post).edit(view=None))


def thread_name(table: str, host: str) -> str:
    """What the thread of a table is called: no two are called the same."""
    return f"{table} · {host}"[:100]


async def open_thread(app: App, table: Table, post: Post, name: str) -> int | None:
    """A thread below a message; the number of the thread, which is that of the message. None if it is not allowed."""
    check_table_owned(app)
    try:
        await partial_message(app, table, post).create_thread(name=name, auto_archive_duration=ARCHIVE_AFTER)
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:
            log.warning(
                "no thread could be opened for table %(table)d (code %(code)d)", {"table": table.id, "code": error.code}
            )
            return None
    except (aiohttp.ClientError, OSError) as error:
        raise DiscordUnavailable(type(error).__name__) from error
    return post.message_id


async def send_invitation(app: App, table: Table, user_id: int, text: str) -> None:
    """The one public line of an invitation, pinging whom it invites."""
    say = app.voice(table, table.language)
    channel = app.get_partial_messageable(table.home.channel_id, guild_id=table.home.guild_id)
    rows = [[Button(ids.lobby_custom_id(table.id, "join"), say("button.join"), "blue")]]
    screen = isolate_screen(Screen(text, rows=rows), table.language, discord_views.CONTENT)
    await channel.send(
        screen.text, view=discord_views.to_classic_view(screen.rows), allowed_mentions=allow_only_mentions([user_id])
    )


def partial_message(app: App, table: Table, post: Post) -> discord.PartialMessage:
    """The message of a post, without asking Discord for it."""
    assert post.message_id is not None, "the post was sent"
    channel_id = post.channel_id if post.channel_id is not None else table.home.channel_id
    channel = app.get_partial_messageable(channel_id, guild_id=table.home.guild_id)
    return channel.get_partial_message(post.message_id)


async def _ignore_failure(request: Awaitable[object]) -> None:
    """What is nice to have: an old message that stays does no harm."""
    try:
        await request
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("an old message stays as it is (%(kind)s)", {"kind": type(error).__name__})


def allow_only_mentions(users: Sequence[int]) -> discord.AllowedMentions:
    """Nobody but these can be pinged by a message, whatever its text says."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
    )


def classify_http_error(error: discord.HTTPException) -> Exception:
    """What a refusal means for the table."""
    if error.code in HOME_LOST:
        return ChannelLost(HOME_LOST[error.code])
    if error.status >= 500 or error.status == 429:
        return DiscordUnavailable(str(error.status))
    return error
