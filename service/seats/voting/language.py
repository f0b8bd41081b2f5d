"""Vote: language of the table."""

from __future__ import annotations

from dataclasses import replace

from service.errors import ServiceError
from service.play.moves import Result
from service.state.model import Seat, StoredEvent, Table, Vote
from service.store.log_writer import PendingWrites

from .kind import HOUR, VoteKind, VoteRequest


class LanguageVote(VoteKind):
    """The value is the code of a complete language (`TableRegistry.complete_languages`)."""

    what = "language"
    open_seconds = 24 * HOUR

    def complete_proposal(self, table: Table, seat: Seat, proposal: VoteRequest) -> VoteRequest:
        language = (proposal.value or "").strip().casefold()
        known = list(self.registry.complete_languages())
        if language not in known:
            raise ServiceError("option_bad", name="language", value=proposal.value, reason="language", known=known)
        if language == table.language:
            raise ServiceError("so_already")
        return VoteRequest(value=language)

    async def carry_out(self, table: Table, vote: Vote, act: str | None, writes: PendingWrites) -> Result:
        writer = self.playing.new_log_writer(table, act)
        writer.write("table", "language", None, [StoredEvent("table.language", {"language": vote.value})])
        assert vote.value is not None, "it is a language"
        return await self.playing.commit_move(replace(table, language=vote.value), table, writer, writes)
