"""The Bishop: move the robber and take a card from every player there."""  # catan.md 10.6

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan import effects
from rules.catan.moves import Robber
from rules.catan.places import NOBODY, OUT
from rules.catan.robber import MOVES, default_robber_move, describe_robber_move, move_robber, robber_victims
from rules.catan.state import CatanState, Ctx
from rules.catan.steps import Ask
from rules.core import IllegalMove, Move, Phrase

from ..open_cards import OpenCards
from ..realm import Realm
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardBishop(Move):
    """Move the robber and take a card from everybody there: `card-bishop`."""

    kind: ClassVar[str] = "card-bishop"
    group: ClassVar[str | None] = "card"


ONLY: Final = CardBishop()


class Bishop(Progress):
    """Playable after the first attack of the barbarians."""  # catan.md R9

    key = "bishop"
    move = CardBishop

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        if realm.came:
            moves.append(ONLY)

    def check(self, s: CatanState, realm: Realm, seat: int, move: Move) -> None:
        if not realm.came:
            raise IllegalMove("catan.error.robber_early")

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        ctx.push(BishopMoves(seat))


@dataclass(frozen=True, slots=True)
class BishopMoves(Ask, OpenCards):
    """No victim is chosen: every opponent with a building there loses a card, in turn order."""  # catan.md R30

    kind: ClassVar[str] = "catan.ck.bishop"
    phrase_key: ClassVar[str] = "robber"
    view_phase: ClassVar[str] = "robber"

    def legal(self, s: CatanState, seat: int) -> Iterable[Robber]:
        return [MOVES[hex_][NOBODY] for hex_ in range(len(s.terrain)) if hex_ != s.robber]

    def default_move(self, s: CatanState, seat: int) -> Robber:
        return default_robber_move(s, seat, self.legal(s, seat))

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return describe_robber_move(s, seat, self.default_move(s, seat))

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, Robber):
            raise IllegalMove("catan.error.robber_first")
        if move.victim != OUT:
            raise IllegalMove("catan.error.bishop_nobody")
        if not 0 <= move.hex < len(s.terrain):
            raise IllegalMove("catan.error.no_place", place=str(move.hex))
        if move.hex == s.robber:
            raise IllegalMove("catan.error.robber_stays")

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Robber)
        s = ctx.s
        move_robber(ctx, self.seat, move.hex)
        victims = robber_victims(s, self.seat, move.hex)
        for victim in s.seats_from_active():
            if victim in victims:
                effects.steal_card(ctx, self.seat, victim)


CARD: Final = Bishop()
