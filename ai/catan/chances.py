"""The judge: each seat's winning chance in a position, all hands open.

A seat's prospect is a weighted sum of its features (`judge_features.py`); the chances are proportional to the
exponentials of the prospects. The weights were learnt from games: see `docs/machines/catan.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp
from operator import mul
from typing import Final

from rules.catan.places import OUT
from rules.catan.state import CatanState

from .judge_features import feature_rows, features_in_play

Row = tuple[float, ...]

LEARNT: Final[dict[str, Mapping[str, float]]] = {}  # module -> weights by word, for games with that module


def register_weights(module: str, weights: Mapping[str, float]) -> None:
    """Register the weights of games with that module."""
    LEARNT[module] = weights


def words_in_play(s: CatanState) -> tuple[str, ...]:
    """The words of all features of such a game, in their order."""
    return tuple(word for features in features_in_play(s) for word in features.words)


@lru_cache(maxsize=8)
def feature_weights(modules: tuple[str, ...], words: tuple[str, ...]) -> Row:
    """The weights in the order of the features."""
    weights = next(LEARNT[module] for module in modules if module in LEARNT)
    return tuple(weights[word] for word in words)


def win_chances(s: CatanState) -> list[float]:
    """Each seat's winning chance, 0 to 1; they sum to 1."""
    if s.winner != OUT:
        return [float(seat == s.winner) for seat in range(s.seats)]
    weights = feature_weights(tuple(s.ext), words_in_play(s))
    prospects = [sum(map(mul, weights, row)) for row in feature_rows(s)]
    best = max(prospects)
    shares = [exp(prospect - best) for prospect in prospects]
    total = sum(shares)
    return [share / total for share in shares]
