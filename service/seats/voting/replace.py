"""Vote: replace a late player by a user, or by a machine until they return.

Also for a player on vacation for whom the table waits. The named user must accept.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.errors import ServiceError
from service.play.moves import Result
from service.seats import seat_offers
from service.state import on_vacation, seat_control, seat_offer, turn_clocks
from service.state.machine_levels import default_level
from service.state.model import LogEntry, Outcome, Person, Seat, StoredEvent, Table, Vote, VoteStatus
from service.store.log_writer import PendingWrites

from .kind import HOUR, VoteKind, VoteRequest

VOTERS_AGAINST_VACATION: Final = 2  # voters needed against a player on vacation
MACHINE: Final = "machine"  # value in place of a user: a machine until the owner returns


class ReplaceVote(VoteKind):
    """The value is seat and user (0: anybody), or `machine` in place of the user."""

    what = "replace"
    open_seconds = 24 * HOUR
    is_proposer_enough = True  # present players need not wait for late ones

    def voters(self, table: Table, proposal: VoteRequest) -> tuple[int, ...]:
        """All but the player concerned."""
        late, _ = parse_replacement(proposal.value)
        return tuple(user for user in super().voters(table, proposal) if table.seats[late].user_id != user)

    def complete_proposal(self, table: Table, seat: Seat, proposal: VoteRequest) -> VoteRequest:
        index, user = parse_replacement(proposal.value)
        if is_machine_wanted(proposal.value):
            self._machine_stand_in_end(table, index, len(self.voters(table, proposal)))
            return VoteRequest(value=f"{index} {MACHINE}")
        if seat.index == index or not seat_offer.can_be_replaced(table, table.seats[index], self.registry.clock.now()):
            raise ServiceError("replace_not_late", seat=index)
        if user:
            seat_offer.require_may_take_seat(table, table.seats[index], user)
        return VoteRequest(value=f"{index} {user}")

    async def carry_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        index, user = parse_replacement(vote.value)
        if is_machine_wanted(vote.value):
            until = self._machine_stand_in_end(table, index, len(vote.voters))
            writer = self.playing.new_log_writer(table, act)
            writer.write("table", "machine", index, [StoredEvent("table.machine_vote", {"seat": index})])
            seat = table.seats[index]
            until = seat.standin_until if seat.standin else until
            with_machine = replace(seat, machine=default_level(), standin_until=until)
            return await self.playing.commit_move(seat_control.with_seat(table, with_machine), table, writer, writes)
        newcomer = Person(user, table.seat_name(user)) if user else None
        proposer = seat_control.find_represented_seat(table, vote.by)
        by = Person(vote.by, proposer.name if proposer is not None else "")
        new, changes = await seat_offers.offer_seat(
            self.playing, table, table.seats[index], "vote", by, newcomer, act, writes
        )
        return Outcome(new, ()), changes

    def _machine_stand_in_end(self, table: Table, index: int, voters: int) -> int | None:
        """End of the machine's stand-in; None: until the owner returns. On vacation a single voter cannot decide it.
        ServiceError `replace_not_waited`."""
        now, seat = self.registry.clock.now(), table.seats[index]
        if seat.is_human and seat_offer.can_be_replaced(table, seat, now):
            return None
        end = on_vacation.seats_on_vacation(table, self.registry.settings, now).get(index)
        if end is None or index not in table.seats_to_move or voters < VOTERS_AGAINST_VACATION:
            raise ServiceError("replace_not_waited", seat=index)
        return end

    def may_proposer_decide_alone(self, vote: Vote, table: Table, now: int) -> bool:
        index, _ = parse_replacement(vote.value)
        return not is_machine_wanted(vote.value) or index in turn_clocks.late_seats(table, now)

    def status_after_entries(self, vote: Vote, table: Table, entries: Sequence[LogEntry]) -> VoteStatus | None:
        """The player returned, or a stand-in came."""
        index, _ = parse_replacement(vote.value)
        return "void" if any(entry.seat == index and entry.act is not None for entry in entries) else None


def is_machine_wanted(value: str | None) -> bool:
    """Whether the value asks for a machine."""
    return (value or "").endswith(MACHINE)


def parse_replacement(value: str | None) -> tuple[int, int]:
    """Seat and user of a value; 0: anybody."""
    index, _, user = (value or "0 0").partition(" ")
    return int(index), int(user) if user.isdecimal() else 0
