"""Parses and checks return times of absent users."""

from __future__ import annotations

from datetime import tzinfo
from typing import Final

from .dates import parse_instant
from .time_errors import BadTime
from .typed import DAY, HOUR

MIN_ABSENCE: Final = HOUR
MAX_ABSENCE: Final = 60 * DAY
_KNOWN: Final = ("5d", "Friday", "24 Dec 18:00")


def parse_return_time(text: str, now: int, zone: tzinfo) -> int:
    """Parse a return time in the user's zone; a day alone means its end. BadTime `until_form`, `until_limits`."""
    at = parse_instant(text, now, zone, last=True)
    if at is None:
        raise BadTime("until", text, "until_form", _KNOWN)
    return require_sensible_return(at, now, text)


def require_sensible_return(at: int, now: int, text: str = "") -> int:
    """Check that a return time is neither too near nor too far. BadTime `until_limits`."""
    if not MIN_ABSENCE <= at - now <= MAX_ABSENCE:
        raise BadTime("until", text or f"<t:{at}:f>", "until_limits", _KNOWN, least="1h", most="60d")
    return at
