"""Decorator: shields a state-changing coroutine from cancellation of its caller."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class DurableTasks:
    """The durable calls of one registry that are running."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self, call: Coroutine[Any, Any, T]) -> T:
        """Run a call to its end, even if the caller is cancelled; its exception reaches the caller if still there."""
        if asyncio.current_task() in self._running:  # a durable call inside another one is shielded already
            return await call
        task = asyncio.ensure_future(call)
        self._running.add(task)
        task.add_done_callback(self._forget_task)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait for the running calls."""
        while self._running:
            await asyncio.wait(self._running)

    def _forget_task(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as retrieved, in case the caller was cancelled


class _Registry(Protocol):
    durable_tasks: DurableTasks


class _HasRegistry(Protocol):
    @property
    def registry(self) -> _Registry: ...


S = TypeVar("S", bound=_HasRegistry)


def durable(
    method: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Make a method durable. `TableRegistry.finish_durable_calls` waits for its calls when the bot closes."""

    async def shielded(self: S, /, *args: P.args, **named: P.kwargs) -> T:
        return await self.registry.durable_tasks.run(method(self, *args, **named))

    update_wrapper(shielded, method)
    return shielded
