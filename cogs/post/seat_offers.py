"""Questions to decide for a seat: one public line with its buttons, gone when it is answered.

Whoever accepts is told of by the table itself. That nobody came is said in a line of its own, to who asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.post import discord_messages, message_layout
from cogs.post.message_layout import Public
from cogs.post.reminders import REPLACE
from cogs.screen import Button, Row, Screen, ids, time_text
from cogs.screen.links import jump
from service.state.model import Ask, Post, Table
from service.state.seat_offer import BY_OTHERS, overdue
from words import Voice

if TYPE_CHECKING:
    from cogs.games.app import App

MEANWHILE: Final = "meanwhile"  # the verb of what asks the table to let a machine play for somebody


async def settle(app: App, table: Table) -> None:
    """Let every question show what has become of it."""
    for ask in table.asks:
        if ask.shown != ask.status:
            await _show(app, table, ask)


async def _show(app: App, table: Table, ask: Ask) -> None:
    say = app.voice(table, table.language)
    sent: int | None = None
    if ask.status == "open":
        called = ask.user_id is not None and app.tables.letters.mentioned(ask.user_id, ask.opened_at)
        public = question(table, ask, say, app.game_name(table.kind, table.language), called=called)
        sent = await discord_messages.send(app, table, public, _nonce(table, ask))
    elif ask.status in ("declined", "over") and ask.shown == "open":
        called = app.tables.letters.mentioned(ask.by, app.clock.now())
        late = overdue(table, table.seats[ask.seat], app.clock.now())
        public = unanswered(table, ask, say, called=called, late=late)
        sent = await discord_messages.send(app, table, public, _nonce(table, ask))
    if ask.message_id is not None and ask.shown == "open":
        old = Post(table.id, 0, table.seq, "ask", (), ask.message_id, ask.channel_id, sent_at=ask.shown_at)
        await discord_messages.delete(app, table, old)
    await app.tables.seats.shown(table.id, ask.number, ask.status, sent, table.home.channel_id)


def _nonce(table: Table, ask: Ask) -> str:
    return f"{table.tag}-a{ask.number}{ask.status}"


def question(table: Table, ask: Ask, say: Voice, game_name: str, *, called: bool) -> Public:
    """Who is asked for what, with the buttons that answer. `called`: the line mentions who is asked."""
    key = f"ask.{ask.what}" if ask.what == "standin" else f"ask.replace_{ask.why}"
    who = ""
    if ask.user_id is not None:
        user = message_layout.mention(ask.user_id)
        who = say("ask.to", who=user) if called else say("ask.named", user=ask.user_id)
    told = {
        "game": game_name,
        "id": table.id,
        "seat": ask.seat,
        "by_user": ask.by,
        "who": who,
        "closes": time_text.instant(ask.closes_at),
        "until": "" if ask.until is None else f"<t:{ask.until}:f>",
    }
    suffix = ("_until" if ask.until is not None else "") if ask.what == "standin" else ""
    text = say(key + suffix, **told).strip()
    if ask.user_id is None:
        text = f"{text} {say('ask.anybody')}"
    lines = [text, say(f"ask.means_{ask.what}", seat=ask.seat, closes=told["closes"])]
    return Public(
        Screen("\n".join(lines), rows=[buttons(table, ask, say)]), (ask.user_id,) if called and ask.user_id else ()
    )


def buttons(table: Table, ask: Ask, say: Voice) -> Row:
    """What answers a question, and the way to its table."""
    return [*answers(table, ask, say), *jump(table, say, "button.to_table")]


def answers(table: Table, ask: Ask, say: Voice) -> list[Button]:
    """What answers a question."""
    take = ids.other(table.id, table.seq, "take", str(ask.number))
    row = [Button(take, say(f"button.take_{ask.what}"), "green")]
    if ask.user_id is not None:
        row.append(Button(ids.other(table.id, table.seq, "no-thanks", str(ask.number)), say("button.decline")))
    return row


def meanwhile(table: Table, seat: int, say: Voice, key: str = "button.meanwhile") -> Button:
    """What asks the table to let a machine play for somebody until they are back; it does nothing yet."""
    return Button(ids.other(table.id, table.seq, MEANWHILE, str(seat)), say(key, seat=seat))


def unanswered(table: Table, ask: Ask, say: Voice, *, called: bool, late: bool = False) -> Public:
    """That nobody came, to who asked; where the seat is still somebody's who is `late`, with what can be done next."""
    who = message_layout.mention(ask.by) if called else say.person(ask.by)
    key = ask.status if ask.user_id is not None else "over_anybody"
    told = {"who": who, "seat": ask.seat, "asked_user": ask.user_id or 0}
    text, rows = say(f"ask.{key}", **told), list[Row]()
    if late and ask.why in BY_OTHERS:
        again = Button(ids.other(table.id, table.seq, REPLACE, str(ask.seat)), say("button.ask_again"))
        rows = [[meanwhile(table, ask.seat, say), again]] if table.seats[ask.seat].human else [[again]]
        text = f"{text} {say('ask.next')}"
    return Public(Screen(text, rows=rows), (ask.by,) if called else ())
