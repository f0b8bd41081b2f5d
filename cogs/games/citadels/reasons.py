"""Why something cannot be done in a turn, as the rules refuse it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_args

from rules.citadels.cards import DISTRICTS
from rules.citadels.moves import Build
from rules.core import Move, field_types

from .parts import CitadelsRoom

# Reasons that hold whatever is chosen.
ALWAYS: Final = frozenset(f"cit.error.{key}" for key in ("not_your_power", "power_used", "not_your_district"))


def why_not(room: CitadelsRoom, kind: str) -> str:
    """The reason as a sentence; empty: none is known."""
    if kind == Build.kind:
        return _unbuilt(room)
    cls = room.moves.get(kind)
    reasons = (room.refusal(move) for move in (_some(room, cls) if cls is not None else ()))
    return next((room.say(one.key, **one.params) for one in reasons if one is not None and one.key in ALWAYS), "")


def _unbuilt(room: CitadelsRoom) -> str:
    """Why no card of the hand can be built: of the cheapest one."""
    cards = sorted(room.view.hand, key=lambda card: DISTRICTS[card].cost)
    reason = room.refusal(Build(cards[0])) if cards else None
    return room.say(reason.key, **reason.params) if reason is not None and room.voice.has(reason.key) else ""


def _some(room: CitadelsRoom, cls: type[Move]) -> Iterator[Move]:
    """A move of that kind, whatever its fields hold."""
    other = next(seat.index for seat in room.table.seats if seat.index != room.seat)
    made: dict[str, Any] = {}
    for name, held in field_types(cls).items():
        made[name] = other if held is int else () if get_args(held) else next(iter(room.words.values(name)), "")
    yield cls(**made)
