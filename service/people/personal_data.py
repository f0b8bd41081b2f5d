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

from db.privacy import GAMES_PER_STEP, KEPT_SETTING
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

MAX_EXPORT_BYTES: Final = 7 * 1024 * 1024  # bytes of the file; Discord accepts 10 MiB
GAME_BYTES: Final = 30  # of JSON around the moves of a game, at most
LINE_BYTES: Final = 8  # of JSON around a move
TIME_COLUMNS: Final = frozenset({"at", "until", "standin_until"})  # columns with times besides those ending in _at
GAMES_PER_MESSAGE: Final = 300  # game numbers per message to other processes
OTHER_PROCESS_SECONDS: Final = 5.0  # seconds for another process to do its part
MESSAGE_DELAY_SECONDS: Final = 0.5  # seconds for other processes to receive the message
POLL_SECONDS: Final = 0.05  # seconds between checks
LEAVE_ROUNDS: Final = 3  # checks whether the user took a seat meanwhile


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
        self.seat_transfers = handing

    async def games_naming_user(self, user_id: int, name: str = "") -> set[int]:
        """Numbers of the games that name a user; `name`: their current name."""
        found, newest, known_names = await self.registry.store.read(
            lambda t: (t.games_naming_user(user_id), t.newest_game_number(), t.names_of([user_id]).values())
        )
        names = {name, *known_names}
        for first in range(1, newest + 1, GAMES_PER_STEP):  # logs are long: let other tasks run in between
            found |= await self.registry.store.read(
                partial(Transaction.games_naming_moderator, user_id=user_id, names=names, first=first)
            )
        return found

    # Export

    async def export_as_json(
        self, user_id: int, most: int = MAX_EXPORT_BYTES, words: Mapping[str, str] | None = None
    ) -> DataExport:
        """Export everything as one JSON file: the user's own data and the moves of their seats, newest games first.

        Contains no ids of other users and none of their data. `most`: bytes; `words`: replacements for names in the
        file.
        """
        games = await self.games_naming_user(user_id)
        rows_by_table = await self.registry.store.read(lambda t: t.export_rows(user_id, games))
        content: dict[str, Any] = {"words": dict(words)} if words else {}
        content |= {"you": user_id, "at": _format_instant(self.registry.clock.now())}
        content |= {table: [_with_readable_times(row) for row in rows] for table, rows in rows_by_table.items() if rows}
        size, left_out = len(await asyncio.to_thread(_to_json_bytes, content)), 0
        moves: dict[str, list[str]] = {}
        for game_id in sorted(games, reverse=True):
            entries = await self.registry.store.read(partial(Transaction.moves_of, user_id=user_id, game_id=game_id))
            lines = [f"{seq} {_format_instant(at)} {move}" for seq, at, move in entries]
            size += GAME_BYTES + sum(len(line.encode()) + LINE_BYTES for line in lines)
            if size > most:
                left_out += bool(lines)
            elif lines:
                moves[str(game_id)] = lines
        return DataExport(await asyncio.to_thread(_to_json_bytes, {**content, "moves": moves}), left_out)

    # Deletion

    def tables_to_leave(self, user_id: int) -> list[Table]:
        """The open tables that the user would leave."""
        return [
            table
            for table in [*self.registry.open_tables_of(user_id), *self.registry.open_lessons_of(user_id)]
            if _is_still_playing(table, user_id)
        ]

    @durable
    async def delete_user_data(self, user_id: int, name: str = "") -> None:
        """Leave every open table as by resigning, and delete all data of the user. Idempotent. `name`: their current
        name.

        Games keep their moves; the seats get neutral names.
        """
        for _ in range(LEAVE_ROUNDS):
            for table in self.tables_to_leave(user_id):
                await self._leave_seat(table, user_id)
        await self._leave_tables_elsewhere(user_id)
        games = await self.games_naming_user(user_id, name)
        async with (
            self.registry.lock_user(user_id),
            lock_all(own_games := games.intersection(self.registry.tables), self.registry.lock_table),
        ):
            nobody = _random_nobody()

            def write(t: Transaction) -> None:
                games_of_others = t.games_owned_by_others(games) if t.share.is_divided else []
                t.erase_user(user_id, nobody, games, {name, *t.names_of([user_id]).values()})
                for at in range(0, len(games_of_others) or 1, GAMES_PER_MESSAGE):
                    numbers = games_of_others[at : at + GAMES_PER_MESSAGE]
                    t.send_to_processes(" ".join(map(str, ["forgotten", user_id, *numbers])))

            await self.registry.store.write(write)
            await self._forget_in_memory(user_id, games, own_games)
        if self.registry.share.is_divided:
            await self._delete_late_writes(user_id, name)

    async def _leave_tables_elsewhere(self, user_id: int) -> None:
        """Have other processes leave their tables. ServiceError if one does not in time."""
        now, deadline = self.registry.clock.now(), time.monotonic() + OTHER_PROCESS_SECONDS
        if not self.registry.share.is_divided:
            return
        if not await self.registry.store.read(lambda t: t.games_played_elsewhere(user_id)):
            return

        def ask(t: Transaction) -> None:
            t.leave_work_for_others(user_id, cluster_messages.LEAVE, now, "{}")
            t.send_to_processes(f"settings {user_id}")

        await self.registry.store.write(ask)
        while await self.registry.store.read(lambda t: t.games_played_elsewhere(user_id)):
            if time.monotonic() > deadline:
                raise ServiceError("part_starting")
            await asyncio.sleep(POLL_SECONDS)

    async def _delete_late_writes(self, user_id: int, name: str) -> None:
        """Delete what another process wrote before it heard of the deletion."""
        await asyncio.sleep(MESSAGE_DELAY_SECONDS)
        games = await self.games_naming_user(user_id, name)
        nobody = _random_nobody()
        await self.registry.store.write(lambda t: t.erase_user(user_id, nobody, games, {name}))

    async def leave_table(self, table_id: int, user_id: int) -> None:
        """Leave one table before the deletion; nothing if the user has no seat there."""
        table = self.registry.tables.get(table_id)
        if table is not None and _is_still_playing(table, user_id):
            with contextlib.suppress(ServiceError):
                await self._leave_seat(table, user_id)

    async def follow_deletion(self, user_id: int, games: Sequence[int]) -> None:
        """Follow a deletion by another process; `games` name the user, some of them tables of this process."""
        async with (
            self.registry.lock_user(user_id),
            lock_all(own_games := self.registry.tables.keys() & games, self.registry.lock_table),
        ):
            await self._forget_in_memory(user_id, list(self.registry.finished_tables), own_games)
        self.registry.remote_tables.forget_user(user_id)

    async def _leave_seat(self, table: Table, user_id: int) -> None:
        own = table.seat_of(user_id)
        if table.status == "lobby":
            await self.lobby.leave(table.id, user_id)
        elif own is None:
            await self.seat_transfers.return_seat(table.id, user_id)
        elif not own.resigned:
            await self.playing.resign(table.id, user_id)

    async def _forget_in_memory(self, user_id: int, games: Iterable[int], own_games: Set[int]) -> None:
        """Update memory. The caller holds the locks of the open tables (`own_games`)."""
        settings = self.registry.settings.get(user_id, {}).items()
        self.registry.remember_settings(user_id, dict(item for item in settings if item == KEPT_SETTING))
        self.registry.names_and_times.pop(user_id, None)
        self.registry.last_act_at.pop(user_id, None)
        for table_id in games:
            self.registry.finished_tables.pop(table_id, None)
        for table_id in own_games & self.registry.tables.keys():
            with contextlib.suppress(Damaged):  # logged when it was set aside
                await self.registry.reload_table(table_id)


def _random_nobody() -> int:
    """A negative number in place of a deleted user."""
    return -secrets.randbelow(1 << 62) - 1


def _is_still_playing(table: Table, user_id: int) -> bool:
    own = table.seat_of(user_id)
    return user_id in deciding_user_ids(table) and (own is None or not own.resigned)


def _with_readable_times(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with times as text; times outside the calendar stay numbers."""
    readable = dict(row)
    for name, value in row.items():
        if isinstance(value, int) and value > 0 and (name.endswith("_at") or name in TIME_COLUMNS):
            with contextlib.suppress(ValueError, OverflowError, OSError):
                readable[name] = _format_instant(value)
    return readable


def _format_instant(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _to_json_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()
