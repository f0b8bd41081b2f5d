"""Acts that are carried to their end, even if whoever asked for them goes away meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from .registry import TableRegistry

P = ParamSpec("P")
T = TypeVar("T")


class _HasRegistry(Protocol):
    registry: TableRegistry


S = TypeVar("S", bound=_HasRegistry)


def durable(
    act: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Mark a method that changes something."""

    async def finished(self: S, /, *args: P.args, **named: P.kwargs) -> T:
        return await self.registry.finish_anyway(act(self, *args, **named))

    update_wrapper(finished, act)
    return finished
