"""Spelling: normalisation, names, prefixes, counted lists and fuzzy matches. Independent of games and Discord."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import product
from typing import Any, Final

from rules.core import format_field
from service.errors import ServiceError
from service.time.folding import fold_text

from .picker import unique_items

WORDS: Final = 6  # maximum words of a name
ALIKE: Final = 0.75  # minimum similarity of a misspelled word
SHORTEST: Final = 3  # minimum letters of a misspelled word

Names = Callable[[str], Sequence[str]]  # token -> its other names


def normalise_spelling(text: str) -> str:
    """The text without spaces, underscores, brackets, case and accents."""
    return re.sub(r"[\s_()]+", "", fold_text(text))


def possible_spellings(text: str) -> Iterator[str]:
    """Variants of a strict spelling: without spaces, parts in upper or lower case."""
    plain = "".join(text.split())
    yield text
    yield plain
    parts = re.split(r"([.\-])", plain)
    if len(parts) <= 5:
        for cases in product((str.upper, str.lower, str.capitalize), repeat=(len(parts) + 1) // 2):
            yield "".join(part if at % 2 else cases[at // 2](part) for at, part in enumerate(parts))


def match_values(text: str, values: Iterable[Any], names: Names, *, numbered: bool = False) -> list[Any]:
    """The values a text may mean: by token, else by another spelling or name, else by prefix.

    `numbered`: names with digits match by prefix too, as those of people; prefixes of cells must not.
    """
    listed = unique_items(values)
    exact = [value for value in listed if format_field(value) == text]
    if exact:
        return exact
    wanted = normalise_spelling(text)
    spelled = {format_field(value): {normalise_spelling(s) for s in _known_spellings(value, names)} for value in listed}
    same = [value for value in listed if wanted in spelled[format_field(value)]]
    if same or not wanted or not wanted[0].isalpha():
        return same
    return [
        value for value in listed if any(_spelling_begins(s, wanted, numbered) for s in spelled[format_field(value)])
    ]


def _known_spellings(value: Any, names: Names) -> Iterator[str]:
    yield format_field(value)
    yield from getattr(value, "aliases", ())
    yield from names(format_field(value))


def _spelling_begins(spelling: str, wanted: str, numbered: bool) -> bool:
    return spelling.startswith(wanted) and (numbered or not any(c.isdigit() for c in spelling))


def matching_keys(text: str, known: Mapping[str, Sequence[str]]) -> list[str]:
    """The keys a text may mean, each with its names."""
    return match_values(text.strip(), known, lambda key: known[key], numbered=True)


def merge_english_names(
    own: Mapping[str, Sequence[str]], english: Mapping[str, Sequence[str]]
) -> dict[str, Sequence[str]]:
    """Names in the reader's language, followed by the English ones."""
    return {key: tuple(dict.fromkeys((*named_so, *english.get(key, ())))) for key, named_so in own.items()}


def parse_counted_list(text: str, meant: Callable[[str], list[Any]], called: Callable[[Any], str]) -> list[Any] | None:
    """The items of a list: `2 wool 1 brick`, `Trading Post, Temple`, `brick,wool,wool`.

    None if a word is unknown. Raises `ServiceError` `token_ambiguous`.
    """
    found: list[Any] = []
    meant = cache(meant)  # words repeat
    for part in re.split(r"[,;]", text):
        words = part.split()
        while words:
            times, at = 1, 0
            if len(words) > 1 and words[0].isdecimal() and len(words[0]) < 4 and not meant(words[0]):
                times, at = int(words[0]), 1
            read = _match_longest(words[at:], meant, called)
            if read is None:
                return None
            found += [read[0]] * times
            words = words[at + read[1] :]
    return found


def _match_longest(
    words: Sequence[str], meant: Callable[[str], list[Any]], called: Callable[[Any], str]
) -> tuple[Any, int] | None:
    """The item named by the most leading words, and their number."""
    for n in range(min(WORDS, len(words)), 0, -1):
        found = meant(" ".join(words[:n]))
        if len(found) > 1:
            a, b = map(called, found[:2])
            raise ServiceError("token_ambiguous", text=" ".join(words[:n]), a=a, b=b)
        if found:
            return found[0], n
    return None


def rank_matches(tokens: Sequence[str], typed: str, names: Names) -> list[str]:
    """Tokens that start with the typed text, or one of whose words does, best match first; else tokens that contain it.

    A number is never matched inside another.
    """
    wanted = normalise_spelling(typed)
    if not wanted:
        return list(tokens)
    rank: dict[str, int] = {}
    for token in tokens:
        spelled = [normalise_spelling(token), *map(normalise_spelling, names(token))]
        if spelled[0] == wanted:
            rank[token] = 0
        elif any(s.startswith(wanted) for s in spelled):
            rank[token] = 1 if spelled[0].startswith(wanted) else 2
        elif any(word_begins(s, wanted) for s in (token, *names(token))):
            rank[token] = 3
        elif not wanted.isdecimal() and any(wanted in s for s in spelled):
            rank[token] = 4
    best = min(rank.values(), default=0)
    return sorted((token for token in rank if best == 4 or rank[token] < 4), key=lambda token: rank[token])


def word_begins(spelling: str, wanted: str) -> bool:
    """Whether a text starts at one of the words of a spelling."""
    words = re.split(r"[\s_.,:;()·-]+", spelling)
    return any(normalise_spelling("".join(words[n:])).startswith(wanted) for n in range(len(words)))


def nearest_match(text: str, values: Iterable[str], names: Names) -> str:
    """The value a misspelled word probably means; empty if none is similar.

    Names with digits are not guessed: a similar cell is not more likely.
    """
    wanted = normalise_spelling(text)
    if len(wanted) < SHORTEST or any(c.isdigit() for c in wanted):
        return ""
    spelled = {normalise_spelling(s): value for value in reversed(unique_items(values)) for s in (value, *names(value))}
    known = [s for s in spelled if s and not any(c.isdigit() for c in s)]
    found = get_close_matches(wanted, known, 1, ALIKE)
    return spelled[found[0]] if found else ""


def unknown_value_error(text: str, kind: str, example: str, near: str = "") -> ServiceError:
    """The error for an unknown value. `near`: the probable meaning."""
    if near:
        return ServiceError("token_near", text=text, type=kind, near=near)
    return ServiceError("token_unknown", text=text, type=kind, example=example)


def parse_name_list(text: str, known: Mapping[str, Sequence[str]]) -> list[str] | None:
    """The keys a list names, each once; None if a word is unknown."""
    read = parse_counted_list(
        text.replace("+", ","), lambda phrase: matching_keys(phrase, known), lambda key: next(iter(known[key]), key)
    )
    return read if read is None else list(dict.fromkeys(read))


def unknown_parts(text: str, known: Mapping[str, Sequence[str]]) -> list[str]:
    """Unknown parts of a list as typed: whole parts between commas, or single words of partly known parts."""
    found: list[str] = []
    for part in filter(None, map(str.strip, re.split(r"[,;+]", text))):
        if parse_name_list(part, known) is not None:
            continue
        words = [word for word in part.split() if not matching_keys(word, known)]
        found += words if len(words) < len(part.split()) else [part]
    return unique_items(found)


def complete_list(known: Mapping[str, Sequence[str]], typed: str) -> list[tuple[str, str]]:
    """Completions of a list: everything typed so far plus one more item."""
    head, _, last = typed.rpartition("," if "," in typed else " ")
    try:
        taken = parse_name_list(head, known) or []
    except ServiceError:
        taken = []
    if not taken:
        last = typed
    left = rank_matches([key for key in known if key not in taken], last, lambda key: known[key])
    return [(", ".join(known[key][0] for key in (*taken, one)), " ".join((*taken, one))) for one in left]
