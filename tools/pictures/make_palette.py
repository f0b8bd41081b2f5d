"""Make the palettes of all games anew from sheets of their sprites: `python -m tools.make_palette`.

Run it after a painter changed; pictures of all tables and machines share the files it writes. A game that is drawn has
a module `swatches` beside its painters: a `sheet`, the colours that must be `EXACT`, and the `PALETTE` file.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from render.core.look import Colour
from render.core.palette import learn, save
from rules.core import registry


def drawn() -> list[str]:
    """The games whose pictures have a palette of their own."""
    return [kind for kind in registry.kinds() if find_spec(f"render.{kind}") and find_spec(f"render.{kind}.swatches")]


def learnt(kind: str) -> tuple[Path, list[Colour]]:
    """The file of a game's palette, and the colours that belong there."""
    swatches = import_module(f"render.{kind}.swatches")
    return swatches.PALETTE, learn(swatches.sheet(), swatches.EXACT)


def main() -> None:
    for kind in drawn():
        path, colours = learnt(kind)
        save(path, colours)
        print(path)


if __name__ == "__main__":
    main()
