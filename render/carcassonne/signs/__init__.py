"""The signs on tiles: a module for each module of the game that has some, called after its key, with its `SIGNS`.

The key of a sign is the mark, symbol or building of the tile; `pic.mark.<key>` is its word.
"""

from __future__ import annotations

from typing import Final

from render.carcassonne.sign import Sign, lettered
from render.core.look import Say
from render.core.rooms import inside
from render.core.words import known

SIGNS: Final[dict[str, Sign]] = {
    key: sign for _, room in inside(__name__, __path__) for key, sign in room.SIGNS.items()
}


def sign(key: str) -> Sign:
    """How a mark is drawn; one that has no drawing yet is a disc with letters."""
    return SIGNS.get(key) or lettered(key)


def word(say: Say, key: str, n: int = 1) -> str:
    """A mark in words, so many of them; its key where there is no word for it yet."""
    return say(f"pic.mark.{key}", n=n) if known(f"pic.mark.{key}") else say("pic.mark_unknown", n=n, mark=key)
