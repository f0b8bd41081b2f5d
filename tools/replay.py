"""Prints a recorded game with its scores, and pictures on request: `python -m tools.replay FILE [--png DIR]`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rules.core import Game, RulesError
from rules.core.move import HIDDEN
from rules.core.record import Record, check_record, replay_record
from words import Voice

from .common import NAMES, exit_with_error, explain_refusal, read_record, tell_story
from .pictures.drawing import table_picture


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.replay", description="Print a recorded game.")
    parser.add_argument("file", help="a record (.game); - reads standard input")
    parser.add_argument("--png", type=Path, metavar="DIR", help="draw the table after every move into this folder")
    parser.add_argument("--last", action="store_true", help="with --png: the last position only")
    given = parser.parse_args(arguments)
    record = read_record(given.file)
    if any(HIDDEN in part.split(",") for line in record.lines for part in line.move.split(" ")):
        exit_with_error(
            "This record was written while the game was running: it does not tell what only one player may know."
        )
    try:
        _print_replay(record, given.png, given.last)
        check_record(record)
    except RulesError as error:
        exit_with_error(explain_refusal(error))
    except AssertionError as error:
        print(error)
        return 1
    return 0


def _print_replay(record: Record, folder: Path | None, last_only: bool) -> None:
    game = record.make_game()
    voice = Voice("en", NAMES)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    scores: tuple[int, ...] = ()
    for number, t in enumerate(replay_record(record)):
        for branch in record.branches:
            if branch.after == number - 1:
                print(f"Here table #{branch.table} begins, with luck of its own.")
        if number:
            line = record.lines[number - 1]
            print(f"{number}. {NAMES[line.seat]}: {line.move}")
        for sentence in tell_story(t.events, voice):
            print(f"   {sentence}")
        if game.scores(t.state) != scores:
            scores = game.scores(t.state)
            print("   " + ", ".join(f"{NAMES[seat]} {points}" for seat, points in enumerate(scores)))
        if folder and (not last_only or number == len(record.lines)):
            _draw_picture(game, t.state, folder / f"{number:04}.png", record.seats)


def _draw_picture(game: Game[Any], state: Any, path: Path, seats: int) -> None:
    path.write_bytes(table_picture(game, state, NAMES[:seats]))


if __name__ == "__main__":
    raise SystemExit(main())
