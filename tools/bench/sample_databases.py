"""Databases of real size for the benches: a few games are really played, and copied until there are as many as wanted.

Each copy has people, a channel, interactions and messages of its own, as if everybody else had played the same.
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
LONGEST: Final = 3000  # moves of a whole game
A_PERSON: Final = 10  # tables at which the same four people sit
COPIED: Final = {  # table -> its column with the number of the game
    "states": "game_id",
    "seats": "game_id",
    "log": "game_id",
    "acts": "game_id",
    "checkpoints": "game_id",
    "stretches": "game_id",
    "posts": "game_id",
}
PEOPLE: Final = 900  # the number of the first person
SERVER: Final = 1
CHANNELS: Final = 1_000_000  # the number of the channel of game 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where the copies live: game n in channel `channel + n` of server `server + n // games`."""

    server: int = SERVER
    channel: int = CHANNELS
    games: int = 400

    def of(self, number: int) -> tuple[int, int]:
        """Server and channel of a game."""
        return self.server + number // self.games, self.channel + number


async def play_moves(tables: Tables, table: Table, moves: int, seed: int) -> Table:
    """Random moves, until the game is over or that many were played."""
    luck = Chance(seed.to_bytes(32, "big"))
    for _ in range(moves):
        if not table.open or table.game is None:
            break
        seat = table.seats[table.waiting[0]]
        legal = list(table.game.legal(table.state, seat.index))
        line = str(legal[luck.below(len(legal))])
        assert seat.user_id is not None
        table = (await tables.moves.play(table.id, seat.user_id, [line], act=f"{table.id}-{seed}-{table.seq}")).table
    return table


async def new_game(
    tables: Tables, kind: str, channel: int, pace: str = "none", choices: Choices | None = None
) -> Table:
    """A game of four people."""
    people = [Person(PEOPLE + n, f"Player {n}") for n in range(SEATS)]
    table = await tables.lobby.open(
        kind, choices or Choices(), SEATS, TableChannel(SERVER, channel), people[0], pace=pace
    )
    for person in people[1:]:
        table = await tables.lobby.join(table.id, person)
    return await tables.game_start.start(table.id, people[0].user_id)


async def add_game(path: Path, kind: str, moves: int, channel: int = 1, pace: str = "none") -> int:
    """One game more in a database, that many moves into it; how many there are now."""
    store = await open_store(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    table = await play_moves(tables, await new_game(tables, kind, channel, pace), moves, channel)
    await tables.close()
    await store.close()
    return table.id


async def add_unfinished_game(path: Path, kind: str, moves: int, channel: int) -> int:
    """One game more that is still in play about that many moves into it."""
    while True:
        number = await add_game(path, kind, moves, channel, "2d")
        with contextlib.closing(sqlite3.connect(path)) as db:
            ((status,),) = db.execute("SELECT status FROM games WHERE id = ?", (number,))
        if status == "active":
            return number
        moves = moves * 2 // 3  # that one was shorter than others of its kind, and stays as one that is over


async def build_database(
    path: Path, stored: int, active: int, kinds: Sequence[str] = (), place: Place | None = None
) -> None:
    """A database with that many games, so many of them in play, in turn of each kind: a third, and two thirds played.
    All others are over. Everything has been shown."""
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
    """Copy the games that are there (or those), in turn, until there are that many."""
    where = place or Place()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        for pragma in ("synchronous = OFF", "journal_mode = OFF", "cache_size = -200000"):  # nobody cuts the power here
            db.execute(f"PRAGMA {pragma}")
        db.execute("CREATE INDEX acts_to_copy ON acts (game_id)")  # else each copy reads all that interactions did
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
        """Game `number` from another one."""
        rest = ", ".join(name for name in self.games if name not in ("id", "guild_id", "channel_id", "host"))
        shift = SEATS * (number // A_PERSON)
        self.db.execute(
            f"INSERT INTO games (id, guild_id, channel_id, host, {rest}) SELECT ?, ?, ?, host + ?, {rest} "
            "FROM games WHERE id = ?",
            (number, *self.place.of(number), shift, original),
        )
        # It binds the key to the number of the game.
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
        """What of a column goes into the copy, as SQL."""
        if table == "seats" and name == "user_id":
            return f"user_id + {shift}"
        if name == "act":
            return f"act || '-{number}'"
        return name


def mark_all_posted(path: Path) -> None:
    """Let all that was due have been posted, as by a bot that ran."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(
            "UPDATE posts SET message_id = game_id * 10000 + number, sent_at = games.updated_at, "
            "shown_at = games.updated_at, channel_id = games.channel_id, seq = CASE WHEN number = games.posts "
            "THEN games.seq ELSE posts.seq END FROM games WHERE games.id = posts.game_id"
        )
        db.execute("UPDATE games SET live = posts WHERE posts > 0 AND status = 'active'")
        db.commit()
