"""Normalizes typed text for comparison."""

from __future__ import annotations

import unicodedata
from typing import Final

# Letters that Unicode does not decompose, and their usual spellings.
_PLAIN: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
    | dict.fromkeys("‐‑‒–—―−־", "-")
    | dict.fromkeys('’ʼ׳״“”‘`"', "'")
)


def fold_text(text: str) -> str:
    """Fold case, accents, bidirectional marks, dashes and spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(c for c in apart if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(kept.translate(_PLAIN).split())
