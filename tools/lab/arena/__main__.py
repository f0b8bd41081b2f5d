"""One of our machines against three of Catanatron's: `python -m tools.arena value-normal value-strong --jobs 2`.

The published package lacks Catanatron's better players: `--source FOLDER` names a checkout of version 3.3 (commit
41ba0db was measured). It is installed into its own environment and not imported here. Interrupted rows continue; their
files lie beside those of `tools.lab.contests`.
"""

from __future__ import annotations

import argparse
import atexit
import os
import subprocess
from functools import cache, partial
from pathlib import Path
from typing import Final

from rules.core import registry
from tools.bench.peers import command_succeeds
from tools.common import exit_with_error
from tools.lab.contests import ContestFile, ContestGame, Match, build_machine, play_row
from tools.make_venv import main as make_venv

from .match import SEATS, Peer, play_against_peer

FOLDER: Final = Path(".venv-arena")
VERSION: Final = "3.3"
PLAYERS: Final = ("value", "alphabeta")
GOALS: Final = {"normal": 52, "strong": 60}
ROWS: Final = {
    f"{player}-{level}": Match("catan", "base", SEATS, level, player, 400, goal)
    for player in PLAYERS
    for level, goal in GOALS.items()
}


def ensure_peer_python(source: Path | None) -> Path:
    """The Python of an environment with Catanatron's players, created from `source` if needed; exits on failure."""
    python = FOLDER / "bin" / "python"
    if source is not None and not has_players(python):
        make_venv(FOLDER)
        command_succeeds([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(source)])
    if not has_players(python):
        exit_with_error(
            f"Catanatron {VERSION} with its better players is not here: name a checkout of its source with --source"
        )
    return python


def has_players(python: Path) -> bool:
    modules = "import catanatron.players.value, catanatron.players.minimax"
    return python.exists() and command_succeeds([str(python), "-c", modules])


@cache
def shared_peer(python: Path, player: str, ours: int) -> Peer:
    """This process's Catanatron process. `ours` is the id of this process, so that forked ones get their own."""
    made = Peer(python, player)
    atexit.register(made.process.terminate)
    return made


def _play_arena_game(python: Path, row: str, effort: float, seed: int) -> ContestGame:
    match = ROWS[row]
    game = registry.make_game(match.key, registry.game_types()[match.key].presets[match.preset])
    return play_against_peer(
        game, seed, build_machine(match.one, effort, match.key), shared_peer(python, match.others, os.getpid())
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.arena", description="Ours against Catanatron's machines.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"which rows: {', '.join(ROWS)}")
    parser.add_argument("--source", type=Path, help="a checkout of Catanatron, to install it from")
    parser.add_argument("--list", action="store_true", help="what is known of each row")
    parser.add_argument("--games", type=int, help="how many games, if not as many as the row has")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    parser.add_argument("--effort", type=float, help="share of the full number of simulations (0.1)")
    given = parser.parse_args(arguments)
    unknown = [row for row in given.rows if row not in ROWS]
    if unknown:
        exit_with_error(f"there is no row {', '.join(unknown)}: {', '.join(ROWS)}")
    for row in given.rows or ROWS:
        match = ROWS[row]._replace(games=given.games or ROWS[row].games)
        effort = given.effort or match.effort
        book = ContestFile(f"catanatron-{row}", match, effort)
        if not given.list:
            play_row(
                row, book, match, partial(_play_arena_game, ensure_peer_python(given.source), row, effort), given.jobs
            )
        print(f"{row}: {book.told(match)}")
    return 0


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except subprocess.SubprocessError as error:
        exit_with_error(f"Catanatron's process: {error}")
