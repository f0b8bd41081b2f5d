"""Languages that write small words (*and*, *to*, *in*) as prefixes of the next word.

Sentences put a hyphen between such a prefix and a value: "ל-{seat}". It stays before numbers and letters of other
scripts, and goes before words of the language itself.
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


def attach_prefixes(sentence: str, language: str) -> str:
    """The sentence without hyphens before words of the language itself."""
    hyphen = HYPHENS.get(language)
    return sentence if hyphen is None else hyphen.sub(r"\1", sentence)
