"""Modules of Catan and their hooks.

The code calls hooks instead of checking for modules; the base game is a module too. A new hook needs a method of
`Expansion` and a line in `Hooks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rules.core import Chance, Choices, IllegalMove, Move, Phrase, modules

from .cards import RESOURCES

if TYPE_CHECKING:
    from .state import CatanState, Ctx

# Phases: before the dice, the main phase, the special build phase.
BEFORE: Final = "before"
MAIN: Final = "main"
BUILD: Final = "build"

BUILDING_LEVELS: Final = 3  # none, settlement, city
TERRAIN_KINDS: Final = 6


class Action:
    """A group of moves a player may make repeatedly in certain phases of the turn."""

    moves: ClassVar[tuple[type[Move], ...]]
    phases: ClassVar[tuple[str, ...]] = (MAIN,)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        """Append every listed move to `moves`."""

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        """Raise IllegalMove with the reason."""
        legal_moves: list[Move] = []
        self.add_legal_moves(s, seat, legal_moves)
        if move not in legal_moves:
            raise IllegalMove("move.illegal", move=str(move))

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        """The publicly known effect of a legal move, in words."""
        return ()


class Expansion(modules.Module):
    """Base class of the modules: hooks with passive defaults."""

    presets: ClassVar[Mapping[str, Choices]] = {}
    implied_defaults: ClassVar[Mapping[str, Mapping[str, str]]] = {}  # value of `rules` -> implied defaults
    cards: ClassVar[tuple[str, ...]] = ()  # kinds of cards in addition to the resources
    actions: ClassVar[tuple[type[Action], ...]] = ()  # for the same kind of move the last module wins
    answer_moves: ClassVar[tuple[type[Move], ...]] = ()  # moves that answer steps
    secret_tally: ClassVar[tuple[str, ...]] = ()  # its categories of points only the owner sees
    goal: ClassVar[int] = 0  # points that win; the highest of all modules counts
    second_building_level: ClassVar[int] = 0  # level of the second building of the set-up; the highest counts

    @staticmethod
    def check_combination(chosen: Mapping[str, str]) -> None:
        """BadOption if values of options contradict each other."""

    def set_up_module(self, s: CatanState, chance: Chance) -> None:
        """Called when the board is laid out: fill the bank and create `s.ext`."""

    def module_cards(self, s: CatanState) -> int:
        """The packed cards this module adds."""
        return 0

    def cards_yielded(self, terrain: int, level: int, cards: int) -> int:
        """The packed cards a building of that level gets from that terrain (called once per game)."""
        return cards

    def on_turn_begin(self, ctx: Ctx) -> None:
        """Called when a turn begins: reset per-turn data."""

    def on_dice_rolled(self, ctx: Ctx) -> None:
        """Called after the number dice are thrown (`s.dice`) and before their effects."""

    def blocks_robber(self, s: CatanState) -> bool:
        """Whether the robber may not move yet."""
        return False

    def adjusted_hand_limit(self, s: CatanState, seat: int, limit: int) -> int:
        """The number of cards a player may hold on a seven."""
        return limit

    def adjusted_bank_rates(self, s: CatanState, seat: int, rates: tuple[int, ...]) -> tuple[int, ...]:
        """The bank rate of each kind of card for a player."""
        return rates

    def points_by_category(self, s: CatanState, seat: int) -> Mapping[str, int]:
        """The points of a player by category, recounted, hidden ones included."""
        return {}

    def count_pillaged_cities(self, s: CatanState, seat: int) -> int:
        """The number of the player's city pieces that stand in for settlements (pillaged cities)."""
        return 0

    def seats_with_open_hand(self, s: CatanState, seat: int | None) -> Iterable[int]:
        """The seats whose hands are open to this seat now."""
        return ()

    def certain_cards(self, s: CatanState, seat: int, cards: int, pool: int, chance: Chance) -> int:
        """The packed cards publicly known to be in the hand of that seat; more are taken from the hidden `pool`."""
        return cards

    def reshuffle_secrets(self, s: CatanState, seat: int | None, chance: Chance) -> None:
        """Redistribute, in place, information of this module the seat cannot know."""

    def reshuffle_unknown(self, s: CatanState, chance: Chance) -> None:
        """Redistribute, in place, information of this module no seat knows."""

    def add_to_view(self, shown: dict[str, Any], s: CatanState, you: int | None) -> None:
        """Add the fields of this module to the view being built."""

    def audit(self, s: CatanState) -> None:
        """AssertionError unless the data of this module matches a slow recount."""


class Hooks(modules.Hooks[Expansion]):
    """All hooks, bound once to the modules that implement them: an unimplemented hook costs nothing."""

    def __init__(self, playing: Iterable[type[Expansion]], chosen: Mapping[str, str]) -> None:
        super().__init__(playing, chosen)
        self.set_up_module = self._bind_hook(Expansion.set_up_module)
        self.module_cards = self._bind_hook(Expansion.module_cards)
        self.on_turn_begin = self._bind_hook(Expansion.on_turn_begin)
        self.on_dice_rolled = self._bind_hook(Expansion.on_dice_rolled)
        self.blocks_robber = self._bind_hook(Expansion.blocks_robber)
        self.adjusted_hand_limit = self._bind_hook(Expansion.adjusted_hand_limit)
        self.adjusted_bank_rates = self._bind_hook(Expansion.adjusted_bank_rates)
        self.points_by_category = self._bind_hook(Expansion.points_by_category)
        self.count_pillaged_cities = self._bind_hook(Expansion.count_pillaged_cities)
        self.seats_with_open_hand = self._bind_hook(Expansion.seats_with_open_hand)
        self.certain_cards = self._bind_hook(Expansion.certain_cards)
        self.reshuffle_secrets = self._bind_hook(Expansion.reshuffle_secrets)
        self.reshuffle_unknown = self._bind_hook(Expansion.reshuffle_unknown)
        self.add_to_view = self._bind_hook(Expansion.add_to_view)
        self.audit = self._bind_hook(Expansion.audit)
        self.cards = (*RESOURCES, *self._concatenate(lambda module: module.cards))
        self.secret_tally = self._concatenate(lambda module: module.secret_tally)
        self.goal = max(module.goal for module in self.modules)
        self.second_building_level = max(module.second_building_level for module in self.modules)
        # terrain -> level of the building -> cards
        self.cards_yielded = tuple(
            tuple(self._cards_yielded_by(terrain, level) for level in range(BUILDING_LEVELS))
            for terrain in range(TERRAIN_KINDS)
        )
        self.action_by_move: dict[type[Move], Action] = {}
        for action_type in self._concatenate(lambda module: module.actions):
            self.action_by_move.update(dict.fromkeys(action_type.moves, action_type()))
        actions = tuple(dict.fromkeys(self.action_by_move.values()))
        # Phase -> its actions.
        self.actions_by_phase = {
            phase: tuple(action for action in actions if phase in action.phases) for phase in (BEFORE, MAIN, BUILD)
        }
        answers = self._concatenate(lambda module: module.answer_moves)
        self.moves: tuple[type[Move], ...] = tuple(dict.fromkeys((*answers, *self.action_by_move)))

    def _cards_yielded_by(self, terrain: int, level: int) -> int:
        cards = 0
        for module in self.modules:
            cards = module.cards_yielded(terrain, level, cards)
        return cards
