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

    def legal(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        """Append every listed move to `moves`."""

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        """Raise IllegalMove with the reason."""
        legal_moves: list[Move] = []
        self.legal(s, seat, legal_moves)
        if move not in legal_moves:
            raise IllegalMove("move.illegal", move=str(move))

    def do(self, ctx: Ctx, seat: int, move: Move) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    def told(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        """The publicly known effect of a legal move, in words."""
        return ()


class Expansion(modules.Module):
    """Base class of the modules: hooks with passive defaults."""

    presets: ClassVar[Mapping[str, Choices]] = {}
    implied: ClassVar[Mapping[str, Mapping[str, str]]] = {}  # value of `rules` -> implied defaults
    cards: ClassVar[tuple[str, ...]] = ()  # kinds of cards in addition to the resources
    actions: ClassVar[tuple[type[Action], ...]] = ()  # for the same kind of move the last module wins
    answers: ClassVar[tuple[type[Move], ...]] = ()  # moves that answer steps
    secret_tally: ClassVar[tuple[str, ...]] = ()  # its categories of points only the owner sees
    goal: ClassVar[int] = 0  # points that win; the highest of all modules counts
    second: ClassVar[int] = 0  # level of the second building of the set-up; the highest counts

    @staticmethod
    def conditions(chosen: Mapping[str, str]) -> None:
        """BadOption if values of options contradict each other."""

    def opening(self, s: CatanState, chance: Chance) -> None:
        """Called when the board is laid out: fill the bank and create `s.ext`."""

    def stock(self, s: CatanState) -> int:
        """The packed cards this module adds."""
        return 0

    def yields(self, terrain: int, level: int, cards: int) -> int:
        """The packed cards a building of that level gets from that terrain (called once per game)."""
        return cards

    def turn_begins(self, ctx: Ctx) -> None:
        """Called when a turn begins: reset per-turn data."""

    def rolled(self, ctx: Ctx) -> None:
        """Called after the number dice are thrown (`s.dice`) and before their effects."""

    def rests(self, s: CatanState) -> bool:
        """Whether the robber may not move yet."""
        return False

    def hand_limit(self, s: CatanState, seat: int, limit: int) -> int:
        """The number of cards a player may hold on a seven."""
        return limit

    def rates(self, s: CatanState, seat: int, rates: tuple[int, ...]) -> tuple[int, ...]:
        """The bank rate of each kind of card for a player."""
        return rates

    def points(self, s: CatanState, seat: int) -> Mapping[str, int]:
        """The points of a player by category, recounted, hidden ones included."""
        return {}

    def laid(self, s: CatanState, seat: int) -> int:
        """The number of the player's city pieces that stand in for settlements (pillaged cities)."""
        return 0

    def seen(self, s: CatanState, seat: int | None) -> Iterable[int]:
        """The seats whose hands are open to this seat now."""
        return ()

    def sure(self, s: CatanState, seat: int, cards: int, pool: int, chance: Chance) -> int:
        """The packed cards publicly known to be in the hand of that seat; more are taken from the hidden `pool`."""
        return cards

    def secrets(self, s: CatanState, seat: int | None, chance: Chance) -> None:
        """Redistribute, in place, information of this module the seat cannot know."""

    def unknown(self, s: CatanState, chance: Chance) -> None:
        """Redistribute, in place, information of this module no seat knows."""

    def look(self, shown: dict[str, Any], s: CatanState, you: int | None) -> None:
        """Add the fields of this module to the view being built."""

    def audit(self, s: CatanState) -> None:
        """AssertionError unless the data of this module matches a slow recount."""


class Hooks(modules.Hooks[Expansion]):
    """All hooks, bound once to the modules that implement them: an unimplemented hook costs nothing."""

    def __init__(self, playing: Iterable[type[Expansion]], chosen: Mapping[str, str]) -> None:
        super().__init__(playing, chosen)
        self.opening = self._bound(Expansion.opening)
        self.stock = self._bound(Expansion.stock)
        self.turn_begins = self._bound(Expansion.turn_begins)
        self.rolled = self._bound(Expansion.rolled)
        self.rests = self._bound(Expansion.rests)
        self.hand_limit = self._bound(Expansion.hand_limit)
        self.rates = self._bound(Expansion.rates)
        self.points = self._bound(Expansion.points)
        self.laid = self._bound(Expansion.laid)
        self.seen = self._bound(Expansion.seen)
        self.sure = self._bound(Expansion.sure)
        self.secrets = self._bound(Expansion.secrets)
        self.unknown = self._bound(Expansion.unknown)
        self.look = self._bound(Expansion.look)
        self.audit = self._bound(Expansion.audit)
        self.cards = (*RESOURCES, *self._joined(lambda module: module.cards))
        self.secret_tally = self._joined(lambda module: module.secret_tally)
        self.goal = max(module.goal for module in self.modules)
        self.second = max(module.second for module in self.modules)
        # terrain -> level of the building -> cards
        self.yields = tuple(
            tuple(self._yield(terrain, level) for level in range(BUILDING_LEVELS)) for terrain in range(TERRAIN_KINDS)
        )
        self.action: dict[type[Move], Action] = {}
        for action_type in self._joined(lambda module: module.actions):
            self.action.update(dict.fromkeys(action_type.moves, action_type()))
        actions = tuple(dict.fromkeys(self.action.values()))
        # Phase -> its actions.
        self.phase = {
            phase: tuple(action for action in actions if phase in action.phases) for phase in (BEFORE, MAIN, BUILD)
        }
        answers = self._joined(lambda module: module.answers)
        self.moves: tuple[type[Move], ...] = tuple(dict.fromkeys((*answers, *self.action)))

    def _yield(self, terrain: int, level: int) -> int:
        cards = 0
        for module in self.modules:
            cards = module.yields(terrain, level, cards)
        return cards
