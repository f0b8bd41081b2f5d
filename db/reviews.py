"""Statements about reviews of finished games."""

from __future__ import annotations

from .row_mapper import upsert_clause
from .sql import Database


class Reviews:
    """Statements about reviews; part of a transaction."""

    db: Database

    def review(self, game_id: int) -> str | None:
        """The saved review of a game; None if there is none."""
        found = self.db.execute("SELECT told FROM reviews WHERE game_id = ?", (game_id,)).fetchone()
        return str(found[0]) if found else None

    def put_review(self, game_id: int, made_at: int, told: str) -> None:
        """Save a review, replacing an older one."""
        self.db.execute(
            "INSERT INTO reviews (game_id, made_at, told) VALUES (?, ?, ?) "
            + upsert_clause(("game_id",), ("made_at", "told")),
            (game_id, made_at, told),
        )
