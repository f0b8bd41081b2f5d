"""Castles and bazaars of the slow reference as steps of one turn told as a generator: carcassonne.md 15.1, 15.3."""

from __future__ import annotations

from .reference_bridge import LISTED, BridgeReference, Castle, Lot
from .reference_estate import Ask, Asks
from .reference_values import Award, Feature

MOST = 999


class Trades(BridgeReference):
    """The decisions of lords and auctioneers."""

    # Castles: 15.3.

    def small(self, feature: Feature) -> bool:
        inside = [man for man in self.figures if man.node in feature.nodes]
        patches = [self.board[at].patches[i] for at, i in feature.nodes]
        caps = feature.kind == "city" and len(patches) == 2 and all(patch.cap for patch in patches)
        return caps and len(inside) == 1

    def small_cities(self) -> Asks:
        found = [(f, next(m for m in self.figures if m.node in f.nodes)) for f in self.fresh() if self.small(f)]
        found.sort(
            key=lambda pair: ((pair[1].seat - self.active) % self.seats, min(map(self.nodes.index, pair[0].nodes)))
        )
        for feature, man in found:
            if self.castles_left[man.seat]:
                cell = self.first(feature).partition(".")[0]
                text = yield Ask("castle", man.seat, {f"castle-build {cell}", f"castle-keep {cell}"})
                if text.startswith("castle-build"):
                    self.castles_left[man.seat] -= 1
                    self.castles.append(Castle(man.seat, man.node, feature.tiles, len(self.board)))

    def lords_in_turn(self, done: list[Feature]) -> Asks:
        self.round, self.scored_now = [], []
        self.completed = done
        while True:
            waiting = [c for c in self.castles if c.points is None and c.since != len(self.board)]
            for castle in sorted(waiting, key=lambda c: (c.seat - self.active) % self.seats):
                found = {name: points for name, _, points in self.choices(castle)}
                if found:
                    name = next(iter(found))
                    if len(found) > 1:
                        cell = self.first(self.feature_of(castle.node)).partition(".")[0]
                        moves = {f"castle-pick {cell} {name}" for name in found}
                        name = (yield Ask("pick", castle.seat, moves)).split()[2]
                    self.score_castle(castle, found[name])
            if not self.scored_now:
                return
            self.round, self.scored_now = self.scored_now, []

    # The bazaar: 15.1.

    def bazaar(self) -> Asks:
        if len(self.order) - self.drawn < self.seats:
            return
        self.lots = [Lot(tile) for tile in self.order[self.drawn : self.drawn + self.seats]]
        self.drawn += self.seats
        auctioneer = self.active
        while self.chosen["bazaar"] == "auction" and (left := self.without(auctioneer)):
            if len(left) == 1:
                next(lot for lot in self.lots if lot.seat is None).seat = left[0]
                return
            auctioneer = left[0]
            yield from self.auction(auctioneer)

    def auction(self, auctioneer: int) -> Asks:
        free = [i + 1 for i, lot in enumerate(self.lots) if lot.seat is None]
        moves = {f"bazaar-open {lot} {points}" for lot in free for points in range(LISTED)}
        _, lot, points = (yield Ask("open", auctioneer, moves)).split()
        leader, price = auctioneer, int(points)
        for seat in [seat for seat in self.without(auctioneer) if seat != auctioneer]:
            bids = {f"bazaar-bid {lot} {more}" for more in range(price + 1, min(price + LISTED, MOST) + 1)}
            text = yield Ask("bid", seat, bids | {f"bazaar-pass {lot}"})
            if text.startswith("bazaar-bid"):
                leader, price = seat, int(text.split()[2])
        buyer, paid = auctioneer, None
        if leader != auctioneer:
            text = yield Ask("deal", auctioneer, {f"bazaar-buy {lot}", f"bazaar-sell {lot}"})
            buyer, paid = (auctioneer, leader) if text.startswith("bazaar-buy") else (leader, auctioneer)
        self.lots[int(lot) - 1].seat = buyer
        for seat, sign in ((buyer, -1), (paid, 1)):
            if price and seat is not None:
                self.give("auctions", Award("auction", frozenset(), 0, sign * price, (seat,)))
