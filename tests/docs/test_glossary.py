"""The names of modules are made of ordinary words, or of words that the glossary explains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .books import ROOT, files, text_of

GLOSSARY = ROOT / "docs" / "glossary.md"
WORDS = ROOT / "tests" / "docs" / "words.txt"
MOST = 60  # lines of the glossary
# Modules in these folders bear the keys of cards and expansions, which are words of their rulebooks.
RULEBOOK = frozenset({"characters", "districts", "expansions", "progress", "signs"})


def explained_words(text: str) -> set[str]:
    """The words that stand in bold."""
    return {word for bold in re.findall(r"\*\*([^*]+)\*\*", text) for word in re.findall(r"[a-z]+", bold.lower())}


@cache
def known_words() -> frozenset[str]:
    listed = [line for line in text_of(WORDS).splitlines() if not line.startswith("#")]
    return frozenset({*" ".join(listed).split(), *explained_words(text_of(GLOSSARY))})


def is_known(word: str) -> bool:
    """Whether the word, or its singular, is an ordinary one or stands in the glossary."""
    return bool({word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word)} & known_words())


def module_words() -> Iterator[tuple[str, Path]]:
    """Each word in the name of a module or package outside the tests, with its file or folder."""
    modules = [path.relative_to(ROOT) for path in files() if path.suffix == ".py"]
    packages = {parent for path in modules for parent in path.parents if parent.name}
    for path in sorted({*modules, *packages}):
        if path.parts[0] != "tests" and not path.name.startswith("__") and path.parent.name not in RULEBOOK:
            for word in path.stem.split("_"):
                yield word, path


def odd_names(words: Iterator[tuple[str, Path]]) -> list[str]:
    return [
        f'{path}: "{word}" is no word that a newcomer knows. Name the module by the usual term of the field. If the '
        "word is one (or is ordinary English), add it to tests/docs/words.txt; if it has a meaning of its own here, "
        "explain it in docs/glossary.md, in bold."
        for word, path in words
        if not is_known(word)
    ]


def test_names_of_modules_need_no_dictionary() -> None:
    odd = odd_names(module_words())
    assert not odd, "\n".join(odd)


def test_the_glossary_is_one_page() -> None:
    assert len(text_of(GLOSSARY).splitlines()) <= MOST


def test_a_word_is_ordinary_or_explained_and_not_both() -> None:
    listed = {word for line in text_of(WORDS).splitlines() if not line.startswith("#") for word in line.split()}
    assert sorted(listed & explained_words(text_of(GLOSSARY))) == []


def test_an_odd_name_is_found() -> None:
    (said,) = odd_names(iter([("settings", Path("a/settings.py")), ("bygone", Path("service/bygone.py"))]))
    assert said.startswith('service/bygone.py: "bygone" is no word that a newcomer knows')
