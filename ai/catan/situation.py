"""A view as a player reads it: positions, production, and the race for points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final, TypeVar

from rules.catan.cards import NUMBER
from rules.catan.view import BuildingView, CatanView, KnightView, PlayerView
from rules.core import Chance

from .board import Cards, board_of_view

T = TypeVar("T")

ROLLS: Final = 36  # every combination of dice once, on average
GAME: Final = 72  # typical rolls per game
A_CARD: Final = 0.15  # typical value of a card in points

# Usefulness of the kinds, in the order of the cards.
PLAIN: Final = (1.0, 1.0, 0.8, 1.1, 1.1)
KNIGHTLY: Final = (0.8, 0.9, 0.9, 1.0, 1.1, 1.25, 1.25, 1.25)
MISSING, PLENTY = 1.35, 0.8  # factor for a missing kind, and for an abundant one
A_LOT: Final = 6  # dots


class Situation:
    """A view of one seat and derived values, computed on demand; used for one decision."""

    def __init__(self, view: CatanView, chance: Chance) -> None:
        assert view.you is not None
        self.view = view
        self.chance = chance
        self.me = view.you
        self.mine: PlayerView = view.players[self.me]
        lying = self.board = board_of_view(view)
        self.layout = lying.layout
        self.terrain = lying.terrain  # by hex
        self.dots = lying.dots  # hex -> dots, regardless of the robber
        self.robber = lying.robber
        self.buildings = lying.buildings  # by corner
        self.held = lying.held  # corner -> owner of the piece there
        self.roads = lying.roads  # path -> owner of its road
        self.own = lying.of[self.me]
        self.free = lying.free  # corners that satisfy the distance rule
        self.productions = lying.productions  # player -> cards in 36 rolls, with the robber where he is
        self.production = lying.productions[self.me]
        self.kinds = range(len(view.cards))
        self.knightly = lying.knightly
        self.others = [seat for seat in range(view.seats) if seat != self.me]
        self.hand = self.counts(view.hand)
        self.weights = KNIGHTLY if self.knightly else PLAIN
        self._known: dict[Any, Any] = {}

    def memo(self, ask: Callable[[Situation], T]) -> T:
        """A value derived from this situation, computed once."""
        answer: T
        try:
            answer = self._known[ask]
        except KeyError:
            answer = self._known[ask] = ask(self)
        return answer

    def counts(self, cards: Iterable[str]) -> Cards:
        """Cards by name as counts per kind."""
        numbers = [0] * len(self.view.cards)
        for card in cards:
            numbers[NUMBER[card]] += 1
        return tuple(numbers)

    def kept(self, ask: Callable[[Situation], T]) -> T:
        """A value derived from the board, my seat and my bank rates only; cached as long as the board."""
        key = (ask, self.me, self.mine.rates)
        known = self.board.known
        if key not in known:
            known[key] = ask(self)
        answer: T = known[key]
        return answer

    # --- the board

    @cached_property
    def knights(self) -> Mapping[int, KnightView]:
        return {knight.corner: knight for knight in self.view.knights}

    def of(self, seat: int) -> list[BuildingView]:
        """The buildings of a player."""
        return self.board.of[seat]

    # --- production

    def yields(self, terrain: int, city: bool) -> tuple[int, ...]:
        """The kinds of cards a building gets from such a hex."""
        return self.board.yields(terrain, city)

    def made(self, seat: int, blocked: bool) -> Cards:
        """Cards of each kind a player gets in 36 rolls; `blocked`: considering the robber."""
        return self.board.made(seat, blocked)

    @cached_property
    def needed(self) -> tuple[float, ...]:
        """Kind -> how much I want to produce more of it."""
        return tuple(
            weight * (MISSING if not made else PLENTY if made > A_LOT else 1.0)
            for weight, made in zip(self.weights, self.production, strict=True)
        )

    def corner_yield(self, corner: int, city: bool, more: bool = False) -> float:
        """Useful dots of a building there; `more`: additional ones of the city over the settlement."""
        total = 0.0
        needed = self.needed
        for h in self.layout.hexes_at[corner]:
            kinds = self.yields(self.terrain[h], city)
            for kind in kinds[1:] if more else kinds:
                total += self.dots[h] * needed[kind]
        return total

    # --- the race

    @cached_property
    def score(self) -> int:
        return self.view.scores[self.me]

    @cached_property
    def rolls(self) -> float:
        """The expected number of remaining rolls."""
        left = 1 - (max(self.view.scores) - 2) / max(1, self.view.goal - 2)
        return GAME * min(1.0, max(0.1, left))

    @cached_property
    def dot(self) -> float:
        """The value of another dot in points until the end."""
        return A_CARD * self.rolls / ROLLS

    @cached_property
    def threats(self) -> Mapping[int, float]:
        """Player -> value to me of their losses, relative to my gains. The leader counts most."""
        most = max(self.view.scores[seat] for seat in self.others) or 1
        found = {}
        for seat in self.others:
            score = self.view.scores[seat]
            near = 1.5 if score >= self.view.goal - 2 else 1.0
            found[seat] = near * (0.15 + 0.35 * (score / max(1, most)) ** 3)
        return found

    def closing(self, seat: int) -> bool:
        """Whether the player could win within a turn."""
        return self.view.scores[seat] >= self.view.goal - 2

    def points(self, n: int) -> float:
        """The value of n points now: n, plus a large bonus if they win."""
        wins = self.me == self.view.active and self.view.phase != "setup" and self.score + n >= self.view.goal
        return n + 20.0 if wins and n > 0 else float(n)

    # --- chance

    def blur(self, spread: float) -> float:
        """A small random number, between -spread and spread."""
        return spread * (self.chance.below(2001) / 1000 - 1)
