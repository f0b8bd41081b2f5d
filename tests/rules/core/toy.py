"""A small game with what Carcassonne lacks: several deciders at once, answers out of turn, hidden hands, offers.

Everybody holds cards of three colours. Each round all put one card aside face down, in any order; then the player whose
turn it is rolls a die and draws a card of the deck if it shows 3 or more; they may offer everybody one card for another
before they end their turn. After `rounds` rounds each pair in hand is a point.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.core import Chance, Choices, Context, Game, GameType, IllegalMove, Move, Option, Phrase, Step, kinds_of

COLOURS = ("ash", "birch", "cedar")
DECK = tuple(c for c in COLOURS for _ in range(12))


@dataclass(frozen=True, slots=True)
class Aside(Move):
    kind: ClassVar[str] = "aside"
    secret_fields: ClassVar[tuple[str, ...]] = ("card",)
    card: str


@dataclass(frozen=True, slots=True)
class Roll(Move):
    kind: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Offer(Move):
    kind: ClassVar[str] = "trade-offer"
    group: ClassVar[str | None] = "trade"
    listed: ClassVar[bool] = False
    give: tuple[str, ...]
    want: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Accept(Move):
    kind: ClassVar[str] = "trade-accept"
    group: ClassVar[str | None] = "trade"
    seat: int


@dataclass(frozen=True, slots=True)
class End(Move):
    kind: ClassVar[str] = "end"
    is_declining: ClassVar[bool] = True


class ToyState:
    __slots__ = ("agenda", "aside", "deck", "hands", "key", "round", "rounds", "used")
    key: bytes
    used: int
    agenda: list[Step[Any]]
    hands: list[tuple[str, ...]]
    aside: list[str]
    deck: list[str]
    round: int
    rounds: int

    def copy(self) -> ToyState:
        twin = ToyState.__new__(ToyState)
        twin.key, twin.used, twin.round, twin.rounds = self.key, self.used, self.round, self.rounds
        twin.agenda, twin.hands = self.agenda[:], self.hands[:]
        twin.aside, twin.deck = self.aside[:], self.deck[:]
        return twin


def without(hand: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...] | None:
    left = list(hand)
    for card in cards:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class PutAside(Step[ToyState]):
    kind: ClassVar[str] = "toy.aside"
    owed: tuple[int, ...]

    def waiting(self, s: ToyState) -> Collection[int]:
        return self.owed

    def legal(self, s: ToyState, seat: int) -> Iterator[Move]:
        for card in sorted(set(s.hands[seat])):
            yield Aside(card)

    def default_move(self, s: ToyState, seat: int) -> Move:
        """What there is most of."""
        return Aside(max(sorted(set(s.hands[seat])), key=s.hands[seat].count))

    def apply_move(self, ctx: Context[ToyState], seat: int, move: Move) -> PutAside:
        assert isinstance(move, Aside)
        left = without(ctx.s.hands[seat], [move.card])
        assert left is not None
        ctx.s.hands[seat] = left
        ctx.s.aside.append(move.card)
        ctx.emit("toy.aside", seat=seat)
        ctx.emit("toy.aside_own", to=[seat], card=move.card)
        return replace(self, owed=tuple(o for o in self.owed if o != seat))

    def run(self, ctx: Context[ToyState]) -> None:
        ctx.push(Main(seat=ctx.s.round % len(ctx.s.hands)))


@dataclass(frozen=True, slots=True)
class Main(Step[ToyState]):
    kind: ClassVar[str] = "toy.main"
    seat: int
    rolled: bool = False
    done: bool = False
    give: tuple[str, ...] = ()
    want: tuple[str, ...] = ()

    def waiting(self, s: ToyState) -> Collection[int]:
        return () if self.done else (self.seat,)

    def invited_seats(self, s: ToyState) -> Collection[int]:
        return [o for o in range(len(s.hands)) if o != self.seat] if self.give and not self.done else ()

    def legal(self, s: ToyState, seat: int) -> Iterator[Move]:
        if seat != self.seat:
            if without(s.hands[seat], self.want) is not None:
                yield Accept(self.seat)
        elif not self.rolled:
            yield Roll()
        else:
            yield End()

    def standing_answer_moves(self, s: ToyState, seat: int) -> Mapping[str, Move]:
        return {"toy_roll": Roll()} if seat == self.seat and not self.rolled else {}

    def check(self, s: ToyState, seat: int, move: Move) -> None:
        if not isinstance(move, Offer):
            return Step.check(self, s, seat, move)
        if seat != self.seat or not self.rolled or self.give:
            raise IllegalMove("toy.error.no_offer_now")
        if not move.give or not move.want or set(move.give) & set(move.want):
            raise IllegalMove("toy.error.empty_offer")
        if not set(move.want) <= set(COLOURS) or without(s.hands[seat], move.give) is None:
            raise IllegalMove("toy.error.lacks", cards=list(move.give))

    def apply_move(self, ctx: Context[ToyState], seat: int, move: Move) -> Main:
        s = ctx.s
        if isinstance(move, Roll):
            die = ctx.chance.below(6) + 1
            ctx.emit("toy.rolled", seat=seat, die=die)
            if die >= 3 and s.deck:
                card = s.deck.pop()
                s.hands[seat] = tuple(sorted((*s.hands[seat], card)))
                ctx.emit("toy.drew", seat=seat)
                ctx.emit("toy.drew_own", to=[seat], card=card)
            return replace(self, rolled=True)
        if isinstance(move, Offer):
            return replace(self, give=move.give, want=move.want)
        if isinstance(move, Accept):
            mine, theirs = without(s.hands[self.seat], self.give), without(s.hands[seat], self.want)
            assert mine is not None
            assert theirs is not None
            s.hands[self.seat] = tuple(sorted(mine + self.want))
            s.hands[seat] = tuple(sorted(theirs + self.give))
            ctx.emit("toy.traded", seats=[self.seat, seat], give=list(self.give), want=list(self.want))
            return replace(self, give=(), want=())
        return replace(self, done=True, give=(), want=())

    def run(self, ctx: Context[ToyState]) -> None:
        s = ctx.s
        s.round += 1
        if s.round < s.rounds:
            ctx.push(PutAside(tuple(o for o in range(len(s.hands)) if s.hands[o])))
        else:
            ctx.emit("toy.over", reveals=True)


@dataclass(frozen=True, slots=True)
class ToyView:
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    deck: int
    aside: int
    scores: tuple[int, ...]
    headline: Phrase
    tasks: dict[int, Phrase]
    invited: dict[int, Phrase]
    tally: dict[str, tuple[int, ...]]
    over: bool


class Toy(Game[ToyState]):
    key = "toy"
    version = 1
    moves = kinds_of([Aside, Roll, Offer, Accept, End])
    state = ToyState

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.seats = range(2, 6)
        self.rounds = 12 if choices.get("length") == "long" else 6

    def setup(self, seats: int, chance: Chance, stack: Sequence[str] | None = None) -> ToyState:
        s = ToyState()
        s.key, s.used, s.round, s.rounds, s.aside = chance.key, 0, 0, self.rounds, []
        s.deck = list(reversed(stack)) if stack else list(DECK)
        if not stack:
            chance.shuffle(s.deck)
        s.hands = [tuple(sorted(s.deck.pop() for _ in range(5))) for _ in range(seats)]
        s.agenda = [PutAside(tuple(range(seats)))]
        return s

    def scores(self, s: ToyState) -> tuple[int, ...]:
        over = not s.agenda
        return tuple(sum(h.count(c) // 2 for c in COLOURS) if over else 0 for h in s.hands)

    def winners(self, s: ToyState) -> tuple[int, ...]:
        points = self.scores(s)
        return tuple(i for i, p in enumerate(points) if p == max(points))

    def view(self, s: ToyState, seat: int | None) -> ToyView:
        top = s.agenda[-1] if s.agenda else None
        scores = self.scores(s)
        return ToyView(
            hand=s.hands[seat] if seat is not None else (),
            hands=tuple(map(len, s.hands)),
            deck=len(s.deck),
            aside=len(s.aside),
            scores=scores,
            headline=Phrase("toy.headline", {"n": s.round + 1}),
            tasks={o: top.task(s, o) for o in sorted(top.waiting(s))} if top else {},
            invited={o: Phrase("toy.task.answer") for o in sorted(top.invited_seats(s))} if top else {},
            tally={"pairs": scores},
            over=top is None,
        )

    def shuffle_hidden(self, s: ToyState, seat: int | None, chance: Chance) -> None:
        others = [o for o in range(len(s.hands)) if o != seat]
        pool = [*s.deck, *s.aside, *(card for o in others for card in s.hands[o])]
        if not s.agenda:
            pool = [*s.deck, *s.aside]  # the hands lie open at the end, for the scores tell them
        pool.sort()  # what is dealt follows from what is known, not from where it lies
        chance.shuffle(pool)
        s.deck = [pool.pop() for _ in s.deck]
        s.aside = [pool.pop() for _ in s.aside]
        if s.agenda:
            for o in others:
                s.hands[o] = tuple(sorted(pool.pop() for _ in s.hands[o]))
        s.key = bytes(chance.below(256) for _ in range(32))

    def shuffle_unknown(self, s: ToyState, chance: Chance) -> None:
        pool = [*s.deck, *s.aside]
        chance.shuffle(pool)
        s.deck, s.aside = pool[: len(s.deck)], pool[len(s.deck) :]

    def standing_answer_keys(self, s: ToyState) -> Sequence[str]:
        return ("toy_roll",)

    def sample_unlisted_moves(self, s: ToyState, seat: int, chance: Chance) -> Iterable[Move]:
        top = s.agenda[-1]
        if isinstance(top, Main) and top.seat == seat and top.rolled and not top.give and s.hands[seat]:
            give = s.hands[seat][0]
            yield Offer((give,), (next(c for c in COLOURS if c != give),))

    def audit(self, s: ToyState) -> None:
        cards = sorted([*s.deck, *s.aside, *(c for h in s.hands for c in h)])
        assert cards == sorted(DECK), "cards are conserved"


def refusal(choices: Choices, n: int) -> Phrase | None:
    """With the module three cannot play, though two and four can."""
    return Phrase("toy.error.three") if n == 3 and "plus" in choices.modules else None


KIND = GameType(
    key="toy",
    family="toy",
    modules=("plus",),
    options=(Option("length", ("short", "long")),),
    presets={"first": Choices()},
    maker=Toy,
    groups=("trade",),
    answers_for_all_tables=("toy_roll",),
    refuse_player_count=refusal,
    warnings=lambda choices: [Phrase("toy.warning.long")] if choices.get("length") == "long" else [],
)
