"""The catalogues, merged at first use."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FALLBACK = "en"


class MissingKey(KeyError):
    """No catalogue has this key."""


class Catalogue:
    """All sentences of all languages."""

    def __init__(self, sentences: Mapping[str, Mapping[str, str]]) -> None:
        self._sentences = sentences
        self._whole: tuple[str, ...] | None = None
        self._contents: dict[str, frozenset[tuple[str, str]]] = {}
        self._below: dict[tuple[str, str], tuple[str, ...]] = {}  # cached: used at every keystroke of completions

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(sorted(self._sentences))

    @property
    def whole(self) -> tuple[str, ...]:
        """The languages with a complete translation, which users may choose."""
        if self._whole is None:
            self._whole = tuple(language for language in self.languages if self.keys(language) >= self.keys(FALLBACK))
        return self._whole

    @contextmanager
    def lent(self, language: str, sentences: Mapping[str, str]) -> Iterator[None]:
        """Replace a language's sentences within the block; for tests and tools."""
        before = dict(self._sentences)
        self._change({**before, language: sentences})
        try:
            yield
        finally:
            self._change(before)

    def _change(self, sentences: Mapping[str, Mapping[str, str]]) -> None:
        self._sentences = sentences
        self._whole = None
        self._below.clear()
        self._contents.clear()

    def keys(self, language: str) -> frozenset[str]:
        return frozenset(self._sentences.get(language, {}))

    def contents(self, language: str) -> frozenset[tuple[str, str]]:
        """All sentences of a language, as one value: it is another one as soon as a sentence is."""
        found = self._contents.get(language)
        if found is None:
            found = self._contents[language] = frozenset(self._sentences.get(language, {}).items())
        return found

    def find(self, language: str, key: str) -> str | None:
        """The sentence in that language, else in English, else None."""
        found = self._sentences.get(language, {}).get(key)
        return found if found is not None else self._sentences.get(FALLBACK, {}).get(key)

    def sentence(self, language: str, key: str) -> str:
        """As `find`. MissingKey if there is none."""
        found = self.find(language, key)
        if found is None:
            raise MissingKey(key)
        return found

    def below(self, language: str, prefix: str) -> tuple[str, ...]:
        """The keys that begin with `prefix.`, in the order of the file."""
        found = self._below.get((language, prefix))
        if found is None:
            keys = self._sentences.get(language, {})
            found = self._below[language, prefix] = tuple(key for key in keys if key.startswith(prefix + "."))
        return found


def merge_catalogues(paths: Iterator[Path]) -> Catalogue:
    """Merge catalogue files. ValueError if two files have the same key."""
    sentences: dict[str, dict[str, str]] = {}
    for path in paths:
        table = sentences.setdefault(path.stem, {})
        for key, value in flatten_sentences(tomllib.loads(path.read_text(encoding="utf-8")), ""):
            if key in table:
                raise ValueError(f"{path}: {key} is given twice")
            table[key] = value
    return Catalogue(sentences)


def list_catalogue_files(root: Path = ROOT) -> Iterator[Path]:
    yield from sorted((root / "locales").glob("*.toml"))
    for folder in ("rules", "render"):
        yield from sorted((root / folder).glob("**/text/*.toml"))


@cache
def catalogue() -> Catalogue:
    """The merged catalogues of the project."""
    return merge_catalogues(list_catalogue_files())


def flatten_sentences(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    """Full key and text of each sentence. ValueError for other values."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flatten_sentences(value, f"{prefix}{name}.")
        elif isinstance(value, str):
            yield f"{prefix}{name}", value
        else:
            raise ValueError(f"{prefix}{name} is no sentence")
