"""Statements about posts, reminders (table `notices`) and votes."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from .row_mapper import RowMapper
from .rows import PostRow, ReminderRow, VoteRow
from .scope import open_games_condition, own_games_condition
from .share import Share
from .sql import Database, conflict_on_clash, require_one_row

POSTS = RowMapper("posts", PostRow, 2)
VOTES = RowMapper("votes", VoteRow, 1)
NOTICES = RowMapper("notices", ReminderRow, 5)
_NOT_SHOWN = "told = 0 AND (status <> 'open' OR message_id IS NULL)"
_NEW_COLUMNS = "game_id, what, back_to, value, proposer, reason, voters, yes, no, status, opened_at, closes_at"
_NEW_VALUES = attrgetter(*_NEW_COLUMNS.split(", "))
_NEW_VOTE = f"INSERT INTO votes ({_NEW_COLUMNS}) VALUES ({_NEW_COLUMNS.count(',') * '?, '}?) RETURNING id"


class Posts:
    """Statements about posts; part of a transaction."""

    db: Database
    share: Share

    def add_posts(self, rows: Iterable[PostRow]) -> None:
        with conflict_on_clash(self.db, "post"):
            POSTS.insert(self.db, *rows)

    def save_posts(self, rows: Iterable[PostRow]) -> None:
        for row in rows:
            POSTS.update(self.db, row)

    def post(self, game_id: int, number: int) -> PostRow | None:
        return next(iter(POSTS.find(self.db, "WHERE game_id = ? AND number = ?", (game_id, number))), None)

    def unsent_posts(self, game_id: int) -> list[PostRow]:
        return POSTS.find(self.db, "WHERE game_id = ? AND sent_at IS NULL ORDER BY number", (game_id,))

    def posts_with_reason(self, game_id: int, reason: str) -> list[PostRow]:
        """The posts of a game with this reason, oldest first."""
        return POSTS.find(self.db, "WHERE game_id = ? AND reason = ? ORDER BY number", (game_id, reason))

    def games_with_unsent_posts(self) -> set[int]:
        """Games with an unsent post or reminder."""
        own_games = own_games_condition(self.share)
        rows = self.db.execute(
            f"SELECT game_id FROM posts WHERE sent_at IS NULL{own_games} UNION "
            f"SELECT game_id FROM notices WHERE sent_at IS NULL{own_games}"
        )
        return {int(row[0]) for row in rows}

    def put_reminders(self, rows: Iterable[ReminderRow]) -> None:
        """Insert or overwrite reminders."""
        NOTICES.replace(self.db, *rows)

    def reminders(self, game_id: int) -> list[ReminderRow]:
        """The reminders of a game, sent or not, in order."""
        return NOTICES.find(self.db, "WHERE game_id = ? ORDER BY seat, seq, made_at, step", (game_id,))

    def drop_reminder(self, row: ReminderRow) -> None:
        """Delete a reminder."""
        self.db.execute(
            "DELETE FROM notices WHERE game_id = ? AND seat = ? AND seq = ? AND step = ? AND what = ?",
            (row.game_id, row.seat, row.seq, row.step, row.what),
        )

    def newest_post_number(self, game_id: int) -> int:
        """The highest post number; 0 without posts."""
        found = self.db.execute("SELECT coalesce(max(number), 0) FROM posts WHERE game_id = ?", (game_id,)).fetchone()
        return int(found[0])

    def live_posts(self) -> list[PostRow]:
        """The current messages of open games."""
        return POSTS.find(
            self.db,
            f"WHERE (game_id, number) IN (SELECT id, live FROM games WHERE {open_games_condition(self.share)}"
            " AND live IS NOT NULL)",
        )

    def post_before(self, game_id: int, number: int, message_id: int) -> PostRow | None:
        """The newest earlier post of a game that was sent as another message."""
        found = POSTS.find(
            self.db,
            "WHERE game_id = ? AND number < ? AND message_id <> ? ORDER BY number DESC LIMIT 1",
            (game_id, number, message_id),
        )
        return next(iter(found), None)


class Votes:
    """Statements about votes; part of a transaction."""

    db: Database
    share: Share

    def add_vote(self, row: VoteRow) -> int:
        """Insert a vote; return its number. Conflict if the game has an open one."""
        with conflict_on_clash(self.db, "vote"):
            found = self.db.execute(_NEW_VOTE, _NEW_VALUES(row)).fetchone()
        return int(found[0])

    def save_vote(self, row: VoteRow) -> None:
        require_one_row(self.db, VOTES.update(self.db, row), "vote")

    def vote(self, vote_id: int) -> VoteRow | None:
        return next(iter(VOTES.find(self.db, "WHERE id = ?", (vote_id,))), None)

    def votes_to_show(self, game_id: int) -> list[VoteRow]:
        """The votes of a game without a message, or whose message does not show the result."""
        return VOTES.find(self.db, f"WHERE game_id = ? AND {_NOT_SHOWN} ORDER BY id", (game_id,))

    def games_with_votes_to_show(self) -> set[int]:
        """Games with such votes."""
        owed = self.db.execute(f"SELECT game_id FROM votes WHERE {_NOT_SHOWN}{own_games_condition(self.share)}")
        return {int(row[0]) for row in owed}

    def open_vote(self, game_id: int) -> VoteRow | None:
        return next(iter(VOTES.find(self.db, "WHERE status = 'open' AND game_id = ?", (game_id,))), None)

    def open_votes(self) -> list[VoteRow]:
        return VOTES.find(self.db, f"WHERE status = 'open'{own_games_condition(self.share)} ORDER BY id")
