"""How strong machines think ahead: settings, and thinking in a thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from ai import review
from ai.questions import Question, Thought, answer_question
from ai.review import ReviewRequest

log = logging.getLogger(__name__)
Q = TypeVar("Q")
A = TypeVar("A")


class ThoughtFailedError(Exception):
    """Thinking failed; the cause was logged."""


class Thinker(Protocol):
    """Answers questions. `waiting`: number of open questions; `held`: megabytes used outside this process."""

    open_questions: int
    used_megabytes: float

    async def think(self, question: Question) -> Thought:
        """The answer depends on the question alone. ThoughtFailedError."""

    async def review_piece(self, piece: ReviewRequest) -> dict[str, Any]:
        """Evaluate a piece of a game with `ai.review.answer_piece`. ThoughtFailedError."""

    async def close(self) -> None: ...


class InProcess:
    """Thinks in a thread of this process."""

    open_questions = 0
    used_megabytes = 0.0

    async def think(self, question: Question) -> Thought:
        return await self._run_in_thread(answer_question, question)

    async def review_piece(self, piece: ReviewRequest) -> dict[str, Any]:
        return await self._run_in_thread(review.answer_piece, piece.to_json())

    async def _run_in_thread(self, work: Callable[[Q], A], question: Q) -> A:
        try:
            return await asyncio.to_thread(work, question)
        except Exception as error:
            log.exception("a strong machine could not think")
            raise ThoughtFailedError from error

    async def close(self) -> None:
        return None


@dataclass(slots=True)
class ThinkingSettings:
    """Settings of machines that think ahead, for all tables."""

    thinker: Thinker = field(default_factory=InProcess)
    effort: float = 1.0  # share of the usual effort; 0 turns it off
    # Event per table, set when its channel is up to date; None: it is.
    find_channel_update: Callable[[int], asyncio.Event | None] = lambda table_id: None
    hurry_channel_update: Callable[[int], None] = lambda table_id: (
        None
    )  # called when a machine waits only for the channel of a table
