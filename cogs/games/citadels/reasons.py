"""Reasons why an action of a turn is impossible, from refusals of the rules."""

from __future__ import annotations

from typing import Any, Final, get_args

from rules.citadels.cards import DISTRICTS
from rules.citadels.moves import Build
from rules.core import Move, field_types

from .parts import CitadelsSeatView

# Refusals that do not depend on the choice.
ALWAYS: Final = frozenset(f"cit.error.{key}" for key in ("not_your_power", "power_used", "not_your_district"))


def why_kind_impossible(seat_view: CitadelsSeatView, kind: str) -> str:
    """The reason as a sentence; empty if unknown."""
    if kind == Build.kind:
        return _why_not_built(seat_view)
    cls = seat_view.moves.get(kind)
    refusal = seat_view.refusal(_sample_move(seat_view, cls)) if cls is not None else None
    return seat_view.say(refusal.key, **refusal.params) if refusal is not None and refusal.key in ALWAYS else ""


def _why_not_built(seat_view: CitadelsSeatView) -> str:
    """Why no card can be built: the reason of the cheapest one."""
    cards = sorted(seat_view.view.hand, key=lambda card: DISTRICTS[card].cost)
    reason = seat_view.refusal(Build(cards[0])) if cards else None
    return seat_view.say(reason.key, **reason.params) if reason is not None and seat_view.voice.has(reason.key) else ""


def _sample_move(seat_view: CitadelsSeatView, cls: type[Move]) -> Move:
    """A move of that kind with arbitrary fields."""
    other_seat = next(seat.index for seat in seat_view.table.seats if seat.index != seat_view.seat)
    values: dict[str, Any] = {}
    for name, field_type in field_types(cls).items():
        if field_type is int:
            values[name] = other_seat
        else:
            values[name] = () if get_args(field_type) else next(iter(seat_view.vocabulary.field_tokens(name)), "")
    return cls(**values)
