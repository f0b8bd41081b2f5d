"""The log as somebody may read it, who decides for a seat now. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from db.rows import BriefEntry
from rules.core import RulesError, decode_move
from rules.core import mask_move as masked
from rules.core.move import HIDDEN

from ..errors import Played, Stale
from .model import LogEntry, Table
from .seat_control import find_visible_seat, is_own_entry, may_read_entry


def list_readable_entries(table: Table, user_id: int, entries: Iterable[LogEntry]) -> list[LogEntry]:
    """These entries as somebody may read them: without what was private to others, or to their seat before it was
    theirs; moves are masked likewise."""
    seat = find_visible_seat(table, user_id)
    return [
        _without_secrets(table, entry, seat.index if seat and may_read_entry(table, user_id, entry.seq) else None)
        for entry in entries
    ]


def _without_secrets(table: Table, entry: LogEntry, seat: int | None) -> LogEntry:
    kept = tuple(event for event in entry.events if event.seats is None or seat in event.seats)
    line = visible_line(table, entry, seat)
    return entry if kept == entry.events and line == entry.move else replace(entry, events=kept, move=line)


def last_own_move(table: Table, user_id: int, entries: Sequence[LogEntry]) -> LogEntry | None:
    """The last move that somebody made themselves at the seat they decide for now; what a machine, a friend in their
    place or a former owner did there is none of theirs."""
    return next((e for e in reversed(entries) if e.kind == "move" and is_own_entry(table, user_id, e)), None)


class LoggedMove(Protocol):
    """What an entry and its short form have in common."""

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
    """The entry an `undo 57` goes back to."""
    return int(move.partition(" ")[2])


def without_undone(log: Iterable[E]) -> list[E]:
    """The log without undone moves and without the undos. Only moves are taken back, never a resignation."""
    kept: list[E] = []
    for entry in log:
        if entry.kind == "undo":
            first = undo_target(entry.move)
            kept = [e for e in kept if e.seq < first or e.kind != "move"]
        else:
            kept.append(entry)
    return kept


def is_in_effect(log: Sequence[LoggedMove], seq: int) -> bool:
    """Whether the game was after that entry as it would be today: it was not taken back, and no undo went past it."""
    later = [undo_target(entry.move) for entry in log if entry.kind == "undo" and entry.seq > seq]
    return all(seq < first for first in later)


def reject_stale(
    brief_log: Sequence[BriefEntry], seat: int, since: int, lines: Sequence[str] = (), *, addressed: bool = False
) -> None:
    """Stale if the seat or an undo has entered the log after `since`; Played if it played these very lines.

    `addressed`: the lines name what they answer, so what the seat has said since makes no difference to what they
    mean. They are Played where they are the last that it said. (After an undo another question may bear that name.)
    """
    if not 0 < since <= len(brief_log):
        raise Stale
    later = brief_log[since:]  # entries count from 1 without gaps
    if any(entry.kind == "undo" for entry in later):
        raise Stale
    mine = [entry.move for entry in later if entry.seat == seat]
    if addressed:
        if lines and mine[-len(lines) :] == list(lines):
            raise Played(tuple(lines))
        return
    if mine and lines and mine[: len(lines)] == list(lines):
        raise Played(tuple(lines))
    if mine:
        raise Stale


def visible_line(table: Table, entry: LoggedMove, seat: int | None) -> str:
    """The line of an entry as that seat (None: the public) may read it.

    While the game runs, nobody but the mover reads what is secret in a move; a machine that has taken over moves for
    nobody. Where this version of the rules cannot read the move, its kind alone is shown.
    """
    if entry.kind != "move" or not table.open:
        return entry.move
    if seat is not None and seat == entry.seat and seat < len(table.seats) and not table.seats[seat].resigned:
        return entry.move
    return mask_move(table, entry.move)


def mask_move(table: Table, move: str) -> str:
    """A move without what is secret in it."""
    game = table.game
    try:
        return _mask_all_but_kind(move) if game is None else masked(decode_move(move, game.moves))
    except RulesError:
        return _mask_all_but_kind(move)


def _mask_all_but_kind(line: str) -> str:
    """A move of which only the kind may be read."""
    kind, *tokens = line.split(" ")
    return " ".join([kind, *(HIDDEN for _ in tokens)])
