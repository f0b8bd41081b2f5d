"""Why something cannot be done in a turn, as the rules refuse it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_args

from rules.citadels.cards import DISTRICTS
from rules.citadels.moves import Build
from rules.core import Move, field_types

from .parts import CitadelsSeatView

# Reasons that hold whatever is chosen.
ALWAYS: Final = frozenset(f"cit.error.{key}" for key in ("not_your_power", "power_used", "not_your_district"))


def why_not(room: CitadelsSeatView, kind: str) -> str:
    """The reason as a sentence; empty: none is known."""
    if kind == Build.kind:
        return _why_not_built(room)
    cls = room.moves.get(kind)
    reasons = (room.refusal(move) for move in (_sample_move(room, cls) if cls is not None else ()))
    return next((room.say(one.key, **one.params) for one in reasons if one is not None and one.key in ALWAYS), "")


def _why_not_built(room: CitadelsSeatView) -> str:
    """Why no card of the hand can be built: of the cheapest one."""
    cards = sorted(room.view.hand, key=lambda card: DISTRICTS[card].cost)
    reason = room.refusal(Build(cards[0])) if cards else None
    return room.say(reason.key, **reason.params) if reason is not None and room.voice.has(reason.key) else ""


def _sample_move(room: CitadelsSeatView, cls: type[Move]) -> Iterator[Move]:
    """A move of that kind, whatever its fields hold."""
    other = next(seat.index for seat in room.table.seats if seat.index != room.seat)
    made: dict[str, Any] = {}
    for name, held in field_types(cls).items():
        made[name] = other if held is int else () if get_args(held) else next(iter(room.words.values(name)), "")
    yield cls(**made)
