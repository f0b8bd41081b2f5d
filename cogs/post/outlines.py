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
    kept = [entry for entry in without_undone(history) if entry.kind == "move"]
    asked = {stretch.seat: stretch for stretch in table.stretches if table.seats[stretch.seat].human}
    known = [_last_entry_before_ping(table, kept, stretch) for stretch in asked.values()]
    known += [_last_entry_by_seat(kept, seat, table.seq) for seat in readers if seat not in asked]
    if known:
        return min(known)
    latest = event_text.newest_story_entries(kept, table.seq, finishing)
    before = max(1, latest[0].seq - 1) if latest else max(1, table.seq)
    return before if shown is None else max(1, min(before, shown))


def find_last_own_entry(table: Table, history: Sequence[LogEntry], seat: int) -> int | None:
    """The last entry of a person at a seat before their ping. None if they have not moved yet, or have moved since."""
    kept = [entry for entry in without_undone(history) if entry.kind == "move"]
    stretch = next((stretch for stretch in table.stretches if stretch.seat == seat), None)
    latest = _last_entry_by_seat(kept, seat, table.seq)
    known = latest if stretch is None else _last_entry_before_ping(table, kept, stretch)
    return known if known == latest and any(entry.seq == known for entry in kept) else None


def _last_entry_before_ping(table: Table, kept: Sequence[LogEntry], stretch: PendingTurn) -> int:
    told = table.seats[stretch.seat].pinged_seq if stretch.pinged else None
    until = stretch.seq if told is None else min(told, stretch.seq)  # moves of one turn follow one ping
    return _last_entry_by_seat(kept, stretch.seat, until)


def _last_entry_by_seat(kept: Sequence[LogEntry], seat: int, until: int) -> int:
    """The last entry up to `until` that a person made at that seat; 1 if there is none."""
    return next((e.seq for e in reversed(kept) if e.seat == seat and e.act is not None and e.seq <= until), 1)


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
