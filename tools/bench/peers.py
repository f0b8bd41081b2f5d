"""How fast the rules of Catan are beside those of Catanatron: `make bench-peers`.

Catanatron is installed into an environment of its own and runs in a process of its own; nothing of it is imported here.
Rounds of both take turns, so that what else goes on in the machine meets both; of each the best counts. Both play the
base game with four random players to its end and list the legal moves at every decision. An action of theirs and a
move of ours are about the same: one decision of one player.
Exit status 0, or 1 where ours is slower; 0 as well where Catanatron cannot be installed.
"""

from __future__ import annotations

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

# Reads `seed games`, answers `actions seconds`, until its input ends.
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
    """Another engine in a process of its own."""

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
        """Actions a second in so many games. RuntimeError, with what it said, if it does not play."""
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
    """The Python of an environment that has Catanatron, made if need be; None: it cannot be installed here."""
    python = folder / "bin" / "python"
    if not python.exists() and make_venv(folder):
        return None
    if command_succeeds([str(python), "-c", "import catanatron"]):
        return python
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]
    return python if command_succeeds(pip) else None


def command_succeeds(command: Sequence[str]) -> bool:
    """Whether a command succeeds, and in time."""
    quiet = subprocess.DEVNULL
    try:
        return subprocess.run(command, stdout=quiet, stderr=quiet, timeout=PATIENCE, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def compare_speed(peer: PeerEngine, rounds: int = ROUNDS, games: int = GAMES) -> tuple[float, float, float]:
    """Our moves a second, their actions a second, and the calibration loop meanwhile."""
    ours: Game[Any] = registry.make_game("catan", registry.game_types()["catan"].presets["base"])
    loops, mine, theirs = [], [], []
    for number in range(rounds):
        loops.append(time_calibration_loop(1))
        moves, seconds = random_play(ours, SEATS, games, number)
        mine.append(moves / seconds)
        theirs.append(peer.rate(1 + number * games, games))
    return max(mine), max(theirs), min(loops)


def main() -> int:
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
