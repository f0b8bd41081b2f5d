"""Search over what a seat cannot know: promising moves are tried in the same imagined positions, and the luck that
comes is the same for all of them; half of them are left each time, until one is.

How often is a number, not a time: the same position and luck give the same move on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Protocol, runtime_checkable

from rules.core import Chance, Game, Move, play

from .player import Imagine

KEY = 16  # bytes of the luck of a simulation


class Expert(Protocol):
    """What somebody who thinks ahead knows of one game. A module `ai/<game>` holds one as `EXPERT`.

    Of a game in which what a seat may do never tells what it holds it says `hides = False`: where there is one move
    only, it then takes no time.
    """

    hides: bool = True
    together: bool = False  # a move is judged with the best that the same seat can do with it at once

    simulations: int  # of a decision, by default
    caution: float = 0.0  # by so much of a chance another move must be ahead of the first idea to be played instead

    def most(self, game: Game[Any]) -> int:
        """How many simulations a decision of that game takes by default: some two seconds of one core."""
        return self.simulations

    def belongs(self, move: Move, after: Move) -> bool:
        """Whether what the same seat would do after a move is told with it."""
        return self.together

    def ideas(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Sequence[Move]:
        """The moves worth a thought, the one that looks best first; at least one."""

    def outlook(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        """Each seat's chance of winning, 0 to 1, after playing on as far as this expert looks. May change `s`.

        `before`: where the move was made that led to `s`. How far it looks is counted from there: a move that ends a
        turn must not be judged at another time than one that does not.
        """


@runtime_checkable
class Guesser(Protocol):
    """An expert who knows which of the positions that are possible are likely."""

    def imagined(self, imagine: Imagine) -> Any:
        """A position of `imagine`, changed only in what that seat cannot know: the likelier, the more often."""


@dataclass(slots=True)
class WeighedMove:
    """A move, and how it fared: the chance of winning in each simulation, those of all moves in the same order."""

    move: Move
    chances: list[float] = field(default_factory=list)

    @property
    def chance(self) -> float:
        """Of winning, 0 to 1."""
        return sum(self.chances) / len(self.chances)

    def ahead(self, other: WeighedMove) -> tuple[float, float]:
        """By how much it is better than the other in what both met, and the standard error of that."""
        met = [one - two for one, two in zip(self.chances, other.chances, strict=False)]
        mean = sum(met) / len(met)
        if len(met) < 2:
            return mean, 1.0
        return mean, sqrt(sum((one - mean) ** 2 for one in met) / (len(met) - 1) / len(met))


def weigh_moves(expert: Expert, imagine: Imagine, moves: Sequence[Move], simulations: int) -> list[WeighedMove]:
    """The moves, the best first. About so many simulations; each move gets one, and what falls behind gets fewer."""
    found = [WeighedMove(move) for move in moves]
    left = list(found)
    rounds = max(1, (len(moves) - 1).bit_length())
    for number in range(rounds):
        for _ in range(max(1, simulations // (rounds * len(left)))):
            simulate_moves(expert, imagine, left)
        found.sort(key=lambda one: (-len(one.chances), -one.chance))
        if number + 1 < rounds:
            left = found[: (len(left) + 1) // 2]
    return found


def simulate_moves(expert: Expert, imagine: Imagine, moves: Sequence[WeighedMove]) -> None:
    """One simulation of each of these moves, from one imagined position; what it says is added to them."""
    position = expert.imagined(imagine) if isinstance(expert, Guesser) else imagine()
    key = bytes(imagine.luck.below(256) for _ in range(KEY))
    for one in moves:
        after = play(imagine.game, position, imagine.seat, one.move).state
        one.chances.append(expert.outlook(imagine.game, after, Chance(key), position)[imagine.seat])


Policy = Callable[[Game[Any], Any, int, Chance], Move]


def play_until_rest(game: Game[Any], s: Any, luck: Chance, policy: Policy, rests: Callable[[Any], bool]) -> Any:
    """The position after everybody has played on by that policy until it rests or the game is over."""
    while not game.over(s) and not rests(s):
        seat = min(game.waiting(s))
        s = play(game, s, seat, policy(game, s, seat, luck)).state
    return s


def final_chances(winners: Sequence[int], seats: int) -> list[float]:
    """The chances in a game that is over: a shared victory counts as a part."""
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
