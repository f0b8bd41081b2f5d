"""All luck of a game."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

KEY_BYTES = 32
WORDS = 1 << 64  # how many different words the stream gives


class Chance:
    """Results given beforehand first, then a keyed stream that nobody can foresee and anybody can check afterwards."""

    __slots__ = ("_keyed", "bounds", "drawn", "forced", "key", "used")

    def __init__(self, key: bytes, used: int = 0, forced: Sequence[int] = ()) -> None:
        self._keyed: blake2b | None = None  # that has read the key, once a word is asked
        self.key = key  # 32 secret bytes, published when the game is over
        self.used = used  # draws so far; (key, used) is what a state saves
        self.forced = list(reversed(forced)) if forced else []
        self.drawn: list[int] = []
        self.bounds: list[int] = []  # below what each of them was drawn

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely. ValueError if a forced result does not fit."""
        if self.forced:
            value = self.forced.pop()
            if not 0 <= value < n:
                raise ValueError(f"forced result {value} is not below {n}")
        else:
            limit = WORDS - WORDS % n  # reject the tail, so that no result is likelier
            attempt = 0
            while (word := self._word(attempt)) >= limit:
                attempt += 1
            value = word % n
        self.used += 1  # also for a forced result: replay from numbers and from the key leave the same state
        self.drawn.append(value)
        self.bounds.append(n)
        return value

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def _word(self, attempt: int) -> int:
        at = (self.used << 64 | attempt).to_bytes(16, "big")
        if self._keyed is None:
            self._keyed = blake2b(key=self.key, digest_size=8)
        hashed = self._keyed.copy()
        hashed.update(at)
        return int.from_bytes(hashed.digest(), "big")


def key_commitment(key: bytes, table: int | str) -> str:
    """SHA-256 over the key and the table's number, shown when the game starts, checked when the key is revealed."""
    return sha256(key + str(table).encode()).hexdigest()
