"""Mining: ore for one's mountains."""  # catan.md 10.4

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.cards import ORE
from rules.core import Move

from .yields import HexYield


@dataclass(frozen=True, slots=True)
class CardMining(Move):
    """Two ore for each of one's mountains: `card-mining`."""

    kind: ClassVar[str] = "card-mining"
    group: ClassVar[str | None] = "card"


class Mining(HexYield):
    """Gives ore for mountains."""

    key = "mining"
    move = CardMining
    terrain = ORE
    only = CardMining()


CARD: Final = Mining()
