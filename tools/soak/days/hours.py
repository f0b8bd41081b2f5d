"""A slow calendar of closed time: checks for every minute whether the local time is closed.

Deliberately independent of `service.time.hours`, whose results must be equal.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import date, datetime
from functools import lru_cache
from itertools import accumulate
from typing import Final
from zoneinfo import ZoneInfo

MINUTE: Final = 60
DAY_MINUTES: Final = 1440
WEEK: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
QUARTER: Final = 15  # minutes; time zones change their offset only at quarters of an hour


class Calendar:
    """A person's open time from `begin` on for so many days, in Unix seconds.

    Quiet hours and rests begin and end at minutes of local time, `away` (disjoint vacations) at any second.
    """

    def __init__(
        self, quiet: str, rest: str, zone: str, begin: int, days: int, away: Sequence[tuple[int, int]] = ()
    ) -> None:
        self.begin = begin - begin % 900
        self.always = quiet == rest == "off"
        self.away = sorted(span for span in away if span[0] < span[1])
        if self.always:
            return
        self._open, self._before = _open_minutes(quiet, rest, zone, self.begin, days * DAY_MINUTES)

    @property
    def usual(self) -> Calendar:
        """The same calendar without vacations."""
        found = copy(self)
        found.away = []
        return found

    def is_open(self, at: int) -> bool:
        return self._wall_open(at) and not any(a <= at < b for a, b in self.away)

    def _wall_open(self, at: int) -> bool:
        return self.always or bool(self._open[(at - self.begin) // MINUTE])

    def _passed(self, at: int) -> int:
        """Open seconds before an instant, vacations ignored."""
        minute, second = divmod(at - self.begin, MINUTE)
        return self._before[minute] * MINUTE + second * self._open[minute]

    def _between(self, a: int, b: int) -> int:
        """Open seconds, vacations ignored."""
        if b <= a:
            return 0
        return b - a if self.always else self._passed(b) - self._passed(a)

    def open_between(self, a: int, b: int) -> int:
        """Open seconds; 0 unless `b` is later than `a`."""
        return self._between(a, b) - sum(self._between(max(a, x), min(b, y)) for x, y in self.away)

    def reached(self, a: int, seconds: int) -> int:
        """The first instant from `a` on before which `seconds` open seconds have passed."""
        if seconds <= 0:
            return a
        for x, y in self.away:
            if y <= a:
                continue
            before = self._between(a, x)
            if seconds <= before:
                break
            seconds, a = seconds - before, y
        return self._on_wall(a, seconds)

    def _on_wall(self, a: int, seconds: int) -> int:
        if self.always:
            return a + seconds
        wanted = self._passed(a) + seconds
        minute = bisect_left(self._before, -(-wanted // MINUTE))
        return self.begin + minute * MINUTE - (self._before[minute] * MINUTE - wanted)

    def opens(self, at: int) -> int:
        """The first open instant from `at` on."""
        while not self.is_open(at):
            at = next((b for a, b in self.away if a <= at < b), at + MINUTE - at % MINUTE)
        return at


@lru_cache(maxsize=256)
def _open_minutes(quiet: str, rest: str, zone: str, begin: int, count: int) -> tuple[bytearray, array[int]]:
    """Whether each minute is open, and the number of open ones before each; converts local time once a quarter of an
    hour.
    """
    shut_daily, shut_weekly, where = _quiet_ring(quiet), _rest_ring(rest), ZoneInfo(zone)
    week = bytes(not shut_daily[n % DAY_MINUTES] and not shut_weekly[n] for n in range(7 * DAY_MINUTES))
    found = bytearray()
    for start in range(begin, begin + count * MINUTE, QUARTER * MINUTE):
        wall = datetime.fromtimestamp(start, where)
        first = wall.weekday() * DAY_MINUTES + wall.hour * 60 + wall.minute
        found += week[first : first + QUARTER]
    return found, array("I", [0, *accumulate(found)])


def _parse_clock(text: str) -> int:
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def _mark_ring(size: int, begin: int, end: int) -> list[bool]:
    """A ring of minutes, marked from `begin` to before `end`."""
    ring = [False] * size
    while begin != end:
        ring[begin] = True
        begin = (begin + 1) % size
    return ring


def _quiet_ring(quiet: str) -> list[bool]:
    if quiet == "off":
        return [False] * DAY_MINUTES
    begin, end = quiet.split("-")
    return _mark_ring(DAY_MINUTES, _parse_clock(begin), _parse_clock(end))


def _rest_ring(rest: str) -> list[bool]:
    if rest == "off":
        return [False] * (7 * DAY_MINUTES)
    ends = []
    for part in rest.split("-"):
        day, time = part.split(" ")
        ends.append(WEEK.index(day) * DAY_MINUTES + _parse_clock(time))
    return _mark_ring(7 * DAY_MINUTES, *ends)


@lru_cache(maxsize=256)
def build_calendar(
    quiet: str, rest: str, zone: str, begin: int, days: int, away: tuple[tuple[int, int], ...] = ()
) -> Calendar:
    return Calendar(quiet, rest, zone, begin, days, away)


def next_at(text: str, zone: str, after: int) -> int:
    """The first whole minute after `after` at which the local time is `text`."""
    wanted, where = _parse_clock(text), ZoneInfo(zone)
    at = after - after % MINUTE + MINUTE
    while True:
        wall = datetime.fromtimestamp(at, where)
        if wall.hour * 60 + wall.minute == wanted:
            return at
        at += MINUTE


def calendar_of(settings: Mapping[str, str], begin: int, days: int, away: Iterable[tuple[int, int]] = ()) -> Calendar:
    """The calendar of a person with these settings and vacations (`away`)."""
    quiet, rest = settings.get("quiet", "off"), settings.get("rest", "off")
    return build_calendar(quiet, rest, _zone_of(settings), begin, days, tuple(away))


def _zone_of(settings: Mapping[str, str]) -> str:
    return settings.get("timezone", "UTC")


def digest_after(settings: Mapping[str, str], after: int) -> int:
    """When a person's next digest is due."""
    return next_at(settings.get("digest", "08:00"), _zone_of(settings), after)


def day_of(settings: Mapping[str, str], at: int) -> date:
    """The local date."""
    return datetime.fromtimestamp(at, ZoneInfo(_zone_of(settings))).date()
