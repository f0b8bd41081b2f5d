"""The hours of a person, from their settings, in which their vacations stand too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from functools import partial
from typing import Final

from . import vacation, zones
from .folding import folded
from .hours import Span, SpansOf, closed_spans, instant, quiet, rest
from .refusals import BadTime
from .typed import time_of_day

QUIET, REST, ZONE, REMINDERS, PING, DIGEST = "quiet", "rest", "timezone", "reminders", "ping", "digest"
UTC: Final = "UTC"
MORNING: Final = "08:00"
_MINUTES: Final = 24 * 60


def zone(settings: Mapping[str, str]) -> tzinfo:
    """The time zone of somebody; UTC where none was chosen, or none of that name is known any more."""
    name = settings.get(ZONE, UTC)
    return zones.zone(name if zones.known(name) else UTC)


def hours(settings: Mapping[str, str]) -> SpansOf:
    """What is closed for somebody with these settings: their quiet hours, their rest, their vacations."""
    return _hours(settings, vacation.spans(settings))


def usual_hours(settings: Mapping[str, str]) -> SpansOf:
    """What is closed for them without regard to vacations."""
    return _hours(settings, ())


def _hours(settings: Mapping[str, str], others: Sequence[Span]) -> SpansOf:
    daily, weekly = quiet(settings.get(QUIET, "off")), rest(settings.get(REST, "off"))
    return partial(closed_spans, daily, weekly, zone(settings), others)


def daily(text: str) -> int:
    """Minutes after midnight of the time of day that somebody typed; the default of nothing. BadTime `digest_form`."""
    found = time_of_day(folded(text) or MORNING)
    if found is None:
        raise BadTime("digest", text, "digest_form", (MORNING, "18:30"))
    return found % _MINUTES


def local_day(settings: Mapping[str, str], at: int) -> date:
    """The date that somebody's calendar shows at an instant."""
    return datetime.fromtimestamp(at, zone(settings)).date()


def next_digest(settings: Mapping[str, str], after: int) -> int:
    """The first instant after that one at which somebody's clock shows the hour of their digest; none of a vacation."""
    minutes, day = daily(settings.get(DIGEST, "")), local_day(settings, after)
    while (at := instant(day, minutes, zone(settings), last=False)) <= after or vacation.now_on(settings, at):
        day += timedelta(days=1)
    return at
