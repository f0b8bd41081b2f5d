"""Commodity Monopoly: one commodity of a kind from every opponent."""  # catan.md 10.5

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.cards import COMMODITIES
from rules.core import Move

from .monopolies import Monopoly


@dataclass(frozen=True, slots=True)
class CardCommodityMonopoly(Move):
    """Every opponent gives one commodity of a kind: `card-commodity-monopoly cloth`."""

    kind: ClassVar[str] = "card-commodity-monopoly"
    group: ClassVar[str | None] = "card"
    card: str


class CommodityMonopoly(Monopoly):
    """Every opponent gives one card of the named commodity."""

    key = "commodity-monopoly"
    move = CardCommodityMonopoly
    cards_per_opponent = 1
    moves: ClassVar = {card: CardCommodityMonopoly(card) for card in COMMODITIES}


CARD: Final = CommodityMonopoly()
