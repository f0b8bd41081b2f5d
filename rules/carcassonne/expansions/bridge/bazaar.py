"""Bazaars: a tile for every player, by auction or in turn."""  # carcassonne.md 15.1

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import TILES
from rules.core import NOBODY, ONLY_SEAT, Chance, IllegalMove, Move, Phrase, Step

from .market import (
    NONE,
    Lot,
    award_lot,
    bazaar_of,
    list_buyers,
    lot_for_events,
    pay_for_lot,
    take_free_lot,
    writable_bazaar,
)
from .moves import HIGHEST_BID, BazaarBid, BazaarBuy, BazaarOpen, BazaarPass, BazaarSell, BazaarTake

NEVER_BID: Final = "never_bid"  # standing answer
LISTED_BIDS = 5  # number of bids listed for each tile; all others up to MOST are legal too


@dataclass(frozen=True, slots=True)
class BazaarTime(Step[CarcassonneState]):
    """At the end of a turn with a bazaar tile: reveal one tile per player."""

    kind: ClassVar[str] = "carc.bazaar.time"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        bazaar = bazaar_of(s)
        if not bazaar.noted:
            return
        bazaar = writable_bazaar(s)
        bazaar.noted = False
        left = len(s.pile) - s.drawn
        if left < s.seats:
            ctx.emit("carc.bazaar.none", seat=s.active, left=left)
            return
        bazaar.lots = tuple(Lot(tile) for tile in s.pile[s.drawn : s.drawn + s.seats])
        bazaar.host = s.active
        s.drawn += s.seats
        tiles = [TILES[lot.tile].id for lot in bazaar.lots]
        ctx.emit("carc.bazaar.held", reveals=True, seat=s.active, tiles=tiles, left=left - s.seats)
        if s.hooks.chosen["bazaar"] == "auction":
            ctx.push(Auction(s.active))


@dataclass(frozen=True, slots=True)
class Auction(Step[CarcassonneState]):
    """Choose the next auctioneer; the last one gets the last tile free."""

    kind: ClassVar[str] = "carc.bazaar.auction"
    after: int  # the last auctioneer, initially the player who laid the bazaar tile

    def run(self, ctx: Ctx) -> None:
        buyers = list_buyers(ctx.s, self.after)
        if len(buyers) == 1:
            (last_lot,) = lots_without_owner(ctx.s)
            take_free_lot(ctx, buyers[0], last_lot)
        elif buyers:
            ctx.push(OpenLot(buyers[0]))


def lots_without_owner(s: CarcassonneState) -> list[int]:
    """The numbers, from 0, of the lots nobody owns yet."""
    return [number for number, lot in enumerate(bazaar_of(s).lots) if lot.seat == NONE]


def check_lot(s: CarcassonneState, lot: int) -> None:
    """IllegalMove unless that tile, numbered from 1, is still available."""
    available = [number + 1 for number in lots_without_owner(s)]
    if lot not in available:
        raise IllegalMove("carc.error.lot", lot=lot, other=available)


def check_bid(points: int, least: int) -> None:
    """IllegalMove unless the bid lies between `least` and the highest possible bid."""
    if not least <= points <= HIGHEST_BID:
        raise IllegalMove("carc.error.bid", points=points, least=least, most=HIGHEST_BID)


@dataclass(frozen=True, slots=True)
class OpenLot(Step[CarcassonneState]):
    """The auctioneer chooses a tile and makes the first bid."""

    kind: ClassVar[str] = "carc.bazaar.open"
    auctioneer: int
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[self.auctioneer]

    def seats_asked_again(self, s: CarcassonneState) -> Collection[int]:
        return list_buyers(s, self.auctioneer)

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.open")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return [BazaarOpen(number + 1, bid) for number in lots_without_owner(s) for bid in range(LISTED_BIDS)]

    def default_move(self, s: CarcassonneState, seat: int) -> Move:
        """The first tile, for nothing."""
        return next(iter(self.legal(s, seat)))

    def partly_listed_kinds(self, s: CarcassonneState, seat: int) -> Collection[str]:
        return (BazaarOpen.kind,)

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, BazaarOpen):
            raise IllegalMove("move.illegal", move=str(move))
        check_lot(s, move.lot)
        check_bid(move.points, least=0)

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> OpenLot:
        assert isinstance(move, BazaarOpen)
        number = move.lot - 1
        ctx.emit("carc.bazaar.opened", seat=seat, bid=move.points, **lot_for_events(ctx.s, number))
        others = tuple(other for other in list_buyers(ctx.s, seat) if other != seat)
        ctx.push(Bids(number, seat, move.points, seat, others))
        return replace(self, done=True)


@dataclass(frozen=True, slots=True)
class Bids(Step[CarcassonneState]):
    """Each of the others may bid more once."""

    kind: ClassVar[str] = "carc.bazaar.bids"
    number: int  # of the lot
    auctioneer: int
    price: int
    leader: int
    left: tuple[int, ...]  # the seats still to be asked

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return ONLY_SEAT[self.left[0]] if self.left else NOBODY

    def seats_asked_again(self, s: CarcassonneState) -> Collection[int]:
        return list_buyers(s, self.auctioneer)

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.bid", {"lot": self.number + 1, "least": self.price + 1})

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        lot = self.number + 1
        bids = range(self.price + 1, min(self.price + LISTED_BIDS, HIGHEST_BID) + 1)
        return [BazaarPass(lot), *(BazaarBid(lot, points) for points in bids)]

    def partly_listed_kinds(self, s: CarcassonneState, seat: int) -> Collection[str]:
        return (BazaarBid.kind,) if self.price + LISTED_BIDS < HIGHEST_BID else ()

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, (BazaarBid, BazaarPass)):
            raise IllegalMove("move.illegal", move=str(move))
        if move.lot != self.number + 1:
            raise IllegalMove("carc.error.lot", lot=move.lot, other=[self.number + 1])
        if isinstance(move, BazaarBid):
            if move.points <= self.price:
                raise IllegalMove("carc.error.bid_low", n=self.price, least=self.price + 1)
            check_bid(move.points, least=self.price + 1)

    def standing_answer_moves(self, s: CarcassonneState, seat: int) -> Mapping[str, Move]:
        return {NEVER_BID: BazaarPass(self.number + 1)}

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> Bids:
        if not isinstance(move, BazaarBid):
            ctx.emit("carc.bazaar.passed", seat=seat, **lot_for_events(ctx.s, self.number))
            return replace(self, left=self.left[1:])
        ctx.emit("carc.bazaar.bid", seat=seat, bid=move.points, **lot_for_events(ctx.s, self.number))
        return replace(self, left=self.left[1:], price=move.points, leader=seat)

    def run(self, ctx: Ctx) -> None:
        if self.leader != self.auctioneer:
            ctx.push(BuyOrSell(self.number, self.auctioneer, self.price, self.leader))
            return
        award_lot(ctx.s, self.number, self.auctioneer)
        if self.price:
            pay_for_lot(ctx, "carc.bazaar.kept", self.auctioneer, -self.price, self.number, other=NONE)
        else:
            ctx.emit("carc.bazaar.free", seat=self.auctioneer, **lot_for_events(ctx.s, self.number))
        ctx.push(Auction(self.auctioneer))


@dataclass(frozen=True, slots=True)
class BuyOrSell(Step[CarcassonneState]):
    """The auctioneer buys the tile from, or sells it to, the highest bidder."""

    kind: ClassVar[str] = "carc.bazaar.deal"
    number: int
    auctioneer: int
    price: int
    leader: int
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[self.auctioneer]

    def seats_asked_again(self, s: CarcassonneState) -> Collection[int]:
        return list_buyers(s, self.auctioneer)

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.buy", {"price": self.price, "other_seat": self.leader})

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return (BazaarBuy(self.number + 1), BazaarSell(self.number + 1))

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, (BazaarBuy, BazaarSell)):
            raise IllegalMove("move.illegal", move=str(move))
        if move.lot != self.number + 1:
            raise IllegalMove("carc.error.lot", lot=move.lot, other=[self.number + 1])

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> BuyOrSell:
        buyer, seller = (seat, self.leader) if isinstance(move, BazaarBuy) else (self.leader, seat)
        award_lot(ctx.s, self.number, buyer)
        pay_for_lot(ctx, "carc.bazaar.bought", buyer, -self.price, self.number, other=seller)
        pay_for_lot(ctx, "carc.bazaar.paid", seller, self.price, self.number, other=buyer)
        return replace(self, done=True)

    def run(self, ctx: Ctx) -> None:
        ctx.push(Auction(self.auctioneer))


@dataclass(frozen=True, slots=True)
class BazaarTurn(Step[CarcassonneState]):
    """Without bids: at the start of their turn players take one of the remaining tiles."""

    kind: ClassVar[str] = "carc.bazaar.turn"

    def run(self, ctx: Ctx) -> None:
        left = lots_without_owner(ctx.s)
        if len(left) == 1:
            take_free_lot(ctx, ctx.s.active, left[0])
        elif left:
            ctx.push(TakeLot())


@dataclass(frozen=True, slots=True)
class TakeLot(Step[CarcassonneState]):
    """The active player takes a tile."""

    kind: ClassVar[str] = "carc.bazaar.take"
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[s.active]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.take")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return [BazaarTake(number + 1) for number in lots_without_owner(s)]

    def default_move(self, s: CarcassonneState, seat: int) -> Move:
        return next(iter(self.legal(s, seat)))

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, BazaarTake):
            raise IllegalMove("move.illegal", move=str(move))
        check_lot(s, move.lot)

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> TakeLot:
        assert isinstance(move, BazaarTake)
        take_free_lot(ctx, seat, move.lot - 1)
        return replace(self, done=True)


def bid_limits(s: CarcassonneState, seat: int) -> dict[str, range]:
    """The lots the seat may still bid for (`lot-2`) -> possible bid limits."""
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, (OpenLot, Bids, BuyOrSell)) or seat not in list_buyers(s, step.auctioneer):
        return {}
    least_bids = dict.fromkeys(lots_without_owner(s), 1)
    if not isinstance(step, OpenLot):
        if isinstance(step, Bids) and seat in step.left and step.price < HIGHEST_BID:
            least_bids[step.number] = step.price + 1
        else:
            least_bids.pop(step.number, None)
    return {f"lot-{number + 1}": range(least, HIGHEST_BID + 1) for number, least in least_bids.items()}


def least_bid_up_to(s: CarcassonneState, seat: int, name: str, most: int) -> Move | None:
    """The lowest sufficient bid if it is at most `most`, otherwise a pass; None: the seat is not asked about `name`."""
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, Bids) or step.left[:1] != (seat,) or name != f"lot-{step.number + 1}":
        return None
    least = step.price + 1
    return BazaarBid(step.number + 1, least) if least <= min(most, HIGHEST_BID) else BazaarPass(step.number + 1)


def sample_bids(s: CarcassonneState, chance: Chance) -> Iterator[Move]:
    """Bids that are not listed."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, OpenLot):
        lots = lots_without_owner(s)
        yield BazaarOpen(lots[chance.below(len(lots))] + 1, LISTED_BIDS + chance.below(HIGHEST_BID - LISTED_BIDS + 1))
    elif isinstance(step, Bids) and step.left and step.price + LISTED_BIDS < HIGHEST_BID:
        least_unlisted = step.price + LISTED_BIDS + 1
        yield BazaarBid(step.number + 1, least_unlisted + chance.below(HIGHEST_BID - least_unlisted + 1))


def audit_bazaar(s: CarcassonneState) -> None:
    bazaar = bazaar_of(s)
    lots = bazaar.lots
    assert len(lots) in (0, s.seats), "a bazaar with too few tiles or too many"
    assert not lots or not all(lot.laid for lot in lots), "a bazaar that is over"
    owners = [lot.seat for lot in lots if lot.seat != NONE]
    assert len(set(owners)) == len(owners), "two tiles for one player"
    assert all(lot.seat != NONE for lot in lots if lot.laid), "a tile laid that nobody took"
    running = any(isinstance(step, (Auction, OpenLot, Bids, BuyOrSell)) for step in s.agenda)
    unowned_left = len(owners) < len(lots)
    assert not running or unowned_left, "an auction of nothing"
    first = s.hooks.tally.index("auctions") * s.seats
    payments = s.tally[first : first + s.seats]
    assert sum(payments) <= 0, "an auction that gave points"
    if s.hooks.chosen["bazaar"] != "auction":
        assert not any(payments), "points for tiles that are free"
    else:
        assert running == unowned_left, "tiles on offer without an auction"
