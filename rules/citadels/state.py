"""The state of a Citadels game."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

from rules.core import Context, Step

from .cards import DISTRICTS, sorted_characters

OUT = -1  # nobody


class Built(NamedTuple):
    """A district in a city."""

    key: str
    gold: int = 0  # on it: 1 if beautified
    cards: tuple[str, ...] = ()  # under it, face down
    round: int = 0  # when it was built

    @property
    def value(self) -> int:
        """Its value for destroying, exchanging and scoring."""
        return DISTRICTS[self.key].cost + self.gold


class Slot(NamedTuple):
    """The place of one character card in the draft. Slots are in the order in which the cards left the deck."""

    character: str
    holder: int  # its holder, OUT: face down in the middle
    by: int  # the player who put it there and knows it, OUT: chance


class Turn(NamedTuple):
    """The current turn or half turn."""

    seat: int
    character: str
    builds: int  # districts that may still be built
    acted: bool = False
    spent: int = 0  # gold paid for building
    built: bool = False
    used: tuple[str, ...] = ()  # powers and districts used that work once per turn
    half: bool = False  # only the action is left


class NamedCharacter(NamedTuple):
    """The character named by a power in this round."""

    character: str
    seat: int  # the naming player


class CitadelsState:
    """Plain data; copied at the start of each move."""

    key: bytes
    used: int
    agenda: list[Step[Any]]
    seats: int
    cast: tuple[str, ...]  # the characters of this game, by rank
    purples: tuple[str, ...]  # the purple districts of this game
    cards: int  # total number of district cards
    round: int
    crown: int
    goal: int  # number of districts that complete a city
    lowered: bool  # the Bell Tower has lowered the goal
    ended: bool  # this round is the last
    first: tuple[int, ...]  # players who completed a city first
    deck: tuple[str, ...]  # the top card first
    gold: list[int]
    hands: list[tuple[str, ...]]  # each sorted
    cities: list[tuple[Built, ...]]
    face_up: tuple[str, ...]
    draft: tuple[str, ...]  # characters still in the draft deck, by rank
    slots: tuple[Slot, ...]
    rank: int  # last called rank
    shown: tuple[str, ...]  # characters revealed in this round
    silent: tuple[str, ...]  # characters nobody revealed when called
    named: dict[str, NamedCharacter]  # murder, rob, bewitch -> the named character
    acting: dict[str, int]  # character -> player acting as it in this round
    builders: tuple[int, ...]  # players who built in an earlier turn of this round
    turn: Turn | None
    looked: tuple[str, ...]  # cards of the deck a player chooses among
    looker: int
    taken: str  # a card taken from a hand, not built or kept yet; empty: none
    taken_from: int
    razed: tuple[str, ...]  # destroyed districts, in order
    ruin: str  # a destroyed district that may still be bought; empty: none
    changed: tuple[tuple[int, int], ...]  # (seat, place in the city) changed by the last move
    thanks: bool  # thanks are given automatically

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

    def holder_of(self, character: str) -> int:
        """The holder of a character card; OUT: nobody."""
        return next((slot.holder for slot in self.slots if slot.character == character), OUT)

    def characters_of(self, seat: int) -> list[str]:
        """The characters of a player, by rank."""
        return list(sorted_characters(slot.character for slot in self.slots if slot.holder == seat))

    def count_unrevealed(self, seat: int) -> int:
        """The number of unrevealed characters of a player."""
        return sum(slot.holder == seat and slot.character not in self.shown for slot in self.slots)

    def is_named(self, power: str, character: str) -> bool:
        """Whether that power has named this character in this round."""
        named = self.named.get(power)
        return named is not None and named.character == character

    def has_complete_city(self, seat: int) -> bool:
        """Whether the city has reached the goal."""
        return len(self.cities[seat]) >= self.goal


_COPIED = {"acting", "agenda", "cities", "gold", "hands", "named"}
_SHARED = tuple(name for name in CitadelsState.__slots__ if name not in _COPIED)

Ctx = Context[CitadelsState]


class CitadelsStep(Step[CitadelsState]):
    """A step of Citadels."""

    moment: ClassVar[int] = 0  # in the round (see `order`); 0: only pushed by other steps
    __slots__ = ()


def district_tokens(city: tuple[Built, ...]) -> tuple[str, ...]:
    """The tokens of a city's districts in moves: the key; `market+` for a beautified one beside a plain one."""
    keys = [built.key for built in city]
    if len(set(keys)) == len(keys):
        return tuple(keys)
    plain = {built.key for built in city if not built.gold}
    return tuple(f"{built.key}+" if built.gold and built.key in plain else built.key for built in city)


def district_place(city: tuple[Built, ...], token: str) -> int:
    """The index in the city of the district with that token; -1: none."""
    tokens = district_tokens(city)
    return tokens.index(token) if token in tokens else -1
