"""Autocompletion for the fields of a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, Final

from rules.core import Known, Move, field_names, format_field

from .path_words import is_tuple, set_pool
from .picker import unique_items
from .position import Position
from .spelling import Names, match_values, normalise_spelling, rank_matches, word_begins
from .unlisted import known_value

OPEN_SETS: Final = 24  # sets suggested for a kind of move that is not fully listed
ENDLESS: Final = 999  # upper bound of a count: unlimited
LONGEST: Final = 100  # Discord's limit of a completion value, in characters
SETS: Final = 100  # sets to find; more than are shown


def complete_field(position: Position, kind: str, name: str, chosen: Mapping[str, str], typed: str) -> list[str]:
    """Tokens possible for one field, given the other fields, best match first.

    Empty for a kind of move that this game lacks: the commands exist for all modules.
    """
    cls = position.game.moves.get(kind)
    if cls is None:
        return []
    left = [move for move in position.legal if move.kind == kind]
    if cls.alike:
        left += [replace(move, **_swap_alike_fields(move)) for move in left]
    settled: dict[str, Any] = {}
    for field, text in chosen.items():
        if field == name or not text.strip():
            continue
        values = unique_items(getattr(move, field) for move in left)
        known = partial(position.names, field)
        meant = match_values(text.strip().removeprefix("@"), values, known, numbered=field in cls.players)
        if len(meant) == 1:
            settled[field] = known_value(cls, field, meant[0], values)
            left = unique_items([*left, *position.narrowed(cls, settled)])
        left = [move for move in left if getattr(move, field) in meant] or left
    values = unique_items(getattr(move, name) for move in left)

    def names(token: str) -> Sequence[str]:
        return (*position.names(name, token), position.words.told(name, token))

    if values and all(map(is_tuple, values)):
        for wanted in _wanted_contents(values, typed, names) if cls.listed and not position.all_listed(cls) else ():
            values += [getattr(move, name) for move in position.narrowed(cls, {**settled, name: wanted})]
        return _complete_set(unique_items(values), typed, names, listed=cls.listed)
    return rank_matches([format_field(value) for value in values], typed, names)


def _swap_alike_fields(move: Move) -> dict[str, Any]:
    """The interchangeable fields (`Move.alike`) of a move, swapped."""
    names = type(move).alike
    return {name: getattr(move, other) for name, other in zip(names, reversed(names), strict=True)}


def _complete_set(values: Sequence[Any], typed: str, names: Names, *, listed: bool) -> list[str]:
    """Sets that contain everything typed, in any order; unless `listed`, also what was typed plus one more item."""
    pool = set_pool(values)
    begun = _parse_typed_set(pool, typed, names)
    if begun is None:
        return []
    first, last = begun
    fitting = (value for value in sorted(values, key=len) if _set_fits(value, first, last))
    found = [format_field(value) for value in islice(fitting, SETS)]
    if not listed:
        onward = [item for item in pool - first if last is None or item in last]
        found = [",".join(sorted([*first.elements(), item])) for item in onward][:OPEN_SETS] + found
    return unique_items(found)


def _parse_typed_set(
    pool: Iterable[str], typed: str, names: Names
) -> tuple[Counter[str], Collection[str] | None] | None:
    """The complete items typed, and the items the last word may mean (None: no last word).

    `3 wool` counts three times. None if a word is unknown.
    """
    *before, part = typed.split(",")
    first: Counter[str] = Counter()
    for n, word in (_parse_count(text) for text in before if text.strip()):
        found = match_values(word, pool, names)[:1]
        if not found:
            return None
        first[found[0]] += n
    n, word = _parse_count(part)
    last = {item for item in pool if _matches_typed(item, word, names)} if word else None
    if n > 1 and last:
        sure = (match_values(word, pool, names) or sorted(last))[0]
        first[sure] += n - 1
        last = {sure}
    return first, last


def _parse_count(text: str) -> tuple[int, str]:
    """The count and the item of `3 wool`; count 1 if there is none."""
    number, _, word = text.strip().partition(" ")
    return (int(number), word.strip()) if number.isdecimal() and len(number) < 4 and word else (1, text.strip())


def _wanted_contents(values: Sequence[Any], typed: str, names: Names) -> Iterator[Known]:
    """Minimum and maximum counts of sets that contain everything typed, one for each meaning of the last word."""
    items = {format_field(item): item for value in values for item in value}
    begun = _parse_typed_set(sorted(items), typed, names)
    if begun is not None:
        first, last = begun
        for one in [""] if last is None else sorted(last):
            wanted = first + Counter([one] if one else [])
            yield {items[token]: (n, ENDLESS) for token, n in wanted.items()}


def complete_whole_lines(position: Position, typed: str) -> list[str]:
    """Whole moves of a partly listed kind that contain what was typed."""
    kind, *words = typed.lstrip().split(" ")
    cls = position.game.moves.get(kind)
    if cls is None or not cls.listed or position.all_listed(cls):
        return []
    *before, last = field_names(cls)
    settled, rest = words[: len(before)], " ".join(words[len(before) :])
    if len(settled) < len(before):
        return []
    found = complete_field(position, kind, last, dict(zip(before, settled, strict=True)), rest)
    return [" ".join((kind, *settled, token)) for token in found]


def shorten_completion(text: str) -> str:
    """`text` with the items of its last token counted, if it exceeds the length of a completion."""
    line, space, token = text.rpartition(" ")
    things = token.split(",")
    if len(text) <= LONGEST or len(things) < 2:
        return text
    return line + space + ", ".join(f"{n} {thing}" for thing, n in Counter(things).items())


def _set_fits(value: Iterable[Any], first: Counter[str], last: Collection[str] | None) -> bool:
    """Whether a set contains `first` and one more item of `last` (None: any)."""
    here = Counter(map(format_field, value))
    return first <= here and (last is None or any(item in last for item in here - first))


def _matches_typed(item: str, typed: str, names: Names) -> bool:
    return any(word_begins(spelling, normalise_spelling(typed)) for spelling in (item, *names(item)))


def completion_label(position: Position, cls: type[Move], field: str, token: str) -> str:
    """The name of a value, followed by its token if the name does not contain it. Players: name only."""
    told = position.words.told(field, token)
    if field not in cls.players and (told.startswith(f"{token} ") or told.endswith(f" ({token})")):  # with its place
        return told
    name = position.called(field, token)
    return (
        name if field in cls.players or normalise_spelling(token) in normalise_spelling(name) else f"{name} · {token}"
    )
