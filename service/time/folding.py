"""Text as people type it, made comparable."""

from __future__ import annotations

import unicodedata
from typing import Final

# Letters that are one piece in Unicode, but that people write as others.
_PLAIN: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
    | dict.fromkeys("‐‑‒–—―−־", "-")
    | dict.fromkeys('’ʼ׳״“”‘`"', "'")
)


def fold_text(text: str) -> str:
    """The text without case, accents, marks of direction, and with plain dashes and single spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(c for c in apart if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(kept.translate(_PLAIN).split())
