"""Random games: `python -m tools.selfplay carcassonne --with river1 river2 --seats 4 --games 20 --seed 7 --check`.

Exit status: 1, with the failing record on standard output, or 0.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from rules.core import Game, encode_move, play, start_game
from rules.core.conformance import Nonconformity, check_conformance, start_trial
from rules.core.record import Line, Record, format_record, replay_record

from ..common import add_game_arguments, chosen_game, exit_with_error, require_seats


def random_game(game: Game[Any], seats: int, seed: int) -> tuple[Record, Any]:
    """Record and last state of one random game, without checks."""
    run = start_trial(game, seats, seed)
    t = start_game(game, seats, run.key)
    first, luck, lines = t.chance, run.player_chance, list[Line]()
    while not game.over(t.state):
        seat = sorted(game.waiting(t.state))[0]
        moves = list(game.legal(t.state, seat))
        move = moves[luck.below(len(moves))]
        t = play(game, t.state, seat, move)
        lines.append(Line(seat, encode_move(move), t.chance))
    return Record(game.key, game.choices, seats, run.key, None, first, tuple(lines)), t.state


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.selfplay", description="Play random games.")
    add_game_arguments(parser)
    parser.add_argument("--seats", type=int, default=4, help="how many play (4)")
    parser.add_argument("--games", type=int, default=10, help="how many games (10)")
    parser.add_argument("--seed", type=int, default=1, help="the first game's seed; the next ones count up (1)")
    parser.add_argument("--check", action="store_true", help="check everything at every position")
    parser.add_argument("--every", type=int, default=1, help="with --check: at every n-th position (1)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep each game as a record")
    given = parser.parse_args(arguments)
    game = chosen_game(given)
    require_seats(game, given.seats)
    if given.games < 0 or given.every < 1 or given.seed < 0:
        exit_with_error("--games and --seed cannot be negative, and --every begins at 1")
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
    return _play_games(game, given)


def _play_checked_game(game: Game[Any], given: argparse.Namespace, seed: int) -> tuple[Record, Any]:
    record = check_conformance(game, given.seats, seed, every=given.every)
    *_, last = replay_record(record)
    return record, last.state


def _play_games(game: Game[Any], given: argparse.Namespace) -> int:
    moves, wins, began = 0, [0] * given.seats, time.perf_counter()
    for seed in range(given.seed, given.seed + given.games):
        try:
            record, last = (
                _play_checked_game(game, given, seed) if given.check else random_game(game, given.seats, seed)
            )
        except Nonconformity as failure:
            print(failure.record)
            print(f"# {failure.point}")
            return 1
        moves += len(record.lines)
        for winner in game.winners(last):
            wins[winner] += 1
        if given.out:
            name = f"{game.key}-{given.seats}-{seed}.game"
            (given.out / name).write_text(format_record(record), encoding="utf-8")
    seconds = time.perf_counter() - began
    print(
        f"{given.games} games, {moves} moves in {seconds:.1f} s"
        f"{' with all checks' if given.check else ''}; won or shared by seat: {wins}"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
