"""Closed hours of a user from their settings, including vacations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from functools import partial
from typing import Final

from . import vacation, zones
from .folding import fold_text
from .hours import Span, SpansOf, closed_spans, instant_of_wall_time, parse_quiet_hours, parse_weekly_rest
from .time_errors import BadTime
from .typed import parse_time_of_day

QUIET, REST, ZONE, REMINDERS, PING, DIGEST = "quiet", "rest", "timezone", "reminders", "ping", "digest"
UTC: Final = "UTC"
MORNING: Final = "08:00"
_MINUTES_PER_DAY: Final = 24 * 60


def user_zone(settings: Mapping[str, str]) -> tzinfo:
    """The user's time zone; UTC if none, or an unknown one, is set."""
    name = settings.get(ZONE, UTC)
    return zones.load_zone(name if zones.is_zone_name(name) else UTC)


def closed_hours(settings: Mapping[str, str]) -> SpansOf:
    """Quiet hours, rest and vacations."""
    return _closed_hours_of(settings, vacation.vacation_spans(settings))


def closed_hours_but_vacations(settings: Mapping[str, str]) -> SpansOf:
    """Quiet hours and rest."""
    return _closed_hours_of(settings, ())


def _closed_hours_of(settings: Mapping[str, str], others: Sequence[Span]) -> SpansOf:
    daily, weekly = parse_quiet_hours(settings.get(QUIET, "off")), parse_weekly_rest(settings.get(REST, "off"))
    return partial(closed_spans, daily, weekly, user_zone(settings), others)


def parse_digest_time(text: str) -> int:
    """Minutes after midnight of a typed digest time; empty: the default. BadTime `digest_form`."""
    found = parse_time_of_day(fold_text(text) or MORNING)
    if found is None:
        raise BadTime("digest", text, "digest_form", (MORNING, "18:30"))
    return found % _MINUTES_PER_DAY


def local_day(settings: Mapping[str, str], at: int) -> date:
    """The user's local date at an instant."""
    return datetime.fromtimestamp(at, user_zone(settings)).date()


def next_digest_at(settings: Mapping[str, str], after: int) -> int:
    """The next digest time after an instant, outside vacations."""
    minutes, day = parse_digest_time(settings.get(DIGEST, "")), local_day(settings, after)
    while (
        at := instant_of_wall_time(day, minutes, user_zone(settings), last=False)
    ) <= after or vacation.find_current_vacation(settings, at):
        day += timedelta(days=1)
    return at
