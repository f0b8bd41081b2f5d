"""Modules of Carcassonne and their hooks.

The code calls hooks instead of checking for modules; the base game is a module too. A new hook needs a method of
`Expansion` and a line in `Hooks`.
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

# Roles of a kind of figure (see FigureKind).
FOLLOWER: Final = "follower"
COMPANION: Final = "companion"
APART: Final = "apart"

NOTHING: Final[Mapping[int, str]] = {}  # nothing is refused


@dataclass(frozen=True, slots=True)
class FigureKind:
    """A kind of figure: number per player, allowed features, weight in a majority.

    Followers occupy features and own them. All other figures are in `s.figures` too and return to the supply with the
    feature, but neither occupy nor own anything. A companion (builder, pig) is placed beside an own follower of an
    incomplete feature and leaves with the last of them. A figure with role APART (a barn) is placed and returned by its
    module. `Expansion.pieces` reports neutral figures and pieces off the features.
    """

    key: str
    count: int
    stands: frozenset[int]  # kinds of features
    weight: int = 1
    sent_weight: int | None = None  # weight as a guest (in a feature as a whole), if different
    role: str = FOLLOWER  # FOLLOWER, COMPANION or APART


@dataclass(slots=True)
class Setup:
    """The boxes of tiles before the game."""

    tiles: dict[int, int]  # tile -> pieces still in the box
    opening: list[tuple[int, int]] = field(default_factory=list)  # tiles on the board from the start: position, number
    piles: list[list[int]] = field(default_factory=list)  # drawn before all others, one pile after the other

    def take(self, tile: int) -> int:
        """Take all pieces of a tile out of the box; returns their number."""
        return self.tiles.pop(tile)


class Expansion(modules.Module):
    """Base class of the modules: hooks with passive defaults."""

    sets: ClassVar[tuple[str, ...]] = ()  # of tiles
    traits: ClassVar[tuple[str, ...]] = ()  # properties of its tiles other modules may need
    presets: ClassVar[tuple[str, ...]] = ()  # presets of the base game that include it
    wary: ClassVar[Mapping[str, str]] = {}  # trait of another module -> key of a warning before the game
    moves: ClassVar[tuple[type[Move], ...]] = ()
    marks: ClassVar[tuple[str, ...]] = ()  # on tiles: of features, and symbols; each has a word `carc.mark.<mark>`
    figures: ClassVar[tuple[FigureKind, ...]] = ()
    ending: ClassVar[tuple[Ranked, ...]] = ()  # steps after the last turn by rank

    def idle_marks(self, traits: Collection[str]) -> Collection[str]:
        """Its marks without meaning for their features in this game. `traits`: of all modules in play."""
        return ()

    def standing_answers(self) -> Sequence[str]:
        """The keys of the standing answers of its steps."""
        return ()

    def opening(self, setup: Setup) -> None:
        """Add tiles that begin on the board, and piles drawn first. Called when the boxes are filled."""

    def begun(self, s: CarcassonneState) -> None:
        """Called when the opening tiles are on the board."""

    def limits(self, tile: Tile) -> bool:
        """Whether `refuses` must be called for this tile."""
        return True

    def refuses(self, s: CarcassonneState, at: int, number: int) -> str:
        """The key of the reason why this fitting turned tile may not be laid there; empty: it may."""
        return ""

    def placed(self, ctx: Ctx, at: int, number: int) -> None:
        """Called when a tile was laid."""

    def put_aside(self, ctx: Ctx, tile: int) -> None:
        """Called when a drawn tile fitted nowhere and another is about to be drawn."""

    def other_lays(self, s: CarcassonneState, tile: int) -> Sequence[Move]:
        """Ways to lay a tile where it does not fit as printed, and other uses of the tile."""
        return ()

    def own_tile(self, ctx: Ctx) -> int:
        """A tile the active player holds and lays instead of drawing one, -1: none."""
        return -1

    def extra_tile(self, s: CarcassonneState, tile: int) -> bool:
        """Whether this tile is laid in addition to the regular tile of the part."""
        return False

    def kept(self, s: CarcassonneState) -> Sequence[int]:
        """Drawn tiles that are laid later."""
        return ()

    def tile_due(self, s: CarcassonneState) -> bool:
        """Whether the active player already holds the tile of this part."""
        return False

    def guests(self, s: CarcassonneState) -> Iterable[Guest]:
        """Followers in a feature as a whole, without a place of their own."""
        return ()

    def returned(self, s: CarcassonneState, roots: set[int]) -> None:
        """Return guests of these features, whose figures have left the board."""

    def forecast(self, s: CarcassonneState) -> Iterable[Phrase]:
        """Scorings of this part beside completed features, as they stand now."""
        return ()

    def fields_due(self, s: CarcassonneState) -> Iterable[int]:
        """The roots of the fields scored in this part."""
        return ()

    def pieces(self, s: CarcassonneState) -> Iterator[Piece]:
        """Pieces not in `s.figures`: neutral ones, and followers off the features."""
        yield from ()

    def extra(self, s: CarcassonneState) -> Any:
        """The public view of this module beyond tiles and figures: a frozen dataclass of plain values."""
        return None

    def audit(self, s: CarcassonneState) -> None:
        """AssertionError unless the state of this module is consistent."""

    def bars(self, s: CarcassonneState, figure: str) -> Mapping[int, str]:
        """Root of a feature -> key of the reason why no such figure may be put there."""
        return NOTHING

    def deployments(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        """Alternatives to deploying a follower."""
        return ()

    def demands(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        """Moves of which the seat must make one before anything else; empty: none."""
        return ()

    def meets(self, s: CarcassonneState, seat: int) -> tuple[Move, Phrase] | None:
        """The default move for a demand, with its description; None: no demand."""
        return None

    def task(self, s: CarcassonneState, seat: int) -> Phrase | None:
        """The question to the seat about the tile just laid, if it is not about a figure."""
        return None

    def besides(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        """Optional moves with the tile just laid, in addition to and before others."""
        return ()

    def judge(self, s: CarcassonneState, seat: int, move: Move) -> None:
        """Raise IllegalMove with a specific reason for an illegal move of this module."""

    def act(self, ctx: Ctx, seat: int, move: Move) -> bool | None:
        """Carry out a move from `other_lays`, `deployments`, `demands` or `besides`. True: the tile just laid is done;
        False: the seat is asked again; None: not a move of this module."""
        return None

    def everywhere(self, s: CarcassonneState) -> bool:
        """Whether followers may be put on any tile of the board, not only the one just laid."""
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
        """Position of a tile without access for figures -> key of the reason."""
        return NOTHING

    def shelters(self, s: CarcassonneState, at: int) -> bool:
        """Whether this tile is closed to the dragon."""
        return False

    def spares(self, s: CarcassonneState, figure: Figure) -> bool:
        """Whether nothing may remove this figure before its feature is scored."""
        return False

    def astride(self, s: CarcassonneState) -> Mapping[int, Sequence[int]]:
        """Node of a figure that stands on several tiles (a lord: two) -> these tiles."""
        return {}

    def bonus(self, ctx: Ctx, root: int, figures: Sequence[Figure]) -> None:
        """Called when a feature is scored, in play or at the end, with the figures still in it."""

    def coming(self, s: CarcassonneState) -> Sequence[int]:
        """Tiles that are added to a pile later."""
        return ()

    def called(self, s: CarcassonneState, root: int, name: str) -> str:
        """The public name of a feature: its special form (shrine, abbey, castle) or `name`."""
        return name

    def rule(self, s: CarcassonneState, root: int, key: str) -> str:
        """The key, below carc.rule, of the sentence about the points of a feature in its present state. `key`: without
        this module."""
        return key

    def completed(self, ctx: Ctx, roots: Sequence[int]) -> None:
        """Called when the points of completed features, occupied or not, were given; figures still stand there."""

    def settled(self, ctx: Ctx, roots: Sequence[int]) -> None:
        """Called when the figures of completed features are gone."""

    def grown(self, ctx: Ctx, root: int) -> None:
        """Called when a road or city was extended by something other than a tile (a bridge)."""

    def again(self, s: CarcassonneState) -> bool:
        """Whether the active player lays another tile after this part of the turn."""
        return False

    def animals(self, s: CarcassonneState, field: int, seat: int) -> int:
        """Extra points per city for the farmers of a seat, from its own animals in the field."""
        return 0

    def herd(self, s: CarcassonneState, field: int) -> int:
        """Extra points per city for all farmers, from neutral animals in the field."""
        return 0

    def richer(self, s: CarcassonneState, city: int) -> int:
        """Extra points a complete city gives a field."""
        return 0

    def more_cities(self, s: CarcassonneState, field: int) -> int:
        """The number of complete cities beside the field that are no features of the board."""
        return 0

    def standing(self, s: CarcassonneState, kind: int) -> int:
        """The number of complete features of a kind that are not made of tiles (a walled city)."""
        return 0

    def weight(self, s: CarcassonneState, figure: str, root: int, weight: int) -> int:
        """The weight of a follower in the majority of a feature. `weight`: without this module."""
        return weight

    def each(self, s: CarcassonneState, root: int, points: int) -> int:
        """The points of one tile (and one shield) of a feature. `points`: without this module. For an incomplete
        feature, or one assumed complete, they depend on its kind, size and marks only."""
        return points


class Hooks(modules.Hooks[Expansion]):
    """All hooks, bound once to the modules that implement them: an unimplemented hook costs nothing."""

    def __init__(self, playing: Iterable[type[Expansion]], chosen: Mapping[str, str]) -> None:
        super().__init__(playing, chosen)
        self.opening = self._bound(Expansion.opening)
        self.begun = self._bound(Expansion.begun)
        # Tile -> implementations of `refuses` that concern it.
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
        self.rows = {kind.key: i for i, kind in enumerate(self.figures)}  # index in the supply of a seat
        self.weights = {kind.key: kind.weight for kind in self.figures if kind.role == FOLLOWER}
        # With their indexes in the supply of a seat:
        self.followers = tuple((i, kind) for i, kind in enumerate(self.figures) if kind.role == FOLLOWER)
        self.apart = frozenset(kind.key for kind in self.figures if kind.role == APART)
        self.companions = tuple((i, kind) for i, kind in enumerate(self.figures) if kind.role == COMPANION)
        self.standing_answers = self._joined(lambda m: m.standing_answers())
        traits = frozenset(self._joined(lambda m: m.traits))
        self.marks = frozenset(self._joined(lambda m: set(m.marks).difference(m.idle_marks(traits))))
        self.ending = self._ranked(lambda m: m.ending)
        self.ending_steps = build_turn_steps(self.ending)

    def between(self, low: int, high: int) -> tuple[Step[Any], ...]:
        """The steps of the turn with low <= rank < high, in order."""
        return tuple(step() for rank, step, _ in self.turn if low <= rank < high)
