"""How long the bot waits before it shows what has happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Delays:
    """Seconds."""

    settle: float = 1.5  # for machines and chained moves
    edit_gap: float = 2.0  # between two edits of one message
    picture: float = 5.0  # for a picture, before the message goes out without it


DEFAULT_DELAYS: Final = Delays()
