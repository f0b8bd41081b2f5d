"""To let somebody take over the seat of a player who is late (`service/offering.py`). Who is named has to accept."""

from __future__ import annotations

from collections.abc import Sequence

from service import asking, offering, seats
from service.errors import ServiceError
from service.hall import Work
from service.model import Entry, Outcome, Person, Seat, Table, Vote, VoteStatus
from service.playing import Result

from .kind import HOUR, Asked, Kind


class Replace(Kind):
    """The value is the number of the seat, and of the user who is to come (0: whoever does)."""

    what = "replace"
    seconds = 24 * HOUR
    at_once = True  # where all others are late too, who is here need not wait for them

    def voters(self, table: Table, asked: Asked) -> tuple[int, ...]:
        """The others."""
        late, _ = meant(asked.value)
        return tuple(user for user in super().voters(table, asked) if table.seats[late].user_id != user)

    def asked(self, table: Table, seat: Seat, asked: Asked) -> Asked:
        index, user = meant(asked.value)
        if seat.index == index or not asking.overdue(table, table.seats[index], self.hall.clock.now()):
            raise ServiceError("replace_not_late", seat=index)
        if user:
            asking.may_come(table, table.seats[index], user)
        return Asked(value=f"{index} {user}")

    async def carried_out(self, table: Table, vote: Vote, act: str | None, work: Work) -> Result:
        index, user = meant(vote.value)
        newcomer = Person(user, table.seat_name(user)) if user else None
        asker = seats.spoke_for(table, vote.by)
        by = Person(vote.by, asker.name if asker is not None else "")
        new, changes = await offering.offered(self.playing, table, table.seats[index], "vote", by, newcomer, act, work)
        return Outcome(new, ()), changes

    def ended(self, vote: Vote, table: Table, entries: Sequence[Entry]) -> VoteStatus | None:
        """They have come, or somebody has for them."""
        index, _ = meant(vote.value)
        return "void" if any(entry.seat == index and entry.act is not None for entry in entries) else None


def meant(value: str | None) -> tuple[int, int]:
    """The seat and the user of such a value."""
    index, _, user = (value or "0 0").partition(" ")
    return int(index), int(user or 0)
