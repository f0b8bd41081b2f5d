"""Numbers as a language writes them."""

from __future__ import annotations

from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
COMMA: Final = frozenset({"de", "ro"})  # languages with a comma where others have a point


def format_tenths(value: float, language: str) -> str:
    """With one digit behind the point, unless that is 0."""
    written = f"{abs(value):.1f}".removesuffix(".0")
    if language in COMMA:
        written = written.replace(".", ",")
    return f"{MINUS}{written}" if value < 0 and written != "0" else written


__all__ = ["MINUS", "format_tenths"]
