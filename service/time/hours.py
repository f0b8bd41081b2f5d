"""Closed hours, in which no time counts: daily quiet hours, weekly rest, other spans.

Instants are Unix seconds, spans half-open. Hours are wall-clock time: a night across a clock change is longer or
shorter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final, TypeAlias

from .folding import fold_text
from .time_errors import BadTime, TooFar
from .typed import DAY, DAYS, OFF, format_time_of_day, normalize_times, parse_time_of_day, parse_weekday
from .typed_words import word_pattern

MAX_QUIET_HOURS: Final = 10  # hours per day
MAX_REST_HOURS: Final = 30  # hours per week
HORIZON_DAYS: Final = 400  # days of look-ahead of `compute_due_instant` and `next_open_instant`

Span: TypeAlias = tuple[int, int]
Spans: TypeAlias = tuple[Span, ...]  # sorted, disjoint, not empty
SpansOf: TypeAlias = Callable[[int, int], Spans]  # closed spans between two instants

_OFF: Final = OFF | {""}
_DASH: Final = re.compile(rf" ?- ?| {word_pattern('to')} ")
_BETWEEN: Final = re.compile(rf"^{word_pattern('from')} ")
_MINUTES_PER_DAY: Final = 24 * 60  # minutes per day
_MINUTES_PER_WEEK: Final = 7 * _MINUTES_PER_DAY
_QUIET_KNOWN: Final = ("22:00-07:00", "23:00-08:00", "off")
_REST_KNOWN: Final = ("Fri 16:00-Sat 20:00", "Sun 00:00-Mon 00:00", "off")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Daily hours in minutes after midnight; an `end` before `begin` is on the next day. `22:00-07:00`."""

    begin: int
    end: int

    def __post_init__(self) -> None:
        if not 0 < (self.end - self.begin) % _MINUTES_PER_DAY <= MAX_QUIET_HOURS * 60:
            raise ValueError(f"not so many hours a day: {self}")

    def __str__(self) -> str:
        return f"{format_time_of_day(self.begin)}-{format_time_of_day(self.end)}"


@dataclass(frozen=True, slots=True)
class WeeklyRest:
    """Weekly hours in minutes after Monday 0:00; the end may be in the next week. `Fri 16:00-Sat 20:00`."""

    begin: int
    end: int

    def __post_init__(self) -> None:
        if not 0 < (self.end - self.begin) % _MINUTES_PER_WEEK <= MAX_REST_HOURS * 60:
            raise ValueError(f"not so many hours a week: {self}")

    def __str__(self) -> str:
        return f"{_format_week_moment(self.begin)}-{_format_week_moment(self.end)}"


def _format_week_moment(minutes: int) -> str:
    return f"{DAYS[minutes // _MINUTES_PER_DAY]} {format_time_of_day(minutes % _MINUTES_PER_DAY)}"


def parse_quiet_hours(text: str) -> QuietHours | None:
    """Parse quiet hours: `22-7`, `22:00 - 07:00`, `10pm to 7.30am`; None: `off`.

    BadTime `quiet_form`, `quiet_same` (empty span), `quiet_long` (most: hours a day).
    """
    line = _BETWEEN.sub("", fold_text(text))
    if line in _OFF:
        return None
    parts = _DASH.split(line)
    ends = [minutes for part in parts if (minutes := parse_time_of_day(part)) is not None]
    if not len(parts) == len(ends) == 2:
        raise BadTime("quiet", text, "quiet_form", _QUIET_KNOWN)
    begin, end = ends
    if begin == end:
        raise BadTime("quiet", text, "quiet_same", _QUIET_KNOWN)
    if not 0 < (end - begin) % _MINUTES_PER_DAY <= MAX_QUIET_HOURS * 60:  # 0-24 closes the whole day
        raise BadTime("quiet", text, "quiet_long", _QUIET_KNOWN, most=MAX_QUIET_HOURS)
    return QuietHours(begin % _MINUTES_PER_DAY, end % _MINUTES_PER_DAY)


def parse_weekly_rest(text: str) -> WeeklyRest | None:
    """Parse weekly rest: `fri 16 - sat 20`, `Sunday 9-18`, `saturday` (the whole day); None: `off`.

    BadTime `rest_form`, `rest_same` (empty span), `rest_long` (most: hours a week).
    """
    line = _BETWEEN.sub("", fold_text(text))
    if line in _OFF:
        return None
    texts = _DASH.split(line)
    parts = [part for each in texts if (part := _parse_day_and_time(each)) is not None]
    if len(parts) != len(texts) or len(parts) > 2:
        raise BadTime("rest", text, "rest_form", _REST_KNOWN)
    (first, begin), (last, end) = parts[0], parts[-1]
    if first is None or (begin is None) is not (end is None) or (len(parts) == 1 and begin is not None):
        raise BadTime("rest", text, "rest_form", _REST_KNOWN)
    if begin is None or end is None:  # whole days
        begin, end = 0, _MINUTES_PER_DAY
    if last is None:  # one weekday: ends on it or the day after
        last = first if end >= begin else first + 1
    start = (first * _MINUTES_PER_DAY + begin) % _MINUTES_PER_WEEK
    stop = (last * _MINUTES_PER_DAY + end) % _MINUTES_PER_WEEK
    length = (stop - start) % _MINUTES_PER_WEEK
    if not length:
        raise BadTime("rest", text, "rest_same", _REST_KNOWN)
    if length > MAX_REST_HOURS * 60:
        raise BadTime("rest", text, "rest_long", _REST_KNOWN, most=MAX_REST_HOURS)
    return WeeklyRest(start, stop)


def _parse_day_and_time(text: str) -> tuple[int | None, int | None] | None:
    """Weekday and time of `fri 16:00`, `16:00` or `fri`; None if invalid."""
    text = normalize_times(text)
    time = parse_time_of_day(text)
    if time is not None:
        return None, time
    words = re.fullmatch(r"(\D+?)\s*(\d.*)?", text)
    if words is None:
        return None
    day = parse_weekday(words[1].strip(" ,"))
    time = parse_time_of_day(words[2]) if words[2] else None
    return None if day is None or (words[2] and time is None) else (day, time)


def merge_spans(spans: Iterable[Span]) -> Spans:
    """Sort spans, merge touching ones, drop empty ones."""
    found: list[Span] = []
    for begin, end in sorted(spans):
        if begin >= end:
            continue
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((begin, end))
    return tuple(found)


def closed_spans(
    quiet: QuietHours | None,
    rest: WeeklyRest | None,
    zone: tzinfo,
    others: Iterable[tuple[int, int | None]],
    a: int,
    b: int,
) -> Spans:
    """Closed spans from `a` to `b`, merged: quiet hours and rest in the zone, and `others` (pause, freeze, vacation;
    end None: open).

    With its first four arguments bound by `functools.partial` it is a `SpansOf`, if `others` can be iterated
    repeatedly.
    """
    spans = [(max(begin, a), b if end is None else min(end, b)) for begin, end in others]
    if quiet is not None or rest is not None:
        spans += [(max(begin, a), min(end, b)) for begin, end in _quiet_and_rest_spans(quiet, rest, zone, a, b)]
    return merge_spans(spans)


def _quiet_and_rest_spans(
    quiet: QuietHours | None, rest: WeeklyRest | None, zone: tzinfo, a: int, b: int
) -> Iterator[Span]:
    """Quiet hours and rests that begin on local dates from a few days before `a` to `b`."""
    day, last = (datetime.fromtimestamp(at, zone).date() for at in (a, b))
    day -= timedelta(days=3)  # longest reach of a rest
    while day <= last:
        if quiet is not None:
            yield _wall_span(day, quiet.begin, quiet.end + _MINUTES_PER_DAY * (quiet.end <= quiet.begin), zone)
        if rest is not None and day.weekday() == rest.begin // _MINUTES_PER_DAY:
            begin = rest.begin % _MINUTES_PER_DAY
            yield _wall_span(day, begin, begin + (rest.end - rest.begin) % _MINUTES_PER_WEEK, zone)
        day += timedelta(days=1)


def _wall_span(day: date, begin: int, end: int, zone: tzinfo) -> Span:
    return instant_of_wall_time(day, begin, zone, last=False), instant_of_wall_time(day, end, zone, last=True)


def instant_of_wall_time(day: date, minutes: int, zone: tzinfo, *, last: bool) -> int:
    """The instant of a wall-clock time, in minutes after midnight of a date (may exceed a day).

    Of a repeated time the first instant, or with `last` the second if the minute before repeats as well, so that closed
    hours end after the repetition. A skipped time is the instant of the clock change.
    """
    days, rest = divmod(minutes, _MINUTES_PER_DAY)
    wall = datetime(day.year, day.month, day.day, rest // 60, rest % 60) + timedelta(days=days)
    return _instant_of_datetime(wall, zone, last)


@lru_cache(maxsize=4096)
def _instant_of_datetime(wall: datetime, zone: tzinfo, last: bool) -> int:
    first, second = _both_instants_of(wall, zone)
    if first == second:
        return first
    if first < second:
        before = _both_instants_of(wall - timedelta(minutes=1), zone)
        return second if last and before[0] < before[1] else first
    return _clock_leap(second, first, zone)


def _both_instants_of(wall: datetime, zone: tzinfo) -> Span:
    """First and second instant of a wall-clock time; for a skipped time in reverse order."""
    first, second = (int(wall.replace(tzinfo=zone, fold=fold).timestamp()) for fold in (0, 1))
    return first, second


def _clock_leap(before: int, after: int, zone: tzinfo) -> int:
    """The first instant with a UTC offset other than that at `before`."""
    offset = datetime.fromtimestamp(before, zone).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after


def count_open_seconds(spans: Spans, a: int, b: int) -> int:
    """Open seconds from `a` to `b`."""
    return max(0, b - a) - sum(max(0, min(end, b) - max(begin, a)) for begin, end in spans)


def compute_due_instant(from_: int, allowance: int, spans_of: SpansOf) -> int:
    """The first instant when `allowance` open seconds have passed; TooFar beyond 400 days."""
    at, left, horizon = from_, allowance, from_ + HORIZON_DAYS * DAY
    while at < horizon:
        until = min(at + 2 * left + DAY, horizon)
        for begin, end in (*spans_of(at, until), (until, until)):
            if begin - at >= left:
                return at + left
            left -= begin - at
            at = end
    raise TooFar(HORIZON_DAYS)


def next_open_instant(spans_of: SpansOf, at: int) -> int:
    """The first open instant from `at` on; TooFar beyond 400 days."""
    horizon = at + HORIZON_DAYS * DAY
    while at < horizon:
        until = min(at + 3 * DAY, horizon)
        spans = spans_of(at, until)
        if not spans or spans[0][0] > at:
            return at
        at = spans[0][1]
        if at < until:
            return at
    raise TooFar(HORIZON_DAYS)
