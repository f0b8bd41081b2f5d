"""Reasons why an action of a turn is impossible, from refusals of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_args

from rules.citadels.cards import DISTRICTS
from rules.citadels.moves import Build
from rules.core import Move, field_types

from .parts import CitadelsSeatView

# Refusals that do not depend on the choice.
ALWAYS: Final = frozenset(f"cit.error.{key}" for key in ("not_your_power", "power_used", "not_your_district"))


def why_not(seat_view: CitadelsSeatView, kind: str) -> str:
    """The reason as a sentence; empty if unknown."""
    if kind == Build.kind:
        return _why_not_built(seat_view)
    cls = seat_view.moves.get(kind)
    reasons = (seat_view.refusal(move) for move in (_sample_move(seat_view, cls) if cls is not None else ()))
    return next((seat_view.say(one.key, **one.params) for one in reasons if one is not None and one.key in ALWAYS), "")


def _why_not_built(seat_view: CitadelsSeatView) -> str:
    """Why no card can be built: the reason of the cheapest one."""
    cards = sorted(seat_view.view.hand, key=lambda card: DISTRICTS[card].cost)
    reason = seat_view.refusal(Build(cards[0])) if cards else None
    return seat_view.say(reason.key, **reason.params) if reason is not None and seat_view.voice.has(reason.key) else ""


def _sample_move(seat_view: CitadelsSeatView, cls: type[Move]) -> Iterator[Move]:
    """A move of that kind with arbitrary fields."""
    other = next(seat.index for seat in seat_view.table.seats if seat.index != seat_view.seat)
    made: dict[str, Any] = {}
    for name, held in field_types(cls).items():
        made[name] = other if held is int else () if get_args(held) else next(iter(seat_view.words.values(name)), "")
    yield cls(**made)
