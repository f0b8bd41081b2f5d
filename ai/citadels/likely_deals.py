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

DEALS_TRIED: Final = 12  # deals of the characters tried
TEMPERATURE: Final = 0.5  # of the choices: lower means that players more surely take their best character
LEAST_VALUE: Final = -12.0  # lower bound of the value of a character
DRAW_STEPS: Final = 1 << 32  # of a random number between 0 and 1

Wants = Mapping[int, Mapping[str, float]]  # player -> character -> how much they want it, as a factor
Deal = tuple[float, tuple[Slot, ...], tuple[str, ...]]  # likelihood, deal, remaining draft deck


def likely_position(imagine: Imagine) -> CitadelsState:
    """A position with the likeliest kinds of deals of the characters, by weighted choice among a few."""
    s: CitadelsState = imagine()
    me = imagine.seat
    unrevealed = [slot for slot in s.slots[1:] if slot.character not in s.shown]
    choosers = {slot.holder for slot in unrevealed if slot.by == slot.holder and slot.holder not in (OUT, me)}
    if not choosers:
        return s
    wants = {seat: _character_wants(s, seat, imagine.luck) for seat in sorted(choosers)}
    step = s.agenda[-1]
    own_question = step if isinstance(step, Ask) and step.seat == me else None
    deals: list[Deal] = []
    for _ in range(DEALS_TRIED):
        deals.append((deal_likelihood(s, wants), s.slots, s.draft))
        hiding.reshuffle_characters(s, me, own_question, imagine.luck)
    s.slots, s.draft = draw_deal(deals, imagine.luck)
    return s


def draw_deal(deals: Sequence[Deal], luck: Chance) -> tuple[tuple[Slot, ...], tuple[str, ...]]:
    """One of the deals, by likelihood."""
    left = sum(likelihood for likelihood, *_ in deals) * luck.below(DRAW_STEPS) / DRAW_STEPS
    for likelihood, slots, draft in deals:
        left -= likelihood
        if left < 0:
            return slots, draft
    return deals[-1][1:]


def _character_wants(s: CitadelsState, seat: int, luck: Chance) -> dict[str, float]:
    """Character -> how much the player wants it, as a factor."""
    r = situation_of(s, seat, luck)
    characters = [character for character in s.cast if character not in s.face_up]
    values = {each: character_worth(r, seat, each) - exposure_risk(r, each) for each in characters}
    best = max(values.values())
    return {each: exp(max(LEAST_VALUE, (value - best) / TEMPERATURE)) for each, value in values.items()}


def deal_likelihood(s: CitadelsState, wants: Wants) -> float:
    """The likelihood that these players chose their characters from the remaining ones."""
    likelihood = 1.0
    remaining = [slot.character for slot in s.slots[1:]] + list(s.draft)
    for number, slot in enumerate(s.slots[1:]):
        if slot.holder in wants and slot.by == slot.holder:
            own_wants = wants[slot.holder]
            likelihood *= own_wants[slot.character] / sum(own_wants[character] for character in remaining[number:])
    return likelihood
