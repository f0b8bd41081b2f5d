"""The Inventor: swap two number tokens."""  # catan.md 10.4

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from rules.catan.island import by_number
from rules.catan.places import Hex
from rules.catan.state import CatanState, Ctx
from rules.core import Move

from ..realm import Realm, hexes_with_buildings
from .card import Progress

FIXED: Final = (0, 2, 6, 8, 12)  # never moved


@dataclass(frozen=True, slots=True)
class CardInventor(Move):
    """Swap two number tokens, the hex with the lower number first: `card-inventor h4 h9`."""

    kind: ClassVar[str] = "card-inventor"
    group: ClassVar[str | None] = "card"
    alike: ClassVar[tuple[str, ...]] = ("hex", "hex2")
    hex: Hex
    hex2: Hex


@cache
def swap_move(one: int, other: int) -> CardInventor:
    """The move that swaps the tokens of two hexes."""
    return CardInventor(Hex(one), Hex(other))


class Inventor(Progress):
    """Different numbers other than 2, 6, 8 and 12; by the printed rules not beside own buildings."""

    key = "inventor"
    move = CardInventor

    def legal(self, s: CatanState, r: Realm, seat: int, moves: list[Move]) -> None:
        tokens = s.tokens
        allowed = [h for h, token in enumerate(tokens) if token not in FIXED]
        if s.hooks.chosen["inventor_own_hexes"] == "forbidden":
            own = hexes_with_buildings(s, seat)
            allowed = [h for h in allowed if h not in own]
        for n, a in enumerate(allowed, 1):
            token = tokens[a]
            moves += [swap_move(a, b) for b in allowed[n:] if tokens[b] != token]

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardInventor)
        s = ctx.s
        tokens = list(s.tokens)
        a, b = move.hex, move.hex2
        tokens[a], tokens[b] = tokens[b], tokens[a]
        s.tokens = tuple(tokens)
        s.numbered = by_number(s.tokens)
        s.changed = (str(a), str(b))
        ctx.emit("catan.play.swapped", seat=seat, hex=str(a), hex2=str(b), n=tokens[b], m=tokens[a])


CARD: Final = Inventor()
