"""What a face may know of a table: views and public facts, never its state."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rules.core import View

V = TypeVar("V", bound=View)  # the view of the game that a face shows
V_co = TypeVar("V_co", bound=View, covariant=True)


class PublicTable(Protocol[V_co]):
    """A table as everybody sees it."""

    @property
    def id(self) -> int: ...

    @property
    def seq(self) -> int:
        """How long its log is."""

    @property
    def public(self) -> V_co | None:
        """The view of everybody; None before the game begins."""
