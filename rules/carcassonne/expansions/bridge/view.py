"""The public view of Bridges, Castles & Bazaars: `view.extras["bridge"]`."""

from __future__ import annotations

from dataclasses import dataclass

from rules.carcassonne.cells import CELLS, Cell
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import TILES

from .bazaar import Bids, BuyOrSell, OpenLot, TakeLot
from .bridges import bridges_of
from .castles import NOT_SCORED, castles_of
from .market import NONE, bazaar_of, list_buyers
from .moves import AXES


@dataclass(frozen=True, slots=True)
class BridgeSeen:
    """A bridge on the board."""

    cell: Cell
    axis: str  # NS or EW
    seat: int  # its builder


@dataclass(frozen=True, slots=True)
class CastleSeen:
    """A castle. Its lord is among the pieces of the view until it scores."""

    seat: int
    cells: tuple[Cell, Cell]  # the first one names it in moves
    places: tuple[str, str]  # of the city on each of them
    points: int | None  # points it scored; None: not scored yet


@dataclass(frozen=True, slots=True)
class LotSeen:
    """A tile revealed for a bazaar, numbered from 1."""

    number: int
    tile: str
    seat: int | None  # its owner so far
    laid: bool  # already in the hand or on the board


@dataclass(frozen=True, slots=True)
class BazaarSeen:
    """A bazaar, until its last tile is taken into a hand."""

    host: int  # the seat whose tile opened it
    lots: tuple[LotSeen, ...]
    stage: str  # open, bid, deal, take (no bids), lay (a tile is being laid before the next one is taken or laid)
    auctioneer: int | None
    lot: int | None  # the number of the tile on offer
    price: int | None  # the highest bid for it
    leader: int | None  # the highest bidder
    bidders: tuple[int, ...]  # seats that may still bid for it, the next one first
    waiting: tuple[int, ...]  # seats without a tile, in the order of becoming auctioneers or taking one


@dataclass(frozen=True, slots=True)
class BridgeView:
    """Bridges, castles and the bazaar."""

    bridges: tuple[BridgeSeen, ...]
    bridges_left: tuple[int, ...]  # of each seat
    castles: tuple[CastleSeen, ...]
    castles_left: tuple[int, ...]  # of each seat
    bazaar: BazaarSeen | None


def build_bridge_view(s: CarcassonneState) -> BridgeView:
    board = s.board
    castles = []
    for castle in castles_of(s).built:
        first, second = sorted(board.feature_nodes(castle.node))
        castles.append(
            CastleSeen(
                castle.seat,
                (CELLS[board.cells[first]], CELLS[board.cells[second]]),
                (board.place_of_node(first), board.place_of_node(second)),
                None if castle.points == NOT_SCORED else castle.points,
            )
        )
    return BridgeView(
        bridges=tuple(BridgeSeen(CELLS[bridge.at], AXES[bridge.axis], bridge.seat) for bridge in bridges_of(s).built),
        bridges_left=bridges_of(s).left,
        castles=tuple(castles),
        castles_left=castles_of(s).left,
        bazaar=build_bazaar_view(s),
    )


def build_bazaar_view(s: CarcassonneState) -> BazaarSeen | None:
    bazaar = bazaar_of(s)
    if not bazaar.lots:
        return None
    step = next((step for step in reversed(s.agenda) if isinstance(step, (OpenLot, Bids, BuyOrSell, TakeLot))), None)
    stage, auctioneer, lot, price, leader = "lay", None, None, None, None
    bidders: tuple[int, ...] = ()
    after = bazaar.host
    if isinstance(step, TakeLot):
        stage = "take"
    elif isinstance(step, OpenLot):
        stage, auctioneer = "open", step.auctioneer
    elif isinstance(step, (Bids, BuyOrSell)):
        stage, auctioneer = "bid" if isinstance(step, Bids) else "deal", step.auctioneer
        lot, price, leader = step.number + 1, step.price, step.leader
        bidders = step.left if isinstance(step, Bids) else ()
    if auctioneer is not None:
        after = auctioneer - 1
    return BazaarSeen(
        host=bazaar.host,
        lots=tuple(
            LotSeen(i + 1, TILES[lot.tile].id, None if lot.seat == NONE else lot.seat, lot.laid)
            for i, lot in enumerate(bazaar.lots)
        ),
        stage=stage,
        auctioneer=auctioneer,
        lot=lot,
        price=price,
        leader=leader,
        bidders=bidders,
        waiting=tuple(list_buyers(s, after)),
    )
