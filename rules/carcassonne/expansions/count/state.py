"""The state of the City of Carcassonne: quarters, followers and the count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from rules.carcassonne.board import SEAT_BITS
from rules.carcassonne.state import CarcassonneState, Guest
from rules.carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD
from rules.core.saving import Slice

# carcassonne.md 16.1, 16.4: the quarters, and the kind of feature each helps.
QUARTERS: Final = ("castle", "market", "smithy", "cathedral")
HELPS: Final = (CITY, FIELD, ROAD, MONASTERY)
CASTLE: Final = 0
MARKET: Final = 1


class Citizen(NamedTuple):
    """A follower in a quarter."""

    kind: str
    seat: int
    quarter: int


class Sent(NamedTuple):
    """A follower sent from a quarter to a feature."""

    kind: str
    seat: int
    node: int  # the first of the feature


class City(Slice):
    """The City of Carcassonne."""

    kind: ClassVar[str] = "count"
    inside: tuple[Citizen, ...]  # in the order they came
    sent: tuple[Sent, ...]  # until their features are scored
    count: int  # the quarter of the count
    before: tuple[int, ...]  # the scores before this part was scored
    moved: bool  # whether a follower was sent out in this round
    last: int  # the seat that laid the last tile, -1: none
    __slots__ = ("before", "count", "inside", "last", "moved", "sent")

    def __init__(self) -> None:
        self.inside = ()
        self.sent = ()
        self.count = CASTLE
        self.before = ()
        self.moved = False
        self.last = -1

    def copy(self) -> City:
        new = City.__new__(City)
        new.inside = self.inside
        new.sent = self.sent
        new.count = self.count
        new.before = self.before
        new.moved = self.moved
        new.last = self.last
        return new


def city_of_carcassonne(s: CarcassonneState) -> City:
    return s.module_state(City)


def writable_city(s: CarcassonneState) -> City:
    """The state of the City, unshared for modification."""
    return s.writable_module_state(City)


def guest_strength(s: CarcassonneState, sent: Sent) -> int:
    """The weight of a follower from the City in its feature."""  # carcassonne.md 16.6
    kind = next(kind for _, kind in s.hooks.followers if kind.key == sent.kind)
    if kind.sent_weight is not None and s.hooks.chosen["count_special_strength"] == "two":
        return kind.sent_weight
    weight = kind.weight
    for ask in s.hooks.adjust_follower_weight:
        weight = ask(s, sent.kind, s.board.of[sent.node], weight)
    return weight


def list_guests(s: CarcassonneState) -> Iterator[Guest]:
    """The followers sent out, in their features."""
    for sent in city_of_carcassonne(s).sent:
        yield Guest(sent.kind, sent.seat, sent.node, guest_strength(s, sent))


def supply_index(s: CarcassonneState, seat: int, key: str) -> int:
    """The index of a kind of figure in the supply of a seat."""
    return seat * len(s.hooks.figures) + s.hooks.supply_rows[key]


def return_guests(s: CarcassonneState, roots: set[int]) -> None:
    """Return the followers sent to these features to their supplies."""
    city = city_of_carcassonne(s)
    if city.sent:
        of = s.board.of
        for sent in city.sent:
            if of[sent.node] in roots:
                s.supply[supply_index(s, sent.seat, sent.kind)] += 1
        writable_city(s).sent = tuple(sent for sent in city.sent if of[sent.node] not in roots)


def leave_quarter(s: CarcassonneState, citizen: Citizen, root: int) -> None:
    """Move a follower from its quarter to a feature."""
    city = writable_city(s)
    inside = list(city.inside)
    inside.remove(citizen)
    city.inside = tuple(inside)
    city.sent = (*city.sent, Sent(citizen.kind, citizen.seat, s.board.first_node(root)))
    city.moved = True
    s.board.held[root] += 1 << SEAT_BITS * citizen.seat
