"""The judge: each seat's chance of winning in a position, all hands open.

A seat's prospect is a weighted sum of what is told of it (`facts.py`); the chances are to each other as the
exponentials of the prospects. The weights were learnt from games: see `docs/machines.md`.
"""

from __future__ import annotations

from math import exp
from operator import mul
from typing import Final

from rules.catan.state import CatanState

from .facts import features
from rules.catan.places import OUT

Row = tuple[float, ...]


LEARNT: Final[dict[str, Row]] = {}  # module -> what was learnt of games in which it is played


def chances(s: CatanState) -> list[float]:
    """Each seat's chance of winning, 0 to 1; together 1."""
    if s.winner != OUT:
        return [float(seat == s.winner) for seat in range(s.seats)]
    learnt = next(weights for module, weights in LEARNT.items() if module in s.ext)
    prospects = [sum(map(mul, learnt, told)) for told in features(s)]
    best = max(prospects)
    shares = [exp(prospect - best) for prospect in prospects]
    total = sum(shares)
    return [share / total for share in shares]
