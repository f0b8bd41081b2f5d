"""The history of a table, recounted from its log: positions, pending turns, clocks, banks. Uses only the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from rules.core import decode_move, play, start_game
from service.play.lobby import parse_late_policy
from service.state.model import CLOCK, LatePolicy, LogEntry, Table

from .account import Account, Asked
from .hours import Calendar

LEFT_TO_MACHINE: Final = "table.left_machine"  # marks in the log that a machine plays for a player who left the server
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


class TableHistory:
    """The recounted history of one table."""

    def __init__(
        self, table: Table, key: bytes, hours: Hours, fault: Fault, ended: Callable[[TableHistory, Asked, int], None]
    ):
        game = table.game
        assert game is not None
        self.id, self.game, self.key = table.id, game, key
        self.pace = PACES[table.pace]
        self.late: LatePolicy = table.late
        self.users = [seat.user_id for seat in table.seats]
        self.called = list(self.users)  # users who decide and are notified: stand-ins, else owners
        self.human = [seat.user_id is not None and seat.machine is None for seat in table.seats]
        self.resigned: set[int] = set()
        self.left: dict[int, int] = {}  # seats whose owner left the server -> when
        self.awaited: set[int] = set()  # of those, the seats the table has decided to wait for
        self.welcomed: dict[int, int] = {}  # seats whose owner returned with this commit -> when they had left
        self.hours, self.fault, self.ended = hours, fault, ended
        self.wants: Callable[[int], dict[str, str]] = lambda user: {}
        self.state: Any = None
        self.seq = 0
        self.last_at = 0
        self.said_at = 0  # time of the last entry, as logged
        self.moved_at = 0  # last move of a person
        self.over = False
        self.frozen = False
        self.paused = False
        self.woken = False  # a person came back with this commit, without a move
        self.halted = False  # everybody is asked whether they go on, after the clock had answered for all
        self.missed = [0] * len(self.users)  # consecutive pending turns ended by the clock, by seat
        self.asked: dict[int, Asked] = {}
        self.acted: set[int] = set()
        self.banks: list[int] | None = [self.pace[1]] * len(self.users) if self.pace[1] is not None else None
        self.moves: list[LogEntry] = []  # moves that were not undone
        self.banks_at: dict[int, list[int]] = {}
        self.undone_at: int | None = None
        self.stretches = 0  # number of people's pending turns
        self.counted: Counter[str] = Counter()
        self.last_ended: dict[int, bool] = {}  # seat -> whether its last pending turn was notified
        self.others: set[int] = set()  # seats after whose last turn other people had pending turns

    # Reading the log

    def follow(self, entries: Sequence[LogEntry], now: int) -> None:
        """Applies new entries at time `now`. Logged times are not used: after the clock was set back they are later."""
        for _, group in groupby(entries, key=lambda entry: entry.first):
            self._commit(list(group), now)

    def _commit(self, group: list[LogEntry], now: int) -> None:
        if any(entry.at < self.said_at for entry in group):
            self.fault("log", f"entry {group[0].seq} at {group[0].at} comes before {self.said_at}")
        self.said_at = group[-1].at
        group = [replace(entry, at=min(entry.at, now)) for entry in group]
        at, before = group[0].at, frozenset(self.acted)
        undo = any(entry.kind == "undo" for entry in group)
        by_hand = group[0].act is not None
        rested, self.woken = self.paused, False
        self.welcomed = {}
        for entry in group:
            self._entry(entry)
        awake = (by_hand and not rested) or self.paused > rested or self.woken
        anew = awake and (self.frozen or self.halted)
        self.last_at = at
        if by_hand or self.seq <= 1:
            self.moved_at = at
        waiting = set() if self.over else set(self.game.waiting(self.state))
        for seat in [entry.seat for entry in group if entry.kind == "table" and entry.move in ("return", "replace")]:
            if seat is not None and seat in self.asked:  # the new owner's pending turn begins anew
                self._end(self.asked.pop(seat), at, undo=undo)
        if by_hand or self.woken:
            self.missed = [0] * len(self.users)
        for seat in sorted(set(self.asked) - waiting):
            self._end(self.asked.pop(seat), at, undo=undo)
            if any(entry.seat == seat and entry.by == CLOCK for entry in group):
                self.missed[seat] += 1
        if awake:
            self.frozen = self.halted = False
        for asked in self.asked.values():
            self._goes_on(asked, at, before, anew=anew)
        taken = {entry.seat for entry in group if entry.kind == "table" and entry.move == "replace"}
        for seat in sorted(waiting - set(self.asked)):
            self._begin(seat, at, before, silent=undo or self.frozen or seat in taken or not self.here(seat))
        self._note_banks(group)

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

    @property
    def deserted(self) -> bool:
        """Whether the clock has ended everybody's last `MISSED` pending turns."""
        people = [missed for missed, human in zip(self.missed, self.human, strict=True) if human]
        return bool(people) and min(people) >= MISSED

    def _entry(self, entry: LogEntry) -> None:
        if entry.seq != self.seq + 1:
            self.fault("log", f"entry {entry.seq} follows {self.seq}")
        self.seq = entry.seq
        if entry.act is not None and entry.seat is not None and entry.kind == "move":
            self.acted.add(entry.seat)
        self.counted[entry.kind] += 1
        if entry.kind == "start":
            self.state = start_game(self.game, len(self.users), self.key).state
        elif entry.kind == "move":
            assert entry.seat is not None
            if entry.by == CLOCK:
                self._decided(entry)
            self._play(entry)
            self.moves.append(entry)
        elif entry.kind == "undo":
            self._take_back(int(entry.move.split()[1]), entry.at)
        elif entry.kind == "end":
            self.over = True
        elif entry.kind == "table" and entry.move in ("pause", "on"):
            self.counted[entry.move] += 1
            self.paused = entry.move == "pause"
        elif entry.kind == "table" and entry.move == "pace":
            self._repace(str(entry.events[0].params["pace"]), entry.at)
        elif entry.kind == "table" and entry.move == "late":
            self._rule(parse_late_policy(str(entry.events[0].params["late"])), entry.at)
        elif entry.seat is not None:
            self._seat_changes(entry, entry.seat)

    def _seat_changes(self, entry: LogEntry, seat: int) -> None:
        if entry.kind == "resign":
            self.human[seat] = False
            self.resigned.add(seat)
        elif entry.move == "machine":
            away = entry.events[0].key == LEFT_TO_MACHINE
            if away:
                self._answered(entry.at)
            else:
                self._decided(entry)
            self._gives_way(seat, min(entry.at, self.left[seat]) if away else entry.at, left=HOUR)
        elif entry.move == "standin" and entry.by is None:  # a machine stands in until a date
            self._gives_way(seat, entry.at)
        elif entry.move == "standin":
            self.human[seat] = True
            self.called[seat] = entry.by or self.users[seat]
        elif entry.move in ("back", "return"):
            self.human[seat] = True
            self.called[seat] = self.users[seat]
        elif entry.move == "replace":
            assert entry.by is not None, "somebody takes it over"
            self.users[seat] = self.called[seat] = entry.by
            self.human[seat] = True
            self.resigned.discard(seat)
            self._out(seat)
        elif entry.move == "wait":
            self.awaited.add(seat)
            self._answered(entry.at)
        elif entry.move == "left":
            self.left[seat] = entry.at
            self.counted["left"] += 1
            self.frozen = self.frozen or (not self.paused and self._all_left())
        elif entry.move == "returned":
            if self.called[seat] == self.users[seat]:
                self.welcomed[seat] = self.left[seat]
            self._out(seat)
            if self.frozen:
                self._answered(entry.at)

    # Players who left the server

    def _out(self, seat: int) -> None:
        self.left.pop(seat, None)
        self.awaited.discard(seat)

    def _all_left(self) -> bool:
        """Whether all remaining players have left the server."""
        people = {seat for seat, user in enumerate(self.users) if user is not None and seat not in self.resigned}
        return all(seat in self.left and self.called[seat] == self.users[seat] for seat in people)

    def _answered(self, at: int) -> None:
        """A person came without moving."""
        self.moved_at, self.woken = at, not self.paused

    def here(self, seat: int) -> bool:
        """Whether a reachable person decides for a seat."""
        return self.human[seat] and (seat not in self.left or self.called[seat] != self.users[seat])

    # Agreements

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

    def _play(self, entry: LogEntry) -> None:
        assert entry.seat is not None
        t = play(self.game, self.state, entry.seat, decode_move(entry.move, self.game.moves))
        if t.chance != entry.chance:
            self.fault("replay", f"entry {entry.seq} drew {entry.chance}, replayed {t.chance}")
        self.state = t.state

    def _take_back(self, to: int, at: int) -> None:
        self.moves = [entry for entry in self.moves if entry.seq < to]
        self.state = start_game(self.game, len(self.users), self.key).state
        for entry in self.moves:
            self._play(entry)
        kept = max((seq for seq in self.banks_at if seq < to), default=None)
        size = self.pace[1]
        if self.banks is not None and size is not None and kept is not None and self.banks_at[kept]:
            self.banks = [min(bank, size) for bank in self.banks_at[kept]]  # the pace may have changed since
        for seq in [seq for seq in self.banks_at if seq >= to]:
            del self.banks_at[seq]
        self.undone_at = at

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

    def _end(self, asked: Asked, at: int, *, undo: bool) -> None:
        each, size = self.pace
        hours = self.hours(asked.user)
        spends = asked.account is not None and self.human[asked.seat] and not undo
        if spends and asked.account and self.banks is not None and each is not None and size is not None:
            left = self.banks[asked.seat] + each - asked.account.used(hours, at)
            self.banks[asked.seat] = max(0, min(size, left))
        if asked.account is not None and self.human[asked.seat]:
            if at - asked.since > AT_ONCE:
                self.others.update(range(len(self.users)))
            self.last_ended[asked.seat] = bool(asked.told) or asked.again
            self.others.discard(asked.seat)
            self.ended(self, asked, at)

    def _note_banks(self, group: list[LogEntry]) -> None:
        last = group[-1]
        self.banks_at[last.seq] = list(self.banks or ())
        if last.banks and self.banks is not None:
            wrong = [s for s, human in enumerate(self.human) if human and abs(last.banks[s] - self.banks[s]) > 0]
            if wrong:
                self.fault("bank", f"entry {last.seq} says {last.banks}, recounted {self.banks}: seats {wrong}")

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
