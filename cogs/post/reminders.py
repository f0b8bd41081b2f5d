"""Reminders: one line for a seat that is waited for. A newer one replaces it, and an act of the seat removes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from cogs.post import deciders, discord_messages
from cogs.post.message_layout import PublicMessage
from cogs.screen import Button, Link, Row, Screen, cut, ids, time_text
from cogs.screen.links import jump_links
from service.state.mail import Reminder
from service.state.membership import EMPTY, is_seat_empty
from service.state.model import GOING, PendingTurn, Post, Table, TurnTimer
from service.state.notifications import AWAY, FOR_ALL, LAST, WOKE
from service.state.seat_offer import can_be_replaced
from service.state.table_rest import announced_due_time
from service.state.turn_clocks import are_clocks_stopped
from words import Voice

if TYPE_CHECKING:
    from cogs.games.app import App

LONGEST: Final = 600
REPLACE_VERB: Final = "replace"  # verb of the buttons that offer a seat to other users
HUSHABLE: Final = ("half", "late", LAST, "long", "nudge", WOKE)  # reminders that *On it* answers


async def update_reminders(app: App, table: Table) -> None:
    """Send pending reminders, delete obsolete ones."""
    stands: dict[int, list[Reminder]] = {}
    for notice in await app.tables.reminders.of(table.id):
        stretch = _find_reminded_turn(table, notice)
        if stretch is None or (
            notice.what != EMPTY and _is_reminder_obsolete(table, notice, stretch.timer, app.clock.now())
        ):
            await _delete_reminder(app, table, notice)
        else:
            stands.setdefault(notice.seat, []).append(notice)
    for notices in stands.values():
        newest = notices[-1]
        if newest.sent_at is None:
            await _send_reminder(app, table, newest)
        for notice in notices[:-1]:
            await _delete_reminder(app, table, notice)


def _is_reminder_obsolete(table: Table, notice: Reminder, timer: TurnTimer, now: int) -> bool:
    """Whether it no longer holds: seen (*On it*), more time by a vote, no machine move due. While the clocks stand,
    only postponed notifications (`WOKE`, `AWAY`) hold."""
    if are_clocks_stopped(table) and notice.what not in (WOKE, AWAY):
        return True
    if notice.what in ("due", "daily"):
        return timer.due is None or timer.due > now
    if notice.what == "machine":
        return timer.act_at is None
    return timer.hushed and notice.what in HUSHABLE


def _find_reminded_turn(table: Table, notice: Reminder) -> PendingTurn | None:
    """The turn that the reminder is about; None if that is over."""
    stretch, seat = table.pending_turn_of(notice.seat) if table.status in GOING else None, table.seats[notice.seat]
    if stretch is None or stretch.seq != notice.seq or not seat.human:
        return None
    if notice.what == EMPTY:
        return stretch if table.homeless or notice.seat in empty_seats_to_decide(table) else None
    return stretch if seat.here else None


async def _send_reminder(app: App, table: Table, notice: Reminder) -> None:
    stretch = _find_reminded_turn(table, notice)
    assert stretch is not None, "it still reminds of something"
    say = app.voice(table, table.language)
    named = app.game_name(table.kind, table.language)
    if notice.what == EMPTY:
        await _ask_about_empty_seat(app, table, notice, say, named)
        return
    seat, at = table.seats[notice.seat], notice.made_at
    called, owner = (
        app.tables.direct_messages.mentioned(user or 0, at, notice.what) for user in (seat.called, seat.user_id)
    )
    public = reminder_message(table, notice, stretch, say, named, called=called, owner=owner)
    nonce = f"{table.tag}-r{notice.seat}.{notice.seq}.{notice.step}{notice.what[0]}"
    sent = await discord_messages.send_to_table(app, table, public, nonce)
    await app.tables.reminders.sent(notice, sent, table.home.channel_id)


async def _ask_about_empty_seat(app: App, table: Table, notice: Reminder, say: Voice, named: str) -> None:
    """Ask the players who are present about the seat of a member who left the server."""
    people = [user for seat in table.present if (user := seat.called) is not None]
    pings = tuple(user for user in people if app.tables.direct_messages.mentioned(user, notice.made_at))
    who = say("ask.to", who=" ".join(deciders.mention(user) for user in pings)) if pings else ""
    text = say("left.ask", who=who, game=named, id=table.id, seat=notice.seat).strip()
    row: Row = [*empty_seat_buttons(app, table, notice.seat, say), *jump_links(table, say, "button.to_table")]
    public = PublicMessage(Screen(text, rows=[row]), pings)
    sent = await discord_messages.send_to_table(
        app, table, public, f"{table.tag}-r{notice.seat}.{notice.seq}.{notice.made_at}"
    )
    await app.tables.reminders.sent(notice, sent, table.home.channel_id)


def empty_seats_to_decide(table: Table) -> list[int]:
    """The empty seats with a running clock: the table is asked about them until it decides to wait."""
    running = [s.seat for s in table.stretches if s.timer.start is not None] if table.status == "active" else []
    return [index for index in running if is_seat_empty(table.seats[index])]


def empty_seat_buttons(app: App, table: Table, seat: int, say: Voice) -> list[Button]:
    """The table's options for an empty seat."""
    verbs = ["left-wait", "left-machine", *([REPLACE_VERB] if app.answers("x", REPLACE_VERB) else [])]
    return [
        Button(ids.action_custom_id(table.id, table.seq, verb, str(seat)), say(f"button.{verb.replace('-', '_')}"))
        for verb in verbs
    ]


async def _delete_reminder(app: App, table: Table, notice: Reminder) -> None:
    if notice.message_id is not None:
        post = Post(
            table.id, 0, notice.seq, "reminder", (), notice.message_id, notice.channel_id, sent_at=notice.sent_at
        )
        await discord_messages.delete_post(app, table, post)
    await app.tables.reminders.gone(notice)


def reminder_message(
    table: Table,
    notice: Reminder,
    stretch: PendingTurn,
    say: Voice,
    game_name: str,
    *,
    called: bool = True,
    owner: bool = False,
) -> PublicMessage:
    """The reminder with its buttons: for the seat, and for the others if it is late. `called`: mentions its addressee,
    who is otherwise only named; `owner`: mentions the owner of a seat with a late stand-in."""
    seat = table.seats[notice.seat]
    there = owner and seat.left_at is None
    user, both = seat.called or 0, there and seat.standin is not None and notice.what in FOR_ALL
    who = deciders.describe_decider(table, user, say, mentioned=called, owner=both)
    text = describe_reminder(table, notice.seat, notice.what, stretch, say, game_name, who)
    pings = [each for each, pinged in ((user, called), (seat.user_id or 0, both)) if pinged]
    return PublicMessage(Screen(text, rows=_reminder_rows(table, notice, say)), tuple(pings))


def describe_reminder(
    table: Table, seat: int, what: str, stretch: PendingTurn, say: Voice, game_name: str, who: str
) -> str:
    """The text of a reminder: task, due time, and the consequence of no move."""
    timer, view = stretch.timer, table.public
    task = view.tasks.get(seat) if view is not None else None
    params: dict[str, Any] = {
        "who": who,
        "game": game_name,
        "id": table.id,
        "task": say.phrase(task) if task is not None else "",
        "since": time_text.format_relative_time(stretch.since),
        "due": time_text.format_relative_time(announced_due_time(timer) or stretch.since),
        "at": time_text.format_relative_time(timer.act_at or stretch.since),
    }
    lines = [say(f"remind.{what}", **params)]
    if _offers_machine_move(table, what) and timer.act_at is None:
        lines.append(say("remind.others"))
    if timer.act_at is not None and what != "machine":
        lines.append(_describe_default_outcome(table, stretch, say, timer.act_at))
    return cut(" ".join(filter(None, lines)), LONGEST)


def _describe_default_outcome(table: Table, stretch: PendingTurn, say: Voice, at: int) -> str:
    """The consequence of no move, with its time if that is not the due time."""
    later = "" if at == stretch.timer.due else "_later"
    when = time_text.format_relative_time(at)
    if table.late == "ask":
        return say("remind.otherwise_ask", at=when)
    if table.late == "machine":
        return say(f"remind.otherwise_machine{later}", at=when)
    game = table.game
    told = (
        game.describe_default_move(table.state, stretch.seat) if game is not None and table.state is not None else None
    )
    return say(f"remind.otherwise{later}", at=when, move=say.phrase(told)) if told is not None else ""


def _offers_machine_move(table: Table, what: str) -> bool:
    """Whether the others may let a machine move."""
    return table.late == "ask" and what in ("due", "daily")


def on_it_button(table: Table, seat: int, say: Voice) -> Button:
    """The button that stops reminders until the due time."""
    return Button(ids.action_custom_id(table.id, table.seq, "on-it", str(seat)), say("button.on_it"))


def _reminder_rows(table: Table, notice: Reminder, say: Voice) -> Sequence[Row]:
    own: list[Button | Link] = [Button(ids.table_custom_id(table.id, "move"), say("button.move"), "blue")]
    if notice.what in HUSHABLE:
        own.append(on_it_button(table, notice.seat, say))
    if _offers_machine_move(table, notice.what):
        own.append(
            Button(ids.action_custom_id(table.id, table.seq, "let", str(notice.seat)), say("button.let_machine"))
        )
    if can_be_replaced(table, table.seats[notice.seat], notice.made_at):
        own.append(
            Button(ids.action_custom_id(table.id, table.seq, "replace", str(notice.seat)), say("button.replace"))
        )
    return [[*own, *jump_links(table, say, "button.to_table")]]
