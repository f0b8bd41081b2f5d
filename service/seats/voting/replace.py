"""To let somebody take over the seat of a late player, or a machine play until they are back.

Also for a player on vacation while the table waits for them. The named person has to accept."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.errors import ServiceError
from service.play.moves import Result
from service.seats import seat_offers
from service.state import on_vacation, seat_control, seat_offer, turn_clocks
from service.state.machine_levels import usual_level
from service.state.model import Entry, Outcome, Person, Seat, StoredEvent, Table, Vote, VoteStatus
from service.store.registry import Work

from .kind import HOUR, Asked, Kind

ENOUGH: Final = 2  # others, for what concerns somebody on vacation
MACHINE: Final = "machine"  # in place of a user: one plays until they are back


class Replace(Kind):
    """The value is the number of the seat, and of the user who is to come (0: whoever does), or the word `machine`."""

    what = "replace"
    seconds = 24 * HOUR
    at_once = True  # where all others are late too, who is here need not wait for them

    def voters(self, table: Table, asked: Asked) -> tuple[int, ...]:
        """The others."""
        late, _ = meant(asked.value)
        return tuple(user for user in super().voters(table, asked) if table.seats[late].user_id != user)

    def asked(self, table: Table, seat: Seat, asked: Asked) -> Asked:
        index, user = meant(asked.value)
        if by_machine(asked.value):
            self._stood_for(table, index, len(self.voters(table, asked)))
            return Asked(value=f"{index} {MACHINE}")
        if seat.index == index or not seat_offer.overdue(table, table.seats[index], self.hall.clock.now()):
            raise ServiceError("replace_not_late", seat=index)
        if user:
            seat_offer.may_come(table, table.seats[index], user)
        return Asked(value=f"{index} {user}")

    async def carried_out(self, table: Table, vote: Vote, act: str | None, work: Work) -> Result:
        index, user = meant(vote.value)
        if by_machine(vote.value):
            until = self._stood_for(table, index, len(vote.voters))
            pen = self.playing.pen(table, act)
            pen.write("table", "machine", index, [StoredEvent("table.machine_vote", {"seat": index})])
            seat = table.seats[index]
            there = replace(seat, machine=usual_level(), standin_until=seat.standin_until if seat.standin else until)
            return await self.playing.commit(seat_control.with_seat(table, there), table, pen, work)
        newcomer = Person(user, table.seat_name(user)) if user else None
        asker = seat_control.spoke_for(table, vote.by)
        by = Person(vote.by, asker.name if asker is not None else "")
        new, changes = await seat_offers.offered(
            self.playing, table, table.seats[index], "vote", by, newcomer, act, work
        )
        return Outcome(new, ()), changes

    def _stood_for(self, table: Table, index: int, voters: int) -> int | None:
        """Until when a machine would play there; None: until they are back. A vacation is of use to who takes it: one
        other alone does not have somebody played for meanwhile. ServiceError `replace_not_waited`."""
        now, seat = self.hall.clock.now(), table.seats[index]
        if seat.human and seat_offer.overdue(table, seat, now):
            return None
        end = on_vacation.away(table, self.hall.settings, now).get(index)
        if end is None or index not in table.waiting or voters < ENOUGH:
            raise ServiceError("replace_not_waited", seat=index)
        return end

    def alone(self, vote: Vote, table: Table, now: int) -> bool:
        return not by_machine(vote.value) or meant(vote.value)[0] in turn_clocks.late_seats(table, now)

    def ended(self, vote: Vote, table: Table, entries: Sequence[Entry]) -> VoteStatus | None:
        """They have come, or somebody has for them."""
        index, _ = meant(vote.value)
        return "void" if any(entry.seat == index and entry.act is not None for entry in entries) else None


def by_machine(value: str | None) -> bool:
    """Whether such a value asks for a machine."""
    return (value or "").endswith(MACHINE)


def meant(value: str | None) -> tuple[int, int]:
    """The seat and the user of such a value; 0: none is named."""
    index, _, user = (value or "0 0").partition(" ")
    return int(index), int(user) if user.isdecimal() else 0
