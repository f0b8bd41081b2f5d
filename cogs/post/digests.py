"""Digests: direct messages about several tables, updated as their reader moves."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from cogs.post import discord_messages
from cogs.post.headline import MESSAGE_LENGTH
from cogs.post.message_editor import EDITABLE_SECONDS
from cogs.post.message_layout import PublicMessage
from cogs.screen import Button, Screen, ids, split_into_rows, time_text, truncate_text
from cogs.screen.links import table_url
from cogs.screen.reader_language import localize_for_reader, localize_tables_for_reader
from service.play.digests import OutdatedDigest
from service.state.mail import Delivery, Notification
from service.state.model import PendingTurn, Post, Table
from service.state.notifications import ASKED
from service.state.seat_control import find_notified_seat
from service.state.table_rest import announced_due_time
from service.state.turn_clocks import is_late
from words import Voice

if TYPE_CHECKING:
    from cogs.games.app import App

LISTED_TABLES: Final = 20  # tables of one digest with a button
LINE_LENGTH: Final = 180


def digest_message(
    app: App, user_id: int, delivery: Delivery, waiting: Mapping[int, Table], notifications: Mapping[int, Notification]
) -> PublicMessage:
    """A digest with a line for each table. `waiting`: all tables named, by number, those that wait for the user first;
    `notifications`: the notifications of some of them."""
    lines = [_describe_digest_table(app, user_id, table, notifications.get(table.id)) for table in waiting.values()]
    heading_key = "call.digest" if delivery == "digest" else "call.waited"
    language = next((table.language for table in waiting.values()), "en")
    return _build_digest(app, user_id, waiting, lines, heading_key, language)


def remaining_digest_message(app: App, user_id: int, remaining: Mapping[int, Table], language: str) -> PublicMessage:
    """The digest after its reader moved at some of its tables; pings nobody."""
    lines = [_describe_digest_table(app, user_id, table, None) for table in remaining.values()]
    heading_key = "call.left" if remaining else "call.none_left"
    return PublicMessage(_build_digest(app, user_id, remaining, lines, heading_key, language).screen)


def _build_digest(
    app: App, user_id: int, tables: Mapping[int, Table], lines: list[str], heading_key: str, language: str
) -> PublicMessage:
    say = app.voice(None, language)
    buttons = []
    for table in tables.values():
        seat = find_notified_seat(table, user_id)
        if seat is not None and seat.is_human and seat.index in table.seats_to_move:
            label = say("call.move", game=app.game_name(table.kind, say.language), id=table.id)
            buttons.append(Button(ids.table_custom_id(table.id, "move"), label, "blue"))
    text = "\n".join([say(heading_key, n=len(lines)), *lines[:LISTED_TABLES]])
    if len(lines) > LISTED_TABLES:
        text += "\n" + say("call.more", n=len(lines) - LISTED_TABLES)
    return PublicMessage(
        Screen(truncate_text(text, MESSAGE_LENGTH), rows=split_into_rows(buttons[:LISTED_TABLES])), (user_id,)
    )


def _describe_digest_table(app: App, user_id: int, table: Table, notification: Notification | None) -> str:
    """The line of one table in a digest."""
    say = app.voice(table, table.language)
    seat = find_notified_seat(table, user_id)
    turn = table.pending_turn_of(seat.index) if seat is not None else None
    table_link = f"[{app.game_name(table.kind, table.language)} #{table.id}]({table_url(table)})"
    if turn is None or (notification is not None and notification.what == ASKED):
        key = notification.what.split(" ")[0] if notification is not None else "start"
        return truncate_text(say(f"call.list.{key}", table=table_link), LINE_LENGTH)
    task = table.public_view.tasks.get(turn.seat) if table.public_view is not None else None
    params = {
        "table": table_link,
        "task": say.phrase(task) if task is not None else "",
        "since": time_text.format_relative_time(turn.since),
        "due": time_text.format_relative_time(announced_due_time(turn.timer) or 0),
    }
    key = "waits" if task is not None else "waits_plain"
    line = say(f"call.list.{key}_due" if turn.timer.due is not None else f"call.list.{key}", **params)
    consequence = _describe_late_options(table, turn, say, app.clock.now())
    return say("call.list.and", line=line, follows=consequence) if consequence else line


def _describe_late_options(table: Table, turn: PendingTurn, say: Voice, now: int) -> str:
    """Options or consequences for a late player, under the late policy `ask`."""
    timer = turn.timer
    if table.late != "ask" or not is_late(timer, now):
        return ""
    return (
        say("remind.others")
        if timer.act_at is None
        else say("remind.otherwise_ask", at=time_text.format_relative_time(timer.act_at))
    )


async def refresh_digests(app: App, table: Table) -> None:
    """Update the digests that name this table. One too old to edit is sent anew, silently, while its reader is present;
    otherwise after their next interaction."""
    for digest in await app.tables.digests.list_outdated_digests(table):
        remaining = {number: await app.tables.registry.load_table(number) for number in digest.left}
        localized = localize_for_reader(app.tables, digest.user_id, table)
        remaining = localize_tables_for_reader(app.tables, digest.user_id, remaining)
        message, now = remaining_digest_message(app, digest.user_id, remaining, localized.language), app.clock.now()
        post = Post(table.id, 0, table.seq, "letter", (), digest.message_id, digest.channel_id)
        if now - digest.sent_at < EDITABLE_SECONDS:
            await discord_messages.edit_message(app, localized, post, message)
            await app.tables.digests.record_updated_digest(digest, digest.message_id, digest.channel_id, digest.sent_at)
        elif digest.here:
            try:
                channel, sent = await discord_messages.send_direct_message(
                    app, digest.user_id, message, _digest_nonce(digest), localized.language
                )
            except discord_messages.DirectMessagesClosed:
                continue
            await app.tables.digests.record_updated_digest(digest, sent, channel, now)
            if sent != digest.message_id:
                await discord_messages.delete_message(app, digest.channel_id, digest.message_id)


def _digest_nonce(digest: OutdatedDigest) -> str:
    """A nonce that stays the same at each attempt to send this digest."""
    identity = f"{digest.user_id} {digest.number} {digest.message_id} {digest.left}"
    return blake2b(identity.encode(), digest_size=12).hexdigest()
