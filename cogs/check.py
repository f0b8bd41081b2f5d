"""`python bot.py --check`: checks the token, the database and the bot's permissions per channel."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import aiohttp
import discord

from cogs import proxy
from cogs.settings import Settings
from db.errors import StoreError
from db.store import check_server_database, redact_address
from words import Voice

BOT_RIGHTS: Final = (
    "view_channel",
    "send_messages",
    "attach_files",
    "embed_links",
    "read_message_history",
    "create_public_threads",
    "send_messages_in_threads",
)
# Without these no game can be played in a channel.
REQUIRED_RIGHTS: Final = ("view_channel", "send_messages", "attach_files")
LISTED_CHANNELS: Final = 20  # per server
# Errors of a failed login.
LOGIN_ERRORS: Final = (
    discord.LoginFailure,
    discord.PrivilegedIntentsRequired,
    discord.ConnectionClosed,
    aiohttp.ClientError,
)
# Gateway close codes: authentication failed; invalid shard, sharding required.
CLOSED_FOR_TOKEN, CLOSED_FOR_SHARDS = 4004, (4010, 4011)


def invite_url(application_id: int) -> str:
    """The invite link with all permissions that the bot needs."""
    permissions = discord.Permissions(**dict.fromkeys(BOT_RIGHTS, True))
    return discord.utils.oauth_url(application_id, permissions=permissions, scopes=("bot", "applications.commands"))


def explain_login_error(error: BaseException) -> str:
    """A sentence for the administrator: the cause of a failed login and its remedy."""
    say = Voice("en")
    code = error.code if isinstance(error, discord.ConnectionClosed) else None
    if isinstance(error, discord.LoginFailure) or code == CLOSED_FOR_TOKEN:
        return say("check.token")
    if code in CLOSED_FOR_SHARDS:
        return say("check.shards")
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return say("check.intents")
    if isinstance(error, aiohttp.ClientError):
        return say("check.network", what=type(error).__name__)
    return say("check.other", what=type(error).__name__)


async def run_check(settings: Settings) -> int:
    """Print the findings. Returns the exit code: 0 unless the login fails."""
    say = Voice("en")
    if settings.database_server is None:
        print(say("check.database", file=str(settings.database), state=describe_database_file(settings.database, say)))
    else:
        state = await asyncio.to_thread(describe_database_server, settings.database_server, say)
        print(say("check.database", file=redact_address(settings.database_server), state=state))
    if settings.token is None:
        print(say("check.no_token"))
        return 0
    client = discord.Client(intents=discord.Intents(guilds=True))
    if settings.proxy is not None:
        proxy.route_through_proxy(client.http, settings.proxy)
    try:
        await client.login(settings.token)
        lines = await inspect_servers(client)
    except LOGIN_ERRORS as error:
        print(explain_login_error(error))
        return 1
    finally:
        await client.close()
    print("\n".join(lines))
    return 0


def describe_database_file(path: Path, say: Voice) -> str:
    """The state of a SQLite database as a sentence; opens the file read-only."""
    try:
        if not path.exists():
            return say("check.new" if _can_create_folder(path.parent) else "check.no_place")
        with sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True) as db:
            answer = db.execute("PRAGMA quick_check").fetchone()[0]
        db.close()
    except (sqlite3.Error, UnicodeDecodeError, OSError):
        answer = "no"
    return say("check.whole" if answer == "ok" else "check.damaged")


def describe_database_server(address: str, say: Voice) -> str:
    """The state of a PostgreSQL database as a sentence; changes nothing there."""
    try:
        check_server_database(address)
    except StoreError as error:
        return say(error.key, **error.params)
    return say("check.served")


def _can_create_folder(folder: Path) -> bool:
    """Whether `folder` exists or can be created."""
    existing = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    return existing.is_dir() and os.access(existing, os.W_OK)


async def inspect_servers(client: discord.Client) -> list[str]:
    """One line per server with the permissions of a logged-in client, and an invite link."""
    say = Voice("en")
    assert client.user is not None
    lines = [say("check.logged_in", bot=str(client.user))]
    guilds = [guild async for guild in client.fetch_guilds(limit=None)]
    link = invite_url(client.application_id or client.user.id)
    if not guilds:
        return [*lines, say("check.no_servers"), say("check.invite", link=link)]
    for listed in guilds:
        try:
            guild = await client.fetch_guild(listed.id, with_counts=False)
            member = await guild.fetch_member(client.user.id)
            channels = [c for c in await guild.fetch_channels() if isinstance(c, discord.TextChannel)]
        except discord.HTTPException as error:
            lines.append(say("check.server_closed", server=listed.name, code=error.code))
            continue
        rights = [(channel.name, channel.permissions_for(member)) for channel in channels]
        lines += describe_server_rights(guild.name, rights, say)
    return [*lines, say("check.invite", link=link)]


def describe_server_rights(name: str, channels: Iterable[tuple[str, discord.Permissions]], say: Voice) -> list[str]:
    """Missing permissions per channel, for at most `LISTED_CHANNELS` channels, below a line for the server."""
    lines: list[str] = []
    playable_count = 0
    for channel, permissions in channels:
        missing = [right for right in BOT_RIGHTS if not getattr(permissions, right)]
        is_playable = not any(right in REQUIRED_RIGHTS for right in missing)
        playable_count += is_playable
        if missing and len(lines) < LISTED_CHANNELS:
            names = [say(f"permission.{right}") for right in missing]
            key = "check.almost" if is_playable else "check.cannot"
            lines.append("  " + say(key, channel=channel, permissions=names))
    return [say("check.server", server=name, n=playable_count), *lines]
