"""Imagined positions, the likelier the more often: who wants a character, for all that is imagined of their hand, has
it rather than others."""

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

TRIED: Final = 12  # so many ways to deal the characters
SURE: Final = 0.5  # the smaller, the surer a player is thought to take what is best for them
HOPELESS: Final = -12.0  # nobody is thought to want anything less than that
FINE: Final = 1 << 32

Wants = Mapping[int, Mapping[str, float]]
Way = tuple[float, tuple[Slot, ...], tuple[str, ...]]  # how likely, who has what, what still goes round


def likely_position(imagine: Imagine) -> CitadelsState:
    """A position; of several ways to deal the characters in it one that its players would rather have chosen."""
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
    """One of them, each as often as it is likely."""
    left = sum(weight for weight, *_ in ways) * luck.below(FINE) / FINE
    for weight, slots, draft in ways:
        left -= weight
        if left < 0:
            return slots, draft
    return ways[-1][1:]


def _character_wants(s: CitadelsState, seat: int, luck: Chance) -> dict[str, float]:
    """Character -> how much that player wants it, as a factor."""
    r = situation_of(s, seat, luck)
    found = {c: character_worth(r, seat, c) - exposure_risk(r, c) for c in s.cast if c not in s.face_up}
    most = max(found.values())
    return {c: exp(max(HOPELESS, (value - most) / SURE)) for c, value in found.items()}


def deal_likelihood(s: CitadelsState, wants: Wants) -> float:
    """How likely it is that each of these players chose what they hold of what was left."""
    found = 1.0
    left = [slot.character for slot in s.slots[1:]] + list(s.draft)
    for at, slot in enumerate(s.slots[1:]):
        if slot.holder in wants and slot.by == slot.holder:
            of = wants[slot.holder]
            found *= of[slot.character] / sum(of[c] for c in left[at:])
    return found
