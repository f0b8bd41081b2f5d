"""How strong a machine is, where nobody has said."""

from __future__ import annotations

import ai

USUAL = "normal"


def usual_level() -> str:
    """The level of machines that were asked for without one, and of those that play on for somebody."""
    known = ai.players()
    return USUAL if USUAL in known else next(iter(known))
