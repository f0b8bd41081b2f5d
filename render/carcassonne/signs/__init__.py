"""The signs on tiles: a module for each module of the game that has some, called after its key, with its `SIGNS`.

The key of a sign is the mark, symbol or building of the tile; `pic.mark.<key>` is its word.
"""

from __future__ import annotations

from typing import Final

from render.carcassonne.sign import Sign, lettered_sign
from render.core.listing import list_modules
from render.core.look import Say
from render.core.sentences import has_sentence

SIGNS: Final[dict[str, Sign]] = {
    key: sign for _, room in list_modules(__name__, __path__) for key, sign in room.SIGNS.items()
}


def sign_of_mark(key: str) -> Sign:
    """How a mark is drawn; one that has no drawing yet is a disc with letters."""
    return SIGNS.get(key) or lettered_sign(key)


def mark_word(say: Say, key: str, n: int = 1) -> str:
    """A mark in words, so many of them; its key where there is no word for it yet."""
    return say(f"pic.mark.{key}", n=n) if has_sentence(f"pic.mark.{key}") else say("pic.mark_unknown", n=n, mark=key)
