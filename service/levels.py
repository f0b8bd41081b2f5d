"""How strong a machine is, where nobody has said."""

from __future__ import annotations

import ai

USUAL = "normal"


def levels() -> tuple[str, ...]:
    """How strong machines can be, the weakest first."""
    return tuple(ai.players())


def usual_level() -> str:
    """The level of machines that were asked for without one, and of those that play on for somebody."""
    known = ai.players()
    return USUAL if USUAL in known else next(iter(known))
