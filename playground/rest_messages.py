"""Routes of messages in channels, threads and direct messages."""

from __future__ import annotations

from urllib.parse import unquote

from playground import errors, limits, permissions
from playground.api_json import message_json
from playground.clock import snowflake_time
from playground.messages import (
    apply_message_edit,
    fill_message,
    find_by_nonce,
    new_message,
    publish_message,
    remember_nonce,
    remove_message,
)
from playground.model import Channel, Json, Message
from playground.rest import Call, parse_snowflake, route
from playground.rest_guilds import channel_of, require_permissions
from playground.world import OldEdit

HOUR = 3600.0
OLD_EDITS_ALLOWED = 5  # per channel and hour; Discord's actual number is small and not published

DEFAULT_MENTIONS = ("users", "roles", "everyone")
MESSAGES = "/channels/{channel_id}/messages"
ONE = "/channels/{channel_id}/messages/{message_id}"


def json_for_bot(call: Call, message: Message) -> Json:
    return message_json(call.world, call.base, message)


def message_of(call: Call, channel: Channel) -> Message:
    message = channel.messages.get(call.id("message_id"))
    if message is None:
        raise errors.unknown_message()
    return message


def require_send_permission(call: Call, channel: Channel) -> None:
    """Refuses the request unless the bot may write here, with files if there are any."""
    if channel.dm:
        if not call.world.users[channel.recipient_id or 0].dms_open:
            raise errors.closed_dms()
        if not call.world.shared(channel.recipient_id or 0):
            raise errors.no_mutual_server()
        return
    require_permissions(call, channel, "send_messages_in_threads" if channel.thread else "send_messages")
    locked = channel.thread and channel.locked
    if locked and not call.world.rights(call.world.bot.id, channel) & permissions.BITS["manage_threads"]:
        raise errors.thread_archived()  # Discord's error for locked threads too, archived or not
    if call.uploads:
        require_permissions(call, channel, "attach_files")


def _drop_embeds(call: Call, channel: Channel) -> None:
    """Without the permission to embed links, Discord drops embeds silently."""
    if not call.world.rights(call.world.bot.id, channel) & permissions.BITS["embed_links"]:
        call.json.pop("embeds", None)


@route("POST", MESSAGES)
def create_message(call: Call) -> Json:
    channel = channel_of(call)
    require_send_permission(call, channel)
    body = call.json
    _drop_embeds(call, channel)
    call.judge(limits.check_new_message(body, call.uploads))
    if limits.is_empty_message(body, call.uploads):
        raise errors.empty_message()
    known = find_by_nonce(call.world, call.world.bot.id, body)
    if known is not None:
        return json_for_bot(call, known)
    message = new_message(call.world, channel, call.world.bot.id)
    reference = body.get("message_reference") or {}
    if reference.get("message_id"):
        require_permissions(call, channel, "read_message_history")
        target = parse_snowflake(str(reference["message_id"]))
        if target in channel.messages:
            message.reference, message.kind = target, 19
        elif reference.get("fail_if_not_exists", True):
            unknown = errors.Problem("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            raise errors.bad_form([unknown])
    fill_message(call.world, message, body, call.uploads, parse=DEFAULT_MENTIONS)
    publish_message(call.world, message)
    remember_nonce(call.world, call.world.bot.id, message)
    return json_for_bot(call, message)


@route("GET", MESSAGES)
def list_messages(call: Call) -> list[Json]:
    channel = channel_of(call)
    if not channel.dm and not call.world.rights(call.world.bot.id, channel) & permissions.BITS["read_message_history"]:
        return []
    found = list(channel.messages.values())
    limit = min(100, int(call.query.get("limit", 50)))
    if "before" in call.query:
        found = [m for m in found if m.id < parse_snowflake(call.query["before"])]
    if "after" in call.query:
        found = [m for m in found if m.id > parse_snowflake(call.query["after"])][:limit]
    if "around" in call.query:
        middle = parse_snowflake(call.query["around"])
        found = sorted(sorted(found, key=lambda m: abs(m.id - middle))[:limit], key=lambda m: m.id)
    return [json_for_bot(call, m) for m in reversed(found[-limit:])]


@route("GET", ONE)
def get_message(call: Call) -> Json:
    channel = channel_of(call, "read_message_history")
    return json_for_bot(call, message_of(call, channel))


@route("PATCH", ONE)
def edit_message(call: Call) -> Json:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author_id != call.world.bot.id:
        raise errors.foreign_message()
    if channel.thread and channel.archived:
        raise errors.thread_archived()
    if call.uploads:
        require_permissions(call, channel, "attach_files")
    _drop_embeds(call, channel)
    record_old_edit(call, message, counted=True)
    return check_and_apply_edit(call, message)


def record_old_edit(call: Call, message: Message, counted: bool) -> None:
    """Records an edit of a public message older than an hour; if `counted`, applies Discord's lower limit."""
    age = call.world.now() - snowflake_time(message.id)
    if message.only_for is not None or age <= HOUR:
        return
    call.world.old_edits.append(OldEdit(call.route, message.id, age))
    if not counted:
        return
    recent = [at for at in call.world.recent_old_edits.get(message.channel_id, []) if call.world.now() - at < HOUR]
    if len(recent) >= OLD_EDITS_ALLOWED:
        raise errors.old_edits_used_up()
    call.world.recent_old_edits[message.channel_id] = [*recent, call.world.now()]


def check_and_apply_edit(call: Call, message: Message, body: Json | None = None) -> Json:
    """Checks and applies an edit from any route."""
    body = call.json if body is None else body
    call.judge(limits.check_message_edit(body, call.uploads, message))
    if limits.is_empty_after_edit(body, call.uploads, message):
        raise errors.empty_message()
    parse = DEFAULT_MENTIONS if message.interaction is None else ("users",)
    apply_message_edit(call.world, message, body, call.uploads, parse=parse)
    return json_for_bot(call, message)


@route("DELETE", ONE)
def delete_message(call: Call) -> None:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author_id != call.world.bot.id:
        require_permissions(call, channel, "manage_messages")
    remove_message(call.world, message)


@route("POST", MESSAGES + "/bulk-delete")
def bulk_delete(call: Call) -> None:
    channel = channel_of(call, "manage_messages")
    for text in call.json.get("messages") or []:
        message = channel.messages.get(parse_snowflake(str(text)))
        if message is not None:
            remove_message(call.world, message)


@route("POST", "/channels/{channel_id}/typing")
def start_typing(call: Call) -> None:
    channel = channel_of(call)
    require_send_permission(call, channel)
    call.world.tell("typing", channel.id, call.world.bot)


@route("PUT", ONE + "/reactions/{emoji_name}/@me")
def add_reaction(call: Call) -> None:
    channel = channel_of(call, "read_message_history", "add_reactions")
    message = message_of(call, channel)
    if channel.thread and channel.archived:
        raise errors.thread_archived()
    emoji = unquote(call.params["emoji_name"])
    if emoji not in message.reactions and len(message.reactions) >= limits.REACTIONS:
        raise errors.ApiError(400, 30010, "Maximum number of reactions reached (20)")
    who = message.reactions.setdefault(emoji, [])
    if call.world.bot.id not in who:
        who.append(call.world.bot.id)
        call.world.tell("edit", channel.id, message)


@route("DELETE", ONE + "/reactions/{emoji_name}/@me")
def remove_reaction(call: Call) -> None:
    channel = channel_of(call)
    message = message_of(call, channel)
    who = message.reactions.get(unquote(call.params["emoji_name"]), [])
    if call.world.bot.id in who:
        who.remove(call.world.bot.id)
        if not who:
            del message.reactions[unquote(call.params["emoji_name"])]
        call.world.tell("edit", channel.id, message)
