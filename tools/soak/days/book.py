"""The history of a table, recounted from its log: positions, pending turns, clocks, banks. Uses only the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from rules.core import decode_move, play, start_game
from service.play.lobby import parse_late_policy
from service.state.model import CLOCK, LogEntry, Table

from .account import Asked
from .clocks import AT_ONCE, HOUR, Fault, Hours, SeatClocks

LEFT_TO_MACHINE: Final = "table.left_machine"  # marks in the log that a machine plays for a player who left the server


class TableHistory(SeatClocks):
    """The recounted history of one table."""

    def __init__(
        self, table: Table, key: bytes, hours: Hours, fault: Fault, ended: Callable[[TableHistory, Asked, int], None]
    ):
        super().__init__(table, hours, fault)
        game = table.game
        assert game is not None
        self.id, self.game, self.key = table.id, game, key
        self.ended = ended
        self.state: Any = None
        self.last_at = 0
        self.said_at = 0  # time of the last entry, as logged
        self.moved_at = 0  # last move of a person
        self.over = False
        self.woken = False  # a person came back with this commit, without a move
        self.moves: list[LogEntry] = []  # moves that were not undone
        self.banks_at: dict[int, list[int]] = {}
        self.undone_at: int | None = None

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

    def _answered(self, at: int) -> None:
        """A person came without moving."""
        self.moved_at, self.woken = at, not self.paused

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
