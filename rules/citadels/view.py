"""The view of a Citadels game, for the public or one seat. Hidden information is never part of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core import Choices, Phrase


@dataclass(frozen=True, slots=True)
class CityCard:
    """A district in a city."""

    district: str  # its key; colour and cost are in `rules.citadels.cards.DISTRICTS`
    token: str  # in moves: the key, or `market+` for the beautified one of two
    beautified: bool  # gold lies on it
    cards: int  # number of cards under it (Museum)
    names: tuple[str, ...]  # those cards: for their owner, and for all once the game is over


@dataclass(frozen=True, slots=True)
class Shown:
    """A character revealed in this round, or made public at its end."""

    character: str
    murdered: bool = False
    bewitched: bool = False
    active: bool = False  # it is taking its turn or half turn


@dataclass(frozen=True, slots=True)
class Seat:
    """The public data of one player."""

    gold: int
    hand: int  # number of cards
    crown: bool
    city: tuple[CityCard, ...]  # in the order built
    shown: tuple[Shown, ...]  # characters revealed in this round, by rank
    secret: int  # number of characters chosen and not revealed
    drafting: bool  # choosing a character now


@dataclass(frozen=True, slots=True)
class Mark:
    """A character named by a power. Its player is not revealed."""

    power: str  # murder, rob, bewitch
    character: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A district that was in a city in an earlier position and is not any more."""

    seat: int  # owner of the city
    district: str
    by: int  # the player who destroyed it


@dataclass(frozen=True, slots=True)
class TurnView:
    """The current turn. In the second half of a bewitched turn `seat` is the Witch's."""

    seat: int
    character: str
    bewitched: bool  # half turn: the holder has only the action, the Witch the rest
    acted: bool  # gold or cards were taken
    builds_left: int
    income_left: int  # present income in gold; 0 if taken or none


@dataclass(frozen=True, slots=True)
class Offer:
    """Cards shown only to the reader, who chooses among them."""

    step: str  # pick, throw, last, keep, wizard, wizard_use, lighthouse
    cards: tuple[str, ...]  # characters by rank (pick, throw, last), else districts by name; repeats allowed
    count: int  # number of cards to choose
    owner: int | None = None  # owner of the hand shown (wizard)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """The points of one seat, item by item; all public at any time."""

    districts: int  # costs and beautifying gold
    colours: int
    completion: int
    cards: Mapping[str, int]  # district -> points of its text (Dragon Gate, Map Room, ...)
    total: int


@dataclass(frozen=True, slots=True)
class CitadelsView:
    """The table, and for a seat its own secrets."""

    choices: Choices
    seats: int
    you: int | None  # the reader; None: the public
    round: int  # from 1
    phase: str  # draft, call, over
    cast: tuple[str, ...]  # the characters of this game, by rank
    purples: tuple[str, ...]  # the purple districts of this game
    cards: Mapping[str, int]  # district of this game -> copies
    destroyed: tuple[str, ...]  # destroyed districts, in order
    target: int  # number of districts that complete a city
    last_round: bool
    deck: int  # number of cards
    players: tuple[Seat, ...]
    crown: int
    face_up: tuple[str, ...]  # characters put aside publicly for this round
    face_down: int  # number of characters face down in the middle
    draft_left: int  # number of characters still in the draft deck
    rank: int  # last called rank of this round; 0: none
    silent: tuple[str, ...]  # characters nobody revealed when called in this round
    marks: tuple[Mark, ...]
    turn: TurnView | None
    changed: tuple[tuple[int, str], ...]  # (seat, token) of city cards changed by the last move, outlined in pictures
    brought: Mapping[tuple[int, str], int]  # of these, those brought by another player than the owner -> that player
    ruin: str  # a destroyed district that may be bought with the Graveyard; empty: none

    # Visible to `you` only; empty for the public.
    hand: tuple[str, ...]  # sorted by colour, cost and name
    characters: tuple[str, ...]  # own ones of this round, by rank, revealed or not
    aside: tuple[str, ...]  # face-down characters known to the reader
    offer: Offer | None

    scores: tuple[int, ...]
    sheet: tuple[SheetRow, ...]
    tally: Mapping[str, tuple[int, ...]]  # districts, colours, completion, cards -> points of each seat
    headline: Phrase
    tasks: Mapping[int, Phrase]
    invited: Mapping[int, Phrase]
    over: bool
    winners: tuple[int, ...]
    lost: tuple[Lost, ...] = ()  # since an earlier position: set when two positions are compared, for pictures
