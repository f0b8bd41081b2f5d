"""Databases of realistic size for benchmarks: a few games are played and then copied.

Each copy has its own people, channel, interactions and messages.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from db.store import open_store
from rules.core import Chance, Choices, registry
from rules.core.chance import key_commitment
from service.state.model import Person, Table, TableChannel
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables

SEATS: Final = 4
LONGEST: Final = 3000  # moves, more than any game has
A_PERSON: Final = 10  # tables shared by the same four people
COPIED: Final = {  # table -> its column with the game's id
    "states": "game_id",
    "seats": "game_id",
    "log": "game_id",
    "acts": "game_id",
    "checkpoints": "game_id",
    "stretches": "game_id",
    "posts": "game_id",
}
PEOPLE: Final = 900  # user id of the first person
SERVER: Final = 1
CHANNELS: Final = 1_000_000  # channel id of game 0


@dataclass(frozen=True, slots=True)
class Place:
    """Servers and channels of the copies: game n in channel `channel + n` of server `server + n // games`."""

    server: int = SERVER
    channel: int = CHANNELS
    games: int = 400

    def of(self, number: int) -> tuple[int, int]:
        """Server and channel of a game."""
        return self.server + number // self.games, self.channel + number


async def play_moves(tables: Tables, table: Table, moves: int, seed: int) -> Table:
    """Plays random moves until the game is over or `moves` were played."""
    luck = Chance(seed.to_bytes(32, "big"))
    for _ in range(moves):
        if not table.is_open or table.game is None:
            break
        seat = table.seats[table.seats_to_move[0]]
        legal = list(table.game.legal(table.state, seat.index))
        line = str(legal[luck.below(len(legal))])
        assert seat.user_id is not None
        table = (
            await tables.moves.play_moves(table.id, seat.user_id, [line], act=f"{table.id}-{seed}-{table.seq}")
        ).table
    return table


async def new_game(
    tables: Tables, kind: str, channel: int, pace: str = "none", choices: Choices | None = None
) -> Table:
    """Opens and starts a game of four people."""
    people = [Person(PEOPLE + n, f"Player {n}") for n in range(SEATS)]
    table = await tables.lobby.open_lobby(
        kind, choices or Choices(), SEATS, TableChannel(SERVER, channel), people[0], pace=pace
    )
    for person in people[1:]:
        table = await tables.lobby.join(table.id, person)
    return await tables.game_start.start_game(table.id, people[0].user_id)


async def add_game(path: Path, kind: str, moves: int, channel: int = 1, pace: str = "none") -> int:
    """Adds a game with `moves` moves to a database; returns its id."""
    store = await open_store(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    table = await play_moves(tables, await new_game(tables, kind, channel, pace), moves, channel)
    await tables.close()
    await store.close()
    return table.id


async def add_unfinished_game(path: Path, kind: str, moves: int, channel: int) -> int:
    """Adds a game still in play after about `moves` moves; returns its id."""
    while True:
        number = await add_game(path, kind, moves, channel, "2d")
        with contextlib.closing(sqlite3.connect(path)) as db:
            ((status,),) = db.execute("SELECT status FROM games WHERE id = ?", (number,))
        if status == "active":
            return number
        moves = moves * 2 // 3  # the game ended early; it stays in the database as a finished one


async def build_database(
    path: Path, stored: int, active: int, kinds: Sequence[str] = (), place: Place | None = None
) -> None:
    """Creates a database of `stored` games, `active` of them in play, one third or two thirds through.

    Game types alternate, all posts are marked as sent.
    """
    wanted = list(kinds or registry.game_types())
    whole = [await add_game(path, kind, LONGEST, 10 + n) for n, kind in enumerate(wanted)]
    with contextlib.closing(sqlite3.connect(path)) as db:
        lengths = [db.execute("SELECT seq FROM games WHERE id = ?", (number,)).fetchone()[0] for number in whole]
    begun = []
    for n, (kind, length) in enumerate(zip(wanted, lengths, strict=True)):
        begun += [await add_unfinished_game(path, kind, length * part // 3, 100 + 10 * n + part) for part in (1, 2)]
    with contextlib.closing(sqlite3.connect(path)) as db:
        ((over,),) = db.execute("SELECT count(*) FROM games WHERE status = 'over'")
    copy_games(path, over + max(len(begun), active), begun, place)
    copy_games(path, stored, whole, place)
    mark_all_posted(path)


def copy_games(path: Path, games: int, of: Sequence[int] = (), place: Place | None = None) -> None:
    """Copies the games of a database (or only `of`), in turn, until it has `games`."""
    where = place or Place()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        for pragma in ("synchronous = OFF", "journal_mode = OFF", "cache_size = -200000"):  # no durability needed
            db.execute(f"PRAGMA {pragma}")
        db.execute("CREATE INDEX acts_to_copy ON acts (game_id)")  # without it, each copy scans all rows of `acts`
        copies = _Copies(db, where)
        ((there,),) = db.execute("SELECT count(*) FROM games")
        originals = list(of) or list(range(1, there + 1))
        for number in range(there + 1, games + 1):
            copies.make(originals[number % len(originals)], number)
        db.execute("DROP INDEX acts_to_copy")
        db.commit()
        if place is not None:
            for number in range(1, there + 1):
                db.execute("UPDATE games SET guild_id = ?, channel_id = ? WHERE id = ?", (*place.of(number), number))
            db.commit()


class _Copies:
    """Makes copies of games within one database."""

    def __init__(self, db: sqlite3.Connection, place: Place) -> None:
        self.db = db
        self.place = place
        self.names = {table: [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})")] for table in COPIED}
        self.games = [str(row[1]) for row in db.execute("PRAGMA table_info(games)")]
        db.create_function("committed", 2, key_commitment)

    def make(self, original: int, number: int) -> None:
        """Copies game `original` as game `number`."""
        rest = ", ".join(name for name in self.games if name not in ("id", "guild_id", "channel_id", "host"))
        shift = SEATS * (number // A_PERSON)
        self.db.execute(
            f"INSERT INTO games (id, guild_id, channel_id, host, {rest}) SELECT ?, ?, ?, host + ?, {rest} "
            "FROM games WHERE id = ?",
            (number, *self.place.of(number), shift, original),
        )
        # The commitment binds the key to the game's id.
        self.db.execute("UPDATE games SET commitment = committed(key, id) WHERE id = ? AND key IS NOT NULL", (number,))
        self.db.execute(
            "INSERT OR IGNORE INTO people (user_id, name, seen_at) SELECT user_id + ?, name, seen_at FROM people "
            "WHERE user_id < ?",
            (shift, PEOPLE + SEATS),
        )
        for table, column in COPIED.items():
            names = [name for name in self.names[table] if name != column]
            listed, values = ", ".join(names), ", ".join(self._value(table, name, number, shift) for name in names)
            self.db.execute(
                f"INSERT INTO {table} ({column}, {listed}) SELECT ?, {values} FROM {table} WHERE {column} = ?",
                (number, original),
            )

    @staticmethod
    def _value(table: str, name: str, number: int, shift: int) -> str:
        """The SQL expression of a column's value in the copy."""
        if table == "seats" and name == "user_id":
            return f"user_id + {shift}"
        if name == "act":
            return f"act || '-{number}'"
        return name


def mark_all_posted(path: Path) -> None:
    """Marks all due posts as sent."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(
            "UPDATE posts SET message_id = game_id * 10000 + number, sent_at = games.updated_at, "
            "shown_at = games.updated_at, channel_id = games.channel_id, seq = CASE WHEN number = games.posts "
            "THEN games.seq ELSE posts.seq END FROM games WHERE games.id = posts.game_id"
        )
        db.execute("UPDATE games SET live = posts WHERE posts > 0 AND status = 'active'")
        db.commit()
