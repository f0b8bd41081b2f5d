"""Reviews of finished games, made one at a time by the worker process and stored when complete.

A restart discards an unfinished review; the next request starts it again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from ai.review import SEQUEL_MOVES, Deed, ReviewedDeed, ReviewRequest, SurveyResult, Verdict
from db.store import Transaction
from rules.core import Choices
from rules.core.saving import to_text

from ..errors import ServiceError
from ..state.model import CLOCK, LogEntry, Table
from ..state.readable_log import without_undone
from ..state.review_summary import Review, build_review, likely_mistakes
from ..store import codec
from ..store.registry import TableRegistry
from ..store.thinking import ThoughtFailedError

log = logging.getLogger(__name__)

MOVES_PER_REQUEST: Final = 60  # moves per question
MAX_QUEUED_REVIEWS: Final = 8  # reviews in the queue
SURVEY_PERCENT: Final = 30  # percent of the work done by the first survey
AskThinker = Callable[[ReviewRequest], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game: its encoded first position and its effective moves, at least one."""

    kind: str
    choices: Choices
    state: str
    deeds: tuple[Deed, ...]

    def build_request(self, state: str, begin: int, end: int, at: int | None = None) -> ReviewRequest:
        return ReviewRequest(self.kind, self.choices, state, self.deeds[begin:end], at)


@dataclass(slots=True)
class ReviewProgress:
    """Progress of a review."""

    before: int = 0  # reviews ahead in the queue
    percent: int = 0


class ReviewMaker:
    """Makes reviews; requests for the same game share one."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._running_reviews: dict[int, tuple[asyncio.Task[Review], ReviewProgress]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._closed = False

    async def read_stored_review(self, table_id: int) -> Review | None:
        """The stored review of a game."""
        text = await self.registry.store.read(lambda t: t.review(table_id))
        return None if text is None else Review.from_json(text)

    def get_or_start_review(self, table: Table) -> tuple[asyncio.Task[Review], ReviewProgress]:
        """The running review and its progress. The task raises ServiceError `review_failed`, `review_stopped` and those
        of old logs. ServiceError `review_running`, `review_lesson`, `review_off`, `review_queue`, `review_stopped`."""
        if table.is_open:
            raise ServiceError("review_running")
        if table.lesson is not None and not table.lesson.is_free_play:
            raise ServiceError("review_lesson")  # lessons have prepared positions
        if self._closed:
            raise ServiceError("review_stopped")
        found = self._running_reviews.get(table.id)
        if found is None:
            if self.registry.thinking.effort <= 0:
                raise ServiceError("review_off")
            if len(self._running_reviews) >= MAX_QUEUED_REVIEWS:
                raise ServiceError("review_queue", n=MAX_QUEUED_REVIEWS)
            progress = ReviewProgress(len(self._running_reviews))
            task = asyncio.create_task(self._make_and_store(table, progress), name=f"review of table {table.id}")
            task.add_done_callback(_ignore_result)
            found = self._running_reviews[table.id] = task, progress
        return found

    async def stop_all_reviews(self) -> None:
        """Stop all reviews; waiting users get an error."""
        self._closed = True
        tasks = [task for task, _ in self._running_reviews.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make_and_store(self, table: Table, progress: ReviewProgress) -> Review:
        try:
            async with self._one_at_a_time:
                found = await self.read_stored_review(table.id)
                if found is None:
                    found = await self._make_review(table, progress)
                    now, text = self.registry.clock.now(), found.to_json()
                    await self.registry.store.write(partial(_save_review, table.id, now, text))
                return found
        except asyncio.CancelledError:
            raise ServiceError("review_stopped") from None
        except ThoughtFailedError as error:
            raise ServiceError("review_stopped" if self._closed else "review_failed") from error
        finally:
            del self._running_reviews[table.id]
            for _, later in self._running_reviews.values():
                later.before = max(0, later.before - 1)

    async def _make_review(self, table: Table, progress: ReviewProgress) -> Review:
        state, moves = await self._read_start_and_moves(table)
        game = FinishedGame(table.kind, table.choices, state, moves)

        def report_progress(percent: int) -> None:
            progress.percent = percent

        return await review_game(self.registry.thinking.thinker.review_piece, game, report_progress)

    async def _read_start_and_moves(self, table: Table) -> tuple[str, tuple[Deed, ...]]:
        """The encoded first position and the effective moves."""
        game = table.game
        start = await self.registry.store.read(lambda t: t.checkpoint_before(table.id, 2, table.rules))
        if game is None or start is None:
            raise ServiceError("review_old")
        entries = [codec.entry_from_row(row) for row in await self.registry.store.read(lambda t: t.entries(table.id))]
        deeds = list_decisions(entries, {seat.index for seat in table.seats if seat.user_id is not None})
        if not deeds:
            raise ServiceError("review_empty")
        return to_text(codec.unpack_state(game, start[1], table.rules)), deeds


def list_decisions(entries: Iterable[LogEntry], owned: Collection[int] = ()) -> tuple[Deed, ...]:
    """The effective moves of a log. `owned`: seats of users; automatic moves there are no decisions of that moment."""
    deeds = []
    for entry in without_undone(entries):
        if entry.kind == "move" and entry.seat is not None:
            is_automatic = entry.by == CLOCK or (entry.act is None and entry.seat in owned)
            deeds.append(Deed(entry.seq, entry.seat, entry.move, entry.chance, not is_automatic))
    return tuple(deeds)


async def review_game(ask: AskThinker, game: FinishedGame, report_progress: Callable[[int], None]) -> Review:
    """Review a game: first all of it in pieces, then the decisions that seem to have cost most. `report_progress`
    receives the percentage of work done."""
    surveyed: list[ReviewedDeed] = []
    first: ReviewedDeed | None = None
    state = game.state
    pieces: list[tuple[int, str]] = []  # index of the first move, position before it
    while first is None or len(surveyed) < len(game.deeds):
        begin = len(surveyed)
        pieces.append((begin, state))
        answer = await ask(game.build_request(state, begin, begin + MOVES_PER_REQUEST))
        found = SurveyResult.from_json(answer["surveyed"])
        first, state = first or found.first, found.state
        surveyed += found.deeds
        report_progress(SURVEY_PERCENT * len(surveyed) // len(game.deeds))
    suspects = likely_mistakes(game.deeds, surveyed)
    verdicts: dict[int, Verdict] = {}
    for done, at in enumerate(suspects):
        report_progress(SURVEY_PERCENT + (100 - SURVEY_PERCENT) * done // len(suspects))
        begin, state = next(piece for piece in reversed(pieces) if piece[0] <= at)
        verdict = (await ask(game.build_request(state, begin, at + 1 + SEQUEL_MOVES, at - begin)))["verdict"]
        if verdict is not None:
            verdicts[at] = Verdict.from_json(verdict)
    return build_review(first, game.deeds, surveyed, verdicts)


def _save_review(table_id: int, now: int, text: str, t: Transaction) -> None:
    """Store the review unless the game was deleted meanwhile."""
    if t.game(table_id) is not None:
        t.put_review(table_id, now, text)


def _ignore_result(done: asyncio.Task[Review]) -> None:
    """Retrieve the exception of a review that no caller waits for any more."""
    if not done.cancelled():
        done.exception()
