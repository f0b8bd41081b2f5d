"""Opens a lobby that continues a finished game from any log entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from db.rows import BranchRow
from rules.core.record import Record
from rules.core.record import format_record as write_record

from ..errors import ServiceError
from ..state.branch_point import Branch, BranchSeat
from ..state.model import Person, Seat, Table, TableChannel
from ..state.player_counts import free_colours
from ..state.readable_log import is_in_effect
from ..store import codec
from ..store.durable import durable
from ..time.pace import parse_pace
from .history import History
from .lobby import Lobby, require_in_lobby


class Branches:
    """Opens branches. The finished game is only read."""

    def __init__(self, lobby: Lobby, history: History) -> None:
        self.registry = lobby.registry
        self._lobby = lobby
        self._history = history

    @durable
    async def open_branch(
        self, table_id: int, at: int, home: TableChannel, person: Person, *, thread: bool, tidy: bool, act: str | None
    ) -> tuple[Table, bool]:
        """Open a lobby for the position after entry `at`; `person` gets their former seat, else the first. Returns
        whether it is new. ServiceError as of `position`, `home_taken` and those of `table_limits`."""
        old = await self.registry.load_table(table_id)
        state = await self.read_branch_position(old, at)
        game = old.game
        assert game is not None, "its position was read"
        waiting, scores = game.waiting(state), game.scores(state)
        places = []
        for seat in old.seats:
            machine_name = seat.name if seat.user_id is None and seat.machine else ""
            places.append(BranchSeat(seat.colour, scores[seat.index], seat.index in waiting, machine_name))
        draft = self._lobby.draft_lobby(
            old.kind,
            old.choices,
            len(old.seats),
            home,
            person,
            thread=thread,
            language=old.language,
            tidy=tidy,
            pace=parse_pace(old.pace),
        )
        former_seat = old.seat_of(person.user_id) or old.seats[0]
        draft = replace(
            draft,
            choices=old.choices,
            late=old.late,
            hints=old.hints,
            branch=Branch(old.id, at, tuple(places)),
            seats=(Seat(0, person.user_id, person.name, former_seat.colour),),
        )
        record = write_record(await self._record_until(old, at))
        row = BranchRow(game.version, codec.pack_state(state), record)
        return await self._lobby.open_draft(draft, person, act, position=row)

    async def read_branch_position(self, table: Table, at: int) -> Any:
        """The position of a finished game after entry `at`. ServiceError `not_over`, `branch_none` (no such entry),
        `branch_undone`, `branch_over` (no moves left), `branch_old` (older rules), `unavailable`."""
        if table.is_open or table.seq == 0:
            raise ServiceError("not_over")
        if table.game is None:
            raise ServiceError("unavailable", game=table.kind, id=table.id)
        if not 1 <= at <= table.seq:
            raise ServiceError("branch_none", at=at, most=table.seq, id=table.id)
        if not is_in_effect(await self._history.read_entries(table.id), at):
            raise ServiceError("branch_undone", at=at)
        try:
            state = await self._history.position_before(table, at + 1)
        except ServiceError as error:
            if error.key != "undo_barrier":
                raise
            raise ServiceError("branch_old", at=at) from error
        if table.game.over(state):
            raise ServiceError("branch_over", at=at)
        return state

    async def former_names_by_colour(self, table: Table) -> dict[str, str]:
        """Colour -> current name of the former player, for the lobby of a branch; empty for other tables and deleted
        games."""
        if table.branch is None or table.status != "lobby":
            return {}
        try:
            old = await self.registry.load_without_position(table.branch.of)
        except ServiceError:
            return {}
        return {seat.colour: seat.name for seat in old.seats}

    async def list_finished_games(self, channel_id: int, user_id: int) -> list[tuple[int, str]]:
        """Number and kind of the finished games of a channel and a user, newest first."""
        return await self.registry.store.read(lambda t: t.list_finished_games(channel_id, user_id))

    async def _record_until(self, old: Table, at: int) -> Record:
        """The record of a finished game up to that entry."""
        record = await self._history.build_record(old.id)
        entries = await self._history.read_effective_entries(old.id)
        later_moves = sum(entry.kind == "move" and entry.seq > at for entry in entries)
        lines = record.lines[: len(record.lines) - later_moves]
        return replace(record, lines=tuple(replace(line, expect=()) for line in lines))

    @durable
    async def take_place(self, table_id: int, person: Person, colour: str) -> Table:
        """Take a seat or change to another one. ServiceError `option_bad` if it is taken."""
        table = self.registry.tables.get(table_id)
        if table is None or table.seat_of(person.user_id) is None:
            return await self._lobby.join(table_id, person, colour)

        def with_other_colour(table: Table) -> Table:
            require_in_lobby(table)
            seat = table.seat_of(person.user_id)
            if seat is None:
                raise ServiceError("lobby_not_seated")
            if colour == seat.colour:
                return table
            free = free_colours(table)
            if table.branch is None or colour not in free:
                raise ServiceError("option_bad", name="colour", value=colour, reason="taken", known=free)
            seats = tuple(replace(each, colour=colour) if each == seat else each for each in table.seats)
            return replace(table, seats=seats)

        return await self._lobby.change_table(table_id, with_other_colour)
