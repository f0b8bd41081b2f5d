"""The generic face, for games without their own."""

from __future__ import annotations

from words import Voice

from .looking import Looking
from .message import TableMessage
from .opening import Opening
from .public_table import V
from .screens import Screens
from .story import Story


class Face(Screens[V], Story[V], TableMessage[V], Looking[V], Opening):
    """All presentation hooks, with defaults. A game's face names its view type (`Face[CarcassonneView]`)."""

    def describe_hand(self, view: V, seat: int, voice: Voice) -> str:
        """The hand of a seat in words; at least what is public."""
        return self.describe_seat(view, seat, voice)
