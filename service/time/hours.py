"""Hours in which nobody's time counts: quiet hours of each day, the rest of a week, and whatever else is closed.

Instants are Unix seconds, spans of them half-open. Hours are what the clock on the wall shows: a night across a change
of summer time is longer or shorter by it.
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

QUIET_MOST: Final = 10  # hours a day
REST_MOST: Final = 30  # hours a week
HORIZON: Final = 400  # days that `due` and `opens` look ahead

Span: TypeAlias = tuple[int, int]
Spans: TypeAlias = tuple[Span, ...]  # merged: in order, apart from one another, none empty
SpansOf: TypeAlias = Callable[[int, int], Spans]  # what is closed from one instant to another

_OFF: Final = OFF | {""}
_DASH: Final = re.compile(rf" ?- ?| {word_pattern('to')} ")
_BETWEEN: Final = re.compile(rf"^{word_pattern('from')} ")
_MINUTES: Final = 24 * 60  # of a day
_WEEK: Final = 7 * _MINUTES
_QUIET_KNOWN: Final = ("22:00-07:00", "23:00-08:00", "off")
_REST_KNOWN: Final = ("Fri 16:00-Sat 20:00", "Sun 00:00-Mon 00:00", "off")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours of every day in minutes after midnight; an `end` before `begin` is the next day's. `22:00-07:00`."""

    begin: int
    end: int

    def __post_init__(self) -> None:
        if not 0 < (self.end - self.begin) % _MINUTES <= QUIET_MOST * 60:
            raise ValueError(f"not so many hours a day: {self}")

    def __str__(self) -> str:
        return f"{format_time_of_day(self.begin)}-{format_time_of_day(self.end)}"


@dataclass(frozen=True, slots=True)
class WeeklyRest:
    """Hours of every week, in minutes after Monday 0:00; the end may lie in the next week. `Fri 16:00-Sat 20:00`."""

    begin: int
    end: int

    def __post_init__(self) -> None:
        if not 0 < (self.end - self.begin) % _WEEK <= REST_MOST * 60:
            raise ValueError(f"not so many hours a week: {self}")

    def __str__(self) -> str:
        return f"{_format_week_moment(self.begin)}-{_format_week_moment(self.end)}"


def _format_week_moment(minutes: int) -> str:
    return f"{DAYS[minutes // _MINUTES]} {format_time_of_day(minutes % _MINUTES)}"


def parse_quiet_hours(text: str) -> QuietHours | None:
    """The quiet hours that somebody typed: `22-7`, `22:00 - 07:00`, `10pm to 7.30am`; None: `off`.

    BadTime: `quiet_form`, `quiet_same` (the end is the beginning), `quiet_long` (most: hours a day).
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
    if not 0 < (end - begin) % _MINUTES <= QUIET_MOST * 60:  # nothing is left of 0-24, which is all
        raise BadTime("quiet", text, "quiet_long", _QUIET_KNOWN, most=QUIET_MOST)
    return QuietHours(begin % _MINUTES, end % _MINUTES)


def parse_weekly_rest(text: str) -> WeeklyRest | None:
    """The weekly rest that somebody typed: `fri 16 - sat 20`, `Sunday 9-18`, `saturday` (the whole day); None: `off`.

    BadTime: `rest_form`, `rest_same` (the end is the beginning), `rest_long` (most: hours a week).
    """
    line = _BETWEEN.sub("", fold_text(text))
    if line in _OFF:
        return None
    texts = _DASH.split(line)
    parts = [part for text_of in texts if (part := _parse_day_and_time(text_of)) is not None]
    if len(parts) != len(texts) or len(parts) > 2:
        raise BadTime("rest", text, "rest_form", _REST_KNOWN)
    (first, begin), (last, end) = parts[0], parts[-1]
    if first is None or (begin is None) is not (end is None) or (len(parts) == 1 and begin is not None):
        raise BadTime("rest", text, "rest_form", _REST_KNOWN)
    if begin is None or end is None:  # whole days
        begin, end = 0, _MINUTES
    if last is None:  # one day is named: to the end there, or on the day after it
        last = first if end >= begin else first + 1
    start, stop = (first * _MINUTES + begin) % _WEEK, (last * _MINUTES + end) % _WEEK
    length = (stop - start) % _WEEK
    if not length:
        raise BadTime("rest", text, "rest_same", _REST_KNOWN)
    if length > REST_MOST * 60:
        raise BadTime("rest", text, "rest_long", _REST_KNOWN, most=REST_MOST)
    return WeeklyRest(start, stop)


def _parse_day_and_time(text: str) -> tuple[int | None, int | None] | None:
    """Weekday and time of `fri 16:00`, `16:00` or `fri`; None: it is none of these."""
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
    """The spans in order, those that touch or overlap as one, empty ones left out."""
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
    """What is closed from `a` to `b`, merged: hours in that zone, `others` (pause, frozen, vacation; end None: open).

    The first four bound by `functools.partial` are a `SpansOf`, if `others` can be gone through more than once.
    """
    spans = [(max(begin, a), b if end is None else min(end, b)) for begin, end in others]
    if quiet is not None or rest is not None:
        spans += [(max(begin, a), min(end, b)) for begin, end in _quiet_and_rest_spans(quiet, rest, zone, a, b)]
    return merge_spans(spans)


def _quiet_and_rest_spans(
    quiet: QuietHours | None, rest: WeeklyRest | None, zone: tzinfo, a: int, b: int
) -> Iterator[Span]:
    """The quiet hours and rests that begin on a local date from some days before `a` to `b`."""
    day, last = (datetime.fromtimestamp(at, zone).date() for at in (a, b))
    day -= timedelta(days=3)  # no rest reaches further
    while day <= last:
        if quiet is not None:
            yield _wall_span(day, quiet.begin, quiet.end + _MINUTES * (quiet.end <= quiet.begin), zone)
        if rest is not None and day.weekday() == rest.begin // _MINUTES:
            begin = rest.begin % _MINUTES
            yield _wall_span(day, begin, begin + (rest.end - rest.begin) % _WEEK, zone)
        day += timedelta(days=1)


def _wall_span(day: date, begin: int, end: int, zone: tzinfo) -> Span:
    return instant_of_wall_time(day, begin, zone, last=False), instant_of_wall_time(day, end, zone, last=True)


def instant_of_wall_time(day: date, minutes: int, zone: tzinfo, *, last: bool) -> int:
    """When the clock on the wall shows so many minutes after midnight of that date; they may be more than a day's.

    Where it shows them twice, the first time, or the `last` if the minute before them comes twice as well: hours that
    end there end when they have been gone through. Where the clock leaps over them, the moment of the leap.
    """
    days, rest = divmod(minutes, _MINUTES)
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
    """The first and the second time that the clock shows this; in a gap the earlier of the two comes second."""
    first, second = (int(wall.replace(tzinfo=zone, fold=fold).timestamp()) for fold in (0, 1))
    return first, second


def _clock_leap(before: int, after: int, zone: tzinfo) -> int:
    """The first instant with another offset than the earlier of the two."""
    offset = datetime.fromtimestamp(before, zone).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after


def count_open_seconds(spans: Spans, a: int, b: int) -> int:
    """Seconds from `a` to `b` that are not closed."""
    return max(0, b - a) - sum(max(0, min(end, b) - max(begin, a)) for begin, end in spans)


def compute_due_instant(from_: int, allowance: int, spans_of: SpansOf) -> int:
    """The first instant at which `allowance` seconds that are not closed have passed; TooFar beyond 400 days."""
    at, left, horizon = from_, allowance, from_ + HORIZON * DAY
    while at < horizon:
        until = min(at + 2 * left + DAY, horizon)
        for begin, end in (*spans_of(at, until), (until, until)):
            if begin - at >= left:
                return at + left
            left -= begin - at
            at = end
    raise TooFar(HORIZON)


def next_open_instant(spans_of: SpansOf, at: int) -> int:
    """The first instant from `at` on that is not closed; TooFar beyond 400 days."""
    horizon = at + HORIZON * DAY
    while at < horizon:
        until = min(at + 3 * DAY, horizon)
        spans = spans_of(at, until)
        if not spans or spans[0][0] > at:
            return at
        at = spans[0][1]
        if at < until:
            return at
    raise TooFar(HORIZON)
