"""Recomputes the games' palettes from sheets of their sprites: `python -m tools.make_palette`.

Run it after a change of a painter. Each drawn game has a module `swatches` with a `swatch_sheet`, the colours that must
be `EXACT`, and the `PALETTE` file.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from render.core.look import Colour
from render.core.palette import learn_palette, save_palette
from rules.core import registry


def list_palette_games() -> list[str]:
    """The games with a palette."""
    return [
        kind for kind in registry.game_types() if find_spec(f"render.{kind}") and find_spec(f"render.{kind}.swatches")
    ]


def learn_game_palette(kind: str) -> tuple[Path, list[Colour]]:
    """Path and colours of a game's palette."""
    swatches = import_module(f"render.{kind}.swatches")
    return swatches.PALETTE, learn_palette(swatches.swatch_sheet(), swatches.EXACT)


def main() -> None:
    argparse.ArgumentParser(prog="python -m tools.make_palette", description=__doc__).parse_args()
    for kind in list_palette_games():
        path, colours = learn_game_palette(kind)
        save_palette(path, colours)
        print(path)


if __name__ == "__main__":
    main()
