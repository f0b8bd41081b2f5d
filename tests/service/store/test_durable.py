"""Durable calls run to their end, whatever becomes of their caller."""

from __future__ import annotations

import asyncio

import pytest

from service.store.durable import DurableTasks, durable


class Registry:
    def __init__(self) -> None:
        self.durable_tasks = DurableTasks()


class Part:
    def __init__(self) -> None:
        self.registry = Registry()
        self.go = asyncio.Event()
        self.tasks: list[asyncio.Task[object] | None] = []
        self.done = 0

    @durable
    async def write(self, *, fails: bool = False) -> int:
        """Write, once it may."""
        self.tasks.append(asyncio.current_task())
        await self.go.wait()
        self.done += 1
        if fails:
            raise ZeroDivisionError
        return self.done

    @durable
    async def write_twice(self) -> int:
        self.tasks.append(asyncio.current_task())
        await self.write()
        return await self.write()


async def test_the_caller_goes_away_and_the_call_goes_on() -> None:
    part = Part()
    caller = asyncio.create_task(part.write_twice())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert part.done == 0
    part.go.set()
    await part.registry.durable_tasks.finish()
    assert part.done == 2
    assert len(set(part.tasks)) == 1  # one within another needs no task of its own


async def test_results_and_exceptions_reach_the_caller() -> None:
    part = Part()
    part.go.set()
    assert await part.write() == 1
    with pytest.raises(ZeroDivisionError):
        await part.write(fails=True)
    assert part.write.__doc__ == "Write, once it may."


async def test_an_exception_without_a_caller_is_no_warning(recwarn: pytest.WarningsRecorder) -> None:
    part = Part()
    caller = asyncio.create_task(part.write(fails=True))
    await asyncio.sleep(0)
    caller.cancel()
    part.go.set()
    await asyncio.gather(caller, return_exceptions=True)
    await part.registry.durable_tasks.finish()
    assert part.done == 1
    assert not list(recwarn)
