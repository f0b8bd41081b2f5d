"""Outlines of changes in pictures: everything since the readers last saw the table before their turn.

A message is edited many times in a turn. The reference is the ping of the turn, so no edit loses an outline.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from cogs.screen import event_text
from rules.core import View
from service.errors import ServiceError
from service.state.model import LogEntry, PendingTurn, Table
from service.state.readable_log import without_undone

if TYPE_CHECKING:
    from cogs.games.app import App

log = logging.getLogger(__name__)


def last_known_entry(
    table: Table,
    history: Sequence[LogEntry],
    finishing: Collection[str] = (),
    readers: Collection[int] = (),
    shown: int | None = None,
) -> int:
    """The last entry known to the seats waited for and to `readers`: the last of their own before they were pinged; the
    earliest of several. Without such seats, the entry before the last act of a person, or `shown` (the last entry of a
    message) if that is older.

    At least 1, the start of the game. `history`: the whole log; `finishing`: as of `newest_story_entries`.
    """
    moves = [entry for entry in without_undone(history) if entry.kind == "move"]
    turns = {turn.seat: turn for turn in table.stretches if table.seats[turn.seat].is_human}
    known_entries = [_last_entry_before_ping(table, moves, turn) for turn in turns.values()]
    known_entries += [_last_entry_by_seat(moves, seat, table.seq) for seat in readers if seat not in turns]
    if known_entries:
        return min(known_entries)
    newest = event_text.newest_story_entries(moves, table.seq, finishing)
    entry_before = max(1, newest[0].seq - 1) if newest else max(1, table.seq)
    return entry_before if shown is None else max(1, min(entry_before, shown))


def find_last_own_entry(table: Table, history: Sequence[LogEntry], seat: int) -> int | None:
    """The last entry of a person at a seat before their ping. None if they have not moved yet, or have moved since."""
    moves = [entry for entry in without_undone(history) if entry.kind == "move"]
    turn = next((turn for turn in table.stretches if turn.seat == seat), None)
    own_entry = _last_entry_by_seat(moves, seat, table.seq)
    known = own_entry if turn is None else _last_entry_before_ping(table, moves, turn)
    return known if known == own_entry and any(entry.seq == known for entry in moves) else None


def _last_entry_before_ping(table: Table, moves: Sequence[LogEntry], turn: PendingTurn) -> int:
    pinged_entry = table.seats[turn.seat].pinged_seq if turn.pinged else None
    until = turn.seq if pinged_entry is None else min(pinged_entry, turn.seq)  # moves of one turn follow one ping
    return _last_entry_by_seat(moves, turn.seat, until)


def _last_entry_by_seat(moves: Sequence[LogEntry], seat: int, until: int) -> int:
    """The last entry up to `until` that a person made at that seat; 1 if there is none."""
    own = (move.seq for move in reversed(moves) if move.seat == seat and move.act is not None)
    return next((seq for seq in own if seq <= until), 1)


async def find_view_after(app: App, table: Table, first: int, history: Sequence[LogEntry]) -> View | None:
    """The public view after an entry of `history`; None if it cannot be rebuilt, or if it is the newest entry."""
    if first >= table.seq:
        return None
    try:
        before: View = await app.tables.history.view_after(table, first, history=history)
    except ServiceError:  # played by an older version of the rules
        return None
    except Exception:  # the message goes out without outlines
        log.exception(
            "table %(table)d: what is new since %(entry)d cannot be told", {"table": table.id, "entry": first}
        )
        return None
    return before


def mark_changes(
    app: App, table: Table, before: View | None, view: View, history: Sequence[LogEntry], first: int
) -> tuple[View, Any]:
    """The public `view` with everything since `first` marked as changed, and the `Renderer.news` of that. `before`: the
    public view after `first`; without it, the view unchanged and None."""
    if before is None:
        return view, None
    events = [
        (event.key, event.params)
        for entry in without_undone(history)
        if entry.seq > first
        for event in entry.events
        if event.seats is None
    ]
    renderer = app.renderer(table.kind)
    try:
        return renderer.since(before, view, events), renderer.news(before, view, events)
    except Exception:  # the message goes out without outlines
        log.exception(
            "table %(table)d: what is new since %(entry)d cannot be told", {"table": table.id, "entry": first}
        )
        return view, None
