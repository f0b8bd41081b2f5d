"""Completion of typed time zones: cities, countries, abbreviations, UTC offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Final

from . import zone_list
from .folding import fold_text
from .time_errors import BadTime
from .typed import HOUR, MINUTE
from .zone_list import OfferedZone, format_zone, list_offered_zones, list_zone_names, load_zone

__all__ = [
    "ZoneMatch",
    "format_utc_offset",
    "format_zone",
    "is_zone_name",
    "load_zone",
    "match_zones",
    "parse_zone",
    "utc_offset",
]

OFFERED: Final = 25  # Discord's limit of completions
_DIFFERENCE: Final = re.compile(r"(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?:\s*:?\s*(\d{2}))?")
_KNOWN: Final = ("Europe/London", "America/New_York", "UTC")


@dataclass(frozen=True, slots=True)
class ZoneMatch:
    """A matching zone and its current UTC offset in seconds, positive east."""

    name: str
    offset: int


def is_zone_name(name: str) -> bool:
    """Whether it is the exact name of a valid zone."""
    return name in list_zone_names()


def utc_offset(name: str, at: int) -> int:
    """UTC offset in seconds at an instant. KeyError."""
    difference = datetime.fromtimestamp(at, load_zone(name)).utcoffset()
    assert difference is not None
    return int(difference.total_seconds())


def format_utc_offset(seconds: int) -> str:
    """Format a UTC offset: `UTC+2`, `UTC-3:30`."""
    hours, minutes = divmod(abs(seconds) // MINUTE, HOUR // MINUTE)
    sign = "-" if seconds < 0 else "+"
    return f"UTC{sign}{hours}:{minutes:02}" if minutes else f"UTC{sign}{hours}"


def match_zones(typed: str, at: int, limit: int = OFFERED) -> list[ZoneMatch]:
    """Zones that match the text, most likely first; without text, common ones from west to east.

    `at`: the instant of the offsets.
    """
    line = fold_text(typed)
    if not zone_list.to_plain_letters(line) and not _DIFFERENCE.fullmatch(line):
        common = [ZoneMatch(place.name, utc_offset(place.name, at)) for place in _zones_by_rank()[:limit]]
        return sorted(common, key=lambda match: match.offset)
    found = _DIFFERENCE.fullmatch(line)
    if found:
        chosen = list(_zones_at_offset(found, at))
    else:
        chosen = [place.name for _, place in _rank_fitting_zones(line, at)]
        exact = _find_spelled_zone(typed)
        chosen = list(dict.fromkeys([exact, *chosen] if exact else chosen))
    return [ZoneMatch(name, utc_offset(name, at)) for name in chosen[:limit]]


def parse_zone(typed: str, at: int) -> str:
    """The zone that the text names: exact name, city, country with one zone, `UTC+2`.

    BadTime `zone_unknown`, `zone_many` (`known`: matches).
    """
    spelt = _find_spelled_zone(typed)
    if spelt is not None:
        return spelt
    line = fold_text(typed)
    fixed = _DIFFERENCE.fullmatch(line)
    if fixed:
        name = _fixed_offset_zone(_parse_utc_offset(fixed))
        if name is not None:
            return name
        there = [match.name for match in match_zones(typed, at)]
        raise BadTime("timezone", typed, "zone_many" if there else "zone_unknown", there or _KNOWN)
    fitting = _rank_fitting_zones(line, at)
    if not fitting or not zone_list.to_plain_letters(line):
        raise BadTime("timezone", typed, "zone_unknown", _KNOWN)
    best = [place for fit, place in fitting if fit == fitting[0][0]]
    if len(best) > 1:
        raise BadTime("timezone", typed, "zone_many", [place.name for place in best[:OFFERED]])
    return best[0].name


def _find_spelled_zone(typed: str) -> str | None:
    """An exact name, ignoring case, with spaces for `_`."""
    return _zones_by_spelling().get(fold_text(typed).replace(" ", "_"))


@cache
def _zones_by_spelling() -> dict[str, str]:
    return {name.casefold(): name for name in list_zone_names()}


@cache
def _zones_by_rank() -> tuple[OfferedZone, ...]:
    return tuple(sorted(list_offered_zones(), key=lambda place: place.rank))


def _rank_fitting_zones(line: str, at: int) -> list[tuple[int, OfferedZone]]:
    """Matching zones with their rank (0: best), best first."""
    text = zone_list.to_plain_letters(line)
    short = _zones_by_abbreviation(datetime.fromtimestamp(at, UTC).year).get(text, frozenset())
    fits = ((_fit_rank(place, text, place.name in short), place) for place in _zones_by_rank())
    return sorted(((fit, place) for fit, place in fits if fit is not None), key=lambda found: found[0])


def _fit_rank(place: OfferedZone, text: str, short: bool) -> int | None:
    if text in place.cities:
        return 0
    if short or text in place.countries:
        return 1
    if any(city.startswith(text) for city in place.cities):
        return 2
    if any(country.startswith(text) for country in place.countries):
        return 3
    if all(any(word.startswith(part) for word in place.words) for part in text.split()):
        return 4
    return None


@lru_cache(maxsize=4)
def _zones_by_abbreviation(year: int) -> dict[str, frozenset[str]]:
    """Abbreviations used in a year, summer and winter (`est`, `edt`, `ist`) -> zones."""
    found: dict[str, set[str]] = {}
    for place in list_offered_zones():
        for month in (1, 7):
            short = datetime(year, month, 1, tzinfo=UTC).astimezone(load_zone(place.name)).tzname()
            if short and short.isalpha():
                found.setdefault(short.casefold(), set()).add(place.name)
    return {short: frozenset(there) for short, there in found.items()}


def _parse_utc_offset(difference: re.Match[str]) -> int:
    ahead = int(difference[2]) * HOUR + int(difference[3] or 0) * MINUTE
    return -ahead if difference[1] == "-" else ahead


def _fixed_offset_zone(seconds: int) -> str | None:
    """The zone with that fixed offset; for whole hours."""
    if not seconds:
        return zone_list.UTC
    name = f"Etc/GMT{'-' if seconds > 0 else '+'}{abs(seconds) // HOUR}"  # tzdata counts westward
    return name if seconds % HOUR == 0 and name in list_zone_names() else None


def _zones_at_offset(difference: re.Match[str], at: int) -> Iterator[str]:
    """Common zones with that offset now, then the fixed one, then others."""
    seconds = _parse_utc_offset(difference)
    now = [place for place in _zones_by_rank() if utc_offset(place.name, at) == seconds]
    yield from (place.name for place in now[:6])
    fixed = _fixed_offset_zone(seconds)
    if fixed is not None and fixed != zone_list.UTC:
        yield fixed
    yield from (place.name for place in now[6:])
