"""Everything there is to know about a running game."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

from rules.core import Context, Step

from .cards import CHARACTERS, DISTRICTS

OUT = -1  # nobody holds it


class Built(NamedTuple):
    """A district in a city."""

    key: str
    gold: int = 0  # lying on it: 1 if it was beautified
    cards: tuple[str, ...] = ()  # lying under it, face down
    round: int = 0  # in which it was built

    @property
    def value(self) -> int:
        """What it counts for destroying, exchanging and scoring."""
        return DISTRICTS[self.key].cost + self.gold


class Slot(NamedTuple):
    """Where one character card went in the draft. The slots stand in the order in which the cards left the deck."""

    character: str
    holder: int  # the player who has it, OUT: it lies face down in the middle
    by: int  # the player who put it there and so knows it, OUT: luck did


class Turn(NamedTuple):
    """The turn, or half a turn, that is going on."""

    seat: int
    character: str
    builds: int  # how many districts may still be built
    acted: bool = False
    spent: int = 0  # gold paid for building
    built: bool = False
    used: tuple[str, ...] = ()  # powers and districts that work once in a turn
    half: bool = False  # there is nothing but the action


class Named(NamedTuple):
    """What a power has named in this round."""

    character: str
    seat: int  # who named it


class CitadelsState:
    """Plain data; copied at the entrance of each move."""

    key: bytes
    used: int
    agenda: list[Step[Any]]
    seats: int
    cast: tuple[str, ...]  # the characters of this game, by rank
    purples: tuple[str, ...]  # the purple districts of this game
    cards: int  # how many district cards there are
    round: int
    crown: int
    goal: int  # districts that complete a city
    lowered: bool  # the goal was lowered by an announcement that still stands
    ended: bool  # this round is the last
    first: tuple[int, ...]  # who was first to complete a city
    deck: tuple[str, ...]  # the top first
    gold: list[int]
    hands: list[tuple[str, ...]]  # each sorted
    cities: list[tuple[Built, ...]]
    face_up: tuple[str, ...]
    draft: tuple[str, ...]  # characters still going round, by rank
    slots: tuple[Slot, ...]
    rank: int  # called last
    shown: tuple[str, ...]  # characters revealed in this round
    silent: tuple[str, ...]  # characters that nobody answered as
    named: dict[str, Named]  # murder, rob, bewitch -> what was named
    acting: dict[str, int]  # character -> who plays its part in this round
    builders: tuple[int, ...]  # who built in an earlier turn of this round
    turn: Turn | None
    looked: tuple[str, ...]  # cards of the deck in somebody's hands, to choose among
    looker: int
    taken: str  # a card taken out of a hand, whose use is still to be decided; empty: none
    taken_from: int
    razed: tuple[str, ...]  # destroyed so far, the first at the beginning
    ruin: str  # a destroyed district that may still be saved; empty: none
    changed: tuple[tuple[int, int], ...]  # (seat, place in the city) of what the last move changed
    thanks: bool  # thanks are given without asking

    __slots__ = (
        "acting",
        "agenda",
        "builders",
        "cards",
        "cast",
        "changed",
        "cities",
        "crown",
        "deck",
        "draft",
        "ended",
        "face_up",
        "first",
        "goal",
        "gold",
        "hands",
        "key",
        "looked",
        "looker",
        "lowered",
        "named",
        "purples",
        "rank",
        "razed",
        "round",
        "ruin",
        "seats",
        "shown",
        "silent",
        "slots",
        "taken",
        "taken_from",
        "thanks",
        "turn",
        "used",
    )

    def copy(self) -> Self:
        new = self.__class__.__new__(self.__class__)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        new.agenda = self.agenda[:]
        new.gold = self.gold[:]
        new.hands = self.hands[:]
        new.cities = self.cities[:]
        new.named = self.named.copy()
        new.acting = self.acting.copy()
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CitadelsState):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def holder(self, character: str) -> int:
        """Who holds a character card; OUT: nobody."""
        for slot in self.slots:
            if slot.character == character:
                return slot.holder
        return OUT

    def held(self, seat: int) -> list[str]:
        """The characters of a player, by rank."""
        return sorted((x.character for x in self.slots if x.holder == seat), key=lambda c: CHARACTERS[c].rank)

    def secret(self, seat: int) -> int:
        """How many characters of a player are not revealed."""
        return sum(slot.holder == seat and slot.character not in self.shown for slot in self.slots)

    def is_named(self, power: str, character: str) -> bool:
        """Has that power named this character in this round?"""
        named = self.named.get(power)
        return named is not None and named.character == character

    def complete(self, seat: int) -> bool:
        """Has the city as many districts as the goal?"""
        return len(self.cities[seat]) >= self.goal


_COPIED = {"acting", "agenda", "cities", "gold", "hands", "named"}
_SHARED = tuple(name for name in CitadelsState.__slots__ if name not in _COPIED)

Ctx = Context[CitadelsState]


class CitStep(Step[CitadelsState]):
    """A step of Citadels."""

    moment: ClassVar[int] = 0  # in the round (see `order`); 0: whenever another step brings it about
    __slots__ = ()


def district_tokens(city: tuple[Built, ...]) -> tuple[str, ...]:
    """How moves name the districts of a city: the key; `market+` for a beautified one beside a plain one."""
    keys = [built.key for built in city]
    if len(set(keys)) == len(keys):
        return tuple(keys)
    plain = {built.key for built in city if not built.gold}
    return tuple(f"{built.key}+" if built.gold and built.key in plain else built.key for built in city)


def district_place(city: tuple[Built, ...], token: str) -> int:
    """Where in the city the district of that token stands; -1: nowhere."""
    found = district_tokens(city)
    return found.index(token) if token in found else -1
