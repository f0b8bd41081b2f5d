"""Progress cards: the decks, drawing and returning cards, and the hand limit."""  # catan.md 10

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, ClassVar, Final

from rules.catan.state import CatanState, Ctx
from rules.catan.steps import CatanStep
from rules.catan.view import Choice
from rules.core import Chance, Move, Phrase

from .moves import AnswerReturn
from .open_cards import OpenCards
from .realm import TRACKS, Realm, ReturnedCard, realm_of
from .simultaneous import SimultaneousDecision

_TEXT: Final = files(__package__).joinpath("data/progress.toml").read_text(encoding="utf-8")
# Card, deck, row. The indexes are part of saved games.
_TABLE: Final = [
    (key, TRACKS.index(deck), row) for deck, rows in tomllib.loads(_TEXT).items() for key, row in rows.items()
]
PROGRESS: Final = tuple(key for key, _, _ in _TABLE)  # number -> card
TRACK_OF: Final = tuple(track for _, track, _ in _TABLE)
COPIES: Final[tuple[int, ...]] = tuple(row["n"] for _, _, row in _TABLE)
NUMBERS: Final = {key: number for number, key in enumerate(PROGRESS)}
POINT_CARDS: Final = tuple(number for number, (_, _, row) in enumerate(_TABLE) if row.get("point"))
LIMIT: Final = 4  # progress cards in hand


def shuffle_decks(chance: Chance) -> tuple[tuple[int, ...], ...]:
    """The three decks of a new game."""
    decks = []
    for track in range(len(TRACKS)):
        deck = [card for card, n in enumerate(COPIES) for _ in range(n) if TRACK_OF[card] == track]
        chance.shuffle(deck)
        decks.append(tuple(deck))
    return tuple(decks)


def progress_names(cards: Iterable[int]) -> tuple[str, ...]:
    """Progress cards by name."""
    return tuple(PROGRESS[card] for card in cards)


def cards_left(realm: Realm, track: int) -> int:
    """The number of cards in the deck."""
    return len(realm.decks[track]) + len(realm.tails[track])


def draw_progress(ctx: Ctx, seat: int, track: int) -> None:
    """The player draws the top card; nothing from an empty deck."""  # catan.md R10
    realm = realm_of(ctx.s)
    decks, tails = list(realm.decks), list(realm.tails)
    if decks[track]:
        card, decks[track] = decks[track][0], decks[track][1:]
    elif tails[track]:
        card, tails[track] = tails[track][0].card, tails[track][1:]
    else:
        ctx.emit("catan.gate.empty", seat=seat, track=TRACKS[track])
        return
    realm.decks, realm.tails = tuple(decks), tuple(tails)
    if card in POINT_CARDS:
        realm.shown[seat] = tuple(sorted((*realm.shown[seat], card)))
        ctx.s.points[seat] += 1
        ctx.emit("catan.gate.shown", reveals=True, seat=seat, progress=PROGRESS[card])
        return
    gain_progress(realm, seat, card)
    ctx.emit("catan.gate.drew", seat=seat, track=TRACKS[track])
    ctx.emit("catan.gate.drew_own", to=[seat], progress=PROGRESS[card])


def gain_progress(realm: Realm, seat: int, card: int) -> None:
    """Add a progress card to the hand."""
    realm.held[seat] = tuple(sorted((*realm.held[seat], card)))


def lose_progress(realm: Realm, seat: int, card: int) -> None:
    """Remove a progress card from the hand."""
    hand = list(realm.held[seat])
    hand.remove(card)
    realm.held[seat] = tuple(hand)


def put_card_under_deck(realm: Realm, card: int, known_to: int) -> None:
    """Put a card face down under its deck."""
    track = TRACK_OF[card]
    tails = list(realm.tails)
    tails[track] = (*tails[track], ReturnedCard(card, known_to))
    realm.tails = tuple(tails)


def progress_limit(s: CatanState, seat: int, closing: bool) -> int:
    """The number of progress cards the player may hold now."""  # catan.md 10.2
    may_hold_one_more = s.hooks.chosen["progress_limit"] == "own_turn_5" and seat == s.active and not closing
    return LIMIT + may_hold_one_more


@dataclass(frozen=True, slots=True)
class CheckLimit(CatanStep):
    """Players with too many progress cards return one each. `closing`: at the end of the own turn."""

    kind: ClassVar[str] = "catan.ck.limit"
    closing: bool = False

    def carry_out_step(self, ctx: Ctx) -> None:
        s = ctx.s
        held = realm_of(s).held
        over_limit = tuple(
            seat for seat in s.seats_from_active() if len(held[seat]) > progress_limit(s, seat, self.closing)
        )
        if over_limit:
            ctx.push(ReturnCards(over_limit))


@dataclass(frozen=True, slots=True)
class TurnCloses(CatanStep):
    """At the end of one's turn the limit applies without exception."""

    kind: ClassVar[str] = "catan.ck.closing"

    def carry_out_step(self, ctx: Ctx) -> None:
        if len(realm_of(ctx.s).held[ctx.s.active]) > LIMIT:
            ctx.push(CheckLimit(closing=True))


@dataclass(frozen=True, slots=True)
class ReturnCards(SimultaneousDecision, OpenCards):
    """A card returns under its deck; only its owner knows which."""  # catan.md 8.2 D6, R11

    kind: ClassVar[str] = "catan.ck.return"
    phrase_key: ClassVar[str] = "return"
    answer_type: ClassVar[type[Move]] = AnswerReturn

    def task(self, s: CatanState, seat: int) -> Phrase:
        most = min(progress_limit(s, seat, closing=False), len(realm_of(s).held[seat]) - 1)
        return Phrase(f"catan.task.{self.phrase_key}", {"n": max(most, LIMIT)})

    def possible_decisions(self, s: CatanState, seat: int) -> Iterable[int]:
        return dict.fromkeys(realm_of(s).held[seat])

    def default_move(self, s: CatanState, seat: int) -> Move:
        """A duplicate card, otherwise the first."""
        held = realm_of(s).held[seat]
        return RETURNS[max(dict.fromkeys(held), key=held.count)]

    def as_move(self, decision: int) -> Move:
        return RETURNS[decision]

    def cards_to_choose(self, s: CatanState, you: int) -> Choice:
        return Choice(self.phrase_key, progress_names(realm_of(s).held[you]), least=1, most=1, owner=you)

    def decision_for_event(self, decision: int) -> dict[str, Any]:
        return {"progress": PROGRESS[decision]}

    def apply_decision(self, ctx: Ctx, seat: int, decision: int) -> None:
        realm = realm_of(ctx.s)
        lose_progress(realm, seat, decision)
        put_card_under_deck(realm, decision, seat)
        ctx.emit("catan.gate.returned", reveals=True, seat=seat, track=TRACKS[TRACK_OF[decision]])


RETURNS: Final = tuple(map(AnswerReturn, PROGRESS))
