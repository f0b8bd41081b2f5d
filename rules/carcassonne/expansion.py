"""Modules, and the questions they answer. Nobody asks which module is on: whoever plays answers.

The base game is a module like the others. To add a question: a method of `Expansion`, a line in `Hooks`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rules.core import Chance, Move, Phrase, Step, modules
from rules.core.modules import Ranked, build_turn_steps

from .tiles import TILES, Tile

if TYPE_CHECKING:
    from .state import CarcassonneState, Ctx, Figure, Guest
    from .view import Piece

# What a kind of figure is (see FigureKind).
FOLLOWER: Final = "follower"
COMPANION: Final = "companion"
APART: Final = "apart"

NOTHING: Final[Mapping[int, str]] = {}  # nothing is refused


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure: how many each player has, on which features it may be put, what it weighs in a majority.

    Followers occupy features and own them. All other figures stand in `s.figures` too, go back to the supply with the
    feature, and neither occupy nor own anything: a companion (builder, pig) is put beside an own follower of an
    incomplete feature and leaves with the last of them; whatever stands by rules of its own (a barn) is put, and taken
    back, by its module. Neutral figures and what stands off the features are told by `Expansion.pieces`.
    """

    key: str
    count: int
    stands: frozenset[int]  # kinds of features
    weight: int = 1
    sent_weight: int | None = None  # in a feature as a whole, on none of its places (a guest), if that is not the same
    role: str = FOLLOWER  # FOLLOWER, COMPANION or APART


@dataclass(slots=True)
class Setup:
    """The boxes on the table before the game."""

    tiles: dict[int, int]  # tile -> how many pieces nobody has taken out yet
    opening: list[tuple[int, int]] = field(default_factory=list)  # tiles that begin on the board: position, number
    piles: list[list[int]] = field(default_factory=list)  # drawn before all others, one after the other

    def take(self, tile: int) -> int:
        """All pieces of a tile out of the box."""
        return self.tiles.pop(tile)


class Expansion(modules.Module):
    """The questions a module may answer and the moments it may use. Override what matters, nothing else."""

    sets: ClassVar[tuple[str, ...]] = ()  # of tiles
    traits: ClassVar[tuple[str, ...]] = ()  # what others may have to know of its tiles
    presets: ClassVar[tuple[str, ...]] = ()  # of the base game's, those in which it plays
    wary: ClassVar[Mapping[str, str]] = {}  # trait of another module -> the key of a warning before the game
    moves: ClassVar[tuple[type[Move], ...]] = ()
    marks: ClassVar[tuple[str, ...]] = ()  # on tiles: of features, and symbols; each has a word `carc.mark.<mark>`
    figures: ClassVar[tuple[FigureKind, ...]] = ()
    ending: ClassVar[tuple[Ranked, ...]] = ()  # steps after the last turn by rank

    def idle_marks(self, traits: Collection[str]) -> Collection[str]:
        """Those of its marks that say nothing of the features that bear them. `traits`: of all modules in play."""
        return ()

    def standing_answers(self) -> Sequence[str]:
        """The standing answers that its steps know."""
        return ()

    def opening(self, setup: Setup) -> None:
        """The boxes are open: what begins on the board, which tiles come first?"""

    def begun(self, s: CarcassonneState) -> None:
        """The opening tiles lie on the board."""

    def limits(self, tile: Tile) -> bool:
        """Is `refuses` to be asked about this tile at all?"""
        return True

    def refuses(self, s: CarcassonneState, at: int, number: int) -> str:
        """The key of the reason why this turned tile may not lie there although it might fit; empty: it may."""
        return ""

    def placed(self, ctx: Ctx, at: int, number: int) -> None:
        """A tile has just been laid."""

    def put_aside(self, ctx: Ctx, tile: int) -> None:
        """A drawn tile fitted nowhere; another is going to be drawn."""

    def other_lays(self, s: CarcassonneState, tile: int) -> Sequence[Move]:
        """Ways to lay a tile where it does not fit as it is printed, and what may be done with it instead."""
        return ()

    def own_tile(self, ctx: Ctx) -> int:
        """The tile that the active player has already and lays instead of drawing one, -1: none."""
        return -1

    def extra_tile(self, s: CarcassonneState, tile: int) -> bool:
        """Is this tile laid before the one of the part, and not in its place? Another is drawn in any case."""
        return False

    def kept(self, s: CarcassonneState) -> Sequence[int]:
        """Tiles that were drawn and are going to be laid later."""
        return ()

    def tile_due(self, s: CarcassonneState) -> bool:
        """Does the active player already have the tile to be laid in this part?"""
        return False

    def guests(self, s: CarcassonneState) -> Iterable[Guest]:
        """Followers that stand in a feature as a whole, on none of its places."""
        return ()

    def returned(self, s: CarcassonneState, roots: set[int]) -> None:
        """The figures of these features have gone home: take back those the board does not hold."""

    def forecast(self, s: CarcassonneState) -> Iterable[Phrase]:
        """What else is going to be scored in this part, beside the completed features, as it stands now."""
        return ()

    def fields_due(self, s: CarcassonneState) -> Iterable[int]:
        """The fields that are going to be scored in this part, by their roots."""
        return ()

    def pieces(self, s: CarcassonneState) -> Iterator[Piece]:
        """Pieces on the table that are not in `s.figures`: neutral ones, and followers that stand on no feature."""
        yield from ()

    def extra(self, s: CarcassonneState) -> Any:
        """What everybody sees of this module beyond tiles and figures: a frozen dataclass of plain values."""
        return None

    def audit(self, s: CarcassonneState) -> None:
        """AssertionError unless what this module remembers is right."""

    def bars(self, s: CarcassonneState, figure: str) -> Mapping[int, str]:
        """The features, by their roots, on which no such figure may be put -> the key of the reason."""
        return NOTHING

    def deployments(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        """What else may be done instead of deploying a follower."""
        return ()

    def demands(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        """Moves of which one must be made before the seat may put or move anything; none: nothing is demanded."""
        return ()

    def meets(self, s: CarcassonneState, seat: int) -> tuple[Move, Phrase] | None:
        """How the clock meets what this module demands, and the words for it; None: it demands nothing."""
        return None

    def task(self, s: CarcassonneState, seat: int) -> Phrase | None:
        """What is asked of the seat about the tile just laid, if it is not a figure."""
        return None

    def besides(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        """What may be done before whatever else is done with the tile just laid, and in addition to it."""
        return ()

    def judge(self, s: CarcassonneState, seat: int, move: Move) -> None:
        """IllegalMove with a better reason than that it is not listed, for a move of this module."""

    def act(self, ctx: Ctx, seat: int, move: Move) -> bool | None:
        """Carry out a move from `other_lays`, `deployments`, `demands` or `besides`. True: nothing more is put on the
        tile just laid; False: the seat is asked again; None: the move is another module's."""
        return None

    def everywhere(self, s: CarcassonneState) -> bool:
        """May followers be put on any tile of the board now, not on the one just laid alone?"""
        return False

    def ceilings(self, s: CarcassonneState, seat: int) -> Mapping[str, range]:
        """See `Game.ceilings`."""
        return {}

    def up_to(self, s: CarcassonneState, seat: int, name: str, most: int) -> Move | None:
        """See `Game.up_to`."""
        return None

    def samples(self, s: CarcassonneState, seat: int, chance: Chance) -> Iterable[Move]:
        """A few legal moves that are not listed."""
        return ()

    def closed(self, s: CarcassonneState) -> Mapping[int, str]:
        """The tiles on which no figure may be put, and to which none may be moved -> the key of the reason."""
        return NOTHING

    def shelters(self, s: CarcassonneState, at: int) -> bool:
        """Is this tile closed to the dragon?"""
        return False

    def spares(self, s: CarcassonneState, figure: Figure) -> bool:
        """Is this figure safe from everything that takes figures off the board before their feature is scored?"""
        return False

    def astride(self, s: CarcassonneState) -> Mapping[int, Sequence[int]]:
        """Figures that stand on more tiles than the one of their place (a lord, on two): their node -> these tiles."""
        return {}

    def bonus(self, ctx: Ctx, root: int, figures: Sequence[Figure]) -> None:
        """A feature gives its points, in play or at the end; these figures still stand in it."""

    def coming(self, s: CarcassonneState) -> Sequence[int]:
        """The tiles that are in no pile yet, but are going to be put into one."""
        return ()

    def called(self, s: CarcassonneState, root: int, name: str) -> str:
        """What people call a feature: its kind, or what it has become (a shrine, an abbey, a castle)."""
        return name

    def rule(self, s: CarcassonneState, root: int, key: str) -> str:
        """The key, below carc.rule, of the sentence that says what a feature gives as it stands."""
        return key

    def completed(self, ctx: Ctx, roots: Sequence[int]) -> None:
        """The points of these completed features have been given, held or not; their figures still stand there."""

    def settled(self, ctx: Ctx, roots: Sequence[int]) -> None:
        """And now the figures are gone: what else completing these features brings."""

    def grown(self, ctx: Ctx, root: int) -> None:
        """A road or city goes on over something else than a tile just laid (a bridge)."""

    def again(self, s: CarcassonneState) -> bool:
        """Does the active player lay another tile when this part of the turn is over?"""
        return False

    def animals(self, s: CarcassonneState, field: int, seat: int) -> int:
        """What animals of a seat in a field add to each city for its farmers."""
        return 0

    def herd(self, s: CarcassonneState, field: int) -> int:
        """What animals of nobody in a field add to each city for all its farmers."""
        return 0

    def richer(self, s: CarcassonneState, city: int) -> int:
        """What a complete city gives a field beyond the usual points."""
        return 0

    def more_cities(self, s: CarcassonneState, field: int) -> int:
        """What a field borders that counts as a complete city without being one."""
        return 0

    def standing(self, s: CarcassonneState, kind: int) -> int:
        """How many complete features of a kind there are beside those that tiles make up (a walled city)."""
        return 0

    def weight(self, s: CarcassonneState, figure: str, root: int, weight: int) -> int:
        """What a follower weighs in the majority of a feature."""
        return weight

    def each(self, s: CarcassonneState, root: int, each: int) -> int:
        """What one tile (and one shield) of a feature is worth, as it stands. Of one that is incomplete, or only taken
        to be complete, that follows from its kind, size and marks alone."""
        return each


class Hooks(modules.Hooks[Expansion]):
    """Every question, bound once to those who answer it: an unanswered one costs nothing."""

    def __init__(self, playing: Iterable[type[Expansion]], chosen: Mapping[str, str]) -> None:
        super().__init__(playing, chosen)
        self.opening = self._bound(Expansion.opening)
        self.begun = self._bound(Expansion.begun)
        # For each tile: those who may refuse it a place.
        refusing = self._answering(Expansion.refuses)
        self.refuses = tuple(tuple(m.refuses for m in refusing if m.limits(tile)) for tile in TILES)
        self.placed = self._bound(Expansion.placed)
        self.put_aside = self._bound(Expansion.put_aside)
        self.other_lays = self._bound(Expansion.other_lays)
        self.own_tile = self._bound(Expansion.own_tile)
        self.extra_tile = self._bound(Expansion.extra_tile)
        self.kept = self._bound(Expansion.kept)
        self.samples = self._bound(Expansion.samples)
        self.ceilings = self._bound(Expansion.ceilings)
        self.up_to = self._bound(Expansion.up_to)
        self.tile_due = self._bound(Expansion.tile_due)
        self.guests = self._bound(Expansion.guests)
        self.returned = self._bound(Expansion.returned)
        self.forecast = self._bound(Expansion.forecast)
        self.fields_due = self._bound(Expansion.fields_due)
        self.pieces = self._bound(Expansion.pieces)
        self.extra = tuple((m.key, m.extra) for m in self._answering(Expansion.extra))
        self.audit = self._bound(Expansion.audit)
        self.bars = self._bound(Expansion.bars)
        self.deployments = self._bound(Expansion.deployments)
        self.demands = self._bound(Expansion.demands)
        self.meets = self._bound(Expansion.meets)
        self.task = self._bound(Expansion.task)
        self.besides = self._bound(Expansion.besides)
        self.judge = self._bound(Expansion.judge)
        self.act = self._bound(Expansion.act)
        self.everywhere = self._bound(Expansion.everywhere)
        self.closed = self._bound(Expansion.closed)
        self.shelters = self._bound(Expansion.shelters)
        self.spares = self._bound(Expansion.spares)
        self.astride = self._bound(Expansion.astride)
        self.bonus = self._bound(Expansion.bonus)
        self.coming = self._bound(Expansion.coming)
        self.called = self._bound(Expansion.called)
        self.rule = self._bound(Expansion.rule)
        self.completed = self._bound(Expansion.completed)
        self.settled = self._bound(Expansion.settled)
        self.grown = self._bound(Expansion.grown)
        self.again = self._bound(Expansion.again)
        self.animals = self._bound(Expansion.animals)
        self.herd = self._bound(Expansion.herd)
        self.richer = self._bound(Expansion.richer)
        self.more_cities = self._bound(Expansion.more_cities)
        self.standing = self._bound(Expansion.standing)
        self.weight = self._bound(Expansion.weight)
        self.each = self._bound(Expansion.each)
        self.sets = self._joined(lambda m: m.sets)
        self.moves = self._joined(lambda m: m.moves)
        self.figures = self._joined(lambda m: m.figures)
        self.rows = {kind.key: i for i, kind in enumerate(self.figures)}  # where the supply of a seat counts them
        self.weights = {kind.key: kind.weight for kind in self.figures if kind.role == FOLLOWER}
        # With their places in the supply of a seat:
        self.followers = tuple((i, kind) for i, kind in enumerate(self.figures) if kind.role == FOLLOWER)
        self.apart = frozenset(kind.key for kind in self.figures if kind.role == APART)
        self.companions = tuple((i, kind) for i, kind in enumerate(self.figures) if kind.role == COMPANION)
        self.standing_answers = self._joined(lambda m: m.standing_answers())
        traits = frozenset(self._joined(lambda m: m.traits))
        self.marks = frozenset(self._joined(lambda m: set(m.marks).difference(m.idle_marks(traits))))
        self.ending = self._ranked(lambda m: m.ending)
        self.ending_steps = build_turn_steps(self.ending)

    def between(self, low: int, high: int) -> tuple[Step[Any], ...]:
        """The steps of the turn with low <= rank < high, first one first."""
        return tuple(step() for rank, step, _ in self.turn if low <= rank < high)
