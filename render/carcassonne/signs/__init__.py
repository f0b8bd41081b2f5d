"""Signs on tiles: a module named after the key of each game module with signs, with its `SIGNS`.

Keys of `SIGNS` are marks, symbols or buildings of tiles; `pic.mark.<key>` is the word of a sign.
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
    """The sign of a mark; an undrawn one is a disc with letters."""
    return SIGNS.get(key) or lettered_sign(key)


def mark_word(say: Say, key: str, n: int = 1) -> str:
    """The word for n marks, or the key if it has no word."""
    return say(f"pic.mark.{key}", n=n) if has_sentence(f"pic.mark.{key}") else say("pic.mark_unknown", n=n, mark=key)
