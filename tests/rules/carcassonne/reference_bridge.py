"""The slow Carcassonne with Bridges, Castles & Bazaars: carcassonne.md 15, by walking over the whole board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.carcassonne.cells import Cell

from .printed import box
from .reference_spans import Spans
from .reference_values import ROUND, At, Award, Feature, Man, Node

LISTED = 5  # bids the rules list for a tile


@dataclass
class Castle:
    """A castle, scored or not."""

    seat: int
    node: Node
    tiles: frozenset[At]
    since: int
    points: int | None = None


@dataclass
class Lot:
    """A revealed tile."""

    tile: str
    seat: int | None = None
    laid: bool = False


class BridgeReference(Spans):
    """One game with this module, and with rivers perhaps."""

    def __init__(
        self, modules: Sequence[str], chosen: Mapping[str, str], seats: int, first: int, order: Sequence[str]
    ) -> None:
        self.castles_left = [3 if seats <= 4 else 2] * seats
        self.castles: list[Castle] = []
        self.noted = self.own = False
        self.asked: list[Feature] = []  # small cities whose owners are still to be asked
        self.completed: list[Feature] = []
        self.round: list[Castle] = []  # the castles that scored in the round before
        self.scored_now: list[Castle] = []  # and in this one
        self.lots: list[Lot] = []
        self.auctioneer = self.leader = self.price = self.lot = 0
        self.bidders: list[int] = []
        super().__init__([m for m in modules if m != "bridge"], chosen, seats, first, order)
        self.tally |= {"castles": [0] * seats, "auctions": [0] * seats}

    @property
    def decider(self) -> int:
        if self.phase == "castle":
            return self.owner(self.asked[0])
        if self.phase == "pick":
            return self.picking.seat
        if self.phase in ("open", "deal"):
            return self.auctioneer
        return self.bidders[0] if self.phase == "bid" else self.active

    # Drawing: 15.1 no. 9 and 10.

    def draw(self) -> bool:
        self.hand = self.order[self.drawn]
        self.drawn += 1
        return self.can_lay()

    def can_lay(self) -> bool:
        if self.lays() or self.bridge_lays():
            return True
        self.aside.append(self.hand)
        self.hand = ""
        return False

    def turn(self) -> None:
        if self.lake_is_due() and self.draw():
            self.phase = "lake"
        elif any(lot.seat is None for lot in self.lots):
            self.phase = "take"
            if sum(lot.seat is None for lot in self.lots) == 1:
                self.take(next(i for i, lot in enumerate(self.lots) if lot.seat is None))
        else:
            self.next_tile()

    def take(self, number: int) -> None:
        self.lots[number].seat = self.active
        self.next_tile()

    def next_tile(self) -> None:
        mine = [lot for lot in self.lots if lot.seat == self.active and not lot.laid]
        self.own = bool(mine)
        if mine:
            mine[0].laid = True
            self.hand = mine[0].tile
            if all(lot.laid for lot in self.lots):
                self.lots = []
            if self.can_lay():
                self.phase = "lay"
                return
            self.own = False
        while self.drawn < len(self.order):
            if self.lake_is_due():
                self.turn()
                return
            if self.draw():
                self.phase = "lay"
                return
        self.next_turn()

    # Playing.

    def play(self, text: str) -> None:
        self.awards, self.returned = [], []
        kind, *words = text.split()
        getattr(self, "do_" + kind.replace("-", "_"))(*words)

    def do_place(self, cell: str, turn: str, bridge: str = "") -> None:
        x, y = Cell.parse(cell)
        self.built = False
        host, _, axis = bridge.partition(".")
        if bridge and host != cell:
            self.span(self.at(host), axis)
        self.lay((x, y), int(turn))
        if host == cell:
            self.span((x, y), axis)
        if "bazaar" in box()[self.id].get("symbols", ()) and not self.own and not self.lots:
            self.noted = True
        if self.phase == "lake":
            self.complete()
        else:
            self.ask_figure()

    do_bridge_place = do_place

    def do_bridge_decline(self) -> None:
        self.aside.append(self.hand)
        self.hand = ""
        self.next_tile()

    def ask_figure(self) -> None:
        self.phase = "figure"
        if not self.deployments() and not self.free():
            self.complete()

    def do_bridge_build(self, bridge: str) -> None:
        host, _, axis = bridge.partition(".")
        self.span(self.at(host), axis)
        self.ask_figure()

    def do_deploy(self, figure: str, spot: str) -> None:
        (i,) = (i for i, p in enumerate(self.board[self.last].patches) if p.name == spot.partition(".")[2])
        self.figures.append(Man(self.active, (self.last, i), figure))
        self.complete()

    def do_pass(self, step: str) -> None:
        self.complete()

    # Castles: 15.3.

    def castle_of(self, feature: Feature) -> Castle | None:
        return next((castle for castle in self.castles if castle.node in feature.nodes), None)

    def owner(self, feature: Feature) -> int:
        return next(seat for seat, n in enumerate(self.strength(feature)) if n)

    def done_now(self) -> list[Feature]:
        """What the tile just laid completed."""
        x, y = self.last
        near = {(x + dx, y + dy) for dx, dy in ROUND} | {self.last}
        return [
            f
            for f in self.features()
            if f.complete
            and not self.castle_of(f)
            and (self.last in f.tiles or (f.kind == "monastery" and f.tiles & near))
        ]

    def complete(self) -> None:
        """The tile and its figure are settled: small cities first."""
        self.lake = self.phase == "lake"
        self.asked = sorted(
            (f for f in self.done_now() if self.small(f)),
            key=lambda f: ((self.owner(f) - self.active) % self.seats, min(map(self.nodes.index, f.nodes))),
        )
        self.ask_castle()

    def small(self, feature: Feature) -> bool:
        patches = [self.board[at].patches[i] for at, i in feature.nodes]
        caps = feature.kind == "city" and len(patches) == 2 and all(patch.cap for patch in patches)
        return caps and sum(self.strength(feature)) == 1 and self.castles_left[self.owner(feature)] > 0

    def ask_castle(self) -> None:
        while self.asked and not self.castles_left[self.owner(self.asked[0])]:
            del self.asked[0]
        self.phase = "castle"
        if not self.asked:
            self.completed = self.done_now()
            self.score()
            self.round, self.scored_now = [], []
            self.lords()

    def do_castle_build(self, cell: str) -> None:
        feature = self.asked.pop(0)
        (man,) = (man for man in self.figures if man.node in feature.nodes)
        self.castles_left[man.seat] -= 1
        self.castles.append(Castle(man.seat, man.node, feature.tiles, len(self.board)))
        self.ask_castle()

    def do_castle_keep(self, cell: str) -> None:
        del self.asked[0]
        self.ask_castle()

    def score(self, final: bool = False) -> None:
        lords = [man for man in self.figures if any(c.node == man.node for c in self.castles)]
        self.figures = [man for man in self.figures if man not in lords]
        super().score(final)
        if not final:
            self.figures += lords

    def surroundings(self, castle: Castle) -> set[At]:
        (x, y), (u, v) = sorted(castle.tiles)
        if x == u:
            return {(x + d, row) for d in (-1, 0, 1) for row in (y, v)}
        return {(column, y + d) for d in (-1, 0, 1) for column in (x, u)}

    def choices(self, castle: Castle) -> list[tuple[str, frozenset[At], int]]:
        """What a castle may score in this round: its name, where it lies, and its points."""
        near = self.surroundings(castle)
        if not self.round:
            return [(self.first(f), f.tiles, self.worth(f)) for f in self.completed if f.tiles & near]
        found = []
        for other in self.round:
            feature = next(f for f in self.features() if other.node in f.nodes)
            assert other.points is not None
            if other.tiles & near:
                found.append((self.first(feature), other.tiles, other.points))
        return found

    def lords(self) -> None:
        """Castles score until a lord must choose, or until no further one does."""
        while True:
            waiting = [c for c in self.castles if c.points is None and c.since != len(self.board)]
            for castle in sorted(waiting, key=lambda c: (c.seat - self.active) % self.seats):
                found = self.choices(castle)
                if len(found) > 1:
                    self.phase, self.picking = "pick", castle
                    return
                if found:
                    self.score_castle(castle, found[0][2])
            if not self.scored_now:
                break
            self.round, self.scored_now = self.scored_now, []
        self.part_is_over()

    def score_castle(self, castle: Castle, points: int) -> None:
        castle.points = points
        self.scored_now.append(castle)
        self.give("castles", Award("castle", castle.tiles, 0, points, (castle.seat,)))
        lord = next(man for man in self.figures if man.node == castle.node)
        self.returned.append(lord)
        self.figures.remove(lord)

    def do_castle_pick(self, cell: str, spot: str) -> None:
        (points,) = (points for name, _, points in self.choices(self.picking) if name == spot)
        self.score_castle(self.picking, points)
        self.lords()

    def part_is_over(self) -> None:
        if self.lake:
            self.phase = "lake"
            self.next_tile()
        else:
            self.next_turn()

    def worth(self, feature: Feature) -> int:
        return 0 if self.castle_of(feature) else super().worth(feature)

    def called(self, feature: Feature) -> str:
        return "castle" if self.castle_of(feature) else super().called(feature)

    def richer(self, city: Feature) -> int:
        return int(self.castle_of(city) is not None)

    # Bazaars: 15.1.

    def next_turn(self) -> None:
        if self.noted:
            self.noted = False
            if len(self.order) - self.drawn >= self.seats:
                self.lots = [Lot(tile) for tile in self.order[self.drawn : self.drawn + self.seats]]
                self.drawn += self.seats
                if self.chosen["bazaar"] == "auction":
                    self.auctioneer = self.active
                    self.next_auction()
                    return
        self.pass_on()

    def pass_on(self) -> None:
        if self.drawn == len(self.order) and not self.lots:
            self.finish()
        else:
            self.active = (self.active + 1) % self.seats
            self.turn()

    def without(self, after: int) -> list[int]:
        """The seats without a tile, clockwise."""
        seats = [(after + 1 + i) % self.seats for i in range(self.seats)]
        return [seat for seat in seats if seat not in [lot.seat for lot in self.lots]]

    def next_auction(self) -> None:
        left = self.without(self.auctioneer)
        if len(left) == 1:
            next(lot for lot in self.lots if lot.seat is None).seat = left[0]
            left = []
        if left:
            self.phase, self.auctioneer = "open", left[0]
        else:
            self.pass_on()

    def do_bazaar_open(self, lot: str, points: str) -> None:
        self.lot, self.price, self.leader = int(lot), int(points), self.auctioneer
        self.bidders = [seat for seat in self.without(self.auctioneer) if seat != self.auctioneer]
        self.phase = "bid"

    def do_bazaar_bid(self, lot: str, points: str) -> None:
        self.price, self.leader = int(points), self.bidders[0]
        self.do_bazaar_pass(lot)

    def do_bazaar_pass(self, lot: str) -> None:
        del self.bidders[0]
        if self.bidders:
            return
        if self.leader != self.auctioneer:
            self.phase = "deal"
            return
        self.pay(self.auctioneer, None)

    def pay(self, buyer: int, other: int | None) -> None:
        self.lots[self.lot - 1].seat = buyer
        if self.price:
            self.give("auctions", Award("auction", frozenset(), 0, -self.price, (buyer,)))
            if other is not None:
                self.give("auctions", Award("auction", frozenset(), 0, self.price, (other,)))
        self.next_auction()

    def do_bazaar_buy(self, lot: str) -> None:
        self.pay(self.auctioneer, self.leader)

    def do_bazaar_sell(self, lot: str) -> None:
        self.pay(self.leader, self.auctioneer)

    def do_bazaar_take(self, lot: str) -> None:
        self.take(int(lot) - 1)

    def moves(self) -> Iterator[str]:
        """What is legal and listed, but for lays."""
        if self.phase == "figure":
            yield from (f"deploy {kind} {Cell(*self.last)}.{name}" for kind, name in self.deployments())
            yield "pass figure"
            yield from self.free()
        elif self.phase == "castle":
            cell = self.first(self.asked[0]).partition(".")[0]
            yield from (f"castle-build {cell}", f"castle-keep {cell}")
        elif self.phase == "pick":
            feature = next(f for f in self.features() if self.picking.node in f.nodes)
            cell = self.first(feature).partition(".")[0]
            yield from (f"castle-pick {cell} {name}" for name, _, _ in self.choices(self.picking))
        elif self.phase == "open":
            free = [i + 1 for i, lot in enumerate(self.lots) if lot.seat is None]
            yield from (f"bazaar-open {lot} {points}" for lot in free for points in range(LISTED))
        elif self.phase == "bid":
            yield f"bazaar-pass {self.lot}"
            yield from (f"bazaar-bid {self.lot} {self.price + i + 1}" for i in range(LISTED))
        elif self.phase == "deal":
            yield from (f"bazaar-buy {self.lot}", f"bazaar-sell {self.lot}")
        elif self.phase == "take":
            yield from (f"bazaar-take {i + 1}" for i, lot in enumerate(self.lots) if lot.seat is None)
