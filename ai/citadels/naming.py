"""Whom to name: a character is chosen, a player is meant."""

from __future__ import annotations

from typing import Final

from rules.citadels.characters.assassin import Murder
from rules.citadels.characters.thief import Rob
from rules.citadels.characters.witch import Bewitch

from .draft import suspects, want
from .reading import Reading
from .scores import AT_ONCE, NEVER, scores

NAME_BLUR: Final = 0.2


@scores(Murder)
def murder(r: Reading, move: Murder) -> float:
    """Whose turn would be missed most, as far as he may be that character."""
    found = r.memo(suspects)
    if move.character in r.view.characters or not found:
        return NEVER
    harm = sum(
        likely.get(move.character, 0.0) * r.threats[seat] * (1 + max(0.0, want(r, seat, move.character)))
        for seat, likely in found.items()
    )
    return AT_ONCE + min(20.0, harm) * r.blur(NAME_BLUR)


@scores(Rob)
def rob(r: Reading, move: Rob) -> float:
    """Where most gold may be."""
    if move.character in r.view.characters:
        return NEVER
    loot = sum(likely.get(move.character, 0.0) * r.view.players[seat].gold for seat, likely in r.memo(suspects).items())
    return AT_ONCE + min(20.0, loot) * r.blur(NAME_BLUR)


@scores(Bewitch)
def bewitch(r: Reading, move: Bewitch) -> float:
    """Whose turn I would like to have, if anybody holds it: where nobody does, I have none."""
    if move.character in r.view.characters:  # the turn is mine anyway
        return 0.2 * want(r, r.me, move.character)
    found = r.memo(suspects)
    held = min(1.0, sum(likely.get(move.character, 0.0) for likely in found.values()))
    harm = sum(likely.get(move.character, 0.0) * r.threats[seat] for seat, likely in found.items())
    return (held * (2.0 + max(0.0, want(r, r.me, move.character))) + harm) * r.blur(NAME_BLUR)
