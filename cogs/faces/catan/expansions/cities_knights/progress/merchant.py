"""The Merchant: who has it before them."""

from __future__ import annotations

from typing import Final

from cogs.faces.weighing import GIVER
from rules.catan.expansions.cities_knights.progress.merchant import CardMerchant
from rules.catan.view import CatanView
from words import Voice

from .card import Card


class Merchant(Card):
    """A piece that one player has."""

    def marks(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        return [voice("catan.detail.merchant")] if view.players[seat].merchant else []


CARD: Final = Merchant(CardMerchant.kind, losing={"play.merchant_taken": GIVER})
