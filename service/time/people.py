"""The hours of a person, from their settings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from functools import partial
from typing import Final

from . import zones
from .hours import SpansOf, closed_spans, quiet, rest

QUIET, REST, ZONE, REMINDERS = "quiet", "rest", "timezone", "reminders"
UTC: Final = "UTC"


def zone(settings: Mapping[str, str]) -> tzinfo:
    """The time zone of somebody; UTC where none was chosen, or none of that name is known any more."""
    name = settings.get(ZONE, UTC)
    return zones.zone(name if zones.known(name) else UTC)


def hours(settings: Mapping[str, str]) -> SpansOf:
    """What is closed for somebody with these settings."""
    return partial(closed_spans, quiet(settings.get(QUIET, "off")), rest(settings.get(REST, "off")), zone(settings), ())
