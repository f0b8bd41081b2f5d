"""Hooks of a single progress card; without a module here, the generic screens apply."""

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
    """Presentation of one progress card."""

    def __init__(
        self,
        kind: str,
        *,
        effects: Sequence[str] = (),
        announced: Mapping[str, str] = NOTHING,
        losing: Mapping[str, str] = NOTHING,
        settles: bool = False,
    ) -> None:
        """`kind`: kind of its moves; `effects`: key prefixes of events told in its line (`JoinRules.effects`).

        `announced`: announcing key -> key of the sentence that replaces it; `losing`: see `Scales.losing`;
        `settles`: whether it chooses a place for a building.
        """
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
        """Its own screen; None: the default."""
        return None

    def marks(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        """Lines about a seat's possessions by this card."""
        return []

    def origins(self, view: CatanView, seat: int, voice: Voice) -> Mapping[str, str]:
        """Tally category -> origin of its points."""
        return {}
