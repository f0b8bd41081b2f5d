"""The face every game has until it brings its own."""

from __future__ import annotations

from words import Voice

from .looking import Looking
from .message import TableMessage
from .opening import Opening
from .public_table import V
from .screens import Screens
from .story import Story


class Face(Screens[V], Story[V], TableMessage[V], Looking[V], Opening):
    """What a game may show in its own way, by what it is for. Every hook has an answer that suits any game. A game's
    own face names its view (`Face[CarcassonneView]`)."""

    def hand(self, view: V, seat: int, voice: Voice) -> str:
        """What a seat holds, in words for itself alone: at least what everybody is told of it."""
        return self.detail(view, seat, voice)
