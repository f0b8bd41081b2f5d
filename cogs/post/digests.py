"""Digests: direct messages about several tables, updated as their reader moves."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from cogs.post import discord_messages
from cogs.post.headline import LONGEST
from cogs.post.message_editor import EDITABLE_SECONDS
from cogs.post.message_layout import PublicMessage
from cogs.post.reader_language import localize_for_reader, localize_tables_for_reader
from cogs.screen import Button, Screen, cut, ids, rows_of, time_text
from cogs.screen.links import table_url
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

LISTED: Final = 20  # tables of one digest with a button
LINE: Final = 180


def digest_message(
    app: App, user_id: int, how: Delivery, waiting: Mapping[int, Table], told: Mapping[int, Notification]
) -> PublicMessage:
    """A digest with a line for each table. `waiting`: all tables named, by number, those that wait for the user first;
    `told`: the notifications of some of them."""
    lines = [_describe_digest_table(app, user_id, table, told.get(number)) for number, table in waiting.items()]
    head = "call.digest" if how == "digest" else "call.waited"
    spoken = next((table.language for table in waiting.values()), "en")
    return _build_digest(app, user_id, waiting, lines, head, spoken)


def remaining_digest_message(app: App, user_id: int, left: Mapping[int, Table], language: str) -> PublicMessage:
    """The digest after its reader moved at some of its tables; pings nobody."""
    lines = [_describe_digest_table(app, user_id, table, None) for table in left.values()]
    return PublicMessage(
        _build_digest(app, user_id, left, lines, "call.left" if left else "call.none_left", language).screen
    )


def _build_digest(
    app: App, user_id: int, tables: Mapping[int, Table], lines: list[str], head: str, language: str
) -> PublicMessage:
    say = app.voice(None, language)
    buttons = []
    for table in tables.values():
        seat = find_notified_seat(table, user_id)
        if seat is not None and seat.human and seat.index in table.waiting:
            name = app.game_name(table.kind, say.language)
            buttons.append(
                Button(ids.table_custom_id(table.id, "move"), say("call.move", game=name, id=table.id), "blue")
            )
    text = "\n".join([say(head, n=len(lines)), *lines[:LISTED]])
    if len(lines) > LISTED:
        text += "\n" + say("call.more", n=len(lines) - LISTED)
    return PublicMessage(Screen(cut(text, LONGEST), rows=rows_of(buttons[:LISTED])), (user_id,))


def _describe_digest_table(app: App, user_id: int, table: Table, call: Notification | None) -> str:
    """The line of one table in a digest."""
    say = app.voice(table, table.language)
    seat = find_notified_seat(table, user_id)
    stretch = table.pending_turn_of(seat.index) if seat is not None else None
    there = f"[{app.game_name(table.kind, table.language)} #{table.id}]({table_url(table)})"
    if stretch is None or (call is not None and call.what == ASKED):
        key = call.what.split(" ")[0] if call is not None else "start"
        return cut(say(f"call.list.{key}", table=there), LINE)
    task = table.public.tasks.get(stretch.seat) if table.public is not None else None
    told = {
        "table": there,
        "task": say.phrase(task) if task is not None else "",
        "since": time_text.format_relative_time(stretch.since),
        "due": time_text.format_relative_time(announced_due_time(stretch.timer) or 0),
    }
    key = "waits" if task is not None else "waits_plain"
    line = say(f"call.list.{key}_due" if stretch.timer.due is not None else f"call.list.{key}", **told)
    follows = _describe_late_options(table, stretch, say, app.clock.now())
    return say("call.list.and", line=line, follows=follows) if follows else line


def _describe_late_options(table: Table, stretch: PendingTurn, say: Voice, now: int) -> str:
    """Options or consequences for a late player, under the late policy `ask`."""
    timer = stretch.timer
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
    for listing in await app.tables.digests.outdated(table):
        left = {number: await app.tables.registry.load(number) for number in listing.left}
        read = localize_for_reader(app, listing.user_id, table)
        left = localize_tables_for_reader(app, listing.user_id, left)
        public, now = remaining_digest_message(app, listing.user_id, left, read.language), app.clock.now()
        post = Post(table.id, 0, table.seq, "letter", (), listing.message_id, listing.channel_id)
        if now - listing.sent_at < EDITABLE_SECONDS:
            await discord_messages.edit_message(app, read, post, public)
            await app.tables.digests.renewed(listing, listing.message_id, listing.channel_id, listing.sent_at)
        elif listing.here:
            try:
                channel, sent = await discord_messages.send_direct_message(
                    app, listing.user_id, public, _digest_nonce(listing), read.language
                )
            except discord_messages.DirectMessagesClosed:
                continue
            await app.tables.digests.renewed(listing, sent, channel, now)
            if sent != listing.message_id:
                await discord_messages.delete_message(app, listing.channel_id, listing.message_id)


def _digest_nonce(listing: OutdatedDigest) -> str:
    """A nonce that stays the same at each attempt to send this digest."""
    told = f"{listing.user_id} {listing.number} {listing.message_id} {listing.left}"
    return blake2b(told.encode(), digest_size=12).hexdigest()
