"""The marks of a sentence: what is counted, put into another form, or chosen by value.

Inside braces a parameter may be followed by a colon and

* forms of a number, `{n:# tile|# tiles}`, in the order of `plural.CATEGORIES`; `#` is the number;
* `{feature:@acc}`: the word of a value from the table with `_acc` added to its name (`carc.feature_acc.road`), which
  a language may have for itself, in a case or with an article that the plain word does not have;
* `{feature:?road=this road|city=this city|this}`: a text for each value; the last, without a sign, is for all others.

Forms and texts may hold parameters and marks themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Final, NamedTuple

FORM: Final = "@"
CHOICE: Final = "?"


class Mark(NamedTuple):
    """One parameter of a sentence, and what stands behind its colon."""

    name: str
    spec: str

    @property
    def counted(self) -> bool:
        return bool(self.spec) and self.spec[0] not in (FORM, CHOICE)

    @property
    def form(self) -> str:
        """The name of the form of its word; empty for the plain one."""
        return self.spec[1:] if self.spec.startswith(FORM) else ""

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentences that can stand in its place."""
        if self.counted:
            return tuple(split_forms(self.spec))
        if self.spec.startswith(CHOICE):
            return tuple(text for _, text in parse_choices(self.spec[1:]))
        return ()


def list_marks(sentence: str) -> Iterator[Mark]:
    """All parameters of a sentence, also those within the forms of others."""
    for _, name, spec, _ in Formatter().parse(sentence):
        if name is not None:
            mark = Mark(name, spec or "")
            yield mark
            for text in mark.texts:
                yield from list_marks(text)


def split_forms(spec: str) -> list[str]:
    """The texts between the bars that stand outside all braces."""
    found, depth = [""], 0
    for sign in spec:
        depth += (sign == "{") - (sign == "}")
        if sign == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return found


def parse_choices(spec: str) -> list[tuple[str, str]]:
    """Value and text of each; the value of the last, for all others, is empty."""
    *several, last = split_forms(spec)
    return [*((value, text) for value, _, text in (one.partition("=") for one in several)), ("", last)]


def fill_in_count(form: str, n: int) -> str:
    """A form with the number in place of the `#` that stand outside all braces."""
    said, depth = "", 0
    for sign in form:
        depth += (sign == "{") - (sign == "}")
        said += str(n) if sign == "#" and depth == 0 else sign
    return said
