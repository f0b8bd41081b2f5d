"""A game with everything Carcassonne does not have: many kinds of moves, sets, long lists, a move too rich to be
listed, a hand that others do not see, luck between two moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar, Self

from rules.carcassonne.cells import TURNS, Cell, Spot, Turn
from rules.core import Chance, Choices, Context, Game, IllegalMove, Move, Phrase, Step, encode_move, kinds_of


@dataclass(frozen=True, slots=True)
class Lay(Move):
    kind: ClassVar[str] = "lay"
    cell: Cell
    turn: Turn


@dataclass(frozen=True, slots=True)
class Stand(Move):
    kind: ClassVar[str] = "stand"
    figure: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Discard(Move):
    kind: ClassVar[str] = "discard"
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TradeOffer(Move):
    kind: ClassVar[str] = "trade-offer"
    group: ClassVar[str | None] = "trade"
    listed: ClassVar[bool] = False
    give: int
    want: int


@dataclass(frozen=True, slots=True)
class TradeEnd(Move):
    kind: ClassVar[str] = "trade-end"
    group: ClassVar[str | None] = "trade"


@dataclass(frozen=True, slots=True)
class Jump(Move):
    kind: ClassVar[str] = "jump"
    to: int


@dataclass(frozen=True, slots=True)
class Draw(Move):
    kind: ClassVar[str] = "draw"


MOVES: tuple[type[Move], ...] = (Lay, Stand, Discard, TradeOffer, TradeEnd, Jump, Draw)


@dataclass(slots=True)
class ToyState:
    key: bytes = bytes(32)
    used: int = 0
    agenda: list[Step[Any]] = field(default_factory=list)
    hands: tuple[tuple[str, ...], ...] = ((), ())
    listed: tuple[Move, ...] = ()
    then: tuple[Move, ...] = ()

    def copy(self) -> Self:
        return type(self)(self.key, self.used, [*self.agenda], self.hands, self.listed, self.then)


@dataclass(frozen=True, slots=True)
class Ask(Step[ToyState]):
    kind: ClassVar[str] = "toy.ask"
    seat: int = 0
    done: bool = False

    def waiting(self, s: ToyState) -> Collection[int]:
        return () if self.done else (self.seat,)

    def legal(self, s: ToyState, seat: int) -> Iterable[Move]:
        return s.listed

    def check(self, s: ToyState, seat: int, move: Move) -> None:
        if isinstance(move, TradeOffer):
            if move.give > 3:
                raise IllegalMove("toy.too_much", give=move.give)
            return
        if move in s.listed:
            return
        if isinstance(move, Lay):
            raise IllegalMove("toy.taken", cell=str(move.cell))
        if isinstance(move, Stand):
            raise IllegalMove("toy.occupied", spot=str(move.spot))
        raise IllegalMove("move.illegal", move=encode_move(move))

    def apply_move(self, ctx: Context[ToyState], seat: int, move: Move) -> Ask:
        if isinstance(move, Draw):
            ctx.chance.below(6)
        ctx.s.listed, ctx.s.then = ctx.s.then, ()
        return Ask(seat, not ctx.s.listed)


@dataclass(frozen=True, slots=True)
class ToyView:
    seat: int | None
    hand: tuple[str, ...]
    scores: tuple[int, ...] = (0, 0)
    headline: Phrase = field(default_factory=lambda: Phrase("toy.headline"))
    tasks: Mapping[int, Phrase] = field(default_factory=lambda: {0: Phrase("toy.task")})
    invited: Mapping[int, Phrase] = field(default_factory=dict)
    tally: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    over: bool = False


class Toy(Game[ToyState]):
    key = "toy"
    version = 1
    choices = Choices()
    moves = kinds_of(MOVES)
    state = ToyState
    seats = range(1, 3)

    def setup(self, seats: int, chance: Chance, stack: Sequence[str] | None = None) -> ToyState:
        return position()

    def view(self, s: ToyState, seat: int | None) -> ToyView:
        return ToyView(seat, () if seat is None else s.hands[seat])

    def shuffle_hidden(self, s: ToyState, seat: int | None, chance: Chance) -> None:
        s.key = bytes(32)

    def shuffle_unknown(self, s: ToyState, chance: Chance) -> None: ...

    def audit(self, s: ToyState) -> None:
        assert len(s.hands) == 2

    def scores(self, s: ToyState) -> tuple[int, ...]:
        return (0, 0)

    def winners(self, s: ToyState) -> tuple[int, ...]:
        return (0,)

    def describe_effects(self, s: ToyState, seat: int, move: Move) -> Sequence[Phrase]:
        return ()


TOY = Toy()
HAND = ("brick", "brick", "ore", "wool")


def position(*listed: Move, then: Sequence[Move] = ()) -> ToyState:
    """A position in which seat 0 may make these moves."""
    return ToyState(agenda=[Ask()], hands=(HAND, ("coin",)), listed=listed, then=tuple(then))


def lays(columns: int, rows: int, turns: Sequence[Turn] = TURNS) -> list[Move]:
    return [Lay(Cell(x, y), turn) for y in range(rows) for x in range(columns) for turn in turns]


def discards(hand: Sequence[str], n: int) -> list[Move]:
    return [Discard(kinds) for kinds in dict.fromkeys(combinations(sorted(hand), n))]
