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
        effect_prefixes: Sequence[str] = (),
        superseded_by: Mapping[str, str] = NOTHING,
        losing_parameters: Mapping[str, str] = NOTHING,
        places_building: bool = False,
    ) -> None:
        """`kind`: kind of its moves; `effect_prefixes`: key prefixes of events told in its line (`JoinRules`).

        `superseded_by`: announcing key -> key of the sentence that replaces it; `losing_parameters`: see `Scales`;
        `places_building`: whether it chooses a place for a building.
        """
        self.kind = kind
        self.effect_prefixes = tuple(effect_prefixes)
        self.superseded_by = superseded_by
        self.losing_parameters = losing_parameters
        self.places_building = places_building

    @property
    def key(self) -> str:
        return self.kind.removeprefix("card-")

    async def own_screen(
        self, seat_view: CatanSeatView, question: Question, text: str, pass_buttons: Sequence[Button]
    ) -> Screen | None:
        """Its own screen; None: the default."""
        return None

    def describe_unique_pieces(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        """Lines about a seat's possessions by this card."""
        return []

    def describe_point_origins(self, view: CatanView, seat: int, voice: Voice) -> Mapping[str, str]:
        """Tally category -> origin of its points."""
        return {}
