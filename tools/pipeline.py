"""Prints the order of a turn: `python -m tools.pipeline carcassonne --with river1 river2`."""

from __future__ import annotations

import argparse

from .common import add_game_arguments, chosen_game


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.pipeline", description="Print the order of a turn.")
    add_game_arguments(parser)
    game = chosen_game(parser.parse_args(arguments))
    print(f"{game.key} {game.choices}")
    for rank, step, module in game.pipeline():
        print(f"{rank:5}  {step:<24} {module}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
