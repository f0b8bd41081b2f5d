"""Machines that play for a user on vacation at all their tables."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from ..errors import ServiceError
from ..seats.seat_transfers import SeatTransfers
from ..state.model import GOING, Table
from ..store.registry import TableRegistry
from ..time.return_time import MIN_ABSENCE
from ..time.vacation import Vacation, find_current_vacation


class VacationMachines:
    """Changes each table by itself and idempotently, so that an interrupted run is finished by repeating it.

    A machine that plays until the end of a vacation follows a change of that end.
    """

    def __init__(self, registry: TableRegistry, seats: SeatTransfers) -> None:
        self.registry = registry
        self.seat_transfers = seats

    def tables_without_machine(self, user_id: int, among: Sequence[Table] | None = None) -> list[Table]:
        """Tables (of this process, or `among`) of a user on vacation where others play and nobody stands in."""
        vacation = self._current_vacation(user_id)
        if vacation is None or vacation.end - self.registry.clock.now() < MIN_ABSENCE:
            return []
        found = []
        for table in self.registry.open_tables_of(user_id) if among is None else among:
            seat = table.seat_of(user_id) if table.status in GOING and table.seq else None
            if seat is not None and seat.is_human and seat.standin is None and len(table.human_seats) > 1:
                found.append(table)
        return found

    def tables_with_machine(self, user_id: int, among: Sequence[Table] | None = None) -> list[Table]:
        """Tables (of this process, or `among`) where a machine plays until the end of the user's vacation."""
        vacation = self._current_vacation(user_id)
        return [] if vacation is None else self._tables_covered_until(user_id, vacation.end, among)

    async def start_machines(self, user_id: int, among: Sequence[Table] | None = None) -> None:
        """Start machines at these tables (of this process, or `among`). ServiceError `vacation_none`."""
        vacation = self._current_vacation(user_id)
        if vacation is None:
            raise ServiceError("vacation_none")
        for table in self.tables_without_machine(user_id, among):
            with suppress(ServiceError):  # the table changed meanwhile: leave it as it is
                await self.seat_transfers.offer_stand_in(table.id, user_id, friend=None, until=vacation.end, act=None)

    async def move_machine_ends(self, user_id: int, before: int, after: int | None) -> None:
        """Move the end of machines from `before` to `after`; None: the vacation is over."""
        for table in self._tables_covered_until(user_id, before) if before != after else []:
            with suppress(ServiceError):
                if after is None or after - self.registry.clock.now() < MIN_ABSENCE:
                    await self.seat_transfers.return_seat(table.id, user_id)
                else:
                    await self.seat_transfers.offer_stand_in(table.id, user_id, friend=None, until=after, act=None)

    def _tables_covered_until(self, user_id: int, end: int, among: Sequence[Table] | None = None) -> list[Table]:
        found = []
        for table in self.registry.open_tables_of(user_id) if among is None else among:
            seat = table.seat_of(user_id)
            if seat is not None and seat.machine is not None and not seat.resigned and seat.standin_until == end:
                found.append(table)
        return found

    def _current_vacation(self, user_id: int) -> Vacation | None:
        return find_current_vacation(self.registry.settings.get(user_id, {}), self.registry.clock.now())
