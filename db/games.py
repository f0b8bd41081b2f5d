"""Statements about games, seats and people."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from .row_mapper import RowMapper
from .rows import OPEN, BranchRow, GameRow, PendingTurnRow, SeatRow
from .scope import open_game_ids_query, open_games_condition
from .share import Share
from .sql import Database, conflict_on_clash, require_one_row

GAMES = RowMapper("games", GameRow, 1)
SEATS = RowMapper("seats", SeatRow, 2)
STRETCHES = RowMapper("stretches", PendingTurnRow, 2)
_NEW_COLUMNS = (
    "guild_id, channel_id, kind, options, status, host, max_seats, seat_order, language, thread, tidy, tag, rules, "
    "rematch_of, created_at, updated_at, pace, late, branch, hints, lesson"
)
_NEW_VALUES = attrgetter(*_NEW_COLUMNS.split(", "))
_NEW_GAME = f"INSERT INTO games ({_NEW_COLUMNS}) VALUES ({_NEW_COLUMNS.count(',') * '?, '}?) RETURNING id"
_SEATS = (
    "SELECT game_id, seat, seats.user_id, coalesce(people.name, seats.name), colour, machine, resigned, score, place, "
    "pinged_at, pinged_seq, bank, missed, left_at, standin, standin_until FROM seats LEFT JOIN people USING (user_id)"
)
_PLAYED = "status IN ('over', 'abandoned') AND seq > 0 AND lesson IS NULL"


class Games:
    """Statements about games; part of a transaction."""

    db: Database
    share: Share

    def add_game(self, row: GameRow) -> int:
        """Insert a game; return its number. Conflict if its channel has an open one."""
        with conflict_on_clash(self.db, "home"):
            found = self.db.execute(_NEW_GAME, _NEW_VALUES(row)).fetchone()
        return int(found[0])

    def next_game_number(self) -> int:
        """The number of the next new game."""
        found = self.db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()
        return 1 if found is None else int(found[0]) + 1

    def save_game(self, row: GameRow, former_seq: int) -> None:
        """Update the row. Conflict unless its log had `former_seq` entries and its channel is free."""
        with conflict_on_clash(self.db, "home"):
            written = GAMES.update(self.db, row, "AND seq = ?", (former_seq,))
        require_one_row(self.db, written, "game")

    def save_key(self, game_id: int, key: bytes) -> None:
        self.db.execute("UPDATE games SET key = ? WHERE id = ?", (key, game_id))

    def key(self, game_id: int) -> bytes | None:
        found = self.db.execute("SELECT key FROM games WHERE id = ?", (game_id,)).fetchone()
        key: bytes | None = found[0] if found else None
        return key

    def save_state(self, game_id: int, seq: int, state: bytes) -> None:
        """Save the position after `seq` entries."""
        self.db.execute(
            "INSERT INTO states (game_id, seq, state) VALUES (?, ?, ?) "
            "ON CONFLICT (game_id) DO UPDATE SET seq = excluded.seq, state = excluded.state",
            (game_id, seq, state),
        )

    def state(self, game_id: int) -> bytes | None:
        found = self.db.execute("SELECT state FROM states WHERE game_id = ?", (game_id,)).fetchone()
        state: bytes | None = found[0] if found else None
        return state

    def state_seq(self, game_id: int) -> int | None:
        """The log length of the saved position."""
        found = self.db.execute("SELECT seq FROM states WHERE game_id = ?", (game_id,)).fetchone()
        return None if found is None else int(found[0])

    def game(self, game_id: int) -> GameRow | None:
        return next(iter(GAMES.find(self.db, "WHERE id = ?", (game_id,))), None)

    def open_games(self) -> list[GameRow]:
        return GAMES.find(self.db, f"WHERE {open_games_condition(self.share)} ORDER BY id")

    def last_finished(self, channel_id: int) -> int | None:
        """The newest finished game of a channel."""
        found = self.db.execute(
            f"SELECT id FROM games WHERE channel_id = ? AND {_PLAYED} ORDER BY updated_at DESC, id DESC LIMIT 1",
            (channel_id,),
        ).fetchone()
        return int(found[0]) if found else None

    def list_finished_games(self, channel_id: int, user_id: int, most: int = 50) -> list[tuple[int, str]]:
        """Number and kind of the last finished games of a channel or a user."""
        rows = self.db.execute(
            f"SELECT id, kind FROM games WHERE channel_id = ? AND {_PLAYED} UNION "
            f"SELECT id, kind FROM games JOIN seats ON game_id = id WHERE user_id = ? AND {_PLAYED} "
            "ORDER BY id DESC LIMIT ?",
            (channel_id, user_id, most),
        )
        return [(int(number), str(kind)) for number, kind in rows]

    def rematches(self, game_id: int) -> list[int]:
        """The rematches of a game, newest first."""
        rows = self.db.execute("SELECT id FROM games WHERE rematch_of = ? ORDER BY id DESC", (game_id,))
        return [int(row[0]) for row in rows]

    def put_branch(self, game_id: int, row: BranchRow) -> None:
        self.db.execute("INSERT INTO branches (game_id, rules, state, record) VALUES (?, ?, ?, ?)", (game_id, *row))

    def branch(self, game_id: int) -> BranchRow | None:
        found = self.db.execute("SELECT rules, state, record FROM branches WHERE game_id = ?", (game_id,)).fetchone()
        return BranchRow(*found) if found else None

    def games_with_due_action(self, now: int, most: int) -> list[int]:
        """Games with an action due by `now`, the longest overdue first; at most `most`."""
        rows = self.db.execute(
            f"SELECT id FROM games WHERE look_at <= ?{self.share.sql_condition()} ORDER BY look_at LIMIT ?", (now, most)
        )
        return [int(row[0]) for row in rows]

    def next_action_time(self) -> int | None:
        """The time of the next due action."""
        own_shards = self.share.sql_condition()
        found = self.db.execute(f"SELECT min(look_at) FROM games WHERE look_at IS NOT NULL{own_shards}").fetchone()
        return None if found[0] is None else int(found[0])

    def save_action_times(self, looks: Iterable[tuple[int | None, int]]) -> None:
        """Set the next due times: (time or None, game)."""
        self.db.executemany("UPDATE games SET look_at = ? WHERE id = ?", looks)

    def list_ended_games_with_unsent_posts(self) -> list[int]:
        """Ended games with an unsent message."""
        ended = f"games.status NOT IN {OPEN} AND homeless = 0{self.share.sql_condition()}"
        rows = self.db.execute(
            "SELECT game_id FROM posts JOIN games ON games.id = game_id "
            f"WHERE sent_at IS NULL AND {ended} UNION "
            "SELECT game_id FROM votes JOIN games ON games.id = game_id "
            f"WHERE told = 0 AND {ended} ORDER BY game_id"
        )
        return [int(row[0]) for row in rows]

    def ended_games_without_channel(self) -> list[tuple[int, int | None, int]]:
        """Ended games with an unsent message and a lost channel: game, server, channel."""
        rows = self.db.execute(
            "SELECT id, guild_id, channel_id FROM games WHERE homeless <> 0 "
            f"AND status NOT IN {OPEN}{self.share.sql_condition()} "
            "AND id IN (SELECT game_id FROM posts WHERE sent_at IS NULL)"
        )
        return [(int(row[0]), row[1], int(row[2])) for row in rows]

    def seats(self, game_id: int) -> list[SeatRow]:
        rows = self.db.execute(f"{_SEATS} WHERE game_id = ? ORDER BY seat", (game_id,))
        return [SeatRow(*row) for row in rows]

    def open_seats(self) -> list[SeatRow]:
        """The seats of all open games."""
        rows = self.db.execute(f"{_SEATS} WHERE game_id IN ({open_game_ids_query(self.share)}) ORDER BY game_id, seat")
        return [SeatRow(*row) for row in rows]

    def put_seats(self, game_id: int, rows: Iterable[SeatRow]) -> None:
        """Replace all seats of a game."""
        self.db.execute("DELETE FROM seats WHERE game_id = ?", (game_id,))
        SEATS.insert(self.db, *rows)

    def save_seats(self, rows: Iterable[SeatRow]) -> None:
        """Update existing seats."""
        for row in rows:
            require_one_row(self.db, SEATS.update(self.db, row), "seat")

    def put_pending_turns(self, game_id: int, rows: Iterable[PendingTurnRow]) -> None:
        self.db.execute("DELETE FROM stretches WHERE game_id = ?", (game_id,))
        STRETCHES.insert(self.db, *rows)

    def pending_turns(self, game_id: int) -> list[PendingTurnRow]:
        return STRETCHES.find(self.db, "WHERE game_id = ? ORDER BY seat", (game_id,))

    def open_pending_turns(self) -> list[PendingTurnRow]:
        return STRETCHES.find(self.db, f"WHERE game_id IN ({open_game_ids_query(self.share)}) ORDER BY game_id, seat")

    def put_kicked(self, game_id: int, kicked: Iterable[tuple[int, int]]) -> None:
        self.db.execute("DELETE FROM kicked WHERE game_id = ?", (game_id,))
        for user_id, until in kicked:
            self.db.execute("INSERT INTO kicked (game_id, user_id, until) VALUES (?, ?, ?)", (game_id, user_id, until))

    def kicked(self, game_id: int) -> list[tuple[int, int]]:
        """Users kicked from a lobby, with the end of the ban."""
        rows = self.db.execute("SELECT user_id, until FROM kicked WHERE game_id = ?", (game_id,))
        return [(int(user_id), int(until)) for user_id, until in rows]

    def open_kicked(self) -> list[tuple[int, int, int]]:
        """Game, user, end of the ban; of all open games."""
        rows = self.db.execute(
            f"SELECT game_id, user_id, until FROM kicked WHERE game_id IN ({open_game_ids_query(self.share)})"
        )
        return [(int(game_id), int(user_id), int(until)) for game_id, user_id, until in rows]

    def put_person(self, user_id: int, name: str, seen_at: int) -> None:
        self.db.execute(
            "INSERT INTO people (user_id, name, seen_at) VALUES (?, ?, ?) "
            "ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at",
            (user_id, name, seen_at),
        )

    def names_at_open_games(self) -> list[tuple[int, str, int]]:
        """Users with a seat in open games, stand-ins included: user, name, when last seen."""
        rows = self.db.execute(
            "SELECT user_id, name, seen_at FROM people WHERE user_id IN "
            f"(SELECT user_id FROM seats WHERE game_id IN ({open_game_ids_query(self.share)}) "
            f"UNION SELECT standin FROM seats WHERE game_id IN ({open_game_ids_query(self.share)}))"
        )
        return [(int(user_id), str(name), int(seen_at)) for user_id, name, seen_at in rows]
