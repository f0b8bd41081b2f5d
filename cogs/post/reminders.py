"""Reminders: one line for a seat that is waited for. A newer one replaces it, and an act of the seat removes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from cogs.post import decider_text, discord_messages
from cogs.post.message_layout import PublicMessage
from cogs.screen import Button, Link, Row, Screen, ids, table_button, time_text, truncate_text
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

TEXT_LENGTH: Final = 600
REPLACE_VERB: Final = "replace"  # verb of the buttons that offer a seat to other users
ACKNOWLEDGEABLE: Final = ("half", "late", LAST, "long", "nudge", WOKE)  # reminders that *On it* answers


async def update_reminders(app: App, table: Table) -> None:
    """Send pending reminders, delete obsolete ones."""
    reminders_by_seat: dict[int, list[Reminder]] = {}
    for reminder in await app.tables.reminders.list_reminders(table.id):
        turn = _find_reminded_turn(table, reminder)
        if turn is None or (
            reminder.what != EMPTY and _is_reminder_obsolete(table, reminder, turn.timer, app.clock.now())
        ):
            await _delete_reminder(app, table, reminder)
        else:
            reminders_by_seat.setdefault(reminder.seat, []).append(reminder)
    for reminders in reminders_by_seat.values():
        newest = reminders[-1]
        if newest.sent_at is None:
            await _send_reminder(app, table, newest)
        for reminder in reminders[:-1]:
            await _delete_reminder(app, table, reminder)


def _is_reminder_obsolete(table: Table, reminder: Reminder, timer: TurnTimer, now: int) -> bool:
    """Whether it no longer holds: seen (*On it*), more time by a vote, no machine move due. While the clocks stand,
    only postponed notifications (`WOKE`, `AWAY`) hold."""
    if are_clocks_stopped(table) and reminder.what not in (WOKE, AWAY):
        return True
    if reminder.what in ("due", "daily"):
        return timer.due is None or timer.due > now
    if reminder.what == "machine":
        return timer.act_at is None
    return timer.hushed and reminder.what in ACKNOWLEDGEABLE


def _find_reminded_turn(table: Table, reminder: Reminder) -> PendingTurn | None:
    """The turn that the reminder is about; None if that is over."""
    turn, seat = table.pending_turn_of(reminder.seat) if table.status in GOING else None, table.seats[reminder.seat]
    if turn is None or turn.seq != reminder.seq or not seat.is_human:
        return None
    if reminder.what == EMPTY:
        return turn if table.homeless or reminder.seat in empty_seats_to_decide(table) else None
    return turn if seat.is_present else None


async def _send_reminder(app: App, table: Table, reminder: Reminder) -> None:
    turn = _find_reminded_turn(table, reminder)
    assert turn is not None, "it still reminds of something"
    say = app.voice(table, table.language)
    game_name = app.game_name(table.kind, table.language)
    if reminder.what == EMPTY:
        await _ask_about_empty_seat(app, table, reminder, say, game_name)
        return
    seat, made_at = table.seats[reminder.seat], reminder.made_at
    mentions_decider, mentions_owner = (
        app.tables.direct_messages.can_mention_user(user or 0, made_at, reminder.what)
        for user in (seat.notify_user_id, seat.user_id)
    )
    message = reminder_message(table, reminder, turn, say, game_name, called=mentions_decider, owner=mentions_owner)
    nonce = f"{table.tag}-r{reminder.seat}.{reminder.seq}.{reminder.step}{reminder.what[0]}"
    sent = await discord_messages.send_to_table(app, table, message, nonce)
    await app.tables.reminders.record_sent_reminder(reminder, sent, table.home.channel_id)


async def _ask_about_empty_seat(app: App, table: Table, reminder: Reminder, say: Voice, game_name: str) -> None:
    """Ask the players who are present about the seat of a member who left the server."""
    users = [user for seat in table.present_seats if (user := seat.notify_user_id) is not None]
    pings = tuple(user for user in users if app.tables.direct_messages.can_mention_user(user, reminder.made_at))
    mentions = say("ask.to", who=" ".join(decider_text.mention(user) for user in pings)) if pings else ""
    text = say("left.ask", who=mentions, game=game_name, id=table.id, seat=reminder.seat).strip()
    buttons: Row = [*empty_seat_buttons(app, table, reminder.seat, say), *jump_links(table, say, "button.to_table")]
    message = PublicMessage(Screen(text, rows=[buttons]), pings)
    sent = await discord_messages.send_to_table(
        app, table, message, f"{table.tag}-r{reminder.seat}.{reminder.seq}.{reminder.made_at}"
    )
    await app.tables.reminders.record_sent_reminder(reminder, sent, table.home.channel_id)


def empty_seats_to_decide(table: Table) -> list[int]:
    """The empty seats with a running clock: the table is asked about them until it decides to wait."""
    if table.status != "active":
        return []
    running = [turn.seat for turn in table.stretches if turn.timer.start is not None]
    return [index for index in running if is_seat_empty(table.seats[index])]


def empty_seat_buttons(app: App, table: Table, seat: int, say: Voice) -> list[Button]:
    """The table's options for an empty seat."""
    verbs = ["left-wait", "left-machine", *([REPLACE_VERB] if app.has_handler("x", REPLACE_VERB) else [])]
    return [
        Button(ids.action_custom_id(table.id, table.seq, verb, str(seat)), say(f"button.{verb.replace('-', '_')}"))
        for verb in verbs
    ]


async def _delete_reminder(app: App, table: Table, reminder: Reminder) -> None:
    if reminder.message_id is not None:
        sent_at = reminder.sent_at
        post = Post(
            table.id, 0, reminder.seq, "reminder", (), reminder.message_id, reminder.channel_id, sent_at=sent_at
        )
        await discord_messages.delete_post(app, table, post)
    await app.tables.reminders.drop_reminder(reminder)


def reminder_message(
    table: Table,
    reminder: Reminder,
    turn: PendingTurn,
    say: Voice,
    game_name: str,
    *,
    called: bool = True,
    owner: bool = False,
) -> PublicMessage:
    """The reminder with its buttons: for the seat, and for the others if it is late. `called`: mentions its addressee,
    who is otherwise only named; `owner`: mentions the owner of a seat with a late stand-in."""
    seat = table.seats[reminder.seat]
    may_mention_owner = owner and seat.left_at is None
    user, mentions_both = (
        seat.notify_user_id or 0,
        may_mention_owner and seat.standin is not None and reminder.what in FOR_ALL,
    )
    mention = decider_text.describe_decider(table, user, say, mentioned=called, owner=mentions_both)
    text = describe_reminder(table, reminder.seat, reminder.what, turn, say, game_name, mention)
    pings = [user_id for user_id, pinged in ((user, called), (seat.user_id or 0, mentions_both)) if pinged]
    return PublicMessage(Screen(text, rows=_reminder_rows(table, reminder, say)), tuple(pings))


def describe_reminder(
    table: Table, seat: int, kind: str, turn: PendingTurn, say: Voice, game_name: str, mention: str
) -> str:
    """The text of a reminder: task, due time, and the consequence of no move."""
    timer, view = turn.timer, table.public_view
    task = view.tasks.get(seat) if view is not None else None
    params: dict[str, Any] = {
        "who": mention,
        "game": game_name,
        "id": table.id,
        "task": say.phrase(task) if task is not None else "",
        "since": time_text.format_relative_time(turn.since),
        "due": time_text.format_relative_time(announced_due_time(timer) or turn.since),
        "at": time_text.format_relative_time(timer.act_at or turn.since),
    }
    lines = [say(f"remind.{kind}", **params)]
    if _offers_machine_move(table, kind) and timer.act_at is None:
        lines.append(say("remind.others"))
    if timer.act_at is not None and kind != "machine":
        lines.append(_describe_default_outcome(table, turn, say, timer.act_at))
    return truncate_text(" ".join(filter(None, lines)), TEXT_LENGTH)


def _describe_default_outcome(table: Table, turn: PendingTurn, say: Voice, act_at: int) -> str:
    """The consequence of no move, with its time if that is not the due time."""
    suffix = "" if act_at == turn.timer.due else "_later"
    when = time_text.format_relative_time(act_at)
    if table.late == "ask":
        return say("remind.otherwise_ask", at=when)
    if table.late == "machine":
        return say(f"remind.otherwise_machine{suffix}", at=when)
    game = table.game
    move = game.describe_default_move(table.state, turn.seat) if game is not None and table.state is not None else None
    return say(f"remind.otherwise{suffix}", at=when, move=say.phrase(move)) if move is not None else ""


def _offers_machine_move(table: Table, kind: str) -> bool:
    """Whether the others may let a machine move."""
    return table.late == "ask" and kind in ("due", "daily")


def on_it_button(table: Table, seat: int, say: Voice) -> Button:
    """The button that stops reminders until the due time."""
    return Button(ids.action_custom_id(table.id, table.seq, "on-it", str(seat)), say("button.on_it"))


def _reminder_rows(table: Table, reminder: Reminder, say: Voice) -> Sequence[Row]:
    buttons: list[Button | Link] = [table_button(table.id, "move", say, "blue")]
    if reminder.what in ACKNOWLEDGEABLE:
        buttons.append(on_it_button(table, reminder.seat, say))
    if _offers_machine_move(table, reminder.what):
        let_id = ids.action_custom_id(table.id, table.seq, "let", str(reminder.seat))
        buttons.append(Button(let_id, say("button.let_machine")))
    if can_be_replaced(table, table.seats[reminder.seat], reminder.made_at):
        replace_id = ids.action_custom_id(table.id, table.seq, "replace", str(reminder.seat))
        buttons.append(Button(replace_id, say("button.replace")))
    return [[*buttons, *jump_links(table, say, "button.to_table")]]
