"""The time of somebody who is waited for, and what they were told of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from .desk import SentPing
from .hours import Calendar

HOUR: Final = 3600


@dataclass(slots=True)
class Account:
    """The time of somebody in a stretch. It counts from `since`, beside what was `counted` before."""

    allowance: int | None  # seconds
    since: int
    counted: int = 0
    running: bool = True
    changed: bool = False  # their hours became others meanwhile
    stopped: bool = False  # it stood for a while
    begun: bool = True  # its time has begun to run; else it begins when the table goes on
    graced: int | None = None  # they were late before a pause, and may come until half an hour after it
    late: bool = False  # they were when their hours became others, and stay so
    pressed: int | None = None  # when others wished that a machine moves
    warned: int | None = None  # the same of whom the table agreed on something when they were late: they have an hour
    put: bool = False  # a vacation began as they were about to be late, which happens once in a stretch at one pace

    def used(self, hours: Calendar, now: int) -> int:
        return self.counted + (hours.open_between(self.since, now) if self.running else 0)

    def due(self, hours: Calendar) -> int | None:
        if self.allowance is None or not self.running:
            return None
        return hours.reached(self.since, self.allowance - self.counted)

    def stop(self, hours: Calendar, now: int) -> None:
        """It stands from now on; what others wished is void."""
        self.settle(hours, now)
        self.running, self.stopped, self.pressed, self.graced, self.warned = False, True, None, None, None

    def go_on(self, now: int) -> None:
        self.running, self.since = True, now
        if self.allowance is not None and self.counted >= self.allowance:
            self.graced = now

    def repaced(self, hours: Calendar, now: int, whole: int | None) -> bool:
        """The table has another pace: they have the longer time. Whether that is another one than they had."""
        if whole is not None and self.allowance is not None and whole <= self.allowance:
            return False
        self.settle(hours, now)
        self.counted = 0 if self.allowance is None else self.counted
        self.allowance, self.late, self.stopped = whole, False, True
        self.pressed, self.graced, self.warned, self.put = None, None, None, False
        return True

    def ruled(self, hours: Calendar, now: int, late: str) -> None:
        """Something else is done for who is late."""
        due = self.due(hours)
        if due is None:
            return
        self.pressed = self.graced = self.warned = None
        if late != "ask" and due <= now:
            self.warned = now
        self.late = self.late or self.changed

    def welcome(self, hours: Calendar, now: int, left: int) -> None:
        """They are on the server again: the time since they had left does not count, and at least an hour is left."""
        if not self.begun:
            return
        self.counted += hours.open_between(self.since, min(now, left)) if self.running else 0
        if self.allowance is not None:
            self.counted = min(self.counted, max(0, self.allowance - HOUR))
        self.running, self.since, self.stopped, self.late = False, now, True, False
        self.pressed = self.graced = self.warned = None

    def gives_way(self, hours: Calendar, now: int, whole: int | None, most: int | None, *, left: int) -> None:
        """A machine plays for them: what they have used, of what is paid no more than `most`, stays so if they are back
        in this stretch; so much is `left` in any case."""
        self.settle(hours, now)
        self.counted = self.counted if most is None else min(self.counted, most)
        self.allowance = whole
        if whole is not None and left:
            self.counted = min(self.counted, max(0, whole - left))
        self.running, self.stopped = False, True
        self.pressed = self.graced = self.warned = None

    def put_off(self, now: int) -> None:
        """A vacation has begun as they were about to be late: an hour is left to them."""
        self.counted, self.since = max(0, (self.allowance or 0) - HOUR), now
        self.late, self.changed, self.stopped, self.put = False, False, True, True
        self.pressed = self.graced = self.warned = None

    def settle(self, hours: Calendar, now: int) -> None:
        """Count what was used so far."""
        if self.running:
            self.counted, self.since = self.used(hours, now), now


@dataclass(slots=True)
class Asked:
    """A stretch of a seat, and what its person was told of it."""

    seat: int
    user: int
    since: int
    seq: int
    silent: bool  # it came about by an undo, or began while a machine sat there: nobody is called
    again: bool  # it may be the former one going on, after questions to machines alone
    account: Account | None
    wants: dict[str, str]
    true: int = 0  # when it began, in true seconds
    told: Counter[str] = field(default_factory=Counter)  # by the place where
    first_told: int | None = None
    reminded: list[SentPing] = field(default_factory=list)
    before: list[SentPing] = field(default_factory=list)  # that they were late, before another rule was made
    disturbed: list[int] = field(default_factory=list)  # the instants, of the bot's clock, after it jumped or was down
    gaps: list[tuple[int, int]] = field(default_factory=list)  # in which nobody looked, since something is to be done
    jumped: bool = False
    changed: bool = False  # they changed settings meanwhile
    hushed: bool = False
    nudges: int = 0
    hurried: bool = False  # who has a digest was mentioned, as none came before their time was up
