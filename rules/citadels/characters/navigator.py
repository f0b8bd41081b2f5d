"""The Navigator gets four gold or four cards, and never builds."""  # citadels.md 7.15

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.citadels import effects, order
from rules.citadels.decisions import Ask
from rules.citadels.hooks import Character
from rules.citadels.moves import Pass, Power
from rules.citadels.state import CitadelsState, Ctx
from rules.core import Move, Phrase

HAUL: Final = 4
PASS: Final = Pass("navigator")


@dataclass(frozen=True, slots=True)
class Navigate(Power):
    """Four gold or four cards: `power-navigate gold`."""

    kind: ClassVar[str] = "power-navigate"
    what: str


@dataclass(frozen=True, slots=True)
class ChooseHaul(Ask):
    """Choose between gold and cards."""

    kind: ClassVar[str] = "cit.navigator"
    moment: ClassVar[int] = order.LANDING
    phrase_key: ClassVar[str] = "navigate"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Navigate("gold"), *([Navigate("cards")] if s.deck else []), PASS]

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        return Navigate("gold")

    def describe_default_move(self, s: CitadelsState, seat: int) -> Phrase:
        return Phrase("cit.fallback.gold", {"n": HAUL})

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        if not isinstance(move, Navigate):
            ctx.emit("cit.power.no_haul", seat=self.seat)
        elif move.what == "gold":
            ctx.s.gold[self.seat] += HAUL
            ctx.emit("cit.power.haul", seat=self.seat, n=HAUL)
        else:
            effects.draw_cards(ctx, self.seat, HAUL)


class Navigator(Character):
    key = "navigator"
    build_limit = 0
    moves = (Navigate,)

    def gain_after_action(self, ctx: Ctx, seat: int) -> None:
        ctx.push(ChooseHaul(seat))

    def list_plannable_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Navigate("gold"), Navigate("cards")]


RULE = Navigator
