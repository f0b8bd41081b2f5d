"""State of the ledger besides the tables: settings and vacations of people, disturbances of the bot's clock."""

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

SLACK: Final = 240  # seconds of tolerance: one look of the scheduler, and one message


@dataclass(slots=True)
class Tally:
    """Messages a person got about one table."""

    pings: float = 0
    reminders: float = 0


@dataclass
class Known:
    """The state for all people and tables of a process."""

    watch: SimulatedClock
    begin: int
    days: int  # range of the calendars
    wants: dict[int, dict[str, str]]  # settings by person
    refuses: Callable[[int], bool]
    faults: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    away: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # vacations by person, on the bot's clock
    digested: dict[int, dict[date, int]] = field(default_factory=lambda: defaultdict(dict))  # user -> day -> true time
    books: dict[int, TableHistory] = field(default_factory=dict)
    tallies: dict[tuple[int, int], Tally] = field(default_factory=lambda: defaultdict(Tally))  # user, table
    other: Counter[tuple[int, int, str, str, int]] = field(default_factory=Counter)
    invited: dict[tuple[int, int, str], tuple[int, int]] = field(default_factory=dict)
    wish: frozenset[int] = frozenset()  # people whose vacation begins automatically
    steps: int = 0
    woke: int = 0  # last jump of the clock or start of the process
    judged: Counter[str] = field(default_factory=Counter)

    def calendar(self, user: int) -> Calendar:
        return hours.calendar_of(self.wants.get(user, {}), self.begin, self.days, self.away.get(user, ()))

    def fault(self, kind: str, what: str, table_id: int = 0) -> None:
        self.kinds[kind] += 1
        if self.kinds[kind] <= 8:
            self.faults.append(f"{kind}: table {table_id}, clock {self.watch.now()} ({self.watch.error:+}): {what}")

    def disturb(self, before: int, *, jump: bool) -> None:
        """Records that the bot's clock jumped, or that the bot was down since `before`."""
        now = self.watch.now()
        self.woke = now
        for book in self.books.values():
            for asked in book.asked.values():
                if now > before:
                    asked.gaps.append((before, now))
                asked.disturbed.append(now)
                asked.jumped = asked.jumped or jump

    def chosen(self, user: int, settings: dict[str, str]) -> None:
        """A person has changed settings."""
        self._otherwise(user)
        self.wants[user] = {**self.wants.get(user, {}), **settings}

    def on_vacation(self, user: int, begin: int, end: int) -> None:
        """A person's vacation, which replaces a known one with the same beginning."""
        self._otherwise(user)
        before = [span for span in self.away.get(user, []) if span[0] != begin]
        self.away[user] = [*before, (begin, end)]

    def _by_itself(self, tables: Tables) -> None:
        """Checks vacations that began automatically (wanted, late, no other vacation) and postpones the due times."""
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
        """Whether the pending turn is at the person's own seat."""
        return any(book.users[asked.seat] == asked.user for book in self.books.values() if self._there(book, asked))

    @staticmethod
    def _there(book: TableHistory, asked: Asked) -> bool:
        return book.asked.get(asked.seat) is asked

    @staticmethod
    def _due(asked: Asked, calendar: Calendar) -> int | None:
        return asked.account.due(calendar) if asked.account is not None else None

    def _otherwise(self, user: int) -> None:
        """Settles a person's accounts before their closed hours change."""
        now, old = self.watch.now(), self.calendar(user)
        for asked in self._asked(user):
            asked.changed = True
            if asked.account is not None:
                due = asked.account.due(old)
                asked.account.late = asked.account.late or (due is not None and due <= now)
                asked.account.settle(old, now)
                asked.account.changed = True
