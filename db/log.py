"""Statements about logs, interactions and saved positions."""

from __future__ import annotations

from collections.abc import Iterable

from .row_mapper import RowMapper, upsert_clause
from .rows import ActRow, BriefEntry, LogRow
from .sql import Database, conflict_on_clash

LOG = RowMapper("log", LogRow, 2)


class Log:
    """Statements about logs; part of a transaction."""

    db: Database

    def add_entries(self, rows: Iterable[LogRow]) -> None:
        """Append entries. Conflict if a number exists."""
        with conflict_on_clash(self.db, "log"):
            LOG.insert(self.db, *rows)

    def entries(self, game_id: int, first: int = 1, last: int | None = None) -> list[LogRow]:
        """Rows from `first` to `last` in order, both included (None: to the end)."""
        end = last if last is not None else 1 << 60
        return LOG.find(self.db, "WHERE game_id = ? AND seq BETWEEN ? AND ? ORDER BY seq", (game_id, first, end))

    def brief_log(self, game_id: int) -> list[BriefEntry]:
        """The whole log, without events."""
        rows = self.db.execute(
            "SELECT seq, seat, kind, move, first, barrier, act IS NULL FROM log WHERE game_id = ? ORDER BY seq",
            (game_id,),
        )
        return [BriefEntry(*row) for row in rows]

    def last_acts(self, game_id: int) -> dict[int, int]:
        """Seat -> time of the last act of a person. Standing answers and machines do not count."""
        rows = self.db.execute(
            "SELECT seat, MAX(at) FROM log WHERE game_id = ? AND act IS NOT NULL AND seat IS NOT NULL GROUP BY seat",
            (game_id,),
        )
        return {int(seat): int(at) for seat, at in rows}

    def add_act(self, act: str, row: ActRow) -> None:
        """Record the effect of an interaction. Conflict if it is recorded already."""
        with conflict_on_clash(self.db, "act"):
            self.db.execute(
                "INSERT INTO acts (act, game_id, first, last, vote_id) VALUES (?, ?, ?, ?, ?)",
                (act, row.game_id, row.first, row.last, row.vote_id),
            )

    def act(self, act: str) -> ActRow | None:
        found = self.db.execute("SELECT game_id, first, last, vote_id FROM acts WHERE act = ?", (act,)).fetchone()
        return ActRow(*found) if found else None

    def put_checkpoint(self, game_id: int, seq: int, rules: int, state: bytes) -> None:
        """Save the position after entry `seq`, in the format of that version of the rules."""
        self.db.execute(
            "INSERT INTO checkpoints (game_id, seq, rules, state) VALUES (?, ?, ?, ?) "
            + upsert_clause(("game_id", "seq"), ("rules", "state")),
            (game_id, seq, rules, state),
        )

    def checkpoint_before(self, game_id: int, seq: int, rules: int) -> tuple[int, bytes] | None:
        """The newest position of that rules version before entry `seq`: number and state."""
        found = self.db.execute(
            "SELECT seq, state FROM checkpoints WHERE game_id = ? AND seq < ? AND rules = ? ORDER BY seq DESC LIMIT 1",
            (game_id, seq, rules),
        ).fetchone()
        return (int(found[0]), bytes(found[1])) if found else None

    def drop_checkpoints(self, game_id: int, seq: int) -> None:
        """Delete the positions after entry `seq` and later, which were undone."""
        self.db.execute("DELETE FROM checkpoints WHERE game_id = ? AND seq >= ?", (game_id, seq))
