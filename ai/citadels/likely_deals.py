"""Imagined positions by likelihood: players probably hold the characters they would want with their imagined hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

from rules.citadels import hiding
from rules.citadels.decisions import Ask
from rules.citadels.state import OUT, CitadelsState, Slot
from rules.core import Chance

from ..player import Imagine
from .draft import character_worth, exposure_risk
from .rollout import situation_of

TRIED: Final = 12  # deals of the characters tried
SURE: Final = 0.5  # temperature of the choices: lower means that players more surely take their best character
HOPELESS: Final = -12.0  # lower bound of a value
FINE: Final = 1 << 32

Wants = Mapping[int, Mapping[str, float]]
Way = tuple[float, tuple[Slot, ...], tuple[str, ...]]  # likelihood, deal, remaining draft deck


def likely_position(imagine: Imagine) -> CitadelsState:
    """A position with the likeliest kinds of deals of the characters, by weighted choice among a few."""
    s: CitadelsState = imagine()
    me = imagine.seat
    hidden = {x.holder for x in s.slots[1:] if x.by == x.holder not in (OUT, me) and x.character not in s.shown}
    if not hidden:
        return s
    wants = {seat: _character_wants(s, seat, imagine.luck) for seat in sorted(hidden)}
    top = s.agenda[-1]
    ask = top if isinstance(top, Ask) and top.seat == me else None
    ways: list[Way] = []
    for _ in range(TRIED):
        ways.append((deal_likelihood(s, wants), s.slots, s.draft))
        hiding.reshuffle_characters(s, me, ask, imagine.luck)
    s.slots, s.draft = draw_deal(ways, imagine.luck)
    return s


def draw_deal(ways: Sequence[Way], luck: Chance) -> tuple[tuple[Slot, ...], tuple[str, ...]]:
    """One of the deals, by likelihood."""
    left = sum(weight for weight, *_ in ways) * luck.below(FINE) / FINE
    for weight, slots, draft in ways:
        left -= weight
        if left < 0:
            return slots, draft
    return ways[-1][1:]


def _character_wants(s: CitadelsState, seat: int, luck: Chance) -> dict[str, float]:
    """Character -> how much the player wants it, as a factor."""
    r = situation_of(s, seat, luck)
    found = {c: character_worth(r, seat, c) - exposure_risk(r, c) for c in s.cast if c not in s.face_up}
    most = max(found.values())
    return {c: exp(max(HOPELESS, (value - most) / SURE)) for c, value in found.items()}


def deal_likelihood(s: CitadelsState, wants: Wants) -> float:
    """The likelihood that these players chose their characters from the remaining ones."""
    found = 1.0
    left = [slot.character for slot in s.slots[1:]] + list(s.draft)
    for at, slot in enumerate(s.slots[1:]):
        if slot.holder in wants and slot.by == slot.holder:
            of = wants[slot.holder]
            found *= of[slot.character] / sum(of[c] for c in left[at:])
    return found
