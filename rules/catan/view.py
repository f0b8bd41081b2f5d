"""What may be seen of a game of Catan: by the public, or by one seat. What is not here cannot leak.

Places are plain numbers (those of `catan.md` 1.1); cards go by name, in the order of `cards.CARDS`, repeats allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.core import Choices, Phrase

SUMS: Final = range(2, 13)  # what two dice may show


@dataclass(frozen=True, slots=True)
class HexView:
    """A land hex."""

    terrain: str  # hills, forest, pasture, fields, mountains, desert
    token: int  # 0: none
    robber: bool = False
    merchant: int = -1  # whose merchant stands here  # named here: a piece among the others


@dataclass(frozen=True, slots=True)
class HarbourView:
    """A harbour, between two corners."""

    corners: tuple[int, int]
    card: str  # the resource it is for, or `any`
    rate: int  # 2 or 3


@dataclass(frozen=True, slots=True)
class BuildingView:
    """A settlement or a city."""

    corner: int
    seat: int
    city: bool
    wall: bool = False
    metropolis: str = ""  # trade, politics, science; empty: none
    pillaged: bool = False  # a city on its side, which counts as a settlement


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
    """What lies before one player, as far as everybody sees it; `point_cards` counts hidden ones for their owner."""

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
    progress: tuple[str, ...] = ()  # the backs of the progress cards in hand: trade, politics, science
    shown: tuple[str, ...] = ()  # point cards lying open: printer, constitution
    defender: int = 0  # Defender of Catan cards
    merchant: bool = False  # named here: as above
    walls_left: int = 0
    knights_left: tuple[int, ...] = ()  # basic, strong, mighty
    strength: int = 0  # of the active knights


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What one player has said to an offer. `give` and `want` are those of the answering player, in a counter-offer."""

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
    first: bool = False  # it is carried out with the first who accepts


@dataclass(frozen=True, slots=True)
class WishView:
    """What somebody offered in vain in their last turn, and who has not declined it."""

    seat: int
    give: tuple[str, ...]
    want: tuple[str, ...]
    whom: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RefusalView:
    """What somebody offered in this turn or their last one, and who declined it."""

    seat: int
    give: tuple[str, ...]
    want: tuple[str, ...]
    by: int


@dataclass(frozen=True, slots=True)
class Barbarians:
    """How near the barbarians are, and how it would end now."""

    at: int  # spaces moved
    spaces: int  # the attack comes here
    strength: int  # cities on the board
    knights: int  # strength of all active knights
    came: bool  # the first attack is over, so the robber may move


@dataclass(frozen=True, slots=True)
class Choice:
    """Cards before the reader alone, among which they choose now (Spy, Master Merchant)."""

    step: str  # the kind of answer that is asked for: take, spy, return, ...
    cards: tuple[str, ...]
    least: int
    most: int
    owner: int | None = None  # whose hand it is


@dataclass(frozen=True, slots=True)
class CatanView:
    """The table, and for a seat its own cards beside it."""

    choices: Choices
    seats: int
    you: int | None  # who is looking; None: the public
    board: str  # small, large: a key of `layout.layouts()`
    hexes: tuple[HexView, ...]
    harbours: tuple[HarbourView, ...]
    buildings: tuple[BuildingView, ...]  # by corner
    roads: tuple[tuple[int, int], ...]  # (path, seat), by path
    players: tuple[PlayerView, ...]
    cards: tuple[str, ...]  # the kinds of cards in play
    bank: tuple[int, ...]  # for each of them how many lie there
    stock: tuple[int, ...]  # and how many there are in all, in bank and hands
    active: int  # whose turn it is
    turn: int  # turns begun
    phase: str  # setup, before, main, discard, robber, special, answer (any other decision), over
    dice: tuple[int, ...]  # red, white; empty before the roll
    rolled: tuple[int, ...]  # hexes that the roll let produce
    gains: tuple[tuple[str, ...], ...]  # seat -> cards of the roll
    goal: int
    between: bool  # the others may build between the turns
    offer: OfferView | None
    owed: Mapping[int, int]  # seat -> cards it must discard or give
    done: tuple[int, ...]  # seats that have answered what several are asked
    changed: tuple[str, ...]  # places the last move changed: v23, e30, h9
    longest: int  # who holds the Longest Road, -1: nobody
    scores: tuple[int, ...]  # as far as the reader knows them
    tally: Mapping[str, tuple[int, ...]]  # category -> points of each seat
    headline: Phrase
    tasks: Mapping[int, Phrase]
    invited: Mapping[int, Phrase]
    over: bool
    winners: tuple[int, ...]
    heard: int = 0  # the offer, open or carried out, to which others have said what its maker should hear; 0: none
    wishes: tuple[WishView, ...] = ()
    refusals: tuple[RefusalView, ...] = ()
    deck: int = 0  # development cards left
    card_played: bool = False  # a development card was played in this turn

    sums: tuple[int, ...] = ()  # how often 2, 3 ... 12 were rolled so far; empty: not counted from the start
    rolled_by: int = -1  # whose roll the dice are where they lie from an earlier turn, as pictures may show them

    # Cities & Knights.
    event: str = ""  # ship, trade, politics, science: the die of this turn
    knights: tuple[KnightView, ...] = ()  # by corner
    barbarians: Barbarians | None = None
    decks: tuple[int, ...] = ()  # progress cards left: trade, politics, science
    fleet: tuple[str, ...] = ()  # kinds that a Merchant Fleet lets the active player trade 2:1

    # What only `you` may see; empty for the public.
    hand: tuple[str, ...] = ()
    developments: tuple[str, ...] = ()  # knight, point, roads, plenty, monopoly
    fresh: tuple[str, ...] = ()  # those of them that may not be played yet
    progress: tuple[str, ...] = ()
    choice: Choice | None = None
    given: tuple[str, ...] = ()  # what you have chosen while others still choose
