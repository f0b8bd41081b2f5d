"""Speed of the rules of Catan compared with Catanatron: `make bench-peers`.

Catanatron is installed into its own environment and runs in its own process; this process imports none of it. Rounds
of both alternate, so that other work on the machine slows both, and the best round of each counts. Four random players
play the base game to its end and list the legal moves at every decision. One action of Catanatron is about one move
here.

Exit status: 1 if these rules are slower; 0 if not, or if Catanatron cannot be installed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from rules.core import Game, registry

from ..make_venv import main as make_venv
from .measure import Row, print_rows, time_calibration_loop
from .rules import random_play

FOLDER: Final = Path(".venv-peers")
PACKAGE: Final = "catanatron==3.2.1"
ROUNDS: Final = 8
GAMES: Final = 12
SEATS: Final = 4
PATIENCE: Final = 600  # seconds for an installation

# Reads lines `seed games` and answers each with `actions seconds`.
SCRIPT: Final = """
import sys, time
from catanatron import Color, Game, RandomPlayer
for line in sys.stdin:
    seed, games = map(int, line.split())
    actions = 0
    begin = time.process_time()
    for number in range(seed, seed + games):
        game = Game([RandomPlayer(color) for color in list(Color)[:4]], seed=number)
        game.play()
        actions += len(game.state.actions)
    print(actions, time.process_time() - begin, flush=True)
"""


class PeerEngine:
    """Another engine in a separate process."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.terminate()
        self.process.communicate()

    def rate(self, seed: int, games: int) -> float:
        """Actions per second over `games` games; `RuntimeError` with its error output if it fails."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(f"{seed} {games}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        actions, _, seconds = self.process.stdout.readline().partition(" ")
        if not seconds:
            assert self.process.stderr is not None
            raise RuntimeError(self.process.stderr.read().strip())
        return int(actions) / float(seconds)


def install_catanatron(folder: Path = FOLDER) -> Path | None:
    """The Python of an environment with Catanatron, created if needed; None if it cannot be installed."""
    python = folder / "bin" / "python"
    if not python.exists() and make_venv(folder):
        return None
    if command_succeeds([str(python), "-c", "import catanatron"]):
        return python
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]
    return python if command_succeeds(pip) else None


def command_succeeds(command: Sequence[str]) -> bool:
    """Whether a command succeeds within `PATIENCE` seconds."""
    quiet = subprocess.DEVNULL
    try:
        return subprocess.run(command, stdout=quiet, stderr=quiet, timeout=PATIENCE, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def compare_speed(peer: PeerEngine, rounds: int = ROUNDS, games: int = GAMES) -> tuple[float, float, float]:
    """Moves per second here, actions per second there, milliseconds of the calibration loop."""
    ours: Game[Any] = registry.make_game("catan", registry.game_types()["catan"].presets["base"])
    loops, mine, theirs = [], [], []
    for number in range(rounds):
        loops.append(time_calibration_loop(1))
        moves, seconds = random_play(ours, SEATS, games, number)
        mine.append(moves / seconds)
        theirs.append(peer.rate(1 + number * games, games))
    return max(mine), max(theirs), min(loops)


def main() -> int:
    argparse.ArgumentParser(prog="python -m tools.bench_peers", description=__doc__).parse_args()
    python = install_catanatron()
    if python is None:
        print(f"{PACKAGE} cannot be installed here, so there is nothing to compare with.")
        return 0
    with PeerEngine([str(python), "-c", SCRIPT]) as peer:
        ours, theirs, loop = compare_speed(peer)
    rows = (
        Row(f"catan, base, {SEATS} seats, random play", ours, "moves/s", loop=loop),
        Row(f"{PACKAGE}, {SEATS} seats, random play", theirs, "actions/s", loop=loop),
        Row("ours beside theirs", ours / theirs, "times", must=1.0, more=True),
    )
    print(f"calibration loop meanwhile: {loop:.1f} ms")
    return 1 if print_rows(rows, loop) else 0


if __name__ == "__main__":
    sys.exit(main())
