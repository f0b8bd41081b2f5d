"""Parses typed instants: durations from now, dates, weekdays, with or without a time of day."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from .folding import fold_text
from .hours import instant_of_wall_time
from .typed import DAY, normalize_times, parse_duration, parse_time_of_day, parse_weekday, strip_day_particles
from .typed_words import calendar_names, words_in_all_languages

_MAX_DURATION: Final = 3650 * DAY  # upper bound of durations
_TIME: Final = re.compile(r"\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?")
_ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_DOTTED: Final = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.?(?:\s?(\d{4}))?")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:of )?([^\W\d_]{3,})\.?,?(?:\s+(\d{4}))?")
_MONTH_FIRST: Final = re.compile(r"([^\W\d_]{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?(?:\s+(\d{4}))?")


def parse_instant(text: str, since: int, zone: tzinfo, *, last: bool) -> int | None:
    """Parse an instant in a zone: `7d` from `since` on, `2026-12-24`, `24.12.`, `24 Dec 18:00`, `friday`, `tomorrow`,
    `18:00`; None if invalid. A day alone means its beginning, or its end with `last`.

    A date without a year is the next one from `since` on. Days are calendar days.
    """
    line = normalize_times(fold_text(text))
    length = parse_duration(line)
    if length is not None:
        return add_wall_time(since, length, zone) if length <= _MAX_DURATION else None
    here = datetime.fromtimestamp(since, zone).date()
    if _TIME.fullmatch(line):
        return _next_time_of_day(line, since, here, zone)
    day_text, _, time_text = line.rpartition(" ")
    while day_text and not _TIME.fullmatch(time_text):  # `6 pm` has two words
        day_text, _, word = day_text.rpartition(" ")
        time_text = f"{word} {time_text}"
    minutes = parse_time_of_day(time_text) if day_text else None
    day = _parse_day(day_text if minutes is not None else line, here)
    if day is None:
        return None
    if minutes is None:
        return instant_of_wall_time(day, DAY // 60 if last else 0, zone, last=False)
    return instant_of_wall_time(day, minutes, zone, last=False)


def add_wall_time(since: int, seconds: int, zone: tzinfo) -> int:
    """The instant when wall-clock time has advanced by so many seconds."""
    wall = datetime.fromtimestamp(since, zone).replace(tzinfo=None) + timedelta(seconds=seconds)
    within = (wall - datetime(wall.year, wall.month, wall.day)).seconds
    return instant_of_wall_time(wall.date(), within // 60, zone, last=False) + within % 60


def _next_time_of_day(line: str, since: int, here: date, zone: tzinfo) -> int | None:
    minutes = parse_time_of_day(line)
    if minutes is None:
        return None
    today = instant_of_wall_time(here, minutes, zone, last=False)
    return today if today > since else instant_of_wall_time(here + timedelta(days=1), minutes, zone, last=False)


def _parse_day(line: str, here: date) -> date | None:
    line = strip_day_particles(line).rstrip(" ,")
    if line in words_in_all_languages("today"):
        return here
    if line in words_in_all_languages("tomorrow"):
        return here + timedelta(days=1)
    weekly = parse_weekday(line)
    if weekly is not None:
        return here + timedelta(days=(weekly - here.weekday() - 1) % 7 + 1)
    if found := _ISO.fullmatch(line):
        return _date_or_none(int(found[1]), int(found[2]), int(found[3]))
    year: str | None
    if found := _DOTTED.fullmatch(line):
        day, month, year = int(found[1]), int(found[2]), found[3]
    elif found := _DAY_FIRST.fullmatch(line):
        day, month, year = int(found[1]), _parse_month(found[2]), found[3]
    elif found := _MONTH_FIRST.fullmatch(line):
        day, month, year = int(found[2]), _parse_month(found[1]), found[3]
    else:
        return None
    if year is not None:
        return _date_or_none(int(year), month, day)
    coming = (_date_or_none(here.year + more, month, day) for more in range(9))  # 29 February may be years away
    return next((each for each in coming if each is not None and each >= here), None)


def _parse_month(word: str) -> int:
    """Month 1 to 12; 0 if unknown or ambiguous."""
    fitting = [
        number
        for number, names in enumerate(calendar_names("months"), 1)
        if any(name.startswith(word) for name in names)
    ]
    return fitting[0] if len(fitting) == 1 else 0


def _date_or_none(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
