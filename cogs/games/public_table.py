"""The public facts of a table that a face may use; never its state."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rules.core import View

V = TypeVar("V", bound=View)  # the game's view type
V_co = TypeVar("V_co", bound=View, covariant=True)


class PublicTable(Protocol[V_co]):
    """A table with public information only."""

    @property
    def id(self) -> int: ...

    @property
    def seq(self) -> int:
        """Length of its log."""

    @property
    def public_view(self) -> V_co | None:
        """The public view; None before the game begins."""
