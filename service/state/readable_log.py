"""The log as a user may read it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from db.rows import BriefEntry
from rules.core import RulesError, decode_move
from rules.core import mask_move as masked
from rules.core.move import HIDDEN

from ..errors import AlreadyPlayed, Stale
from .model import LogEntry, Table
from .seat_control import find_visible_seat, is_own_entry, may_read_entry


def list_readable_entries(table: Table, user_id: int, entries: Iterable[LogEntry]) -> list[LogEntry]:
    """Entries as a user may read them: private parts of others, or of their seat before they owned it, are masked."""
    seat = find_visible_seat(table, user_id)
    return [
        _without_secrets(table, entry, seat.index if seat and may_read_entry(table, user_id, entry.seq) else None)
        for entry in entries
    ]


def _without_secrets(table: Table, entry: LogEntry, seat: int | None) -> LogEntry:
    visible = tuple(event for event in entry.events if event.seats is None or seat in event.seats)
    return replace(entry, events=visible, move=visible_line(table, entry, seat))


def last_own_move(table: Table, user_id: int, entries: Sequence[LogEntry]) -> LogEntry | None:
    """The last move made by the user in person at their seat, not by machine, stand-in or former owner."""
    return next((e for e in reversed(entries) if e.kind == "move" and is_own_entry(table, user_id, e)), None)


class LoggedMove(Protocol):
    """Common fields of a log entry and its short form."""

    @property
    def seq(self) -> int: ...

    @property
    def seat(self) -> int | None: ...

    @property
    def kind(self) -> str: ...

    @property
    def move(self) -> str: ...


E = TypeVar("E", bound=LoggedMove)


def undo_target(move: str) -> int:
    """The entry that `undo 57` goes back to."""
    return int(move.partition(" ")[2])


def without_undone(log: Iterable[E]) -> list[E]:
    """The log without undone moves and undos. Resignations are never undone."""
    effective: list[E] = []
    for entry in log:
        if entry.kind == "undo":
            first = undo_target(entry.move)
            effective = [earlier for earlier in effective if earlier.seq < first or earlier.kind != "move"]
        else:
            effective.append(entry)
    return effective


def is_in_effect(log: Sequence[LoggedMove], seq: int) -> bool:
    """Whether an entry still holds: not undone, and no undo went back past it."""
    later_undos = [undo_target(entry.move) for entry in log if entry.kind == "undo" and entry.seq > seq]
    return all(seq < first for first in later_undos)


def reject_stale(
    brief_log: Sequence[BriefEntry], seat: int, since: int, lines: Sequence[str] = (), *, addressed: bool = False
) -> None:
    """Stale if the seat acted or an undo followed after `since`; Played if the seat made the same moves.

    `addressed`: the moves name what they answer and stay valid after other moves of the seat. They are Played if they
    are its last ones. (After an undo another question may have the same name.)
    """
    if not 0 < since <= len(brief_log):
        raise Stale
    later = brief_log[since:]  # entries are numbered from 1 without gaps
    if any(entry.kind == "undo" for entry in later):
        raise Stale
    own_moves = [entry.move for entry in later if entry.seat == seat]
    if addressed:
        if lines and own_moves[-len(lines) :] == list(lines):
            raise AlreadyPlayed(tuple(lines))
        return
    if own_moves and lines and own_moves[: len(lines)] == list(lines):
        raise AlreadyPlayed(tuple(lines))
    if own_moves:
        raise Stale


def visible_line(table: Table, entry: LoggedMove, seat: int | None) -> str:
    """The move text of an entry for a seat (None: public).

    Secrets of a move are masked in a running game except for its mover; a machine that took over has no reader. Moves
    unknown to this version show their kind only.
    """
    if entry.kind != "move" or not table.is_open:
        return entry.move
    if seat is not None and seat == entry.seat and seat < len(table.seats) and not table.seats[seat].resigned:
        return entry.move
    return mask_move(table, entry.move)


def mask_move(table: Table, move: str) -> str:
    """A move with its secrets masked."""
    game = table.game
    try:
        return _mask_all_but_kind(move) if game is None else masked(decode_move(move, game.moves))
    except RulesError:
        return _mask_all_but_kind(move)


def _mask_all_but_kind(line: str) -> str:
    """A move reduced to its kind."""
    kind, *tokens = line.split(" ")
    return " ".join([kind, *(HIDDEN for _ in tokens)])
