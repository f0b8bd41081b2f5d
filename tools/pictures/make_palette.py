"""Make the palettes of all games anew from sheets of their sprites: `python -m tools.make_palette`.

Run it after a painter changed; pictures of all tables and machines share the files it writes. A game that is drawn has
a module `swatches` beside its painters: a `swatch_sheet`, the colours that must be `EXACT`, and the `PALETTE` file.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from render.core.look import Colour
from render.core.palette import learn_palette, save_palette
from rules.core import registry


def list_palette_games() -> list[str]:
    """The games whose pictures have a palette of their own."""
    return [
        kind for kind in registry.game_types() if find_spec(f"render.{kind}") and find_spec(f"render.{kind}.swatches")
    ]


def learn_game_palette(kind: str) -> tuple[Path, list[Colour]]:
    """The file of a game's palette, and the colours that belong there."""
    swatches = import_module(f"render.{kind}.swatches")
    return swatches.PALETTE, learn_palette(swatches.swatch_sheet(), swatches.EXACT)


def main() -> None:
    for kind in list_palette_games():
        path, colours = learn_game_palette(kind)
        save_palette(path, colours)
        print(path)


if __name__ == "__main__":
    main()
