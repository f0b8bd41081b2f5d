"""Search under hidden information: candidate moves are tried in the same imagined positions with the same chance.

Candidates are halved each round until one is left. The effort is a number of simulations, not a time: the same position
and chance give the same move on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Protocol, runtime_checkable

from rules.core import Chance, Game, Move, play

from .player import Imagine

KEY_BYTES = 16  # bytes of the key of a simulation


class Expert(Protocol):
    """Knowledge about one game for the search. A module `ai/<game>` provides one as `EXPERT`."""

    may_reveal_hidden: bool = (
        True  # False: legal moves never reveal anything hidden, so a forced move may be answered instantly
    )
    judges_with_follow_up: bool = False  # a move is judged together with the best follow-up of the same seat

    simulations: int  # default per decision
    caution: float = 0.0  # lead in winning chance another move needs over the first idea

    def simulations_per_decision(self, game: Game[Any]) -> int:
        """The default number of simulations per decision: about two seconds on one core."""
        return self.simulations

    def is_told_together(self, move: Move, after: Move) -> bool:
        """Whether the follow-up `after` is told together with `move`."""
        return self.judges_with_follow_up

    def candidate_moves(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Sequence[Move]:
        """The candidate moves, the most promising first; at least one."""

    def chances_after_playing_on(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        """Each seat's winning chance, 0 to 1, after playing on to the horizon of this expert. May change `s`. `before`:
        the position before the move that led to `s`. The horizon is counted from there, so that moves that end a turn
        are judged at the same time as moves that do not."""


@runtime_checkable
class Guesser(Protocol):
    """An expert that knows which of the possible positions are likely."""

    def imagine_likely_position(self, imagine: Imagine) -> Any:
        """A position of `imagine`, resampled by likelihood; it differs only in what the seat cannot know."""


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean; 1 for a single value."""
    n = len(values)
    if n < 2:
        return 1.0
    mean = sum(values) / n
    return sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)


@dataclass(slots=True)
class WeighedMove:
    """A move with its winning chance in each simulation; the order of the simulations is common to all moves."""

    move: Move
    chances: list[float] = field(default_factory=list)

    @property
    def chance(self) -> float:
        """The mean winning chance, 0 to 1."""
        return sum(self.chances) / len(self.chances)

    def lead_over(self, other: WeighedMove) -> tuple[float, float]:
        """The mean lead over the other move in their common simulations, and its standard error."""
        leads = [mine - theirs for mine, theirs in zip(self.chances, other.chances, strict=False)]
        return sum(leads) / len(leads), standard_error(leads)


def weigh_moves(expert: Expert, imagine: Imagine, moves: Sequence[Move], simulations: int) -> list[WeighedMove]:
    """The moves, best first, after about `simulations` simulations; every move gets at least one."""
    found = [WeighedMove(move) for move in moves]
    remaining = list(found)
    rounds = max(1, (len(moves) - 1).bit_length())
    for round_number in range(rounds):
        for _ in range(max(1, simulations // (rounds * len(remaining)))):
            simulate_moves(expert, imagine, remaining)
        found.sort(key=lambda weighed: (-len(weighed.chances), -weighed.chance))
        if round_number + 1 < rounds:
            remaining = found[: (len(remaining) + 1) // 2]
    return found


def simulate_moves(expert: Expert, imagine: Imagine, moves: Sequence[WeighedMove]) -> None:
    """Add one simulation to each of these moves, from one imagined position."""
    position, key = imagine_position(expert, imagine), draw_key(imagine.luck)
    for weighed in moves:
        after = play(imagine.game, position, imagine.seat, weighed.move).state
        weighed.chances.append(
            expert.chances_after_playing_on(imagine.game, after, Chance(key), position)[imagine.seat]
        )


def imagine_position(expert: Any, imagine: Imagine) -> Any:
    """A position that the seat considers possible; a likely one if the expert knows which are."""
    return expert.imagine_likely_position(imagine) if isinstance(expert, Guesser) else imagine()


def draw_key(luck: Chance, length: int = KEY_BYTES) -> bytes:
    """A key of that many bytes for the chance of a simulation."""
    return bytes(luck.below(256) for _ in range(length))


Policy = Callable[[Game[Any], Any, int, Chance], Move]


def play_until_rest(game: Game[Any], s: Any, luck: Chance, policy: Policy, stops: Callable[[Any], bool]) -> Any:
    """The position after all seats have played by the policy until `stops` holds or the game is over."""
    while not game.over(s) and not stops(s):
        seat = min(game.waiting(s))
        s = play(game, s, seat, policy(game, s, seat, luck)).state
    return s


def final_chances(winners: Sequence[int], seats: int) -> list[float]:
    """The chances in a game that is over; a shared victory counts as a fraction."""
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
