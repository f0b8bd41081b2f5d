"""Building the view of a seat or the public from a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core import Phrase

from . import scoring
from .audit import configured_deck
from .cards import CHARACTERS, sorted_cards, sorted_characters
from .decisions import Ask
from .round import find_successor
from .state import OUT, CitadelsState, district_tokens
from .turn import count_income_due
from .view import CitadelsView, CityCard, Mark, Seat, Shown, TurnView

if TYPE_CHECKING:
    from .game import CitadelsGame

CATEGORIES = ("districts", "colours", "completion", "cards")


def build_citadels_view(game: CitadelsGame, s: CitadelsState, you: int | None) -> CitadelsView:
    """The table, and the secrets of one seat beside it."""
    over = not s.agenda
    top = s.agenda[-1] if s.agenda else None
    phase = "over" if over else "call" if s.rank else "draft"
    rows = tuple(scoring.score_row(s, seat) for seat in range(s.seats))
    ask = top if isinstance(top, Ask) else None
    changed = tuple((seat, district_tokens(s.cities[seat])[place]) for seat, place in _changed_places_standing(s))
    slots_aside = [slot for slot in s.slots if slot.holder == OUT]
    return CitadelsView(
        choices=game.choices,
        seats=s.seats,
        you=you,
        round=s.round,
        phase=phase,
        cast=s.cast,
        purples=tuple(dict.fromkeys(s.purples)),
        cards=configured_deck(s),
        destroyed=s.razed,
        target=s.goal,
        last_round=s.ended,
        deck=len(s.deck),
        players=tuple(_seat_view(game, s, seat, you) for seat in range(s.seats)),
        crown=s.crown,
        face_up=s.face_up,
        face_down=len(slots_aside),
        draft_left=len(s.draft),
        rank=s.rank,
        silent=s.silent,
        marks=tuple(Mark(power, s.named[power].character) for power in sorted(s.named)),
        turn=_turn_view(s),
        changed=changed,
        brought={card: s.changed[0][0] for card in changed if card[0] != s.changed[0][0]},  # own city is named first
        ruin=s.ruin,
        hand=() if you is None else _hand_with_taken_card(s, you),
        characters=() if you is None else tuple(s.characters_of(you)),
        aside=sorted_characters(slot.character for slot in slots_aside if slot.by == you),
        offer=ask.cards_offered(s) if ask is not None and ask.seat == you else None,
        scores=tuple(row.total for row in rows),
        sheet=rows,
        tally={
            "districts": tuple(row.districts for row in rows),
            "colours": tuple(row.colours for row in rows),
            "completion": tuple(row.completion for row in rows),
            "cards": tuple(sum(row.cards.values()) for row in rows),
        },
        headline=_describe_phase(s, phase),
        tasks={seat: top.task(s, seat) for seat in sorted(top.waiting(s))} if top is not None else {},
        invited={},
        over=over,
        winners=scoring.find_winners(s) if over else (),
    )


def _changed_places_standing(s: CitadelsState) -> list[tuple[int, int]]:
    """The changed places (seat, place in the city) that still exist."""
    return [(seat, place) for seat, place in s.changed if place < len(s.cities[seat])]


def _hand_with_taken_card(s: CitadelsState, seat: int) -> tuple[str, ...]:
    return sorted_cards((*s.hands[seat], s.taken)) if _holds_taken_card(s, seat) else s.hands[seat]


def _holds_taken_card(s: CitadelsState, seat: int) -> bool:
    return bool(s.taken) and s.turn is not None and s.turn.seat == seat


def _seat_view(game: CitadelsGame, s: CitadelsState, seat: int, you: int | None) -> Seat:
    city = s.cities[seat]
    open_cards = seat == you or not s.agenda
    return Seat(
        gold=s.gold[seat],
        hand=len(_hand_with_taken_card(s, seat)),
        crown=s.crown == seat,
        city=tuple(
            CityCard(built.key, token, bool(built.gold), len(built.cards), built.cards if open_cards else ())
            for built, token in zip(city, district_tokens(city), strict=True)
        ),
        shown=tuple(_revealed_character(s, character) for character in s.characters_of(seat) if character in s.shown),
        secret=s.count_unrevealed(seat),
        drafting=bool(s.draft) and seat in game.waiting(s),
    )


def _revealed_character(s: CitadelsState, character: str) -> Shown:
    return Shown(
        character,
        murdered=s.is_named("murder", character),
        bewitched=s.is_named("bewitch", character),
        active=s.turn is not None and s.turn.character == character,
    )


def _turn_view(s: CitadelsState) -> TurnView | None:
    turn = s.turn
    if turn is None:
        return None
    bewitched = find_successor(s, turn.character) != OUT
    income_left = 0 if turn.half else count_income_due(s, turn)
    return TurnView(turn.seat, turn.character, bewitched, turn.acted, turn.builds, income_left)


def _describe_phase(s: CitadelsState, phase: str) -> Phrase:
    if phase == "call":
        character = next(candidate for candidate in s.cast if CHARACTERS[candidate].rank == s.rank)
        return Phrase("cit.headline.call", {"n": s.round, "rank": s.rank, "character": character})
    return Phrase(f"cit.headline.{phase}", {"n": s.round})
