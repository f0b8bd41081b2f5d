"""Random numbers of a game: preset results, then a keyed stream that is verifiable once the key is published."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

KEY_BYTES = 32
WORDS = 1 << 64  # the stream yields numbers below this
WORD_BYTES = 8


class Chance:
    """Random numbers: preset results first, then a stream derived from a secret key."""

    __slots__ = ("_keyed", "drawn", "drawn_bounds", "forced", "key", "used")

    def __init__(self, key: bytes, used: int = 0, forced: Sequence[int] = ()) -> None:
        self._keyed: blake2b | None = None  # blake2b state after the key; made on first use
        self.key = key  # 32 secret bytes, published when the game is over
        self.used = used  # number of draws; a state saves (key, used)
        self.forced = list(reversed(forced)) if forced else []  # preset results, the next one last
        self.drawn: list[int] = []
        self.drawn_bounds: list[int] = []  # exclusive upper bound of each drawn number, for `drawn`

    def below(self, n: int) -> int:
        """A uniformly distributed number from 0 to n - 1. ValueError if a preset result is out of range."""
        if self.forced:
            value = self.forced.pop()
            if not 0 <= value < n:
                raise ValueError(f"forced result {value} is not below {n}")
        else:
            limit = WORDS - WORDS % n  # rejection sampling: without the tail the result is uniform
            attempt = 0
            while (word := self._word(attempt)) >= limit:
                attempt += 1
            value = word % n
        self.used += 1  # preset results count too: replay from numbers and from the key leave the same state
        self.drawn.append(value)
        self.drawn_bounds.append(n)
        return value

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def _word(self, attempt: int) -> int:
        """The number the key yields for this draw and attempt."""
        counter = (self.used << 64 | attempt).to_bytes(2 * WORD_BYTES, "big")
        if self._keyed is None:
            self._keyed = blake2b(key=self.key, digest_size=WORD_BYTES)
        hashed = self._keyed.copy()
        hashed.update(counter)
        return int.from_bytes(hashed.digest(), "big")


def key_commitment(key: bytes, table: int | str) -> str:
    """SHA-256 over the key and the table number: shown at the start, verifiable when the key is published."""
    return sha256(key + str(table).encode()).hexdigest()
