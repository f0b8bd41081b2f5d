"""Resource Monopoly: two of a resource from every opponent."""  # catan.md 10.5

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.cards import RESOURCES
from rules.core import Move

from .monopolies import Monopoly


@dataclass(frozen=True, slots=True)
class CardResourceMonopoly(Move):
    """Every opponent gives two of a resource: `card-resource-monopoly ore`."""

    kind: ClassVar[str] = "card-resource-monopoly"
    group: ClassVar[str | None] = "card"
    card: str


class ResourceMonopoly(Monopoly):
    """Every opponent gives two cards of the named resource."""

    key = "resource-monopoly"
    move = CardResourceMonopoly
    cards_per_opponent = 2
    moves: ClassVar = {card: CardResourceMonopoly(card) for card in RESOURCES}


CARD: Final = ResourceMonopoly()
