"""What the storage raises: a key below `store.` in the catalogues and its parameters."""

from __future__ import annotations

from typing import Any, Final

# The same may well be taken in a moment.
PASSING: Final = frozenset({"store.locked", "store.unreachable", "store.unconnected", "store.conflict", "store.unsure"})


class Clash(Exception):
    """A statement would break a constraint."""


class StoreError(Exception):
    """The database cannot be used, or a write failed; the file is as it was before."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key, params)
        self.key = key
        self.params: dict[str, Any] = params

    @property
    def passes(self) -> bool:
        """Whether it will be over soon, as far as can be told: others were in the way, or the server was away."""
        return self.key in PASSING


class Conflict(StoreError):
    """Somebody else has written this before: another process, or the same act a second time."""

    def __init__(self, what: str) -> None:
        super().__init__("store.conflict", what=what)


class Unfit(StoreError):
    """A row does not go with the others: a fault of ours, or rows that somebody changed."""


class Unsure(StoreError):
    """The database was lost sight of during a commit, and does not say what became of it: all of it is there, or
    nothing."""
