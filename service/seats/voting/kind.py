"""Base class of kinds of votes; they are counted in `voting/counting.py`.

A kind of vote is a class in a module of its own and a line in `voting/kinds.py`. Attributes: `what` (a
`model.VoteKey`), `open_seconds`, `is_unanimous` (else more than half), `is_proposer_enough` (if all others are late),
`is_irreversible` (users on vacation may answer until the time is up). Methods: `complete_proposal` checks and completes
a proposal, `carry_out` applies it, `status_after_entries` closes the vote after log entries. The public
sentence is `vote.<what>` in the catalogues, with `{who} {name} {to} {move} {value}`; for value texts see
`cogs/post/vote_message.py: VALUES`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from service.play.moves import Playing, Result
from service.state.model import LogEntry, Seat, Table, Vote, VoteKey, VoteStatus
from service.store.log_writer import PendingWrites

HOUR = 3600


@dataclass(frozen=True, slots=True)
class VoteRequest:
    """A proposal: the entry to go back to, or a value."""

    to: int | None = None
    value: str | None = None


class VoteKind(ABC):
    """A kind of vote. Methods run under the table's lock."""

    what: ClassVar[VoteKey]
    open_seconds: ClassVar[int]
    is_unanimous: ClassVar[bool] = False
    is_proposer_enough: ClassVar[bool] = False
    is_irreversible: ClassVar[bool] = False

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self.registry = playing.registry

    def voters(self, table: Table, proposal: VoteRequest) -> tuple[int, ...]:
        """Users with a vote; late ones count once they answer."""
        return tuple(seat.user_id for seat in table.present_seats if seat.user_id is not None)

    @abstractmethod
    def complete_proposal(self, table: Table, seat: Seat, proposal: VoteRequest) -> VoteRequest:
        """Complete a proposal of a seat. ServiceError if it is impossible or already so."""

    @abstractmethod
    async def carry_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        """Apply the vote in one transaction with `writes`, which include the decided vote."""

    def may_proposer_decide_alone(self, vote: Vote, table: Table, now: int) -> bool:
        """Whether the proposer suffices before the time is up if all others are late or on vacation."""
        return self.is_proposer_enough

    def status_after_entries(self, vote: Vote, table: Table, entries: Sequence[LogEntry]) -> VoteStatus | None:
        """The status of an open vote after log entries; None: still open."""
        return None
