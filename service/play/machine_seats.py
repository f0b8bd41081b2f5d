"""Machines in the lobby."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from ..errors import ServiceError
from ..state.machine_levels import default_level, list_machine_levels
from ..state.model import Seat, Table
from ..state.person_names import clean_name
from ..store.durable import durable
from .lobby import Lobby, require_lobby_host

NO_NAMES: Mapping[str, str] = MappingProxyType({})


def build_machine_seat(
    seats: Sequence[Seat], level: str, colour: str, name_of: Callable[[int], str], former: Mapping[str, str] = NO_NAMES
) -> Seat:
    """A machine's seat, named as in the former game, else by the lowest free number. `name_of`: name for a number;
    `former`: machine names by colour."""
    taken = {seat.name for seat in seats}
    name = former.get(colour, "")
    if not name or name in taken:
        taken.update(former.values())
        name = next(name for n in range(1, len(taken) + 2) if (name := clean_name(name_of(n))) not in taken)
    return Seat(len(seats), None, name, colour, level)


class MachineSeats:
    """Changes by the host or a moderator."""

    def __init__(self, lobby: Lobby) -> None:
        self.registry, self._lobby = lobby.registry, lobby

    @property
    def levels(self) -> tuple[str, ...]:
        """Available levels, weakest first."""
        return list_machine_levels(self.registry.thinking.effort)

    @durable
    async def add_machine(self, table_id: int, by: int, level: str | None = None, *, moderator: bool = False) -> Table:
        """Seat a machine; without `level` the default one. ServiceError `table_full`, `option_bad`."""
        level = self._require_level(default_level() if level is None else level)

        def work(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            colour = self._lobby.choose_colour(table, None)
            order = None if table.order is None else (*table.order, colour)
            former_names = {} if table.branch is None else table.branch.machines
            name_of = self.registry.machine_namer(table.language)
            seat = build_machine_seat(table.seats, level, colour, name_of, former_names)
            return replace(table, seats=(*table.seats, seat), order=order)

        return await self._lobby.change_table(table_id, work)

    @durable
    async def set_level(self, table_id: int, by: int, colour: str, level: str, *, moderator: bool = False) -> Table:
        """Change the level of a machine. ServiceError `machine_gone`, `option_bad`."""
        level = self._require_level(level)

        def work(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            seat = require_machine(table, colour)
            return replace(table, seats=tuple(replace(s, machine=level) if s == seat else s for s in table.seats))

        return await self._lobby.change_table(table_id, work)

    def _require_level(self, level: str) -> str:
        if level not in self.levels:
            reason = "level_off" if level in list_machine_levels() else "unknown"
            raise ServiceError("option_bad", name="level", value=level, reason=reason, known=list(self.levels))
        return level


def require_machine(table: Table, colour: str) -> Seat:
    """The machine of a colour. ServiceError `machine_gone`."""
    for seat in table.seats:
        if seat.colour == colour and seat.user_id is None and seat.machine is not None:
            return seat
    raise ServiceError("machine_gone")
