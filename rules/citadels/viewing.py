"""Building the view of a seat or the public from a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core import Phrase

from . import scoring
from .audit import configured_deck
from .cards import CHARACTERS, sorted_cards, sorted_characters
from .decisions import Ask
from .hooks import ROLES
from .state import OUT, CitadelsState, district_tokens
from .turn import income_due
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
    deciding = ask is not None and ask.seat == you
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
        face_down=sum(slot.holder == OUT for slot in s.slots),
        draft_left=len(s.draft),
        rank=s.rank,
        silent=s.silent,
        marks=tuple(Mark(power, s.named[power].character) for power in sorted(s.named)),
        turn=_turn_view(s),
        changed=tuple((seat, district_tokens(s.cities[seat])[place]) for seat, place in _standing_order(s)),
        brought={
            (seat, district_tokens(s.cities[seat])[place]): s.changed[0][0]  # moves name their own city first
            for seat, place in _standing_order(s)
            if seat != s.changed[0][0]
        },
        ruin=s.ruin,
        hand=() if you is None else _hand_shown(s, you),
        characters=() if you is None else tuple(s.held(you)),
        aside=()
        if you is None
        else sorted_characters(slot.character for slot in s.slots if slot.by == you and slot.holder == OUT),
        offer=ask.offer(s) if ask is not None and deciding else None,
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


def _standing_order(s: CitadelsState) -> list[tuple[int, int]]:
    return [(seat, place) for seat, place in s.changed if place < len(s.cities[seat])]


def _hand_shown(s: CitadelsState, seat: int) -> tuple[str, ...]:
    holds_taken = s.taken and s.turn is not None and s.turn.seat == seat
    return sorted_cards((*s.hands[seat], s.taken)) if holds_taken else s.hands[seat]


def _seat_view(game: CitadelsGame, s: CitadelsState, seat: int, you: int | None) -> Seat:
    city = s.cities[seat]
    open_cards = seat == you or not s.agenda
    holding = bool(s.taken) and s.turn is not None and s.turn.seat == seat
    return Seat(
        gold=s.gold[seat],
        hand=len(s.hands[seat]) + holding,
        crown=s.crown == seat,
        city=tuple(
            CityCard(b.key, token, bool(b.gold), len(b.cards), b.cards if open_cards else ())
            for b, token in zip(city, district_tokens(city), strict=True)
        ),
        shown=tuple(_character_shown(s, c) for c in sorted_characters(s.shown) if s.holder(c) == seat),
        secret=s.secret(seat),
        drafting=bool(s.draft) and seat in game.waiting(s),
    )


def _character_shown(s: CitadelsState, character: str) -> Shown:
    active = s.turn is not None and s.turn.character == character
    return Shown(character, s.is_named("murder", character), s.is_named("bewitch", character), active)


def _turn_view(s: CitadelsState) -> TurnView | None:
    turn = s.turn
    if turn is None:
        return None
    bewitched = any(ROLES[c].continues(s, turn.character) != OUT for c in s.cast)
    return TurnView(
        turn.seat, turn.character, bewitched, turn.acted, turn.builds, 0 if turn.half else income_due(s, turn)
    )


def _describe_phase(s: CitadelsState, phase: str) -> Phrase:
    if phase == "call":
        character = next(c for c in s.cast if CHARACTERS[c].rank == s.rank)
        return Phrase("cit.headline.call", {"n": s.round, "rank": s.rank, "character": character})
    return Phrase(f"cit.headline.{phase}", {"n": s.round})
