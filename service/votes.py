"""Questions to the table: to go further back, to end the game without a winner."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Coroutine
from dataclasses import replace
from typing import Any

from db.errors import Conflict
from db.rows import ActRow

from . import codec
from .errors import ServiceError
from .hall import Hall, Work
from .history import without_undone
from .model import StoredEvent, Table, Vote, VoteStatus, What
from .playing import Playing, running, seated
from .publish import Change
from .seats import eyes

log = logging.getLogger(__name__)

OPEN_FOR: dict[What, int] = {"undo": 48 * 3600, "end": 72 * 3600, "replace": 24 * 3600}  # seconds
BY_MOST: frozenset[What] = frozenset({"replace"})  # pass with more than half
Voted = tuple[Vote, list[Change]]
CarryOut = Callable[[Table, Vote, str | None, Work], Coroutine[Any, Any, list[Change]]]


def decided(vote: Vote) -> VoteStatus:
    """How a vote stands with the answers that were given."""
    if vote.what in BY_MOST:
        if 2 * len(vote.yes) > len(vote.voters):
            return "passed"
        return "declined" if 2 * len(vote.no) >= len(vote.voters) else "open"
    return "declined" if vote.no else "passed" if set(vote.voters) <= set(vote.yes) else "open"


def say_of(table: Table, voters: Collection[int], user_id: int) -> int | None:
    """In whose place among the voters somebody answers: their own, or that of who decides or decided for their seat.
    None: they have no say (any more)."""
    seat = eyes(table, user_id)
    if seat is None:
        return None
    former = [term.user_id for term in reversed(table.terms) if term.seat == seat.index]
    return next((user for user in (user_id, seat.standin, seat.user_id, *former) if user in voters), None)


class Votes:
    """Opens, counts and closes votes. All humans must agree; who asks has said yes."""

    def __init__(self, hall: Hall, playing: Playing) -> None:
        self.hall = hall
        self.playing = playing
        self.carried_out: dict[What, CarryOut] = {}  # what follows where these have passed

    async def get(self, vote_id: int) -> Vote | None:
        """A vote, open or closed."""
        for vote in self.hall.votes.values():
            if vote.id == vote_id:
                return vote
        row = await self.hall.store.read(lambda t: t.vote(vote_id))
        return codec.vote(row) if row else None

    async def propose(
        self, table_id: int, user_id: int, what: What, to: int | None, reason: str | None, act: str | None
    ) -> Vote:
        """Ask the table. `to`: the entry to go back to; None: the last act of who asks."""

        async def work() -> Voted:
            table = await self.hall.loaded(table_id)
            running(table)
            seat = seated(table, user_id)
            if table_id in self.hall.votes:
                raise ServiceError("vote_open", id=self.hall.votes[table_id].id)
            back = self._entry(table, seat.index, to) if what == "undo" else None
            now = self.hall.clock.now()
            voters = tuple(s.called for s in table.humans if s.called is not None)
            vote = Vote(
                0,
                table_id,
                what,
                back,
                user_id,
                reason,
                voters,
                (say_of(table, voters, user_id) or user_id,),
                (),
                "open",
                now,
                now + OPEN_FOR[what],
            )
            return await self._counted(table, vote, act)

        return await self._do(table_id, act, work)

    async def propose_about(
        self, table_id: int, user_id: int, what: What, about: Callable[[Table], tuple[str, Table]], act: str | None
    ) -> Vote:
        """Ask the others about a seat. `about`: of the table as it is what is proposed, and the table as it is then."""

        async def work() -> Voted:
            table = await self.hall.loaded(table_id)
            running(table)
            seated(table, user_id)
            if table_id in self.hall.votes:
                raise ServiceError("vote_open", id=self.hall.votes[table_id].id)
            value, new = about(table)
            now, index = self.hall.clock.now(), int(value.split(" ")[0])
            voters = tuple(s.called for s in table.humans if s.called is not None and s.index != index)
            own = say_of(table, voters, user_id) or user_id
            vote = Vote(
                0,
                table_id,
                what,
                None,
                user_id,
                None,
                voters,
                (own,),
                (),
                "open",
                now,
                now + OPEN_FOR[what],
                value=value,
            )
            return await self._counted(table, vote, act, new)

        return await self._do(table_id, act, work)

    async def answer(self, vote_id: int, user_id: int, yes: bool, act: str | None) -> Vote:
        """Somebody's answer; the last yes carries the vote out, the first no closes it."""
        vote = await self.get(vote_id)
        if vote is None:
            raise ServiceError("vote_closed", result="void")

        async def work() -> Voted:
            vote = await self.get(vote_id)
            if vote is None or vote.status != "open":
                raise ServiceError("vote_closed", result=vote.status if vote else "void")
            table = await self.hall.loaded(vote.table_id)
            voter = say_of(table, vote.voters, user_id)
            if voter is None:
                raise ServiceError("vote_no_say")
            others = tuple(user for user in vote.yes if user != voter)
            refusing = tuple(user for user in vote.no if user != voter)
            if yes:
                vote = replace(vote, yes=(*others, voter), no=refusing)
            else:
                vote = replace(vote, yes=others, no=(*refusing, voter))
            return await self._counted(table, vote, act)

        return await self._do(vote.table_id, act, work)

    def _entry(self, table: Table, seat: int, to: int | None) -> int:
        """The entry a vote is about. ServiceError where there is nothing to take back."""
        moves = [entry for entry in without_undone(self.hall.brief_log(table.id)) if entry.kind == "move"]
        if to is None:
            own = [entry for entry in moves if entry.seat == seat]
            if not own:
                raise ServiceError("undo_none")
            return next(entry.seq for entry in moves if entry.first == own[-1].first)
        if not any(entry.seq >= to for entry in moves) or to < 2:
            raise ServiceError("undo_none")
        return to

    async def _do(self, table_id: int, act: str | None, work: Callable[[], Coroutine[Any, Any, Voted]]) -> Vote:
        async def again(row: ActRow) -> Voted:
            vote = await self.get(row.vote_id or 0)
            assert vote is not None, "an act on a vote names it"
            return vote, []

        async with self.hall.lock(table_id):
            vote, changes = await self.hall.once(act, work, again)
        for change in changes:
            await self.hall.publish(change)
        return vote

    async def _counted(self, table: Table, vote: Vote, act: str | None, new: Table | None = None) -> Voted:
        """Commit a vote with its new answers, and carry it out if that decides it. `new`: the table as it is then."""
        vote = replace(vote, status=decided(vote))
        if vote.status == "passed":
            return await self._passed(new or table, vote, act)
        return await self._saved(table, vote, act, new)

    async def _saved(self, table: Table, vote: Vote, act: str | None, new: Table | None = None) -> Voted:
        work = Work(vote=vote, act=act)
        try:
            await self.hall.commit(table, new or table, work)
        except Conflict as error:
            if error.params["what"] != "vote":
                raise
            raise ServiceError("vote_open", id=0) from error
        assert work.vote is not None
        return work.vote, [Change(table, "vote", work.vote)]

    async def _passed(self, table: Table, vote: Vote, act: str | None) -> Voted:
        work = Work(vote=vote)
        if vote.what == "undo":
            assert vote.to is not None, "a vote to go back says where to"
            _, changes = await self.playing.take_back(table, vote.to, None, act, work)
        elif vote.what in self.carried_out:
            changes = await self.carried_out[vote.what](table, vote, act, work)
        else:
            pen = self.playing.pen(table, act)
            _, changes = await self.playing.end(
                table, table, pen, "abandoned", (), [StoredEvent("table.ended", {})], work
            )
        assert work.vote is not None
        return work.vote, changes

    async def posted(self, vote_id: int, message_id: int, channel_id: int) -> None:
        """The message of a vote was sent."""
        vote = await self.get(vote_id)
        if vote is None:
            return
        async with self.hall.lock(vote.table_id):
            vote = await self.get(vote_id)
            assert vote is not None, "votes are never deleted"
            vote = replace(vote, message_id=message_id, channel_id=channel_id)
            row = codec.vote_row(vote)
            await self.hall.store.write(lambda t: t.save_vote(row))
            if vote.status == "open":
                self.hall.votes[vote.table_id] = vote

    async def closed_late(self, table: Table, now: int) -> list[Change] | None:
        """Decline the vote of a table if its time is up, for somebody who holds the lock; None: it is not."""
        vote = self.hall.votes.get(table.id)
        if vote is None or vote.closes_at > now:
            return None
        return (await self._saved(table, replace(vote, status="declined"), None))[1]
