"""What the face may ask a single progress card. A card without a file here gets the screens that suit any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cogs.choose.picker import Question
from cogs.screen import Button, Screen
from rules.catan.view import CatanView
from words import Voice

from ....parts import CatanSeatView

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class ProgressCardFace:
    """One progress card."""

    def __init__(
        self,
        kind: str,
        *,
        effects: Sequence[str] = (),
        announced: Mapping[str, str] = NOTHING,
        losing: Mapping[str, str] = NOTHING,
        settles: bool = False,
    ) -> None:
        """The kind of its moves; beginnings of the keys of what it brings, told in its line (`Tales.effects`); what
        only announces the sentence after it; from whom it takes something (`Scales.losing`); whether it chooses where
        a building stands."""
        self.kind = kind
        self.effects = tuple(effects)
        self.announced = announced
        self.losing = losing
        self.settles = settles

    @property
    def key(self) -> str:
        return self.kind.removeprefix("card-")

    async def screen(
        self, seat_view: CatanSeatView, asked: Question, text: str, spare: Sequence[Button]
    ) -> Screen | None:
        """A screen of its own; None: the one of other decisions."""
        return None

    def marks(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        """What a seat has before it by this card."""
        return []

    def origins(self, view: CatanView, seat: int, voice: Voice) -> Mapping[str, str]:
        """What its points of a seat come from, by their kind in the tally."""
        return {}
