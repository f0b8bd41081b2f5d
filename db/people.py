"""Statements about users' choices: settings, standing answers, conditional moves."""

from __future__ import annotations

from collections.abc import Iterable

from .cluster_messages import ClusterMessages
from .row_mapper import upsert_clause
from .rows import ConditionalMoveRow, EndedAnswerRow
from .scope import open_games_condition


class People(ClusterMessages):
    """Statements about choices of users; part of a transaction."""

    def put_setting(self, user_id: int, name: str, value: str | None) -> None:
        """Save a setting; None restores the default."""
        if value is None:
            self.db.execute("DELETE FROM settings WHERE user_id = ? AND name = ?", (user_id, name))
        else:
            self.db.execute(
                "INSERT INTO settings (user_id, name, value) VALUES (?, ?, ?) "
                + upsert_clause(("user_id", "name"), ("value",)),
                (user_id, name, value),
            )

    def settings_of(self, user_id: int) -> dict[str, str]:
        """Name -> value of one user."""
        rows = self.db.execute("SELECT name, value FROM settings WHERE user_id = ?", (user_id,))
        return {str(name): str(value) for name, value in rows}

    def settings(self) -> list[tuple[int, str, str]]:
        """User, name, value of all users."""
        rows = self.db.execute("SELECT user_id, name, value FROM settings")
        return [(int(user_id), str(name), str(value)) for user_id, name, value in rows]

    def put_next_vacation(self, user_id: int, at: int | None) -> None:
        """Set the start of the user's next vacation; None: no vacation to come."""
        if at is None:
            self.db.execute("DELETE FROM leaving WHERE user_id = ?", (user_id,))
        else:
            self.db.execute(
                f"INSERT INTO leaving (user_id, at) VALUES (?, ?) {upsert_clause(('user_id',), ('at',))}", (user_id, at)
            )

    def users_with_due_vacation(self, now: int, most: int) -> list[int]:
        """Users whose vacation begins by `now`, longest overdue first, at most `most`; [] without shard 0."""
        if not self.share.holds(None):
            return []
        rows = self.db.execute("SELECT user_id FROM leaving WHERE at <= ? ORDER BY at LIMIT ?", (now, most))
        return [int(row[0]) for row in rows]

    def next_vacation_time(self) -> int | None:
        """The next start of a vacation."""
        if not self.share.holds(None):
            return None
        found = self.db.execute("SELECT min(at) FROM leaving").fetchone()
        return None if found[0] is None else int(found[0])

    def put_standing_answers(self, game_id: int, rows: Iterable[tuple[int, str, bool]]) -> None:
        """Replace the standing answers of a game: user, name, whether given."""
        self.db.execute("DELETE FROM standing WHERE game_id = ?", (game_id,))
        for user_id, name, given in rows:
            self.db.execute(
                "INSERT INTO standing (game_id, user_id, name, given) VALUES (?, ?, ?, ?)",
                (game_id, user_id, name, int(given)),
            )

    def standing_answers(self, game_id: int) -> list[tuple[int, str, bool]]:
        """User, name, whether given; of one game."""
        rows = self.db.execute(
            "SELECT user_id, name, given FROM standing WHERE game_id = ? ORDER BY user_id, name", (game_id,)
        )
        return [(int(user_id), str(name), bool(given)) for user_id, name, given in rows]

    def open_standing_answers(self) -> list[tuple[int, int, str, bool]]:
        """Game, user, name, whether given; of all open games."""
        rows = self.db.execute(
            "SELECT game_id, user_id, name, given FROM standing JOIN games ON games.id = game_id "
            f"WHERE {open_games_condition(self.share)} ORDER BY game_id, user_id, name"
        )
        return [(int(game_id), int(user_id), str(name), bool(given)) for game_id, user_id, name, given in rows]

    def put_conditional_moves(self, game_id: int, rows: Iterable[ConditionalMoveRow]) -> None:
        """Replace the conditional moves of a game."""
        self.db.execute("DELETE FROM programmes WHERE game_id = ?", (game_id,))
        self.db.executemany(
            "INSERT INTO programmes (game_id, user_id, number, text, made_at, dropped) VALUES (?, ?, ?, ?, ?, ?)", rows
        )

    def conditional_moves(self, game_id: int) -> list[ConditionalMoveRow]:
        """The conditional moves of one game, in order."""
        return self._find_conditional_moves("WHERE game_id = ? ORDER BY user_id, number", game_id)

    def open_conditional_moves(self) -> list[ConditionalMoveRow]:
        """The conditional moves of all open games."""
        return self._find_conditional_moves(
            f"JOIN games ON games.id = game_id WHERE {open_games_condition(self.share)}"
            " ORDER BY game_id, user_id, number"
        )

    def _find_conditional_moves(self, which: str, *params: int) -> list[ConditionalMoveRow]:
        rows = self.db.execute(
            f"SELECT game_id, user_id, number, text, made_at, dropped FROM programmes {which}", params
        )
        return [ConditionalMoveRow(*row) for row in rows]

    def put_ended_answers(self, rows: Iterable[EndedAnswerRow]) -> None:
        """Keep what an entry of the log removed."""
        keys = ("game_id", "seq", "user_id", "name", "number")
        self.db.executemany(
            "INSERT INTO bygone (game_id, seq, user_id, name, number, text, made_at) VALUES (?, ?, ?, ?, ?, ?, ?) "
            + upsert_clause(keys, ("text", "made_at")),
            rows,
        )

    def ended_answers(self, game_id: int, seq: int) -> list[EndedAnswerRow]:
        """What that entry and later ones removed, earliest first."""
        rows = self.db.execute(
            "SELECT game_id, seq, user_id, name, number, text, made_at FROM bygone WHERE game_id = ? AND seq >= ? "
            "ORDER BY seq, user_id, name, number",
            (game_id, seq),
        )
        return [EndedAnswerRow(*row) for row in rows]

    def drop_ended_answers(self, game_id: int, seq: int = 0) -> None:
        """Delete what that entry and later ones removed."""
        self.db.execute("DELETE FROM bygone WHERE game_id = ? AND seq >= ?", (game_id, seq))

    def drop_ended_conditional_move(self, game_id: int, user_id: int, number: int, made_at: int) -> None:
        """Delete the former version of a conditional move."""
        self.db.execute(
            "DELETE FROM bygone WHERE game_id = ? AND user_id = ? AND name = '' AND number = ? AND made_at = ?",
            (game_id, user_id, number, made_at),
        )
