"""What the face may ask a single progress card. A card without a file here gets the screens that suit any."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.choose.picker import Question
from cogs.screen import Button, Screen

from ....parts import CatanRoom


class Card:
    """One progress card: the kind of its moves; beginnings of the keys of what it brings, told in its line; whether it
    chooses where a building stands."""

    def __init__(self, kind: str, *, effects: Sequence[str] = (), settles: bool = False) -> None:
        self.kind = kind
        self.effects = tuple(effects)
        self.settles = settles

    @property
    def key(self) -> str:
        return self.kind.removeprefix("card-")

    async def screen(self, room: CatanRoom, asked: Question, text: str, spare: Sequence[Button]) -> Screen | None:
        """A screen of its own; None: the one of other decisions."""
        return None
