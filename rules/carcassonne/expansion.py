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
    module. `Expansion.list_module_pieces` reports neutral figures and pieces off the features.
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

    def take_all_pieces(self, tile: int) -> int:
        """Take all pieces of a tile out of the box; returns their number."""
        return self.tiles.pop(tile)


class Expansion(modules.Module):
    """Base class of the modules: hooks with passive defaults."""

    sets: ClassVar[tuple[str, ...]] = ()  # of tiles
    traits: ClassVar[tuple[str, ...]] = ()  # properties of its tiles other modules may need
    presets: ClassVar[tuple[str, ...]] = ()  # presets of the base game that include it
    trait_warnings: ClassVar[Mapping[str, str]] = {}  # trait of another module -> key of a warning before the game
    moves: ClassVar[tuple[type[Move], ...]] = ()
    marks: ClassVar[tuple[str, ...]] = ()  # on tiles: of features, and symbols; each has a word `carc.mark.<mark>`
    figures: ClassVar[tuple[FigureKind, ...]] = ()
    ending: ClassVar[tuple[Ranked, ...]] = ()  # steps after the last turn by rank

    def marks_without_meaning(self, traits: Collection[str]) -> Collection[str]:
        """Its marks without meaning for their features in this game. `traits`: of all modules in play."""
        return ()

    def standing_answer_keys(self) -> Sequence[str]:
        """The keys of the standing answers of its steps."""
        return ()

    def add_opening_tiles(self, setup: Setup) -> None:
        """Add tiles that begin on the board, and piles drawn first. Called when the boxes are filled."""

    def create_module_state(self, s: CarcassonneState) -> None:
        """Called when the opening tiles are on the board."""

    def may_refuse_tile(self, tile: Tile) -> bool:
        """Whether `refuses` must be called for this tile."""
        return True

    def lay_refusal(self, s: CarcassonneState, at: int, number: int) -> str:
        """The key of the reason why this fitting turned tile may not be laid there; empty: it may."""
        return ""

    def on_tile_laid(self, ctx: Ctx, at: int, number: int) -> None:
        """Called when a tile was laid."""

    def on_tile_put_aside(self, ctx: Ctx, tile: int) -> None:
        """Called when a drawn tile fitted nowhere and another is about to be drawn."""

    def list_other_lays(self, s: CarcassonneState, tile: int) -> Sequence[Move]:
        """Ways to lay a tile where it does not fit as printed, and other uses of the tile."""
        return ()

    def take_own_tile(self, ctx: Ctx) -> int:
        """A tile the active player holds and lays instead of drawing one, -1: none."""
        return -1

    def is_additional_tile(self, s: CarcassonneState, tile: int) -> bool:
        """Whether this tile is laid in addition to the regular tile of the part."""
        return False

    def list_kept_tiles(self, s: CarcassonneState) -> Sequence[int]:
        """Drawn tiles that are laid later."""
        return ()

    def has_tile_for_part(self, s: CarcassonneState) -> bool:
        """Whether the active player already holds the tile of this part."""
        return False

    def list_feature_guests(self, s: CarcassonneState) -> Iterable[Guest]:
        """Followers in a feature as a whole, without a place of their own."""
        return ()

    def return_feature_guests(self, s: CarcassonneState, roots: set[int]) -> None:
        """Return guests of these features, whose figures have left the board."""

    def forecast_scores(self, s: CarcassonneState) -> Iterable[Phrase]:
        """Scorings of this part beside completed features, as they stand now."""
        return ()

    def list_fields_to_score(self, s: CarcassonneState) -> Iterable[int]:
        """The roots of the fields scored in this part."""
        return ()

    def list_module_pieces(self, s: CarcassonneState) -> Iterator[Piece]:
        """Pieces not in `s.figures`: neutral ones, and followers off the features."""
        yield from ()

    def build_module_view(self, s: CarcassonneState) -> Any:
        """The public view of this module beyond tiles and figures: a frozen dataclass of plain values."""
        return None

    def audit(self, s: CarcassonneState) -> None:
        """AssertionError unless the state of this module is consistent."""

    def features_barred_to(self, s: CarcassonneState, figure: str) -> Mapping[int, str]:
        """Root of a feature -> key of the reason why no such figure may be put there."""
        return NOTHING

    def list_deployment_alternatives(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        """Alternatives to deploying a follower."""
        return ()

    def required_moves(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        """Moves of which the seat must make one before anything else; empty: none."""
        return ()

    def default_required_move(self, s: CarcassonneState, seat: int) -> tuple[Move, Phrase] | None:
        """The default move for a demand, with its description; None: no demand."""
        return None

    def task_about_tile(self, s: CarcassonneState, seat: int) -> Phrase | None:
        """The question to the seat about the tile just laid, if it is not about a figure."""
        return None

    def list_optional_moves(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        """Optional moves with the tile just laid, in addition to and before others."""
        return ()

    def raise_refusal_reason(self, s: CarcassonneState, seat: int, move: Move) -> None:
        """Raise IllegalMove with a specific reason for an illegal move of this module."""

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> bool | None:
        """Carry out a move from `list_other_lays`, `list_deployment_alternatives`, `required_moves` or
        `list_optional_moves`. True: the tile just laid is done; False: the seat is asked again; None: not a move of
        this module."""
        return None

    def can_deploy_anywhere(self, s: CarcassonneState) -> bool:
        """Whether followers may be put on any tile of the board, not only the one just laid."""
        return False

    def possible_bid_limits(self, s: CarcassonneState, seat: int) -> Mapping[str, range]:
        """See `Game.possible_bid_limits`."""
        return {}

    def move_for_bid_limit(self, s: CarcassonneState, seat: int, name: str, most: int) -> Move | None:
        """See `Game.move_for_bid_limit`."""
        return None

    def sample_unlisted_moves(self, s: CarcassonneState, seat: int, chance: Chance) -> Iterable[Move]:
        """A few legal moves that are not listed."""
        return ()

    def tiles_closed_to_figures(self, s: CarcassonneState) -> Mapping[int, str]:
        """Position of a tile without access for figures -> key of the reason."""
        return NOTHING

    def is_closed_to_dragon(self, s: CarcassonneState, at: int) -> bool:
        """Whether this tile is closed to the dragon."""
        return False

    def protects_figure(self, s: CarcassonneState, figure: Figure) -> bool:
        """Whether nothing may remove this figure before its feature is scored."""
        return False

    def tiles_of_wide_figures(self, s: CarcassonneState) -> Mapping[int, Sequence[int]]:
        """Node of a figure that stands on several tiles (a lord: two) -> these tiles."""
        return {}

    def give_feature_bonus(self, ctx: Ctx, root: int, figures: Sequence[Figure]) -> None:
        """Called when a feature is scored, in play or at the end, with the figures still in it."""

    def list_tiles_added_later(self, s: CarcassonneState) -> Sequence[int]:
        """Tiles that are added to a pile later."""
        return ()

    def special_feature_name(self, s: CarcassonneState, root: int, name: str) -> str:
        """The public name of a feature: its special form (shrine, abbey, castle) or `name`."""
        return name

    def special_rule_key(self, s: CarcassonneState, root: int, key: str) -> str:
        """The key, below carc.rule, of the sentence about the points of a feature in its present state. `key`: without
        this module."""
        return key

    def on_features_scored(self, ctx: Ctx, roots: Sequence[int]) -> None:
        """Called when the points of completed features, occupied or not, were given; figures still stand there."""

    def on_figures_returned(self, ctx: Ctx, roots: Sequence[int]) -> None:
        """Called when the figures of completed features are gone."""

    def on_feature_extended(self, ctx: Ctx, root: int) -> None:
        """Called when a road or city was extended by something other than a tile (a bridge)."""

    def lays_another_tile(self, s: CarcassonneState) -> bool:
        """Whether the active player lays another tile after this part of the turn."""
        return False

    def own_animals_bonus(self, s: CarcassonneState, field: int, seat: int) -> int:
        """Extra points per city for the farmers of a seat, from its own animals in the field."""
        return 0

    def neutral_animals_bonus(self, s: CarcassonneState, field: int) -> int:
        """Extra points per city for all farmers, from neutral animals in the field."""
        return 0

    def extra_points_of_city(self, s: CarcassonneState, city: int) -> int:
        """Extra points a complete city gives a field."""
        return 0

    def count_walled_cities(self, s: CarcassonneState, field: int) -> int:
        """The number of complete cities beside the field that are no features of the board."""
        return 0

    def count_walled_features(self, s: CarcassonneState, kind: int) -> int:
        """The number of complete features of a kind that are not made of tiles (a walled city)."""
        return 0

    def adjust_follower_weight(self, s: CarcassonneState, figure: str, root: int, weight: int) -> int:
        """The weight of a follower in the majority of a feature. `weight`: without this module."""
        return weight

    def adjust_points_per_tile(self, s: CarcassonneState, root: int, points: int) -> int:
        """The points of one tile (and one shield) of a feature. `points`: without this module. For an incomplete
        feature, or one assumed complete, they depend on its kind, size and marks only."""
        return points


class Hooks(modules.Hooks[Expansion]):
    """All hooks, bound once to the modules that implement them: an unimplemented hook costs nothing."""

    def __init__(self, playing: Iterable[type[Expansion]], chosen: Mapping[str, str]) -> None:
        super().__init__(playing, chosen)
        self.add_opening_tiles = self._bind_hook(Expansion.add_opening_tiles)
        self.create_module_state = self._bind_hook(Expansion.create_module_state)
        # Tile -> implementations of `refuses` that concern it.
        refusing = self._modules_overriding(Expansion.lay_refusal)
        self.lay_refusal = tuple(tuple(m.lay_refusal for m in refusing if m.may_refuse_tile(tile)) for tile in TILES)
        self.on_tile_laid = self._bind_hook(Expansion.on_tile_laid)
        self.on_tile_put_aside = self._bind_hook(Expansion.on_tile_put_aside)
        self.list_other_lays = self._bind_hook(Expansion.list_other_lays)
        self.take_own_tile = self._bind_hook(Expansion.take_own_tile)
        self.is_additional_tile = self._bind_hook(Expansion.is_additional_tile)
        self.list_kept_tiles = self._bind_hook(Expansion.list_kept_tiles)
        self.sample_unlisted_moves = self._bind_hook(Expansion.sample_unlisted_moves)
        self.possible_bid_limits = self._bind_hook(Expansion.possible_bid_limits)
        self.move_for_bid_limit = self._bind_hook(Expansion.move_for_bid_limit)
        self.has_tile_for_part = self._bind_hook(Expansion.has_tile_for_part)
        self.list_feature_guests = self._bind_hook(Expansion.list_feature_guests)
        self.return_feature_guests = self._bind_hook(Expansion.return_feature_guests)
        self.forecast_scores = self._bind_hook(Expansion.forecast_scores)
        self.list_fields_to_score = self._bind_hook(Expansion.list_fields_to_score)
        self.list_module_pieces = self._bind_hook(Expansion.list_module_pieces)
        self.build_module_view = tuple(
            (m.key, m.build_module_view) for m in self._modules_overriding(Expansion.build_module_view)
        )
        self.audit = self._bind_hook(Expansion.audit)
        self.features_barred_to = self._bind_hook(Expansion.features_barred_to)
        self.list_deployment_alternatives = self._bind_hook(Expansion.list_deployment_alternatives)
        self.required_moves = self._bind_hook(Expansion.required_moves)
        self.default_required_move = self._bind_hook(Expansion.default_required_move)
        self.task_about_tile = self._bind_hook(Expansion.task_about_tile)
        self.list_optional_moves = self._bind_hook(Expansion.list_optional_moves)
        self.raise_refusal_reason = self._bind_hook(Expansion.raise_refusal_reason)
        self.carry_out_move = self._bind_hook(Expansion.carry_out_move)
        self.can_deploy_anywhere = self._bind_hook(Expansion.can_deploy_anywhere)
        self.tiles_closed_to_figures = self._bind_hook(Expansion.tiles_closed_to_figures)
        self.is_closed_to_dragon = self._bind_hook(Expansion.is_closed_to_dragon)
        self.protects_figure = self._bind_hook(Expansion.protects_figure)
        self.tiles_of_wide_figures = self._bind_hook(Expansion.tiles_of_wide_figures)
        self.give_feature_bonus = self._bind_hook(Expansion.give_feature_bonus)
        self.list_tiles_added_later = self._bind_hook(Expansion.list_tiles_added_later)
        self.special_feature_name = self._bind_hook(Expansion.special_feature_name)
        self.special_rule_key = self._bind_hook(Expansion.special_rule_key)
        self.on_features_scored = self._bind_hook(Expansion.on_features_scored)
        self.on_figures_returned = self._bind_hook(Expansion.on_figures_returned)
        self.on_feature_extended = self._bind_hook(Expansion.on_feature_extended)
        self.lays_another_tile = self._bind_hook(Expansion.lays_another_tile)
        self.own_animals_bonus = self._bind_hook(Expansion.own_animals_bonus)
        self.neutral_animals_bonus = self._bind_hook(Expansion.neutral_animals_bonus)
        self.extra_points_of_city = self._bind_hook(Expansion.extra_points_of_city)
        self.count_walled_cities = self._bind_hook(Expansion.count_walled_cities)
        self.count_walled_features = self._bind_hook(Expansion.count_walled_features)
        self.adjust_follower_weight = self._bind_hook(Expansion.adjust_follower_weight)
        self.adjust_points_per_tile = self._bind_hook(Expansion.adjust_points_per_tile)
        self.sets = self._concatenate(lambda m: m.sets)
        self.moves = self._concatenate(lambda m: m.moves)
        self.figures = self._concatenate(lambda m: m.figures)
        self.supply_rows = {kind.key: i for i, kind in enumerate(self.figures)}  # index in the supply of a seat
        self.follower_weights = {kind.key: kind.weight for kind in self.figures if kind.role == FOLLOWER}
        # With their indexes in the supply of a seat:
        self.followers = tuple((i, kind) for i, kind in enumerate(self.figures) if kind.role == FOLLOWER)
        self.figures_standing_apart = frozenset(kind.key for kind in self.figures if kind.role == APART)
        self.companions = tuple((i, kind) for i, kind in enumerate(self.figures) if kind.role == COMPANION)
        self.standing_answer_keys = self._concatenate(lambda m: m.standing_answer_keys())
        traits = frozenset(self._concatenate(lambda m: m.traits))
        self.marks = frozenset(self._concatenate(lambda m: set(m.marks).difference(m.marks_without_meaning(traits))))
        self.ending = self._steps_by_rank(lambda m: m.ending)
        self.ending_steps = build_turn_steps(self.ending)

    def steps_between_ranks(self, low: int, high: int) -> tuple[Step[Any], ...]:
        """The steps of the turn with low <= rank < high, in order."""
        return tuple(step() for rank, step, _ in self.turn if low <= rank < high)
