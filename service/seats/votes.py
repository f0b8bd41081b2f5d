"""Votes of a table: proposing, answering, counting, closing. Kinds of votes: `service/seats/voting/`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, Final

from db.errors import Conflict
from db.rows import ActRow

from ..errors import ServiceError
from ..play.moves import Playing
from ..state.model import LogEntry, Table, Vote, VoteKey, VoteStatus
from ..state.person_names import visible_text
from ..state.requirements import require_running
from ..state.seat_control import find_represented_voter, require_seat_of
from ..store import codec
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from .voting.counting import decide_vote, vote_outcome
from .voting.kind import VoteRequest
from .voting.kinds import build_vote_kinds

log = logging.getLogger(__name__)

MAX_REASON_CHARACTERS: Final = 100

Voted = tuple[Vote, list[TableChange]]


class Votes:
    """Opens, counts and closes votes. The proposer agrees; a table has at most one open vote."""

    def __init__(self, registry: TableRegistry, playing: Playing) -> None:
        self.registry = registry
        self.playing = playing
        self.kinds = build_vote_kinds(playing)
        playing.status_of_open_vote = self._status_after_entries

    async def find_vote(self, vote_id: int) -> Vote | None:
        """A vote, open or closed."""
        for vote in self.registry.open_votes.values():
            if vote.id == vote_id:
                return vote
        row = await self.registry.store.read(lambda t: t.vote(vote_id))
        return codec.vote_from_row(row) if row else None

    @durable
    async def propose_vote(
        self,
        table_id: int,
        user_id: int,
        what: VoteKey,
        to: int | None = None,
        reason: str | None = None,
        *,
        value: str | None = None,
        act: str | None = None,
    ) -> Vote:
        """Propose a vote; the same proposal again agrees to the open one.

        ServiceError `vote_open` if another one is open, `vote_asked` (until), `machine_seat`, `frozen`, and those of
        the kind of vote; BadTime.
        """
        proposal = VoteRequest(to, value)

        async def work() -> Voted:
            table = await self.registry.load_under_lock(table_id)
            require_running(table)
            seat = require_seat_of(table, user_id)
            if not seat.is_human:
                raise ServiceError("machine_seat")
            if table.lesson is not None:
                raise ServiceError("lesson_no")
            if table.status == "frozen":
                raise ServiceError("frozen")
            kind, open_vote = self.kinds[what], self.registry.open_votes.get(table_id)
            if open_vote is not None and open_vote.what != what:
                raise ServiceError("vote_open", id=open_vote.id)
            completed = kind.complete_proposal(table, seat, proposal)
            if open_vote is not None:
                return await self._agree_with_open_vote(table, open_vote, completed, user_id, act)
            now = self.registry.clock.now()
            vote = Vote(
                id=0,  # numbered by the commit
                table_id=table_id,
                what=what,
                to=completed.to,
                by=user_id,
                reason=visible_text(reason or "", MAX_REASON_CHARACTERS) or None,
                voters=kind.voters(table, completed),
                yes=(seat.user_id or user_id,),
                no=(),
                status="open",
                opened_at=now,
                closes_at=now + kind.open_seconds,
                value=completed.value,
            )
            return await self._count_and_commit(table, vote, act)

        return await self._run_vote_act(table_id, act, work)

    async def _agree_with_open_vote(
        self, table: Table, vote: Vote, proposal: VoteRequest, user_id: int, act: str | None
    ) -> Voted:
        """A proposal while such a vote is open: the same one counts as agreement."""
        voter = find_represented_voter(table, vote.voters, user_id)
        if VoteRequest(vote.to, vote.value) != proposal or voter is None:
            raise ServiceError("vote_open", id=vote.id)
        if voter in vote.yes:
            raise ServiceError("vote_asked", until=vote.closes_at)
        return await self._count_and_commit(table, _with_answer(vote, voter, yes=True), act)

    @durable
    async def answer_vote(self, vote_id: int, user_id: int, yes: bool, *, act: str | None = None) -> Vote:
        """Answer a vote, which may decide it. ServiceError `vote_closed`, `vote_no_say`."""
        vote = await self.find_vote(vote_id)
        if vote is None:
            raise ServiceError("vote_closed", result="void")

        async def work() -> Voted:
            vote = await self.find_vote(vote_id)
            if vote is None or vote.status != "open":
                raise ServiceError("vote_closed", result=vote_outcome(vote) if vote else "void")
            table = await self.registry.load_under_lock(vote.table_id)
            voter = find_represented_voter(table, vote.voters, user_id)
            if voter is None:
                raise ServiceError("vote_no_say")
            return await self._count_and_commit(table, _with_answer(vote, voter, yes=yes), act)

        return await self._run_vote_act(vote.table_id, act, work)

    async def _run_vote_act(
        self, table_id: int, act: str | None, work: Callable[[], Coroutine[Any, Any, Voted]]
    ) -> Vote:
        async def again(row: ActRow) -> Voted:
            vote = await self.find_vote(row.vote_id or 0)
            assert vote is not None, "an act on a vote names it"
            return vote, []

        async with self.registry.lock_table(table_id):
            vote, changes = await self.registry.past_acts.run_once(act, work, again)
        for change in changes:
            await self.registry.publish(change)
        return vote

    async def _count_and_commit(self, table: Table, vote: Vote, act: str | None) -> Voted:
        """Commit the new answers, and carry the vote out if decided."""
        now = self.registry.clock.now()
        status = decide_vote(self.kinds[vote.what], vote, table, now)
        if status == "passed":
            return await self._carry_out_vote(table, replace(vote, status="passed"), act)
        return await self._commit_vote(table, replace(vote, status=status), act, replace(table, moved_at=now))

    async def _commit_vote(self, table: Table, vote: Vote, act: str | None, new: Table) -> Voted:
        writes = PendingWrites(vote=vote, act=act)
        try:
            await self.registry.commit(table, new, writes)
        except Conflict as error:
            if error.params["what"] != "vote":
                raise
            raise ServiceError("vote_open", id=0) from error
        assert writes.vote is not None
        return writes.vote, [TableChange(new, "vote", writes.vote)]

    async def _carry_out_vote(self, table: Table, vote: Vote, act: str | None) -> Voted:
        writes = PendingWrites(vote=vote)
        _, changes = await self.kinds[vote.what].carry_out(table, vote, act, writes)
        assert writes.vote is not None
        return writes.vote, changes

    def _status_after_entries(self, vote: Vote, table: Table, entries: Sequence[LogEntry]) -> VoteStatus | None:
        """The status of an open vote after new log entries; None: still open."""
        if not table.is_open or any(entry.kind == "resign" for entry in entries):
            return "void"
        return self.kinds[vote.what].status_after_entries(vote, table, entries)

    async def votes_to_show(self, table_id: int) -> list[Vote]:
        """Votes without a message, or with an outdated one."""
        return [codec.vote_from_row(row) for row in await self.registry.store.read(lambda t: t.votes_to_show(table_id))]

    @durable
    async def record_vote_message(
        self, vote_id: int, message_id: int, channel_id: int, shown: VoteStatus = "open"
    ) -> None:
        """Record the message of a vote and the status it shows."""
        vote = await self.find_vote(vote_id)
        if vote is None:
            return
        async with self.registry.lock_table(vote.table_id):
            vote = await self.find_vote(vote_id)
            assert vote is not None, "votes are never deleted"
            is_result_shown = vote.status == shown != "open"
            vote = replace(vote, message_id=message_id, channel_id=channel_id, told=is_result_shown)
            row = codec.vote_row(vote)
            await self.registry.store.write(lambda t: t.save_vote(row))
            if vote.status == "open":
                self.registry.open_votes[vote.table_id] = vote

    async def recount_vote(self, table_id: int) -> None:
        """Recount the vote after a departure or the start of a vacation."""
        async with self.registry.lock_table(table_id):
            table = self.registry.tables.get(table_id)
            changes = await self.close_vote_if_decided(table, self.registry.clock.now()) if table is not None else None
        for change in changes or ():
            await self.registry.publish(change)

    async def close_vote_if_decided(self, light: Table, now: int) -> list[TableChange] | None:
        """Close the vote if its time is up, or if the silent voters are late, under the lock. None: still open."""
        vote = self.registry.open_votes.get(light.id)
        if vote is None:
            return None
        status = decide_vote(self.kinds[vote.what], vote, light, now)
        if status == "open":
            return None
        if status == "passed":
            try:
                table = await self.registry.load_under_lock(light.id)
                return (await self._carry_out_vote(table, replace(vote, status="passed"), act=None))[1]
            except ServiceError as error:  # impossible by now
                values = {"table": light.id, "vote": vote.id, "why": error.key}
                log.warning("table %(table)d: vote %(vote)d was not carried out: %(why)s", values)
                status = "void"
        return (await self._commit_vote(light, replace(vote, status=status), act=None, new=light))[1]


def _with_answer(vote: Vote, user_id: int, *, yes: bool) -> Vote:
    """The vote with an answer, in place of the user's former one."""
    agreed = tuple(user for user in vote.yes if user != user_id)
    refused = tuple(user for user in vote.no if user != user_id)
    if yes:
        return replace(vote, yes=(*agreed, user_id), no=refused)
    return replace(vote, yes=agreed, no=(*refused, user_id))
