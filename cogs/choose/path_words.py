"""Words of a choice path, and the values each leaves open.

A word is a token or, for an open field, one of:

* `*`: any value;
* `~50`: values of that bucket (`~#2`: the third part of a long list) or within a region (`~N48-P52`), for types that
  support it; as the first word, `~power`: kinds of that group. First word `*`: any kind, on a second screen;
* `=1f3a9c2b77`: the value whose token has this digest (for tokens too long for a button);
* `+2.x.0`: counts of each card in a set, cards ordered by name, `x` for undecided.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final

from cogs.screen import MAX_LISTED
from rules.core import format_field

MARKS: Final = "*~=+"
OPEN: Final = "*"


def digest_word(token: str) -> str:
    """The digest word of a long token."""
    return "=" + blake2b(token.encode(), digest_size=5).hexdigest()


def is_count(word: str) -> bool:
    """Whether a word is a number of at most three digits."""
    return word.isdecimal() and len(word) < 4


def path_word(token: str) -> str:
    """A token as a path word: itself, or its digest if it would be ambiguous."""
    is_unambiguous = token and token[0] not in MARKS and " " not in token and ";" not in token
    return token if is_unambiguous else digest_word(token)


def matching_values(values: tuple[Any, ...], word: str) -> set[Any]:
    """The values that a path word leaves open."""
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
    """The values of a bucket or region, and of a numbered part of it (`50#2`)."""
    bucket, *parts = word.split("#")
    remaining = [v for v in values if not bucket or escape_bucket(bucket_of(v)) == bucket or _is_within(v, bucket)]
    for part in parts:
        size = part_size(len(remaining))
        remaining = remaining[int(part) * size : (int(part) + 1) * size] if part.isdecimal() else []
    return set(remaining)


def _is_within(value: Any, region: str) -> bool:
    lies_within = getattr(value, "lies_within", None)
    return lies_within is not None and bool(lies_within(region))


def part_size(values: int) -> int:
    """Number of values in each part of a list too long for one screen."""
    return max(MAX_LISTED, -(-values // MAX_LISTED))  # rounded up


def distinct_cards(values: Iterable[Any]) -> list[str]:
    """The different cards of all sets, sorted by name as path counts need them."""
    return sorted(map(format_field, {item for value in values if is_tuple(value) for item in value}))


def count_card(value: tuple[Any, ...], card: str) -> int:
    """How often a set contains a card, given by its token."""
    return value.count(card) or sum(1 for item in value if type(item) is not str and format_field(item) == card)


def _values_with_counts(values: tuple[Any, ...], word: str) -> set[Any]:
    """The sets with these counts per card (`2.x.0`)."""
    cards = distinct_cards(values)
    counts = word.split(".")
    if len(counts) > len(cards) or not all(map(is_tuple, values)):
        return set()
    wanted = [(card, n) for card, n in zip(cards, counts, strict=False) if n != "x"]
    return {value for value in values if all(str(count_card(value, card)) == n for card, n in wanted)}


def escape_bucket(bucket: str) -> str:
    """A bucket name without separators of paths."""
    return re.sub(r"[ ;#]", "_", bucket)


def settled_cards(values: Iterable[Any], word: str) -> Counter[str]:
    """The cards a path word has already put into the set."""
    if not word.startswith("+"):
        return Counter()
    common: Counter[str] | None = None
    for value in values:
        counts = Counter(map(format_field, value))
        common = counts if common is None else common & counts
    return common or Counter()


def is_set(values: Sequence[Any]) -> bool:
    """Whether the values are sets of cards, at least one with more than one card."""
    return all(is_tuple(value) for value in values) and any(len(value) > 1 for value in values)


def is_tuple(value: Any) -> bool:
    """Whether a value is a tuple of values, not a named tuple."""
    return isinstance(value, tuple) and not hasattr(value, "_fields")


def set_pool(values: Iterable[Any]) -> Counter[str]:
    """The cards that sets are chosen from, each as often as the set with most of it has."""
    most_copies: dict[Any, int] = {}
    for value in values:  # a loop, because there may be thousands
        for item in dict.fromkeys(value):
            if (copies := value.count(item)) > most_copies.get(item, 0):
                most_copies[item] = copies
    return Counter({format_field(item): copies for item, copies in most_copies.items()})


def bucket_of(value: Any) -> str:
    """The key by which long lists of such values are grouped; empty if the type has none."""
    return str(getattr(value, "bucket", ""))
