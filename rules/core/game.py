"""The protocol every game speaks: state, agenda of steps, moves, views."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from .chance import Chance
from .conditional_moves import ConditionalMoves
from .errors import GameOver, IllegalMove, NotYourDecision
from .fortune import Fortune
from .move import Move
from .options import Choices
from .phrase import Phrase as Phrase


class Event(NamedTuple):
    """Something that happened: for the story and for drawing. The rules never read it back.

    `params` holds plain JSON values only (numbers, strings, lists, dicts with string keys).
    """

    key: str
    params: Mapping[str, Any]
    seats: frozenset[int] | None = None  # who may know; None: everybody
    reveals: bool = False  # something hidden became known (a tile drawn for all to see, a character called)


class State(Protocol):
    """Plain data only: numbers, strings, tuples, lists, dicts, frozen steps."""

    key: bytes  # of the luck; never in a view
    used: int
    agenda: list[Step[Any]]

    def copy(self) -> Self: ...


class View(Protocol):
    """What the views of all games have in common: enough for a front end that knows no game."""

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def headline(self) -> Phrase:
        """How far the game is: «tile 31 of 72»."""

    @property
    def tasks(self) -> Mapping[int, Phrase]:
        """Seat -> what it owes now, in words anybody may read."""

    @property
    def invited(self) -> Mapping[int, Phrase]:
        """Seat -> what it may do without owing anything."""

    @property
    def tally(self) -> Mapping[str, tuple[int, ...]]:
        """Category of points (a key below `<game>.tally.`) -> points of each seat; the columns add up to the scores."""

    @property
    def over(self) -> bool: ...


Known = Mapping[str, Any]
"""What is settled of a move that is being chosen: field -> its value; of a field that holds several things, thing ->
(at least, at most) so many of it. A thing that is not named may be there any number of times."""

S = TypeVar("S", bound=State)
STEPS: dict[str, type[Step[Any]]] = {}  # kind -> class, for reading saved games
# What `Step.waiting` returns again and again: one seat (more of them than any game has), or none.
ALONE: Final = tuple((seat,) for seat in range(64))
NOBODY: Final = ()


class Step(ABC, Generic[S]):
    """One thing that must happen before the game goes on: a frozen, saveable frame of the agenda.

    Its `kind` stands in saved games: unique among all games (`carc.lay`), and never changed.
    """

    kind: ClassVar[str]
    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "kind" in cls.__dict__:
            known = STEPS.get(cls.kind)  # dataclass(slots=True) makes the class a second time
            assert known is None or known.__qualname__ == cls.__qualname__, f"two steps of kind {cls.kind}"
            STEPS[cls.kind] = cls

    def waiting(self, s: S) -> Collection[int]:
        """Seats that owe a decision; none: the step can run."""
        return ()

    def invited(self, s: S) -> Collection[int]:
        """Seats that may act but owe nothing (an open trade offer): no clock, no reminder, nobody waits for them."""
        return ()

    def returning(self, s: S) -> Collection[int]:
        """Seats that are asked again in this very matter once others have answered (a round of bids)."""
        return ()

    def unanswered(self, s: S) -> Collection[int]:
        """Those of the invited who have said nothing yet. A function of what everybody sees."""
        return self.invited(s)

    def standing(self, s: S, seat: int) -> Mapping[str, Move]:
        """Standing answers (by their keys) to what the seat is asked or invited to, each with its move.

        Each is a legal move whatever the seat holds, and whether there is one follows from what everybody sees: being
        answered for, or not, must not tell what a hand holds.
        """
        return {}

    def fallback(self, s: S, seat: int) -> Move:
        """The safe answer, made by the clock for a seat that is waited for and does not come: a legal move that follows
        from what the seat may see, and spends, shows and gives away no more than the rules force.

        Override it where nothing can be let go by, or where that loses what costs nothing to take.
        """
        moves = [*self.legal(s, seat)]
        return least_changing_move(moves, self.standing(s, seat)) or moves[0]

    def describe_default_move(self, s: S, seat: int) -> Phrase:
        """That answer in words anybody may read, as a task is said: it follows from what everybody sees alone."""
        family, _, name = self.kind.partition(".")
        return Phrase(f"{family}.fallback.{name.replace('.', '_')}")

    def task(self, s: S, seat: int) -> Phrase:
        """What is asked of the seat, in words anybody may read."""
        return Phrase(f"task.{self.kind}")

    def legal(self, s: S, seat: int) -> Iterable[Move]:
        """The listed moves of the seat, at most `list_limits.MOST`, in an order that follows from the state."""
        return ()

    def partly(self, s: S, seat: int) -> Collection[str]:
        """The kinds of move of which `legal` lists some, and not all that are legal."""
        return ()

    def narrowed(self, s: S, seat: int, kind: str, known: Known) -> Iterable[Move]:
        """Legal moves of such a kind with what is known of them, at most `list_limits.MOST`. Whatever the first
        field that is open may hold stands in one of them; if no more are legal, they are all there. Kinds with
        `listed = False` need none where a form or a screen of their own settles all fields at once."""
        return ()

    def check(self, s: S, seat: int, move: Move) -> None:
        """Raise IllegalMove with the reason. Override it for unlisted moves and for better reasons."""
        if move not in self.legal(s, seat):
            raise IllegalMove("move.illegal", move=str(move))

    def take(self, ctx: Context[S], seat: int, move: Move) -> Self:
        """Carry out a legal move; returns the step as it then stands. Never clears the agenda."""
        raise NotImplementedError

    def run(self, ctx: Context[S]) -> None:
        """Nobody is waited for (any more); the step has just left the agenda."""


def least_changing_move(moves: Sequence[Move], standing: Mapping[str, Move]) -> Move | None:
    """Of these legal moves the one that changes least, where that is plain: the only one, a standing answer, or one
    that lets go by what is asked."""
    if len(moves) == 1:
        return moves[0]
    return next(iter(standing.values()), None) or next((move for move in moves if move.lets_by), None)


class Context(Generic[S]):
    """What a rule may touch while it runs: the state, luck, and the story."""

    __slots__ = ("chance", "events", "s")
    tells: ClassVar[bool] = True  # False: whatever is told is heard by nobody, and need not be found out

    def __init__(self, s: S, chance: Chance) -> None:
        self.s = s
        self.chance = chance
        self.events: list[Event] = []

    def emit(self, key: str, *, to: Iterable[int] | None = None, reveals: bool = False, **params: Any) -> None:
        """Tell something. `to`: the seats that may know it; `reveals`: a hidden thing became known to all."""
        self.events.append(Event(key, params, None if to is None else frozenset(to), reveals))

    def push(self, *steps: Step[S]) -> None:
        """Put steps on the agenda; the first one named comes first."""
        self.s.agenda.extend(reversed(steps))

    def settle(self) -> None:
        """Run everything that needs nobody's decision."""
        agenda = self.s.agenda
        s = self.s
        while agenda and not agenda[-1].waiting(s):
            agenda.pop().run(self)


class Game(ConditionalMoves[S], ABC, Generic[S]):
    """A game with its options fixed. Stateless; the one object a front end needs."""

    key: ClassVar[str]
    version: ClassVar[int]  # raised when any old record would play differently
    choices: Choices
    moves: Mapping[str, type[Move]]
    state: type[S]
    seats: range  # how many may play

    @abstractmethod
    def setup(self, seats: int, chance: Chance, stack: Sequence[str] | None = None) -> S:
        """The position before the first step runs. `stack` fixes the order of a pile instead of shuffling it
        (BadRecord if it is not such a pile). No agenda step has run yet."""

    @abstractmethod
    def view(self, s: S, seat: int | None) -> Any:
        """What that seat (None: the public) may see: a frozen dataclass of plain values with the properties of View."""

    @abstractmethod
    def shuffle_hidden(self, s: S, seat: int | None, chance: Chance) -> None:
        """Redistribute, in place, everything the seat cannot know, the key of the luck included."""

    @abstractmethod
    def shuffle_unknown(self, s: S, chance: Chance) -> None:
        """Redistribute, in place, what no seat knows, such as the order of a deck: what each of them sees stays."""

    @abstractmethod
    def audit(self, s: S) -> None:
        """AssertionError unless pieces, cards and scores agree with a slow recount from scratch."""

    @abstractmethod
    def scores(self, s: S) -> tuple[int, ...]: ...

    @abstractmethod
    def winners(self, s: S) -> tuple[int, ...]:
        """Who has won, when the game is over."""

    def pipeline(self) -> Sequence[tuple[int, str, str]]:
        """The steps of a turn in order: rank, name, the module each comes from."""
        return ()

    def upgrade(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        """Saved data of an older version in the form of this one."""
        return data

    def restored(self, s: S) -> S:
        """Give a state that was just read what is not saved (the hooks of the modules)."""
        return s

    def fortune(self, before: S, move: Move, after: S, events: Sequence[Event]) -> Mapping[int, Fortune]:
        """What luck brought by a move, for each seat it brought something. Asked when the game is over."""
        return {}

    def over(self, s: S) -> bool:
        return not s.agenda

    def waiting(self, s: S) -> Collection[int]:
        return s.agenda[-1].waiting(s) if s.agenda else ()

    def suspended(self, s: S) -> Collection[int]:
        """Seats whose decision has been put off by what lies above it on the agenda, and those that are asked again in
        the matter that runs."""
        put_off = {seat for step in s.agenda[:-1] for seat in step.waiting(s)}
        return put_off.union(s.agenda[-1].returning(s)) if s.agenda else put_off

    def invitations(self, s: S) -> Mapping[int, Phrase]:
        """Seats that may act but owe nothing, each with what it may do."""
        top = s.agenda[-1] if s.agenda else None
        return {seat: top.task(s, seat) for seat in sorted(top.invited(s))} if top is not None else {}

    def unanswered(self, s: S) -> Collection[int]:
        """The invited seats that have said nothing yet, as everybody sees."""
        return s.agenda[-1].unanswered(s) if s.agenda else ()

    def heard(self, s: S) -> Mapping[int, tuple[int, int]]:
        """Seats to whose question (an offer) others have answered so that they should hear of it: the number of the
        question, and how much was said (1: something, 2: everything). A function of what everybody sees."""
        return {}

    def standing_answers(self, s: S) -> Sequence[str]:
        """The keys of the standing answers that may speak in this game; the same as long as it lasts."""
        return ()

    def ceilings(self, s: S, seat: int) -> Mapping[str, range]:
        """What the seat may say beforehand, seen by nobody else, of bids that are still to come: their names, each with
        the numbers up to which it may go. What was said lasts as long as its name stands here. A function of what
        everybody sees."""
        return {}

    def up_to(self, s: S, seat: int, name: str, most: int) -> Move | None:
        """The legal move that follows for what the seat is asked now, if it goes up to that number; None: it is not
        asked about that."""
        return None

    def coming(self, s: S, seat: int) -> Sequence[str]:
        """The standing answers to what the seat will be asked in the turns of others: it may say now that it wants to
        be asked the next time. A function of what everybody sees."""
        return ()

    def standing(self, s: S, seat: int) -> Mapping[str, Move]:
        """The standing answers that speak to what the seat is asked now, each with the legal move it makes."""
        return s.agenda[-1].standing(s, seat) if self.may_act(s, seat) else {}

    def fallback(self, s: S, seat: int) -> Move | None:
        """The safe answer of a seat that is waited for, made by the clock when it does not come; None: it owes nothing.
        A function of what the seat may see. Again and again it ends the turn, in eight moves at most."""
        return s.agenda[-1].fallback(s, seat) if seat in self.waiting(s) else None

    def describe_default_move(self, s: S, seat: int) -> Phrase | None:
        """The same in words anybody may read, which tell nothing hidden: «discard 4 cards». They stand where a task
        stands, or after «otherwise: »."""
        return s.agenda[-1].describe_default_move(s, seat) if seat in self.waiting(s) else None

    def may_act(self, s: S, seat: int) -> bool:
        if not s.agenda:
            return False
        top = s.agenda[-1]
        return seat in top.waiting(s) or seat in top.invited(s)

    def legal(self, s: S, seat: int) -> Iterable[Move]:
        """Every listed move of the seat; nothing for who may not act."""
        if not s.agenda:
            return ()
        top = s.agenda[-1]
        return top.legal(s, seat) if seat in top.waiting(s) or seat in top.invited(s) else ()

    def check(self, s: S, seat: int, move: Move) -> None:
        """Raise the reason why the seat may not make this move now: GameOver, NotYourDecision or IllegalMove."""
        if not s.agenda:
            raise GameOver("game.over")
        top = s.agenda[-1]
        if seat not in top.waiting(s) and seat not in top.invited(s):
            raise NotYourDecision("game.not_yours", seat=seat)
        top.check(s, seat, move)

    def partly(self, s: S, seat: int) -> Collection[str]:
        """The kinds of move of which some are listed for the seat now, and not all."""
        return s.agenda[-1].partly(s, seat) if self.may_act(s, seat) else ()

    def narrowed(self, s: S, seat: int, kind: str, known: Known) -> Iterable[Move]:
        """Some moves of such a kind with what is known of them: enough to settle the next field by choosing."""
        return s.agenda[-1].narrowed(s, seat, kind, known) if self.may_act(s, seat) else ()

    def samples(self, s: S, seat: int, chance: Chance) -> Iterable[Move]:
        """A few legal moves that are not listed (offers): for tests and for machines."""
        return ()

    def explain(self, s: S, seat: int, move: Move) -> Sequence[Phrase]:
        """What a legal move would do as far as everybody may know beforehand, in words (for the preview)."""
        return ()

    def preview(self, s: S, seat: int, move: Move | None = None) -> object:
        """What the game's own screens show of a move before it is made, or with no move of what is asked now: plain
        values as the game describes them, of what the seat may know. None: nothing. A RulesError if it is illegal."""
        return None


class Transition(NamedTuple, Generic[S]):
    """What `play` returns: the new state, what happened, the numbers drawn, and below what each was drawn."""

    state: S
    events: Sequence[Event]
    chance: tuple[int, ...]
    bounds: tuple[int, ...] = ()

    @property
    def barrier(self) -> bool:
        """Nobody may take this back alone: luck was used or a secret shown."""
        return bool(self.chance) or any(e.reveals or e.seats is not None for e in self.events)


def start_game(
    game: Game[S], seats: int, key: bytes, forced: Sequence[int] = (), stack: Sequence[str] | None = None
) -> Transition[S]:
    """The first position. ValueError for a number of seats the game does not allow."""
    if seats not in game.seats:
        raise ValueError(f"{game.key} is not played by {seats}")
    chance = Chance(key, 0, forced)
    s = game.setup(seats, chance, stack)
    ctx = Context(s, chance)
    ctx.settle()
    s.used = chance.used
    return Transition(s, ctx.events, tuple(chance.drawn), tuple(chance.bounds))


def play(game: Game[S], s: S, seat: int, move: Move, forced: Sequence[int] = ()) -> Transition[S]:
    """The one way in: a new state, or a RulesError and the old state untouched."""
    game.check(s, seat, move)
    s = s.copy()
    chance = Chance(s.key, s.used, forced)
    ctx = Context(s, chance)
    at = len(s.agenda) - 1
    s.agenda[at] = s.agenda[at].take(ctx, seat, move)  # steps pushed by take lie above it
    ctx.settle()
    s.used = chance.used
    return Transition(s, ctx.events, tuple(chance.drawn), tuple(chance.bounds))


def branch_game(game: Game[S], s: S, key: bytes, forced: Sequence[int] = ()) -> Transition[S]:
    """The same position with luck of its own from here on: what no seat knows is shuffled anew. Nothing is told."""
    s = s.copy()
    chance = Chance(key, 0, forced)
    game.shuffle_unknown(s, chance)
    s.key, s.used = key, chance.used
    return Transition(s, (), tuple(chance.drawn), tuple(chance.bounds))
