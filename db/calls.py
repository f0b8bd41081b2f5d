"""Calls and letters: what people are to hear elsewhere or later than by the messages of their tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cluster_messages import ClusterMessages
from .row_mapper import RowMapper
from .rows import CallRow, LetterRow

CALLS = RowMapper("calls", CallRow, 4)
LETTERS = RowMapper("letters", LetterRow, 2)


class Calls(ClusterMessages):
    """Statements about calls and letters; part of a transaction. All of them are the business of who holds shard 0."""

    def put_calls(self, rows: Iterable[CallRow]) -> None:
        """Write calls, whether they are there or not."""
        calls = list(rows)
        CALLS.replace(self.db, *calls)
        if calls and not self._mail:
            self.tell("calls")

    @property
    def _mail(self) -> bool:
        """Whether this process gathers calls and sends letters."""
        return self.share.holds(None)

    def drop_calls(self, rows: Iterable[CallRow]) -> None:
        """Forget calls: they were told, or nothing of them stands any more."""
        for row in rows:
            key = (row.user_id, row.game_id, row.seq, row.what)
            self.db.execute("DELETE FROM calls WHERE user_id = ? AND game_id = ? AND seq = ? AND what = ?", key)

    def calls_to_come(self, user_id: int) -> list[CallRow]:
        """The calls of somebody that wait for their time."""
        return CALLS.find(self.db, "WHERE user_id = ? AND letter IS NULL ORDER BY game_id, seq, what", (user_id,))

    def calls_of_letter(self, user_id: int, letter: int) -> list[CallRow]:
        return CALLS.find(self.db, "WHERE user_id = ? AND letter = ? ORDER BY game_id, seq, what", (user_id, letter))

    def untold(self, game_id: int) -> set[int]:
        """Whoever has a call of a game that was not sent."""
        return {int(row[0]) for row in self.db.execute("SELECT user_id FROM calls WHERE game_id = ?", (game_id,))}

    def to_call(self, now: int, most: int) -> list[int]:
        """People with a call whose time has come, the longest overdue first; at most so many."""
        if not self._mail:
            return []
        rows = self.db.execute(
            "SELECT user_id FROM calls INDEXED BY calls_to_gather WHERE letter IS NULL AND ready_at <= ? "
            "GROUP BY user_id ORDER BY min(ready_at) LIMIT ?",
            (now, most),
        )
        return [int(row[0]) for row in rows]

    def next_call(self) -> int | None:
        """When the time of a call comes next."""
        if not self._mail:
            return None
        found = self.db.execute("SELECT min(ready_at) FROM calls WHERE letter IS NULL").fetchone()
        return None if found[0] is None else int(found[0])

    def next_call_row(self) -> CallRow | None:
        """The call whose time comes next."""
        if not self._mail:
            return None
        found = CALLS.find(self.db, "WHERE letter IS NULL ORDER BY ready_at LIMIT 1")
        return found[0] if found else None

    def calls_from_later(self, now: int) -> list[int]:
        """People with a waiting call that was made when the clock showed a later time."""
        if not self._mail:
            return []
        rows = self.db.execute("SELECT DISTINCT user_id FROM calls WHERE letter IS NULL AND made_at > ?", (now,))
        return [int(row[0]) for row in rows]

    def new_letter(self, user_id: int, how: str, game_id: int | None, now: int) -> int:
        """A letter that is owed; its number, which is never given twice."""
        found = self.db.execute("SELECT coalesce(max(number), 0) FROM letters WHERE user_id = ?", (user_id,)).fetchone()
        number = max(int(found[0]) + 1, now)
        LETTERS.insert(self.db, LetterRow(user_id, number, how, game_id, now))
        return number

    def save_letter(self, row: LetterRow) -> None:
        LETTERS.update(self.db, row)

    def letters_owed(self, user_id: int) -> list[LetterRow]:
        return LETTERS.find(self.db, "WHERE user_id = ? AND sent_at IS NULL ORDER BY number", (user_id,))

    def letter(self, user_id: int, number: int) -> LetterRow | None:
        return next(iter(LETTERS.find(self.db, "WHERE user_id = ? AND number = ?", (user_id, number))), None)

    def former_letters(self, row: LetterRow) -> list[LetterRow]:
        """The letters that were sent before this one and whose place it takes: of the same table, or of several."""
        return LETTERS.find(
            self.db,
            "WHERE user_id = ? AND number < ? AND game_id IS ? AND how <> 'mention' AND sent_at IS NOT NULL",
            (row.user_id, row.number, row.game_id),
        )

    def letters_at(self, game_id: int) -> list[LetterRow]:
        """The letters that show a game and still call for something."""
        return LETTERS.find(
            self.db, "WHERE game_id = ? AND how <> 'mention' AND sent_at IS NOT NULL AND settled = 0", (game_id,)
        )

    def newest_listings(self, users: Sequence[int]) -> list[LetterRow]:
        """The newest letter about several games that was sent to each of these people, where any of them is still said
        to wait."""
        listed = "game_id IS NULL AND settled = 0 AND sent_at IS NOT NULL"
        return LETTERS.find(
            self.db,
            f"WHERE user_id IN ({', '.join('?' * len(users))}) AND {listed} AND number = (SELECT max(number) FROM "
            f"letters newer WHERE newer.user_id = letters.user_id AND {listed}) ORDER BY user_id",
            users,
        )

    def drop_letter(self, user_id: int, number: int) -> None:
        """Forget a letter and all that it tells."""
        self.db.execute("DELETE FROM calls WHERE user_id = ? AND letter = ?", (user_id, number))
        self.db.execute("DELETE FROM letters WHERE user_id = ? AND number = ?", (user_id, number))

    def join_letters(self, user_id: int, former: int, number: int) -> None:
        """A letter tells what a former one was to tell, which is forgotten."""
        self.db.execute("UPDATE calls SET letter = ? WHERE user_id = ? AND letter = ?", (number, user_id, former))
        self.drop_letter(user_id, former)

    def addressees(self) -> list[int]:
        """People who are owed a letter."""
        if not self._mail:
            return []
        return [int(row[0]) for row in self.db.execute("SELECT DISTINCT user_id FROM letters WHERE sent_at IS NULL")]

    def new_digest(self, user_id: int, day: str, forgotten: str) -> bool:
        """Note the digest of a day; False if there was one already. Days before the other one are forgotten."""
        self.db.execute("DELETE FROM digests WHERE user_id = ? AND day < ?", (user_id, forgotten))
        found = self.db.execute(
            "INSERT INTO digests (user_id, day) VALUES (?, ?) ON CONFLICT DO NOTHING", (user_id, day)
        )
        return found.rowcount == 1
