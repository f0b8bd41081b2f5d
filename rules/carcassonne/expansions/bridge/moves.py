"""The moves of Bridges, Castles & Bazaars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from rules.carcassonne.cells import Cell, Spot
from rules.carcassonne.moves import Place
from rules.core import Move

AXES: Final = ("NS", "EW")  # by the edge where a bridge begins
HIGHEST_BID: Final = 999  # points in a bid


class Bridge(NamedTuple):
    """The position of a bridge: `N49.NS`."""

    cell: Cell
    axis: str

    def __str__(self) -> str:
        return f"{self.cell}.{self.axis}"

    @classmethod
    def parse(cls, text: str) -> Bridge:
        """Read `N49.NS`. ValueError for anything else."""
        cell, dot, axis = text.partition(".")
        if not dot or axis not in AXES:
            raise ValueError(f"{text!r} is no bridge")
        return cls(Cell.parse(cell), axis)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other accepted spellings: the direction alone, the cell alone."""
        return self.axis, str(self.cell)

    @property
    def bucket(self) -> str:
        """The group of the bridge in long lists: its cell."""
        return str(self.cell)


@dataclass(frozen=True, slots=True)
class BridgePlace(Place):
    """Lay the tile together with the bridge it needs: `bridge-place N50 90 N49.NS`."""

    kind: ClassVar[str] = "bridge-place"
    group: ClassVar[str | None] = "bridge"
    bridge: Bridge


@dataclass(frozen=True, slots=True)
class BridgeBuild(Move):
    """Build a bridge on the tile just laid or beside it: `bridge-build N50.EW`."""

    kind: ClassVar[str] = "bridge-build"
    group: ClassVar[str | None] = "bridge"
    bridge: Bridge


@dataclass(frozen=True, slots=True)
class BridgeDecline(Move):
    """Put aside a tile that fits only with a bridge, and draw another: `bridge-decline`."""

    kind: ClassVar[str] = "bridge-decline"
    group: ClassVar[str | None] = "bridge"
    is_declining: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class CastleBuild(Move):
    """Turn one's small city into a castle: `castle-build N50`. The cell is that of its older tile."""

    kind: ClassVar[str] = "castle-build"
    group: ClassVar[str | None] = "castle"
    castle: Cell


@dataclass(frozen=True, slots=True)
class CastleKeep(Move):
    """Score one's small city as a city: `castle-keep N50`."""

    kind: ClassVar[str] = "castle-keep"
    group: ClassVar[str | None] = "castle"
    is_declining: ClassVar[bool] = True
    castle: Cell


@dataclass(frozen=True, slots=True)
class CastlePick(Move):
    """Choose the feature the castle scores, by its first place: `castle-pick N50 L51.road-S`."""

    kind: ClassVar[str] = "castle-pick"
    group: ClassVar[str | None] = "castle"
    castle: Cell
    spot: Spot


@dataclass(frozen=True, slots=True)
class BazaarOpen(Move):
    """Choose a tile for auction and make the first bid: `bazaar-open 2 3`. Only some bids are listed."""

    kind: ClassVar[str] = "bazaar-open"
    group: ClassVar[str | None] = "bazaar"
    listed: ClassVar[bool] = False
    lot: int
    points: int


@dataclass(frozen=True, slots=True)
class BazaarBid(Move):
    """Bid more for the tile: `bazaar-bid 2 4`. Only some bids are listed."""

    kind: ClassVar[str] = "bazaar-bid"
    group: ClassVar[str | None] = "bazaar"
    listed: ClassVar[bool] = False
    lot: int
    points: int


@dataclass(frozen=True, slots=True)
class BazaarPass(Move):
    """Do not bid for the tile: `bazaar-pass 2`."""

    kind: ClassVar[str] = "bazaar-pass"
    group: ClassVar[str | None] = "bazaar"
    is_declining: ClassVar[bool] = True
    lot: int


@dataclass(frozen=True, slots=True)
class BazaarBuy(Move):
    """Pay the highest bidder and take the tile: `bazaar-buy 2`."""

    kind: ClassVar[str] = "bazaar-buy"
    group: ClassVar[str | None] = "bazaar"
    lot: int


@dataclass(frozen=True, slots=True)
class BazaarSell(Move):
    """Let the highest bidder pay and take the tile: `bazaar-sell 2`."""

    kind: ClassVar[str] = "bazaar-sell"
    group: ClassVar[str | None] = "bazaar"
    is_declining: ClassVar[bool] = True
    lot: int


@dataclass(frozen=True, slots=True)
class BazaarTake(Move):
    """Take a tile without bidding: `bazaar-take 2`."""

    kind: ClassVar[str] = "bazaar-take"
    group: ClassVar[str | None] = "bazaar"
    lot: int


DECLINE: Final = BridgeDecline()
MOVES: Final = (
    BridgePlace,
    BridgeBuild,
    BridgeDecline,
    CastleBuild,
    CastleKeep,
    CastlePick,
    BazaarOpen,
    BazaarBid,
    BazaarPass,
    BazaarBuy,
    BazaarSell,
    BazaarTake,
)
