"""Reviews of games that are over: made one at a time by whoever thinks ahead, and kept once they are whole.

Until then nothing is written down: what a restart interrupts is begun anew when somebody asks again.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from typing import Final

from ai.review import Deed, Looked, Piece, Surveyed, Verdict
from db.store import Transaction
from rules.core.saving import to_text

from . import codec
from .errors import ServiceError
from .hall import Hall
from .history import without_undone
from .model import CLOCK, Table
from .review import FOLLOWING, Review, doubtful, reviewed
from .thinker import ThoughtFailedError

log = logging.getLogger(__name__)

PIECE: Final = 60  # moves in a question
WAITING: Final = 8  # reviews that are asked for and not made yet; whoever comes then comes back later
SURVEY: Final = 50  # percent of the work that is the survey


@dataclass(slots=True)
class Progress:
    """How far a review is."""

    before: int = 0  # reviews that are made first
    percent: int = 0


class Reviewing:
    """Makes them, and lets whoever asks for the same wait for the same."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._under_way: dict[int, tuple[asyncio.Task[Review], Progress]] = {}
        self._one = asyncio.Lock()
        self._closed = False

    async def known(self, table_id: int) -> Review | None:
        """What is kept of that game."""
        text = await self.hall.store.read(lambda t: t.review(table_id))
        return None if text is None else Review.read(text)

    def get(self, table: Table) -> tuple[asyncio.Task[Review], Progress]:
        """The review under way, and how far it is. Its task: ServiceError `review_failed`, `review_stopped`, those of
        reading an old log. ServiceError `review_running`, `review_off`, `review_queue`, `review_stopped`."""
        if table.open:
            raise ServiceError("review_running")
        if self._closed:
            raise ServiceError("review_stopped")
        found = self._under_way.get(table.id)
        if found is None:
            if self.hall.minds.effort <= 0:
                raise ServiceError("review_off")
            if len(self._under_way) >= WAITING:
                raise ServiceError("review_queue", n=WAITING)
            progress = Progress(len(self._under_way))
            task = asyncio.create_task(self._make(table, progress), name=f"review of table {table.id}")
            task.add_done_callback(_heard)
            found = self._under_way[table.id] = task, progress
        return found

    async def stop(self) -> None:
        """Make no more of them; whoever waits is told so."""
        self._closed = True
        tasks = [task for task, _ in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, table: Table, progress: Progress) -> Review:
        try:
            async with self._one:
                found = await self.known(table.id)
                if found is None:
                    found = await self._made(table, progress)
                    now, text = self.hall.clock.now(), found.written()
                    await self.hall.store.write(partial(_keep, table.id, now, text))
                return found
        except asyncio.CancelledError:
            raise ServiceError("review_stopped") from None
        except ThoughtFailedError as error:
            raise ServiceError("review_stopped" if self._closed else "review_failed") from error
        finally:
            del self._under_way[table.id]
            for _, other in self._under_way.values():
                other.before = max(0, other.before - 1)

    async def _made(self, table: Table, progress: Progress) -> Review:
        thinker = self.hall.minds.thinker
        state, deeds = await self._log(table)
        looked: list[Looked] = []
        first: Looked | None = None
        begins: list[tuple[int, str]] = []  # where each piece began
        while len(looked) < len(deeds) or first is None:
            begins.append((len(looked), state))
            piece = Piece(table.kind, table.choices, state, deeds[len(looked) : len(looked) + PIECE])
            found = Surveyed.from_json((await thinker.look_back(piece))["surveyed"])
            first = first or found.first
            looked += found.deeds
            state = found.state
            progress.percent = SURVEY * len(looked) // max(1, len(deeds))
        some = doubtful(deeds, looked)
        verdicts: dict[int, Verdict] = {}
        for done, at in enumerate(some):
            progress.percent = SURVEY + (100 - SURVEY) * done // len(some)
            begin, state = next(one for one in reversed(begins) if one[0] <= at)
            piece = Piece(table.kind, table.choices, state, deeds[begin : at + 1 + FOLLOWING], at - begin)
            told = (await thinker.look_back(piece))["verdict"]
            if told is not None:
                verdicts[at] = Verdict.from_json(told)
        return reviewed(first, deeds, looked, verdicts)

    async def _log(self, table: Table) -> tuple[str, tuple[Deed, ...]]:
        """The first position, as it is saved, and the moves that count."""
        game = table.game
        start = await self.hall.store.read(lambda t: t.checkpoint_before(table.id, 2, table.rules))
        if game is None or start is None:
            raise ServiceError("review_old")
        entries = [codec.entry(row) for row in await self.hall.store.read(lambda t: t.entries(table.id))]
        deeds = [
            Deed(entry.seq, entry.seat, entry.move, entry.chance, entry.by != CLOCK)
            for entry in without_undone(entries)
            if entry.kind == "move" and entry.seat is not None
        ]
        if not deeds:
            raise ServiceError("review_empty")
        return to_text(codec.unpacked(game, start[1], table.rules)), tuple(deeds)


def _keep(table_id: int, now: int, text: str, t: Transaction) -> None:
    """Unless the game was forgotten meanwhile."""
    if t.game(table_id) is not None:
        t.put_review(table_id, now, text)


def _heard(done: asyncio.Task[Review]) -> None:
    """Whoever asked may have gone meanwhile: then nobody hears what went wrong."""
    if not done.cancelled():
        done.exception()
