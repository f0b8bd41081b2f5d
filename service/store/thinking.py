"""Who thinks ahead for strong machines, and how much: the settings of all tables, and thinking in a thread."""

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
    """Nothing came of a thought; why was logged."""


class Thinker(Protocol):
    """Whoever thinks. `waiting`: questions that are not answered yet; `held`: megabytes that it holds beside us."""

    waiting: int
    held: float

    async def think(self, question: Question) -> Thought:
        """Depends on the question alone. ThoughtFailedError."""

    async def look_back(self, piece: ReviewRequest) -> dict[str, Any]:
        """What `ai.review.answer_piece` says to a piece of a game. ThoughtFailedError."""

    async def close(self) -> None:
        """No more questions come."""


class InProcess:
    """This process, in a thread."""

    waiting = 0
    held = 0.0

    async def think(self, question: Question) -> Thought:
        return await self._aside(answer_question, question)

    async def look_back(self, piece: ReviewRequest) -> dict[str, Any]:
        return await self._aside(review.answer_piece, piece.to_json())

    async def _aside(self, work: Callable[[Q], A], question: Q) -> A:
        try:
            return await asyncio.to_thread(work, question)
        except Exception as error:
            log.exception("a strong machine could not think")
            raise ThoughtFailedError from error

    async def close(self) -> None:
        return None


@dataclass(slots=True)
class ThinkingSettings:
    """Who thinks ahead at all tables, and what that depends on."""

    thinker: Thinker = field(default_factory=InProcess)
    effort: float = 1.0  # as a share of the usual; 0: nobody thinks ahead
    # What is set once the home of a table shows what has happened there, as far as it can; None: it does.
    telling: Callable[[int], asyncio.Event | None] = lambda table_id: None
    hurry: Callable[[int], None] = lambda table_id: None  # told where a machine waits for that and for nothing else
