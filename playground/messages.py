"""Messages: sending, editing, deleting, notifications."""

from __future__ import annotations

import re
from collections import deque
from typing import Any

from playground import permissions
from playground.components import assign_component_ids, text_contents
from playground.media import Upload, create_attachment
from playground.model import (
    COMPONENTS_V2,
    LOADING,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Channel,
    Json,
    Message,
    Version,
)
from playground.world import EPHEMERAL_KEPT, World

HISTORY_KEPT = 50
NONCE_SECONDS = 300  # Discord says "some minutes"

_USER = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&(\d{1,20})>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def new_message(world: World, channel: Channel, author_id: int) -> Message:
    return Message(world.clock.new_id(), channel.id, author_id, world.now())


def fill_message(world: World, message: Message, body: Json, uploads: list[Upload], *, parse: tuple[str, ...]) -> None:
    """Fills a message that is not visible yet. `parse`: the mentions that work without `allowed_mentions`."""
    message.content = body.get("content") or ""
    message.flags |= int(body.get("flags") or 0) & (SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2)
    message.embeds = list(body.get("embeds") or [])
    message.components = assign_component_ids(body.get("components") or [])
    message.attachments = _create_attachments(world, body, uploads)
    message.nonce = body.get("nonce")
    message.allowed = body.get("allowed_mentions")
    _set_mentions(world, message, parse)


def publish_message(world: World, message: Message, notify: bool = True) -> Message:
    """Shows a message to its one user or in its channel; in an archived thread this unarchives it."""
    channel = world.channels[message.channel_id]
    world.alive[message.id] = message
    if message.only_for is not None:
        kept = world.private.setdefault(message.only_for, deque())
        kept.append(message)
        if len(kept) > EPHEMERAL_KEPT:
            gone = kept.popleft()
            gone.deleted = True
            world.alive.pop(gone.id, None)
            world.tell("delete", gone.channel_id, gone)
    else:
        if notify and not message.loading:
            message.pinged = _notified_users(world, message, channel)
        channel.messages[message.id] = message
        channel.last_message_id = message.id
        channel.sent += 1
        channel.active_at = world.now()
        if channel.thread and channel.archived:
            world.archive(channel, False)
    world.tell("message", channel.id, message)
    return message


def apply_message_edit(
    world: World, message: Message, body: Json, uploads: list[Upload], *, parse: tuple[str, ...]
) -> None:
    """Applies an edit; edits never notify."""
    message.history.append(
        Version(world.now(), message.content, message.components, tuple(a.filename for a in message.attachments))
    )
    del message.history[:-HISTORY_KEPT]
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = list(body["embeds"] or [])
    if "components" in body:
        message.components = assign_component_ids(body["components"] or [])
    if body.get("flags") is not None:
        flags = int(body["flags"])
        message.flags = message.flags & ~SUPPRESS_EMBEDS | flags & (SUPPRESS_EMBEDS | COMPONENTS_V2)
    if "allowed_mentions" in body:
        message.allowed = body["allowed_mentions"]
    if uploads or body.get("attachments") is not None:
        listed = body.get("attachments")
        kept = message.attachments
        if listed is not None:
            wanted = {str(item.get("id")): item for item in listed}
            kept = [a for a in kept if str(a.id) in wanted]
            for attachment in kept:
                attachment.description = wanted[str(attachment.id)].get("description", attachment.description)
        message.attachments = kept + _create_attachments(world, body, uploads)
    _set_mentions(world, message, parse)
    message.edited = world.now()
    message.edits += 1
    world.tell("edit", message.channel_id, message)


def fill_deferred(world: World, message: Message, body: Json, uploads: list[Upload]) -> None:
    """Fills the "thinking" message of a deferred answer. Its mentions notify only now."""
    message.flags &= ~LOADING
    fill_message(world, message, body, uploads, parse=("users",))
    channel = world.channels[message.channel_id]
    if message.only_for is None:
        message.pinged = _notified_users(world, message, channel)
        channel.active_at = world.now()
    world.tell("edit", message.channel_id, message)


def remove_message(world: World, message: Message) -> None:
    if message.deleted:
        return
    message.deleted = True
    world.alive.pop(message.id, None)
    if message.only_for is not None:
        world.private[message.only_for].remove(message)
    else:
        world.channels[message.channel_id].messages.pop(message.id, None)
    world.bury(message)
    world.tell("delete", message.channel_id, message)


def find_by_nonce(world: World, author_id: int, body: Json) -> Message | None:
    """The message already created with the request's enforced nonce, within `NONCE_SECONDS`."""
    nonce = body.get("nonce")
    if nonce is None or not body.get("enforce_nonce"):
        return None
    found = world.nonces.get((author_id, str(nonce)))
    if found and world.now() - found[0] <= NONCE_SECONDS:
        return found[1]
    return None


def remember_nonce(world: World, author_id: int, message: Message) -> None:
    if message.nonce is None:
        return
    now = world.now()
    if len(world.nonces) > 5000:
        world.nonces = {k: v for k, v in world.nonces.items() if now - v[0] <= NONCE_SECONDS}
    world.nonces[author_id, str(message.nonce)] = (now, message)


def _create_attachments(world: World, body: Json, uploads: list[Upload]) -> list[Attachment]:
    wishes = {str(item.get("id")): item for item in body.get("attachments") or []}
    return [create_attachment(world.clock, upload, wishes.get(str(upload.number), {})) for upload in uploads]


def mention_text(message: Message) -> str:
    """The text in which mentions work: content and text displays, not embeds."""
    return "\n".join([message.content, *text_contents(message.components)])


def _is_mention_allowed(allowed: Any, kind: str, parse: tuple[str, ...], number: int | None = None) -> bool:
    if allowed is None:
        return kind in parse
    if kind in (allowed.get("parse") or []):
        return True
    return number is not None and str(number) in [str(n) for n in allowed.get(kind) or []]


def _set_mentions(world: World, message: Message, parse: tuple[str, ...]) -> None:
    """Sets the mentions of the text that `allowed_mentions` permits."""
    text = mention_text(message)
    users = [int(n) for n in dict.fromkeys(_USER.findall(text))]
    roles = [int(n) for n in dict.fromkeys(_ROLE.findall(text))]
    message.mentions = [
        n for n in users if n in world.users and _is_mention_allowed(message.allowed, "users", parse, n)
    ]
    message.mention_roles = [n for n in roles if _is_mention_allowed(message.allowed, "roles", parse, n)]
    message.everyone = bool(_EVERYONE.search(text)) and _is_mention_allowed(message.allowed, "everyone", parse)


def _notified_users(world: World, message: Message, channel: Channel) -> frozenset[int]:
    """The mentioned users who can see the channel; none if the message was sent silently."""
    if message.flags & SUPPRESS_NOTIFICATIONS:
        return frozenset()
    found = set(message.mentions)
    guild = world.guilds.get(channel.guild_id or 0)
    if channel.dm and channel.recipient_id is not None:
        found.add(channel.recipient_id)
    elif guild is not None:
        for member in guild.members.values():
            if set(member.roles) & set(message.mention_roles):
                found.add(member.user_id)
        may = world.rights(message.author_id, channel) & permissions.BITS["mention_everyone"]
        if message.everyone and may:
            found.update(guild.members)
    found.discard(message.author_id)
    return frozenset(n for n in found if world.sees(n, channel))
