"""The marks of a sentence: plural forms, word forms, choices by value.

Within braces a parameter may be followed by a colon and

* forms of a number, `{n:# tile|# tiles}`, in the order of `plural.CATEGORIES`; `#` is the number;
* `{feature:@acc}`: the word of a value from the table with the suffix `_acc` (`carc.feature_acc.road`), for languages
  with a case or an article that the plain word lacks;
* `{feature:?road=this road|city=this city|this}`: a text for each value; the last, without `=`, is for all others.

Forms and texts may contain parameters and marks themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Final, NamedTuple

FORM: Final = "@"
CHOICE: Final = "?"


class Mark(NamedTuple):
    """One parameter of a sentence, and the text after its colon."""

    name: str
    spec: str

    @property
    def has_number_forms(self) -> bool:
        """Whether it has forms of a number."""
        return bool(self.spec) and self.spec[0] not in (FORM, CHOICE)

    @property
    def word_form(self) -> str:
        """The name of the word form; empty for the plain one."""
        return self.spec[1:] if self.spec.startswith(FORM) else ""

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The alternatives for its place, sentences themselves."""
        if self.has_number_forms:
            return tuple(split_forms(self.spec))
        if self.spec.startswith(CHOICE):
            return tuple(text for _, text in parse_choices(self.spec[1:]))
        return ()


def list_marks(sentence: str) -> Iterator[Mark]:
    """All parameters of a sentence, including those within alternatives."""
    for _, name, spec, _ in Formatter().parse(sentence):
        if name is not None:
            mark = Mark(name, spec or "")
            yield mark
            for text in mark.alternatives:
                yield from list_marks(text)


def split_forms(spec: str) -> list[str]:
    """The parts between bars outside braces."""
    parts, depth = [""], 0
    for character in spec:
        depth += (character == "{") - (character == "}")
        if character == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def parse_choices(spec: str) -> list[tuple[str, str]]:
    """Value and text of each alternative; the value of the last, for all others, is empty."""
    *several, last = split_forms(spec)
    pairs = [alternative.partition("=") for alternative in several]
    return [*((value, text) for value, _, text in pairs), ("", last)]


def fill_in_count(form: str, n: int) -> str:
    """A form with the number in place of each `#` outside braces."""
    filled, depth = "", 0
    for character in form:
        depth += (character == "{") - (character == "}")
        filled += str(n) if character == "#" and depth == 0 else character
    return filled
