"""The open offer and its answers, in words."""  # catan.md 8.4

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rules.catan.moves import TradeAccept, TradeConfirm, TradeDecline
from rules.catan.trading import ACCEPT, COUNTER, DECLINE

if TYPE_CHECKING:
    from rules.catan.view import CatanView, OfferView
    from service.state.model import StoredEvent
    from words import Voice

# Kinds whose moves contain the offer's number.
NUMBERED_KINDS: Final = frozenset({TradeAccept.kind, TradeConfirm.kind, TradeDecline.kind})
# Events covered by the line of the open offer.
COVERED_EVENTS: Final = frozenset(f"catan.trade.{what}" for what in ("offered", "accepted", "declined", "countered"))


def describe_offer_state(offer: OfferView | None, voice: Voice) -> str:
    """«Offer 2: Ann gives 1 grain and wants 1 brick. Ben accepts. Cid declines.»"""
    if offer is None:
        return ""
    key = "open_first" if offer.first and not is_refused_by_all(offer) else "open"
    params = {"offer": offer.number, "seat": offer.seat, "give": list(offer.give), "want": list(offer.want)}
    sentences = [voice(f"catan.open_offer.{key}", **params)]
    if is_refused_by_all(offer):
        return " ".join([*sentences, voice("catan.open_offer.nobody")])
    for kind in (ACCEPT, DECLINE):
        seats = sorted(answer.seat for answer in offer.answers if answer.kind == kind)
        if seats:
            sentences.append(voice(f"catan.open_offer.{kind}", seats=seats, n=len(seats)))
    sentences += [
        voice("catan.open_offer.counter", seat=answer.seat, give=list(answer.give), want=list(answer.want))
        for answer in offer.answers
        if answer.kind == COUNTER
    ]
    return " ".join(sentences)


def is_refused_by_all(offer: OfferView) -> bool:
    """Whether everybody asked has declined."""
    return {answer.seat for answer in offer.answers if answer.kind == DECLINE} == set(offer.whom)


def is_answered_by_all(offer: OfferView) -> bool:
    """Whether everybody asked has answered."""
    return {answer.seat for answer in offer.answers} >= set(offer.whom)


def answer_of_seat(offer: OfferView | None, seat: int) -> str:
    """The answer of a seat; empty if there is none yet."""
    return next((answer.kind for answer in offer.answers if answer.seat == seat), "") if offer is not None else ""


def offer_line_covers(offer: OfferView | None, event: StoredEvent) -> bool:
    """Whether the line of the open offer covers the event."""
    return offer is not None and event.key in COVERED_EVENTS and event.params.get("offer") == offer.number


def counter_form_texts(offer: OfferView, voice: Voice) -> dict[str, str]:
    """Title and labels of the form of a counter-offer, which quote the offer."""
    params = {"seat": offer.seat, "give": list(offer.give), "want": list(offer.want)}
    return {name: voice(f"catan.window.{name}", **params) for name in ("title", "give", "want")}


def counter_form_values(offer: OfferView) -> dict[str, str]:
    """Initial values of the form: the offer reversed."""
    return {"give": format_cards(offer.want), "want": format_cards(offer.give)}


def format_cards(cards: Sequence[str]) -> str:
    """Cards in typed form: «2 wool, 1 ore»."""
    return ", ".join(f"{n} {card}" for card, n in Counter(cards).items())


def ping_text(view: CatanView, seat: int, who: str, voice: Voice) -> str:
    """The ping for receivers of an offer, and for its maker once all have answered."""
    offer = view.offer
    if offer is not None and seat in view.invited:
        key = "answer_first" if offer.first else "answer"
        return voice(f"catan.ping.{key}", who=who, seat=offer.seat, give=list(offer.give), want=list(offer.want))
    if not view.heard or seat != view.active or seat not in view.tasks:
        return ""
    key = "traded" if offer is None else "refused" if is_refused_by_all(offer) else "heard"
    return voice(f"catan.ping.{key}", who=who, offer=view.heard)


def offer_terms(view: CatanView | None, move: str, tokens: Sequence[str]) -> Mapping[str, str]:
    """Cards given and received by a move about the open offer; empty for other moves."""
    offer = None if view is None else view.offer
    if offer is None or move not in NUMBERED_KINDS or tokens[0] != str(offer.number):
        return {}
    give, receive = offer.want, offer.give
    if move == TradeConfirm.kind:
        answer = next((candidate for candidate in offer.answers if str(candidate.seat) == tokens[1]), None)
        if answer is None or answer.kind == DECLINE:
            return {}
        give, receive = (answer.want, answer.give) if answer.kind == COUNTER else (offer.give, offer.want)
    return {"give": ",".join(give), "want": ",".join(receive)}
