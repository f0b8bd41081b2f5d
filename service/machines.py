"""Machines at the tables: they move when nobody else is waited for."""

from __future__ import annotations

import asyncio
import logging
from hashlib import blake2b
from typing import Any

import ai
from db.errors import StoreError
from rules.core import Chance, Move, RulesError, encode

from .hall import Hall
from .levels import usual_level
from .model import Outcome, Seat, Table
from .playing import Playing, Result

log = logging.getLogger(__name__)

PATIENCE = 5  # seconds before a move that could not be saved is tried again


def turn_of(table: Table) -> Seat | None:
    """The machine that is to move: one is waited for, and no human is."""
    if table.status != "active" or not table.available:
        return None
    waited = [table.seats[index] for index in table.waiting]
    if not waited or any(seat.human for seat in waited):
        return None
    return waited[0]


def own_luck(table: Table, seat: int) -> Chance:
    """Luck of a machine, apart from that of the game: the same for the same position, foreseen by nobody."""
    where = f"machine {seat} {table.seq}".encode()
    return Chance(blake2b(where, key=table.state.key, digest_size=32).digest())


def player_of(seat: Seat) -> ai.Player:
    """Who plays at a seat; the usual one where a level is not known (any more)."""
    players = ai.players()
    return players.get(seat.machine or "") or players[usual_level()]


def choose(table: Table, seat: Seat) -> Move:
    """The move of a machine, from what its seat may see. If it fails, the first legal one: nobody shall wait for it.

    Beside the listed moves it may choose among some that are not listed, and make up others of these kinds.
    """
    game, state = table.game, table.state
    assert game is not None
    luck = own_luck(table, seat.index)
    offered = ai.offered(game, state, seat.index, luck)

    def imagine() -> Any:
        twin = state.copy()
        game.shuffle_hidden(twin, seat.index, luck)
        return twin

    try:
        move = player_of(seat).choose(game.view(state, seat.index), offered, imagine, luck)
    except Exception:
        log.exception("table %d: the machine could not choose after %d", table.id, table.seq)
        return offered[0]
    if move in offered or _made_up(state, seat.index, move):
        return move
    log.error("table %d: the machine chose nothing legal after %d", table.id, table.seq)
    return offered[0]


def _made_up(state: Any, seat: int, move: Move) -> bool:
    """Whether it is a legal move of a kind that is not listed."""
    if move.listed:
        return False
    try:
        state.agenda[-1].check(state, seat, move)
    except RulesError:
        return False
    return True


class Machines:
    """One task for each table where a machine is to move."""

    def __init__(self, hall: Hall, playing: Playing) -> None:
        self.hall = hall
        self.playing = playing
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def wake(self, table: Table) -> None:
        """Have the machines look at the table."""
        if table.id not in self._tasks and turn_of(table) is not None:
            self._tasks[table.id] = asyncio.create_task(self._run(table.id), name=f"machines of table {table.id}")

    def wake_all(self) -> None:
        """After a restart: tables that wait for a machine go on."""
        for table in list(self.hall.tables.values()):
            self.wake(table)

    async def quiet(self, table_id: int) -> None:
        """Return when no machine of the table has anything to do."""
        while (task := self._tasks.get(table_id)) is not None:
            await asyncio.wait([task])

    async def close(self) -> None:
        """Stop; a move that is being written is finished."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()

    async def _run(self, table_id: int) -> None:
        try:
            while True:
                try:
                    if not await self.hall.act(self._move(table_id)):
                        return
                except StoreError as error:
                    log.error("table %d: the machine's move was not saved: %s", table_id, error.key)
                    await self.hall.clock.sleep(PATIENCE)
        except Exception:
            log.exception("table %d: its machines have stopped", table_id)
            self._tasks.pop(table_id, None)

    async def _move(self, table_id: int) -> bool:
        """One move; False, and no task any more, when nothing is to be done."""
        async with self.hall.lock(table_id):
            table = self.hall.tables.get(table_id)
            seat = turn_of(table) if table is not None else None
            if table is None or seat is None:
                self._tasks.pop(table_id, None)
                return False
            _, changes = await self._moved(await self.hall.loaded(table_id), seat)
        for change in changes:
            await self.hall.publish(change)
        return True

    async def _moved(self, table: Table, seat: Seat) -> tuple[Outcome, list[Any]]:
        slow = getattr(player_of(seat), "slow", False)
        move = await asyncio.to_thread(choose, table, seat) if slow else choose(table, seat)
        result: Result = await self.playing.moves(table, seat.index, [encode(move)], None)
        return result
