"""Checks a moved database before the move counts: loads and replays some games from the target."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from db.errors import StoreError
from db.moving.copying import finished_games, open_games
from db.moving.ends import EndStore, MoveEnd
from rules.core import key_commitment
from rules.core.record import check_record, replay_record
from service.errors import ServiceError
from service.play.history import History
from service.state.model import Table
from service.store import codec, damaged_tables
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.store.registry import TableRegistry

IN_PLAY: Final = 200  # games
ENDED: Final = 50


class Differs(Exception):
    """A replayed game differs from its stored position or key."""


def check_moved_games(
    source: MoveEnd, target: MoveEnd, tell: Callable[[int, int], None], say: Callable[[str], None]
) -> int:
    """Checks some games of the target and returns their number; `StoreError` if one cannot go on.

    A game that could not be replayed in the source either is moved as it is; the bot sets it aside. `tell(done, all)`.
    """
    db = target.transaction().db
    numbers = [*open_games(db, IN_PLAY), *finished_games(db, ENDED)]
    for done, number in enumerate(numbers, 1):
        fault = find_replay_fault(target, number)
        if fault is not None:
            if find_replay_fault(source, number) is None:
                raise StoreError("store.move_game", file=target.location, id=number)
            say(f"Table #{number} could not be replayed ({fault}), nor could it be where it was; it is moved as it is.")
        tell(done, len(numbers))
    return len(numbers)


def find_replay_fault(end: MoveEnd, number: int) -> str | None:
    """The type name of the error with which a game's replay fails; None if it succeeds."""
    try:
        with _quiet_service_log():
            asyncio.run(
                _replay_game(TableRegistry(EndStore(end, SystemClock()), SystemClock(), SilentPublisher()), number)
            )
    except Exception as error:  # invalid rows can raise anything
        return type(error).__name__
    return None


async def _replay_game(registry: TableRegistry, number: int) -> None:
    """Loads a game as the bot does and replays its log to its position; raises any error."""
    table = await registry.load_without_position(number)
    key = await registry.store.read(lambda t: t.key(number))
    if key is not None and table.commitment is not None and key_commitment(key, number) != table.commitment:
        raise Differs("key")
    game = table.game
    if game is None:  # a type that this version no longer has is never loaded
        return
    data, stored, log, newest = await registry.store.read(
        lambda t: (t.state(number), t.state_seq(number), t.brief_log(number), t.newest_post_number(number))
    )
    damaged_tables.check_log(table, stored, log, newest)
    state = codec.unpack_state(game, data or b"", table.rules)
    damaged_tables.check_position(table, state)
    history = History(registry)
    if table.rules == game.version:  # logs of older rules were migrated and cannot be replayed from the start
        await _require_same_state(history, table, state)
    if table.status == "over" and table.lesson is None:
        await _verify_record(history, table)


async def _require_same_state(history: History, table: Table, state: Any) -> None:
    end = table.seq + 1
    try:
        found = await history.positions_before(table, [2, end])
    except ServiceError as error:
        if error.key != "undo_barrier":
            raise
        found = await history.positions_before(table, [end])  # from the point of migration
    if codec.pack_state(found[end]) != codec.pack_state(state):
        raise Differs("position")


async def _verify_record(history: History, table: Table) -> None:
    """Replays the record to the stored points and draws its numbers again from the key."""
    record = await history.build_record(table.id)
    check_record(record)
    if not record.luck_chosen:
        for _ in replay_record(record, from_key=True):
            pass


@contextmanager
def _quiet_service_log() -> Iterator[None]:
    """Silences the service's log about games it sets aside; the caller reports them."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
