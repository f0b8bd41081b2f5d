"""Contests of one machine against others: `python -m tools.contests catan-knights --games 200 --jobs 2`.

The one machine sits at seat `seed % seats`. Each game is a line in the file of its row in `tools/lab/results/`, so
that an interrupted run continues. The first line is a fingerprint of the machines' code: if it has changed, two games
are played again, and unless both have the same result all lines are dropped. `--list` prints the rows with results.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, fields, replace
from functools import partial
from hashlib import blake2b
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai import Imagine, Player, StrongPlayer, moves_to_consider, players_by_level
from ai.strong import own_expert
from rules.core import Chance, Game, Phrase, play, registry, start_game
from rules.core.conformance import start_trial

from ..bench.measure import EVERYTHING, choices_for
from ..common import exit_with_error
from .tree_search import TreePlayer

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = Path(__file__).parent / "results"
TREE: Final = "tree"  # in place of a level: plain tree search with as many simulations
AGAIN: Final = 2  # games played again to prove that changed code plays alike
SURE: Final = 1.96  # standard errors of a 95 % interval
# Files that explain or review moves and do not choose them.
TOLD: Final = {"coach.py", "comparing.py", "critic.py", "same_turn_gain.py", "reasons.py", "review.py", "questions.py"}


class Match(NamedTuple):
    """The machines of a row. `goal`: percentage of victories that `one` should reach."""

    key: str
    preset: str  # "": no options; EVERYTHING: all modules
    seats: int
    one: str
    others: str
    games: int
    goal: float
    effort: float = 0.1  # of `one`, if it thinks ahead


MATCHES: Final[dict[str, Match]] = {
    "catan-base": Match("catan", "base", 4, "strong", "normal", 200, 35),
    "catan-official": Match("catan", "official", 4, "strong", "normal", 200, 45),
    "catan-colonist": Match("catan", "colonist", 4, "strong", "normal", 200, 45),
    "catan-official-6": Match("catan", "official", 6, "strong", "normal", 200, 33),
    "catan-colonist-6": Match("catan", "colonist", 6, "strong", "normal", 200, 33),
    "carcassonne": Match("carcassonne", "", 2, "strong", "normal", 200, 75),
    "carcassonne-tree": Match("carcassonne", "", 2, "strong", TREE, 200, 60),
    "carcassonne-everything": Match("carcassonne", EVERYTHING, 3, "strong", "normal", 200, 50),
    "citadels-4": Match("citadels", "", 4, "strong", "normal", 200, 40),
    "citadels-7": Match("citadels", "", 7, "strong", "normal", 200, 28),
}


@dataclass(frozen=True, slots=True)
class ContestGame:
    """One game: share of the victory, points, the others' best points, decisions, seconds of the one machine."""

    seed: int
    won: float
    points: int
    best: int
    decisions: int
    seconds: float

    @property
    def line(self) -> str:
        return "\t".join(f"{getattr(self, field.name):g}" for field in fields(self))

    def alike(self, other: ContestGame) -> bool:
        """Whether both have the same result, apart from the time."""
        return replace(self, seconds=0) == replace(other, seconds=0)

    @classmethod
    def read(cls, line: str) -> ContestGame:
        seed, won, points, best, decisions, seconds = line.split("\t")
        return cls(int(seed), float(won), int(points), int(best), int(decisions), float(seconds))


def build_machine(level: str, effort: float, key: str) -> Player:
    """A machine of a level; `effort` is the share of its usual simulations."""
    if level == TREE:
        expert = own_expert(f"rules.{key}")
        return TreePlayer(max(1, round(expert.simulations * effort)) if expert else 1)
    return StrongPlayer(players_by_level()["normal"], effort) if level == "strong" else players_by_level()[level]


def play_contest_game(game: Game[Any], seats: int, seed: int, one: Player, others: Player) -> ContestGame:
    """Plays the game of a seed to its end."""
    run = start_trial(game, seats, seed)
    at = seed % seats
    seated = [one if seat == at else others for seat in range(seats)]
    told: dict[int, Phrase] = {}
    s = start_game(game, seats, run.key).state
    decisions, seconds = 0, 0.0
    while not game.over(s):
        seat = min(game.waiting(s))
        begun = time.process_time()
        legal = moves_to_consider(game, s, seat, run.player_chance)
        move = seated[seat].choose(
            game.view(s, seat), legal, Imagine(game, s, seat, run.player_chance), run.player_chance
        )
        if seat == at:
            decisions += 1
            seconds += time.process_time() - begun
        s = answer_invitations(game, play(game, s, seat, move).state, run.player_chance, seated, told)
    winners, scores = game.winners(s), game.scores(s)
    best = max(score for seat, score in enumerate(scores) if seat != at)
    return ContestGame(seed, (at in winners) / max(1, len(winners)), scores[at], best, decisions, round(seconds, 3))


def answer_invitations(game: Game[Any], s: Any, luck: Chance, seated: Sequence[Player], told: dict[int, Phrase]) -> Any:
    """Asks each newly invited player (to a trade) once. `told`: invitations so far; it is updated."""
    while s.agenda:
        top = s.agenda[-1]
        invited = {seat: top.task(s, seat) for seat in sorted(top.invited_seats(s))}
        new = next((seat for seat, task in invited.items() if told.get(seat) != task), None)
        if new is None:
            break
        told[new] = invited[new]
        legal = [*game.legal(s, new), *game.sample_unlisted_moves(s, new, luck)]
        move = seated[new].answer(game.view(s, new), legal, Imagine(game, s, new, luck), luck)
        if move is not None:
            s = play(game, s, new, move).state
    return s


def win_percentage(games: Sequence[ContestGame]) -> tuple[float, float, float]:
    """Percent won, and the limits of its 95 % interval (Wilson)."""
    n = len(games)
    p = sum(game.won for game in games) / n
    middle = (p + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
    half = SURE / (1 + SURE**2 / n) * sqrt(p * (1 - p) / n + SURE**2 / (4 * n * n))
    return 100 * p, 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)


def source_fingerprint(key: str) -> str:
    """A hash of the code with which a game's machines choose moves."""
    found = blake2b(digest_size=6)
    for path in sorted([*(ROOT / "ai").glob("*.py"), *(ROOT / "ai" / key).rglob("*.py")]):
        if path.name not in TOLD:
            found.update(path.read_bytes())
    return found.hexdigest()


class ContestFile:
    """The file with the games of a row."""

    def __init__(self, row: str, match: Match, effort: float, folder: Path = KEPT) -> None:
        self.path = folder / f"{row}{'' if effort == match.effort else f'-{effort:g}'}.tsv"
        self.first = f"# {source_fingerprint(match.key)}"
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        self.games = {game.seed: game for game in map(ContestGame.read, lines[1:])}
        self.other = bool(lines) and lines[0] != self.first  # made by other machine code

    def prove(self, again: Callable[[int], ContestGame]) -> None:
        """Drops games of other machine code unless some of them have the same result today."""
        if self.other and not all(self.games[seed].alike(again(seed)) for seed in sorted(self.games)[:AGAIN]):
            self.games.clear()
        self.other = False

    def keep(self, game: ContestGame) -> None:
        """Rewrites the file with the game: two runs of one row must not overlap."""
        self.games[game.seed] = game
        self.path.parent.mkdir(exist_ok=True)
        lines = [self.first, *(self.games[seed].line for seed in sorted(self.games))]
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def told(self, match: Match) -> str:
        games = list(self.games.values())
        if not games:
            return "no games"
        other = ", by another source" if self.other else ""
        percent, low, high = win_percentage(games)
        each = 1000 * sum(game.seconds for game in games) / max(1, sum(game.decisions for game in games))
        points = sum(game.points for game in games) / len(games)
        best = sum(game.best for game in games) / len(games)
        return (
            f"{len(games)} games, {percent:.1f} % ({low:.0f} to {high:.0f}; goal {match.goal:g}, chance "
            f"{100 / match.seats:.0f}), {points:.1f} points, best other {best:.1f}, {each:.0f} ms a decision{other}"
        )


def _play_row_game(row: str, effort: float, seed: int) -> ContestGame:
    match = MATCHES[row]
    game = registry.make_game(match.key, choices_for(match.key, match.preset))
    return play_contest_game(
        game, match.seats, seed, *(build_machine(level, effort, match.key) for level in (match.one, match.others))
    )


def play_missing_games(
    book: ContestFile, play: Callable[[int], ContestGame], games: int, jobs: int
) -> Iterator[ContestGame]:
    """Plays, saves and yields the missing games; `play` runs in other processes."""
    missing = [seed for seed in range(1, games + 1) if seed not in book.games]
    with ProcessPoolExecutor(jobs) as pool:
        for future in as_completed(pool.submit(play, seed) for seed in missing):
            game = future.result()
            book.keep(game)
            yield game


def play_row(row: str, book: ContestFile, match: Match, play: Callable[[int], ContestGame], jobs: int) -> None:
    """Plays the missing games of a row and prints the result after every ten."""
    book.prove(play)
    for number, _ in enumerate(play_missing_games(book, play, match.games, jobs), 1):
        if number % 10 == 0:
            print(f"{row}: {book.told(match)}", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.contests", description="One machine against others.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help="which rows: see --list")
    parser.add_argument("--list", action="store_true", help="what is known of each row")
    parser.add_argument("--games", type=int, help="how many games, if not as many as the row has")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    parser.add_argument("--effort", type=float, help="share of the full number of simulations (0.1)")
    given = parser.parse_args(arguments)
    unknown = [row for row in given.rows if row not in MATCHES]
    if unknown:
        exit_with_error(f"there is no row {', '.join(unknown)}: {', '.join(MATCHES)}")
    for row in given.rows or (MATCHES if given.list else ()):
        match = MATCHES[row]
        effort = given.effort or match.effort
        book = ContestFile(row, match, effort)
        if not given.list:
            play_row(
                row,
                book,
                match._replace(games=given.games or match.games),
                partial(_play_row_game, row, effort),
                given.jobs,
            )
        print(f"{row}: {book.told(match)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
