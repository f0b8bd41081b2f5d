"""The Deserter: an opponent removes a knight, the player places one like it."""  # catan.md 10.6, 8.2 D15, D16

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.event_places import places_for_events
from rules.catan.moves import Pass
from rules.catan.network import set_bits
from rules.catan.places import OUT
from rules.catan.state import MOST_SEATS, CatanState, Ctx
from rules.catan.steps import Ask
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase

from ..knight_actions import check_knight_place
from ..knights import check_own_knight, free_places, put_knight, remove_knight
from ..moves import CORNERS, PASS_KNIGHT, AnswerDesert, AnswerKnight
from ..realm import BASIC, RANKS, Realm, knights_left, level_at, realm_of
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardDeserter(Move):
    """An opponent removes a knight, the player places another: `card-deserter 2`."""

    kind: ClassVar[str] = "card-deserter"
    group: ClassVar[str | None] = "card"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int


MOVES: Final = tuple(map(CardDeserter, range(MOST_SEATS)))
DESERT: Final = tuple(map(AnswerDesert, CORNERS))
GAIN: Final = tuple(map(AnswerKnight, CORNERS))


class Deserter(Progress):
    """The opponent chooses the knight they lose."""

    key = "deserter"
    move = CardDeserter

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        moves += [MOVES[other] for other in range(s.seats) if other != seat and realm.knights[other]]

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardDeserter)
        ctx.emit("catan.play.deserter", seat=seat, to_seat=move.player)
        ctx.push(GiveUpKnight(move.player, taker=seat))


@dataclass(frozen=True, slots=True)
class GiveUpKnight(Ask):
    """Choose the knight to remove; a single one goes without asking."""

    kind: ClassVar[str] = "catan.ck.desert"
    phrase_key: ClassVar[str] = "desert"
    taker: int = OUT

    def waiting(self, s: CatanState) -> Collection[int]:
        own = realm_of(s).knights[self.seat]
        return ONLY_SEAT[self.seat] if not self.done and own.bit_count() > 1 else NOBODY

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return [DESERT[corner] for corner in set_bits(realm_of(s).knights[seat])]

    def default_move(self, s: CatanState, seat: int) -> AnswerDesert:
        """The weakest, of equals an inactive one; then the first."""
        realm = realm_of(s)
        weakest = min(level_at(realm, corner) for corner in set_bits(realm.knights[seat]))
        candidates = realm.knights[seat] & realm.ranks[weakest - 1]
        return DESERT[next(set_bits(candidates & ~realm.active or candidates))]

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.desert", {"corner": str(self.default_move(s, seat).corner)})

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, AnswerDesert):
            raise IllegalMove("catan.error.desert_first")
        check_own_knight(s, seat, move.corner)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, AnswerDesert)
        self._remove_knight(ctx, move.corner)

    def carry_out_step(self, ctx: Ctx) -> None:
        if not self.done:
            self._remove_knight(ctx, realm_of(ctx.s).knights[self.seat].bit_length() - 1)

    def _remove_knight(self, ctx: Ctx, corner: int) -> None:
        _, level, active = remove_knight(ctx, corner)
        ctx.emit(
            "catan.play.deserted", seat=self.seat, **places_for_events(ctx.s, corner=corner), rank=RANKS[level - 1]
        )
        realm = realm_of(ctx.s)
        if not knights_left(realm, self.taker, level):
            level = BASIC
        if knights_left(realm, self.taker, level):
            ctx.push(GainKnight(self.taker, level=level, active=active))
        else:
            ctx.emit("catan.play.no_knight", seat=self.taker)


@dataclass(frozen=True, slots=True)
class GainKnight(Ask):
    """Place the knight, or decline. It cannot act in this turn."""  # catan.md R16

    kind: ClassVar[str] = "catan.ck.gain"
    phrase_key: ClassVar[str] = "knight"
    level: int = BASIC
    active: bool = False

    def waiting(self, s: CatanState) -> Collection[int]:
        return ONLY_SEAT[self.seat] if not self.done and free_places(s, self.seat) else NOBODY

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return [*(GAIN[corner] for corner in set_bits(free_places(s, seat))), PASS_KNIGHT]

    def default_move(self, s: CatanState, seat: int) -> AnswerKnight:
        """Placed, because a card was spent on it, preferably where no settlement can be built."""
        places = free_places(s, seat)
        return GAIN[next(set_bits(places & s.corners_too_near or places))]

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.knight", {"corner": str(self.default_move(s, seat).corner)})

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if isinstance(move, AnswerKnight):
            check_knight_place(s, seat, move.corner)
        elif not isinstance(move, Pass):
            raise IllegalMove("catan.error.knight_first")
        elif move != PASS_KNIGHT:
            raise IllegalMove("catan.error.pass_step", step=move.step)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        if isinstance(move, AnswerKnight):
            put_knight(ctx, self.seat, move.corner, self.level, self.active)
            ctx.emit(
                "catan.play.gained",
                seat=self.seat,
                **places_for_events(ctx.s, corner=move.corner),
                rank=RANKS[self.level - 1],
            )
        else:
            ctx.emit("catan.play.no_knight", seat=self.seat)

    def carry_out_step(self, ctx: Ctx) -> None:
        if not self.done:
            ctx.emit("catan.play.no_knight", seat=self.seat)


CARD: Final = Deserter()
