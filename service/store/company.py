"""Between terms, guests and asks as the service speaks of them, and the rows of the storage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from db.rows import AskRow, GuestRow, TermRow

from ..state.model import OfferKind, OfferReason, OfferStatus, Role, SeatOffer, SeatTerm, Table


def term_row(table_id: int, number: int, term: SeatTerm) -> TermRow:
    return TermRow(table_id, number, term.seat, term.user_id, term.role, term.since, term.until)


def seat_offer_row(table_id: int, ask: SeatOffer) -> AskRow:
    return AskRow(
        table_id,
        ask.number,
        ask.seat,
        ask.what,
        ask.why,
        ask.user_id,
        ask.by,
        ask.until,
        ask.status,
        ask.opened_at,
        ask.closes_at,
        ask.shown,
        ask.shown_at,
        ask.message_id,
        ask.channel_id,
    )


def seat_offer_from_row(row: AskRow) -> SeatOffer:
    return SeatOffer(
        row.number,
        row.seat,
        cast(OfferKind, row.what),
        cast(OfferReason, row.why),
        row.user_id,
        row.by_id,
        row.until,
        cast(OfferStatus, row.status),
        row.opened_at,
        row.closes_at,
        cast("OfferStatus | None", row.shown),
        row.shown_at,
        row.message_id,
        row.channel_id,
    )


def with_seat_history(
    table: Table, terms: Iterable[TermRow], guests: Iterable[GuestRow], asks: Iterable[AskRow]
) -> Table:
    """The table with who sat where, whose names it knows besides, and who is asked."""
    known = (SeatTerm(row.seat, row.user_id, cast(Role, row.role), row.from_seq, row.to_seq) for row in terms)
    named = ((row.user_id, row.name) for row in guests)
    return replace(table, terms=tuple(known), guests=tuple(named), asks=tuple(map(seat_offer_from_row, asks)))


def group_rows_by_game(
    terms: Iterable[TermRow], guests: Iterable[GuestRow], asks: Iterable[AskRow]
) -> dict[int, tuple[list[TermRow], list[GuestRow], list[AskRow]]]:
    """Rows of several games apart, by the numbers of the games that have any."""
    found: dict[int, tuple[list[TermRow], list[GuestRow], list[AskRow]]] = {}
    for term in terms:
        found.setdefault(term.game_id, ([], [], []))[0].append(term)
    for guest in guests:
        found.setdefault(guest.game_id, ([], [], []))[1].append(guest)
    for ask in asks:
        found.setdefault(ask.game_id, ([], [], []))[2].append(ask)
    return found
