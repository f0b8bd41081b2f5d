"""Conditional moves: created, changed and deleted by their owners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from rules.core import ConditionalChoice, ConditionalMove
from rules.core.conditional_moves import parse_conditional_move

from ..errors import ServiceError
from ..state.model import SavedConditionalMove, Table
from ..state.requirements import require_running
from ..state.seat_control import find_visible_seat, require_seat_of
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.registry import TableRegistry

MAX_MOVES_PER_USER: Final = 12  # at a table


class ConditionalMoveEditor:
    """Stores conditional moves. `wake` is called with tables where one may apply at once."""

    def __init__(self, registry: TableRegistry, wake: Callable[[Table], None]) -> None:
        self.registry = registry
        self.start_automatic_moves = wake

    def possible_kinds(self, table: Table, user_id: int) -> Sequence[ConditionalChoice]:
        """Kinds of conditional moves open to a user; the position must be loaded."""
        seat = find_visible_seat(table, user_id)
        if table.game is None or table.state is None or not table.is_open or seat is None or seat.resigned:
            return ()
        return table.game.preparable_conditional_moves(table.state, seat.index)

    def list_moves_of_user(self, table: Table, user_id: int) -> list[SavedConditionalMove]:
        """The user's conditional moves in order of precedence."""
        return [one for one in table.programmes if one.user_id == user_id and one.dropped is None]

    async def save_move(self, table_id: int, user_id: int, text: str, number: int | None = None) -> Table:
        """Save a conditional move, in place of that `number` or the only possible one of its kind. An existing text
        changes nothing.

        ServiceError `not_seated`, `resigned`, `prepare_gone`, `prepare_many`. Kept secret from others.
        """

        return await self._change_moves(table_id, user_id, lambda table: self._moves_with(table, user_id, text, number))

    async def delete_move(self, table_id: int, user_id: int, number: int) -> Table:
        """Delete a conditional move. ServiceError `not_seated`, `resigned`."""

        def without(table: Table) -> Iterable[SavedConditionalMove]:
            return [one for one in table.programmes if (one.user_id, one.number) != (user_id, number)]

        return await self._change_moves(table_id, user_id, without)

    @durable
    async def _change_moves(
        self, table_id: int, user_id: int, change: Callable[[Table], Iterable[SavedConditionalMove]]
    ) -> Table:
        async with self.registry.lock_table(table_id):
            self.registry.require_open_table(table_id)
            old = await self.registry.load_under_lock(table_id)
            require_running(old)
            require_seat_of(old, user_id)
            moves = sorted(change(old), key=lambda one: (one.user_id, one.number))
            new = replace(old, programmes=tuple(moves))
            if new != old:
                gone = [one for one in old.programmes if one not in moves]
                await self.registry.commit(old, new, PendingWrites(changed_conditional_moves=gone))
        self.start_automatic_moves(new)
        return new

    def _moves_with(self, table: Table, user_id: int, text: str, number: int | None) -> list[SavedConditionalMove]:
        """The conditional moves of a table with a new or changed one."""
        move, kind = self._parse_move(table, user_id, text)
        own_moves = self.list_moves_of_user(table, user_id)
        if any(one.text == text and number in (None, one.number) for one in own_moves):
            return list(table.programmes)
        if not kind.several:
            begin = [move.kind, str(move.when)]
            number = next((one.number for one in own_moves if one.text.split(" ")[:2] == begin), None)
        taken = [one.number for one in table.programmes if one.user_id == user_id]
        if number is None:
            number = max(taken, default=0) + 1
        if number not in taken and len(taken) >= MAX_MOVES_PER_USER:
            raise ServiceError("prepare_many", n=MAX_MOVES_PER_USER)
        saved = SavedConditionalMove(user_id, number, text, self.registry.clock.now())
        return [*(one for one in table.programmes if (one.user_id, one.number) != (user_id, number)), saved]

    def _parse_move(self, table: Table, user_id: int, text: str) -> tuple[ConditionalMove, ConditionalChoice]:
        """Parse a conditional move, and find its kind. ServiceError `prepare_gone`."""
        try:
            move = parse_conditional_move(text)
        except ValueError:
            raise ServiceError("prepare_gone") from None
        kind = next((one for one in self.possible_kinds(table, user_id) if one.allows(move)), None)
        if kind is None:
            raise ServiceError("prepare_gone")
        return move, kind

    # Dropped ones

    def list_dropped_moves(self, user_id: int) -> list[tuple[Table, SavedConditionalMove]]:
        """Dropped conditional moves of a user at all tables."""
        return [(table, move) for table, move in self._of_user(user_id) if move.dropped is not None]

    async def delete_all_moves(self, user_id: int) -> None:
        """Delete all conditional moves of a user."""
        await self.delete_told_moves(self._of_user(user_id))

    def _of_user(self, user_id: int) -> list[tuple[Table, SavedConditionalMove]]:
        tables = self.registry.open_tables_of(user_id)
        return [(table, move) for table in tables for move in table.programmes if move.user_id == user_id]

    async def delete_told_moves(self, news: Sequence[tuple[Table, SavedConditionalMove]]) -> None:
        """The owner has been told of these."""
        for table_id in {table.id for table, _ in news}:
            await self._delete_moves(table_id, [move for table, move in news if table.id == table_id])

    @durable
    async def _delete_moves(self, table_id: int, gone: Sequence[SavedConditionalMove]) -> None:
        async with self.registry.lock_table(table_id):
            old = self.registry.tables.get(table_id)
            if old is None:
                return
            new = replace(old, programmes=tuple(one for one in old.programmes if one not in gone))
            if new != old:
                await self.registry.commit(old, new, PendingWrites())
