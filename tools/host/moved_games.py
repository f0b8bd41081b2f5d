"""Whether games go on that were moved to another database: some are loaded there and replayed, before it counts."""

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
    """A game does not come to what is stored of it."""


def check_moved_games(
    source: MoveEnd, target: MoveEnd, tell: Callable[[int, int], None], say: Callable[[str], None]
) -> int:
    """Look at some games on the target; how many. StoreError if one of them does not go on there. What did not go on
    before either is moved as it is: the bot sets such a game aside. `tell`: so many of so many."""
    db = target.transaction().db
    numbers = [*open_games(db, IN_PLAY), *finished_games(db, ENDED)]
    for done, number in enumerate(numbers, 1):
        fault = find_replay_fault(target, number)
        if fault is not None:
            if find_replay_fault(source, number) is None:
                raise StoreError("store.move_game", file=target.where, id=number)
            say(f"Table #{number} could not be replayed ({fault}), nor could it be where it was; it is moved as it is.")
        tell(done, len(numbers))
    return len(numbers)


def find_replay_fault(end: MoveEnd, number: int) -> str | None:
    """Why a game does not go on from what is stored there, as the kind of the error; None: it does."""
    try:
        with _quiet_service_log():
            asyncio.run(
                _replay_game(TableRegistry(EndStore(end, SystemClock()), SystemClock(), SilentPublisher()), number)
            )
    except Exception as error:  # whatever rows that make no sense do to who reads them
        return type(error).__name__
    return None


async def _replay_game(registry: TableRegistry, number: int) -> None:
    """Load a game as the bot does, and play its log to its position. Whatever is wrong with it is raised."""
    table = await registry.light(number)
    key = await registry.store.read(lambda t: t.key(number))
    if key is not None and table.commitment is not None and key_commitment(key, number) != table.commitment:
        raise Differs("key")
    game = table.game
    if game is None:  # no longer in this version: nobody loads it
        return
    data, stored, log, newest = await registry.store.read(
        lambda t: (t.state(number), t.state_seq(number), t.brief_log(number), t.newest_post(number))
    )
    damaged_tables.check_log(table, stored, log, newest)
    state = codec.unpack_state(game, data or b"", table.rules)
    damaged_tables.check_position(table, state)
    history = History(registry)
    if table.rules == game.version:  # what an older one played was carried over, and does not play anew
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
        found = await history.positions_before(table, [end])  # from where it was carried over
    if codec.pack_state(found[end]) != codec.pack_state(state):
        raise Differs("position")


async def _verify_record(history: History, table: Table) -> None:
    """The record plays to the points that are stored, and the key draws its numbers."""
    record = await history.record(table.id)
    check_record(record)
    if not record.luck_chosen:
        for _ in replay_record(record, from_key=True):
            pass


@contextmanager
def _quiet_service_log() -> Iterator[None]:
    """What the service writes to its log about games that it sets aside is told here in one sentence."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
