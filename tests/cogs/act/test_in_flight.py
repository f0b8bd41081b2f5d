"""Acts that are being carried out: counted, and waited for."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from cogs.act.in_flight import ActivityCounter, InFlight


class Heard(ActivityCounter):
    def __init__(self) -> None:
        self.acts: list[tuple[str, str]] = []

    def count_interaction(self, way: str, outcome: str, seconds: float) -> None:
        assert seconds >= 0
        self.acts.append((way, outcome))


def act(custom_id: object = None, outcome: str = "answered") -> SimpleNamespace:
    return SimpleNamespace(id=custom_id, outcome=outcome)


async def test_they_are_counted_by_what_became_of_them() -> None:
    under_way = InFlight(heard := Heard())
    with under_way(act()):
        pass
    with under_way(pressed := act("t:1:move")):
        pressed.outcome = "refused"
    with pytest.raises(KeyError), under_way(act("t:1:move", "lost")):
        raise KeyError
    assert heard.acts == [("command", "answered"), ("press", "refused"), ("press", "lost")]


async def test_leaving_waits_for_the_last_one() -> None:
    under_way, ended = InFlight(ActivityCounter()), asyncio.Event()

    async def one() -> None:
        with under_way(act()):
            await ended.wait()

    tasks = [asyncio.create_task(one()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not under_way.is_shutting_down
    assert not await under_way.shut_down(0.01)
    assert under_way.is_shutting_down
    leaving = asyncio.create_task(under_way.shut_down(30))
    await asyncio.sleep(0)
    assert not leaving.done()
    ended.set()
    assert await leaving
    await asyncio.gather(*tasks)


async def test_with_nothing_under_way_nobody_waits() -> None:
    assert await InFlight(ActivityCounter()).shut_down(0)
