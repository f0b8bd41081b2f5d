"""What the message of a table shows, which everybody reads: only what follows from the public view."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic

from cogs.screen import Button
from render import Mark
from service.state.model import StoredEvent
from words import Voice

from .public_table import PublicTable, V


class TableMessage(Generic[V]):
    """What the message of a table shows beside its story."""

    def quick(self, table: PublicTable[V], view: V, voice: Voice) -> Sequence[Button]:
        """Quick buttons: decisions that need no picture."""
        return ()

    def answering(self, view: V) -> Collection[int]:
        """The seats that may press the quick buttons."""
        return view.tasks.keys()

    def beside(self, table: PublicTable[V], view: V, voice: Voice) -> Sequence[Button]:
        """Buttons for those who are not asked: what they may say beforehand. Below the message after `quick`, and on
        the private screen of who is not waited for."""
        return ()

    def marks(self, view: V) -> Sequence[Mark]:
        """What is outlined in the picture."""
        return ()

    def detail(self, view: V, seat: int, voice: Voice) -> str:
        """What is told of a seat beside its points."""
        return ""

    def note(self, view: V, seat: int, voice: Voice) -> str:
        """What is told behind it of what they are asked right now: the first that gives way where there is no room."""
        return ""

    def still_open(self, view: V, voice: Voice) -> str:
        """What stands open before everybody (an offer and the answers to it): told as long as it does."""
        return ""

    def told_as_open(self, view: V, event: StoredEvent) -> bool:
        """Whether `still_open` tells what the event tells, so that the story leaves it out."""
        return False

    def ping_text(self, view: V, seat: int, who: str, voice: Voice) -> str:
        """What a ping says to a seat in place of its task; `who`: those who are mentioned. Empty: its task."""
        return ""

    def called(self, view: V) -> str:
        """The key of what the game is called with what it is played with; empty: as its kind."""
        return ""

    def ended(self, view: V) -> V:
        """The view as it is shown when the table is closed, also where the rules have not come to an end."""
        return view
