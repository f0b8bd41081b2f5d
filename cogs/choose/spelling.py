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

from .path_words import is_count
from .picker import unique_items

MAX_NAME_WORDS: Final = 6
MAX_CASED_PARTS: Final = 5  # parts of a token whose upper and lower case is varied
CONTAINED: Final = 4  # rank of a token that contains the typed text inside a word
MIN_SIMILARITY: Final = 0.75  # of a misspelled word to the one it means
MIN_GUESSED_LETTERS: Final = 3  # of a misspelled word

Names = Callable[[str], Sequence[str]]  # token -> its other names


def normalise_spelling(text: str) -> str:
    """The text without spaces, underscores, brackets, case and accents."""
    return re.sub(r"[\s_()]+", "", fold_text(text))


def possible_spellings(text: str) -> Iterator[str]:
    """Variants of a strict spelling: without spaces, parts in upper or lower case."""
    unspaced = "".join(text.split())
    yield text
    yield unspaced
    parts = re.split(r"([.\-])", unspaced)
    if len(parts) <= MAX_CASED_PARTS:
        for cases in product((str.upper, str.lower, str.capitalize), repeat=(len(parts) + 1) // 2):
            yield "".join(part if index % 2 else cases[index // 2](part) for index, part in enumerate(parts))


def match_values(text: str, values: Iterable[Any], names: Names, *, numbered: bool = False) -> list[Any]:
    """The values a text may mean: by token, else by another spelling or name, else by prefix.

    `numbered`: names with digits match by prefix too, as those of people; prefixes of cells must not.
    """
    distinct = unique_items(values)
    exact = [value for value in distinct if format_field(value) == text]
    if exact:
        return exact
    wanted = normalise_spelling(text)
    spellings_by_value = [(value, set(map(normalise_spelling, _known_spellings(value, names)))) for value in distinct]
    equal = [value for value, spellings in spellings_by_value if wanted in spellings]
    if equal or not wanted or not wanted[0].isalpha():
        return equal

    def begins_as_wanted(spelling: str) -> bool:
        return spelling.startswith(wanted) and (numbered or not _has_digit(spelling))

    return [value for value, spellings in spellings_by_value if any(map(begins_as_wanted, spellings))]


def _known_spellings(value: Any, names: Names) -> Iterator[str]:
    yield format_field(value)
    yield from getattr(value, "aliases", ())
    yield from names(format_field(value))


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)


def matching_keys(text: str, known: Mapping[str, Sequence[str]]) -> list[str]:
    """The keys a text may mean, each with its names."""
    return match_values(text.strip(), known, lambda key: known[key], numbered=True)


def merge_english_names(
    own: Mapping[str, Sequence[str]], english: Mapping[str, Sequence[str]]
) -> dict[str, Sequence[str]]:
    """Names in the reader's language, followed by the English ones."""
    return {key: tuple(dict.fromkeys((*names, *english.get(key, ())))) for key, names in own.items()}


def parse_counted_list(
    text: str, find_matches: Callable[[str], list[Any]], name_of: Callable[[Any], str]
) -> list[Any] | None:
    """The items of a list: `2 wool 1 brick`, `Trading Post, Temple`, `brick,wool,wool`.

    `find_matches` returns the items a phrase may mean, `name_of` the name of an item for the error.
    None if a word is unknown. Raises `ServiceError` `token_ambiguous`.
    """
    items: list[Any] = []
    find_matches = cache(find_matches)  # words repeat
    for part in re.split(r"[,;]", text):
        words = part.split()
        while words:
            count = 1
            if len(words) > 1 and is_count(words[0]) and not find_matches(words[0]):
                count = int(words.pop(0))
            match = _match_longest(words, find_matches, name_of)
            if match is None:
                return None
            item, word_count = match
            items += [item] * count
            words = words[word_count:]
    return items


def _match_longest(
    words: Sequence[str], find_matches: Callable[[str], list[Any]], name_of: Callable[[Any], str]
) -> tuple[Any, int] | None:
    """The item named by the most leading words, and their number."""
    for n in range(min(MAX_NAME_WORDS, len(words)), 0, -1):
        matches = find_matches(" ".join(words[:n]))
        if len(matches) > 1:
            a, b = map(name_of, matches[:2])
            raise ServiceError("token_ambiguous", text=" ".join(words[:n]), a=a, b=b)
        if matches:
            return matches[0], n
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
        spellings = [normalise_spelling(token), *map(normalise_spelling, names(token))]
        if spellings[0] == wanted:
            rank[token] = 0
        elif any(spelling.startswith(wanted) for spelling in spellings):
            rank[token] = 1 if spellings[0].startswith(wanted) else 2
        elif any(word_begins(spelling, wanted) for spelling in (token, *names(token))):
            rank[token] = 3
        elif not wanted.isdecimal() and any(wanted in spelling for spelling in spellings):
            rank[token] = CONTAINED
    at_word_start = {token: n for token, n in rank.items() if n < CONTAINED}
    return sorted(at_word_start or rank, key=lambda token: rank[token])


def word_begins(spelling: str, wanted: str) -> bool:
    """Whether a text starts at one of the words of a spelling."""
    words = re.split(r"[\s_.,:;()·-]+", spelling)
    return any(normalise_spelling("".join(words[n:])).startswith(wanted) for n in range(len(words)))


def nearest_match(text: str, values: Iterable[str], names: Names) -> str:
    """The value a misspelled word probably means; empty if none is similar.

    Names with digits are not guessed: a similar cell is not more likely.
    """
    wanted = normalise_spelling(text)
    if len(wanted) < MIN_GUESSED_LETTERS or _has_digit(wanted):
        return ""
    value_by_spelling: dict[str, str] = {}
    for value in unique_items(values):
        for spelling in map(normalise_spelling, (value, *names(value))):
            value_by_spelling.setdefault(spelling, value)
    candidates = [spelling for spelling in value_by_spelling if spelling and not _has_digit(spelling)]
    closest = get_close_matches(wanted, candidates, 1, MIN_SIMILARITY)
    return value_by_spelling[closest[0]] if closest else ""


def unknown_value_error(text: str, field_name: str, example: str, near: str = "") -> ServiceError:
    """The error for an unknown value. `near`: the probable meaning."""
    if near:
        return ServiceError("token_near", text=text, type=field_name, near=near)
    return ServiceError("token_unknown", text=text, type=field_name, example=example)


def parse_name_list(text: str, known: Mapping[str, Sequence[str]]) -> list[str] | None:
    """The keys a list names, each once; None if a word is unknown."""
    keys = parse_counted_list(
        text.replace("+", ","), lambda phrase: matching_keys(phrase, known), lambda key: next(iter(known[key]), key)
    )
    return None if keys is None else unique_items(keys)


def unknown_parts(text: str, known: Mapping[str, Sequence[str]]) -> list[str]:
    """Unknown parts of a list as typed: whole parts between commas, or single words of partly known parts."""
    unknown: list[str] = []
    for part in filter(None, map(str.strip, re.split(r"[,;+]", text))):
        if parse_name_list(part, known) is not None:
            continue
        unknown_words = [word for word in part.split() if not matching_keys(word, known)]
        unknown += unknown_words if len(unknown_words) < len(part.split()) else [part]
    return unique_items(unknown)


def complete_list(known: Mapping[str, Sequence[str]], typed: str) -> list[tuple[str, str]]:
    """Completions of a list, as (names, keys): everything typed so far plus one more item."""
    head, _, last = typed.rpartition("," if "," in typed else " ")
    try:
        chosen_keys = parse_name_list(head, known) or []
    except ServiceError:
        chosen_keys = []
    if not chosen_keys:
        last = typed
    matches = rank_matches([key for key in known if key not in chosen_keys], last, lambda key: known[key])
    lists = [(*chosen_keys, key) for key in matches]
    return [(", ".join(known[key][0] for key in keys), " ".join(keys)) for keys in lists]
