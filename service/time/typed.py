"""Text as people type it: folded for comparing, durations, times of the day, days of the week."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

UNITS: Final[dict[str, int]] = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), MINUTE),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), HOUR),
    **dict.fromkeys(("d", "day", "days"), DAY),
    **dict.fromkeys(("w", "week", "weeks"), 7 * DAY),
}
DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
# What a day of the week may begin like, Monday first: English, Romanian, Hebrew.
_WEEKDAYS: Final = (
    ("monday", "luni", "שני"),
    ("tuesday", "marti", "שלישי"),
    ("wednesday", "miercuri", "רביעי"),
    ("thursday", "joi", "חמישי"),
    ("friday", "vineri", "שישי"),
    ("saturday", "sambata", "שבת"),
    ("sunday", "duminica", "ראשון"),
)
# Letters that are one piece in Unicode, but that people write as others.
_PLAIN: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"}
    | dict.fromkeys("‐‑‒–—―−־", "-")
    | dict.fromkeys('’ʼ׳״“”‘`"', "'")
)
_PART: Final = re.compile(r"(\d{1,18})\s*([a-z]+)\s*")
_TIME: Final = re.compile(r"(\d{1,2})(?:\s*[:.h]\s*(\d{2})|\s*h)?\s*(am|pm|a\.m\.|p\.m\.)?")
_SHORT: Final = re.compile(r"(\d{2})(\d{2})")


def folded(text: str) -> str:
    """The text without case, accents, marks of direction, and with plain dashes and single spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(c for c in apart if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(kept.translate(_PLAIN).split())


def duration(text: str) -> int | None:
    """Seconds of folded text such as `36h`, `2 days` or `1d12h`; None: it is no duration."""
    at, total = 0, 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or part[2] not in UNITS:
            return None
        total += int(part[1]) * UNITS[part[2]]
        at = part.end()
    return total if text else None


def written(seconds: int, *, days_from: int = 1) -> str:
    """The duration in its largest whole unit; days only from so many on. Whole minutes are expected."""
    if seconds % DAY == 0 and seconds >= days_from * DAY:
        return f"{seconds // DAY}d"
    if seconds % HOUR == 0:
        return f"{seconds // HOUR}h"
    return f"{seconds // MINUTE}m"


def time_of_day(text: str) -> int | None:
    """Minutes after midnight, 0 to 1440, of folded text such as `7`, `22:00`, `22.30`, `10 pm`, `0730`; None: none."""
    if text in ("midnight", "noon"):
        return 12 * 60 if text == "noon" else 0
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


def clock(minutes: int) -> str:
    """Minutes after midnight as `07:00`."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def weekday(text: str) -> int | None:
    """0 (Monday) to 6 of folded text that one day alone begins with, of two letters or more; None: none, or several."""
    word = text.removeprefix("יום ").rstrip(".'")
    if len(word) < 2:
        return None
    fitting = {day for day, names in enumerate(_WEEKDAYS) if any(name.startswith(word) for name in names)}
    return fitting.pop() if len(fitting) == 1 else None
