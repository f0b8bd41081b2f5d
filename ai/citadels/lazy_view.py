"""A lazy substitute for a view, for playing on in imagined positions, where full views would dominate the time."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple, cast

from rules.citadels import scoring
from rules.citadels.cards import sorted_cards, sorted_characters
from rules.citadels.decisions import Ask
from rules.citadels.state import OUT, Built, CitadelsState, district_tokens
from rules.citadels.turn import count_income_due
from rules.citadels.view import CitadelsView, CityCard, Offer, SheetRow, Shown, TurnView

MOST_CACHED_CITIES = 4096


class Sitting(NamedTuple):
    """The public data of one player, as far as the players here need it."""

    gold: int
    hand: int
    city: tuple[CityCard, ...]
    shown: tuple[Shown, ...]
    secret: int  # number of unrevealed characters


@lru_cache(maxsize=MOST_CACHED_CITIES)
def city_cards_shown(city: tuple[Built, ...]) -> tuple[CityCard, ...]:
    """The cards of a city, without the names of stored cards, which are not needed."""
    return tuple(
        CityCard(built.key, token, bool(built.gold), len(built.cards), ())
        for built, token in zip(city, district_tokens(city), strict=True)
    )


@lru_cache(maxsize=MOST_CACHED_CITIES)
def character_shown(character: str) -> Shown:
    return Shown(character)


class Glance:
    """Substitute for the view of a seat. Valid until the position changes."""

    def __init__(self, s: CitadelsState, you: int) -> None:
        self.s = s
        self.you = you
        self.seats = s.seats
        self.cast = s.cast
        self.target = s.goal
        self.last_round = s.ended
        self.deck = len(s.deck)
        self.crown = s.crown
        self.face_up = s.face_up
        self.silent = s.silent
        self.ruin = s.ruin

    @cached_property
    def hand(self) -> tuple[str, ...]:
        s = self.s
        holds_taken = s.taken and s.turn is not None and s.turn.seat == self.you
        return sorted_cards((*s.hands[self.you], s.taken)) if holds_taken else s.hands[self.you]

    @cached_property
    def players(self) -> tuple[Sitting, ...]:
        s = self.s
        taker = s.turn.seat if s.taken and s.turn is not None else OUT
        shown: list[tuple[Shown, ...]] = [()] * s.seats
        secret = [0] * s.seats
        for slot in s.slots:
            if slot.holder == OUT:
                continue
            if slot.character in s.shown:
                shown[slot.holder] += (character_shown(slot.character),)
            else:
                secret[slot.holder] += 1
        return tuple(
            Sitting(s.gold[n], len(s.hands[n]) + (n == taker), city_cards_shown(s.cities[n]), shown[n], secret[n])
            for n in range(s.seats)
        )

    @cached_property
    def turn(self) -> TurnView | None:
        turn = self.s.turn
        if turn is None:
            return None
        income_left = 0 if turn.half else count_income_due(self.s, turn)
        return TurnView(turn.seat, turn.character, False, turn.acted, turn.builds, income_left)

    @cached_property
    def characters(self) -> tuple[str, ...]:
        return tuple(self.s.characters_of(self.you))

    @cached_property
    def aside(self) -> tuple[str, ...]:
        return sorted_characters(slot.character for slot in self.s.slots if slot.by == self.you and slot.holder == OUT)

    @cached_property
    def offer(self) -> Offer | None:
        step = self.s.agenda[-1] if self.s.agenda else None
        return step.cards_offered(self.s) if isinstance(step, Ask) and step.seat == self.you else None

    @cached_property
    def sheet(self) -> tuple[SheetRow, ...]:
        return tuple(scoring.score_row(self.s, seat) for seat in range(self.seats))

    @cached_property
    def scores(self) -> tuple[int, ...]:
        return tuple(row.total for row in self.sheet)


def glance_view(s: CitadelsState, you: int) -> CitadelsView:
    """A substitute view for the players of this package."""
    return cast(CitadelsView, Glance(s, you))
