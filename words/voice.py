"""Formats sentences in a language, with the names of a table's seats."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from itertools import product
from string import Formatter
from typing import Any, Final, Protocol, runtime_checkable

from .catalogue import FALLBACK, Catalogue, catalogue
from .direction import isolate_value
from .plural import plural_form
from .prefixes import attach_prefixes
from .sentence import CHOICE, FORM, fill_in_count, parse_choices, split_forms

MOST_PARSED: Final = 8192  # cached parsed sentences


@runtime_checkable
class Phrase(Protocol):
    """A key with its parameters, as the rules return them."""

    @property
    def key(self) -> str: ...

    @property
    def params(self) -> Mapping[str, Any]: ...


# Returns the name of a value without a word: voice, parameter, value, all parameters of the sentence.
NameValue = Callable[["Voice", str, str, Mapping[str, Any]], str]


class MissingSentence(UserWarning):
    """No catalogue has this sentence."""


class Voice:
    """Formats sentences in one language, with the names of one table's seats."""

    def __init__(
        self,
        language: str = "en",
        names: Sequence[str] = (),
        sentences: Catalogue | None = None,
        called: NameValue | None = None,
        people: Mapping[int, str] | None = None,
    ) -> None:
        self.language = language
        self.names = tuple(names)
        self.people = people or {}  # names of users, also of those without a seat
        self.name_value = called
        self._sentences = sentences or catalogue()

    def __call__(self, key: str, /, **params: Any) -> str:
        """The sentence of `key`; KeyError if a parameter is missing. A missing sentence is shown as its key, with a
        `MissingSentence` warning, which fails every test."""
        sentence = self._sentences.find(self.language, key)
        if sentence is None:
            warnings.warn(MissingSentence(key), stacklevel=2)
            return key
        return self._format(key, sentence, params)

    def _format(self, key: str, sentence: str, params: Mapping[str, Any]) -> str:
        """The sentence of a key, or a part of it, filled in; isolated where it is an English fallback."""
        filled = _Sentence(self._voice_for_key(key), key.partition(".")[0]).vformat(sentence, (), params)
        return isolate_value(filled, self.language) if self._in_english(key) else filled

    def _in_english(self, key: str) -> bool:
        """Whether that sentence is shown in English for want of a translation."""
        return self.language != FALLBACK and self._sentences.language_shown(self.language, key) == FALLBACK

    def _voice_for_key(self, key: str) -> Voice:
        """Who says that sentence: its values and forms of numbers are of the language of the sentence."""
        return self.english if self._in_english(key) else self

    def phrase(self, phrase: Phrase) -> str:
        """The sentence of a phrase or event of the rules."""
        return self(phrase.key, **phrase.params)

    def sentence_after_name(self, phrase: Phrase, seat: int) -> str:
        """The sentence without the seat's name at its beginning: «laid a tile at K47.», to stand after the name and a
        colon. Empty if it begins differently, or with another seat."""
        sentence = self._sentences.find(self.language, phrase.key) or ""
        for parameter, separator in product(("seat", "seats"), (" ", ": ")):
            opening = f"{{{parameter}}}{separator}"
            if sentence.startswith(opening) and phrase.params.get(parameter) in (seat, [seat]):
                return self._format(phrase.key, sentence.removeprefix(opening), phrase.params)
        return ""

    def has(self, key: str) -> bool:
        return self._sentences.find(self.language, key) is not None

    @property
    def english(self) -> Voice:
        """The same voice in English, whose words everybody may type."""
        other = copy(self)
        other.language = FALLBACK
        return other

    def with_seat_names(self, names: Sequence[str]) -> Voice:
        """The same voice with these seat names."""
        other = copy(self)
        other.names = tuple(names)
        return other

    def word(self, family: str, parameter: str, value: str, form: str = "") -> str:
        """The word for a value, such as `carc`, `feature`, `road`; in a word form if the language has it."""
        plain = self._sentences.find(self.language, f"{family}.{parameter}.{value}") or value
        if not form:
            return plain
        return self._sentences.find(self.language, f"{family}.{parameter}_{form}.{value}") or plain

    def seat(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else str(seat)

    def person(self, user: int) -> str:
        """The name of a user known to the table; otherwise the word for somebody."""
        return self.people.get(user) or self("list.somebody")

    def join(self, items: Sequence[str]) -> str:
        """«Ann», «Ann and Ben», «Ann, Ben and Cid»."""
        return self._join_with_last(items, "list.last")

    def join_with_commas(self, items: Sequence[str]) -> str:
        """«Ann, Ben, Cid»."""
        joined = "".join(items[:1])
        for item in items[1:]:
            joined = self("list.comma", so_far=joined, item=item)
        return joined

    def join_with_or(self, items: Sequence[str]) -> str:
        """«a», «a or b», «a, b or c»."""
        return self._join_with_last(items, "list.or")

    def _join_with_last(self, items: Sequence[str], key: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return self(key, so_far=self.join_with_commas(items[:-1]), item=items[-1])

    def join_with_semicolons(self, items: Sequence[str]) -> str:
        """«Ann 1 ore and 2 wool; Ben 1 ore»: for items that may contain commas."""
        joined = "".join(items[:1])
        for item in items[1:]:
            joined = self("list.semicolon", so_far=joined, item=item)
        return joined


@lru_cache(maxsize=MOST_PARSED)
def _parse_sentence(sentence: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    return tuple(Formatter().parse(sentence))


class _Sentence(Formatter):
    """Fills in a sentence of a family of keys."""

    def __init__(self, voice: Voice, family: str) -> None:
        self._voice = voice
        self._family = family
        self._params: Mapping[str, Any] = {}

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        self._params = kwargs
        return attach_prefixes(super().vformat(format_string, args, kwargs), self._voice.language)

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        name, _, form = field_name.partition(FORM)
        value = kwargs[name]
        shown = self._show_value(name, value, form)
        if self._voice.name_value is not None and isinstance(value, str) and shown == value:
            shown = self._voice.name_value(self._voice, name, value, kwargs) or value
        return isolate_value(shown, self._voice.language) if isinstance(shown, str) else shown, name

    def parse(self, format_string: str) -> Iterator[tuple[str, str | None, str | None, str | None]]:
        """Choose among alternatives before values are inserted, as values may contain the marks."""
        for literal, name, spec, conversion in _parse_sentence(format_string):  # Formatter parses anew at every call
            if not name or not spec:
                yield literal, name, spec, conversion
            elif spec.startswith(FORM):
                yield literal, name + spec, "", None
            else:
                yield literal, None, None, None
                yield from self.parse(self._choose_alternative(self._params[name], spec))

    def _choose_alternative(self, value: Any, spec: str) -> str:
        """The alternative for a counted or choosing value."""
        if spec.startswith(CHOICE):
            alternatives = parse_choices(spec.removeprefix(CHOICE))
            _, text_for_others = alternatives[-1]
            return next((text for choice, text in alternatives if choice == str(value)), text_for_others)
        n, forms = int(value), split_forms(spec)
        return fill_in_count(forms[min(plural_form(self._voice.language, n), len(forms) - 1)], n)

    def _show_value(self, name: str, value: Any, form: str = "") -> Any:
        """A value as it is shown (see the package), or unchanged. `name`: the parameter."""
        if isinstance(value, bool):
            return str(value)
        if isinstance(value, int):
            if name == "seat" or name.endswith("_seat"):
                return self._voice.seat(value)
            return self._voice.person(value) if name == "user" or name.endswith("_user") else value
        if isinstance(value, str):
            return self._voice.word(self._family, name, value, form)
        if isinstance(value, Phrase):
            return self._voice.phrase(value)
        if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
            if value and all(isinstance(item, Phrase) for item in value):
                return self._voice.join_with_semicolons([self._voice.phrase(item) for item in value])
            single = self._item_parameter(name, value)
            counting_key = f"{self._family}.several.{single}"
            if not self._voice.has(counting_key):
                return self._voice.join([str(self._show_value(single, item, form)) for item in value])
            counts = Counter(value).items()
            items = [self._voice(counting_key, n=n, item=self._show_value(single, item, form)) for item, n in counts]
            return self._voice.join(items)
        return value

    def _item_parameter(self, name: str, items: Sequence[Any]) -> str:
        """The parameter for one item of a list: `card` for `cards`, but `progress` for `progress`."""
        singular = name.removesuffix("s")
        for parameter in (singular, name):
            if any(self._voice.has(f"{self._family}.{parameter}.{item}") for item in items):
                return parameter
        return singular
