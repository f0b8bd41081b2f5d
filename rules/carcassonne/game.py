"""The Carcassonne game type: its options, and the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from rules.core import BadRecord, Chance, Choices, Event, Game, GameType, Move, Phrase, kinds_of
from rules.core.fortune import Fortune
from rules.core.modules import Modules, move_groups

from . import preview, viewing
from .audit import audit_features
from .base import PRESETS, Base
from .board import Board
from .expansion import Expansion, Hooks, Setup
from .expansions import carcassonne_modules
from .fortune import fortune_of_tile_draw
from .marks import mark_words
from .state import NO_TILE, CarcassonneState
from .tiles import BY_ID, TILES
from .turn import BEGIN, DeployFigure
from .view import CarcassonneView

# carcassonne.md 2.3: defaults changed by an edition.
EDITIONS: Mapping[str, Mapping[str, str]] = {"2007": {"farmers": "per_city", "tiny_city": "halved"}}
MOST_SEATS = {"bigbox3": 6, "2007": 5}

MODULES: Modules[Expansion] = Modules((Base,), carcassonne_modules())
MARKS: Mapping[str, str] = mark_words(MODULES.all)  # mark on tiles -> the key of its word


def implied_defaults(choices: Choices) -> Mapping[str, str]:
    """The defaults implied by an edition."""
    return EDITIONS.get(choices.get("edition") or "", {})


def choice_warnings(choices: Choices) -> Sequence[Phrase]:
    """Warnings about combinations the rulebooks advise against."""
    chosen = MODULES.chosen_modules(choices)
    traits = {trait for module in chosen for trait in module.traits}
    return [Phrase(key) for module in chosen for trait, key in module.trait_warnings.items() if trait in traits]


class CarcassonneGame(Game[CarcassonneState]):
    """Carcassonne with its options fixed."""

    key = "carcassonne"
    version = 2
    state = CarcassonneState

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        values = KIND.option_values(choices)
        self.hooks = Hooks(MODULES.modules_in_play(choices), values)
        self.moves: Mapping[str, type[Move]] = kinds_of(self.hooks.moves)
        self.plans = self.hooks.plans
        tiles = [tile for tile in TILES if tile.set in self.hooks.sets]
        self.boxes = {tile.number: tile.count for tile in tiles if not tile.supply and tile.block is None}
        self.seats = range(2, MOST_SEATS[values["edition"]] + 1)

    @cached_property
    def opening(self) -> int:
        """The number of tiles on the table when the game begins."""
        return len(self._opened().opening)

    def _opened(self) -> Setup:
        """The initial tiles on the table and in the piles."""
        setup = Setup(self.boxes.copy())
        for opens in self.hooks.add_opening_tiles:
            opens(setup)
        return setup

    def setup(self, seats: int, chance: Chance, stack: Sequence[str] | None = None) -> CarcassonneState:
        hooks = self.hooks
        setup = self._opened()
        setup.piles.append([tile for tile, n in setup.tiles.items() for _ in range(n)])
        s = CarcassonneState()
        s.key = chance.key
        s.used = 0
        s.agenda = [BEGIN]
        s.hooks = hooks
        s.seats = seats
        s.active = chance.below(seats)  # carcassonne.md 3.3
        s.board = Board()
        s.piles = tuple(map(len, setup.piles))
        s.pile = order_tiles(setup.piles, stack or (), chance)
        s.drawn = 0
        s.hand = NO_TILE
        s.just = -1
        s.completed = s.aside = ()
        s.changed = tuple(at for at, _ in setup.opening)
        s.figures = []
        s.supply = [kind.count for _ in range(seats) for kind in hooks.figures]
        s.scores = [0] * seats
        s.tally = [0] * (seats * len(hooks.tally))
        s.ext = {}
        for at, number in setup.opening:
            s.board.lay(at, number)
        for begun in hooks.create_module_state:
            begun(s)
        return s

    def view(self, s: CarcassonneState, seat: int | None) -> CarcassonneView:
        return viewing.build_carcassonne_view(self, s)

    def shuffle_hidden(self, s: CarcassonneState, seat: int | None, chance: Chance) -> None:
        pile = list(s.pile)
        for undrawn in s.undrawn_parts():  # the shuffle must depend on known information only, not on the actual order
            pile[undrawn] = sorted(pile[undrawn])
        s.pile = tuple(pile)
        self.shuffle_unknown(s, chance)  # all seats know the same
        s.key = bytes(chance.below(256) for _ in range(len(s.key)))

    def shuffle_unknown(self, s: CarcassonneState, chance: Chance) -> None:
        pile = list(s.pile)
        for undrawn in s.undrawn_parts():
            tiles = pile[undrawn]
            chance.shuffle(tiles)
            pile[undrawn] = tiles
        s.pile = tuple(pile)

    def audit(self, s: CarcassonneState) -> None:
        audit_features(s)

    def scores(self, s: CarcassonneState) -> tuple[int, ...]:
        return tuple(s.scores)

    def winners(self, s: CarcassonneState) -> tuple[int, ...]:
        best = max(s.scores)
        return tuple(seat for seat, points in enumerate(s.scores) if points == best)

    def fortune_by_seat(
        self, before: CarcassonneState, move: Move, after: CarcassonneState, events: Sequence[Event]
    ) -> Mapping[int, Fortune]:
        return fortune_of_tile_draw(after, events)

    def pipeline(self) -> Sequence[tuple[int, str, str]]:
        return self.hooks.pipeline()

    def upgrade_saved_state(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        if version < 2:  # boards knew no bridges
            data["board"].setdefault("bridges", {})
        return data

    def restore_unsaved_fields(self, s: CarcassonneState) -> CarcassonneState:
        s.hooks = self.hooks
        s.board.recompute_unsaved_fields()
        return s

    def sample_unlisted_moves(self, s: CarcassonneState, seat: int, chance: Chance) -> Iterable[Move]:
        top = s.agenda[-1] if s.agenda else None
        deployments = (
            top.sample_unlisted_deployment(s, seat, chance)
            if isinstance(top, DeployFigure) and seat in top.waiting(s)
            else ()
        )
        return [*deployments, *(move for ask in s.hooks.sample_unlisted_moves for move in ask(s, seat, chance))]

    def standing_answer_keys(self, s: CarcassonneState) -> Sequence[str]:
        return s.hooks.standing_answer_keys

    def possible_bid_limits(self, s: CarcassonneState, seat: int) -> Mapping[str, range]:
        return {name: numbers for ask in s.hooks.possible_bid_limits for name, numbers in ask(s, seat).items()}

    def move_for_bid_limit(self, s: CarcassonneState, seat: int, name: str, most: int) -> Move | None:
        moves = [ask(s, seat, name, most) for ask in s.hooks.move_for_bid_limit]
        return next((move for move in moves if move is not None), None)

    def describe_effects(self, s: CarcassonneState, seat: int, move: Move) -> Sequence[Phrase]:
        return preview.explain_move(self, s, seat, move)

    def preview(self, s: CarcassonneState, seat: int, move: Move | None = None) -> preview.Preview | None:
        """The table after a lay; with no move, as it is. None for moves that lay no tile."""
        if move is None or preview.does_lay_tile(self, s, seat, move):
            return preview.preview_lay(self, s, seat, move)
        return None


def order_tiles(piles: Sequence[list[int]], stack: Sequence[str], chance: Chance) -> tuple[int, ...]:
    """The tiles in drawing order: first as `stack` fixes it, the rest shuffled, each pile separately."""
    fixed = list(stack)
    order: list[int] = []
    for pile in piles:
        left = Counter(pile)
        for tile_id in fixed[: len(pile)]:
            tile = BY_ID.get(tile_id)
            if tile is None or not left[tile.number]:
                raise BadRecord("carc.error.stack", tile=tile_id, number=len(order) + 1)
            left[tile.number] -= 1
            order.append(tile.number)
        del fixed[: len(pile)]
        rest = list(left.elements())
        chance.shuffle(rest)
        order += rest
    if fixed:
        raise BadRecord("carc.error.stack", tile=fixed[0], number=len(order) + 1)
    return tuple(order)


KIND = GameType(
    key="carcassonne",
    family="carc",
    modules=MODULES.keys,
    options=MODULES.options,
    presets={
        name: Choices(tuple(key for key, module in MODULES.optional.items() if name in module.presets), options)
        for name, options in PRESETS.items()
    },
    maker=CarcassonneGame,
    groups=move_groups(move for module in MODULES.all for move in module.moves),
    implied_defaults=implied_defaults,
    warnings=choice_warnings,
)
