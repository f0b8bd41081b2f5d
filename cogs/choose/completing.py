"""What is offered while somebody types into a field of a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, Final

from rules.core import Move, write

from .path_words import is_tuple, set_pool
from .picker import unique
from .position import Position
from .spelling import Names, match, normalised, ranked

OPEN_SETS: Final = 24  # sets of a kind too rich to be listed that are built while somebody types
SETS: Final = 100  # that are looked for, as nobody is shown as many


def complete(position: Position, kind: str, name: str, chosen: Mapping[str, str], typed: str) -> list[str]:
    """Tokens still open for one field, given the fields filled in, the best match first."""
    cls = position.game.moves[kind]
    left = [move for move in position.legal if move.kind == kind]
    if cls.alike:
        left += [replace(move, **_swapped(move)) for move in left]
    for field, text in chosen.items():
        if field == name or not text.strip():
            continue
        values = unique(getattr(move, field) for move in left)
        known = partial(position.names, field)
        meant = match(text.strip().removeprefix("@"), values, known, numbered=field in cls.players)
        left = [move for move in left if getattr(move, field) in meant] or left
    values = unique(getattr(move, name) for move in left)

    def names(token: str) -> Sequence[str]:
        return (*position.names(name, token), position.words.told(name, token))

    if values and all(map(is_tuple, values)):
        return _sets(values, typed, names, listed=cls.listed)
    return ranked([write(value) for value in values], typed, names)


def _swapped(move: Move) -> dict[str, Any]:
    """The two fields of a move in which the same may be written in either order, the other way round."""
    names = type(move).alike
    return {name: getattr(move, other) for name, other in zip(names, reversed(names), strict=True)}


def _sets(values: Sequence[Any], typed: str, names: Names, *, listed: bool) -> list[str]:
    """Sets in which everything typed is found, however it is ordered; where not every set is listed, what is typed with
    one thing more."""
    pool = set_pool(values)
    parts = [part.strip() for part in typed.split(",")]
    taken = [match(part, pool, names)[:1] for part in parts[:-1] if part]
    if not all(taken):
        return []
    first = Counter(token for found in taken for token in found)
    last = {item for item in pool if _found(item, parts[-1], names)} if parts[-1] else None
    fitting = (value for value in sorted(values, key=len) if _fits(value, first, last))
    found = [write(value) for value in islice(fitting, SETS)]
    if not listed:
        onward = [item for item in pool - first if last is None or item in last]
        found = [",".join(sorted([*first.elements(), item])) for item in onward][:OPEN_SETS] + found
    return unique(found)


def _fits(value: Iterable[Any], first: Counter[str], last: Collection[str] | None) -> bool:
    """Whether a set has all of `first` and beside it one of `last` (None: that is still open)."""
    here = Counter(map(write, value))
    return first <= here and (last is None or any(item in last for item in here - first))


def _found(item: str, typed: str, names: Names) -> bool:
    return any(normalised(typed) in normalised(spelling) for spelling in (item, *names(item)))


def label(position: Position, cls: type[Move], field: str, token: str) -> str:
    """A value in a completion: its name, with the token where the name does not hold it. Players are known by name."""
    told = position.words.told(field, token)
    if field not in cls.players and told.startswith(f"{token} "):  # a place with what lies there
        return told
    name = position.called(field, token)
    return name if field in cls.players or normalised(token) in normalised(name) else f"{name} · {token}"
