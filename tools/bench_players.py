"""How well the machine players play: `python -m tools.bench_players`.

The sensible player sits against random ones, and in each game at another seat; a shared victory counts as a part.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ai import Player, offered, players
from ai.sensible import own_player
from rules.core import Choices, Game, play, registry, start
from rules.core.testing import trial

from .benching import Row, show

GAMES = 200
CLEARLY = 2.4  # times its share that the sensible player must win
SLOWEST = 2.0  # ms a decision


@dataclass(slots=True)
class Contest:
    """Games of one player against three or so of another kind."""

    games: int = 0
    won: float = 0.0
    decisions: int = 0
    thinking: float = 0.0  # seconds of the one player, those of the view included
    seconds: float = 0.0

    @property
    def percent(self) -> float:
        return 100 * self.won / self.games

    @property
    def each(self) -> float:
        """Milliseconds of a decision."""
        return 1000 * self.thinking / max(1, self.decisions)


def contest(game: Game[Any], seats: int, games: int, one: Player, others: Player, first: int = 1) -> Contest:
    """Games from fixed seeds, the one player at each seat in turn."""
    found = Contest()
    begin = time.process_time()
    for seed in range(first, first + games):
        run = trial(game, seats, seed)
        at = seed % seats
        s = start(game, seats, run.key).state
        while not game.over(s):
            seat = min(game.waiting(s))
            begun = time.process_time()
            legal = offered(game, s, seat, run.luck)
            imagine = _imagine(game, s, seat, run.luck)
            move = (one if seat == at else others).choose(game.view(s, seat), legal, imagine, run.luck)
            if seat == at:
                found.thinking += time.process_time() - begun
                found.decisions += 1
            s = play(game, s, seat, move).state
        winners = game.winners(s)
        found.games += 1
        found.won += (at in winners) / len(winners)
    found.seconds = time.process_time() - begin
    return found


def _imagine(game: Game[Any], s: Any, seat: int, luck: Any) -> Any:
    def imagine() -> Any:
        twin = s.copy()
        game.shuffle_hidden(twin, seat, luck)
        return twin

    return imagine


def rows(seats: int = 4, games: int = GAMES) -> Iterator[Row]:
    """The figures of every game that has a sensible player of its own."""
    one, others = players()["normal"], players()["easy"]
    for key in registry.kinds():
        game = registry.game(key, Choices())
        if own_player(type(game.view(start(game, seats, bytes(32)).state, None)).__module__) is None:
            continue
        found = contest(game, seats, games, one, others)
        share = 100 / seats
        yield Row(f"{key}: sensible wins against {seats - 1} random, {games} games", found.percent, "%",
                  must=CLEARLY * share, more=True)
        yield Row(f"{key}: a sensible decision, view included", found.each, "ms", must=SLOWEST, scaled=True)
        yield Row(f"{key}: those games took", found.seconds, "s")


if __name__ == "__main__":
    show(rows())
