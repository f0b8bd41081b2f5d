"""Personal data of a user: export as a file, and deletion."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from db.privacy import KEPT, SEVERAL
from db.store import Transaction

from ..errors import Damaged, ServiceError
from ..play.lobby import Lobby
from ..play.moves import Playing
from ..seats.seat_transfers import SeatTransfers
from ..state.model import Table
from ..state.seat_control import deciding_user_ids
from ..store import cluster_messages
from ..store.durable import durable
from ..store.registry import TableRegistry
from ..store.registry_parts import lock_all

MOST: Final = 7 * 1024 * 1024  # bytes of the file; Discord accepts 10 MiB
TIMES: Final = frozenset({"at", "until", "standin_until"})  # columns with times besides those ending in _at
TOLD: Final = 300  # game numbers per message to other processes
PATIENCE: Final = 5.0  # seconds for another process to do its part
SETTLED: Final = 0.5  # seconds for other processes to receive the message
LOOK: Final = 0.05  # seconds between checks
AGAIN: Final = 3  # checks whether the user took a seat meanwhile


@dataclass(frozen=True, slots=True)
class DataExport:
    """The file, and the number of games whose moves did not fit."""

    data: bytes
    left_out: int


class UserData:
    """Exports and deletes the data of a user."""

    def __init__(self, registry: TableRegistry, playing: Playing, lobby: Lobby, handing: SeatTransfers) -> None:
        self.registry = registry
        self.playing = playing
        self.lobby = lobby
        self.handing = handing

    async def games(self, user_id: int, name: str = "") -> set[int]:
        """Numbers of the games that name a user; `name`: their current name."""
        found, last, seen = await self.registry.store.read(
            lambda t: (t.mentioned(user_id), t.newest_game(), t.names_of([user_id]).values())
        )
        names = {name, *seen}
        for first in range(1, last + 1, SEVERAL):  # logs are long: let other tasks run in between
            found |= await self.registry.store.read(
                partial(Transaction.logged, user_id=user_id, names=names, first=first)
            )
        return found

    # Telling

    async def export(self, user_id: int, most: int = MOST, words: Mapping[str, str] | None = None) -> DataExport:
        """Export everything as one JSON file: the user's own data and the moves of their seats, newest games first.

        Contains no ids of other users and none of their data. `most`: bytes; `words`: replacements for names in the
        file.
        """
        games = await self.games(user_id)
        known: dict[str, Any] = await self.registry.store.read(lambda t: dict(t.told(user_id, games)))
        known = {table: [_with_readable_times(row) for row in rows] for table, rows in known.items() if rows}
        known = {"you": user_id, "at": _format_instant(self.registry.clock.now()), **known}
        if words:
            known = {"words": dict(words), **known}
        size, moves, left_out = len(await asyncio.to_thread(_to_json_bytes, known)), {}, 0
        for game_id in sorted(games, reverse=True):
            lines = await self.registry.store.read(partial(Transaction.moves_of, user_id=user_id, game_id=game_id))
            written = [f"{seq} {_format_instant(at)} {move}" for seq, at, move in lines]
            size += 30 + sum(len(line.encode()) + 8 for line in written)
            if size > most:
                left_out += bool(written)
            elif written:
                moves[str(game_id)] = written
        return DataExport(await asyncio.to_thread(_to_json_bytes, {**known, "moves": moves}), left_out)

    # Forgetting

    def sits(self, user_id: int) -> list[Table]:
        """The open tables that the user would leave."""
        return [
            table
            for table in [*self.registry.of_user(user_id), *self.registry.lessons_of(user_id)]
            if _is_still_playing(table, user_id)
        ]

    @durable
    async def forget(self, user_id: int, name: str = "") -> None:
        """Leave every open table as by resigning, and delete all data of the user. Idempotent. `name`: their current
        name.

        Games keep their moves; the seats get neutral names.
        """
        for _ in range(AGAIN):
            for table in self.sits(user_id):
                await self._leave(table, user_id)
        await self._leave_elsewhere(user_id)
        games = await self.games(user_id, name)
        async with (
            self.registry.person(user_id),
            lock_all(there := games.intersection(self.registry.tables), self.registry.lock),
        ):
            nobody = -secrets.randbelow(1 << 62) - 1

            def write(t: Transaction) -> None:
                theirs = t.of_others(games) if t.share.divided else []
                t.forget(user_id, nobody, games, {name, *t.names_of([user_id]).values()})
                for at in range(0, len(theirs) or 1, TOLD):
                    t.tell(" ".join(map(str, ["forgotten", user_id, *theirs[at : at + TOLD]])))

            await self.registry.store.write(write)
            await self._forgotten(user_id, games, there)
        if self.registry.share.divided:
            await self._once_more(user_id, name)

    async def _leave_elsewhere(self, user_id: int) -> None:
        """Have other processes leave their tables. ServiceError if one does not in time."""
        now, until = self.registry.clock.now(), time.monotonic() + PATIENCE
        left = (
            await self.registry.store.read(lambda t: t.seated_elsewhere(user_id)) if self.registry.share.divided else []
        )
        if not left:
            return

        def ask(t: Transaction) -> None:
            t.put_follows(user_id, cluster_messages.LEAVE, now, "{}")
            t.tell(f"settings {user_id}")

        await self.registry.store.write(ask)
        while await self.registry.store.read(lambda t: t.seated_elsewhere(user_id)):
            if time.monotonic() > until:
                raise ServiceError("part_starting")
            await asyncio.sleep(LOOK)

    async def _once_more(self, user_id: int, name: str) -> None:
        """Delete what another process wrote before it heard of the deletion."""
        await asyncio.sleep(SETTLED)
        games = await self.games(user_id, name)
        nobody = -secrets.randbelow(1 << 62) - 1
        await self.registry.store.write(lambda t: t.forget(user_id, nobody, games, {name}))

    async def leave(self, table_id: int, user_id: int) -> None:
        """Leave one table before the deletion; nothing if the user has no seat there."""
        table = self.registry.tables.get(table_id)
        if table is not None and _is_still_playing(table, user_id):
            with contextlib.suppress(ServiceError):
                await self._leave(table, user_id)

    async def follow(self, user_id: int, games: Sequence[int]) -> None:
        """Follow a deletion by another process; `games` name the user, some of them tables of this process."""
        async with (
            self.registry.person(user_id),
            lock_all(there := self.registry.tables.keys() & games, self.registry.lock),
        ):
            await self._forgotten(user_id, list(self.registry.finished), there)
        self.registry.abroad.forget(user_id)

    async def _leave(self, table: Table, user_id: int) -> None:
        own = table.seat_of(user_id)
        if table.status == "lobby":
            await self.lobby.leave(table.id, user_id)
        elif own is None:
            await self.handing.back(table.id, user_id)
        elif not own.resigned:
            await self.playing.resign(table.id, user_id)

    async def _forgotten(self, user_id: int, games: Iterable[int], there: Set[int]) -> None:
        """Update memory. The caller holds the locks of the open tables."""
        kept = dict(one for one in self.registry.settings.get(user_id, {}).items() if one == KEPT)
        self.registry.settings.pop(user_id, None)
        if kept:
            self.registry.settings[user_id] = kept
        self.registry.seen.pop(user_id, None)
        self.registry.here.pop(user_id, None)
        for table_id in games:
            self.registry.finished.pop(table_id, None)
        for table_id in there & self.registry.tables.keys():
            with contextlib.suppress(Damaged):  # logged when it was set aside
                await self.registry.reload_table(table_id)


def _is_still_playing(table: Table, user_id: int) -> bool:
    own = table.seat_of(user_id)
    return user_id in deciding_user_ids(table) and (own is None or not own.resigned)


def _with_readable_times(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with times as text; times outside the calendar stay numbers."""
    found = dict(row)
    for name, value in row.items():
        if isinstance(value, int) and value > 0 and (name.endswith("_at") or name in TIMES):
            with contextlib.suppress(ValueError, OverflowError, OSError):
                found[name] = _format_instant(value)
    return found


def _format_instant(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _to_json_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()
