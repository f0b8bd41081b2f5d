"""A view as a player reads it: positions, production, and the race for points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from rules.catan.cards import NUMBER
from rules.catan.view import CatanView, KnightView, PlayerView
from rules.core import Chance

from ..cache import T, ValueCache
from .board import Cards, board_of_view

ROLLS: Final = 36  # every combination of dice once, on average
GAME: Final = 72  # typical rolls per game
WIN_BONUS: Final = 20.0  # points added to the value of points that win
LEAST_THREAT: Final = 0.15
LEADER_THREAT: Final = 0.35  # added for the leader of the others
CLOSING_FACTOR: Final = 1.5
CLOSE_TO_GOAL: Final = 2  # points that a player can score within a turn
A_CARD: Final = 0.15  # typical value of a card in points

# Usefulness of the kinds, in the order of the cards.
PLAIN: Final = (1.0, 1.0, 0.8, 1.1, 1.1)
KNIGHTLY: Final = (0.8, 0.9, 0.9, 1.0, 1.1, 1.25, 1.25, 1.25)
MISSING, PLENTY = 1.35, 0.8  # factor for a missing kind, and for an abundant one
A_LOT: Final = 6  # dots


class Situation(ValueCache):
    """A view of one seat and derived values, computed on demand; used for one decision."""

    def __init__(self, view: CatanView, chance: Chance) -> None:
        assert view.you is not None
        self.view = view
        self.chance = chance
        self.me = view.you
        self.mine: PlayerView = view.players[self.me]
        board = self.board = board_of_view(view)
        self.layout = board.layout
        self.terrain = board.terrain  # by hex
        self.dots = board.dots  # hex -> dots, regardless of the robber
        self.robber = board.robber
        self.buildings = board.buildings  # by corner
        self.owner_by_corner = board.owner_by_corner  # corner -> owner of the piece there
        self.owner_by_path = board.owner_by_path  # path -> owner of its road
        self.own_buildings = board.buildings_by_seat[self.me]
        self.free_corners = board.free_corners  # corners that satisfy the distance rule
        self.productions = board.productions  # player -> cards in 36 rolls, with the robber where he is
        self.production = board.productions[self.me]
        self.kinds = range(len(view.cards))
        self.has_commodities = board.has_commodities
        self.others = [seat for seat in range(view.seats) if seat != self.me]
        self.hand = self.count_kinds(view.hand)
        self.weights = KNIGHTLY if self.has_commodities else PLAIN
        super().__init__()

    def count_kinds(self, cards: Iterable[str]) -> Cards:
        """Cards by name as counts per kind."""
        numbers = [0] * len(self.view.cards)
        for card in cards:
            numbers[NUMBER[card]] += 1
        return tuple(numbers)

    def cached_for_board(self, compute: Callable[..., T], *arguments: Any) -> T:
        """A value derived from the board, my seat, my bank rates and the arguments; cached as long as the board."""
        key = (compute, self.me, self.mine.rates, *arguments)
        known = self.board.cached_answers
        if key not in known:
            known[key] = compute(self, *arguments)
        answer: T = known[key]
        return answer

    # --- the board

    @cached_property
    def knights(self) -> Mapping[int, KnightView]:
        return {knight.corner: knight for knight in self.view.knights}

    # --- production

    @cached_property
    def wanted_production(self) -> tuple[float, ...]:
        """Kind -> how much I want to produce more of it."""
        found = []
        for weight, dots in zip(self.weights, self.production, strict=True):
            saturation = PLENTY if dots > A_LOT else 1.0
            found.append(weight * (saturation if dots else MISSING))
        return tuple(found)

    def corner_yield(self, corner: int, city: bool, more: bool = False) -> float:
        """Useful dots of a building there; `more`: additional ones of the city over the settlement."""
        total = 0.0
        needed = self.wanted_production
        for hex_ in self.layout.hexes_at[corner]:
            kinds = self.board.yields(self.terrain[hex_], city)
            for kind in kinds[1:] if more else kinds:
                total += self.dots[hex_] * needed[kind]
        return total

    # --- the race

    @cached_property
    def score(self) -> int:
        return self.view.scores[self.me]

    @cached_property
    def rolls_left(self) -> float:
        """The expected number of remaining rolls."""
        left = 1 - (max(self.view.scores) - 2) / max(1, self.view.goal - 2)
        return GAME * min(1.0, max(0.1, left))

    @cached_property
    def dot_value(self) -> float:
        """The value of another dot in points until the end."""
        return A_CARD * self.rolls_left / ROLLS

    @cached_property
    def threats(self) -> Mapping[int, float]:
        """Player -> value to me of their losses, relative to my gains. The leader counts most."""
        most = max(self.view.scores[seat] for seat in self.others) or 1
        found = {}
        for seat in self.others:
            score = self.view.scores[seat]
            threat = LEAST_THREAT + LEADER_THREAT * (score / max(1, most)) ** 3
            found[seat] = (CLOSING_FACTOR if self.could_win_within_turn(seat) else 1.0) * threat
        return found

    def could_win_within_turn(self, seat: int) -> bool:
        """Whether the player could win within a turn."""
        return self.view.scores[seat] >= self.view.goal - CLOSE_TO_GOAL

    def value_of_points(self, n: int) -> float:
        """The value of n points now: n, plus a large bonus if they win."""
        wins = self.me == self.view.active and self.view.phase != "setup" and self.score + n >= self.view.goal
        return n + WIN_BONUS if wins and n > 0 else float(n)

    # --- chance

    def random_blur(self, spread: float) -> float:
        """A small random number, between -spread and spread."""
        return spread * (self.chance.below(2001) / 1000 - 1)
