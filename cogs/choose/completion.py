"""Autocompletion for the fields of a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, Final

from rules.core import Known, Move, field_names, format_field

from .path_words import is_count, is_tuple, set_pool
from .picker import unique_items
from .position import Position
from .spelling import Names, match_values, normalise_spelling, rank_matches, word_begins
from .unlisted import known_value

MAX_EXTENDED_SETS: Final = 24  # sets suggested for a kind of move that is not fully listed
UNLIMITED_COUNT: Final = 999
MAX_COMPLETION_LENGTH: Final = 100  # Discord's limit, in characters
MAX_MATCHING_SETS: Final = 100  # more than are shown


def complete_field(position: Position, kind: str, name: str, chosen: Mapping[str, str], typed: str) -> list[str]:
    """Tokens possible for one field, given the other fields, best match first.

    Empty for a kind of move that this game lacks: the commands exist for all modules.
    """
    cls = position.game.moves.get(kind)
    if cls is None:
        return []
    candidates = [move for move in position.legal if move.kind == kind]
    if cls.interchangeable_fields:
        candidates += [replace(move, **_swap_alike_fields(move)) for move in candidates]
    settled_values: dict[str, Any] = {}
    for field, text in chosen.items():
        if field == name or not text.strip():
            continue
        values = unique_items(getattr(move, field) for move in candidates)
        names_of_value = partial(position.value_names, field)
        matches = match_values(
            text.strip().removeprefix("@"), values, names_of_value, numbered=field in cls.seat_fields
        )
        if len(matches) == 1:
            settled_values[field] = known_value(cls, field, matches[0], values)
            candidates = unique_items([*candidates, *position.unlisted_moves_matching(cls, settled_values)])
        candidates = [move for move in candidates if getattr(move, field) in matches] or candidates
    values = unique_items(getattr(move, name) for move in candidates)

    def names(token: str) -> Sequence[str]:
        return (*position.value_names(name, token), position.vocabulary.value_in_sentence(name, token))

    if values and all(map(is_tuple, values)):
        is_partly_listed = cls.listed and not position.is_fully_listed(cls)
        for contents in _wanted_contents(values, typed, names) if is_partly_listed else ():
            values += [
                getattr(move, name)
                for move in position.unlisted_moves_matching(cls, {**settled_values, name: contents})
            ]
        return _complete_set(unique_items(values), typed, names, listed=cls.listed)
    return rank_matches([format_field(value) for value in values], typed, names)


def _swap_alike_fields(move: Move) -> dict[str, Any]:
    """The interchangeable fields (`Move.interchangeable_fields`) of a move, swapped."""
    names = type(move).interchangeable_fields
    return {name: getattr(move, other) for name, other in zip(names, reversed(names), strict=True)}


def _complete_set(values: Sequence[Any], typed: str, names: Names, *, listed: bool) -> list[str]:
    """Sets that contain everything typed, in any order; unless `listed`, also what was typed plus one more item."""
    item_pool = set_pool(values)
    parsed = _parse_typed_set(item_pool, typed, names)
    if parsed is None:
        return []
    complete_items, last_options = parsed
    fitting = (value for value in sorted(values, key=len) if _set_fits(value, complete_items, last_options))
    completions = [format_field(value) for value in islice(fitting, MAX_MATCHING_SETS)]
    if not listed:
        next_items = [item for item in item_pool - complete_items if last_options is None or item in last_options]
        extended = [",".join(sorted([*complete_items.elements(), item])) for item in next_items]
        completions = extended[:MAX_EXTENDED_SETS] + completions
    return unique_items(completions)


def _parse_typed_set(
    pool: Iterable[str], typed: str, names: Names
) -> tuple[Counter[str], Collection[str] | None] | None:
    """The complete items typed, and the items the last word may mean (None: no last word).

    `3 wool` counts three times. None if a word is unknown.
    """
    *complete_parts, last_part = typed.split(",")
    counts: Counter[str] = Counter()
    for count, word in (_parse_count(text) for text in complete_parts if text.strip()):
        matches = match_values(word, pool, names)[:1]
        if not matches:
            return None
        counts[matches[0]] += count
    count, word = _parse_count(last_part)
    possible_last = {item for item in pool if _matches_typed(item, word, names)} if word else None
    if count > 1 and possible_last:
        last_item = (match_values(word, pool, names) or sorted(possible_last))[0]
        counts[last_item] += count - 1
        possible_last = {last_item}
    return counts, possible_last


def _parse_count(text: str) -> tuple[int, str]:
    """The count and the item of `3 wool`; count 1 if there is none."""
    number, _, word = text.strip().partition(" ")
    return (int(number), word.strip()) if is_count(number) and word else (1, text.strip())


def _wanted_contents(values: Sequence[Any], typed: str, names: Names) -> Iterator[Known]:
    """Minimum and maximum counts of sets that contain everything typed, one for each meaning of the last word."""
    items = {format_field(item): item for value in values for item in value}
    parsed = _parse_typed_set(sorted(items), typed, names)
    if parsed is not None:
        counts, last_options = parsed
        for last_item in [""] if last_options is None else sorted(last_options):
            wanted = counts + Counter([last_item] if last_item else [])
            yield {items[token]: (count, UNLIMITED_COUNT) for token, count in wanted.items()}


def complete_whole_lines(position: Position, typed: str) -> list[str]:
    """Whole moves of a partly listed kind that contain what was typed."""
    kind, *words = typed.lstrip().split(" ")
    cls = position.game.moves.get(kind)
    if cls is None or not cls.listed or position.is_fully_listed(cls):
        return []
    *leading_fields, last_field = field_names(cls)
    leading_tokens, typed_rest = words[: len(leading_fields)], " ".join(words[len(leading_fields) :])
    if len(leading_tokens) < len(leading_fields):
        return []
    chosen = dict(zip(leading_fields, leading_tokens, strict=True))
    completions = complete_field(position, kind, last_field, chosen, typed_rest)
    return [" ".join((kind, *leading_tokens, token)) for token in completions]


def shorten_completion(text: str) -> str:
    """`text`; if too long for a completion, with the items of its last token counted."""
    line, space, token = text.rpartition(" ")
    items = token.split(",")
    if len(text) <= MAX_COMPLETION_LENGTH or len(items) < 2:
        return text
    return line + space + ", ".join(f"{count} {item}" for item, count in Counter(items).items())


def _set_fits(value: Iterable[Any], required: Counter[str], last_options: Collection[str] | None) -> bool:
    """Whether a set contains `required` and one more item of `last_options` (None: any)."""
    counts = Counter(map(format_field, value))
    return required <= counts and (last_options is None or any(item in last_options for item in counts - required))


def _matches_typed(item: str, typed: str, names: Names) -> bool:
    """Whether a word of the item's token or names begins with the typed text."""
    return any(word_begins(spelling, normalise_spelling(typed)) for spelling in (item, *names(item)))


def completion_label(position: Position, cls: type[Move], field: str, token: str) -> str:
    """The name of a value, followed by its token if the name does not contain it. Players: name only."""
    description = position.vocabulary.value_in_sentence(field, token)
    if field not in cls.seat_fields and (description.startswith(f"{token} ") or description.endswith(f" ({token})")):
        return description
    name = position.first_name_or_token(field, token)
    has_token = field in cls.seat_fields or normalise_spelling(token) in normalise_spelling(name)
    return name if has_token else f"{name} · {token}"
