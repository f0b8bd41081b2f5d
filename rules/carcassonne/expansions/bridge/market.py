"""The tiles of a bazaar: ownership and payments."""  # carcassonne.md 15.1

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple

from rules.carcassonne.scoring import give_points
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import TILES
from rules.core.saving import Slice

NONE: Final = -1  # no seat, lot or tile


class Lot(NamedTuple):
    """A revealed tile."""

    tile: int
    seat: int = NONE  # its owner
    laid: bool = False  # taken into the hand to be laid


class Bazaar(Slice):
    """The tiles on offer, and those still to be laid."""

    kind: ClassVar[str] = "bridge.bazaar"
    noted: bool  # a bazaar takes place at the end of this turn
    own: bool  # the tile of this part came from a bazaar
    lots: tuple[Lot, ...]  # empty when no bazaar runs
    host: int  # the seat whose tile opened it
    __slots__ = ("host", "lots", "noted", "own")

    def __init__(self, noted: bool = False, own: bool = False, lots: tuple[Lot, ...] = (), host: int = NONE) -> None:
        self.noted = noted
        self.own = own
        self.lots = lots
        self.host = host

    def copy(self) -> Bazaar:
        return Bazaar(self.noted, self.own, self.lots, self.host)


def bazaar_of(s: CarcassonneState) -> Bazaar:
    return s.module_state(Bazaar)


def writable_bazaar(s: CarcassonneState) -> Bazaar:
    """The state of the bazaar, unshared for modification."""
    return s.writable_module_state(Bazaar)


def list_untaken_tiles(s: CarcassonneState) -> list[int]:
    """The revealed tiles nobody has taken into their hand yet."""
    return [lot.tile for lot in bazaar_of(s).lots if not lot.laid]


def next_lot_to_lay(s: CarcassonneState) -> int:
    """The number of the lot the active player lays next, NONE if there is none."""
    lots = bazaar_of(s).lots
    return next((i for i, lot in enumerate(lots) if lot.seat == s.active and not lot.laid), NONE)


def take_up_lot(ctx: Ctx) -> int:
    """Take the active player's tile of the bazaar into the hand; returns it."""
    number = next_lot_to_lay(ctx.s)
    if number == NONE:
        if bazaar_of(ctx.s).own:
            writable_bazaar(ctx.s).own = False
        return NONE
    bazaar = writable_bazaar(ctx.s)
    bazaar.own = True
    tile = bazaar.lots[number].tile
    lots = tuple(lot._replace(laid=True) if i == number else lot for i, lot in enumerate(bazaar.lots))
    bazaar.lots = () if all(lot.laid for lot in lots) else lots
    return tile


def note_bazaar_tile(s: CarcassonneState) -> None:
    """Note that the tile just laid opens a bazaar, if it does."""
    bazaar = bazaar_of(s)
    if not bazaar.own and not bazaar.lots:
        writable_bazaar(s).noted = True


def list_buyers(s: CarcassonneState, after: int) -> list[int]:
    """The seats without a tile, clockwise from the one left of `after`."""
    served = {lot.seat for lot in bazaar_of(s).lots}
    return [seat for i in range(s.seats) if (seat := (after + 1 + i) % s.seats) not in served]


def lot_for_events(s: CarcassonneState, number: int) -> dict[str, Any]:
    """A lot as event parameters."""
    return {"lot": number + 1, "tile": TILES[bazaar_of(s).lots[number].tile].id}


def award_lot(s: CarcassonneState, number: int, seat: int) -> None:
    """Make a seat the owner of a lot."""
    bazaar = writable_bazaar(s)
    bazaar.lots = tuple(lot._replace(seat=seat) if i == number else lot for i, lot in enumerate(bazaar.lots))


def pay_for_lot(ctx: Ctx, key: str, seat: int, points: int, number: int, other: int) -> None:
    """Add or subtract the points of a seat for a tile. `other`: the other party, NONE: nobody."""
    if points:
        give_points(ctx.s, (seat,), points, "auctions")
        ctx.emit(
            key,
            seats=[seat],
            points=points,
            price=abs(points),
            seat=seat,
            other_seat=None if other == NONE else other,
            category="auctions",
            rule="auction",
            **lot_for_events(ctx.s, number),
        )


def take_free_lot(ctx: Ctx, seat: int, number: int) -> None:
    """Give a seat a lot without payment."""
    award_lot(ctx.s, number, seat)
    ctx.emit("carc.bazaar.free", seat=seat, **lot_for_events(ctx.s, number))
