"""Modules, and the questions they answer. Nobody asks which module is on: whoever plays answers.

The base game is a module like the others. To add a question: a method of `Expansion`, a line in `Hooks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rules.core import Chance, Choices, IllegalMove, Move, Phrase, modules

from .cards import RESOURCES

if TYPE_CHECKING:
    from .state import CatanState, Ctx

# When something may be done: before the dice, in the main phase, in the special build phase.
BEFORE: Final = "before"
MAIN: Final = "main"
BUILD: Final = "build"


class Action:
    """One or more kinds of moves that a player may make again and again in a phase of the turn."""

    moves: ClassVar[tuple[type[Move], ...]]
    phases: ClassVar[tuple[str, ...]] = (MAIN,)

    def legal(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        """Append every listed move."""

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        """Raise IllegalMove with the reason."""
        found: list[Move] = []
        self.legal(s, seat, found)
        if move not in found:
            raise IllegalMove("move.illegal", move=str(move))

    def do(self, ctx: Ctx, seat: int, move: Move) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    def told(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        """What a legal move would do, as far as everybody may know."""
        return ()


class Expansion(modules.Module):
    """The questions a module may answer and the moments it may use. Override what matters, nothing else."""

    presets: ClassVar[Mapping[str, Choices]] = {}
    implied: ClassVar[Mapping[str, Mapping[str, str]]] = {}  # value of `rules` -> defaults that it brings along
    cards: ClassVar[tuple[str, ...]] = ()  # kinds of cards in hands and bank beside the resources
    actions: ClassVar[tuple[type[Action], ...]] = ()  # for one kind of move that of the last module counts
    answers: ClassVar[tuple[type[Move], ...]] = ()  # moves that steps ask for
    secret_tally: ClassVar[tuple[str, ...]] = ()  # those categories of points that only their owner sees
    goal: ClassVar[int] = 0  # points that win; the highest of all modules counts
    second: ClassVar[int] = 0  # what is placed in the second round of the setup; the highest counts

    @staticmethod
    def conditions(chosen: Mapping[str, str]) -> None:
        """BadOption where values of options contradict each other."""

    def opening(self, s: CatanState, chance: Chance) -> None:
        """The board lies: put your stock into the bank, and what you remember into `s.ext`."""

    def stock(self, s: CatanState) -> int:
        """The cards this module brings into bank and hands."""
        return 0

    def yields(self, terrain: int, level: int, cards: int) -> int:
        """What a building of that level gets from a hex of that terrain (asked once, when the game is made)."""
        return cards

    def turn_begins(self, ctx: Ctx) -> None:
        """A turn begins; marks of the last one are to be cleared."""

    def rolled(self, ctx: Ctx) -> None:
        """The number dice lie (`s.dice`); nothing has happened yet."""

    def rests(self, s: CatanState) -> bool:
        """May the robber not move yet?"""
        return False

    def hand_limit(self, s: CatanState, seat: int, limit: int) -> int:
        """How many cards a player may hold on a seven."""
        return limit

    def rates(self, s: CatanState, seat: int, rates: tuple[int, ...]) -> tuple[int, ...]:
        """How many cards of each kind the bank takes from a player for one."""
        return rates

    def points(self, s: CatanState, seat: int) -> Mapping[str, int]:
        """The points of a player by category, counted from scratch, hidden ones included."""
        return {}

    def laid(self, s: CatanState, seat: int) -> int:
        """How many city pieces of a player lie on the board in the place of settlements."""
        return 0

    def seen(self, s: CatanState, seat: int | None) -> Iterable[int]:
        """Whose hands lie open before that seat just now."""
        return ()

    def sure(self, s: CatanState, seat: int, cards: int, pool: int, chance: Chance) -> int:
        """The cards that everybody knows to be in the hand of that seat, out of a pool of hidden ones."""
        return cards

    def secrets(self, s: CatanState, seat: int | None, chance: Chance) -> None:
        """Redistribute, in place, what that seat cannot know of this module."""

    def unknown(self, s: CatanState, chance: Chance) -> None:
        """Redistribute, in place, what no seat knows of this module."""

    def look(self, shown: dict[str, Any], s: CatanState, you: int | None) -> None:
        """Add what this module shows to the fields of the view that is being made."""

    def audit(self, s: CatanState) -> None:
        """AssertionError unless what this module keeps agrees with a slow recount."""


class Hooks(modules.Hooks[Expansion]):
    """Every question, bound once to those who answer it: an unanswered one costs nothing."""

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
        self.cards = (*RESOURCES, *self._joined(lambda m: m.cards))
        self.secret_tally = self._joined(lambda m: m.secret_tally)
        self.goal = max(m.goal for m in self.modules)
        self.second = max(m.second for m in self.modules)
        # terrain -> level -> cards
        self.yields = tuple(tuple(self._yield(terrain, level) for level in range(3)) for terrain in range(6))
        self.action: dict[type[Move], Action] = {}
        for made in [action() for action in self._joined(lambda m: m.actions)]:
            self.action.update(dict.fromkeys(made.moves, made))
        actions = tuple(dict.fromkeys(self.action.values()))
        # Phase -> what may be done in it.
        self.phase = {phase: tuple(a for a in actions if phase in a.phases) for phase in (BEFORE, MAIN, BUILD)}
        self.moves: tuple[type[Move], ...] = tuple(dict.fromkeys((*self._joined(lambda m: m.answers), *self.action)))

    def _yield(self, terrain: int, level: int) -> int:
        cards = 0
        for m in self.modules:
            cards = m.yields(terrain, level, cards)
        return cards
