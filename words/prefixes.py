"""Languages that write small words (*and*, *to*, *in*) as letters in front of the next word.

Sentences put a hyphen behind such a letter where a value follows: "ל-{seat}". It is right before a number or a letter
of another script; before a word of the language itself it goes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_LETTER: Final = "[\u05d0-\u05ea]"
_ISOLATES: Final = "[\u2066-\u2068]*"

HYPHENS: Final[Mapping[str, re.Pattern[str]]] = {
    "he": re.compile(f"(?<!{_LETTER})([\u05d1\u05d4\u05d5\u05db\u05dc\u05de\u05e9])-(?={_ISOLATES}{_LETTER})"),
}


def attach_prefixes(said: str, language: str) -> str:
    """A sentence in which such letters stand close to the words of their language."""
    hyphen = HYPHENS.get(language)
    return said if hyphen is None else hyphen.sub(r"\1", said)
