"""The state of a Catan game."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple, Self

from rules.core import Context, Step
from rules.core.saving import Slice

from .expansion import Hooks
from .layout import Layout

SETTLEMENT: Final = 1  # level of a building on a corner
CITY: Final = 2
ROADS, SETTLEMENTS, CITIES = 15, 5, 4  # pieces of each player: catan.md 1.6
MOST_SEATS: Final = 6


class Answer(NamedTuple):
    """The answer of one player to an open offer; `give` and `want` (counter-offers) from that player's side."""

    seat: int
    kind: str  # accept, decline, counter
    give: int = 0  # packed cards
    want: int = 0


class Offer(NamedTuple):
    """An open offer of the player whose turn it is."""

    number: int
    give: int
    want: int
    whom: tuple[int, ...]
    answers: tuple[Answer, ...] = ()
    first: bool = False  # carried out with the first to accept


class Wish(NamedTuple):
    """An offer of a player's last turn that came to nothing, with the seats that have not declined it."""

    seat: int
    give: int
    want: int
    whom: tuple[int, ...]


class Refusal(NamedTuple):
    """An offer of a player's present or last turn, with the seat that declined it."""

    seat: int
    give: int
    want: int
    by: int
    turn: int


class CatanState:
    """Plain data; copied at the start of each move. Cards are packed as in `cards.py`."""

    transient: ClassVar[frozenset[str]] = frozenset(
        {
            "hooks",
            "layout",
            "hexes_by_number",
            "corners_reached",
            "paths_open",
            "paths_taken",
            "corners_too_near",
            "corners_occupied",
            "harbour_rates",
        }
    )

    key: bytes
    used: int
    agenda: list[Step[Any]]
    seats: int
    active: int  # the seat whose turn it is
    turn: int  # turns begun
    terrain: tuple[int, ...]  # hex -> index of its terrain, equal to that of its resource
    tokens: tuple[int, ...]  # hex -> number on it, 0: none
    harbours: tuple[int, ...]  # harbour -> index of its card, OUT: any
    robber: int
    bank: int
    hands: list[int]
    buildings: list[int]  # corner -> level of its building: 0, SETTLEMENT, CITY
    held: list[int]  # corner -> owner of the piece there, of any kind; OUT: nobody
    roads: list[int]  # path -> owner of its road, OUT: none
    roads_left: list[int]
    settlements_left: list[int]
    cities_left: list[int]
    points: list[int]  # public points
    hidden: list[int]  # points only their owner sees
    lengths: list[int]  # the longest road of each seat
    longest: int  # holder of the Longest Road, OUT: nobody
    dice: tuple[int, ...]  # of this turn; empty: not rolled yet
    sums: tuple[int, ...]  # counts of 2, 3 ... 12 rolled in this game; empty: not counted from its start
    rolled: tuple[int, ...]  # hexes that produced in the roll of this turn
    gains: tuple[int, ...]  # seat -> cards from the last roll
    due: tuple[int, ...]  # seat -> cards due from the last roll, regardless of the bank
    building: bool  # special build phase: the turn is over, others build
    offer: Offer | None
    offers: int  # number made in this game
    heard: int  # the offer whose maker should be notified of answers, open or carried out; 0: none
    wishes: tuple[Wish, ...]  # of players whose next turn has not begun
    refusals: tuple[Refusal, ...]  # of about one round
    changed: tuple[str, ...]  # places changed by the last move
    winner: int
    ext: dict[str, Slice]  # slices of the modules
    # Derived data, kept for speed.
    hooks: Hooks
    layout: Layout
    hexes_by_number: tuple[tuple[int, ...], ...]  # sum of the dice -> hexes
    corners_reached: list[int]  # seat -> corners at its roads, as bits
    paths_open: list[int]  # seat -> paths that continue its network, free or not, as bits
    paths_taken: int  # paths with roads, as bits
    corners_too_near: int  # corners with a building, and their neighbours, as bits
    corners_occupied: int  # corners with any piece, as bits
    harbour_rates: list[tuple[int, ...]]  # seat -> card -> bank rate, from harbours only

    __slots__ = (
        "active",
        "agenda",
        "bank",
        "building",
        "buildings",
        "changed",
        "cities_left",
        "corners_occupied",
        "corners_reached",
        "corners_too_near",
        "dice",
        "due",
        "ext",
        "gains",
        "hands",
        "harbour_rates",
        "harbours",
        "heard",
        "held",
        "hexes_by_number",
        "hidden",
        "hooks",
        "key",
        "layout",
        "lengths",
        "longest",
        "offer",
        "offers",
        "paths_open",
        "paths_taken",
        "points",
        "refusals",
        "roads",
        "roads_left",
        "robber",
        "rolled",
        "seats",
        "settlements_left",
        "sums",
        "terrain",
        "tokens",
        "turn",
        "used",
        "winner",
        "wishes",
    )

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        new.key = self.key
        new.used = self.used
        new.agenda = self.agenda[:]
        new.seats = self.seats
        new.active = self.active
        new.turn = self.turn
        new.terrain = self.terrain
        new.tokens = self.tokens
        new.harbours = self.harbours
        new.robber = self.robber
        new.bank = self.bank
        new.hands = self.hands[:]
        new.buildings = self.buildings[:]
        new.held = self.held[:]
        new.roads = self.roads[:]
        new.roads_left = self.roads_left[:]
        new.settlements_left = self.settlements_left[:]
        new.cities_left = self.cities_left[:]
        new.points = self.points[:]
        new.hidden = self.hidden[:]
        new.lengths = self.lengths[:]
        new.longest = self.longest
        new.dice = self.dice
        new.sums = self.sums
        new.rolled = self.rolled
        new.gains = self.gains
        new.due = self.due
        new.building = self.building
        new.offer = self.offer
        new.offers = self.offers
        new.heard = self.heard
        new.wishes = self.wishes
        new.refusals = self.refusals
        new.changed = self.changed
        new.winner = self.winner
        new.ext = {key: part.copy() for key, part in self.ext.items()}
        new.hooks = self.hooks
        new.layout = self.layout
        new.hexes_by_number = self.hexes_by_number
        new.corners_reached = self.corners_reached[:]
        new.paths_open = self.paths_open[:]
        new.paths_taken = self.paths_taken
        new.corners_too_near = self.corners_too_near
        new.corners_occupied = self.corners_occupied
        new.harbour_rates = self.harbour_rates[:]
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CatanState):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if name != "hooks")

    def seats_from_active(self) -> list[int]:
        """The seats in turn order, the active player first."""
        return [*range(self.active, self.seats), *range(self.active)]

    def buildings_of(self, seat: int, level: int) -> list[int]:
        """The corners of a seat's buildings of that level."""
        held = self.held
        return [corner for corner, built in enumerate(self.buildings) if built == level and held[corner] == seat]

    def total_points(self, seat: int) -> int:
        """The points of a seat, hidden ones included."""
        return self.points[seat] + self.hidden[seat]


Ctx = Context[CatanState]
CatanStep = Step[CatanState]
