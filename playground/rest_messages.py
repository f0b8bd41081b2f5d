"""Routes of messages in channels, threads and direct messages."""

from __future__ import annotations

from urllib.parse import unquote

from playground import errors, limits, permissions
from playground.clock import time_of
from playground.model import Channel, Json, Message
from playground.posts import change, fill, new_message, publish, remember, remembered, remove
from playground.rest import Call, number, route
from playground.rest_basics import channel_of, demand
from playground.shape import message_json
from playground.world import OldEdit

HOUR = 3600.0
OLD_EDITS_ALLOWED = 5  # per channel and hour; the real figure is not published, only that it is small

DEFAULT_MENTIONS = ("users", "roles", "everyone")
MESSAGES = "/channels/{channel_id}/messages"
ONE = "/channels/{channel_id}/messages/{message_id}"


def own_json(call: Call, message: Message) -> Json:
    return message_json(call.world, call.base, message)


def message_of(call: Call, channel: Channel) -> Message:
    message = channel.messages.get(call.id("message_id"))
    if message is None:
        raise errors.unknown_message()
    return message


def may_send(call: Call, channel: Channel) -> None:
    """Whether the bot may write here at all, and with what."""
    if channel.dm:
        if not call.world.users[channel.recipient_id or 0].dms_open:
            raise errors.closed_dms()
        if not call.world.shared(channel.recipient_id or 0):
            raise errors.no_mutual_server()
        return
    demand(call, channel, "send_messages_in_threads" if channel.thread else "send_messages")
    locked = channel.thread and channel.locked
    if locked and not call.world.rights(call.world.bot.id, channel) & permissions.BITS["manage_threads"]:
        raise errors.thread_archived()  # so it is called, whether or not it is archived too
    if call.uploads:
        demand(call, channel, "attach_files")


def _drop_embeds(call: Call, channel: Channel) -> None:
    """Without the right to embed links, embeds vanish without a word."""
    if not call.world.rights(call.world.bot.id, channel) & permissions.BITS["embed_links"]:
        call.json.pop("embeds", None)


@route("POST", MESSAGES)
def create(call: Call) -> Json:
    channel = channel_of(call)
    may_send(call, channel)
    body = call.json
    _drop_embeds(call, channel)
    call.judge(limits.message(body, call.uploads))
    if limits.empty(body, call.uploads):
        raise errors.empty_message()
    known = remembered(call.world, call.world.bot.id, body)
    if known is not None:
        return own_json(call, known)
    message = new_message(call.world, channel, call.world.bot.id)
    reference = body.get("message_reference") or {}
    if reference.get("message_id"):
        demand(call, channel, "read_message_history")
        target = number(str(reference["message_id"]))
        if target in channel.messages:
            message.reference, message.kind = target, 19
        elif reference.get("fail_if_not_exists", True):
            unknown = errors.Problem("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            raise errors.bad_form([unknown])
    fill(call.world, message, body, call.uploads, parse=DEFAULT_MENTIONS)
    publish(call.world, message)
    remember(call.world, call.world.bot.id, message)
    return own_json(call, message)


@route("GET", MESSAGES)
def history(call: Call) -> list[Json]:
    channel = channel_of(call)
    if not channel.dm and not call.world.rights(call.world.bot.id, channel) & permissions.BITS["read_message_history"]:
        return []
    found = list(channel.messages.values())
    limit = min(100, int(call.query.get("limit", 50)))
    if "before" in call.query:
        found = [m for m in found if m.id < number(call.query["before"])]
    if "after" in call.query:
        found = [m for m in found if m.id > number(call.query["after"])][:limit]
    if "around" in call.query:
        middle = number(call.query["around"])
        found = sorted(sorted(found, key=lambda m: abs(m.id - middle))[:limit], key=lambda m: m.id)
    return [own_json(call, m) for m in reversed(found[-limit:])]


@route("GET", ONE)
def get(call: Call) -> Json:
    channel = channel_of(call, "read_message_history")
    return own_json(call, message_of(call, channel))


@route("PATCH", ONE)
def edit(call: Call) -> Json:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author_id != call.world.bot.id:
        raise errors.foreign_message()
    if channel.thread and channel.archived:
        raise errors.thread_archived()
    if call.uploads:
        demand(call, channel, "attach_files")
    _drop_embeds(call, channel)
    old_edit(call, message, counted=True)
    return apply_edit(call, message)


def old_edit(call: Call, message: Message, counted: bool) -> None:
    """Remember edits of public messages older than an hour; `counted` ones soon hit Discord's smaller allowance."""
    age = call.world.now() - time_of(message.id)
    if message.only_for is not None or age <= HOUR:
        return
    call.world.old_edits.append(OldEdit(call.route, message.id, age))
    if not counted:
        return
    recent = [at for at in call.world.recent_old_edits.get(message.channel_id, []) if call.world.now() - at < HOUR]
    if len(recent) >= OLD_EDITS_ALLOWED:
        raise errors.old_edits_used_up()
    call.world.recent_old_edits[message.channel_id] = [*recent, call.world.now()]


def apply_edit(call: Call, message: Message, body: Json | None = None) -> Json:
    """Judge and carry out an edit, from whichever route it came."""
    body = call.json if body is None else body
    call.judge(limits.edit(body, call.uploads, message))
    if limits.empty_after(body, call.uploads, message):
        raise errors.empty_message()
    parse = DEFAULT_MENTIONS if message.interaction is None else ("users",)
    change(call.world, message, body, call.uploads, parse=parse)
    return own_json(call, message)


@route("DELETE", ONE)
def delete(call: Call) -> None:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author_id != call.world.bot.id:
        demand(call, channel, "manage_messages")
    remove(call.world, message)


@route("POST", MESSAGES + "/bulk-delete")
def bulk_delete(call: Call) -> None:
    channel = channel_of(call, "manage_messages")
    for text in call.json.get("messages") or []:
        message = channel.messages.get(number(str(text)))
        if message is not None:
            remove(call.world, message)


@route("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> None:
    channel = channel_of(call)
    may_send(call, channel)
    call.world.tell("typing", channel.id, call.world.bot)


@route("PUT", ONE + "/reactions/{emoji_name}/@me")
def react(call: Call) -> None:
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
def unreact(call: Call) -> None:
    channel = channel_of(call)
    message = message_of(call, channel)
    who = message.reactions.get(unquote(call.params["emoji_name"]), [])
    if call.world.bot.id in who:
        who.remove(call.world.bot.id)
        if not who:
            del message.reactions[unquote(call.params["emoji_name"])]
        call.world.tell("edit", channel.id, message)
