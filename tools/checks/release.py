"""`python -m tools.release`: work that a commit may leave open, and a release may not.

A new card can be played before its sentences are translated, before it is drawn (two letters stand for it), and before
machines judge its moves (they make them where nothing better is legal). `make release-check` lists what is left.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from ai.citadels.scores import SCORERS
from render.citadels.characters import PORTRAITS
from render.citadels.districts import SCENES
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.core import Choices
from rules.core.registry import make_game

from . import words


def find_missing_drawings() -> Iterator[str]:
    """Cards of Citadels that show two letters."""
    for folder, cards, drawn in (("characters", CHARACTERS, PORTRAITS), ("districts", DISTRICTS, SCENES)):
        for key in cards:
            if key not in drawn:
                yield f"render/citadels/{folder}/{key}.py: is not drawn yet"


def find_unjudged_moves() -> Iterator[str]:
    """Moves of Citadels that machines do not judge."""
    for kind, move in make_game("citadels", Choices()).moves.items():
        if move not in SCORERS:
            yield f"{kind}: no machine judges this move of citadels (ai/citadels/)"


def main() -> int:
    argparse.ArgumentParser(prog="python -m tools.release", description=__doc__).parse_args()
    found = [*find_missing_drawings(), *find_unjudged_moves()]
    for line in found:
        print(line)
    return max(words.main(["--release"]), 1 if found else 0)


if __name__ == "__main__":
    sys.exit(main())
