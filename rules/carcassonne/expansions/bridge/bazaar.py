"""Bazaars: tiles for everybody, by auction or one after the other."""  # carcassonne.md 15.1

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, NamedTuple

from rules.carcassonne.scoring import give
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import TILES
from rules.core import ALONE, NOBODY, Chance, IllegalMove, Move, Phrase, Step
from rules.core.saving import Slice

from .moves import MOST, BazaarBid, BazaarBuy, BazaarOpen, BazaarPass, BazaarSell, BazaarTake

NONE = -1
NEVER_BID: Final = "never_bid"  # standing answer
LISTED = 5  # that many bids are listed for each tile; all others up to MOST are legal too


class Lot(NamedTuple):
    """A revealed tile."""

    tile: int
    seat: int = NONE  # whose it is
    laid: bool = False  # it has been taken into the hand to be laid


class Bazaar(Slice):
    """The tiles on offer, and those still to be laid."""

    kind: ClassVar[str] = "bridge.bazaar"
    noted: bool  # a bazaar is held at the end of this turn
    own: bool  # the tile of this part came from a bazaar
    lots: tuple[Lot, ...]  # empty when no bazaar runs
    host: int  # whose tile opened it
    __slots__ = ("host", "lots", "noted", "own")

    def __init__(self, noted: bool = False, own: bool = False, lots: tuple[Lot, ...] = (), host: int = NONE) -> None:
        self.noted = noted
        self.own = own
        self.lots = lots
        self.host = host

    def copy(self) -> Bazaar:
        return Bazaar(self.noted, self.own, self.lots, self.host)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bazaar) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)


def bazaar(s: CarcassonneState) -> Bazaar:
    found = s.ext[Bazaar.kind]
    assert isinstance(found, Bazaar)
    return found


def own_bazaar(s: CarcassonneState) -> Bazaar:
    """The same, to be changed."""
    found = s.own(Bazaar.kind)
    assert isinstance(found, Bazaar)
    return found


def unlaid(s: CarcassonneState) -> list[int]:
    """The revealed tiles that nobody has taken into hand yet."""
    return [lot.tile for lot in bazaar(s).lots if not lot.laid]


def due(s: CarcassonneState) -> int:
    """The number of the lot that the active player lays next, NONE: there is none."""
    lots = bazaar(s).lots
    return next((i for i, lot in enumerate(lots) if lot.seat == s.active and not lot.laid), NONE)


def take_up(ctx: Ctx) -> int:
    """The active player's tile of the bazaar goes into the hand: which one?"""
    number = due(ctx.s)
    if number == NONE:
        if bazaar(ctx.s).own:
            own_bazaar(ctx.s).own = False
        return NONE
    here = own_bazaar(ctx.s)
    here.own = True
    tile = here.lots[number].tile
    lots = tuple(lot._replace(laid=True) if i == number else lot for i, lot in enumerate(here.lots))
    here.lots = () if all(lot.laid for lot in lots) else lots
    return tile


def note(s: CarcassonneState) -> None:
    """A bazaar tile was laid: is it one that opens a bazaar?"""
    here = bazaar(s)
    if not here.own and not here.lots:
        own_bazaar(s).noted = True


def buyers(s: CarcassonneState, after: int) -> list[int]:
    """The seats without a tile, clockwise from the one left of that seat."""
    served = {lot.seat for lot in bazaar(s).lots}
    return [seat for i in range(s.seats) if (seat := (after + 1 + i) % s.seats) not in served]


def told(s: CarcassonneState, number: int) -> dict[str, Any]:
    """A lot in events."""
    return {"lot": number + 1, "tile": TILES[bazaar(s).lots[number].tile].id}


def award(s: CarcassonneState, number: int, seat: int) -> None:
    here = own_bazaar(s)
    here.lots = tuple(lot._replace(seat=seat) if i == number else lot for i, lot in enumerate(here.lots))


def move_points(ctx: Ctx, key: str, seat: int, points: int, number: int, other: int) -> None:
    """What a seat gets or pays for a tile; `other`: with whom it deals, NONE: nobody."""
    if points:
        give(ctx.s, (seat,), points, "auctions")
        ctx.emit(
            key,
            seats=[seat],
            points=points,
            price=abs(points),
            seat=seat,
            other_seat=None if other == NONE else other,
            category="auctions",
            rule="auction",
            **told(ctx.s, number),
        )


@dataclass(frozen=True, slots=True)
class BazaarTime(Step[CarcassonneState]):
    """At the end of a turn with a bazaar tile: as many tiles are revealed as there are players."""

    kind: ClassVar[str] = "carc.bazaar.time"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        here = bazaar(s)
        if not here.noted:
            return
        here = own_bazaar(s)
        here.noted = False
        left = len(s.pile) - s.drawn
        if left < s.seats:
            ctx.emit("carc.bazaar.none", seat=s.active, left=left)
            return
        here.lots = tuple(Lot(tile) for tile in s.pile[s.drawn : s.drawn + s.seats])
        here.host = s.active
        s.drawn += s.seats
        tiles = [TILES[lot.tile].id for lot in here.lots]
        ctx.emit("carc.bazaar.held", reveals=True, seat=s.active, tiles=tiles, left=left - s.seats)
        if s.hooks.chosen["bazaar"] == "auction":
            ctx.push(Auction(s.active))


@dataclass(frozen=True, slots=True)
class Auction(Step[CarcassonneState]):
    """The next auctioneer; the last one gets the last tile free."""

    kind: ClassVar[str] = "carc.bazaar.auction"
    after: int  # the last auctioneer, at first whoever laid the bazaar tile

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        seats = buyers(s, self.after)
        if len(seats) == 1:
            take_free(ctx, seats[0], next(i for i, lot in enumerate(bazaar(s).lots) if lot.seat == NONE))
        elif seats:
            ctx.push(OpenLot(seats[0]))


def take_free(ctx: Ctx, seat: int, number: int) -> None:
    award(ctx.s, number, seat)
    ctx.emit("carc.bazaar.free", seat=seat, **told(ctx.s, number))


def check_lot(s: CarcassonneState, lot: int) -> None:
    """IllegalMove unless that tile is still to be had."""
    lots = bazaar(s).lots
    if not 1 <= lot <= len(lots) or lots[lot - 1].seat != NONE:
        others = [i + 1 for i, other in enumerate(lots) if other.seat == NONE]
        raise IllegalMove("carc.error.lot", lot=lot, other=others)


def check_bid(points: int, least: int) -> None:
    if not least <= points <= MOST:
        raise IllegalMove("carc.error.bid", points=points, least=least, most=MOST)


@dataclass(frozen=True, slots=True)
class OpenLot(Step[CarcassonneState]):
    """The auctioneer chooses a tile and makes the first bid."""

    kind: ClassVar[str] = "carc.bazaar.open"
    auctioneer: int
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ALONE[self.auctioneer]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.open")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        lots = bazaar(s).lots
        return [BazaarOpen(i + 1, n) for i, lot in enumerate(lots) if lot.seat == NONE for n in range(LISTED)]

    def fallback(self, s: CarcassonneState, seat: int) -> Move:
        return next(iter(self.legal(s, seat)))  # the first tile, for nothing

    def partly(self, s: CarcassonneState, seat: int) -> Collection[str]:
        return (BazaarOpen.kind,)

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, BazaarOpen):
            raise IllegalMove("move.illegal", move=str(move))
        check_lot(s, move.lot)
        check_bid(move.points, 0)

    def take(self, ctx: Ctx, seat: int, move: Move) -> OpenLot:
        assert isinstance(move, BazaarOpen)
        number = move.lot - 1
        ctx.emit("carc.bazaar.opened", seat=seat, bid=move.points, **told(ctx.s, number))
        others = tuple(other for other in buyers(ctx.s, seat) if other != seat)
        ctx.push(Bids(number, seat, move.points, seat, others))
        return replace(self, done=True)


@dataclass(frozen=True, slots=True)
class Bids(Step[CarcassonneState]):
    """One chance for each of the others to bid more."""

    kind: ClassVar[str] = "carc.bazaar.bids"
    number: int  # of the lot
    auctioneer: int
    price: int
    leader: int
    left: tuple[int, ...]  # the seats still to be asked

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return ALONE[self.left[0]] if self.left else NOBODY

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.bid", {"lot": self.number + 1, "least": self.price + 1})

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        lot = self.number + 1
        bids = range(self.price + 1, min(self.price + LISTED, MOST) + 1)
        return [BazaarPass(lot), *(BazaarBid(lot, points) for points in bids)]

    def partly(self, s: CarcassonneState, seat: int) -> Collection[str]:
        return (BazaarBid.kind,) if self.price + LISTED < MOST else ()

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, (BazaarBid, BazaarPass)):
            raise IllegalMove("move.illegal", move=str(move))
        if move.lot != self.number + 1:
            raise IllegalMove("carc.error.lot", lot=move.lot, other=[self.number + 1])
        if isinstance(move, BazaarBid):
            if move.points <= self.price:
                raise IllegalMove("carc.error.bid_low", n=self.price, least=self.price + 1)
            check_bid(move.points, self.price + 1)

    def standing(self, s: CarcassonneState, seat: int) -> Mapping[str, Move]:
        return {NEVER_BID: BazaarPass(self.number + 1)}

    def take(self, ctx: Ctx, seat: int, move: Move) -> Bids:
        if not isinstance(move, BazaarBid):
            ctx.emit("carc.bazaar.passed", seat=seat, **told(ctx.s, self.number))
            return replace(self, left=self.left[1:])
        ctx.emit("carc.bazaar.bid", seat=seat, bid=move.points, **told(ctx.s, self.number))
        return replace(self, left=self.left[1:], price=move.points, leader=seat)

    def run(self, ctx: Ctx) -> None:
        if self.leader != self.auctioneer:
            ctx.push(BuyOrSell(self.number, self.auctioneer, self.price, self.leader))
            return
        award(ctx.s, self.number, self.auctioneer)
        if self.price:
            move_points(ctx, "carc.bazaar.kept", self.auctioneer, -self.price, self.number, NONE)
        else:
            ctx.emit("carc.bazaar.free", seat=self.auctioneer, **told(ctx.s, self.number))
        ctx.push(Auction(self.auctioneer))


@dataclass(frozen=True, slots=True)
class BuyOrSell(Step[CarcassonneState]):
    """The auctioneer pays the highest bidder for the tile, or has them pay."""

    kind: ClassVar[str] = "carc.bazaar.deal"
    number: int
    auctioneer: int
    price: int
    leader: int
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ALONE[self.auctioneer]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.buy", {"price": self.price, "other_seat": self.leader})

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return (BazaarBuy(self.number + 1), BazaarSell(self.number + 1))

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, (BazaarBuy, BazaarSell)):
            raise IllegalMove("move.illegal", move=str(move))
        if move.lot != self.number + 1:
            raise IllegalMove("carc.error.lot", lot=move.lot, other=[self.number + 1])

    def take(self, ctx: Ctx, seat: int, move: Move) -> BuyOrSell:
        buyer, other = (seat, self.leader) if isinstance(move, BazaarBuy) else (self.leader, seat)
        award(ctx.s, self.number, buyer)
        move_points(ctx, "carc.bazaar.bought", buyer, -self.price, self.number, other)
        move_points(ctx, "carc.bazaar.paid", other, self.price, self.number, buyer)
        return replace(self, done=True)

    def run(self, ctx: Ctx) -> None:
        ctx.push(Auction(self.auctioneer))


@dataclass(frozen=True, slots=True)
class BazaarTurn(Step[CarcassonneState]):
    """Without bids: at the start of their turn the player takes one of the tiles that are left."""

    kind: ClassVar[str] = "carc.bazaar.turn"

    def run(self, ctx: Ctx) -> None:
        left = [i for i, lot in enumerate(bazaar(ctx.s).lots) if lot.seat == NONE]
        if len(left) == 1:
            take_free(ctx, ctx.s.active, left[0])
        elif left:
            ctx.push(TakeLot())


@dataclass(frozen=True, slots=True)
class TakeLot(Step[CarcassonneState]):
    """The active player takes a tile."""

    kind: ClassVar[str] = "carc.bazaar.take"
    done: bool = False

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.done else ALONE[s.active]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.take")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return [BazaarTake(i + 1) for i, lot in enumerate(bazaar(s).lots) if lot.seat == NONE]

    def fallback(self, s: CarcassonneState, seat: int) -> Move:
        return next(iter(self.legal(s, seat)))

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if not isinstance(move, BazaarTake):
            raise IllegalMove("move.illegal", move=str(move))
        check_lot(s, move.lot)

    def take(self, ctx: Ctx, seat: int, move: Move) -> TakeLot:
        assert isinstance(move, BazaarTake)
        take_free(ctx, seat, move.lot - 1)
        return replace(self, done=True)


def samples(s: CarcassonneState, chance: Chance) -> Iterator[Move]:
    """Bids beyond those that are listed."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, OpenLot):
        lots = [i + 1 for i, lot in enumerate(bazaar(s).lots) if lot.seat == NONE]
        yield BazaarOpen(lots[chance.below(len(lots))], LISTED + chance.below(MOST - LISTED + 1))
    elif isinstance(step, Bids) and step.left and step.price + LISTED < MOST:
        beyond = step.price + LISTED + 1
        yield BazaarBid(step.number + 1, beyond + chance.below(MOST - beyond + 1))


def audit(s: CarcassonneState) -> None:
    here = bazaar(s)
    lots = here.lots
    assert len(lots) in (0, s.seats), "a bazaar with too few tiles or too many"
    assert not lots or not all(lot.laid for lot in lots), "a bazaar that is over"
    owners = [lot.seat for lot in lots if lot.seat != NONE]
    assert len(set(owners)) == len(owners), "two tiles for one player"
    assert all(lot.seat != NONE for lot in lots if lot.laid), "a tile laid that nobody took"
    running = any(isinstance(step, (Auction, OpenLot, Bids, BuyOrSell)) for step in s.agenda)
    offered = len(owners) < len(lots)
    assert not running or offered, "an auction of nothing"
    at = s.hooks.tally.index("auctions") * s.seats
    paid = sum(s.tally[at : at + s.seats])
    assert paid <= 0, "an auction that gave points"
    if s.hooks.chosen["bazaar"] != "auction":
        assert not any(s.tally[at : at + s.seats]), "points for tiles that are free"
    else:
        assert running == offered, "tiles on offer without an auction"
