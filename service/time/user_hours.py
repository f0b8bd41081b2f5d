"""The hours of a person, from their settings, in which their vacations stand too."""

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
_MINUTES: Final = 24 * 60


def user_zone(settings: Mapping[str, str]) -> tzinfo:
    """The time zone of somebody; UTC where none was chosen, or none of that name is known any more."""
    name = settings.get(ZONE, UTC)
    return zones.load_zone(name if zones.is_zone_name(name) else UTC)


def closed_hours(settings: Mapping[str, str]) -> SpansOf:
    """What is closed for somebody with these settings: their quiet hours, their rest, their vacations."""
    return _closed_hours_of(settings, vacation.vacation_spans(settings))


def closed_hours_but_vacations(settings: Mapping[str, str]) -> SpansOf:
    """What is closed for them without regard to vacations."""
    return _closed_hours_of(settings, ())


def _closed_hours_of(settings: Mapping[str, str], others: Sequence[Span]) -> SpansOf:
    daily, weekly = parse_quiet_hours(settings.get(QUIET, "off")), parse_weekly_rest(settings.get(REST, "off"))
    return partial(closed_spans, daily, weekly, user_zone(settings), others)


def parse_digest_time(text: str) -> int:
    """Minutes after midnight of the time of day that somebody typed; the default of nothing. BadTime `digest_form`."""
    found = parse_time_of_day(fold_text(text) or MORNING)
    if found is None:
        raise BadTime("digest", text, "digest_form", (MORNING, "18:30"))
    return found % _MINUTES


def local_day(settings: Mapping[str, str], at: int) -> date:
    """The date that somebody's calendar shows at an instant."""
    return datetime.fromtimestamp(at, user_zone(settings)).date()


def next_digest_at(settings: Mapping[str, str], after: int) -> int:
    """The first instant after that one at which somebody's clock shows the hour of their digest; none of a vacation."""
    minutes, day = parse_digest_time(settings.get(DIGEST, "")), local_day(settings, after)
    while (
        at := instant_of_wall_time(day, minutes, user_zone(settings), last=False)
    ) <= after or vacation.find_current_vacation(settings, at):
        day += timedelta(days=1)
    return at
