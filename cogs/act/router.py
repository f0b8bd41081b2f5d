"""From a custom id to its handler.

Presses of buttons and selects and the windows of forms are recognised by their custom id (`cogs.screen.ids`), whatever
message they stand on, however old, before or after a restart.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Final, Literal

from cogs.act.context import InteractionContext
from cogs.screen import ids

# How a press is acknowledged: by a new private answer (type 5), silently (type 6), or not at all because a form opens;
# `below`: by a new answer in direct messages, where the pressed one may stand far above the newest, else silently.
Defer = Literal["private", "update", "below", "form"]
Handler = Callable[[InteractionContext], Awaitable[None]]
MARK: Final = "presses"  # the attribute by which a handler says what it answers


@dataclass(frozen=True, slots=True)
class ComponentHandler:
    """What answers a family of ids, or one verb of it."""

    family: str
    verb: str | None
    defer: Defer
    run: Handler


def on_component(family: str, verb: str | None = None, *, defer: Defer = "update") -> Callable[[Handler], Handler]:
    """Mark the handler of a family of ids, or of one verb of it. `Presses` finds it in its module."""
    assert family in ids.FAMILIES

    def mark(handler: Handler) -> Handler:
        marked = ComponentHandler(family, verb, defer, handler)
        setattr(handler, MARK, (*getattr(handler, MARK, ()), marked))
        return handler

    return mark


class ComponentRouter:
    """What buttons, selects and windows do: the handlers that some modules have marked."""

    def __init__(self, modules: Iterable[ModuleType] = ()) -> None:
        self._known: dict[tuple[str, str | None], ComponentHandler] = {}
        for module in modules:
            for value in vars(module).values():
                for press in getattr(value, MARK, ()):
                    self.add(press)

    def add(self, press: ComponentHandler) -> None:
        known = self._known.setdefault((press.family, press.verb), press)
        assert known.run is press.run, f"two handlers for {press.family}:{press.verb}"

    def __iter__(self) -> Iterator[tuple[str, str | None]]:
        """Family and verb of whatever is answered; no verb: all of the family that have no answer of their own."""
        return iter(self._known)

    def find(self, custom_id: ids.CustomId | None) -> ComponentHandler | None:
        if custom_id is None:
            return None
        return self._known.get((custom_id.family, custom_id.verb)) or self._known.get((custom_id.family, None))
