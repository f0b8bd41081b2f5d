"""Clocks."""

from __future__ import annotations

import asyncio
import time

from service.store.clock import MovableClock, SystemClock


async def test_the_system_clock_tells_the_time() -> None:
    clock = SystemClock()
    assert abs(clock.now() - time.time()) <= 1
    assert abs(clock.now_ms() / 1000 - time.time()) < 1
    begin = time.monotonic()
    await clock.sleep(0.02)
    assert time.monotonic() - begin >= 0.015


async def test_moving_the_clock_wakes_the_sleepers_who_are_due() -> None:
    clock = MovableClock()
    woken: list[int] = []

    async def sleeper(hours: int) -> None:
        await clock.sleep(hours * 3600)
        woken.append(hours)

    tasks = [asyncio.create_task(sleeper(hours)) for hours in (1, 2, 3)]
    await asyncio.sleep(0)
    before = clock.now()
    clock.advance(2 * 3600 + 1)
    assert clock.now() - before >= 7201
    for _ in range(10):  # turns of the loop
        await asyncio.sleep(0)
    assert sorted(woken) == [1, 2]
    clock.advance(3600)
    await asyncio.gather(*tasks)
    assert sorted(woken) == [1, 2, 3]


async def test_a_movable_clock_also_goes_by_itself() -> None:
    clock = MovableClock(86400)
    assert abs(clock.now() - time.time() - 86400) <= 1
    await asyncio.wait_for(clock.sleep(0.02), 60)
    await clock.sleep(0)
    await clock.sleep(-5)


async def test_a_sleeper_cancelled_as_the_clock_moves_is_cancelled() -> None:
    clock = MovableClock()

    async def for_ever() -> None:
        while True:
            await clock.sleep(60)

    task = asyncio.create_task(for_ever())
    await asyncio.sleep(0)
    clock.advance(3600)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task], timeout=60)
    assert task.cancelled()
