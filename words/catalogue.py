"""The catalogues, merged at first use."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from .sentence import list_marks

ROOT = Path(__file__).resolve().parent.parent
FALLBACK = "en"
OFFERED_FROM: Final = 0.9  # of the English sentences; the others are shown in English until they are translated


class MissingKey(KeyError):
    """No catalogue has this key."""


class Catalogue:
    """All sentences of all languages."""

    def __init__(self, sentences: Mapping[str, Mapping[str, str]]) -> None:
        self._sentences = sentences
        self._offered: tuple[str, ...] | None = None
        self._shown: dict[tuple[str, str], str] = {}
        self._all_sentences: dict[str, frozenset[tuple[str, str]]] = {}
        self._keys_below: dict[tuple[str, str], tuple[str, ...]] = {}  # cached: used at every keystroke of completions

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(sorted(self._sentences))

    @property
    def offered_languages(self) -> tuple[str, ...]:
        """The languages people can choose: those in which nearly everything is translated."""
        if self._offered is None:
            english = self.keys(FALLBACK)
            self._offered = tuple(
                language
                for language in self.languages
                if len(self.keys(language) & english) >= OFFERED_FROM * len(english)
            )
        return self._offered

    @contextmanager
    def replace_sentences(self, language: str, sentences: Mapping[str, str]) -> Iterator[None]:
        """Replace a language's sentences within the block; for tests and tools."""
        before = dict(self._sentences)
        self._set_sentences({**before, language: sentences})
        try:
            yield
        finally:
            self._set_sentences(before)

    def _set_sentences(self, sentences: Mapping[str, Mapping[str, str]]) -> None:
        self._sentences = sentences
        self._offered = None
        self._shown.clear()
        self._keys_below.clear()
        self._all_sentences.clear()

    def keys(self, language: str) -> frozenset[str]:
        return frozenset(self._sentences.get(language, {}))

    def language_shown(self, language: str, key: str) -> str:
        """The language in which a sentence is shown: English where there is no translation, or where it has other
        parameters than the English of today, so that it was made from an earlier one."""
        if language == FALLBACK:
            return FALLBACK
        found = self._shown.get((language, key))
        if found is None:
            translation = self._sentences.get(language, {}).get(key)
            english = self._sentences.get(FALLBACK, {}).get(key, translation)
            fits = translation is not None and english is not None and has_same_parameters(translation, english)
            found = self._shown[language, key] = language if fits else FALLBACK
        return found

    def all_sentences(self, language: str) -> frozenset[tuple[str, str]]:
        """All sentences of a language as one value, which tells whether any of them has changed."""
        found = self._all_sentences.get(language)
        if found is None:
            found = self._all_sentences[language] = frozenset(self._sentences.get(language, {}).items())
        return found

    def find(self, language: str, key: str) -> str | None:
        """The sentence in that language, else in English, else None."""
        return self._sentences.get(self.language_shown(language, key), {}).get(key)

    def sentence(self, language: str, key: str) -> str:
        """As `find`. MissingKey if there is none."""
        found = self.find(language, key)
        if found is None:
            raise MissingKey(key)
        return found

    def keys_below(self, language: str, prefix: str) -> tuple[str, ...]:
        """The keys that begin with `prefix.`, in the order of the file."""
        found = self._keys_below.get((language, prefix))
        if found is None:
            keys = self._sentences.get(language, {})
            found = self._keys_below[language, prefix] = tuple(key for key in keys if key.startswith(prefix + "."))
        return found


def has_same_parameters(translation: str, english: str) -> bool:
    """Whether both sentences take the same values; False if a sentence has broken braces."""
    try:
        return {mark.name for mark in list_marks(translation)} == {mark.name for mark in list_marks(english)}
    except ValueError:
        return False


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
