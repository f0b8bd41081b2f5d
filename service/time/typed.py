"""Parses folded text: durations, times of day, weekdays."""

from __future__ import annotations

import re
from typing import Final

from .typed_words import calendar_names, word_pattern, words_in_all_languages

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

UNITS: Final[dict[str, int]] = {
    **dict.fromkeys(words_in_all_languages("minutes"), MINUTE),
    **dict.fromkeys(words_in_all_languages("hours"), HOUR),
    **dict.fromkeys(words_in_all_languages("days"), DAY),
    **dict.fromkeys(words_in_all_languages("weeks"), 7 * DAY),
}
# Some languages have one word for two units.
_PAIRS: Final[dict[str, int]] = {
    **dict.fromkeys(words_in_all_languages("two_hours"), 2 * HOUR),
    **dict.fromkeys(words_in_all_languages("two_days"), 2 * DAY),
    **dict.fromkeys(words_in_all_languages("two_weeks"), 14 * DAY),
}
DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
OFF: Final = frozenset({"-", *words_in_all_languages("off")})
_BEFORE_DAY: Final = re.compile(rf"^(?:{word_pattern('before_day')} )+")
_AFTER_DAY: Final = re.compile(rf" {word_pattern('before_time')}$")
_PART: Final = re.compile(r"(\d{1,18})\s*([^\W\d_]+)\s*")
_TIME: Final = re.compile(r"(\d{1,2})(?:\s*[:.h]\s*(\d{2})|\s*h)?\s*(am|pm|a\.m\.|p\.m\.)?")
_SHORT: Final = re.compile(r"(\d{2})(\d{2})")
_HOUR: Final = r"(?P<h{n}>\d{{1,2}})(?:[:.](?P<m{n}>\d{{2}}))?"
_SPOKEN_TIME: Final = re.compile(
    rf"{_HOUR.format(n=1)} ?{word_pattern('oclock')}\b|"
    rf"\b{word_pattern('before_time')} {_HOUR.format(n=2)}(?! ?[ap]\.?m|[\d:.])(?: ?{word_pattern('oclock')}\b)?"
)


def parse_duration(text: str) -> int | None:
    """Seconds of a duration such as `36h`, `2 days` or `1d12h`; None if invalid."""
    if text in _PAIRS:
        return _PAIRS[text]
    at, total = 0, 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or part[2] not in UNITS:
            return None
        total += int(part[1]) * UNITS[part[2]]
        at = part.end()
    return total if text else None


def format_duration(seconds: int, *, days_from: int = 1) -> str:
    """Format a duration of whole minutes in its largest exact unit; days only from `days_from` on."""
    if seconds % DAY == 0 and seconds >= days_from * DAY:
        return f"{seconds // DAY}d"
    if seconds % HOUR == 0:
        return f"{seconds // HOUR}h"
    return f"{seconds // MINUTE}m"


def parse_time_of_day(text: str) -> int | None:
    """Minutes after midnight, 0 to 1440, of `7`, `22:00`, `22.30`, `10 pm`, `0730`; None if invalid."""
    text = normalize_times(text)
    if text in words_in_all_languages("midnight"):
        return 0
    if text in words_in_all_languages("noon"):
        return 12 * 60
    found = _SHORT.fullmatch(text) or _TIME.fullmatch(text)
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    half = found[3] if found.re is _TIME else None
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    if minute > 59 or hour > 24 or (hour == 24 and minute):
        return None
    return hour * 60 + minute


def normalize_times(text: str) -> str:
    """Rewrite `18 uhr` and `at 18` as `18:00`."""

    def written(found: re.Match[str]) -> str:
        n = "1" if found["h1"] else "2"
        return f"{found['h' + n]}:{found['m' + n] or '00'}"

    return _SPOKEN_TIME.sub(written, text)


def format_time_of_day(minutes: int) -> str:
    """Format minutes after midnight: `07:00`."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def strip_day_particles(text: str) -> str:
    """Strip `on`, `next`, `until` before a day and `at` after it."""
    return _AFTER_DAY.sub("", _BEFORE_DAY.sub("", text))


def parse_weekday(text: str) -> int | None:
    """Weekday 0 (Monday) to 6 from an unambiguous prefix of two or more letters; None otherwise."""
    word = strip_day_particles(text).rstrip(".'")
    if len(word) < 2:
        return None
    days = list(enumerate(calendar_names("weekdays")))
    fitting = {day for day, names in days if word in names}  # an exact name takes precedence over prefixes
    fitting = fitting or {day for day, names in days if any(name.startswith(word) for name in names)}
    return fitting.pop() if len(fitting) == 1 else None
