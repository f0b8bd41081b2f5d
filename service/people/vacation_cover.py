"""Machines that play for somebody on vacation, at all their tables at once, until it is over or they are back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from ..errors import ServiceError
from ..seats.seat_transfers import SeatTransfers
from ..state.model import GOING, Table
from ..store.registry import TableRegistry
from ..time import vacation
from ..time.return_time import LEAST
from ..time.vacation import Vacation


class VacationMachines:
    """Each table is an act of its own, and the same again changes nothing: what was cut short is done by asking anew.

    A machine that plays until the very end of a vacation belongs to it: it follows where that end is moved.
    """

    def __init__(self, registry: TableRegistry, seats: SeatTransfers) -> None:
        self.registry = registry
        self.seats = seats

    def offered(self, user_id: int, among: Sequence[Table] | None = None) -> list[Table]:
        """The tables of somebody on vacation at which others play and nobody decides for their seat meanwhile: ours, or
        of those."""
        now = self._now(user_id)
        if now is None or now.end - self.registry.clock.now() < LEAST:
            return []
        found = []
        for table in self.registry.of_user(user_id) if among is None else among:
            seat = table.seat_of(user_id) if table.status in GOING and table.seq else None
            if seat is not None and seat.human and seat.standin is None and len(table.humans) > 1:
                found.append(table)
        return found

    def played(self, user_id: int, among: Sequence[Table] | None = None) -> list[Table]:
        """The tables at which a machine plays for somebody until the end of their vacation: of ours, or of those."""
        now = self._now(user_id)
        return [] if now is None else self._until(user_id, now.end, among)

    async def begin(self, user_id: int, among: Sequence[Table] | None = None) -> None:
        """Let a machine play at all these tables: ours, or those. ServiceError `vacation_none`."""
        now = self._now(user_id)
        if now is None:
            raise ServiceError("vacation_none")
        for table in self.offered(user_id, among):
            with suppress(ServiceError):  # it has come otherwise there meanwhile: it stays as it is
                await self.seats.standin(table.id, user_id, None, now.end, None)

    async def follow(self, user_id: int, before: int, after: int | None) -> None:
        """A vacation that was to last until `before` lasts until `after`; None: it is over."""
        for table in self._until(user_id, before) if before != after else []:
            with suppress(ServiceError):
                if after is None or after - self.registry.clock.now() < LEAST:
                    await self.seats.back(table.id, user_id)
                else:
                    await self.seats.standin(table.id, user_id, None, after, None)

    def _until(self, user_id: int, end: int, among: Sequence[Table] | None = None) -> list[Table]:
        tables = self.registry.of_user(user_id) if among is None else among
        mine = ((table, table.seat_of(user_id)) for table in tables)
        return [
            table
            for table, seat in mine
            if seat is not None and seat.machine is not None and not seat.resigned and seat.standin_until == end
        ]

    def _now(self, user_id: int) -> Vacation | None:
        return vacation.find_current_vacation(self.registry.settings.get(user_id, {}), self.registry.clock.now())
