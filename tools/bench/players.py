"""Strength and speed of the machine players: `python -m tools.bench players`.

One normal player plays against easy ones, in each game at another seat. A shared victory counts as a fraction.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ai import Imagine, Player, RandomPlayer, moves_to_consider, players_by_level
from ai.sensible import own_player
from rules.core import Choices, Game, Phrase, play, registry, start_game
from rules.core.conformance import start_trial

from ..lab.contests import answer_invitations
from .measure import EVERYTHING, Row, choices_for

CLEARLY = 2.4  # multiple of its fair share of victories that the normal player must reach


@dataclass(frozen=True, slots=True)
class Case:
    """A game to measure. `slowest`: limit in milliseconds per decision."""

    key: str
    games: int
    slowest: float
    preset: str = ""  # empty: no options; or EVERYTHING


def has_sensible_player(key: str) -> bool:
    """Whether the game has its own machine player."""
    game = registry.make_game(key, Choices())
    return own_player(type(game.view(start_game(game, game.seats[0], bytes(32)).state, None)).__module__) is not None


SET = (
    Case("carcassonne", 60, 15),
    Case("carcassonne", 3, 60, EVERYTHING),
    Case("catan", 100, 2, "base"),
    Case("catan", 60, 2, "official"),
    Case("citadels", 200, 2),
)
CASES = (  # defaults for games without an entry above
    *SET,
    *(
        Case(key, 60, 15)
        for key in registry.game_types()
        if has_sensible_player(key) and key not in {case.key for case in SET}
    ),
)


@dataclass(slots=True)
class Contest:
    """Results of one player against players of another kind."""

    games: int = 0
    won: float = 0.0
    decisions: int = 0
    thinking: float = 0.0  # seconds of the one player, computing its view included
    seconds: float = 0.0

    @property
    def percent(self) -> float:
        return 100 * self.won / self.games

    @property
    def each(self) -> float:
        """Milliseconds per decision."""
        return 1000 * self.thinking / max(1, self.decisions)


def play_contest(game: Game[Any], seats: int, games: int, one: Player, others: Player, first: int = 1) -> Contest:
    """Games with the seeds from `first` on; `one` sits at each seat in turn."""
    found = Contest()
    begin = time.process_time()
    for seed in range(first, first + games):
        run = start_trial(game, seats, seed)
        at = seed % seats
        s = start_game(game, seats, run.key).state
        seated = [one if seat == at else others for seat in range(seats)]
        told: dict[int, Phrase] = {}
        while not game.over(s):
            seat = min(game.waiting(s))
            begun = time.process_time()
            legal = moves_to_consider(game, s, seat, run.player_chance)
            player = seated[seat]
            view = None if isinstance(player, RandomPlayer) else game.view(s, seat)  # it uses no view
            move = player.choose(view, legal, Imagine(game, s, seat, run.player_chance), run.player_chance)
            if seat == at:
                found.thinking += time.process_time() - begun
                found.decisions += 1
            s = answer_invitations(game, play(game, s, seat, move).state, run.player_chance, seated, told)
        winners = game.winners(s)
        found.games += 1
        found.won += (at in winners) / len(winners)
    found.seconds = time.process_time() - begin
    return found


def measure_strength(cases: tuple[Case, ...] = CASES, seats: int = 4, games: int | None = None) -> Iterator[Row]:
    """Rows for every game with its own machine player. `games` replaces the usual number of games."""
    one, others = players_by_level()["normal"], players_by_level()["easy"]
    for case in cases:
        game = registry.make_game(case.key, choices_for(case.key, case.preset))
        found = play_contest(game, seats, games or case.games, one, others)
        what = f"{case.key}, {case.preset or game.choices}"
        yield Row(
            f"{what}: sensible wins against {seats - 1} random, {found.games} games",
            found.percent,
            "%",
            must=CLEARLY * 100 / seats,
            more=True,
        )
        yield Row(f"{what}: a sensible decision, view included", found.each, "ms", must=case.slowest, scaled=True)
        yield Row(f"{what}: those games took", found.seconds, "s")
