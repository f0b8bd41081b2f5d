"""Clocks of the seats at one table: pending turns, allowances, banks, and the acts due at a given time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from service.state.model import LatePolicy, LogEntry, Table

from .account import Account, Asked
from .hours import Calendar

AT_ONCE: Final = 5  # seconds within which a standing answer is given
HOUR: Final = 3600
DAY: Final = 86_400
MISSED: Final = 2  # consecutive pending turns ended by the clock for everybody, before it asks whether they go on
GRACE: Final = 1800  # seconds for a player who was late before a pause
# Pace -> seconds per pending turn, and seconds in the bank.
PACES: Final[dict[str, tuple[int | None, int | None]]] = {
    "none": (None, None),
    "10m": (600, None),
    "12h": (12 * HOUR, None),
    "24h": (24 * HOUR, None),
    "48h": (48 * HOUR, None),
    "72h": (72 * HOUR, None),
    "7d": (7 * DAY, None),
    "bank:3d+12h": (12 * HOUR, 3 * DAY),
    "bank:1d+6h": (6 * HOUR, DAY),
}
Hours = Callable[[int], Calendar]  # a user's current calendar
Fault = Callable[[str, str], None]  # reports a fault: kind, description


class SeatClocks:
    """The recounted clocks of a table's seats; `TableHistory` applies the log to them."""

    def __init__(self, table: Table, hours: Hours, fault: Fault):
        self.pace = PACES[table.pace]
        self.late: LatePolicy = table.late
        self.users = [seat.user_id for seat in table.seats]
        self.called = list(self.users)  # users who decide and are notified: stand-ins, else owners
        self.human = [seat.user_id is not None and seat.machine is None for seat in table.seats]
        self.resigned: set[int] = set()
        self.left: dict[int, int] = {}  # seats whose owner left the server -> when
        self.awaited: set[int] = set()  # of those, the seats the table has decided to wait for
        self.welcomed: dict[int, int] = {}  # seats whose owner returned with this commit -> when they had left
        self.hours, self.fault = hours, fault
        self.wants: Callable[[int], dict[str, str]] = lambda user: {}
        self.seq = 0
        self.frozen = False
        self.paused = False
        self.halted = False  # everybody is asked whether they go on, after the clock had answered for all
        self.missed = [0] * len(self.users)  # consecutive pending turns ended by the clock, by seat
        self.asked: dict[int, Asked] = {}
        self.acted: set[int] = set()
        self.banks: list[int] | None = [self.pace[1]] * len(self.users) if self.pace[1] is not None else None
        self.stretches = 0  # number of people's pending turns
        self.counted: Counter[str] = Counter()
        self.last_ended: dict[int, bool] = {}  # seat -> whether its last pending turn was notified
        self.others: set[int] = set()  # seats after whose last turn other people had pending turns

    def _out(self, seat: int) -> None:
        self.left.pop(seat, None)
        self.awaited.discard(seat)

    def _all_left(self) -> bool:
        """Whether all remaining players have left the server."""
        people = {seat for seat, user in enumerate(self.users) if user is not None and seat not in self.resigned}
        return all(seat in self.left and self.called[seat] == self.users[seat] for seat in people)

    def here(self, seat: int) -> bool:
        """Whether a reachable person decides for a seat."""
        return self.human[seat] and (seat not in self.left or self.called[seat] != self.users[seat])

    @property
    def deserted(self) -> bool:
        """Whether the clock has ended everybody's last `MISSED` pending turns."""
        people = [missed for missed, human in zip(self.missed, self.human, strict=True) if human]
        return bool(people) and min(people) >= MISSED

    # Pending turns

    def _begin(self, seat: int, at: int, acted: frozenset[int], *, silent: bool) -> None:
        user = self.called[seat]
        human = self.human[seat]
        told = self.last_ended.get(seat, False)
        again = told and seat not in self.others and not any(at - one.since > AT_ONCE for one in self.asked.values())
        account = self._account(seat, at, acted) if human else None
        wants = dict(self.wants(user)) if user is not None else {}
        self.asked[seat] = Asked(seat, user or 0, at, self.seq, silent, again, account, wants)
        if human:
            self.stretches += 1

    def _stands(self, seat: int) -> bool:
        """Whether the clock of a seat is stopped."""
        return self.paused or self.frozen or self.halted or (not self.here(seat) and seat in self.awaited)

    def _account(self, seat: int, at: int, acted: frozenset[int]) -> Account:
        account = self._whole(seat, at, acted)
        if self._stands(seat):
            account.running, account.begun, account.stopped = False, False, True
        return account

    def _whole(self, seat: int, at: int, acted: frozenset[int]) -> Account:
        each, _ = self.pace
        if each is None:
            return Account(None, at)
        whole = each + (self.banks[seat] if self.banks is not None else 0)
        return Account(whole // 2 if seat not in acted else whole, at)

    def _goes_on(self, asked: Asked, at: int, acted: frozenset[int], *, anew: bool) -> None:
        """Updates the clock of a pending turn that lasts. `anew`: with the whole allowance again."""
        account, stands = asked.account, self._stands(asked.seat)
        if self.called[asked.seat] != asked.user and asked.user:
            self._other(asked, at)
        if asked.seat in self.left or asked.seat in self.welcomed:
            asked.changed = True  # its notifications are not checked
        if account is not None and asked.seat in self.welcomed:
            account.welcome(self.hours(asked.user), at, self.welcomed[asked.seat])
            asked.reminded = []
        if not self.human[asked.seat]:
            if anew or asked.seat in self.resigned:
                asked.account = None
        elif account is None or anew or (not account.begun and not stands):
            asked.account = self._account(asked.seat, at, acted)
            asked.account.stopped = account is not None
            asked.reminded = []
        elif stands and account.running:
            account.stop(self.hours(asked.user), at)
        elif not stands and not account.running:
            account.go_on(at)

    def _other(self, asked: Asked, at: int) -> None:
        """Another person decides from now on, in their own hours; the due time does not become earlier."""
        if asked.account is not None:
            due = asked.account.due(self.hours(asked.user))
            asked.account.late = asked.account.late or (due is not None and due <= at)
            asked.account.settle(self.hours(asked.user), at)
            asked.account.changed = True
        asked.user, asked.changed = self.called[asked.seat] or 0, True

    # Changes by the table

    def _repace(self, pace: str, at: int) -> None:
        self.pace = PACES[pace]
        size = self.pace[1]
        self.banks = [size] * len(self.users) if size is not None else None
        for asked in self.asked.values():
            if asked.account is not None:
                whole = self._whole(asked.seat, at, frozenset(self.acted)).allowance
                if asked.account.repaced(self.hours(asked.user), at, whole):
                    asked.reminded = []

    def _rule(self, late: LatePolicy, at: int) -> None:
        self.late = late
        for asked in self.asked.values():
            if asked.account is not None and self.human[asked.seat]:
                asked.account.ruled(self.hours(asked.user), at, late)
                asked.gaps.clear()
                if asked.account.warned is not None:  # reminders of being late are sent again
                    asked.before += [one for one in asked.reminded if one.what in ("due", "daily")]
                    asked.reminded = [one for one in asked.reminded if one not in asked.before]

    def _gives_way(self, seat: int, at: int, *, left: int = 0) -> None:
        """A machine takes the seat over; time taken from the bank is lost. `left`: seconds that remain at least on
        return.
        """
        asked, (each, _) = self.asked.get(seat), self.pace
        human, self.human[seat] = self.human[seat], False
        if not human or asked is None or asked.account is None:
            return
        hours, account = self.hours(asked.user), asked.account
        whole, most = account.allowance, None
        if self.banks and each is not None:
            rest = self.banks[seat] + each - account.used(hours, at)
            self.banks[seat] = max(0, min(self.banks[seat], rest))
            whole, most = self._whole(seat, at, frozenset(self.acted)).allowance, each
        if account.begun:
            account.gives_way(hours, at, whole, most, left=left)
            asked.reminded, asked.changed = [], True
        else:
            asked.account = None

    # Acts of the clock

    def wanted(self, asked: Asked) -> int | None:
        """The earliest time at which the clock may act for a seat; None if it may not."""
        account = asked.account
        if account is None:
            return None
        hours = self.hours(asked.user)
        if account.warned is not None:
            return hours.reached(account.warned, HOUR)
        if self.late == "ask":
            return None if account.pressed is None else hours.usual.reached(account.pressed, HOUR)
        due = account.due(hours)
        if due is None:
            return None
        return hours.opens(due) if account.graced is None else hours.reached(account.graced, GRACE)

    def _decided(self, entry: LogEntry) -> None:
        """Checks an act of the clock: due, and the seat's clock running."""
        asked = self.asked.get(entry.seat if entry.seat is not None else -1)
        self.counted["clock"] += 1
        if asked is None or asked.account is None:
            self.fault("early", f"entry {entry.seq}: the clock acted for a seat that is not asked or no person's")
            return
        account, hours = asked.account, self.hours(asked.user)
        if account.late:
            return
        wanted = self.wanted(asked)
        if wanted is None or entry.at < wanted:
            self.fault("early", f"entry {entry.seq} at {entry.at} for seat {entry.seat}: due {wanted}, {asked}")
        if self.late != "ask" and account.allowance is not None and account.used(hours, entry.at) < account.allowance:
            self.fault("early", f"entry {entry.seq}: {account.used(hours, entry.at)} s of {account.allowance} used")
        gaps = [(begin, end) for begin, end in asked.gaps if end <= entry.at]  # the others began after it
        missed = [] if wanted is None else [end for begin, end in gaps if begin <= wanted < end - 900]
        if missed and all(entry.at < hours.reached(end, 1800) for end in missed):  # postponed once per pending turn
            self.fault("grace", f"entry {entry.seq} at {entry.at}: due {wanted}, nobody looked until {missed}")

    def freeze(self, now: int) -> None:
        """The table is frozen: all clocks stop."""
        self.frozen = True
        self._stop(now)

    def halt(self, now: int) -> None:
        """Everybody is asked whether they go on, and nobody has come for long: all clocks stop."""
        self.halted = True
        self._stop(now)

    def _stop(self, now: int) -> None:
        for asked in self.asked.values():
            if asked.account is not None and asked.account.running:
                asked.account.stop(self.hours(asked.user), now)
