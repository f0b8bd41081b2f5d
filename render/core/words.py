"""Sentences of alternative texts: lists, and cutting to the length a front end takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

LIMIT: Final = 1024


def listed(items: Iterable[str], between: str = ", ") -> str:
    return between.join(items)


def cut(sentences: Sequence[str], more: str, limit: int = LIMIT) -> str:
    """As many whole sentences as fit; when some are left out, the way to the rest is named."""
    whole = " ".join(s for s in sentences if s)
    if len(whole) <= limit:
        return whole
    said = ""
    for sentence in sentences:
        longer = f"{said} {sentence}".strip()
        if len(longer) + 1 + len(more) > limit:
            break
        said = longer
    return f"{said} {more}".strip()
