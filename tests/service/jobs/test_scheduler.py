"""What falls due at one instant is looked at together, however long the looks take."""

from __future__ import annotations

from typing import Any

import pytest

from service.jobs.scheduler import ScheduledJob, Scheduler

from ..house import House


def slow(house: House) -> tuple[Scheduler, list[int]]:
    """A scheduler of two kinds whose looks take a while each, and as of when it was asked what is due."""
    asked: list[int] = []

    def due(t: Any, now: int, most: int) -> list[int]:
        asked.append(now)
        house.clock.advance(5)
        return []

    async def look(number: int) -> None:
        raise AssertionError("nothing is due")

    rounds = [ScheduledJob(name, due, lambda t: None, look) for name in ("table", "person")]
    return Scheduler(house.tables.registry, rounds), asked


async def test_what_falls_due_while_others_are_looked_at_begins_with_the_tables_again(house: House) -> None:
    """Somebody who is to hear of two things of one instant would hear of them twice, had the second kind of look a
    later one than the first."""
    scheduler, asked = slow(house)
    await scheduler.run_all_due()
    assert len(asked) == 2
    assert asked[0] == asked[1]


async def test_so_it_is_where_it_runs_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    scheduler, asked = slow(house)

    async def slept(until: int) -> None:
        raise KeyError("the first pass is over")

    monkeypatch.setattr(scheduler, "_sleep_until", slept)
    with pytest.raises(KeyError):
        await scheduler.run()
    assert len(asked) == 2
    assert asked[0] == asked[1]
