"""Machines at the tables: they move when nobody else is waited for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import ai
from db.errors import StoreError
from rules.core import Chance, Move, Phrase, RulesError, encode

from .hall import Hall
from .levels import usual_level
from .model import Seat, Table
from .playing import Playing
from .publish import Change

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


def guest_of(table: Table, told: Mapping[tuple[int, int], Phrase]) -> tuple[Seat, Phrase] | None:
    """A machine that is invited to something it has not been asked about, and to what. People need not wait for it."""
    game = table.game if table.status == "active" and table.available else None
    if game is None or table.state is None:
        return None
    for index, invitation in game.invitations(table.state).items():
        seat = table.seats[index]
        if not seat.human and told.get((table.id, index)) != invitation:
            return seat, invitation
    return None


def own_luck(table: Table, seat: int) -> Chance:
    """Luck of a machine, apart from that of the game: the same for the same position, foreseen by nobody."""
    where = f"machine {seat} {table.seq}".encode()
    return Chance(blake2b(where, key=table.state.key, digest_size=32).digest())


def player_of(seat: Seat) -> ai.Player:
    """Who plays at a seat; the usual one where a level is not known (any more)."""
    players = ai.players()
    return players.get(seat.machine or "") or players[usual_level()]


def choose(table: Table, seat: Seat) -> Move | None:
    """The move of a machine, from what its seat may see. If it fails, the first legal one: nobody shall wait for it.
    None: it is only invited, and does nothing.

    Beside the listed moves it may choose among some that are not listed, and make up others of these kinds.
    """
    game, state = table.game, table.state
    assert game is not None
    luck = own_luck(table, seat.index)
    guest = seat.index not in table.waiting
    offered = ai.offered(game, state, seat.index, luck)

    def imagine() -> Any:
        twin = state.copy()
        game.shuffle_hidden(twin, seat.index, luck)
        return twin

    try:
        player, view = player_of(seat), game.view(state, seat.index)
        move = (player.answer if guest else player.choose)(view, offered, imagine, luck)
    except Exception:
        log.exception("table %d: the machine could not choose after %d", table.id, table.seq)
        return None if guest else offered[0]
    if move is None or move in offered or _made_up(state, seat.index, move):
        return move
    log.error("table %d: the machine chose nothing legal after %d", table.id, table.seq)
    return None if guest else offered[0]


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
        self._told: dict[tuple[int, int], Phrase] = {}  # table and seat -> the invitation it was asked about

    def wake(self, table: Table) -> None:
        """Have the machines look at the table."""
        if not table.open:
            self._told = {key: told for key, told in self._told.items() if key[0] != table.id}
        if table.id in self._tasks:
            return
        if turn_of(table) is not None or guest_of(table, self._told) is not None:
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
            guest = guest_of(table, self._told) if table is not None else None
            seat = guest[0] if guest is not None else turn_of(table) if table is not None else None
            if table is None or seat is None:
                self._tasks.pop(table_id, None)
                return False
            if guest is not None:
                self._told[table_id, seat.index] = guest[1]
            changes = await self._moved(await self.hall.loaded(table_id), seat)
        for change in changes:
            await self.hall.publish(change)
        return True

    async def _moved(self, table: Table, seat: Seat) -> list[Change]:
        slow = getattr(player_of(seat), "slow", False)
        move = await asyncio.to_thread(choose, table, seat) if slow else choose(table, seat)
        if move is None:
            return []
        _, changes = await self.playing.moves(table, seat.index, [encode(move)], None)
        return changes
