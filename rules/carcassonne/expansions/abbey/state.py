"""The state of Abbey & Mayor."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rules.carcassonne.state import CarcassonneState
from rules.core.saving import Slice


class Barn(NamedTuple):
    """A barn on the corner of a tile."""

    seat: int
    at: int  # the tile laid when it was put there
    corner: int  # of that tile, see CORNERS
    node: int  # the field segment of that tile


class Driver(NamedTuple):
    """A wagon whose feature was just scored."""

    seat: int
    root: int  # the feature
    at: int  # its tile, -1: it stood in the feature as a whole


class Estate(Slice):
    """Remaining abbeys, barns, wagons to move."""

    kind: ClassVar[str] = "abbey"
    abbeys: tuple[int, ...]  # the seats that still have theirs
    barns: tuple[Barn, ...]  # in the order they were put
    built: bool  # whether the last barn was built in this part and is not scored yet
    drivers: tuple[Driver, ...]  # still to decide, in their order
    last: int  # the seat that laid the last tile, -1: none
    __slots__ = ("abbeys", "barns", "built", "drivers", "last")

    def __init__(
        self, abbeys: tuple[int, ...], barns: tuple[Barn, ...], built: bool, drivers: tuple[Driver, ...], last: int
    ) -> None:
        self.abbeys = abbeys
        self.barns = barns
        self.built = built
        self.drivers = drivers
        self.last = last

    def copy(self) -> Estate:
        new = Estate.__new__(Estate)
        new.abbeys = self.abbeys
        new.barns = self.barns
        new.built = self.built
        new.drivers = self.drivers
        new.last = self.last
        return new


def estate_of(s: CarcassonneState) -> Estate:
    return s.module_state(Estate)


def writable_estate(s: CarcassonneState) -> Estate:
    """The estate, unshared for modification."""
    return s.writable_module_state(Estate)
