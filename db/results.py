"""Statements about finished games and their players' results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .row_mapper import RowMapper
from .rows import EndingRow, PlayedRow, ResultRow
from .share import Share
from .sql import Database

ENDINGS = RowMapper("endings", EndingRow, 1)
RESULTS = RowMapper("results", ResultRow, 2)
_WIDTH = len(ResultRow.__dataclass_fields__)
_PLAYED = (
    "SELECT "
    + ", ".join(f"results.{name}" for name in ResultRow.__dataclass_fields__)
    + ", endings.kind, options, status, endings.at, (SELECT count(*) FROM seats WHERE seats.game_id = games.id) "
    "FROM results JOIN endings ON endings.game_id = results.game_id JOIN games ON games.id = results.game_id"
)
_RATED = (
    "SELECT mu, sigma FROM results JOIN endings ON endings.game_id = results.game_id "
    "WHERE user_id = ? AND guild_id IS ? AND kind = ? AND mu IS NOT NULL AND sigma IS NOT NULL "
    "ORDER BY ending DESC LIMIT 1"
)

_STOOD_IN = (
    "SELECT there.seat, coalesce(max(own.seq), 0) "
    "FROM (SELECT DISTINCT seat FROM log WHERE game_id = ? AND kind = 'table' AND move = 'standin') AS there "
    "LEFT JOIN log AS own ON own.game_id = ? AND own.seat = there.seat AND own.kind = 'move' "
    "AND own.by IS NULL AND own.act IS NOT NULL GROUP BY there.seat"
)


class Results:
    """Statements about results; part of a transaction."""

    db: Database
    share: Share

    def add_ending(self, game_id: int, guild_id: int | None, kind: str, at: int) -> None:
        """Record the end of a game. Idempotent."""
        self.db.execute(
            "INSERT INTO endings (game_id, guild_id, kind, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (game_id, guild_id, kind, at),
        )

    def ending(self, game_id: int) -> EndingRow | None:
        return next(iter(ENDINGS.find(self.db, "WHERE game_id = ?", (game_id,))), None)

    def endings(self, guild_id: int | None, kind: str) -> list[EndingRow]:
        """The ended games of a kind on a server with results, in order."""
        found = "WHERE guild_id IS ? AND kind = ? AND filled = 1 ORDER BY number"
        return ENDINGS.find(self.db, found, (guild_id, kind))

    def games_without_results(self, most: int) -> list[int]:
        """Games without results, in the order of their end; at most `most`."""
        rows = self.db.execute(
            f"SELECT game_id FROM endings WHERE filled = 0{self.share.sql_condition()} ORDER BY number LIMIT ?", (most,)
        )
        return [int(row[0]) for row in rows]

    def unmeasured_games(self, most: int) -> list[int]:
        """Games without measured times and luck, newest first; at most `most`."""
        rows = self.db.execute(
            f"SELECT game_id FROM endings WHERE filled = 1 AND measured = 0{self.share.sql_condition()} "
            "ORDER BY number DESC LIMIT ?",
            (most,),
        )
        return [int(row[0]) for row in rows]

    def mark_results_written(self, game_id: int) -> None:
        self.db.execute("UPDATE endings SET filled = 1 WHERE game_id = ?", (game_id,))

    def mark_measured(self, game_id: int) -> None:
        self.db.execute("UPDATE endings SET measured = 1 WHERE game_id = ?", (game_id,))

    def mark_without_results(self, game_id: int) -> None:
        """Mark a game as done without results."""
        self.db.execute("UPDATE endings SET filled = 1, measured = 1 WHERE game_id = ?", (game_id,))

    def put_results(self, rows: Iterable[ResultRow]) -> None:
        RESULTS.replace(self.db, *rows)

    def results(self, game_id: int) -> list[ResultRow]:
        return RESULTS.find(self.db, "WHERE game_id = ? ORDER BY seat, user_id", (game_id,))

    def rating(self, user_id: int, guild_id: int | None, kind: str) -> tuple[float, float] | None:
        """A user's newest rating: mean and uncertainty."""
        found = self.db.execute(_RATED, (user_id, guild_id, kind)).fetchone()
        return (float(found[0]), float(found[1])) if found else None

    def last_moves_of_covered_owners(self, game_id: int) -> dict[int, int]:
        """Of the seats with a stand-in or machine: seat -> the last entry in which the owner moved themselves (0:
        never). Undone moves count, standing answers do not."""
        return {int(row[0]): int(row[1]) for row in self.db.execute(_STOOD_IN, (game_id, game_id))}

    def unrated_users(self) -> set[int]:
        """Users who do not want a rating."""
        return {int(row[0]) for row in self.db.execute("SELECT user_id FROM settings WHERE name = 'rating'")}

    def results_of_user(self, user_id: int, guild_id: int | None) -> list[PlayedRow]:
        """A user's results in the order of the games' end; `guild_id` None: on all servers."""
        where = f"{_PLAYED} WHERE user_id = ? AND (CAST(? AS BIGINT) IS NULL OR endings.guild_id = ?) ORDER BY ending"
        return [_played_row(row) for row in self.db.execute(where, (user_id, guild_id, guild_id))]

    def results_on_server(self, guild_id: int) -> list[PlayedRow]:
        """The results of all users of a server, without deleted users."""
        where = f"{_PLAYED} WHERE endings.guild_id = ? AND user_id > 0 ORDER BY ending"
        return [_played_row(row) for row in self.db.execute(where, (guild_id,))]

    def ratings_on(self, guild_id: int) -> list[tuple[str, int, float, float]]:
        """Kind, user and newest rating of the server's rated users, without deleted and unrated ones."""
        rows = self.db.execute(
            "SELECT kind, user_id, mu, sigma FROM (SELECT kind, user_id, mu, sigma, "
            "row_number() OVER (PARTITION BY kind, user_id ORDER BY ending DESC) AS nth "
            "FROM results JOIN endings ON endings.game_id = results.game_id "
            "WHERE guild_id = ? AND mu IS NOT NULL AND sigma IS NOT NULL AND user_id > 0) AS rated "
            "WHERE nth = 1 ORDER BY kind, user_id",
            (guild_id,),
        )
        unrated = self.unrated_users()
        return [(str(row[0]), int(row[1]), row[2], row[3]) for row in rows if int(row[1]) not in unrated]

    def user_at_seat(self, game_id: int, seat: int) -> int | None:
        """The player of that seat when the game ended."""
        found = self.db.execute(
            "SELECT user_id FROM results WHERE game_id = ? AND seat = ? AND user_id > 0 ORDER BY part = 'left' LIMIT 1",
            (game_id, seat),
        ).fetchone()
        return int(found[0]) if found else None

    def names_of(self, users: Iterable[int]) -> dict[int, str]:
        """Users' names as last seen."""
        found = {}
        for user in users:
            row = self.db.execute("SELECT name FROM people WHERE user_id = ?", (user,)).fetchone()
            if row is not None:
                found[user] = str(row[0])
        return found


def _played_row(row: tuple[Any, ...]) -> PlayedRow:
    """The columns have the types of the row."""
    return PlayedRow(ResultRow(*row[:_WIDTH]), *row[_WIDTH:])
