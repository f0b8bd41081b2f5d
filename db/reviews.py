"""Reviews of games that are over."""

from __future__ import annotations

from .row_mapper import upsert_clause
from .sql import Database


class Reviews:
    """Statements about reviews; part of a transaction."""

    db: Database

    def review(self, game_id: int) -> str | None:
        """What is kept of that game; None: nobody has asked for it yet."""
        found = self.db.execute("SELECT told FROM reviews WHERE game_id = ?", (game_id,)).fetchone()
        return str(found[0]) if found else None

    def put_review(self, game_id: int, made_at: int, told: str) -> None:
        """The newest one counts."""
        self.db.execute(
            "INSERT INTO reviews (game_id, made_at, told) VALUES (?, ?, ?) "
            + upsert_clause(("game_id",), ("made_at", "told")),
            (game_id, made_at, told),
        )
