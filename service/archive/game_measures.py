"""Measures decision times and luck of a finished game from its log, in a thread."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from db.errors import StoreError
from db.rows import ResultRow
from db.store import Transaction
from rules.core import Game, decode_move, play
from rules.core.fortune import Fortune

from ..errors import ServiceError
from ..state.decision_times import duration_bucket, encode_waits
from ..state.model import LogEntry, Table
from ..state.readable_log import without_undone
from ..state.seat_control import owner_at
from ..store import codec
from ..store.registry import TableRegistry

log = logging.getLogger(__name__)


class Stopped(Exception):
    """The bot shuts down; the measurement is discarded."""


@dataclass(slots=True)
class Measurements:
    """Measures of a game, by user."""

    waits: dict[int, Counter[int]] = field(default_factory=dict)  # user -> `duration_bucket` -> decisions
    luck: dict[int, Fortune] = field(default_factory=dict)

    def add_decision_time(self, user: int, seconds: int) -> None:
        self.waits.setdefault(user, Counter())[duration_bucket(seconds)] += 1

    def add_luck(self, user: int, fortune: Fortune) -> None:
        self.luck[user] = self.luck.get(user, Fortune(0, 0, 0)).add_fortune(fortune)


def measure_game(
    table: Table, game: Game[Any], state: Any, entries: Sequence[LogEntry], stopped: Callable[[], bool] = lambda: False
) -> Measurements:
    """Replay the game from its first position. `entries`: its whole log. Stopped.

    A decision lasts from the moment its seat is waited for to the owner's first action.
    """
    measured = Measurements()
    first, *later = without_undone(entries)
    asked_at: dict[int, int | None] = dict.fromkeys(game.waiting(state), first.at)  # by seat; None: it has acted
    for entry in later:
        if stopped():
            raise Stopped
        if entry.seat is None or entry.kind != "move":
            continue
        owner = owner_at(table, table.seats[entry.seat], entry.seq)
        since = asked_at.get(entry.seat)
        if since is not None and entry.act is not None:
            if entry.by is None and owner is not None:
                measured.add_decision_time(owner, entry.at - since)
            asked_at[entry.seat] = None
        move = decode_move(entry.move, game.moves)
        transition = play(game, state, entry.seat, move, entry.chance)
        for seat, fortune in game.fortune_by_seat(state, move, transition.state, transition.events).items():
            user = owner_at(table, table.seats[seat], entry.seq)
            if user is not None:
                measured.add_luck(user, fortune)
        state = transition.state
        asked_at = {seat: asked_at.get(seat, entry.at) for seat in game.waiting(state)}
    return measured


def with_measures(rows: Sequence[ResultRow], measured: Measurements) -> list[ResultRow]:
    """Add measures to results. Luck counts only for players who stayed to the end."""
    found = []
    for row in rows:
        luck = measured.luck.get(row.user_id) if row.part != "left" else None
        waits = encode_waits(measured.waits.get(row.user_id, {}))
        found.append(replace(row, waits=waits, **(luck._asdict() if luck is not None else {})))
    return found


class MeasuringJob:
    """Job of the scheduler: measures one game at a time, newest first."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._stop = threading.Event()

    def stop(self) -> None:
        """Stop; an unfinished game is measured at the next start."""
        self._stop.set()

    def unmeasured_games(self, t: Transaction, now: int, most: int) -> list[int]:
        return [] if self._stop.is_set() else t.unmeasured_games(1)

    def next_due_time(self, t: Transaction) -> int | None:
        return 0 if not self._stop.is_set() and t.unmeasured_games(1) else None

    async def measure_and_store(self, table_id: int) -> None:
        """Measure a game; one of older rules, or with a broken log, gets no measures."""
        measured = Measurements()
        try:
            measured = await self._measure(await self.registry.load_without_position(table_id))
        except Stopped:
            return
        except StoreError:
            raise
        except ServiceError as error:
            log.info("table %(table)d is not measured: %(why)s", {"table": table_id, "why": error.key})
        except Exception:  # newer rules may raise anything on an old log
            log.exception("table %(table)d cannot be measured", {"table": table_id})

        def write(t: Transaction) -> None:
            t.put_results(with_measures(t.results(table_id), measured))
            t.mark_measured(table_id)

        await self.registry.store.write(write)

    async def _measure(self, table: Table) -> Measurements:
        game = table.game
        start = await self.registry.store.read(lambda t: t.checkpoint_before(table.id, 2, table.rules))
        if game is None or start is None:
            return Measurements()
        rows = await self.registry.store.read(lambda t: t.entries(table.id))

        def measure() -> Measurements:
            state = codec.unpack_state(game, start[1], table.rules)
            return measure_game(table, game, state, [codec.entry_from_row(row) for row in rows], self._stop.is_set)

        return await asyncio.to_thread(measure)
