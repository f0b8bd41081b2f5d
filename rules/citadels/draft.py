"""Choosing characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import Move

from . import order
from .cards import sorted_characters
from .decisions import Ask
from .default_moves import character_suitability
from .hooks import ROLES
from .moves import Pick, Throw
from .state import OUT, CitadelsState, CitadelsStep, Ctx, Slot
from .view import Offer

# citadels.md 4: (players, characters) -> number of face-up characters.
FACE_UP: Final = {(4, 8): 2, (5, 8): 1, (4, 9): 3, (5, 9): 2, (6, 9): 1}


def set_characters_aside(ctx: Ctx) -> None:
    """Put one character face down and some face up; the rest is passed around."""
    s = ctx.s
    deck = list(s.cast)
    face_down = deck.pop(ctx.chance.below(len(deck)))
    face_up: list[str] = []
    for _ in range(FACE_UP.get((s.seats, len(s.cast)), 0)):
        card = deck.pop(ctx.chance.below(len(deck)))
        if ROLES[card].never_face_up:  # replaced by another before it is returned
            replacement = deck.pop(ctx.chance.below(len(deck)))
            ctx.emit("cit.draft.replaced", reveals=True, character=card)
            deck = list(sorted_characters((*deck, card)))
            card = replacement
        face_up.append(card)
    s.face_up = sorted_characters(face_up)
    s.draft = tuple(deck)
    s.slots = (Slot(face_down, OUT, OUT),)
    if face_up:
        ctx.emit("cit.draft.face_up", reveals=True, characters=list(s.face_up))


def plan_draft(s: CitadelsState) -> Iterator[CitadelsStep]:
    """The steps of choosing, in order."""  # citadels.md 5.2
    seats = [(s.crown + place) % s.seats for place in range(s.seats)]
    if s.seats == 2:
        first, second = seats
        yield from (PickOne(first), PickOne(second), ThrowOne(second), PickOne(first), ThrowOne(first))
        yield PickOne(second, last=True)
        return
    picks = seats * 2 if s.seats == 3 else seats
    yield from map(PickOne, picks[:-1])
    if len(s.draft) == len(picks):
        yield PickLast(picks[-1])
    else:
        yield PickOne(picks[-1], last=True)


def take_from_draft(s: CitadelsState, character: str, holder: int, known_to: int) -> None:
    """Remove a character from the cards passed around. `known_to`: the player who knows its place."""
    s.draft = tuple(card for card in s.draft if card != character)
    s.slots = (*s.slots, Slot(character, holder, known_to))


@dataclass(frozen=True, slots=True)
class PickOne(Ask):
    """Keep one character secretly; the last remaining one goes face down."""

    kind: ClassVar[str] = "cit.draft.pick"
    moment: ClassVar[int] = order.DRAFT
    phrase_key: ClassVar[str] = "pick"
    last: bool = False

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Pick(character) for character in s.draft]

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        return Pick(max(s.draft, key=lambda character: character_suitability(s, seat, character)))

    def cards_offered(self, s: CitadelsState) -> Offer | None:
        return Offer("pick", s.draft, 1)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Pick)
        s = ctx.s
        take_from_draft(s, move.character, self.seat, self.seat)
        if self.last:
            for character in s.draft:
                take_from_draft(s, character, OUT, self.seat)
        announce_pick(ctx, self.seat, move.character)


def announce_pick(ctx: Ctx, seat: int, character: str) -> None:
    """Report to all that the seat picked, and only to it what."""
    ctx.emit("cit.draft.picked", seat=seat)
    ctx.emit("cit.draft.picked_own", to=[seat], character=character)


@dataclass(frozen=True, slots=True)
class ThrowOne(Ask):
    """Two players: put one character aside, face down."""

    kind: ClassVar[str] = "cit.draft.throw"
    moment: ClassVar[int] = order.DRAFT
    phrase_key: ClassVar[str] = "throw"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Throw(character) for character in s.draft]

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        return Throw(min(s.draft, key=lambda character: character_suitability(s, seat, character)))

    def cards_offered(self, s: CitadelsState) -> Offer | None:
        return Offer("throw", s.draft, 1)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Throw)
        take_from_draft(ctx.s, move.character, OUT, self.seat)
        ctx.emit("cit.draft.threw", seat=self.seat)
        ctx.emit("cit.draft.threw_own", to=[self.seat], character=move.character)


def _last_two_cards(s: CitadelsState) -> tuple[str, ...]:
    """The two remaining cards, in the order of their ranks."""
    return sorted_characters((s.slots[0].character, *s.draft))


@dataclass(frozen=True, slots=True)
class PickLast(Ask):
    """Seven or eight players: the last one chooses between the last card and the first face-down card."""

    kind: ClassVar[str] = "cit.draft.last"
    moment: ClassVar[int] = order.DRAFT
    phrase_key: ClassVar[str] = "last"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Pick(character) for character in _last_two_cards(s)]

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        return Pick(max(_last_two_cards(s), key=lambda character: character_suitability(s, seat, character)))

    def cards_offered(self, s: CitadelsState) -> Offer | None:
        return Offer("last", _last_two_cards(s), 1)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Pick)
        s = ctx.s
        face_down = s.slots[0].character
        (last,) = s.draft
        chosen = move.character
        take_from_draft(s, last, self.seat if last == chosen else OUT, self.seat)
        s.slots = (Slot(face_down, self.seat if face_down == chosen else OUT, self.seat), *s.slots[1:])
        announce_pick(ctx, self.seat, chosen)
