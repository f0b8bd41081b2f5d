"""Simulated people: time zone, presence, settings, reaction times."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final
from zoneinfo import ZoneInfo

from .world import draw_weighted

HOUR: Final = 3600
DAY: Final = 86_400
SERVER: Final = 1  # the server of all people

ZONES: Final = (
    "America/Los_Angeles",
    "America/New_York",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Bucharest",
    "Europe/Berlin",
    "Asia/Jerusalem",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Sydney",
)
PINGS: Final = {"mention": 55, "dm": 15, "both": 10, "digest": 10, "off": 10}
REMINDERS: Final = {"all": 80, "due": 12, "off": 8}
QUIET: Final = {"off": 50, "22:00-07:00": 25, "23:30-08:15": 15, "00:40-09:05": 10}
REST: Final = {"off": 85, "Fri 16:00-Sat 20:00": 9, "Sun 00:00-Mon 00:00": 6}
DIGESTS: Final = ("08:00", "12:00", "18:00")

# Reaction times in seconds, as median and sigma of a lognormal: until a present person looks after a ping; until a
# returning person looks; until the first decision, and each further one at the same table.
TO_LOOK: Final = (10 * 60, 1.0)
TO_ARRIVE: Final = (12 * 60, 0.8)
TO_DECIDE: Final = (60, 0.7)
TO_GO_ON: Final = (25, 0.6)
MISSED: Final = 0.1  # share of pings that are not noticed
UNASKED: Final = 1.5  # looks per day without a ping
ABSENT_EVERY: Final = 16 * DAY  # mean time between the beginnings of two absences
ABSENT_FOR: Final = (36 * HOUR, 0.8)  # median, sigma
ABSENT_MOST: Final = 6 * DAY
PREPARES: Final = 0.75  # share of people
LEAVES: Final = 0.15  # share of absences in which they leave the server and return
BY_ITSELF: Final = 0.3  # share of people whose vacation begins automatically when their time would be up
ANNOUNCED: Final = 0.6  # share of absences of more than a day with a vacation


@dataclass
class Person:
    """A simulated person. `there`: disjoint spans of presence, in true seconds, ascending."""

    user: int
    name: str
    zone: str
    wants: dict[str, str]  # their settings
    refuses: bool  # accepts no direct messages
    prepares: bool  # prepares conditional moves
    there: list[tuple[int, int]]
    luck: Random
    absences: list[tuple[int, int]] = field(default_factory=list)
    gone: list[tuple[int, int]] = field(default_factory=list)  # absences in which they are not on the server
    coming: int | None = None  # when they will look
    visiting: bool = False
    _begins: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._begins = [begin for begin, _ in self.there]

    def present(self, at: int) -> bool:
        found = bisect_right(self._begins, at) - 1
        return found >= 0 and at < self.there[found][1]

    def has_left(self, at: int) -> bool:
        """Whether they are not on the server at that time."""
        return any(begin <= at < end for begin, end in self.gone)

    def arrives(self, at: int) -> int | None:
        """The first instant of presence from `at` on; None if there is none."""
        if self.present(at):
            return at
        found = bisect_right(self._begins, at)
        return self._begins[found] if found < len(self._begins) else None

    def takes(self, what: tuple[float, float]) -> float:
        median, sigma = what
        return median * math.exp(self.luck.gauss(0, sigma))

    def unasked(self) -> float:
        """Seconds of presence until they look without a ping."""
        return self.luck.expovariate(UNASKED / (8 * HOUR))


def create_person(number: int, luck: Random, begin: int, days: int) -> Person:
    """A random person for so many days."""
    zone = luck.choice(ZONES)
    wants = {
        "timezone": zone,
        "ping": draw_weighted(luck.random, PINGS),
        "reminders": draw_weighted(luck.random, REMINDERS),
        "quiet": draw_weighted(luck.random, QUIET),
        "rest": draw_weighted(luck.random, REST),
        "digest": luck.choice(DIGESTS),
        "vacation_auto": "on" if luck.random() < BY_ITSELF else "off",
    }
    absences = _draw_absences(luck, begin, days)
    there = _subtract_spans(_draw_presence(luck, zone, begin, days), absences)
    refuses = wants["ping"] in ("dm", "both") and luck.random() < 0.1
    prepares = luck.random() < PREPARES
    gone = [span for span in absences if luck.random() < LEAVES]
    own = Random(luck.random())
    return Person(1000 + number, f"P{number}", zone, wants, refuses, prepares, there, own, absences, gone)


def _draw_presence(luck: Random, zone: str, begin: int, days: int) -> list[tuple[int, int]]:
    """Spans of presence: three and five hours a day, at about the same times every day."""
    where = ZoneInfo(zone)
    first = luck.uniform(7, 12)  # hours of the day
    second = first + 3 + luck.uniform(1, 4)
    day = datetime.fromtimestamp(begin, UTC).astimezone(where).replace(hour=0, minute=0, second=0, microsecond=0)
    found: list[tuple[int, int]] = []
    for _ in range(days + 2):
        for start, long in ((first, 3), (second, 5)):
            wall = day.replace(tzinfo=None) + timedelta(hours=start + luck.uniform(-0.75, 0.75))
            at = int(wall.replace(tzinfo=where).timestamp())
            if found and at < found[-1][1]:
                at = found[-1][1] + 60
            found.append((at, at + long * HOUR))
        day += timedelta(days=1)
    return found


def _draw_absences(luck: Random, begin: int, days: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = begin + luck.expovariate(1 / ABSENT_EVERY)
    while at < begin + days * DAY:
        median, sigma = ABSENT_FOR
        long = min(ABSENT_MOST, median * math.exp(luck.gauss(0, sigma)))
        found.append((int(at) // 60 * 60, int(at + long) // 60 * 60))  # calendars count whole minutes
        at += long + luck.expovariate(1 / ABSENT_EVERY)
    return found


def _subtract_spans(spans: list[tuple[int, int]], holes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    for begin, end in holes:
        cut: list[tuple[int, int]] = []
        for a, b in spans:
            cut += [(x, y) for x, y in ((a, min(b, begin)), (max(a, end), b)) if x < y]
        spans = cut
    return spans


def create_population(seats: int, tables_each: float, luck: Random, begin: int, days: int, least: int) -> list[Person]:
    """Enough people for `tables_each` tables each on average, `least` at least."""
    return [create_person(n, luck, begin, days) for n in range(max(least, round(seats / tables_each)))]
