"""The words of a path, and which values of a field each of them leaves open.

A word is a token or, for a field that is not settled yet:

* `*`: open;
* `~50`: only values of that bucket (`~#2`: only the third part of a long list), or of a region (`~N48-P52`) where the
  values know one; as the first word, `~power`: only kinds of that group, and `*` any kind: the same question as at
  first, for a face that has a second screen for it;
* `=1f3a9c2b77`: the value whose token has this digest (for tokens too long for a button);
* `+2.x.0`: of a set, how many of each card (in the order of their names) are in it, `x` where that is not settled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final

from cogs.screen import LISTED
from rules.core import format_field

MARKS: Final = "*~=+"
OPEN: Final = "*"


def digest_word(token: str) -> str:
    """The short name of a long token."""
    return "=" + blake2b(token.encode(), digest_size=5).hexdigest()


def path_word(token: str) -> str:
    """How a token stands in a path: itself, or its digest where it would be misread."""
    plain = token and token[0] not in MARKS and not any(c in token for c in " ;")
    return token if plain else digest_word(token)


def matching_values(values: tuple[Any, ...], word: str) -> set[Any]:
    """The values that a word of a path leaves open."""
    mark = word[:1]
    if not mark or mark not in MARKS:
        return {value for value in values if format_field(value) == word}
    if mark == "=":
        return {value for value in values if digest_word(format_field(value)) == word}
    if mark == "+":
        return _values_with_counts(values, word[1:])
    if mark == "~":
        return _values_in_part(values, word[1:])
    return set(values)


def _values_in_part(values: tuple[Any, ...], word: str) -> set[Any]:
    bucket, *parts = word.split("#")
    left = [
        value
        for value in values
        if not bucket or escape_bucket(bucket_of(value)) == bucket or _is_within(value, bucket)
    ]
    for part in parts:
        size = part_size(len(left))
        left = left[int(part) * size : (int(part) + 1) * size] if part.isdecimal() else []
    return set(left)


def _is_within(value: Any, region: str) -> bool:
    within = getattr(value, "within", None)
    return within is not None and bool(within(region))


def part_size(values: int) -> int:
    """How many values each part of a list too long for one screen has."""
    return max(LISTED, -(-values // LISTED))


def distinct_cards(values: Iterable[Any]) -> list[str]:
    """The different cards of sets, by name: the order in which a path counts them."""
    return sorted(map(format_field, {item for value in values if is_tuple(value) for item in value}))


def count_card(value: tuple[Any, ...], card: str) -> int:
    """How many of a card a set has."""
    return value.count(card) or sum(1 for item in value if type(item) is not str and format_field(item) == card)


def _values_with_counts(values: tuple[Any, ...], word: str) -> set[Any]:
    cards = distinct_cards(values)
    counts = word.split(".")
    if len(counts) > len(cards) or not all(map(is_tuple, values)):
        return set()
    wanted = [(card, n) for card, n in zip(cards, counts, strict=False) if n != "x"]
    return {value for value in values if all(str(count_card(value, card)) == n for card, n in wanted)}


def escape_bucket(bucket: str) -> str:
    """The name of a bucket, fit for a path."""
    return "".join("_" if c in " ;#" else c for c in bucket)


def settled_cards(values: Iterable[Any], word: str) -> Counter[str]:
    """The cards that a word of a path has put into a set already: nobody is asked for them again."""
    if not word.startswith("+"):
        return Counter()
    found: Counter[str] | None = None
    for value in values:
        here = Counter(map(format_field, value))
        found = here if found is None else found & here
    return found or Counter()


def is_set(values: Sequence[Any]) -> bool:
    """Whether these are sets of cards, at least one of them with more than one card."""
    return all(is_tuple(value) for value in values) and any(len(value) > 1 for value in values)


def is_tuple(value: Any) -> bool:
    """A tuple of values, as opposed to one value made of several numbers."""
    return isinstance(value, tuple) and not hasattr(value, "_fields")


def set_pool(values: Iterable[Any]) -> Counter[str]:
    """The cards that sets are chosen from: of each as many as the set with the most of it has."""
    most: dict[Any, int] = {}
    for value in values:  # there may be thousands
        for item in dict.fromkeys(value):
            if (n := value.count(item)) > most.get(item, 0):
                most[item] = n
    return Counter({format_field(item): n for item, n in most.items()})


def bucket_of(value: Any) -> str:
    """What a long list of such values is grouped by; "" if the type does not say."""
    return str(getattr(value, "bucket", ""))
