"""What the ledger knows beside the books: settings and vacations of people, what befell the clock of the machine."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from service.tables import Tables
from service.time import vacation

from . import hours
from .account import Asked
from .book import TableHistory
from .hours import Calendar
from .world import SimulatedClock

SLACK: Final = 240  # seconds after which something that was due is missing: a look, and a message


@dataclass(slots=True)
class Tally:
    """What a person at one table was told, in messages."""

    pings: float = 0
    reminders: float = 0


@dataclass
class Known:
    """Of all people and tables of a process."""

    watch: SimulatedClock
    begin: int
    days: int  # that calendars reach
    wants: dict[int, dict[str, str]]  # settings of people
    refuses: Callable[[int], bool]
    faults: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    away: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # vacations of people, by the bot's clock
    digested: dict[int, dict[date, int]] = field(default_factory=lambda: defaultdict(dict))  # day -> true time
    books: dict[int, TableHistory] = field(default_factory=dict)
    tallies: dict[tuple[int, int], Tally] = field(default_factory=lambda: defaultdict(Tally))  # user, table
    other: Counter[tuple[int, int, str, str, int]] = field(default_factory=Counter)
    invited: dict[tuple[int, int, str], tuple[int, int]] = field(default_factory=dict)
    wish: frozenset[int] = frozenset()  # people whose vacation begins by itself
    steps: int = 0
    woke: int = 0  # when the clock last jumped, or the process last began
    judged: Counter[str] = field(default_factory=Counter)

    def calendar(self, user: int) -> Calendar:
        return hours.calendar_of(self.wants.get(user, {}), self.begin, self.days, self.away.get(user, ()))

    def fault(self, kind: str, what: str, table_id: int = 0) -> None:
        self.kinds[kind] += 1
        if self.kinds[kind] <= 8:
            self.faults.append(f"{kind}: table {table_id}, clock {self.watch.now()} ({self.watch.error:+}): {what}")

    def disturb(self, before: int, *, jump: bool) -> None:
        """The bot's clock jumped, or nobody looked since `before`."""
        now = self.watch.now()
        self.woke = now
        for book in self.books.values():
            for asked in book.asked.values():
                if now > before:
                    asked.gaps.append((before, now))
                asked.disturbed.append(now)
                asked.jumped = asked.jumped or jump

    def chosen(self, user: int, settings: dict[str, str]) -> None:
        """Somebody has other settings from now on."""
        self._otherwise(user)
        self.wants[user] = {**self.wants.get(user, {}), **settings}

    def on_vacation(self, user: int, begin: int, end: int) -> None:
        """Somebody is on vacation from one instant to another; the one that was known is over."""
        self._otherwise(user)
        before = [span for span in self.away.get(user, []) if span[0] != begin]
        self.away[user] = [*before, (begin, end)]

    def _by_itself(self, tables: Tables) -> None:
        """A vacation has begun because somebody's time would have been up: of those who want that, and not while they
        were away anyway."""
        now = self.watch.now()
        for user in self.wish:
            known = {begin for begin, _ in self.away.get(user, ())}
            said = vacation.decode_vacations(tables.registry.settings.get(user, {}))
            for one in [one for one in said if one.begin not in known]:
                calendar = self.calendar(user)
                due = [(asked, self._due(asked, calendar)) for asked in self._asked(user)]
                up = [(asked, at) for asked, at in due if at is not None and at <= now]
                away = any(begin <= now < end for begin, end in self.away.get(user, ()))
                if one.begin != now or away or not up:
                    self.fault("vacation", f"{user} from {one.begin} to {one.end}: away {away}, late {up}")
                self.on_vacation(user, one.begin, one.end)
                for asked, at in up:
                    seen = now - calendar.opens(at) <= SLACK or any(moment >= at for moment in asked.disturbed)
                    told = any(one.what in ("due", "daily") for one in asked.reminded)
                    if self._own(asked) and asked.account is not None and seen and not told and not asked.account.put:
                        asked.account.put_off(now)
                        asked.reminded = []
                self.judged["vacations by themselves"] += 1

    def _asked(self, user: int) -> list[Asked]:
        return [asked for book in self.books.values() for asked in book.asked.values() if asked.user == user]

    def _own(self, asked: Asked) -> bool:
        """Whether they are asked at a seat of their own."""
        return any(book.users[asked.seat] == asked.user for book in self.books.values() if self._there(book, asked))

    @staticmethod
    def _there(book: TableHistory, asked: Asked) -> bool:
        return book.asked.get(asked.seat) is asked

    @staticmethod
    def _due(asked: Asked, calendar: Calendar) -> int | None:
        return asked.account.due(calendar) if asked.account is not None else None

    def _otherwise(self, user: int) -> None:
        """Other hours are closed for somebody from now on."""
        now, old = self.watch.now(), self.calendar(user)
        for asked in self._asked(user):
            asked.changed = True
            if asked.account is not None:
                due = asked.account.due(old)
                asked.account.late = asked.account.late or (due is not None and due <= now)
                asked.account.settle(old, now)
                asked.account.changed = True
