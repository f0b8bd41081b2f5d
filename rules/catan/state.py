"""Everything there is to know about a running game."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple, Self

from rules.core import Context, Step
from rules.core.saving import Slice

from .expansion import Hooks
from .layout import Layout

SETTLEMENT: Final = 1  # what stands on a corner
CITY: Final = 2
ROADS, SETTLEMENTS, CITIES = 15, 5, 4  # pieces of each player: catan.md 1.6


class Answer(NamedTuple):
    """What one player has said to an open offer. `give` and `want` from their side, where they counter."""

    seat: int
    kind: str  # accept, decline, counter
    give: int = 0
    want: int = 0


class Offer(NamedTuple):
    """An open offer of the player whose turn it is."""

    number: int
    give: int
    want: int
    whom: tuple[int, ...]
    answers: tuple[Answer, ...] = ()
    first: bool = False  # it is carried out with the first who accepts


class Wish(NamedTuple):
    """What somebody offered in vain in their last turn, and who has not declined it."""

    seat: int
    give: int
    want: int
    whom: tuple[int, ...]


class Refusal(NamedTuple):
    """What somebody offered in this turn or their last one, and who declined it."""

    seat: int
    give: int
    want: int
    by: int
    turn: int


class CatanState:
    """Plain data; copied at the entrance of each move. Cards are packed as in `cards.py`."""

    transient: ClassVar[frozenset[str]] = frozenset(
        {"hooks", "layout", "numbered", "reach", "open", "taken", "near", "stand", "rates"}
    )

    key: bytes
    used: int
    agenda: list[Step[Any]]
    seats: int
    active: int  # whose turn it is
    turn: int  # turns begun
    terrain: tuple[int, ...]  # hex -> number of its terrain, which is that of its resource
    tokens: tuple[int, ...]  # hex -> number on it, 0: none
    harbours: tuple[int, ...]  # harbour -> number of the card it is for, OUT: any
    robber: int
    bank: int
    hands: list[int]
    buildings: list[int]  # corner -> what stands there: 0, SETTLEMENT, CITY
    held: list[int]  # corner -> who has a piece there, of whatever kind; OUT: nobody
    roads: list[int]  # path -> whose road, OUT: none
    roads_left: list[int]
    settlements_left: list[int]
    cities_left: list[int]
    points: list[int]  # which everybody sees
    hidden: list[int]  # points that only their owner sees
    lengths: list[int]  # the longest road of each seat
    longest: int  # who holds the Longest Road, OUT: nobody
    dice: tuple[int, ...]  # of this turn; empty: not rolled yet
    sums: tuple[int, ...]  # how often 2, 3 ... 12 were rolled in this game; empty: that was not counted from its start
    rolled: tuple[int, ...]  # hexes that the roll of this turn let produce
    gains: tuple[int, ...]  # seat -> what the last roll brought it
    due: tuple[int, ...]  # seat -> what it would have brought if the bank had had enough
    building: bool  # the turn is over: the others are building
    offer: Offer | None
    offers: int  # made in this game
    heard: int  # the offer, open or carried out, to which others have said what its maker should hear; 0: none
    wishes: tuple[Wish, ...]  # by those whose next turn has not begun
    refusals: tuple[Refusal, ...]  # for a turn of everybody
    changed: tuple[str, ...]  # places changed by the last move
    winner: int
    ext: dict[str, Slice]  # what modules remember
    # What follows from the above, kept for speed.
    hooks: Hooks
    layout: Layout
    numbered: tuple[tuple[int, ...], ...]  # sum of the dice -> hexes
    reach: list[int]  # seat -> bits of the corners its roads touch
    open: list[int]  # seat -> bits of the paths where its network goes on, built on or not
    taken: int  # bits of the paths with roads
    near: int  # bits of the corners with a building and of their neighbours
    stand: int  # bits of the corners where any piece stands
    rates: list[tuple[int, ...]]  # seat -> card -> how many the bank takes for one, as far as harbours go

    __slots__ = (
        "active",
        "agenda",
        "bank",
        "building",
        "buildings",
        "changed",
        "cities_left",
        "dice",
        "due",
        "ext",
        "gains",
        "hands",
        "harbours",
        "heard",
        "held",
        "hidden",
        "hooks",
        "key",
        "layout",
        "lengths",
        "longest",
        "near",
        "numbered",
        "offer",
        "offers",
        "open",
        "points",
        "rates",
        "reach",
        "refusals",
        "roads",
        "roads_left",
        "robber",
        "rolled",
        "seats",
        "settlements_left",
        "stand",
        "sums",
        "taken",
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
        new.numbered = self.numbered
        new.reach = self.reach[:]
        new.open = self.open[:]
        new.taken = self.taken
        new.near = self.near
        new.stand = self.stand
        new.rates = self.rates[:]
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CatanState):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if name != "hooks")

    def from_active(self) -> list[int]:
        """The seats in turn order from the player whose turn it is."""
        return [(self.active + n) % self.seats for n in range(self.seats)]

    def buildings_of(self, seat: int, level: int) -> list[int]:
        """The corners where a seat has a building of that kind."""
        held = self.held
        return [v for v, built in enumerate(self.buildings) if built == level and held[v] == seat]

    def total(self, seat: int) -> int:
        """The points of a seat, hidden ones included."""
        return self.points[seat] + self.hidden[seat]


Ctx = Context[CatanState]
CatanStep = Step[CatanState]
