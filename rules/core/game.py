"""The protocol of a game: state, agenda of steps, moves, views."""

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
    """Something that happened, for stories and pictures. The rules never read it back. `params` holds plain JSON values
    only (numbers, strings, lists, dicts with string keys)."""

    key: str
    params: Mapping[str, Any]
    seats: frozenset[int] | None = None  # seats that may know it; None: everybody
    reveals: bool = False  # hidden information became public (a drawn tile, a called character)


class State(Protocol):
    """Plain data only: numbers, strings, tuples, lists, dicts, frozen steps."""

    key: bytes  # secret key of the chance; never in a view
    used: int  # how many numbers were drawn from the chance
    agenda: list[Step[Any]]  # what is still to be done; the last step comes first

    def copy(self) -> Self: ...


class View(Protocol):
    """Properties common to the views of all games, sufficient for a front end that knows no particular game."""

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def headline(self) -> Phrase:
        """Progress of the game: "tile 31 of 72"."""

    @property
    def tasks(self) -> Mapping[int, Phrase]:
        """Waiting seat -> its task, in public words."""

    @property
    def invited(self) -> Mapping[int, Phrase]:
        """Invited seat -> its optional move, in public words."""

    @property
    def tally(self) -> Mapping[str, tuple[int, ...]]:
        """Category of points (a key below `<game>.tally.`) -> points of each seat; the columns sum to the scores."""

    @property
    def over(self) -> bool: ...


Known = Mapping[str, Any]
"""The part of a move that a player has already chosen: field -> its value; for a field with several items, item ->
(least, most) number of times the move contains it. Items that are not named may occur any number of times."""

S = TypeVar("S", bound=State)
STEPS: dict[str, type[Step[Any]]] = {}  # kind -> class, for loading saved games
# Shared results of `Step.waiting`: one seat, or none.
MORE_SEATS_THAN_ANY_GAME = 64
ONLY_SEAT: Final = tuple((seat,) for seat in range(MORE_SEATS_THAN_ANY_GAME))
NOBODY: Final = ()


class Step(ABC, Generic[S]):
    """One decision or action the game has to complete before it continues: a frozen, saveable frame of the agenda. Its
    `kind` is part of saved games: unique among all games (`carc.lay`), and never changed."""

    kind: ClassVar[str]
    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "kind" in cls.__dict__:
            registered = STEPS.get(cls.kind)  # dataclass(slots=True) creates the class twice
            same = registered is None or registered.__qualname__ == cls.__qualname__
            assert same, f"two steps of kind {cls.kind}"
            STEPS[cls.kind] = cls

    def waiting(self, s: S) -> Collection[int]:
        """Seats that must decide; if empty, the step can run."""
        return ()

    def invited_seats(self, s: S) -> Collection[int]:
        """Seats that may act but need not (an open trade offer): no clock, no reminder, no waiting."""
        return ()

    def seats_asked_again(self, s: S) -> Collection[int]:
        """Seats that are asked again about the same matter after others have answered (a round of bids)."""
        return ()

    def seats_yet_to_answer(self, s: S) -> Collection[int]:
        """Invited seats that have not answered yet. Depends only on public information."""
        return self.invited_seats(s)

    def standing_answer_moves(self, s: S, seat: int) -> Mapping[str, Move]:
        """Standing answer key -> its move, for the current question or invitation of the seat. Each move is legal
        whatever the seat holds, and its existence depends only on public information, so that an automatic answer
        reveals nothing about a hand."""
        return {}

    def default_move(self, s: S, seat: int) -> Move:
        """The default move, made by the clock for a seat that does not answer in time. It is legal, depends only on
        what the seat may see, and spends, reveals and gives away no more than the rules force. Override it where no
        option can be declined, or where declining loses something free."""
        moves = [*self.legal(s, seat)]
        return least_changing_move(moves, self.standing_answer_moves(s, seat)) or moves[0]

    def describe_default_move(self, s: S, seat: int) -> Phrase:
        """The default move in public words, phrased as a task. Depends only on public information."""
        family, _, name = self.kind.partition(".")
        return Phrase(f"{family}.fallback.{name.replace('.', '_')}")

    def task(self, s: S, seat: int) -> Phrase:
        """The question to the seat, in public words."""
        return Phrase(f"task.{self.kind}")

    def legal(self, s: S, seat: int) -> Iterable[Move]:
        """The listed legal moves of the seat, at most `list_limits.MOST`, in an order determined by the state."""
        return ()

    def partly_listed_kinds(self, s: S, seat: int) -> Collection[str]:
        """The kinds of moves of which `legal` lists only some."""
        return ()

    def list_matching_moves(self, s: S, seat: int, kind: str, known: Known) -> Iterable[Move]:
        """Legal moves of a partly listed kind that match `known`, at most `list_limits.MOST`. Every possible value of
        the first open field occurs in one of them; if all matching moves fit, all are returned. Kinds with `listed =
        False` need none if a form or screen of their own sets all fields at once."""
        return ()

    def check(self, s: S, seat: int, move: Move) -> None:
        """Raise IllegalMove with the reason. Override for unlisted moves and more specific reasons."""
        if move not in self.legal(s, seat):
            raise IllegalMove("move.illegal", move=str(move))

    def apply_move(self, ctx: Context[S], seat: int, move: Move) -> Self:
        """Carry out a legal move; returns the updated step. Never clears the agenda."""
        raise NotImplementedError

    def run(self, ctx: Context[S]) -> None:
        """Execute the step: no seat is waited for, and the step has just left the agenda."""


def least_changing_move(moves: Sequence[Move], standing: Mapping[str, Move]) -> Move | None:
    """The legal move that changes least, if unambiguous: the only one, a standing answer, or one that declines."""
    if len(moves) == 1:
        return moves[0]
    for move in standing.values():
        return move
    return next((move for move in moves if move.is_declining), None)


class Context(Generic[S]):
    """Everything a rule may modify while it runs: the state, the chance and the events."""

    __slots__ = ("chance", "events", "s")
    wants_events: ClassVar[bool] = True  # False: events are discarded and need not be computed

    def __init__(self, s: S, chance: Chance) -> None:
        self.s = s
        self.chance = chance
        self.events: list[Event] = []

    def emit(self, key: str, *, to: Iterable[int] | None = None, reveals: bool = False, **params: Any) -> None:
        """Record an event. `to`: the seats that may know it; `reveals`: hidden information became public."""
        self.events.append(Event(key, params, None if to is None else frozenset(to), reveals))

    def push(self, *steps: Step[S]) -> None:
        """Put steps on the agenda; the first argument runs first."""
        self.s.agenda.extend(reversed(steps))

    def run_until_decision(self) -> None:
        """Run all steps that need no decision."""
        agenda = self.s.agenda
        s = self.s
        while agenda and not agenda[-1].waiting(s):
            agenda.pop().run(self)


class Game(ConditionalMoves[S], ABC, Generic[S]):
    """A game with its options fixed. Stateless; the one object a front end needs."""

    key: ClassVar[str]
    version: ClassVar[int]  # raised when an old record would replay differently
    choices: Choices
    moves: Mapping[str, type[Move]]
    state: type[S]
    seats: range  # allowed numbers of players

    @abstractmethod
    def setup(self, seats: int, chance: Chance, stack: Sequence[str] | None = None) -> S:
        """The position before the first step runs. `stack` fixes the order of a pile instead of shuffling it (BadRecord
        if it is not such a pile)."""

    @abstractmethod
    def view(self, s: S, seat: int | None) -> Any:
        """All a seat (None: the public) may see: a frozen dataclass of plain values, with the properties of `View`."""

    @abstractmethod
    def shuffle_hidden(self, s: S, seat: int | None, chance: Chance) -> None:
        """Redistribute, in place, all information the seat cannot know, including the key of the chance."""

    @abstractmethod
    def shuffle_unknown(self, s: S, chance: Chance) -> None:
        """Redistribute, in place, information no seat knows, such as the order of a deck. All views stay the same."""

    @abstractmethod
    def audit(self, s: S) -> None:
        """AssertionError unless pieces, cards and scores match a slow recount from scratch."""

    @abstractmethod
    def scores(self, s: S) -> tuple[int, ...]: ...

    @abstractmethod
    def winners(self, s: S) -> tuple[int, ...]:
        """The winning seats of a game that is over."""

    def pipeline(self) -> Sequence[tuple[int, str, str]]:
        """The steps of a turn in order: rank, kind, module."""
        return ()

    def upgrade_saved_state(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        """Saved data of an older version in the current form."""
        return data

    def restore_unsaved_fields(self, s: S) -> S:
        """Fill in the fields of a loaded state that are not saved (the hooks of the modules)."""
        return s

    def fortune_by_seat(self, before: S, move: Move, after: S, events: Sequence[Event]) -> Mapping[int, Fortune]:
        """Seat -> luck of a move, for each affected seat. Called when the game is over."""
        return {}

    def over(self, s: S) -> bool:
        return not s.agenda

    def waiting(self, s: S) -> Collection[int]:
        return s.agenda[-1].waiting(s) if s.agenda else ()

    def seats_with_postponed_decision(self, s: S) -> Collection[int]:
        """Seats with a decision postponed by steps above it on the agenda, and seats of `Step.seats_asked_again`."""
        postponed = {seat for step in s.agenda[:-1] for seat in step.waiting(s)}
        return postponed.union(s.agenda[-1].seats_asked_again(s)) if s.agenda else postponed

    def invitations(self, s: S) -> Mapping[int, Phrase]:
        """Invited seat -> its optional move."""
        if not s.agenda:
            return {}
        top = s.agenda[-1]
        return {seat: top.task(s, seat) for seat in sorted(top.invited_seats(s))}

    def seats_yet_to_answer(self, s: S) -> Collection[int]:
        """Invited seats that have not answered yet. Depends only on public information."""
        return s.agenda[-1].seats_yet_to_answer(s) if s.agenda else ()

    def questions_with_answer_state(self, s: S) -> Mapping[int, tuple[int, int]]:
        """Seat -> (number, state) of the offer it has made: the seat is notified when others answer it. State 1: some
        have answered, 2: all have. Depends only on public information."""
        return {}

    def standing_answer_keys(self, s: S) -> Sequence[str]:
        """The keys of all standing answers that can apply in this game; constant during the game."""
        return ()

    def possible_bid_limits(self, s: S, seat: int) -> Mapping[str, range]:
        """Name -> possible bid limits of the seat for bids still to come; a bid limit is visible only to its owner. A
        given bid limit is valid as long as its name is listed here. Depends only on public information."""
        return {}

    def move_for_bid_limit(self, s: S, seat: int, name: str, most: int) -> Move | None:
        """The legal move the bid limit `most` makes for the current question; None: the question is no such bid."""
        return None

    def upcoming_standing_answers(self, s: S, seat: int) -> Sequence[str]:
        """Standing answers to questions the seat will get in the turns of others: it may ask to decide itself next
        time. Depends only on public information."""
        return ()

    def standing_answer_moves(self, s: S, seat: int) -> Mapping[str, Move]:
        """Standing answer key -> its legal move, for the current question of the seat."""
        return s.agenda[-1].standing_answer_moves(s, seat) if self.may_act(s, seat) else {}

    def default_move(self, s: S, seat: int) -> Move | None:
        """The default move of a waiting seat, made by the clock when its time is up; None: the seat is not waited for.
        Depends only on what the seat may see. Repeated, it ends the turn within eight moves."""
        return s.agenda[-1].default_move(s, seat) if seat in self.waiting(s) else None

    def describe_default_move(self, s: S, seat: int) -> Phrase | None:
        """The default move in public words ("discard 4 cards"), used like a task or after "otherwise: "."""
        return s.agenda[-1].describe_default_move(s, seat) if seat in self.waiting(s) else None

    def may_act(self, s: S, seat: int) -> bool:
        if not s.agenda:
            return False
        top = s.agenda[-1]
        return seat in top.waiting(s) or seat in top.invited_seats(s)

    def legal(self, s: S, seat: int) -> Iterable[Move]:
        """All listed legal moves of the seat; empty if it may not act."""
        if not s.agenda:
            return ()
        top = s.agenda[-1]
        return top.legal(s, seat) if seat in top.waiting(s) or seat in top.invited_seats(s) else ()

    def check(self, s: S, seat: int, move: Move) -> None:
        """Raise GameOver, NotYourDecision or IllegalMove if the seat may not make this move now."""
        if not s.agenda:
            raise GameOver("game.over")
        top = s.agenda[-1]
        if seat not in top.waiting(s) and seat not in top.invited_seats(s):
            raise NotYourDecision("game.not_yours", seat=seat)
        top.check(s, seat, move)

    def partly_listed_kinds(self, s: S, seat: int) -> Collection[str]:
        """The kinds of moves of which `legal` lists only some for the seat."""
        return s.agenda[-1].partly_listed_kinds(s, seat) if self.may_act(s, seat) else ()

    def list_matching_moves(self, s: S, seat: int, kind: str, known: Known) -> Iterable[Move]:
        """Some legal moves of a partly listed kind that match `known`: enough to offer the next field as a choice."""
        return s.agenda[-1].list_matching_moves(s, seat, kind, known) if self.may_act(s, seat) else ()

    def sample_unlisted_moves(self, s: S, seat: int, chance: Chance) -> Iterable[Move]:
        """A few legal moves that are not listed (offers): for tests and machines."""
        return ()

    def describe_effects(self, s: S, seat: int, move: Move) -> Sequence[Phrase]:
        """The effect of a legal move, as far as it is publicly predictable, in words (for the preview)."""
        return ()

    def preview(self, s: S, seat: int, move: Move | None = None) -> object:
        """The data a game's own screens show about a move before it is made (None: about the current question). Plain
        values the seat may know; None: nothing to show. RulesError if the move is illegal."""
        return None


class Transition(NamedTuple, Generic[S]):
    """Result of `play`: the new state, events, drawn numbers, and the exclusive upper bound of each."""

    state: S
    events: Sequence[Event]
    chance: tuple[int, ...]
    bounds: tuple[int, ...] = ()

    @property
    def barrier(self) -> bool:
        """Whether no seat may undo this alone: chance was used or a secret shown."""
        return bool(self.chance) or any(event.reveals or event.seats is not None for event in self.events)


def start_game(
    game: Game[S], seats: int, key: bytes, forced: Sequence[int] = (), stack: Sequence[str] | None = None
) -> Transition[S]:
    """The first position. ValueError for a number of seats the game does not allow."""
    if seats not in game.seats:
        raise ValueError(f"{game.key} is not played by {seats}")
    chance = Chance(key, 0, forced)
    s = game.setup(seats, chance, stack)
    ctx = Context(s, chance)
    ctx.run_until_decision()
    s.used = chance.used
    return Transition(s, ctx.events, tuple(chance.drawn), tuple(chance.drawn_bounds))


def play(game: Game[S], s: S, seat: int, move: Move, forced: Sequence[int] = ()) -> Transition[S]:
    """Make a move: returns a new state, or raises a RulesError and leaves `s` untouched."""
    game.check(s, seat, move)
    s = s.copy()
    chance = Chance(s.key, s.used, forced)
    ctx = Context(s, chance)
    asked = len(s.agenda) - 1
    s.agenda[asked] = s.agenda[asked].apply_move(ctx, seat, move)  # steps pushed by take lie above it
    ctx.run_until_decision()
    s.used = chance.used
    return Transition(s, ctx.events, tuple(chance.drawn), tuple(chance.drawn_bounds))


def branch_game(game: Game[S], s: S, key: bytes, forced: Sequence[int] = ()) -> Transition[S]:
    """The same position with its own chance from here on: information no seat knows is reshuffled. No events."""
    s = s.copy()
    chance = Chance(key, 0, forced)
    game.shuffle_unknown(s, chance)
    s.key, s.used = key, chance.used
    return Transition(s, (), tuple(chance.drawn), tuple(chance.drawn_bounds))
