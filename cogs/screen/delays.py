"""Delays before the bot shows news."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Delays:
    """In seconds."""

    collect_moves: float = 1.5  # collects moves of machines and chained moves
    edit_gap: float = 2.0  # between edits of one message
    wait_for_picture: float = 5.0  # before a message is sent without its image


DEFAULT_DELAYS: Final = Delays()
