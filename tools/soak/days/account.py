"""The time of one pending turn, counted independently of the service, and the messages about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from .desk import SentPing
from .hours import Calendar

HOUR: Final = 3600


@dataclass(slots=True)
class Account:
    """The time used in a pending turn: open time since `since`, plus `counted` from before."""

    allowance: int | None  # seconds
    since: int
    counted: int = 0
    running: bool = True
    changed: bool = False  # the person's hours changed meanwhile
    stopped: bool = False  # it was stopped for a while
    begun: bool = True  # its time has begun; if not, it begins when the table resumes
    graced: int | None = None  # when the table resumed for a person who was late before a pause: they have half an hour
    late: bool = False  # they were late when their hours changed, and stay late
    pressed: int | None = None  # when others asked for a machine's move
    warned: int | None = None  # when the table changed its late policy while they were late: they have an hour
    put: bool = False  # a vacation began just before they were late; once per pending turn and pace

    def used(self, hours: Calendar, now: int) -> int:
        return self.counted + (hours.open_between(self.since, now) if self.running else 0)

    def due(self, hours: Calendar) -> int | None:
        if self.allowance is None or not self.running:
            return None
        return hours.reached(self.since, self.allowance - self.counted)

    def stop(self, hours: Calendar, now: int) -> None:
        """Stops the clock and drops requests for a machine's move."""
        self.settle(hours, now)
        self.running, self.stopped, self.pressed, self.graced, self.warned = False, True, None, None, None

    def go_on(self, now: int) -> None:
        self.running, self.since = True, now
        if self.allowance is not None and self.counted >= self.allowance:
            self.graced = now

    def repaced(self, hours: Calendar, now: int, whole: int | None) -> bool:
        """Applies another pace, if it allows more time; returns whether it does."""
        if whole is not None and self.allowance is not None and whole <= self.allowance:
            return False
        self.settle(hours, now)
        self.counted = 0 if self.allowance is None else self.counted
        self.allowance, self.late, self.stopped = whole, False, True
        self.pressed, self.graced, self.warned, self.put = None, None, None, False
        return True

    def ruled(self, hours: Calendar, now: int, late: str) -> None:
        """Applies another late policy."""
        due = self.due(hours)
        if due is None:
            return
        self.pressed = self.graced = self.warned = None
        if late != "ask" and due <= now:
            self.warned = now
        self.late = self.late or self.changed

    def welcome(self, hours: Calendar, now: int, left: int) -> None:
        """Back on the server: the time since they left does not count, and at least an hour is left."""
        if not self.begun:
            return
        self.counted += hours.open_between(self.since, min(now, left)) if self.running else 0
        if self.allowance is not None:
            self.counted = min(self.counted, max(0, self.allowance - HOUR))
        self.running, self.since, self.stopped, self.late = False, now, True, False
        self.pressed = self.graced = self.warned = None

    def gives_way(self, hours: Calendar, now: int, whole: int | None, most: int | None, *, left: int) -> None:
        """A machine takes over; `whole` is the allowance if the person returns within this pending turn.

        Then at most `most` seconds count as used (the bank paid for more), and at least `left` seconds remain.
        """
        self.settle(hours, now)
        self.counted = self.counted if most is None else min(self.counted, most)
        self.allowance = whole
        if whole is not None and left:
            self.counted = min(self.counted, max(0, whole - left))
        self.running, self.stopped = False, True
        self.pressed = self.graced = self.warned = None

    def put_off(self, now: int) -> None:
        """A vacation began just before they were late: an hour is left."""
        self.counted, self.since = max(0, (self.allowance or 0) - HOUR), now
        self.late, self.changed, self.stopped, self.put = False, False, True, True
        self.pressed = self.graced = self.warned = None

    def settle(self, hours: Calendar, now: int) -> None:
        """Adds the time used so far to `counted`."""
        if self.running:
            self.counted, self.since = self.used(hours, now), now


@dataclass(slots=True)
class Asked:
    """A pending turn of a seat, and the messages its person got about it."""

    seat: int
    user: int
    since: int
    seq: int
    silent: bool  # from an undo, or begun while a machine played: no notification
    again: bool  # perhaps the former one, continued after questions to machines only
    account: Account | None
    wants: dict[str, str]
    true: int = 0  # true seconds at its beginning
    told: Counter[str] = field(default_factory=Counter)  # number of notifications by place
    first_told: int | None = None
    reminded: list[SentPing] = field(default_factory=list)
    before: list[SentPing] = field(default_factory=list)  # reminders of being late, sent before the late policy changed
    disturbed: list[int] = field(default_factory=list)  # times (bot's clock) of jumps and restarts
    gaps: list[tuple[int, int]] = field(default_factory=list)  # spans of downtime while something was due
    jumped: bool = False
    changed: bool = False  # they changed settings meanwhile
    hushed: bool = False
    nudges: int = 0
    hurried: bool = False  # a digest reader was mentioned, because no digest comes before the time is up
