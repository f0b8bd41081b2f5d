"""The view of a Catan game, for the public or one seat. Hidden information is never part of it.

Places are plain numbers (those of `catan.md` 1.1); cards are names in the order of `cards.CARDS`, repeats allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from rules.core import Choices, Phrase

SUMS: Final = range(2, 13)  # sums of two dice


@dataclass(frozen=True, slots=True)
class HexView:
    """A land hex."""

    terrain: str  # hills, forest, pasture, fields, mountains, desert
    token: int  # 0: none
    robber: bool = False
    merchant: int = -1  # owner of the merchant here  # named here: a piece among the others


@dataclass(frozen=True, slots=True)
class HarbourView:
    """A harbour, between two corners."""

    corners: tuple[int, int]
    card: str  # its resource, or `any`
    rate: int  # 2 or 3


@dataclass(frozen=True, slots=True)
class BuildingView:
    """A settlement or a city."""

    corner: int
    seat: int
    city: bool
    wall: bool = False
    metropolis: str = ""  # trade, politics, science; empty: none
    pillaged: bool = False  # counts as a settlement


@dataclass(frozen=True, slots=True)
class KnightView:
    """A knight on the board."""

    corner: int
    seat: int
    level: int  # 1 basic, 2 strong, 3 mighty
    active: bool
    ready: bool = False  # may act in this turn


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The public data of one player; `point_cards` includes hidden ones for their owner."""

    cards: int  # in hand, resources and commodities together
    roads_left: int
    settlements_left: int
    cities_left: int
    road_length: int
    longest_road: bool
    hand_limit: int  # on a seven
    rates: tuple[int, ...]  # of the bank, for each kind of card in play
    # Base game.
    developments: int = 0  # cards in hand
    knights_played: int = 0
    army: bool = False
    point_cards: int = 0  # known points on cards
    # Cities & Knights.
    improvements: tuple[int, ...] = ()  # levels of trade, politics, science
    metropolises: tuple[str, ...] = ()
    progress: tuple[str, ...] = ()  # decks of the progress cards in hand: trade, politics, science
    shown: tuple[str, ...] = ()  # open point cards: printer, constitution
    defender: int = 0  # Defender of Catan cards
    merchant: bool = False  # named here: as above
    walls_left: int = 0
    knights_left: tuple[int, ...] = ()  # basic, strong, mighty
    strength: int = 0  # of the active knights


@lru_cache(maxsize=2048)  # searches view thousands of positions
def with_fields(player: PlayerView, **fields: Any) -> PlayerView:
    """The player with other values of these fields."""
    return replace(player, **fields)


@dataclass(frozen=True, slots=True)
class AnswerView:
    """The answer of one player to an offer; `give` and `want` (counter-offers) from that player's side."""

    seat: int
    kind: str  # accept, decline, counter
    give: tuple[str, ...] = ()
    want: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferView:
    """The open offer of the player whose turn it is."""

    number: int
    seat: int
    give: tuple[str, ...]
    want: tuple[str, ...]
    whom: tuple[int, ...]
    answers: tuple[AnswerView, ...]
    first: bool = False  # carried out with the first to accept


@dataclass(frozen=True, slots=True)
class WishView:
    """An offer of a player's last turn that came to nothing, with the seats that have not declined it."""

    seat: int
    give: tuple[str, ...]
    want: tuple[str, ...]
    whom: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RefusalView:
    """An offer of a player's present or last turn, with the seat that declined it."""

    seat: int
    give: tuple[str, ...]
    want: tuple[str, ...]
    by: int


@dataclass(frozen=True, slots=True)
class Barbarians:
    """The position of the barbarians, and the forces of an attack now."""

    at: int  # spaces moved
    spaces: int  # spaces until the attack
    strength: int  # cities on the board
    knights: int  # strength of all active knights
    came: bool  # the first attack is over, and the robber may move


@dataclass(frozen=True, slots=True)
class Choice:
    """Cards shown only to the reader, who chooses among them (Spy, Master Merchant)."""

    step: str  # the kind of answer: take, spy, return, ...
    cards: tuple[str, ...]
    least: int
    most: int
    owner: int | None = None  # owner of the hand shown


@dataclass(frozen=True, slots=True)
class CatanView:
    """The table, and for a seat its own cards."""

    choices: Choices
    seats: int
    you: int | None  # the reader; None: the public
    board: str  # small, large: a key of `layout.load_layouts()`
    hexes: tuple[HexView, ...]
    harbours: tuple[HarbourView, ...]
    buildings: tuple[BuildingView, ...]  # by corner
    roads: tuple[tuple[int, int], ...]  # (path, seat), by path
    players: tuple[PlayerView, ...]
    cards: tuple[str, ...]  # the kinds of cards in play
    bank: tuple[int, ...]  # count of each kind in the bank
    stock: tuple[int, ...]  # total count of each kind, in bank and hands
    active: int  # the seat whose turn it is
    turn: int  # turns begun
    phase: str  # setup, before, main, discard, robber, special, answer (any other decision), over
    dice: tuple[int, ...]  # red, white; empty before the roll
    rolled: tuple[int, ...]  # hexes that produced in the roll
    gains: tuple[tuple[str, ...], ...]  # seat -> cards from the roll
    goal: int
    between: bool  # in the special build phase
    offer: OfferView | None
    owed: Mapping[int, int]  # seat -> cards to discard or give
    done: tuple[int, ...]  # seats that have answered a simultaneous question
    changed: tuple[str, ...]  # places the last move changed: v23, e30, h9
    longest: int  # holder of the Longest Road, -1: nobody
    scores: tuple[int, ...]  # as known to the reader
    tally: Mapping[str, tuple[int, ...]]  # category -> points of each seat
    headline: Phrase
    tasks: Mapping[int, Phrase]
    invited: Mapping[int, Phrase]
    over: bool
    winners: tuple[int, ...]
    heard: int = 0  # the offer whose maker should be notified of answers, open or carried out; 0: none
    wishes: tuple[WishView, ...] = ()
    refusals: tuple[RefusalView, ...] = ()
    deck: int = 0  # development cards left
    card_played: bool = False  # a development card was played in this turn

    sums: tuple[int, ...] = ()  # counts of 2, 3 ... 12 rolled so far; empty: not counted from the start
    rolled_by: int = -1  # the roller, if the dice are those of an earlier turn, as in pictures

    # Cities & Knights.
    event: str = ""  # ship, trade, politics, science: event die of this turn
    knights: tuple[KnightView, ...] = ()  # by corner
    barbarians: Barbarians | None = None
    decks: tuple[int, ...] = ()  # progress cards left: trade, politics, science
    fleet: tuple[str, ...] = ()  # kinds a Merchant Fleet lets the active player trade 2:1

    # Visible to `you` only; empty for the public.
    hand: tuple[str, ...] = ()
    developments: tuple[str, ...] = ()  # knight, point, roads, plenty, monopoly
    fresh: tuple[str, ...] = ()  # those that may not be played yet
    progress: tuple[str, ...] = ()
    choice: Choice | None = None
    given: tuple[str, ...] = ()  # your choice while others still choose
