"""Maps custom ids to handlers.

Components and forms are recognised by their custom id (`cogs.screen.ids`) alone, so that messages of any age work,
also after a restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Final, Literal

from cogs.act.context import InteractionContext
from cogs.screen import ids

# How a press is acknowledged: `private` by a new private answer (type 5), `update` silently (type 6), `form` by a form,
# which opens; `below` in direct messages by a new answer below the newest message, else silently.
Defer = Literal["private", "update", "below", "form"]
Handler = Callable[[InteractionContext], Awaitable[None]]
REGISTRATIONS: Final = "presses"  # the attribute that holds the registrations of a handler


@dataclass(frozen=True, slots=True)
class ComponentHandler:
    """A handler for a family of custom ids, or for one verb of it."""

    family: str
    verb: str | None
    defer: Defer
    run: Handler


def on_component(family: str, verb: str | None = None, *, defer: Defer = "update") -> Callable[[Handler], Handler]:
    """Register the function for a family of custom ids, or for one verb; `ComponentRouter` finds it in its module."""
    assert family in ids.FAMILIES

    def mark(handler: Handler) -> Handler:
        marked = ComponentHandler(family, verb, defer, handler)
        setattr(handler, REGISTRATIONS, (*getattr(handler, REGISTRATIONS, ()), marked))
        return handler

    return mark


class ComponentRouter:
    """The handlers found in `modules`."""

    def __init__(self, modules: Iterable[ModuleType] = ()) -> None:
        self._handlers: dict[tuple[str, str | None], ComponentHandler] = {}
        for module in modules:
            for value in vars(module).values():
                for press in getattr(value, REGISTRATIONS, ()):
                    self.add(press)

    def add(self, handler: ComponentHandler) -> None:
        registered = self._handlers.setdefault((handler.family, handler.verb), handler)
        assert registered.run is handler.run, f"two handlers for {handler.family}:{handler.verb}"

    def __iter__(self) -> Iterator[tuple[str, str | None]]:
        """Family and verb of every registration; verb None: the rest of the family."""
        return iter(self._handlers)

    def find_handler(self, custom_id: ids.CustomId | None) -> ComponentHandler | None:
        if custom_id is None:
            return None
        return self._handlers.get((custom_id.family, custom_id.verb)) or self._handlers.get((custom_id.family, None))
