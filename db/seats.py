"""Statements about terms of owners and stand-ins, names of guests without a seat, and seat offers (table `asks`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .row_mapper import RowMapper
from .rows import GuestRow, SeatOfferRow, TermRow
from .scope import open_game_ids_query, own_games_condition
from .share import Share
from .sql import Database

TERMS = RowMapper("seat_terms", TermRow, 2)
GUESTS = RowMapper("guests", GuestRow, 2)
ASKS = RowMapper("asks", SeatOfferRow, 2)
_NAMED = "SELECT game_id, user_id, coalesce(people.name, guests.name) FROM guests LEFT JOIN people USING (user_id)"

SeatHistoryRows = tuple[Sequence[TermRow], Sequence[GuestRow], Sequence[SeatOfferRow]]


class SeatHistory:
    """Statements about deciders of seats; part of a transaction."""

    db: Database
    share: Share

    def seat_history(self, game_id: int) -> SeatHistoryRows:
        """Terms, guests and seat offers of one game."""
        guests = self.db.execute(f"{_NAMED} WHERE game_id = ? ORDER BY user_id", (game_id,))
        return (
            TERMS.find(self.db, "WHERE game_id = ? ORDER BY number", (game_id,)),
            [GuestRow(*row) for row in guests],
            ASKS.find(self.db, "WHERE game_id = ? ORDER BY number", (game_id,)),
        )

    def open_seat_history(self) -> SeatHistoryRows:
        """The same of all open games."""
        guests = self.db.execute(
            f"{_NAMED} WHERE game_id IN ({open_game_ids_query(self.share)}) ORDER BY game_id, user_id"
        )
        return (
            TERMS.find(self.db, f"WHERE game_id IN ({open_game_ids_query(self.share)}) ORDER BY game_id, number"),
            [GuestRow(*row) for row in guests],
            ASKS.find(self.db, f"WHERE game_id IN ({open_game_ids_query(self.share)}) ORDER BY game_id, number"),
        )

    def put_terms(self, rows: Iterable[TermRow]) -> None:
        TERMS.replace(self.db, *rows)

    def put_guests(self, rows: Iterable[GuestRow]) -> None:
        GUESTS.replace(self.db, *rows)

    def put_seat_offers(self, rows: Iterable[SeatOfferRow]) -> None:
        ASKS.replace(self.db, *rows)

    def games_with_offers_to_show(self) -> list[int]:
        """Games with a seat offer whose message is out of date."""
        rows = self.db.execute(
            "SELECT DISTINCT game_id FROM asks WHERE (shown IS NULL OR shown <> status)"
            f"{own_games_condition(self.share)}"
        )
        return [int(row[0]) for row in rows]
