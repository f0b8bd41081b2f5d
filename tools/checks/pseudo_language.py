"""A pseudo language for tests: every English sentence in other letters, with the length of a translation.

`with pseudo_language("he"):` adds it to the catalogues: Latin letters become Hebrew ones (written right to left), words
keep their number and, with `longer`, grow by a third. Commands and placeholders stay. Tests use it for screens and
pictures; a sentence glued together in code shows its English letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from string import Formatter
from typing import Final

from words import CATEGORIES, catalogue
from words.sentence import split_forms

LETTERS: Final = {"he": "אבגדהוזחטיכלמנסעפצקרשת", "de": "äbcdëfghïjklmnöpqrstüvwxyzß", "ro": "ăbcdefghîjklmnoprsștțuvâ"}
_KEPT: Final = re.compile(r"`[^`]*`|</?[^>]*>|https?://\S+|(?<![\w/])/\w+(?: \w+)?|\\n|\b[a-z]+:\w*|[^A-Za-z]+")


def pseudo_translate(english: str, language: str, *, longer: bool = False) -> str:
    """The sentence in the pseudo language."""
    found = []
    for literal, name, spec, _ in Formatter().parse(english):
        found.append(_translate_literal(literal, language, longer).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            forms = [pseudo_translate(form, language, longer=longer) for form in split_forms(spec)] if spec else []
            forms += forms[-1:] * (len(CATEGORIES[language]) - len(forms))
            found.append("{" + name + (":" + "|".join(forms) if forms else "") + "}")
    return "".join(found)


def _translate_literal(literal: str, language: str, longer: bool) -> str:
    found, at = [], 0
    for kept in _KEPT.finditer(literal):
        found += [_stretch_words(literal[at : kept.start()], language, longer), kept.group()]
        at = kept.end()
    return "".join([*found, _stretch_words(literal[at:], language, longer)])


def _stretch_words(word: str, language: str, longer: bool) -> str:
    letters = LETTERS[language]
    other = "".join(letters[(ord(letter.lower()) - ord("a")) % len(letters)] for letter in word)
    return other + other[: len(other) // 3] if longer else other


@contextmanager
def pseudo_language(language: str, *, longer: bool = False) -> Iterator[None]:
    """Adds the pseudo language to the catalogues of this process for the duration of the context."""
    known = catalogue()
    english = {key: known.sentence("en", key) for key in known.keys("en")}
    with known.replace_sentences(
        language, {key: pseudo_translate(one, language, longer=longer) for key, one in english.items()}
    ):
        yield
