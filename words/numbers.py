"""Numbers in the notation of a language."""

from __future__ import annotations

from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
COMMA: Final = frozenset({"de", "ro"})  # languages with a decimal comma


def format_tenths(value: float, language: str) -> str:
    """With one decimal, left out if it is 0."""
    written = f"{abs(value):.1f}".removesuffix(".0")
    if language in COMMA:
        written = written.replace(".", ",")
    return f"{MINUS}{written}" if value < 0 and written != "0" else written


__all__ = ["MINUS", "format_tenths"]
