"""The hours of a person, from their settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from .hours import SpansOf, closed_spans, quiet, rest

QUIET, REST, ZONE, REMINDERS = "quiet", "rest", "timezone", "reminders"
UTC: Final = "UTC"


def zone(settings: Mapping[str, str]) -> ZoneInfo:
    """The time zone of somebody; UTC where none was chosen, or none of that name is known any more."""
    try:
        return ZoneInfo(settings.get(ZONE, UTC))
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(UTC)


def hours(settings: Mapping[str, str]) -> SpansOf:
    """What is closed for somebody with these settings."""
    return partial(closed_spans, quiet(settings.get(QUIET, "off")), rest(settings.get(REST, "off")), zone(settings), ())
