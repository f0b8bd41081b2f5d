"""Accuracy of the reviews' chances of winning: `python -m tools.calibrate catan --games 200 --jobs 2`.

Machines play; after every turn, tile or round each seat's chance is estimated as in a review. Of all chances between
20 and 30 % about that share should be won, and so on for each tenth. Each game is a line in the file of its row in
`tools/lab/results/`, so that an interrupted run continues. If the machines' code has changed, two games are played
again, and unless both have the same result all lines are dropped.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai import Imagine, moves_to_consider, players_by_level
from ai.critic import own_critic
from ai.search import final_chances
from rules.core import Game, Phrase, play, registry, start_game
from rules.core.conformance import start_trial

from ..bench.measure import EVERYTHING, choices_for
from ..common import exit_with_error
from .contests import AGAIN, KEPT, SURE, answer_invitations, source_fingerprint

TENTHS: Final = 10
FIRST: Final = 1_000_001  # first seed; the judges were trained on smaller ones


class ForecastCase(NamedTuple):
    """Games of a row: type, preset, numbers of seats in turn."""

    key: str
    preset: str
    seats: tuple[int, ...]


ROWS: Final[dict[str, ForecastCase]] = {
    "catan": ForecastCase("catan", "base", (4, 3, 4, 5)),
    "catan-official": ForecastCase("catan", "official", (4, 3, 4, 6)),
    "catan-colonist": ForecastCase("catan", "colonist", (4, 3, 4, 6)),
    "carcassonne": ForecastCase("carcassonne", "", (2, 3, 4)),
    "carcassonne-everything": ForecastCase("carcassonne", EVERYTHING, (3, 4)),
    "citadels": ForecastCase("citadels", "", (4, 7, 3, 5)),
    "citadels-everything": ForecastCase("citadels", EVERYTHING, (4, 7, 5, 6)),
}


@dataclass(slots=True)
class Decile:
    """One tenth of the chances: number of estimates, their sum, victories."""

    called: int = 0
    said: float = 0.0
    won: float = 0.0

    def add(self, other: Decile) -> None:
        self.called += other.called
        self.said += other.said
        self.won += other.won


@dataclass(frozen=True, slots=True)
class ForecastGame:
    """The estimates in one game, by tenths."""

    seed: int
    tenths: tuple[Decile, ...]

    @property
    def line(self) -> str:
        return "\t".join([str(self.seed), *(f"{one.called} {one.said:.4f} {one.won:.4f}" for one in self.tenths)])

    @classmethod
    def read(cls, line: str) -> ForecastGame:
        seed, *rest = line.split("\t")
        tenths = [one.split(" ") for one in rest]
        return cls(int(seed), tuple(Decile(int(called), float(said), float(won)) for called, said, won in tenths))


def forecast_game(game: Game[Any], seats: int, seed: int, level: str = "normal") -> ForecastGame:
    """Plays the game of a seed and compares estimates with the winners."""
    critic = own_critic(game.state.__module__)
    assert critic is not None
    run, player, told = start_trial(game, seats, seed), players_by_level()[level], dict[int, Phrase]()
    s = start_game(game, seats, run.key).state
    said, at = [critic.chances_with_open_cards(game, s, run.player_chance)], critic.chart_position(s)
    while not game.over(s):
        seat = min(game.waiting(s))
        legal = moves_to_consider(game, s, seat, run.player_chance)
        move = player.choose(game.view(s, seat), legal, Imagine(game, s, seat, run.player_chance), run.player_chance)
        s = answer_invitations(game, play(game, s, seat, move).state, run.player_chance, [player] * seats, told)
        if not game.over(s) and critic.chart_position(s) != at:
            at = critic.chart_position(s)
            said.append(critic.chances_with_open_cards(game, s, run.player_chance))
    return ForecastGame(seed, tally_forecasts(said, final_chances(game.winners(s), seats)))


def tally_forecasts(said: Sequence[Sequence[float]], won: Sequence[float]) -> tuple[Decile, ...]:
    """Each seat's estimates by tenths, with its share of the victory."""
    found = tuple(Decile() for _ in range(TENTHS))
    for chances in said:
        for chance, part in zip(chances, won, strict=True):
            found[min(TENTHS - 1, int(TENTHS * chance))].add(Decile(1, chance, part))
    return found


class ForecastFile:
    """The file with the games of a row."""

    def __init__(self, row: str, folder: Path = KEPT) -> None:
        self.path = folder / f"called-{row}.tsv"
        self.first = f"# {source_fingerprint(ROWS[row].key)}"
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        self.games = {told.seed: told for told in map(ForecastGame.read, lines[1:])}
        self.other = bool(lines) and lines[0] != self.first  # made by other machine code

    def prove(self, again: Callable[[int], ForecastGame]) -> None:
        """Drops games of other machine code unless some of them have the same result today."""
        if self.other and not all(self.games[one].line == again(one).line for one in sorted(self.games)[:AGAIN]):
            self.games.clear()
        self.other = False
        self._write()

    def keep(self, told: ForecastGame) -> None:
        self.games[told.seed] = told
        self._write()

    def _write(self) -> None:
        self.path.parent.mkdir(exist_ok=True)
        lines = [self.first, *(self.games[seed].line for seed in sorted(self.games))]
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def calibration_table(games: Sequence[ForecastGame]) -> list[str]:
    """Markdown rows per tenth: range, number, mean estimate, share won with its 95 % interval.

    The interval is taken over games, because the positions of one game are correlated.
    """
    found = [f"| called | {len(games)} games: seats called so | said % | won % (95 %) |", "|---|---|---|---|"]
    for tenth in range(TENTHS):
        each = [told.tenths[tenth] for told in games]
        whole = Decile()
        for one in each:
            whole.add(one)
        if not whole.called:
            continue
        won = whole.won / whole.called
        spread = sqrt(sum((one.won - won * one.called) ** 2 for one in each)) / whole.called
        low, high = max(0.0, won - SURE * spread), min(1.0, won + SURE * spread)
        name = f"{10 * tenth} to {10 * tenth + 10}"
        said = 100 * whole.said / whole.called
        span = f"{100 * won:.1f} ({100 * low:.0f} to {100 * high:.0f})"
        found.append(f"| {name} | {whole.called} | {said:.1f} | {span} |")
    return found


def _forecast_row_game(row: str, seed: int) -> ForecastGame:
    one = ROWS[row]
    game = registry.make_game(one.key, choices_for(one.key, one.preset))
    return forecast_game(game, one.seats[seed % len(one.seats)], seed)


def play_missing_forecasts(row: str, book: ForecastFile, games: int, seed: int, jobs: int) -> Iterator[ForecastGame]:
    """Plays, saves and yields the missing games."""
    missing = [one for one in range(seed, seed + games) if one not in book.games]
    with ProcessPoolExecutor(jobs) as pool:
        for future in as_completed(pool.submit(_forecast_row_game, row, one) for one in missing):
            book.keep(future.result())
            yield future.result()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.calibrate", description="Whether chances are true.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"which games: {', '.join(ROWS)}")
    parser.add_argument("--games", type=int, default=0, help="how many games are played, if they are not yet")
    parser.add_argument("--seed", type=int, default=FIRST, help="of the first game (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    given = parser.parse_args(arguments)
    unknown = [row for row in given.rows if row not in ROWS]
    if unknown:
        exit_with_error(f"there is no row {', '.join(unknown)}: {', '.join(ROWS)}")
    for row in given.rows or ROWS:
        book = ForecastFile(row)
        if given.games:
            book.prove(partial(_forecast_row_game, row))
        for _ in play_missing_forecasts(row, book, given.games, given.seed, given.jobs):
            pass
        if book.games:
            print(
                f"{row}, seeds {min(book.games)} to {max(book.games)}",
                *calibration_table(list(book.games.values())),
                sep="\n",
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
