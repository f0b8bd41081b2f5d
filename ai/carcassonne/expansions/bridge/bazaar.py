"""Auctions of tiles: values and bids."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Final

from rules.carcassonne.expansions.bridge.bazaar import Bids, BuyOrSell
from rules.carcassonne.expansions.bridge.market import bazaar_of
from rules.carcassonne.expansions.bridge.moves import (
    BazaarBid,
    BazaarBuy,
    BazaarOpen,
    BazaarPass,
    BazaarSell,
    BazaarTake,
)
from rules.carcassonne.laying import legal_lays
from rules.carcassonne.turn import AGAIN, LAY
from rules.core import Move

if TYPE_CHECKING:
    from ...extra import Decision

DEALS: Final = (BazaarOpen, BazaarBid, BazaarPass, BazaarBuy, BazaarSell, BazaarTake)
LAYS_TRIED: Final = 16  # lays tried per tile
BID_SHARE: Final = 0.6  # share of the lead of a tile over the others that is bid
HIGHEST_BID: Final = 8
LEAST_FIRST_BID: Final = 3  # a smaller intended bid begins at 0


def lot_worth(search: Decision, tile: int) -> float:
    """The value of a tile to the seat, laid well on the present board."""
    s = search.s.copy()
    s.active = search.seat
    s.hand = tile
    s.agenda = list(reversed(s.hooks.steps_between_ranks(LAY, AGAIN)))
    lays = legal_lays(s, tile)
    step = ceil(len(lays) / LAYS_TRIED)
    return search.rough_value_of_best(s, lays[:: max(1, step)])


def choose_at_bazaar(search: Decision, legal: Sequence[Move]) -> Move:
    """The move at a bazaar."""
    step = search.s.agenda[-1]
    lots = bazaar_of(search.s).lots
    available = {number: lot.tile for number, lot in enumerate(lots, start=1) if lot.seat < 0}
    tile_worths = {tile: lot_worth(search, tile) for tile in dict.fromkeys(available.values())}
    worths = {number: tile_worths[tile] for number, tile in available.items()}
    if isinstance(step, (Bids, BuyOrSell)):
        return _bid_or_settle(step, worths, legal)
    best = max(worths, key=lambda lot: (worths[lot], -lot))
    intended = BID_SHARE * _lead_over_rest(worths, best)
    first_bid = 1 if intended >= LEAST_FIRST_BID else 0  # either others pay to outbid, or the tile is cheap
    wanted = (BazaarTake(best), BazaarOpen(best, first_bid), BazaarOpen(best, 0))
    return next((move for move in wanted if move in legal), legal[0])


def _lead_over_rest(worths: dict[int, float], lot: int) -> float:
    """The lead in value of a tile over the other available tiles."""
    others = [worth for other, worth in worths.items() if other != lot]
    return worths[lot] - sum(others) / len(others) if others else 0.0


def _bid_or_settle(step: Bids | BuyOrSell, worths: dict[int, float], legal: Sequence[Move]) -> Move:
    """Bid more, or decide who gets the tile."""
    lot = step.number + 1
    lead = _lead_over_rest(worths, lot)
    if isinstance(step, BuyOrSell):  # buying costs the price and forgoes the income of selling
        return BazaarBuy(lot) if lead > 2 * step.price else BazaarSell(lot)
    most = min(HIGHEST_BID, int(BID_SHARE * lead))
    bid = BazaarBid(lot, max(step.price + 1, most - 1))
    return bid if bid.points <= most and bid in legal else BazaarPass(lot)
