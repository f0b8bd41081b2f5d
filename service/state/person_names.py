"""Cleans names and typed text: visible characters in reading order, on one line."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

LONGEST: Final = 40  # characters; Discord allows 32
MAX_MARKS_PER_LETTER: Final = 3  # combining marks per letter: Hebrew needs them, stacks of them cover other lines
NOBODY: Final = "?"
JOINERS: Final = "\u200c\u200d"  # allowed between two visible characters, as in emoji
# Unicode categories of invisible or blank characters.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SPACES: Final = frozenset({"Zs", "Zl", "Zp"})


def clean_name(name: str, longest: int = LONGEST) -> str:
    """A name without invisible and bidirectional characters, line breaks and stacked marks."""
    return visible_text(name, longest) or NOBODY


@lru_cache(maxsize=4096)
def visible_text(text: str, longest: int = LONGEST) -> str:
    """Visible text on one line; may be empty."""
    shown: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        if letter in JOINERS:
            if shown and not shown[-1].isspace() and shown[-1] not in JOINERS:
                shown.append(letter)
        elif kind in _SPACES or letter in "\t\n\r\v\f":
            shown.append(" ")
        elif kind in _UNSEEN or letter in _BLANK:
            continue
        elif kind.startswith("M"):
            marks += 1
            if marks <= MAX_MARKS_PER_LETTER and shown and not shown[-1].isspace():
                shown.append(letter)
        else:
            marks = 0
            shown.append(letter)
    found = re.sub(rf"[{JOINERS}]+(?=\s|$)", "", "".join(shown))
    return " ".join(found[:longest].split()).strip(JOINERS)
