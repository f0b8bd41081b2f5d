"""What may be seen of a game of Citadels: by the public, or by one seat. What is not here cannot leak."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core import Choices, Phrase


@dataclass(frozen=True, slots=True)
class CityCard:
    """A district in a city."""

    district: str  # its key; colour and cost are in `rules.citadels.cards.DISTRICTS`
    token: str  # how moves name it: the key, or `market+` for the beautified one of two
    beautified: bool  # gold lies on it
    cards: int  # how many cards lie under it (Museum)
    names: tuple[str, ...]  # those cards, for their owner, and for everybody once the game is over


@dataclass(frozen=True, slots=True)
class Shown:
    """A character that somebody has revealed in this round, or that was made public at its end."""

    character: str
    murdered: bool = False
    bewitched: bool = False
    active: bool = False  # its turn, or half a turn, is going on


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies before one player."""

    gold: int
    hand: int  # number of cards
    crown: bool
    city: tuple[CityCard, ...]  # in the order built
    shown: tuple[Shown, ...]  # characters revealed in this round, by rank
    secret: int  # characters chosen and not revealed
    drafting: bool  # is choosing a character now


@dataclass(frozen=True, slots=True)
class Mark:
    """A character named by a power. The player behind it is not told."""

    power: str  # murder, rob, bewitch
    character: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A district that stood in a city in an earlier position and does not any more."""

    seat: int  # whose city
    district: str
    by: int  # who destroyed it


@dataclass(frozen=True, slots=True)
class TurnView:
    """The turn that is going on. In the second half of a bewitched turn `seat` is the Witch's."""

    seat: int
    character: str
    bewitched: bool  # half a turn: only the action for the holder, all the rest for the Witch
    acted: bool  # gold or cards were taken
    builds_left: int
    income_left: int  # gold the income would give now; 0 if it was taken or there is none


@dataclass(frozen=True, slots=True)
class Offer:
    """Cards before the reader alone, among which they choose now."""

    step: str  # pick, throw, last, keep, wizard, wizard_use, lighthouse
    cards: tuple[str, ...]  # characters by rank (pick, throw, last), else districts by name; repeats allowed
    count: int  # how many of them are to be chosen
    owner: int | None = None  # whose hand it is (wizard)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """The points of one seat, item by item; all that counts is public at any time."""

    districts: int  # costs and beautifying gold
    colours: int
    completion: int
    cards: Mapping[str, int]  # district -> points its text gives (Dragon Gate, Map Room, ...)
    total: int


@dataclass(frozen=True, slots=True)
class CitadelsView:
    """The table, and for a seat its own secrets beside it."""

    choices: Choices
    seats: int
    you: int | None  # who is looking; None: the public
    round: int  # from 1
    phase: str  # draft, call, over
    cast: tuple[str, ...]  # the characters of this game, by rank
    purples: tuple[str, ...]  # the purple districts of this game
    cards: Mapping[str, int]  # every district of this game -> how many there are of it
    destroyed: tuple[str, ...]  # so far, the first at the beginning
    target: int  # districts that complete a city
    last_round: bool
    deck: int  # number of cards
    players: tuple[Seat, ...]
    crown: int
    face_up: tuple[str, ...]  # characters taken out for this round for all to see
    face_down: int  # characters lying face down in the middle
    draft_left: int  # characters still going round
    rank: int  # called last in this round; 0: none yet
    silent: tuple[str, ...]  # characters that nobody answered as in this round
    marks: tuple[Mark, ...]
    turn: TurnView | None
    changed: tuple[tuple[int, str], ...]  # (seat, token) of the city cards the last move changed: outlined in pictures
    brought: Mapping[tuple[int, str], int]  # those of them that another player than the owner brought, and who did
    ruin: str  # a destroyed district that waits for the Graveyard; empty: none

    # What only `you` may see; empty for the public.
    hand: tuple[str, ...]  # sorted by colour, cost and name
    characters: tuple[str, ...]  # own ones of this round, by rank, revealed or not
    aside: tuple[str, ...]  # characters one knows to lie face down
    offer: Offer | None

    scores: tuple[int, ...]
    sheet: tuple[SheetRow, ...]
    tally: Mapping[str, tuple[int, ...]]  # districts, colours, completion, cards -> points of each seat
    headline: Phrase
    tasks: Mapping[int, Phrase]
    invited: Mapping[int, Phrase]
    over: bool
    winners: tuple[int, ...]
    lost: tuple[Lost, ...] = ()  # since an earlier position: known to who compares two, and shown in pictures
