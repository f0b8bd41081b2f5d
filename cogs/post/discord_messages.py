"""Requests to Discord about one table: send, edit, delete, open a thread."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from cogs.post.headline import MESSAGE_LENGTH
from cogs.post.lobby_message import LOBBY_REASONS
from cogs.post.message_layout import PublicMessage
from cogs.screen import Button, Screen, discord_views, ids
from cogs.screen.bidi import isolate_screen
from service.state.model import Post, Table, TableChannel, UnreachableReason

if TYPE_CHECKING:
    from cogs.games.app import App

log = logging.getLogger(__name__)

HOME_LOST: Final[Mapping[int, UnreachableReason]] = {
    10003: "channel",  # no such channel
    10004: "server",
    50001: "view",  # no access
    50013: "send",  # no permission
    50083: "locked",  # a thread that only moderators can reopen; others reopen by a new message
    160005: "locked",
}
UNKNOWN_MESSAGE: Final = 10008
RATE_LIMITED: Final = 429  # HTTP status
# Message gone, thread archived, too many edits of an old message.
UNEDITABLE_CODES: Final = frozenset({10008, 50083, 30046})
NO_SHARED_SERVER_CODE: Final = 50278  # no server shared with the bot
CLOSED_FOR_MESSAGES: Final = frozenset({50007, 10013})  # direct messages refused, unknown user
THREAD_EXISTS: Final = 160004
ARCHIVE_MINUTES: Final = 10080  # minutes without a message: a week


class ChannelLost(Exception):
    """The table's channel is deleted, or the bot may not post there; `why` is the reason."""

    def __init__(self, why: UnreachableReason) -> None:
        super().__init__(why)
        self.why = why


class DirectMessagesClosed(Exception):
    """The user does not accept direct messages."""


class NoSharedServer(Exception):
    """The user shares no server with the bot, but has not refused direct messages."""


class DiscordUnavailable(Exception):
    """Discord fails temporarily; a retry is due."""


def check_table_owned(app: App) -> None:
    """Raise DiscordUnavailable if another process may already own the table."""
    if not app.tables.registry.store.is_sole_owner:
        raise DiscordUnavailable("shards")


async def send_to_table(app: App, table: Table, message: PublicMessage, nonce: str) -> int:
    """Send to the table's channel; return the message id. Discord merges repeats of a nonce for some minutes, so a
    broken connection is retried at once."""
    check_table_owned(app)
    channel = app.get_partial_messageable(table.home.channel_id, guild_id=table.home.guild_id)
    if message.screen.files and not can_attach_files(app, table.home.channel_id):
        message = drop_pictures(app, table, message)
    try:
        return await _send_message(channel, message, nonce, table.language)
    except ChannelLost as error:
        if error.why != "send" or not message.screen.files:
            raise
    return await _send_message(channel, drop_pictures(app, table, message), nonce, table.language)


def can_attach_files(app: App, channel_id: int) -> bool:
    """Whether the bot may attach files there; True if unknown."""
    channel = app.get_channel(channel_id)
    guild = getattr(channel, "guild", None)
    return guild is None or channel.permissions_for(guild.me).attach_files


def drop_pictures(app: App, table: Table, message: PublicMessage) -> PublicMessage:
    """The message without its pictures, with a note about the missing permission."""
    screen = message.screen
    text = f"{screen.text}\n{app.voice(table, table.language)('home.no_picture')}"
    return replace(message, screen=replace(screen, text=text if len(text) <= MESSAGE_LENGTH else screen.text, files=()))


async def send_direct_message(
    app: App, user_id: int, message: PublicMessage, nonce: str, language: str
) -> tuple[int, int]:
    """Send a direct message; return channel and message id. DirectMessagesClosed, NoSharedServer,
    DiscordUnavailable."""
    check_table_owned(app)
    try:
        channel = await app.create_dm(discord.Object(id=user_id))
        return channel.id, await _send_message(channel, message, nonce, language)
    except ChannelLost as error:
        raise DirectMessagesClosed(str(error)) from error
    except discord.HTTPException as error:
        if error.code == NO_SHARED_SERVER_CODE:
            raise NoSharedServer from error
        failure = classify_http_error(error)
        if error.code in CLOSED_FOR_MESSAGES or isinstance(failure, ChannelLost):
            failure = DirectMessagesClosed(str(error.code))
        raise failure from error
    except (aiohttp.ClientError, OSError) as error:
        raise DiscordUnavailable(type(error).__name__) from error


async def _send_message(channel: discord.abc.Messageable, message: PublicMessage, nonce: str, language: str) -> int:
    screen = isolate_screen(message.screen, language, discord_views.CONTENT_LENGTH)
    for is_last_try in (False, True):
        try:
            sent = await channel.send(
                screen.text,
                files=discord_views.to_discord_files(screen),
                view=discord_views.to_classic_view(screen.rows),
                nonce=nonce,
                silent=not message.pings,
                allowed_mentions=allow_only_mentions(message.pings),
            )
        except discord.HTTPException as error:
            raise classify_http_error(error) from error
        except (aiohttp.ClientError, OSError) as error:
            if is_last_try:
                raise DiscordUnavailable(type(error).__name__) from error
        else:
            return sent.id
    raise AssertionError("the second try returns or raises")


async def edit_message(app: App, table: Table, post: Post, message: PublicMessage) -> bool:
    """Edit the message; False if it is gone or not editable. The caller checks its age."""
    check_table_owned(app)
    if message.screen.files and not can_attach_files(app, post.channel_id or table.home.channel_id):
        message = drop_pictures(app, table, message)
    try:
        return await _edit_once(app, table, post, message)
    except ChannelLost as error:
        if error.why != "send" or not message.screen.files:
            raise
    return await _edit_once(app, table, post, drop_pictures(app, table, message))


async def _edit_once(app: App, table: Table, post: Post, message: PublicMessage) -> bool:
    screen = isolate_screen(message.screen, table.language, discord_views.CONTENT_LENGTH)
    try:
        await partial_message(app, table, post).edit(
            content=screen.text,
            attachments=discord_views.to_discord_files(screen),
            view=discord_views.to_classic_view(screen.rows),
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except discord.HTTPException as error:
        if error.code in UNEDITABLE_CODES:
            return False
        raise classify_http_error(error) from error
    except (aiohttp.ClientError, OSError) as error:
        raise DiscordUnavailable(type(error).__name__) from error
    return True


async def delete_post(app: App, table: Table, post: Post) -> None:
    await _ignore_failure(partial_message(app, table, post).delete())


async def delete_message(app: App, channel_id: int, message_id: int) -> None:
    await _ignore_failure(app.get_partial_messageable(channel_id).get_partial_message(message_id).delete())


async def message_exists(app: App, table: Table, post: Post) -> bool:
    """Whether the message exists; True if Discord does not answer."""
    try:
        await partial_message(app, table, post).fetch()
    except discord.HTTPException as error:
        return error.code != UNKNOWN_MESSAGE
    except (aiohttp.ClientError, OSError):
        pass
    return True


async def remove_buttons(app: App, table: Table, post: Post) -> None:
    await _ignore_failure(partial_message(app, table, post).edit(view=None))


def thread_name(table: str, host: str) -> str:
    """The unique name of a table's thread."""
    return f"{table} · {host}"[:100]


async def open_thread(app: App, table: Table, post: Post, name: str) -> int | None:
    """Open a thread below a message; return its id, which is that of the message, or None if Discord refuses."""
    check_table_owned(app)
    try:
        await partial_message(app, table, post).create_thread(name=name, auto_archive_duration=ARCHIVE_MINUTES)
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:
            details = {"table": table.id, "code": error.code}
            log.warning("no thread could be opened for table %(table)d (code %(code)d)", details)
            return None
    except (aiohttp.ClientError, OSError) as error:
        raise DiscordUnavailable(type(error).__name__) from error
    return post.message_id


async def send_invitation(app: App, table: Table, user_id: int, text: str) -> None:
    """Post the public line of an invitation, which pings the invited user."""
    say = app.voice(table, table.language)
    channel = app.get_partial_messageable(table.home.channel_id, guild_id=table.home.guild_id)
    rows = [[Button(ids.lobby_custom_id(table.id, "join"), say("button.join"), "blue")]]
    screen = isolate_screen(Screen(text, rows=rows), table.language, discord_views.CONTENT_LENGTH)
    await channel.send(
        screen.text, view=discord_views.to_classic_view(screen.rows), allowed_mentions=allow_only_mentions([user_id])
    )


def partial_message(app: App, table: Table, post: Post) -> discord.PartialMessage:
    """The message of a post, without a request to Discord."""
    assert post.message_id is not None, "the post was sent"
    channel_id = post.channel_id if post.channel_id is not None else table.home.channel_id
    channel = app.get_partial_messageable(channel_id, guild_id=table.home.guild_id)
    return channel.get_partial_message(post.message_id)


async def _ignore_failure(request: Awaitable[object]) -> None:
    """For optional requests: a stale message does no harm."""
    try:
        await request
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("an old message stays as it is (%(kind)s)", {"kind": type(error).__name__})


def allow_only_mentions(users: Sequence[int]) -> discord.AllowedMentions:
    """Allow pings of these users only, whatever the text contains."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
    )


def classify_http_error(error: discord.HTTPException) -> Exception:
    """The exception of this module that the HTTP error means, or the error itself."""
    if error.code in HOME_LOST:
        return ChannelLost(HOME_LOST[error.code])
    if error.status >= 500 or error.status == RATE_LIMITED:
        return DiscordUnavailable(str(error.status))
    return error


async def move_into_thread(app: App, table: Table) -> Table:
    """Open the game's thread below the lobby message."""
    live = table.live
    if live is None or live.reason not in LOBBY_REASONS or live.message_id is None:
        return table
    if table.home.channel_id != live.channel_id:
        return table  # already in its thread
    host = table.seat_of(table.host)
    name = f"{app.game_name(table.kind, table.language)} #{table.id}"
    name = thread_name(name, host.name) if host is not None else name
    thread = await open_thread(app, table, live, name)
    if thread is None:
        return table  # stays in the channel
    await app.tables.channels.move_table(table.id, TableChannel(table.home.guild_id, thread))
    return await app.tables.registry.load_table(table.id)
