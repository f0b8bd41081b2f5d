"""Notifications (table `calls`) and direct messages (table `letters`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cluster_messages import ClusterMessages
from .row_mapper import RowMapper
from .rows import DirectMessageRow, NotificationRow

CALLS = RowMapper("calls", NotificationRow, 4)
LETTERS = RowMapper("letters", DirectMessageRow, 2)


class Notifications(ClusterMessages):
    """Statements about notifications and direct messages. Only the process with shard 0 sends them."""

    def put_notifications(self, rows: Iterable[NotificationRow]) -> None:
        """Insert or overwrite notifications."""
        calls = list(rows)
        CALLS.replace(self.db, *calls)
        if calls and not self._sends_notifications:
            self.send_to_processes("calls")

    @property
    def _sends_notifications(self) -> bool:
        """Whether this process sends notifications."""
        return self.share.holds(None)

    def drop_notifications(self, rows: Iterable[NotificationRow]) -> None:
        """Delete notifications that were delivered or are obsolete."""
        for row in rows:
            key = (row.user_id, row.game_id, row.seq, row.what)
            self.db.execute("DELETE FROM calls WHERE user_id = ? AND game_id = ? AND seq = ? AND what = ?", key)

    def ungathered_notifications(self, user_id: int) -> list[NotificationRow]:
        """A user's notifications without a direct message, delayed ones included."""
        return CALLS.find(self.db, "WHERE user_id = ? AND letter IS NULL ORDER BY game_id, seq, what", (user_id,))

    def notifications_of_message(self, user_id: int, letter: int) -> list[NotificationRow]:
        return CALLS.find(self.db, "WHERE user_id = ? AND letter = ? ORDER BY game_id, seq, what", (user_id, letter))

    def users_with_undelivered(self, game_id: int) -> set[int]:
        """The users with an undelivered notification of a game."""
        return {int(row[0]) for row in self.db.execute("SELECT user_id FROM calls WHERE game_id = ?", (game_id,))}

    def users_to_notify(self, now: int, most: int) -> list[int]:
        """Users with a due notification, the longest overdue first; at most `most`."""
        if not self._sends_notifications:
            return []
        rows = self.db.execute(
            "SELECT user_id FROM calls INDEXED BY calls_to_gather WHERE letter IS NULL AND ready_at <= ? "
            "GROUP BY user_id ORDER BY min(ready_at) LIMIT ?",
            (now, most),
        )
        return [int(row[0]) for row in rows]

    def next_notification_time(self) -> int | None:
        """The next due time of a notification."""
        if not self._sends_notifications:
            return None
        found = self.db.execute("SELECT min(ready_at) FROM calls WHERE letter IS NULL").fetchone()
        return None if found[0] is None else int(found[0])

    def next_notification(self) -> NotificationRow | None:
        """The next due notification."""
        if not self._sends_notifications:
            return None
        found = CALLS.find(self.db, "WHERE letter IS NULL ORDER BY ready_at LIMIT 1")
        return found[0] if found else None

    def users_with_future_notifications(self, now: int) -> list[int]:
        """Users with a pending notification from the future, made before the clock was set back."""
        if not self._sends_notifications:
            return []
        rows = self.db.execute("SELECT DISTINCT user_id FROM calls WHERE letter IS NULL AND made_at > ?", (now,))
        return [int(row[0]) for row in rows]

    def add_direct_message(self, user_id: int, how: str, game_id: int | None, now: int) -> int:
        """Insert a direct message to send; return its number, which is never reused."""
        found = self.db.execute("SELECT coalesce(max(number), 0) FROM letters WHERE user_id = ?", (user_id,)).fetchone()
        number = max(int(found[0]) + 1, now)
        LETTERS.insert(self.db, DirectMessageRow(user_id, number, how, game_id, now))
        return number

    def save_direct_message(self, row: DirectMessageRow) -> None:
        LETTERS.update(self.db, row)

    def unsent_direct_messages(self, user_id: int) -> list[DirectMessageRow]:
        return LETTERS.find(self.db, "WHERE user_id = ? AND sent_at IS NULL ORDER BY number", (user_id,))

    def direct_message(self, user_id: int, number: int) -> DirectMessageRow | None:
        return next(iter(LETTERS.find(self.db, "WHERE user_id = ? AND number = ?", (user_id, number))), None)

    def replaced_direct_messages(self, row: DirectMessageRow) -> list[DirectMessageRow]:
        """Earlier sent messages that this one replaces: about the same table, or about several."""
        return LETTERS.find(
            self.db,
            "WHERE user_id = ? AND number < ? AND game_id IS ? AND how <> 'mention' AND sent_at IS NOT NULL",
            (row.user_id, row.number, row.game_id),
        )

    def unsettled_direct_messages(self, game_id: int) -> list[DirectMessageRow]:
        """Sent direct messages about a game that still ask for something."""
        return LETTERS.find(
            self.db, "WHERE game_id = ? AND how <> 'mention' AND sent_at IS NOT NULL AND settled = 0", (game_id,)
        )

    def newest_digests(self, users: Sequence[int]) -> list[DirectMessageRow]:
        """For each user the newest digest that was sent, if it still lists a waiting table."""
        listed = "game_id IS NULL AND settled = 0 AND sent_at IS NOT NULL"
        return LETTERS.find(
            self.db,
            f"WHERE user_id IN ({', '.join('?' * len(users))}) AND {listed} AND number = (SELECT max(number) FROM "
            f"letters newer WHERE newer.user_id = letters.user_id AND {listed}) ORDER BY user_id",
            users,
        )

    def drop_direct_message(self, user_id: int, number: int) -> None:
        """Delete a direct message with its notifications."""
        self.db.execute("DELETE FROM calls WHERE user_id = ? AND letter = ?", (user_id, number))
        self.db.execute("DELETE FROM letters WHERE user_id = ? AND number = ?", (user_id, number))

    def merge_direct_messages(self, user_id: int, former: int, number: int) -> None:
        """Move the notifications of a former direct message to this one, and delete the former."""
        self.db.execute("UPDATE calls SET letter = ? WHERE user_id = ? AND letter = ?", (number, user_id, former))
        self.drop_direct_message(user_id, former)

    def users_with_unsent_messages(self) -> list[int]:
        """Users with an unsent direct message."""
        if not self._sends_notifications:
            return []
        return [int(row[0]) for row in self.db.execute("SELECT DISTINCT user_id FROM letters WHERE sent_at IS NULL")]

    def record_digest(self, user_id: int, day: str, forgotten: str) -> bool:
        """Record the digest of a day; False if it exists. Days before `forgotten` are deleted."""
        self.db.execute("DELETE FROM digests WHERE user_id = ? AND day < ?", (user_id, forgotten))
        found = self.db.execute(
            "INSERT INTO digests (user_id, day) VALUES (?, ?) ON CONFLICT DO NOTHING", (user_id, day)
        )
        return found.rowcount == 1
