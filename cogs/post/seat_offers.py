"""Messages of seat offers: one public line with its buttons, deleted when it is answered.

The table message announces who accepts. A line of its own tells the asker that nobody did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.post import discord_messages, message_layout
from cogs.post.message_layout import PublicMessage
from cogs.post.reminders import REPLACE_VERB
from cogs.screen import Button, Row, Screen, ids, time_text
from cogs.screen.links import jump_links
from service.state.model import Post, SeatOffer, Table
from service.state.seat_offer import REASONS_BY_OTHERS, can_be_replaced
from words import Voice

if TYPE_CHECKING:
    from cogs.games.app import App

MEANWHILE_VERB: Final = "meanwhile"  # verb of the vote that lets a machine play meanwhile


async def update_seat_offers(app: App, table: Table) -> None:
    """Update the messages of all offers whose status has changed."""
    for ask in table.asks:
        if ask.shown != ask.status:
            await _update_seat_offer(app, table, ask)


async def _update_seat_offer(app: App, table: Table, ask: SeatOffer) -> None:
    say = app.voice(table, table.language)
    sent: int | None = None
    if ask.status == "open":
        called = ask.user_id is not None and app.tables.direct_messages.mentioned(ask.user_id, ask.opened_at)
        public = seat_offer_message(table, ask, say, app.game_name(table.kind, table.language), called=called)
        sent = await discord_messages.send_to_table(app, table, public, _seat_offer_nonce(table, ask))
    elif ask.status in ("declined", "over") and ask.shown == "open":
        called = app.tables.direct_messages.mentioned(ask.by, app.clock.now())
        late = can_be_replaced(table, table.seats[ask.seat], app.clock.now())
        public = unfilled_offer_message(table, ask, say, called=called, late=late)
        sent = await discord_messages.send_to_table(app, table, public, _seat_offer_nonce(table, ask))
    if ask.message_id is not None and ask.shown == "open":
        old = Post(table.id, 0, table.seq, "ask", (), ask.message_id, ask.channel_id, sent_at=ask.shown_at)
        await discord_messages.delete_post(app, table, old)
    await app.tables.seat_transfers.shown(table.id, ask.number, ask.status, sent, table.home.channel_id)


def _seat_offer_nonce(table: Table, ask: SeatOffer) -> str:
    return f"{table.tag}-a{ask.number}{ask.status}"


def seat_offer_message(table: Table, ask: SeatOffer, say: Voice, game_name: str, *, called: bool) -> PublicMessage:
    """The offer with its buttons. `called`: mentions the asked user."""
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
        "closes": time_text.format_timestamp(ask.closes_at),
        "until": "" if ask.until is None else f"<t:{ask.until}:f>",
    }
    suffix = ("_until" if ask.until is not None else "") if ask.what == "standin" else ""
    text = say(key + suffix, **told).strip()
    if ask.user_id is None:
        text = f"{text} {say('ask.anybody')}"
    lines = [text, say(f"ask.means_{ask.what}", seat=ask.seat, closes=told["closes"])]
    return PublicMessage(
        Screen("\n".join(lines), rows=[seat_offer_button_row(table, ask, say)]),
        (ask.user_id,) if called and ask.user_id else (),
    )


def seat_offer_button_row(table: Table, ask: SeatOffer, say: Voice) -> Row:
    """The answer buttons and a link to the table."""
    return [*seat_offer_buttons(table, ask, say), *jump_links(table, say, "button.to_table")]


def seat_offer_buttons(table: Table, ask: SeatOffer, say: Voice) -> list[Button]:
    """The answer buttons."""
    take = ids.action_custom_id(table.id, table.seq, "take", str(ask.number))
    row = [Button(take, say(f"button.take_{ask.what}"), "green")]
    if ask.user_id is not None:
        row.append(
            Button(ids.action_custom_id(table.id, table.seq, "no-thanks", str(ask.number)), say("button.decline"))
        )
    return row


def machine_meanwhile_button(table: Table, seat: int, say: Voice, key: str = "button.meanwhile") -> Button:
    """The button that opens a vote to let a machine play until the owner is back."""
    return Button(ids.action_custom_id(table.id, table.seq, MEANWHILE_VERB, str(seat)), say(key, seat=seat))


def unfilled_offer_message(
    table: Table, ask: SeatOffer, say: Voice, *, called: bool, late: bool = False
) -> PublicMessage:
    """The line that nobody accepted, for the asker; for a `late` seat with the next options."""
    who = message_layout.mention(ask.by) if called else say.person(ask.by)
    key = ask.status if ask.user_id is not None else "over_anybody"
    told = {"who": who, "seat": ask.seat, "asked_user": ask.user_id or 0}
    text, rows = say(f"ask.{key}", **told), list[Row]()
    if late and ask.why in REASONS_BY_OTHERS:
        again = Button(ids.action_custom_id(table.id, table.seq, REPLACE_VERB, str(ask.seat)), say("button.ask_again"))
        rows = [[machine_meanwhile_button(table, ask.seat, say), again]] if table.seats[ask.seat].human else [[again]]
        text = f"{text} {say('ask.next')}"
    return PublicMessage(Screen(text, rows=rows), (ask.by,) if called else ())
