"""Offers of seats to stand-ins and new owners. Pure.

A seat has at most one open offer. Offers are never deleted, so that old buttons find theirs by number.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from ..errors import ServiceError
from ..time.typed import DAY
from .model import OfferKind, OfferReason, OfferStatus, Person, Seat, SeatOffer, Table
from .turn_clocks import is_late

OFFER_OPEN_SECONDS: Final = 3 * DAY
REPLACEABLE_AFTER: Final = 7 * DAY  # without a time limit, a player may be replaced after that
REASONS_BY_OTHERS: Final = frozenset({"vote", "host", "moderator"})  # reasons for replacing a late player


def find_offer_for_seat(table: Table, seat: int) -> SeatOffer | None:
    """The open offer of a seat."""
    return next((ask for ask in table.asks if ask.seat == seat and ask.status == "open"), None)


def find_offer_to_user(table: Table, user_id: int) -> SeatOffer | None:
    """The open offer to a user."""
    return next((ask for ask in table.asks if ask.user_id == user_id and ask.status == "open"), None)


def with_seat_offer(
    table: Table, seat: int, what: OfferKind, why: OfferReason, who: Person | None, by: int, until: int | None, now: int
) -> Table:
    """Add an offer in place of the seat's former one. Idempotent."""
    user = who.user_id if who is not None else None
    old = find_offer_for_seat(table, seat)
    if old is not None and (old.what, old.user_id, old.until) == (what, user, until):
        return table
    offer = SeatOffer(len(table.asks) + 1, seat, what, why, user, by, until, "open", now, now + OFFER_OPEN_SECONDS)
    return replace(table, asks=(*without_seat_offer(table, seat).asks, offer))


def without_seat_offer(table: Table, seat: int) -> Table:
    """Close the offer of a seat."""
    return replace(table, asks=tuple(_with_status(ask, "void") if ask.seat == seat else ask for ask in table.asks))


def close_seat_offer(table: Table, number: int, status: OfferStatus) -> Table:
    """Close an offer."""
    return replace(table, asks=tuple(_with_status(ask, status) if ask.number == number else ask for ask in table.asks))


def _with_status(ask: SeatOffer, status: OfferStatus) -> SeatOffer:
    return replace(ask, status=status) if ask.status == "open" else ask


def drop_settled_offers(table: Table, acted: Collection[int | None]) -> Table:
    """Close offers settled by an act. `acted`: seats whose owners acted themselves, and are not late any more."""
    for offer in table.asks:
        has_returned = offer.seat in acted and offer.why in REASONS_BY_OTHERS
        has_resigned = table.seats[offer.seat].resigned and offer.why != "free"
        if not table.is_open or has_returned or has_resigned:
            table = without_seat_offer(table, offer.seat)
    return table


def require_open_offer(table: Table, number: int, user_id: int) -> SeatOffer:
    """An open offer that the user may answer. ServiceError `ask_closed`, `ask_not_you` (name)."""
    offer = table.asks[number - 1] if 0 < number <= len(table.asks) else None
    if offer is None or offer.status != "open":
        raise ServiceError("ask_closed")
    if offer.user_id not in (None, user_id):
        raise ServiceError("ask_not_you", name=table.seat_name(offer.user_id or 0))
    return offer


def require_may_take_seat(table: Table, seat: Seat, user_id: int, who: str = "seat") -> None:
    """ServiceError unless the user may take the seat: `seat_own`, `seat_sits`, `seat_resigned`, `seat_stands_in`.
    `who`: `take` for errors shown to the user: `take_own` and so on. Former owners and stand-ins may: they know nothing
    newer."""
    own = table.seat_of(user_id)
    if own is not None and own.resigned:
        raise ServiceError(f"{who}_resigned")
    if own is not None:
        raise ServiceError(f"{who}_own" if own.index == seat.index else f"{who}_sits")
    if any(each.standin == user_id and each.index != seat.index for each in table.seats):
        raise ServiceError(f"{who}_stands_in")


def can_be_replaced(table: Table, seat: Seat, now: int) -> bool:
    """Whether others may have a seat replaced: late, waited for a week without a limit, replaced by a machine for being
    late, or its owner left without a stand-in."""
    if seat.user_id is None or seat.resigned or table.status != "active":
        return False
    if seat.left_at is not None and seat.standin is None:
        return True
    if seat.machine is not None:
        return seat.standin_until is None
    turn = table.pending_turn_of(seat.index)
    if turn is None:
        return False
    return is_late(turn.timer, now) or (turn.timer.allowance is None and now - turn.since >= REPLACEABLE_AFTER)
