"""Statistics of finished games: places, points, pace, luck. Pure."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from db.rows import PlayedRow
from rules.core import Choices
from rules.core.fortune import Fortune

from .decision_times import decode_waits, median_wait
from .rating import Rating

SURE: Final = 3.0  # upper bound of the uncertainty of a reliable rating


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """Filter of games; empty or 0: all."""

    kind: str = ""
    seats: int = 0
    module: str = ""

    def matches(self, row: PlayedRow) -> bool:
        return (
            self.kind in ("", row.kind)
            and self.seats in (0, row.seats)
            and (not self.module or self.module in expansions_of(row.options))
        )


@lru_cache(maxsize=1024)
def expansions_of(options: str) -> tuple[str, ...]:
    """Expansions of a game from its stored choices; empty if unreadable."""
    try:
        return tuple(map(str, Choices.from_json(json.loads(options)).modules))
    except (ValueError, TypeError, LookupError, AttributeError):
        return ()


@dataclass(frozen=True, slots=True)
class RatingPlace:
    """Rank of a user in a game on a server."""

    kind: str
    place: int
    of: int
    rating: Rating


@dataclass(slots=True)
class PlayerStats:
    """Statistics of a user."""

    places: Counter[int] = field(default_factory=Counter)  # of finished games
    points: list[int] = field(default_factory=list)
    waits: Counter[int] = field(default_factory=Counter)
    games_begun_or_left: int = 0  # games played from the start, or left
    games_begun_and_finished: int = 0  # finished ones among these
    fortunes: list[float] = field(default_factory=list)  # by game, in standard deviations
    luck_by_kind: dict[str, Fortune] = field(default_factory=dict)  # totals by kind of game

    @property
    def finished_games(self) -> int:
        return sum(self.places.values())

    @property
    def games_won(self) -> int:
        return self.places[1]

    @property
    def median_decision_seconds(self) -> int | None:
        """Median decision time in seconds."""
        return median_wait(self.waits)

    @property
    def decision_count(self) -> int:
        return sum(self.waits.values())

    @property
    def luck_percentage(self) -> int | None:
        """Luck from 0 to 100: percentage of players with the same chances who had less; 50 is average."""
        if not self.fortunes:
            return None
        sigmas = sum(self.fortunes) / math.sqrt(len(self.fortunes))
        return round(50 * (1 + math.erf(sigmas / math.sqrt(2))))

    def add_game(self, row: PlayedRow) -> None:
        """Add a finished game."""
        result = row.result
        if result.part == "left":
            self.games_begun_or_left += 1
        elif row.status == "over" and result.place is not None:
            self.places[result.place] += 1
            self.points.append(result.points)
            self.games_begun_or_left += result.part == "whole"
            self.games_begun_and_finished += result.part == "whole"
        self.waits += decode_waits(result.waits)
        if result.got is not None and result.expected is not None and result.variance and result.variance > 0:
            self.fortunes.append((result.got - result.expected) / math.sqrt(result.variance))
            so_far = self.luck_by_kind.get(row.kind, Fortune(0, 0, 0))
            self.luck_by_kind[row.kind] = so_far.add_fortune(Fortune(result.got, result.expected, result.variance))


def summarize_player(rows: Iterable[PlayedRow], chosen: StatsFilter) -> PlayerStats:
    """Statistics of rows of one user."""
    found = PlayerStats()
    for row in rows:
        if chosen.matches(row):
            found.add_game(row)
    return found


def summarize_players(rows: Iterable[PlayedRow], chosen: StatsFilter) -> dict[int, PlayerStats]:
    """Statistics by user; users without games are left out."""
    found: dict[int, PlayerStats] = {}
    for row in rows:
        if chosen.matches(row):
            found.setdefault(row.result.user_id, PlayerStats()).add_game(row)
    return {user: figures for user, figures in found.items() if figures.finished_games}


def list_filter_options(rows: Sequence[PlayedRow], chosen: StatsFilter) -> tuple[list[str], list[int], list[str]]:
    """Filter options: games, numbers of seats, expansions of the selected games."""
    of_kind = [row for row in rows if chosen.kind in ("", row.kind)]
    expansions = {module for row in of_kind if chosen.kind for module in expansions_of(row.options)}
    return sorted({row.kind for row in rows}), sorted({row.seats for row in of_kind}), sorted(expansions)


def compute_rating_places(ratings: Iterable[tuple[str, int, float, float]]) -> dict[str, dict[int, RatingPlace]]:
    """Ranks by game and user, by conservative estimate; ties share a rank."""
    by_kind: dict[str, dict[int, Rating]] = {}
    for kind, user, mu, sigma in ratings:
        by_kind.setdefault(kind, {})[user] = Rating(mu, sigma)
    return {kind: _rating_places_in_game(kind, known) for kind, known in by_kind.items()}


def _rating_places_in_game(kind: str, known: Mapping[int, Rating]) -> dict[int, RatingPlace]:
    orders = sorted((one.conservative_estimate for one in known.values()), reverse=True)
    places = {user: orders.index(one.conservative_estimate) + 1 for user, one in known.items()}
    rows = sorted(known, key=lambda user: (places[user], user))
    return {user: RatingPlace(kind, places[user], len(known), known[user]) for user in rows}
