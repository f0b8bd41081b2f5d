"""Personal data: where it is stored, export as plain values, and deletion.

`PERSONAL_COLUMNS` lists every column that identifies users. A test compares it with the schema.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple

from .cluster_messages import ClusterMessages
from .rows import format_numbers, parse_numbers

# own: the whole row is about the user; named: the row names them; listed: among numbers separated by spaces; inside:
# somewhere in the text.
How = Literal["own", "named", "listed", "inside"]


class PersonalColumn(NamedTuple):
    """A column that identifies users."""

    table: str
    column: str
    identifies: How


PERSONAL_COLUMNS: Final = (
    PersonalColumn("people", "user_id", "own"),
    PersonalColumn("settings", "user_id", "own"),
    PersonalColumn("leaving", "user_id", "own"),
    PersonalColumn("digests", "user_id", "own"),
    PersonalColumn("calls", "user_id", "own"),
    PersonalColumn("letters", "user_id", "own"),
    PersonalColumn("standing", "user_id", "own"),
    PersonalColumn("programmes", "user_id", "own"),
    PersonalColumn("bygone", "user_id", "own"),
    PersonalColumn("kicked", "user_id", "own"),
    PersonalColumn("guests", "user_id", "own"),
    PersonalColumn("games", "host", "named"),
    PersonalColumn("seats", "user_id", "named"),
    PersonalColumn("seats", "standin", "named"),
    PersonalColumn("seat_terms", "user_id", "named"),
    PersonalColumn("asks", "user_id", "named"),
    PersonalColumn("asks", "by_id", "named"),
    PersonalColumn("votes", "proposer", "named"),
    PersonalColumn("votes", "voters", "listed"),
    PersonalColumn("votes", "yes", "listed"),
    PersonalColumn("votes", "no", "listed"),
    PersonalColumn("votes", "value", "inside"),
    PersonalColumn("posts", "pings", "listed"),
    PersonalColumn("posts", "apart", "listed"),
    PersonalColumn("posts", "reason", "inside"),
    PersonalColumn("log", "by", "named"),
    PersonalColumn("log", "events", "inside"),
    PersonalColumn("results", "user_id", "named"),
)
# Columns left out of the export: internal ones, and those that reveal other players' information.
HIDDEN_COLUMNS: Final[Mapping[str, frozenset[str]]] = {
    "games": frozenset({"key", "tag", "commitment", "look_at", "posts", "live"}),
    "log": frozenset({"chance", "barrier", "events", "act", "first", "banks"}),
    "posts": frozenset(),
}
PERSONAL_COLUMN_NAMES: Final = frozenset((held.table, held.column) for held in PERSONAL_COLUMNS)
GAMES_PER_STEP: Final = 200  # logs searched in one step
CLOSED_PREFIX: Final = "closed"  # prefix of a post's reason with the moderator who closed the lobby
KEPT_SETTING: Final = ("rating", "off")  # survives a deletion: without it the user would be rated again

_GAMES_NAMING_USER: Final = (
    "SELECT game_id FROM seats WHERE user_id = :user OR standin = :user",
    "SELECT game_id FROM seat_terms WHERE user_id = :user",
    "SELECT game_id FROM guests WHERE user_id = :user",
    "SELECT game_id FROM asks WHERE user_id = :user OR by_id = :user",
    "SELECT game_id FROM results WHERE user_id = :user",
    "SELECT game_id FROM kicked WHERE user_id = :user",
    "SELECT id FROM games WHERE host = :user",
    "SELECT game_id FROM votes WHERE proposer = :user OR instr(' ' || voters || ' ', ' ' || :user || ' ') > 0",
)


class Privacy(ClusterMessages):
    """Statements about personal data; part of a transaction."""

    def newest_game_number(self) -> int:
        found = self.db.execute("SELECT coalesce(max(id), 0) FROM games").fetchone()
        return int(found[0])

    def games_naming_user(self, user_id: int) -> set[int]:
        """The games that name a user outside their log."""
        query = " UNION ".join(_GAMES_NAMING_USER)
        return {int(row[0]) for row in self.db.execute(query, {"user": user_id})}

    def games_naming_moderator(self, user_id: int, names: Collection[str], first: int) -> set[int]:
        """Of the SEVERAL games from `first` on, those whose log or post names the user as a moderator."""
        span = (first, first + GAMES_PER_STEP - 1)
        by = self.db.execute(
            "SELECT DISTINCT game_id FROM log WHERE game_id BETWEEN ? AND ? AND by = ?", (*span, user_id)
        )
        reasons = [f"{CLOSED_PREFIX} {name}" for name in names]
        closed = self.db.execute(
            "SELECT DISTINCT game_id FROM posts WHERE game_id BETWEEN ? AND ? "
            f"AND reason IN ({', '.join('?' * len(reasons))})",
            (*span, *reasons),
        )
        return {int(row[0]) for rows in (by, closed) for row in rows}

    # Export

    def export_rows(self, user_id: int, games: Iterable[int]) -> dict[str, list[dict[str, Any]]]:
        """Table -> rows about a user or naming them, without other users' ids."""
        found: dict[str, list[dict[str, Any]]] = {}
        for table in dict.fromkeys(held.table for held in PERSONAL_COLUMNS if held.identifies in ("own", "named")):
            columns = [
                held.column for held in PERSONAL_COLUMNS if held.table == table and held.identifies in ("own", "named")
            ]
            where = " OR ".join(f"{column} = :user" for column in columns)
            if table != "log":
                rows = self._query_dicts(f"SELECT * FROM {table} WHERE {where}", {"user": user_id})
                found[table] = [_without_other_people(table, row, user_id) for row in rows]
        found["log"] = []
        for game_id in sorted(games):
            rows = self._query_dicts(
                "SELECT * FROM log WHERE game_id = :game AND by = :user", {"game": game_id, "user": user_id}
            )
            found["log"] += [_without_other_people("log", row, user_id) for row in rows]
        found["votes"] = [row for row in self._export_votes(user_id) if row]
        return found

    def _export_votes(self, user_id: int) -> list[dict[str, Any]]:
        """The votes that the user proposed or was asked in, with their answers."""
        rows = self._query_dicts(
            "SELECT * FROM votes WHERE proposer = :user OR instr(' ' || voters || ' ', ' ' || :user || ' ') > 0",
            {"user": user_id},
        )
        return [
            {
                **{key: row[key] for key in ("game_id", "what", "status", "opened_at", "closes_at")},
                **({"proposed": True, "reason": row["reason"]} if row["proposer"] == user_id else {}),
                "answer": next((word for word in ("yes", "no") if user_id in parse_numbers(row[word])), None),
            }
            for row in rows
        ]

    def moves_of(self, user_id: int, game_id: int) -> list[tuple[int, int, str]]:
        """Entry, time and line of the user's moves at seats they owned in a game."""
        seats = [int(row[0]) for row in self.db.execute(_SEATS, {"game": game_id, "user": user_id})]
        found = []
        for seat in dict.fromkeys(seats):
            terms = self.db.execute(_TERMS, (game_id, seat)).fetchall()
            rows = self.db.execute(_MOVES, (game_id, seat)).fetchall()
            own_terms = [(row[3], row[4] or 1 << 60) for row in terms if row[2] == user_id]
            for seq, at, move in rows:
                if not terms or any(first <= seq <= last for first, last in own_terms):
                    found.append((int(seq), int(at), str(move)))
        return sorted(found)

    def _query_dicts(self, query: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        found = self.db.execute(query, values)
        names = [str(column[0]) for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found]

    # Deletion

    def erase_user(self, user_id: int, nobody: int, games: Collection[int], names: Collection[str]) -> None:
        """Remove a user everywhere. `nobody`: a negative number in their place; `games`: those that name them; `names`:
        their names there. Idempotent."""
        for game_id in games:
            self._erase_in_game(game_id, user_id, nobody, names)
        self.db.execute("UPDATE asks SET status = 'void' WHERE user_id = ? AND status = 'open'", (user_id,))
        for held in PERSONAL_COLUMNS:
            if held.identifies == "own" and held.table not in ("people", "settings"):
                self.db.execute(f"DELETE FROM {held.table} WHERE {held.column} = ?", (user_id,))
            elif held.identifies == "named" and held.table not in ("seats", "log"):
                self.db.execute(f"UPDATE {held.table} SET {held.column} = ? WHERE {held.column} = ?", (nobody, user_id))
        self.db.execute("DELETE FROM settings WHERE user_id = ? AND (name, value) <> (?, ?)", (user_id, *KEPT_SETTING))
        self.db.execute("DELETE FROM people WHERE user_id = ?", (user_id,))
        if self.share.is_divided:
            for table in ("errands", "follows"):
                self.db.execute(f"DELETE FROM {table} WHERE user_id = ?", (user_id,))

    def _erase_in_game(self, game_id: int, user_id: int, nobody: int, names: Collection[str]) -> None:
        self.db.execute(
            "UPDATE seats SET user_id = NULL, name = 'Player ' || (seat + 1), left_at = NULL, pinged_at = NULL, "
            "pinged_seq = NULL WHERE game_id = ? AND user_id = ?",
            (game_id, user_id),
        )
        self.db.execute(
            "UPDATE seats SET standin = NULL, standin_until = NULL WHERE game_id = ? AND standin = ?",
            (game_id, user_id),
        )
        query = "SELECT seq, by, events FROM log WHERE game_id = ? AND (by = ? OR instr(events, ?) > 0)"
        for seq, by, events in self.db.execute(query, (game_id, user_id, str(user_id))).fetchall():
            changed = _replace_in_events(events, user_id, nobody, moderator=by == user_id)
            self.db.execute(
                "UPDATE log SET by = ?, events = ? WHERE game_id = ? AND seq = ?",
                (nobody if by == user_id else by, changed, game_id, seq),
            )
        for number, pings, apart, reason in self.db.execute(_POSTS, (game_id,)).fetchall():
            users = [_drop_user_id(text, user_id) for text in (pings, apart)]
            new_reason = CLOSED_PREFIX if reason in {f"{CLOSED_PREFIX} {name}" for name in names} else reason
            if (*users, new_reason) != (pings, apart, reason):
                self.db.execute(
                    "UPDATE posts SET pings = ?, apart = ?, reason = ? WHERE game_id = ? AND number = ?",
                    (*users, new_reason, game_id, number),
                )
        for vote_id, what, value, status, proposer, *lists in self.db.execute(_VOTES, (game_id,)).fetchall():
            if status == "open":
                voters = [_drop_user_id(text, user_id) for text in lists]
            else:
                voters = [_replace_user_id(text, user_id, nobody) for text in lists]
            seat, _, user = (value or "").partition(" ")
            new_value = f"{seat} {nobody}" if what == "replace" and user == str(user_id) else value
            self.db.execute(
                "UPDATE votes SET value = ?, voters = ?, yes = ?, no = ? WHERE id = ?", (new_value, *voters, vote_id)
            )
            if proposer == user_id:
                self.db.execute("UPDATE votes SET reason = NULL WHERE id = ?", (vote_id,))


_SEATS: Final = (
    "SELECT seat FROM seats WHERE game_id = :game AND user_id = :user UNION "
    "SELECT seat FROM seat_terms WHERE game_id = :game AND user_id = :user AND role = 'owner'"
)
_TERMS: Final = (
    "SELECT game_id, seat, user_id, from_seq, to_seq FROM seat_terms WHERE game_id = ? AND seat = ? AND role = 'owner'"
)
_MOVES: Final = (
    "SELECT seq, at, move FROM log WHERE game_id = ? AND seat = ? AND by IS NULL AND act IS NOT NULL ORDER BY seq"
)
_POSTS: Final = "SELECT number, pings, apart, reason FROM posts WHERE game_id = ?"
_VOTES: Final = "SELECT id, what, value, status, proposer, voters, yes, no FROM votes WHERE game_id = ?"


def _without_other_people(table: str, row: Mapping[str, Any], user_id: int) -> dict[str, Any]:
    """A row without other users' ids and without the columns of UNTOLD."""
    found: dict[str, Any] = {}
    for column, value in row.items():
        if column in HIDDEN_COLUMNS.get(table, ()) or isinstance(value, bytes):
            continue
        if (table, column) in PERSONAL_COLUMN_NAMES:
            if value == user_id:
                found[column] = "you"
            continue
        found[column] = value
    return found


def _drop_user_id(text: str, user_id: int) -> str:
    return format_numbers(tuple(number for number in parse_numbers(text) if number != user_id))


def _replace_user_id(text: str, user_id: int, nobody: int) -> str:
    return format_numbers(tuple(nobody if user == user_id else user for user in parse_numbers(text)))


def _replace_in_events(events: str, user_id: int, nobody: int, *, moderator: bool) -> str:
    """The events of an entry with `nobody` in place of the user. `moderator`: they acted as a moderator, by name."""
    try:
        rows = json.loads(events)
        for row in rows:
            key, params = row[0], row[1]
            for name, value in params.items():
                if (name == "user" or name.endswith("_user")) and value == user_id:
                    params[name] = nobody
                if moderator and name == "name" and key.endswith("_moderator"):
                    params[name] = "?"
    except (ValueError, TypeError, LookupError, AttributeError):
        return events.replace(str(user_id), "0")  # unreadable anyway
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)
