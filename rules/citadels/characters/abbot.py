"""The Abbot takes a gold from the richest player."""  # citadels.md 7.13

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import effects
from rules.citadels.hooks import Character
from rules.citadels.moves import Power
from rules.citadels.state import OUT, CitadelsState, Ctx
from rules.core import Move


@dataclass(frozen=True, slots=True)
class Claim(Power):
    """Take a gold from the richest player: `power-claim`."""

    kind: ClassVar[str] = "power-claim"


def richest_player(s: CitadelsState, seat: int) -> int:
    """The one player with most gold; OUT if it is that seat or there is a tie."""
    most = max(s.gold)
    return s.gold.index(most) if s.gold.count(most) == 1 and s.gold[seat] != most else OUT


class Abbot(Character):
    key = "abbot"
    colour = "blue"
    moves = (Claim,)

    def list_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Claim()] if richest_player(s, seat) != OUT else []

    def list_plannable_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Claim()]

    def use_power(self, ctx: Ctx, seat: int, move: Move) -> None:
        payer = richest_player(ctx.s, seat)
        effects.give_gold(ctx.s, payer, seat, 1)
        ctx.emit("cit.power.claim", seat=seat, from_seat=payer)


RULE = Abbot
