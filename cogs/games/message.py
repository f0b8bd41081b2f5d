"""Hooks for the public table message; they see the public view only."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic

from cogs.screen import Button
from render import Mark
from service.state.model import StoredEvent
from words import Voice

from .public_table import PublicTable, V


class TableMessage(Generic[V]):
    """Content of the table message besides its story."""

    def quick_buttons(self, table: PublicTable[V], view: V, voice: Voice) -> Sequence[Button]:
        """Buttons for decisions that need no image."""
        return ()

    def quick_button_seats(self, view: V) -> Collection[int]:
        """The seats that may press the quick buttons."""
        return view.tasks.keys()

    def waiting_seat_buttons(self, table: PublicTable[V], view: V, voice: Voice) -> Sequence[Button]:
        """Buttons for seats not to move, for conditional moves; on the table message and on their private screen."""
        return ()

    def picture_marks(self, view: V) -> Sequence[Mark]:
        """Outlines in the image."""
        return ()

    def describe_seat(self, view: V, seat: int, voice: Voice) -> str:
        """Facts about a seat besides its points."""
        return ""

    def describe_seat_decision(self, view: V, seat: int, voice: Voice) -> str:
        """Facts about a seat's current decision, told after those about the seat; dropped first if there is no room."""
        return ""

    def describe_open_matter(self, view: V, voice: Voice) -> str:
        """An open matter, such as an offer with its answers."""
        return ""

    def is_covered_by_open_matter(self, view: V, event: StoredEvent) -> bool:
        """Whether the text of the open matter covers an event, so that the story omits it."""
        return False

    def ping_text(self, view: V, seat: int, who: str, voice: Voice) -> str:
        """The text of a ping instead of the seat's task; `who`: the mentions. Empty: the task."""
        return ""

    def game_name_key(self, view: V) -> str:
        """The key of the name of the game with its modules; empty: the name of its kind."""
        return ""

    def final_view(self, view: V) -> V:
        """The final view of a closed table, also if the game was ended early."""
        return view
