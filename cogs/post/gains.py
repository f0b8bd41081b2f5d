"""Public gains and losses of the message's only addressee since their last move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.games import Face
from cogs.games.looking import WholeChange
from rules.core import View
from words import Voice


def describe_gains(face: Face[Any], before: View, after: View, seat: int, voice: Voice) -> str:
    """«For Ann: −1 follower, +6 points»; "" without changes. Both views are public."""
    gained = after.scores[seat] - before.scores[seat]
    amounts = face.public_changes(before, after, seat, voice)
    points = (gained, voice("catch_up.points", n=abs(gained)))
    signed = signed_amounts(voice, [points, *amounts])
    changes = [*face.new_obstacles(before, after, seat, voice), *(sentence for sentence, _ in signed)]
    return voice("catch_up.for_seat", seat=seat, list=voice.join_with_commas(changes)) if changes else ""


def signed_amounts(voice: Voice, amounts: Sequence[tuple[int, str]]) -> list[tuple[str, bool]]:
    """«−1 wool», «+2 ore», each with whether it is a loss; losses first, zeros left out."""

    def describe(n: int, what: str) -> str:
        if isinstance(what, WholeChange):
            return what
        return voice("catch_up.more" if n > 0 else "catch_up.fewer", what=what)

    signed = [(describe(n, what), n < 0) for n, what in amounts if n]
    return sorted(signed, key=lambda amount: not amount[1])
