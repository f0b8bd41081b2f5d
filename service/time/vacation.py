"""Vacations: spans without clocks and notifications, limited per year. Pure.

Stored as a setting of the user: `1790000000-1790600000`, several separated by spaces, so that closed hours include
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Final

from service.errors import ServiceError

from .dates import add_wall_time, parse_instant
from .hours import Span, instant_of_wall_time
from .typed import DAY

AUTO: Final = "vacation_auto"  # setting: begin one automatically when the time runs out
VACATION: Final = "vacation"  # setting, not chosen like others
COVERED: Final = "vacation_cover"  # setting: changed ends that machines still have to follow
A_YEAR: Final = 30  # days per calendar year
AT_A_STRETCH: Final = 21  # days
MAX_DAYS_AHEAD: Final = 365  # days before a planned vacation begins, at most
MAX_PLANNED: Final = 5  # planned vacations
AUTOMATIC_DAYS: Final = 7  # days of an automatic vacation


@dataclass(frozen=True, slots=True, order=True)
class Vacation:
    """From one instant to another, in Unix seconds; empty if cancelled at once."""

    begin: int
    end: int

    def __str__(self) -> str:
        return f"{self.begin}-{self.end}"

    def covers(self, at: int) -> bool:
        return self.begin <= at < self.end


Vacations = tuple[Vacation, ...]  # sorted, disjoint


def decode_vacations(settings: Mapping[str, str]) -> Vacations:
    """All vacations, also past ones, which count for their year."""
    pairs = (word.split("-") for word in settings.get(VACATION, "").split())
    return tuple(Vacation(int(begin), int(end)) for begin, end in pairs)


def moved_vacation_ends(settings: Mapping[str, str]) -> tuple[int, ...]:
    """Changed ends that machines still have to follow."""
    return tuple(map(int, settings.get(COVERED, "").split()))


def encode_vacations(vacations: Sequence[Vacation]) -> str | None:
    """Encode; None: no vacations."""
    return " ".join(map(str, sorted(vacations))) or None


def vacation_spans(settings: Mapping[str, str]) -> tuple[Span, ...]:
    return tuple((one.begin, one.end) for one in decode_vacations(settings)) if VACATION in settings else ()


def find_current_vacation(settings: Mapping[str, str], at: int) -> Vacation | None:
    """The vacation at an instant."""
    return next((one for one in decode_vacations(settings) if one.covers(at)), None) if VACATION in settings else None


def list_future_vacations(settings: Mapping[str, str], at: int) -> Vacations:
    """Vacations that begin later."""
    return tuple(one for one in decode_vacations(settings) if one.begin > at)


def calendar_year(at: int, zone: tzinfo) -> int:
    return datetime.fromtimestamp(at, zone).year


def vacation_seconds_used(vacations: Sequence[Vacation], year: int, zone: tzinfo) -> int:
    """Seconds of vacation in a calendar year, planned ones included. Days count 24 hours despite clock changes; a
    vacation counts at least one day, in the year of its beginning."""
    first, last = (instant_of_wall_time(date(each, 1, 1), 0, zone, last=False) for each in (year, year + 1))
    total = 0
    for one in vacations:
        begin, end = max(one.begin, first), min(one.end, last)
        part = _wall_clock_seconds(begin, end, zone) if begin < end else 0
        if calendar_year(one.begin, zone) == year:
            part += max(0, DAY - _wall_clock_seconds(one.begin, one.end, zone))
        total += part
    return total


def vacation_seconds_left(vacations: Sequence[Vacation], year: int, zone: tzinfo) -> int:
    """Seconds of vacation left in a year."""
    return max(0, A_YEAR * DAY - vacation_seconds_used(vacations, year, zone))


def _wall_clock_seconds(begin: int, end: int, zone: tzinfo) -> int:
    """Wall-clock seconds between two instants."""
    first, last = (datetime.fromtimestamp(at, zone).replace(tzinfo=None) for at in (begin, end))
    return int((last - first).total_seconds())


def build_vacation(begin: str | None, until: str, now: int, zone: tzinfo) -> Vacation:
    """Parse a vacation. ServiceError `until_bad` (text), `vacation_past`, `vacation_backwards`."""
    start = parse_instant(begin, now, zone, last=False) if begin and begin.strip() else now
    if start is None:
        raise ServiceError("until_bad", text=begin)
    if start < now and local_date(start, zone) == local_date(now, zone):
        start = now  # today
    end = parse_instant(until, start, zone, last=True)
    if end is None:
        raise ServiceError("until_bad", text=until)
    if start < now or (end <= now and start == now):
        raise ServiceError("vacation_past")
    if end <= start:
        raise ServiceError("vacation_backwards")
    return Vacation(start, end)


def local_date(at: int, zone: tzinfo) -> date:
    return datetime.fromtimestamp(at, zone).date()


def add_vacation(vacations: Sequence[Vacation], new: Vacation, now: int, zone: tzinfo) -> Vacations:
    """Add a vacation.

    ServiceError `vacation_overlaps` (begin, end), `vacation_far` (days), `vacation_long` (days, begin, end; adjacent
    ones together), `vacation_used` (year, wanted, left: seconds), `vacation_many` (n).
    """
    if new.begin > now + MAX_DAYS_AHEAD * DAY:
        raise ServiceError("vacation_far", days=MAX_DAYS_AHEAD)
    for one in vacations:
        if new.begin < one.end and one.begin < new.end:
            raise ServiceError("vacation_overlaps", begin=one.begin, end=one.end)
    found = tuple(sorted((*vacations, new)))
    if sum(one.begin > now for one in found) > MAX_PLANNED:
        raise ServiceError("vacation_many", n=MAX_PLANNED)
    _require_not_too_long(found, new, zone)
    for year in {calendar_year(new.begin, zone), calendar_year(new.end - 1, zone)}:
        wanted = vacation_seconds_used((new,), year, zone)
        left = vacation_seconds_left(vacations, year, zone)
        if wanted > left:
            raise ServiceError("vacation_used", year=year, wanted=wanted, left=left, days=A_YEAR)
    return found


def _require_not_too_long(vacations: Vacations, new: Vacation, zone: tzinfo) -> None:
    """Check the length; vacations less than a day apart count as one."""
    begin, end = new.begin, new.end
    for one in reversed(vacations):
        if one.end <= begin < one.end + DAY and one.begin < one.end:
            begin = one.begin
    for one in vacations:
        if one.begin - DAY < end <= one.begin:
            end = one.end
    if _wall_clock_seconds(begin, end, zone) > AT_A_STRETCH * DAY:
        raise ServiceError("vacation_long", days=AT_A_STRETCH, begin=begin, end=end)


def find_automatic_vacation(vacations: Sequence[Vacation], now: int, zone: tzinfo) -> Vacation | None:
    """The automatic vacation at the end of the time: a week, or what is left."""
    for days in range(AUTOMATIC_DAYS, 0, -1):
        one = Vacation(now, add_wall_time(now, days * DAY, zone))
        try:
            add_vacation(vacations, one, now, zone)
        except ServiceError:
            continue
        return one
    return None


def drop_old_vacations(vacations: Sequence[Vacation], now: int, zone: tzinfo) -> Vacations:
    """Drop vacations of years that no rule looks at."""
    return tuple(one for one in vacations if calendar_year(one.end, zone) >= calendar_year(now, zone) - 1)
