"""The progress cards: which there are, drawing them, putting them back, and how many one may hold."""  # catan.md 10

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rules.catan.state import CatanState, Ctx
from rules.catan.steps import CatanStep
from rules.core import Chance, Move

from .moves import AnswerReturn
from .realm import POLITICS, SCIENCE, TRACKS, TRADE, Realm, Under, realm
from .together import Together

# Card, deck, how many. Their numbers stand in saved games, so the order is for good; it also is that of hands.
TABLE: Final = (
    ("commercial-harbour", TRADE, 2),
    ("commodity-monopoly", TRADE, 2),
    ("master-merchant", TRADE, 2),
    ("merchant", TRADE, 6),
    ("merchant-fleet", TRADE, 2),
    ("resource-monopoly", TRADE, 4),
    ("bishop", POLITICS, 2),
    ("constitution", POLITICS, 1),
    ("deserter", POLITICS, 2),
    ("diplomat", POLITICS, 2),
    ("intrigue", POLITICS, 2),
    ("saboteur", POLITICS, 2),
    ("spy", POLITICS, 3),
    ("warlord", POLITICS, 2),
    ("wedding", POLITICS, 2),
    ("alchemist", SCIENCE, 2),
    ("crane", SCIENCE, 2),
    ("engineer", SCIENCE, 1),
    ("inventor", SCIENCE, 2),
    ("irrigation", SCIENCE, 2),
    ("medicine", SCIENCE, 2),
    ("mining", SCIENCE, 2),
    ("printer", SCIENCE, 1),
    ("road-building", SCIENCE, 2),
    ("smith", SCIENCE, 2),
)
PROGRESS: Final = tuple(key for key, _, _ in TABLE)  # number -> card
TRACK_OF: Final = tuple(track for _, track, _ in TABLE)
COPIES: Final = tuple(n for _, _, n in TABLE)
NUMBERS: Final = {key: number for number, key in enumerate(PROGRESS)}
POINT_CARDS: Final = (NUMBERS["constitution"], NUMBERS["printer"])
LIMIT: Final = 4


def shuffled(chance: Chance) -> tuple[tuple[int, ...], ...]:
    """The three decks of a new game."""
    decks = []
    for track in range(len(TRACKS)):
        deck = [card for card, n in enumerate(COPIES) for _ in range(n) if TRACK_OF[card] == track]
        chance.shuffle(deck)
        decks.append(tuple(deck))
    return tuple(decks)


def names(cards: Iterable[int]) -> tuple[str, ...]:
    """Progress cards by name."""
    return tuple(PROGRESS[card] for card in cards)


def cards_left(r: Realm, track: int) -> int:
    """How many cards the deck has."""
    return len(r.decks[track]) + len(r.tails[track])


def draw(ctx: Ctx, seat: int, track: int) -> None:
    """The player draws the top card. From an empty deck nothing is drawn."""  # catan.md R10
    r = realm(ctx.s)
    decks, tails = list(r.decks), list(r.tails)
    if decks[track]:
        card, decks[track] = decks[track][0], decks[track][1:]
    elif tails[track]:
        card, tails[track] = tails[track][0].card, tails[track][1:]
    else:
        ctx.emit("catan.gate.empty", seat=seat, track=TRACKS[track])
        return
    r.decks, r.tails = tuple(decks), tuple(tails)
    if card in POINT_CARDS:
        r.shown[seat] = tuple(sorted((*r.shown[seat], card)))
        ctx.s.points[seat] += 1
        ctx.emit("catan.gate.shown", reveals=True, seat=seat, progress=PROGRESS[card])
        return
    gain(r, seat, card)
    ctx.emit("catan.gate.drew", seat=seat, track=TRACKS[track])
    ctx.emit("catan.gate.drew_own", to=[seat], progress=PROGRESS[card])


def gain(r: Realm, seat: int, card: int) -> None:
    """A progress card comes into the hand."""
    r.held[seat] = tuple(sorted((*r.held[seat], card)))


def lose(r: Realm, seat: int, card: int) -> None:
    """A progress card leaves the hand."""
    hand = list(r.held[seat])
    hand.remove(card)
    r.held[seat] = tuple(hand)


def put_under(r: Realm, card: int, known_to: int) -> None:
    """A card goes face down under its deck."""
    track = TRACK_OF[card]
    tails = list(r.tails)
    tails[track] = (*tails[track], Under(card, known_to))
    r.tails = tuple(tails)


def limit(s: CatanState, seat: int, closing: bool) -> int:
    """How many progress cards the player may hold now."""  # catan.md 10.2
    more = s.hooks.chosen["progress_limit"] == "own_turn_5" and seat == s.active and not closing
    return LIMIT + more


@dataclass(frozen=True, slots=True)
class CheckLimit(CatanStep):
    """Whoever holds too many progress cards returns one. `closing`: the own turn ends."""

    kind: ClassVar[str] = "catan.ck.limit"
    closing: bool = False

    def happen(self, ctx: Ctx) -> None:
        s = ctx.s
        held = realm(s).held
        over = tuple(seat for seat in s.from_active() if len(held[seat]) > limit(s, seat, self.closing))
        if over:
            ctx.push(ReturnCards(over))


@dataclass(frozen=True, slots=True)
class TurnCloses(CatanStep):
    """At the end of the own turn the limit holds without exception."""

    kind: ClassVar[str] = "catan.ck.closing"

    def happen(self, ctx: Ctx) -> None:
        if len(realm(ctx.s).held[ctx.s.active]) > LIMIT:
            ctx.push(CheckLimit(closing=True))


@dataclass(frozen=True, slots=True)
class ReturnCards(Together):
    """A card goes back under its deck; which, only its owner knows."""  # catan.md 8.2 D6, R11

    kind: ClassVar[str] = "catan.ck.return"
    word: ClassVar[str] = "return"
    made: ClassVar[type[Move]] = AnswerReturn

    def options(self, s: CatanState, seat: int) -> Iterable[int]:
        return dict.fromkeys(realm(s).held[seat])

    def as_move(self, decision: int) -> Move:
        return RETURNS[decision]

    def told(self, decision: int) -> dict[str, Any]:
        return {"progress": PROGRESS[decision]}

    def decided(self, ctx: Ctx, seat: int, decision: int) -> None:
        r = realm(ctx.s)
        lose(r, seat, decision)
        put_under(r, decision, seat)
        ctx.emit("catan.gate.returned", reveals=True, seat=seat, track=TRACKS[TRACK_OF[decision]])


RETURNS: Final = tuple(map(AnswerReturn, PROGRESS))
