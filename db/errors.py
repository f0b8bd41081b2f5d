"""Errors of the store: a key under `store.` of the catalogues, with parameters."""

from __future__ import annotations

from typing import Any, Final

# A retry may succeed.
PASSING: Final = frozenset({"store.locked", "store.unreachable", "store.unconnected", "store.conflict", "store.unsure"})


class Clash(Exception):
    """A statement would violate a constraint."""


class StoreError(Exception):
    """The database cannot be used, or a write failed and changed nothing."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key, params)
        self.key = key
        self.params: dict[str, Any] = params

    @property
    def can_be_retried(self) -> bool:
        """Whether a retry may soon succeed."""
        return self.key in PASSING


class Conflict(StoreError):
    """Another process, or a repeat of the same act, wrote first."""

    def __init__(self, what: str) -> None:
        super().__init__("store.conflict", what=what)


class Unfit(StoreError):
    """A row violates a constraint: a bug, or rows changed by hand."""


class Unsure(StoreError):
    """The connection broke during a commit, and its result is unknown: everything or nothing was written."""
