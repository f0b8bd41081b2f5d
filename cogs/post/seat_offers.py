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
    for offer in table.asks:
        if offer.shown != offer.status:
            await _update_seat_offer(app, table, offer)


async def _update_seat_offer(app: App, table: Table, offer: SeatOffer) -> None:
    say = app.voice(table, table.language)
    message_id: int | None = None
    if offer.status == "open":
        mentioned = app.tables.direct_messages.can_mention_user
        is_mentioned = offer.user_id is not None and mentioned(offer.user_id, offer.opened_at)
        message = seat_offer_message(table, offer, say, app.game_name(table.kind, table.language), called=is_mentioned)
        message_id = await discord_messages.send_to_table(app, table, message, _seat_offer_nonce(table, offer))
    elif offer.status in ("declined", "over") and offer.shown == "open":
        is_mentioned = app.tables.direct_messages.can_mention_user(offer.by, app.clock.now())
        is_late = can_be_replaced(table, table.seats[offer.seat], app.clock.now())
        message = unfilled_offer_message(table, offer, say, called=is_mentioned, late=is_late)
        message_id = await discord_messages.send_to_table(app, table, message, _seat_offer_nonce(table, offer))
    if offer.message_id is not None and offer.shown == "open":
        post = Post(table.id, 0, table.seq, "ask", (), offer.message_id, offer.channel_id, sent_at=offer.shown_at)
        await discord_messages.delete_post(app, table, post)
    await app.tables.seat_transfers.record_shown_offer(
        table.id, offer.number, offer.status, message_id, table.home.channel_id
    )


def _seat_offer_nonce(table: Table, offer: SeatOffer) -> str:
    return f"{table.tag}-a{offer.number}{offer.status}"


def seat_offer_message(table: Table, offer: SeatOffer, say: Voice, game_name: str, *, called: bool) -> PublicMessage:
    """The offer with its buttons. `called`: mentions the asked user."""
    key = f"ask.{offer.what}" if offer.what == "standin" else f"ask.replace_{offer.why}"
    addressee = ""
    if offer.user_id is not None:
        user = message_layout.mention(offer.user_id)
        addressee = say("ask.to", who=user) if called else say("ask.named", user=offer.user_id)
    params = {
        "game": game_name,
        "id": table.id,
        "seat": offer.seat,
        "by_user": offer.by,
        "who": addressee,
        "closes": time_text.format_timestamp(offer.closes_at),
        "until": "" if offer.until is None else f"<t:{offer.until}:f>",
    }
    suffix = "_until" if offer.what == "standin" and offer.until is not None else ""
    text = say(key + suffix, **params).strip()
    if offer.user_id is None:
        text = f"{text} {say('ask.anybody')}"
    lines = [text, say(f"ask.means_{offer.what}", seat=offer.seat, closes=params["closes"])]
    return PublicMessage(
        Screen("\n".join(lines), rows=[seat_offer_button_row(table, offer, say)]),
        (offer.user_id,) if called and offer.user_id else (),
    )


def seat_offer_button_row(table: Table, offer: SeatOffer, say: Voice) -> Row:
    """The answer buttons and a link to the table."""
    return [*seat_offer_buttons(table, offer, say), *jump_links(table, say, "button.to_table")]


def seat_offer_buttons(table: Table, offer: SeatOffer, say: Voice) -> list[Button]:
    """The answer buttons."""
    take_id = ids.action_custom_id(table.id, table.seq, "take", str(offer.number))
    buttons = [Button(take_id, say(f"button.take_{offer.what}"), "green")]
    if offer.user_id is not None:
        buttons.append(
            Button(ids.action_custom_id(table.id, table.seq, "no-thanks", str(offer.number)), say("button.decline"))
        )
    return buttons


def machine_meanwhile_button(table: Table, seat: int, say: Voice, key: str = "button.meanwhile") -> Button:
    """The button that opens a vote to let a machine play until the owner is back."""
    return Button(ids.action_custom_id(table.id, table.seq, MEANWHILE_VERB, str(seat)), say(key, seat=seat))


def unfilled_offer_message(
    table: Table, offer: SeatOffer, say: Voice, *, called: bool, late: bool = False
) -> PublicMessage:
    """The line that nobody accepted, for the asker; for a `late` seat with the next options."""
    asker = message_layout.mention(offer.by) if called else say.person(offer.by)
    key = offer.status if offer.user_id is not None else "over_anybody"
    params = {"who": asker, "seat": offer.seat, "asked_user": offer.user_id or 0}
    text, rows = say(f"ask.{key}", **params), list[Row]()
    if late and offer.why in REASONS_BY_OTHERS:
        again_id = ids.action_custom_id(table.id, table.seq, REPLACE_VERB, str(offer.seat))
        buttons = [machine_meanwhile_button(table, offer.seat, say)] if table.seats[offer.seat].is_human else []
        rows = [[*buttons, Button(again_id, say("button.ask_again"))]]
        text = f"{text} {say('ask.next')}"
    return PublicMessage(Screen(text, rows=rows), (offer.by,) if called else ())
