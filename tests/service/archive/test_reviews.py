"""Reviews are made once, one at a time, kept when they are whole, and begun anew where something came between."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ai.review import ReviewRequest
from service.archive.reviews import MAX_QUEUED_REVIEWS, MOVES_PER_REQUEST, list_decisions
from service.errors import ServiceError
from service.state.model import CLOCK, LogEntry, Table
from service.state.review_summary import Review
from service.store.thinking import InProcess, ThoughtFailedError
from tests.ai.looking_back import known

from ..house import ANN, BEN, CID, House, opened
from ..play.test_play import finished


class Thinker(InProcess):
    """Notes what it is asked; `before`: what it waits for before each answer."""

    def __init__(self, before: Callable[[], Awaitable[object]] | None = None) -> None:
        self.asked: list[ReviewRequest] = []
        self.before = before

    async def review_piece(self, piece: ReviewRequest) -> dict[str, Any]:
        self.asked.append(piece)
        if self.before is not None:
            await self.before()
        return await super().review_piece(piece)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch)


async def over(house: House) -> Table:
    return await finished(house, await house.game(ANN, BEN, CID))


def thinks(house: House, thinker: InProcess) -> None:
    house.tables.registry.thinking.thinker = thinker


async def test_it_is_made_once_and_kept(house: House) -> None:
    thinks(house, thinker := Thinker())
    table, reviewing = await over(house), house.tables.reviews
    assert await reviewing.read_stored_review(table.id) is None
    task, progress = reviewing.get_or_start_review(table)
    assert reviewing.get_or_start_review(table)[0] is task, "whoever else asks waits for the same"
    found = await task
    assert isinstance(found, Review)
    assert found.course[-1][1] != found.course[0][1]
    assert len(found.accounts) == 3
    assert 0 < progress.percent <= 100
    assert await reviewing.read_stored_review(table.id) == found
    asked = len(thinker.asked)
    assert await reviewing.get_or_start_review(table)[0] == found
    assert len(thinker.asked) == asked, "it was at hand"
    assert max(len(piece.deeds) for piece in thinker.asked if piece.at is None) <= MOVES_PER_REQUEST


async def test_a_game_that_goes_on_is_nobodys_business(house: House) -> None:
    thinks(house, thinker := Thinker())
    table = await house.game(ANN, BEN)
    with pytest.raises(ServiceError) as refused:
        house.tables.reviews.get_or_start_review(table)
    assert refused.value.key == "review_running"
    assert thinker.asked == []


async def test_what_is_interrupted_is_begun_anew(path: Path) -> None:
    never = asyncio.Event()
    async with opened(path) as first:
        thinks(first, Thinker(never.wait))
        table = await over(first)
        task, _ = first.tables.reviews.get_or_start_review(table)
        while not first.tables.registry.thinking.thinker.asked:
            await asyncio.sleep(0)
        await first.tables.reviews.stop_all_reviews()
        with pytest.raises(ServiceError) as stopped:
            await task
        assert stopped.value.key == "review_stopped"
        with pytest.raises(ServiceError) as refused:
            first.tables.reviews.get_or_start_review(table)
        assert refused.value.key == "review_stopped"
    async with opened(path) as second:
        thinks(second, Thinker())
        assert await second.tables.reviews.read_stored_review(table.id) is None
        found = await second.tables.reviews.get_or_start_review(await second.tables.registry.load_table(table.id))[0]
    async with opened(path) as third:
        assert await third.tables.reviews.read_stored_review(table.id) == found


async def test_one_at_a_time_and_not_too_many_wait(house: House) -> None:
    go, busy, most = asyncio.Event(), 0, 0

    async def wait() -> None:
        nonlocal busy, most
        busy += 1
        most = max(most, busy)
        await go.wait()
        busy -= 1

    thinks(house, Thinker(wait))
    tables = [await over(house) for _ in range(MAX_QUEUED_REVIEWS + 1)]
    begun = [house.tables.reviews.get_or_start_review(table) for table in tables[:MAX_QUEUED_REVIEWS]]
    assert [progress.before for _, progress in begun] == list(range(MAX_QUEUED_REVIEWS))
    with pytest.raises(ServiceError) as refused:
        house.tables.reviews.get_or_start_review(tables[MAX_QUEUED_REVIEWS])
    assert refused.value.key == "review_queue"
    go.set()
    await asyncio.gather(*(task for task, _ in begun))
    assert most == 1
    assert all(progress.before == 0 for _, progress in begun)


async def test_where_nobody_thinks_ahead_that_is_said_and_what_is_there_is_shown(house: House) -> None:
    thinks(house, Thinker())
    table = await over(house)
    found = await house.tables.reviews.get_or_start_review(table)[0]
    other = await over(house)
    house.tables.registry.thinking.effort = 0.0
    with pytest.raises(ServiceError) as refused:
        house.tables.reviews.get_or_start_review(other)
    assert refused.value.key == "review_off"
    assert await house.tables.reviews.read_stored_review(table.id) == found


async def test_a_failure_is_said_and_leaves_nothing(house: House) -> None:
    async def fails() -> None:
        raise ThoughtFailedError("broken")

    thinks(house, Thinker(fails))
    table = await over(house)
    with pytest.raises(ServiceError) as refused:
        await house.tables.reviews.get_or_start_review(table)[0]
    assert refused.value.key == "review_failed"
    assert await house.tables.reviews.read_stored_review(table.id) is None
    thinks(house, Thinker())
    assert await house.tables.reviews.get_or_start_review(table)[0]


async def test_it_goes_with_its_game_and_names_nobody(house: House) -> None:
    thinks(house, Thinker())
    table = await over(house)
    found = await house.tables.reviews.get_or_start_review(table)[0]
    text = found.to_json()
    assert not any(person.name in text or str(person.user_id) in text for person in (ANN, BEN, CID))
    await house.tables.user_data.delete_user_data(ANN.user_id, ANN.name)
    assert await house.tables.reviews.read_stored_review(table.id) == found


def test_what_a_machine_does_in_the_place_of_a_person_is_not_their_decision() -> None:
    def entry(seq: int, seat: int, act: str | None, by: int | None = None) -> LogEntry:
        return LogEntry(seq, seat, "move", "pass", (), False, (), 0, act, seq, by)

    log = [entry(1, 0, "7"), entry(2, 0, None), entry(3, 1, None), entry(4, 0, "8", by=5), entry(5, 0, None, CLOCK)]
    assert [deed.own for deed in list_decisions(log, owned={0})] == [True, False, True, True, False]
    assert [deed.own for deed in list_decisions([entry(1, 0, None, CLOCK), entry(2, 0, "7", CLOCK)])] == [False, False]
