"""The Spy: take a progress card from another player."""  # catan.md 10.6, 8.2 D23

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rules.catan.places import OUT
from rules.catan.state import MOST_SEATS, CatanState, Ctx
from rules.catan.steps import Ask
from rules.catan.view import Choice
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move

from ..deck import NUMBERS, PROGRESS, TRACK_OF, gain_progress, lose_progress, progress_names
from ..moves import AnswerSpy
from ..open_cards import OpenCards
from ..realm import TRACKS, Realm, realm_of
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardSpy(Move):
    """Look at progress cards and take one: `card-spy 2`."""

    kind: ClassVar[str] = "card-spy"
    group: ClassVar[str | None] = "card"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int


MOVES: Final = tuple(map(CardSpy, range(MOST_SEATS)))
TAKE: Final = tuple(map(AnswerSpy, PROGRESS))


class Spy(Progress):
    """Point cards are open and cannot be taken."""

    key = "spy"
    move = CardSpy

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        moves += [MOVES[other] for other in range(s.seats) if other != seat and realm.held[other]]

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardSpy)
        hand = list(progress_names(realm_of(ctx.s).held[move.player]))
        ctx.emit("catan.play.spies", reveals=True, seat=seat, to_seat=move.player)
        ctx.emit("catan.play.spies_own", to=[seat], to_seat=move.player, progress=hand)
        ctx.push(TakeProgress(seat, owner=move.player))


@dataclass(frozen=True, slots=True)
class TakeProgress(Ask, OpenCards):
    """The player sees another's progress cards and takes one; a single card is taken without asking."""

    kind: ClassVar[str] = "catan.ck.spy"
    phrase_key: ClassVar[str] = "spy"
    owner: int = OUT

    def progress_seen(self, seat: int | None) -> Collection[int]:
        return (self.owner,) if seat == self.seat else ()

    def cards_to_choose(self, s: CatanState, you: int) -> Choice:
        return Choice(self.phrase_key, progress_names(realm_of(s).held[self.owner]), least=1, most=1, owner=self.owner)

    def waiting(self, s: CatanState) -> Collection[int]:
        return ONLY_SEAT[self.seat] if not self.done and len(realm_of(s).held[self.owner]) > 1 else NOBODY

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return [TAKE[card] for card in dict.fromkeys(realm_of(s).held[self.owner])]

    def default_move(self, s: CatanState, seat: int) -> Move:
        return next(iter(self.legal(s, seat)))

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, AnswerSpy):
            raise IllegalMove("catan.error.spy_first")
        if move not in self.legal(s, seat):
            raise IllegalMove("catan.error.spy_which")

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, AnswerSpy)
        self._take_card(ctx, NUMBERS[move.progress])

    def carry_out_step(self, ctx: Ctx) -> None:
        if not self.done:
            self._take_card(ctx, realm_of(ctx.s).held[self.owner][0])

    def _take_card(self, ctx: Ctx, card: int) -> None:
        realm = realm_of(ctx.s)
        lose_progress(realm, self.owner, card)
        gain_progress(realm, self.seat, card)
        seats: dict[str, Any] = {"seat": self.seat, "from_seat": self.owner}
        ctx.emit("catan.play.spied", **seats, track=TRACKS[TRACK_OF[card]])
        ctx.emit("catan.play.spied_own", to=seats.values(), **seats, progress=PROGRESS[card])


CARD: Final = Spy()
