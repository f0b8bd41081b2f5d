"""Words for times in all languages, folded, from `data/typed/*.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from .folding import fold_text

_FILES: Final = ("data", "typed")


def language_files() -> dict[str, Traversable]:
    """Files by language code."""
    folder = files(__package__).joinpath(*_FILES)
    return {one.name.removesuffix(".toml"): one for one in folder.iterdir() if one.name.endswith(".toml")}


@cache
def _load_word_tables() -> Sequence[Mapping[str, Any]]:
    found = language_files()
    first = sorted(found, key=lambda code: (code != "en", code))
    return [tomllib.loads(found[code].read_text(encoding="utf-8")) for code in first]


@cache
def words_in_all_languages(key: str) -> tuple[str, ...]:
    """Words of all languages for a key, English first."""
    return tuple(dict.fromkeys(fold_text(word) for told in _load_word_tables() for word in told.get(key, ())))


@cache
def calendar_names(key: str) -> tuple[frozenset[str], ...]:
    """Names of days or months in order, perhaps several in a language: `samstag|sonnabend`."""
    columns = zip(*(told[key] for told in _load_word_tables()), strict=True)
    return tuple(frozenset(fold_text(name) for names in column for name in names.split("|")) for column in columns)


@cache
def word_pattern(key: str) -> str:
    """Regular expression for the words of a key, longest first."""
    return "(?:" + "|".join(sorted(map(re.escape, words_in_all_languages(key)), key=len, reverse=True)) + ")"
