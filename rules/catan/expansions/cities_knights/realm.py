"""The state of Cities & Knights, and basic queries on it. Sets of corners are bits of integers."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from rules.catan.cards import CLOTH, COMMODITIES
from rules.catan.network import set_bits
from rules.catan.places import OUT
from rules.catan.state import CITIES, CITY, CatanState
from rules.core.saving import Slice

KEY: Final = "cities_knights"

TRACKS: Final = ("trade", "politics", "science")
TRADE, POLITICS, SCIENCE = range(3)
PAID: Final = tuple(range(CLOTH, CLOTH + len(COMMODITIES)))  # track -> commodity of its cost
HIGHEST: Final = 5  # maximal level of a track
ABILITY: Final = 3  # level of the guild, the fortress, the aqueduct
METROPOLIS: Final = 4  # level of the metropolis
METROPOLIS_WORTH: Final = 2

RANKS: Final = ("basic", "strong", "mighty")
BASIC, STRONG, MIGHTY = 1, 2, 3  # levels of knights, equal to their strength
KNIGHTS: Final = 2  # pieces per level
WALLS: Final = 3
WALL_WORTH: Final = 2  # increase of the hand limit

EVENTS: Final = ("ship", *TRACKS)
SHIP: Final = 0
SPACES: Final = 7  # on the barbarians' way


class ReturnedCard(NamedTuple):
    """A progress card put under its deck, and the seat that knows it. OUT: everybody."""

    card: int
    seat: int


class Realm(Slice):
    """The slice of this module."""

    kind: ClassVar[str] = "catan.cities_knights"

    decks: tuple[tuple[int, ...], ...]  # track -> undrawn progress cards, the top first
    tails: tuple[tuple[ReturnedCard, ...], ...]  # track -> cards returned under the deck
    held: list[tuple[int, ...]]  # seat -> progress cards in hand, in order
    shown: list[tuple[int, ...]]  # seat -> point cards
    levels: list[tuple[int, ...]]  # seat -> level per track
    metropolises: tuple[int, ...]  # track -> corner, OUT: none
    walls: list[int]  # seat -> corners, as bits
    pillaged: int  # corners of pillaged cities, as bits
    knights: list[int]  # seat -> corners, as bits
    ranks: list[int]  # level - 1 -> corners, as bits
    active: int  # corners of active knights, as bits
    ready: int  # corners of knights that may act: active since the start of the turn, as bits
    promoted: int  # corners of knights promoted in this turn, as bits
    ship: int  # spaces the ship has moved
    came: bool  # the first attack is over
    event: int  # the event die of this turn, OUT: not rolled yet
    merchant: int  # hex, OUT: not on the board  # named here: saved games call it so
    merchant_of: int  # seat
    fleet: int  # kinds of cards a Merchant Fleet trades in this turn, as bits
    cranes: int  # played in this turn
    defenders: list[int]  # seat -> number of Defender of Catan cards

    __slots__ = (
        "active",
        "came",
        "cranes",
        "decks",
        "defenders",
        "event",
        "fleet",
        "held",
        "knights",
        "levels",
        "merchant",  # named here: as above
        "merchant_of",
        "metropolises",
        "pillaged",
        "promoted",
        "ranks",
        "ready",
        "ship",
        "shown",
        "tails",
        "walls",
    )

    def copy(self) -> Realm:
        new = Realm.__new__(Realm)
        new.decks = self.decks
        new.tails = self.tails
        new.held = self.held[:]
        new.shown = self.shown[:]
        new.levels = self.levels[:]
        new.metropolises = self.metropolises
        new.walls = self.walls[:]
        new.pillaged = self.pillaged
        new.knights = self.knights[:]
        new.ranks = self.ranks[:]
        new.active = self.active
        new.ready = self.ready
        new.promoted = self.promoted
        new.ship = self.ship
        new.came = self.came
        new.event = self.event
        new.merchant = self.merchant  # named here: as above
        new.merchant_of = self.merchant_of
        new.fleet = self.fleet
        new.cranes = self.cranes
        new.defenders = self.defenders[:]
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Realm):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)


def new_realm(seats: int) -> Realm:
    """An initial realm; the decks are not shuffled yet."""
    realm = Realm()
    realm.decks = realm.tails = ((), (), ())
    realm.held, realm.shown = [()] * seats, [()] * seats
    realm.levels = [(0, 0, 0)] * seats
    realm.metropolises = (OUT, OUT, OUT)
    realm.walls, realm.knights, realm.defenders = [0] * seats, [0] * seats, [0] * seats
    realm.ranks = [0, 0, 0]
    realm.pillaged = realm.active = realm.ready = realm.promoted = realm.ship = realm.fleet = realm.cranes = 0
    realm.came = False
    realm.event = realm.merchant = realm.merchant_of = OUT  # named here: as above
    return realm


def realm_of(s: CatanState) -> Realm:
    """The slice of this module."""
    part = s.ext[KEY]
    assert isinstance(part, Realm)
    return part


# --- cities


def pillaged_of(s: CatanState, realm: Realm, seat: int) -> int:
    """The corners of the player's pillaged cities, as bits."""
    return sum(1 << corner for corner in set_bits(realm.pillaged) if s.held[corner] == seat) if realm.pillaged else 0


def count_cities_standing(s: CatanState, realm: Realm, seat: int) -> int:
    """The number of the player's cities, including metropolises, excluding pillaged ones."""
    built = CITIES - s.cities_left[seat]
    return built - pillaged_of(s, realm, seat).bit_count() if realm.pillaged else built


def metropolises_of(s: CatanState, realm: Realm, seat: int) -> list[int]:
    """The tracks of the player's metropolises."""
    return [track for track, corner in enumerate(realm.metropolises) if corner != OUT and s.held[corner] == seat]


def plain_cities(s: CatanState, realm: Realm, seat: int) -> list[int]:
    """The corners of the player's cities that are no metropolis."""
    return [corner for corner in s.buildings_of(seat, CITY) if corner not in realm.metropolises]


def buildings_of(s: CatanState, seat: int) -> list[int]:
    """The corners of all buildings of the player."""
    held = s.held
    return [corner for corner, built in enumerate(s.buildings) if built and held[corner] == seat]


def hexes_with_buildings(s: CatanState, seat: int) -> list[int]:
    """The hexes beside a building of the player, in order."""
    return sorted({hex_ for corner in buildings_of(s, seat) for hex_ in s.layout.hexes_at[corner]})


# --- knights


def level_at(realm: Realm, corner: int) -> int:
    """The level of the knight on that corner; 0: none."""
    return next((level for level, corners in enumerate(realm.ranks, BASIC) if corners >> corner & 1), 0)


def knights_left(realm: Realm, seat: int, level: int) -> int:
    """The number of the player's knights of that level in the supply."""
    return KNIGHTS - (realm.knights[seat] & realm.ranks[level - 1]).bit_count()


def fighting_strength(realm: Realm, seat: int, fighting: int) -> int:
    """The total strength of the player's knights on the corners `fighting` (bits)."""
    own = realm.knights[seat] & fighting
    if not own:
        return 0
    basic, strong, mighty = realm.ranks
    return (own & basic).bit_count() + 2 * (own & strong).bit_count() + 3 * (own & mighty).bit_count()
