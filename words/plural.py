"""Plural forms by the Unicode CLDR rules for whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final


def _english_form(n: int) -> int:
    return 0 if n == 1 else 1


def _hebrew_form(n: int) -> int:
    return {1: 0, 2: 1}.get(n, 2)


def _romanian_form(n: int) -> int:
    if n == 1:
        return 0
    return 1 if n == 0 or 1 <= n % 100 <= 19 else 2


# Language -> names of its forms, in the order of a sentence's forms.
CATEGORIES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("one", "other"),
    "de": ("one", "other"),
    "he": ("one", "two", "other"),
    "ro": ("one", "few", "other"),
}
_RULES: Final[Mapping[str, Callable[[int], int]]] = {
    "en": _english_form,
    "de": _english_form,
    "he": _hebrew_form,
    "ro": _romanian_form,
}


def plural_form(language: str, n: int) -> int:
    """The index of the form for a number; unknown languages follow English."""
    return _RULES.get(language, _english_form)(abs(n))
