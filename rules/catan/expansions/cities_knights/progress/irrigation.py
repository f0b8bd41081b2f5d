"""Irrigation: grain for one's fields."""  # catan.md 10.4

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.cards import GRAIN
from rules.core import Move

from .yields import HexYield


@dataclass(frozen=True, slots=True)
class CardIrrigation(Move):
    """Two grain for each of one's fields: `card-irrigation`."""

    kind: ClassVar[str] = "card-irrigation"
    group: ClassVar[str | None] = "card"


class Irrigation(HexYield):
    """Gives grain for fields."""

    key = "irrigation"
    move = CardIrrigation
    terrain = GRAIN
    only = CardIrrigation()


CARD: Final = Irrigation()
