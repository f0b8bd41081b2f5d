"""The Crane: an improvement for one commodity less."""  # catan.md 10.4

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan import effects
from rules.catan.state import CatanState, Ctx
from rules.core import IllegalMove, Move, Phrase

from ..improvements import (
    can_afford_improvement,
    check_level,
    improve_track,
    improvement_cost,
    preview_improvement,
    track_of,
)
from ..realm import TRACKS, Realm, realm_of
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardCrane(Move):
    """Improve a city for one commodity less: `card-crane trade`."""

    kind: ClassVar[str] = "card-crane"
    group: ClassVar[str | None] = "card"
    track: str


MOVES: Final = tuple(map(CardCrane, TRACKS))
DISCOUNT: Final = 1  # commodities


class Crane(Progress):
    """Buys one level under the usual conditions. Only the printed rules allow a second Crane in the same turn."""

    key = "crane"
    move = CardCrane

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        if realm.cranes and s.hooks.chosen["crane_stacking"] == "one_per_turn":
            return
        moves += [move for track, move in enumerate(MOVES) if can_afford_improvement(s, realm, seat, track, DISCOUNT)]

    def check(self, s: CatanState, realm: Realm, seat: int, move: Move) -> None:
        if realm.cranes and s.hooks.chosen["crane_stacking"] == "one_per_turn":
            raise IllegalMove("catan.error.crane_again")
        track = track_of(move)
        check_level(s, seat, track)
        effects.check_can_pay(s, seat, improvement_cost(realm, seat, track, DISCOUNT))

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        return preview_improvement(s, seat, track_of(move), DISCOUNT)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        track = track_of(move)
        realm = realm_of(ctx.s)
        realm.cranes += 1
        effects.spend_cards(ctx, seat, improvement_cost(realm, seat, track, DISCOUNT))
        improve_track(ctx, seat, track)


CARD: Final = Crane()
