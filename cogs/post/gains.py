"""Public gains and losses of the message's only addressee since their last move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.games import Face
from cogs.games.looking import WholeChange
from rules.core import View
from words import Voice


def describe_gains(face: Face[Any], before: View, now: View, seat: int, voice: Voice) -> str:
    """«For Ann: −1 follower, +6 points»; "" without changes. Both views are public."""
    gained = now.scores[seat] - before.scores[seat]
    different = face.changed_openly(before, now, seat, voice)
    told = [said for said, _ in signed_amounts(voice, [(gained, voice("catch_up.points", n=abs(gained))), *different])]
    told = [*face.suffered(before, now, seat, voice), *told]
    return voice("catch_up.for_seat", seat=seat, list=voice.listed(told)) if told else ""


def signed_amounts(voice: Voice, different: Sequence[tuple[int, str]]) -> list[tuple[str, bool]]:
    """«−1 wool», «+2 ore», each with whether it is a loss; losses first, zeros left out."""

    def said(n: int, what: str) -> str:
        return (
            what if isinstance(what, WholeChange) else voice("catch_up.more" if n > 0 else "catch_up.fewer", what=what)
        )

    told = [(said(n, what), n < 0) for n, what in different if n]
    return sorted(told, key=lambda one: not one[1])
