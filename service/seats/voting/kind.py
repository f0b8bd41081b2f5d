"""What every kind of vote provides, and how votes are counted.

A kind of vote is a class in a file of its own, and one word in `voting/kinds.py`. It names itself (`what`, a
word of `model.What`), says for how long it is open (`seconds`) and whether all must agree (`everybody`) or more than
half; whether who asks may be enough where all others are late (`at_once`), and whether nothing brings back what it
ends (`final`: then somebody on vacation may answer until its time is up). It makes of what somebody asks something that
can be kept (`asked`), carries it out (`carried_out`), and may say what of the log ends it (`ended`). The public
sentence is `vote.<what>` in the catalogues, with `{who} {name} {to} {move} {value}`; how its value is called:
`cogs/post/vote_message.py: VALUES`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from service.play.moves import Playing, Result
from service.state import on_vacation, turn_clocks
from service.state.model import LogEntry, Seat, Table, Vote, VoteKey, VoteStatus
from service.state.seat_control import find_represented_voter
from service.store.log_writer import PendingWrites

HOUR = 3600


@dataclass(frozen=True, slots=True)
class VoteRequest:
    """What somebody asks: the entry to go back to, or a value; None: there is none."""

    to: int | None = None
    value: str | None = None


class VoteKind(ABC):
    """A kind of vote. Its methods are called under the lock of the table."""

    what: ClassVar[VoteKey]
    seconds: ClassVar[int]
    everybody: ClassVar[bool] = False
    at_once: ClassVar[bool] = False
    final: ClassVar[bool] = False

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self.registry = playing.registry

    def voters(self, table: Table, asked: VoteRequest) -> tuple[int, ...]:
        """The users who have a say; those who are late count from when they answer."""
        return tuple(seat.user_id for seat in table.present if seat.user_id is not None)

    @abstractmethod
    def asked(self, table: Table, seat: Seat, asked: VoteRequest) -> VoteRequest:
        """What is kept of what somebody on that seat asks. ServiceError where it cannot be, or is so already."""

    @abstractmethod
    async def carried_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        """Do what was agreed, in one transaction with `work`, which holds the vote as it is decided."""

    def alone(self, vote: Vote, table: Table, now: int) -> bool:
        """Whether who asks is enough, before its time is up, where all others are late or on vacation."""
        return self.at_once

    def ended(self, vote: Vote, table: Table, entries: Sequence[LogEntry]) -> VoteStatus | None:
        """What entries of the log, after which the table is so, make of an open vote; None: it goes on."""
        return None


def decide_vote(kind: VoteKind, vote: Vote, table: Table, now: int) -> VoteStatus:
    """What the answers come to now. Of those who are silent only they count who are neither late nor on vacation; where
    none but who asks has answered, that is not enough before the time is up, unless the kind says so."""
    late = turn_clocks.late_seats(table, now)
    if now >= vote.closes_at or not kind.final:
        late |= on_vacation.seats_on_vacation(table, kind.registry.settings, now).keys()
    seats = {seat.user_id: seat.index for seat in table.present}
    people = [user for user in vote.voters if user in seats]
    yes = [user for user in people if user in vote.yes]
    no = [user for user in people if user in vote.no]
    counting = [user for user in people if user in yes or user in no or seats[user] not in late]
    over = now >= vote.closes_at
    if find_represented_voter(table, vote.voters, vote.by) in vote.no or (kind.everybody and no):
        return "declined"
    if not kind.everybody and 2 * (len(people) - len(no)) <= len(people):
        return "declined"
    agreed = len(yes) == len(counting) if kind.everybody else 2 * len(yes) > len(counting)
    alone = len(people) > 1 and len(yes) < 2
    if yes and agreed and (over or not alone or kind.alone(vote, table, now)):
        return "passed"
    return "declined" if over else "open"
