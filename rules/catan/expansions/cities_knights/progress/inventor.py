"""The Inventor: swap two number tokens."""  # catan.md 10.4

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from rules.catan.island import group_hexes_by_number
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
    interchangeable_fields: ClassVar[tuple[str, ...]] = ("hex", "hex2")
    hex: Hex
    hex2: Hex


@cache
def swap_move(first: int, second: int) -> CardInventor:
    """The move that swaps the tokens of two hexes."""
    return CardInventor(Hex(first), Hex(second))


class Inventor(Progress):
    """Swaps different numbers other than 2, 6, 8 and 12; by the printed rules not beside own buildings."""

    key = "inventor"
    move = CardInventor

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        tokens = s.tokens
        allowed = [hex_ for hex_, token in enumerate(tokens) if token not in FIXED]
        if s.hooks.chosen["inventor_own_hexes"] == "forbidden":
            own = hexes_with_buildings(s, seat)
            allowed = [hex_ for hex_ in allowed if hex_ not in own]
        for n, first in enumerate(allowed, 1):
            token = tokens[first]
            moves += [swap_move(first, second) for second in allowed[n:] if tokens[second] != token]

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardInventor)
        s = ctx.s
        tokens = list(s.tokens)
        first, second = move.hex, move.hex2
        tokens[first], tokens[second] = tokens[second], tokens[first]
        s.tokens = tuple(tokens)
        s.hexes_by_number = group_hexes_by_number(s.tokens)
        s.changed = (str(first), str(second))
        ctx.emit("catan.play.swapped", seat=seat, hex=str(first), hex2=str(second), n=tokens[second], m=tokens[first])


CARD: Final = Inventor()
