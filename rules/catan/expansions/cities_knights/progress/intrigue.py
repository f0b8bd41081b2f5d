"""Intrigue: displace a knight beside one's road."""  # catan.md 10.6

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.event_places import places_for_events
from rules.catan.network import set_bits
from rules.catan.places import Corner
from rules.catan.state import CatanState, Ctx
from rules.core import IllegalMove, Move

from ..knights import displace_knight, remove_knight
from ..moves import CORNERS
from ..realm import RANKS, Realm, level_at
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardIntrigue(Move):
    """Displace a knight on one's road: `card-intrigue v23`."""

    kind: ClassVar[str] = "card-intrigue"
    group: ClassVar[str | None] = "card"
    corner: Corner


MOVES: Final = tuple(map(CardIntrigue, CORNERS))


def knights_reached(s: CatanState, realm: Realm, seat: int) -> int:
    """The corners of opponents' knights on a road of the player, as bits."""
    all_knights = realm.ranks[0] | realm.ranks[1] | realm.ranks[2]
    return all_knights & ~realm.knights[seat] & s.corners_reached[seat]


class Intrigue(Progress):
    """Displaces an opponent's knight of any level; needs no knight of one's own."""

    key = "intrigue"
    move = CardIntrigue

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        moves += [MOVES[corner] for corner in set_bits(knights_reached(s, realm, seat))]

    def check(self, s: CatanState, realm: Realm, seat: int, move: Move) -> None:
        assert isinstance(move, CardIntrigue)
        corner = move.corner
        if not 0 <= corner < len(s.held):
            raise IllegalMove("catan.error.no_place", place=str(corner))
        if not level_at(realm, corner) or s.held[corner] == seat:
            raise IllegalMove("catan.error.no_foe", corner=str(corner))
        if not s.corners_reached[seat] >> corner & 1:
            raise IllegalMove("catan.error.not_connected", place=str(corner))

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardIntrigue)
        owner, level, active = remove_knight(ctx, move.corner)
        places = places_for_events(ctx.s, corner=move.corner)
        ctx.emit("catan.play.intrigue", seat=seat, **places, from_seat=owner, rank=RANKS[level - 1])
        displace_knight(ctx, owner, move.corner, level, active, may_remove=False)


CARD: Final = Intrigue()
