"""The open offer and what has been said to it, in words."""  # catan.md 8.4

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.catan.trading import ACCEPT, COUNTER, DECLINE

if TYPE_CHECKING:
    from rules.catan.view import OfferView
    from service.model import StoredEvent
    from words import Voice

# What the line of the open offer tells.
TOLD: Final = frozenset(f"catan.trade.{what}" for what in ("offered", "accepted", "declined", "countered"))


def still_open(offer: OfferView | None, voice: Voice) -> str:
    """«Offer 2: Ann gives 1 grain and wants 1 brick. Ben accepts. Cid declines.»"""
    if offer is None:
        return ""
    said = [
        voice(
            "catan.open_offer.open", offer=offer.number, seat=offer.seat, give=list(offer.give), want=list(offer.want)
        )
    ]
    if refused(offer):
        return " ".join([*said, voice("catan.open_offer.nobody")])
    for kind in (ACCEPT, DECLINE):
        seats = sorted(answer.seat for answer in offer.answers if answer.kind == kind)
        if seats:
            said.append(voice(f"catan.open_offer.{kind}", seats=seats, n=len(seats)))
    said += [
        voice("catan.open_offer.counter", seat=answer.seat, give=list(answer.give), want=list(answer.want))
        for answer in offer.answers
        if answer.kind == COUNTER
    ]
    return " ".join(said)


def refused(offer: OfferView) -> bool:
    """Whether all who were asked have declined."""
    return {answer.seat for answer in offer.answers if answer.kind == DECLINE} == set(offer.whom)


def all_said(offer: OfferView) -> bool:
    """Whether all who were asked have answered."""
    return {answer.seat for answer in offer.answers} >= set(offer.whom)


def said_by(offer: OfferView | None, seat: int) -> str:
    """What a seat has answered; empty: nothing yet."""
    return next((answer.kind for answer in offer.answers if answer.seat == seat), "") if offer is not None else ""


def tells(offer: OfferView | None, event: StoredEvent) -> bool:
    """Whether the line of the open offer says what the event says."""
    return offer is not None and event.key in TOLD and event.params.get("offer") == offer.number


def window(offer: OfferView, voice: Voice) -> dict[str, str]:
    """What stands in the window of a counter-offer: what it answers, and beside each side what the other one said."""
    said = {"seat": offer.seat, "give": list(offer.give), "want": list(offer.want)}
    return {name: voice(f"catan.window.{name}", **said) for name in ("title", "give", "want")}


def ping_text(offer: OfferView, who: str, voice: Voice) -> str:
    """What a ping says to those to whom the offer is made."""
    return voice("catan.ping.answer", who=who, seat=offer.seat, give=list(offer.give), want=list(offer.want))
