"""Messages and work between processes that share a database; no-ops for a single process."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .rows import OPEN
from .share import Share
from .sql import Database

CHANNEL = "longtable"
_DECIDES = "(seats.user_id = ? OR seats.standin = ?)"


class PendingWorkRow(NamedTuple):
    """Work at a table that follows from a user's act elsewhere; `before`: their settings until then."""

    number: int
    game_id: int
    what: str
    made_at: int
    before: str


class ClusterMessages:
    """Statements about other processes; messages go out with the transaction."""

    db: Database
    share: Share
    tenure: int

    def send_to_processes(self, text: str) -> None:
        """Notify the other processes after the commit."""
        if self.share.is_divided:
            self.db.execute("SELECT pg_notify(?, ?)", (CHANNEL, f"{self.tenure} {text}"))

    @property
    def _condition_of_others(self) -> str:
        """SQL condition: an open game of another process."""
        return f"games.status IN {OPEN} AND NOT (TRUE{self.share.sql_condition('games.guild_id')})"

    # Tables

    def server_of(self, game_id: int) -> tuple[int | None] | None:
        """The server of a game in a tuple; None if there is no such game."""
        found = self.db.execute("SELECT guild_id FROM games WHERE id = ?", (game_id,)).fetchone()
        return None if found is None else (found[0],)

    def open_games_elsewhere(self, user_id: int) -> list[int]:
        """A user's open games that belong to other processes."""
        rows = self.db.execute(
            f"SELECT DISTINCT games.id FROM seats JOIN games ON games.id = game_id WHERE {_DECIDES} "
            f"AND {self._condition_of_others} ORDER BY games.id",
            (user_id, user_id),
        )
        return [int(row[0]) for row in rows]

    def games_played_elsewhere(self, user_id: int) -> list[int]:
        """Those of them in which the user still plays."""
        rows = self.db.execute(
            "SELECT DISTINCT games.id FROM seats JOIN games ON games.id = game_id "
            f"WHERE {_DECIDES} AND resigned = 0 AND {self._condition_of_others}",
            (user_id, user_id),
        )
        return [int(row[0]) for row in rows]

    def games_owned_by_others(self, games: Iterable[int]) -> list[int]:
        """Those of the games that are open and belong to another process."""
        found = []
        for game_id in games:
            rows = self.db.execute(f"SELECT id FROM games WHERE id = ? AND {self._condition_of_others}", (game_id,))
            found += [int(row[0]) for row in rows]
        return found

    # Work for other processes

    def leave_work_for_others(self, user_id: int, what: str, now: int, before: str) -> None:
        """Leave work for the processes of the user's other tables."""
        if self.share.is_divided:
            for game_id in self.open_games_elsewhere(user_id):
                self.db.execute(
                    "INSERT INTO follows (game_id, user_id, what, made_at, before) VALUES (?, ?, ?, ?, ?)",
                    (game_id, user_id, what, now, before),
                )

    def pending_work_of(self, user_id: int) -> list[PendingWorkRow]:
        """The pending work for tables of this process, in order."""
        rows = self.db.execute(
            "SELECT number, game_id, what, made_at, before FROM follows JOIN games ON games.id = game_id "
            f"WHERE user_id = ?{self.share.sql_condition()} ORDER BY number",
            (user_id,),
        )
        return [PendingWorkRow(*row) for row in rows]

    def users_with_pending_work(self) -> list[int]:
        """Users with pending work for tables of this process."""
        rows = self.db.execute(
            "SELECT DISTINCT user_id FROM follows JOIN games ON games.id = game_id "
            f"WHERE TRUE{self.share.sql_condition()}"
        )
        return [int(row[0]) for row in rows]

    def drop_pending_work(self, number: int) -> None:
        self.db.execute("DELETE FROM follows WHERE number = ?", (number,))

    # Forwarded interactions

    def forward_interaction(self, game_id: int, user_id: int, now: int, payload: str) -> int:
        """Leave an interaction for the process of its table; return its number."""
        found = self.db.execute(
            "INSERT INTO errands (game_id, user_id, made_at, payload) VALUES (?, ?, ?, ?) RETURNING number",
            (game_id, user_id, now, payload),
        ).fetchone()
        number = int(found[0])
        server = self.server_of(game_id) or (None,)
        self.send_to_processes(f"errand {number} {server[0] or 0}")
        return number

    def take_forwarded_interaction(self, number: int) -> str | None:
        """Take the payload; None if it was taken before."""
        found = self.db.execute("DELETE FROM errands WHERE number = ? RETURNING payload", (number,)).fetchone()
        return None if found is None else str(found[0])

    def drop_old_interactions(self, before: int) -> None:
        """Delete old interactions; their senders no longer wait."""
        self.db.execute("DELETE FROM errands WHERE made_at < ?", (before,))
