"""The Merchant and its holder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.games.weighing import GIVER
from rules.catan.expansions.cities_knights.progress.merchant import CardMerchant
from rules.catan.view import CatanView
from words import Voice

from .... import places
from .card import ProgressCardFace


class Merchant(ProgressCardFace):
    """A unique piece."""

    def describe_unique_pieces(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        return [voice("catan.detail.merchant")] if view.players[seat].merchant else []

    def describe_point_origins(self, view: CatanView, seat: int, voice: Voice) -> Mapping[str, str]:
        hex_ = next((n for n, hex_view in enumerate(view.hexes) if hex_view.merchant == seat), None)
        place = places.name_place_in_story(view, voice, f"h{hex_}", view.hexes[hex_].token) if hex_ is not None else ""
        return {"merchant": voice("catan.origin.merchant", place=place)} if place else {}


CARD: Final = Merchant(CardMerchant.kind, losing_parameters={"play.merchant_taken": GIVER})
