"""Routes of the bot's user, servers, members, channels and threads."""

from __future__ import annotations

from typing import Any

from playground import api_json, errors, limits, permissions
from playground.messages import publish_message
from playground.model import DM, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, THREADS, Channel, Guild, Json, Message
from playground.rest import Call, parse_snowflake, route


def guild_of(call: Call) -> Guild:
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None or call.world.bot.id not in guild.members:
        raise errors.unknown_guild()  # the same answer for both, so that the existence of a server is not revealed
    return guild


def channel_of(call: Call, *needed: str) -> Channel:
    """The channel of a request; checks visibility and permissions in Discord's order."""
    channel = call.world.channels.get(call.id("channel_id"))
    if channel is None:
        raise errors.unknown_channel()
    require_permissions(call, channel, *needed)
    return channel


def require_permissions(call: Call, channel: Channel, *needed: str) -> None:
    if not call.world.sees(call.world.bot.id, channel):
        raise errors.no_access()
    want = permissions.combine_permissions(*needed)
    if call.world.rights(call.world.bot.id, channel) & want != want:
        raise errors.no_permission()


@route("GET", "/gateway", token=False)
def get_gateway(call: Call) -> Json:
    return {"url": call.base.replace("http", "ws", 1) + "/gateway/"}


@route("GET", "/gateway/bot")
def get_gateway_bot(call: Call) -> Json:
    world = call.world
    left = {"total": 1000, "remaining": max(0, world.logins_left), "reset_after": 86_400_000}
    start = {**left, "max_concurrency": world.at_once}
    return {**get_gateway(call), "shards": world.shards, "session_start_limit": start}


@route("GET", "/users/@me")
def get_current_user(call: Call) -> Json:
    return {**call.world.user_json(call.world.bot), "verified": True, "email": None, "mfa_enabled": True}


def _joined_guilds(call: Call) -> list[Guild]:
    return [guild for guild in call.world.guilds.values() if call.world.bot.id in guild.members]


@route("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> list[Json]:
    return [{"id": str(g.id), "name": g.name, "icon": None, "owner": False} for g in _joined_guilds(call)]


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Json:
    user = call.world.users.get(parse_snowflake(str(call.json.get("recipient_id"))))
    if user is None:
        raise errors.unknown_user()
    if user.bot:
        raise errors.closed_dms()
    return api_json.channel_json(call.world, call.world.dm(user.id))


@route("GET", "/users/{user_id}")
def get_user(call: Call) -> Json:
    found = call.world.users.get(call.id("user_id"))
    if found is None:
        raise errors.unknown_user()
    return call.world.user_json(found)


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def get_application(call: Call) -> Json:
    return api_json.app_json(call.world)


@route("GET", "/guilds/{guild_id}")
def get_guild(call: Call) -> Json:
    return api_json.guild_json(call.world, guild_of(call))


@route("GET", "/guilds/{guild_id}/channels")
def guild_channels(call: Call) -> list[Json]:
    found = guild_of(call)
    world = call.world
    channels = [c for c in world.channels.values() if c.guild_id == found.id and c.kind == TEXT]
    return [api_json.channel_json(world, c) for c in channels if world.sees(world.bot.id, c)]


@route("GET", "/guilds/{guild_id}/roles")
def guild_roles(call: Call) -> list[Json]:
    found = guild_of(call)
    return [api_json.role_json(found, n) for n in found.roles]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(call: Call) -> Json:
    found = guild_of(call)
    if call.id("user_id") not in call.world.users:
        raise errors.unknown_user()
    if call.id("user_id") not in found.members:
        raise errors.unknown_member()
    return api_json.member_json(call.world, found, found.members[call.id("user_id")])


@route("GET", "/guilds/{guild_id}/threads/active")
def active_threads(call: Call) -> Json:
    found = guild_of(call)
    threads = [c for c in call.world.channels.values() if c.guild_id == found.id and c.thread and not c.archived]
    return {"threads": [api_json.channel_json(call.world, c) for c in threads], "members": []}


@route("GET", "/channels/{channel_id}/threads/archived/public")
def archived_threads(call: Call) -> Json:
    parent = channel_of(call, "read_message_history")
    threads = [c for c in call.world.channels.values() if c.parent_id == parent.id and c.archived]
    found = [api_json.channel_json(call.world, c) for c in threads if c.kind == PUBLIC_THREAD]
    return {"threads": found, "members": [], "has_more": False}


@route("GET", "/channels/{channel_id}")
def get_channel(call: Call) -> Json:
    return api_json.channel_json(call.world, channel_of(call))


@route("PATCH", "/channels/{channel_id}")
def edit_channel(call: Call) -> Json:
    found = channel_of(call)
    if found.kind == DM:
        raise errors.ApiError(400, 50024, "Cannot execute action on this channel type")
    body = call.json
    if found.thread:
        call.judge(limits.check_new_thread({"name": found.name, **body}))
    own = found.thread and found.owner_id == call.world.bot.id
    waking = found.thread and body.get("archived") is False and not found.locked
    if not own and not (waking and set(body) == {"archived"}):
        require_permissions(call, found, "manage_threads" if found.thread else "manage_channels")
    if found.thread and found.archived and body.get("archived") is not False:
        raise errors.thread_archived()
    if "locked" in body:
        if not (own and not body["locked"]):
            require_permissions(call, found, "manage_threads")
        found.locked = bool(body["locked"])
    if body.get("name"):
        found.name = str(body["name"])
    if "topic" in body:
        found.topic = body["topic"]
    if body.get("auto_archive_duration"):
        found.auto_archive = int(body["auto_archive_duration"])
    if found.thread and "archived" in body:
        call.world.archive(found, bool(body["archived"]))
    else:
        call.world.tell("channel_edit", found.id, found)
    return api_json.channel_json(call.world, found)


@route("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Json:
    found = channel_of(call)
    if found.dm:
        return api_json.channel_json(call.world, found)
    require_permissions(call, found, "manage_threads" if found.thread else "manage_channels")
    out = api_json.channel_json(call.world, found)
    call.world.delete_channel(found)
    return out


# Threads


def _new_thread(call: Call, parent: Channel, kind: int, thread_id: int) -> Channel:
    body = call.json
    call.judge(limits.check_new_thread(body))
    world = call.world
    thread = Channel(thread_id, kind, str(body.get("name", "")), parent.guild_id, parent.id)
    thread.owner_id = world.bot.id
    thread.auto_archive = int(body.get("auto_archive_duration") or 1440)
    thread.archive_stamp = thread.active_at = world.now()
    thread.members = [world.bot.id]
    world.channels[thread.id] = thread
    world.tell("channel", thread.id, thread)
    return thread


@route("POST", "/channels/{channel_id}/threads")
def start_thread(call: Call) -> Json:
    parent = channel_of(call)
    if parent.kind != TEXT:
        raise errors.ApiError(400, 50024, "Cannot execute action on this channel type")
    kind = int(call.json.get("type") or PRIVATE_THREAD)
    if kind not in THREADS:
        call.judge([errors.Problem("type", "BASE_TYPE_CHOICES", "Value must be one of {10, 11, 12}.")])
    require_permissions(call, parent, "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
    thread = _new_thread(call, parent, kind, call.world.clock.new_id())
    if kind == PUBLIC_THREAD:
        notice = Message(call.world.clock.new_id(), parent.id, call.world.bot.id, call.world.now(), thread.name, 18)
        notice.thread_id = thread.id
        publish_message(call.world, notice, notify=False)
    return api_json.channel_json(call.world, thread)


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_here(call: Call) -> Json:
    parent = channel_of(call, "create_public_threads")
    message = parent.messages.get(call.id("message_id"))
    if message is None:
        raise errors.unknown_message()
    if message.thread_id is not None:
        raise errors.thread_exists()
    # A thread started from a message has the message's id.
    thread = _new_thread(call, parent, PUBLIC_THREAD, message.id)
    message.thread_id = thread.id
    call.world.tell("edit", parent.id, message)
    return api_json.channel_json(call.world, thread)


def _require_open_thread(call: Call) -> Channel:
    found = channel_of(call)
    if not found.thread:
        raise errors.ApiError(400, 50024, "Cannot execute action on this channel type")
    if found.archived:
        raise errors.thread_archived()
    return found


@route("PUT", "/channels/{channel_id}/thread-members/@me")
def join_thread(call: Call) -> None:
    _add_thread_member(call, _require_open_thread(call), call.world.bot.id)


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_to_thread(call: Call) -> None:
    thread = _require_open_thread(call)
    require_permissions(call, thread, "send_messages_in_threads")
    if call.id("user_id") not in call.world.users:
        raise errors.unknown_user()
    _add_thread_member(call, thread, call.id("user_id"))


def _add_thread_member(call: Call, thread: Channel, user_id: int) -> None:
    if user_id not in thread.members:
        thread.members.append(user_id)
        call.world.tell("channel_edit", thread.id, thread)


@route("DELETE", "/channels/{channel_id}/thread-members/@me")
def leave_thread(call: Call) -> None:
    _remove_thread_member(call, _require_open_thread(call), call.world.bot.id)


@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_from_thread(call: Call) -> None:
    thread = _require_open_thread(call)
    if thread.owner_id != call.world.bot.id:
        require_permissions(call, thread, "manage_threads")
    _remove_thread_member(call, thread, call.id("user_id"))


def _remove_thread_member(call: Call, thread: Channel, user_id: int) -> None:
    if user_id in thread.members:
        thread.members.remove(user_id)
        call.world.tell("channel_edit", thread.id, thread)


@route("GET", "/channels/{channel_id}/thread-members")
def thread_members(call: Call) -> list[Json]:
    thread = _require_open_thread(call)
    stamp: dict[str, Any] = {"id": str(thread.id), "join_timestamp": "2023-01-01T00:00:00+00:00", "flags": 0}
    return [{**stamp, "user_id": str(n)} for n in thread.members]
