"""What a picture outlines as new: all that has changed since those for whom it is drawn last had the table before them.

A message is edited many times in a turn. What counts is when its readers were told of their turn, so no edit loses an
outline, and who looks once in a turn sees all that happened since the last time.
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
    """The entry up to which the log is known to those who are waited for, or called (`readers`): the last they wrote
    themselves before they were told that they are; of several the first. Where there are none, that before the last
    act of a person, or the last that a message has `shown`, if that is older.

    Known is in any case the start of the game. `history`: the whole log; `finishing`: as for `telling.latest`.
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
    """The last entry that a person wrote at a seat before they were told that they are waited for, or called. None if
    they have not moved yet, or have done so since they were told."""
    kept = [entry for entry in without_undone(history) if entry.kind == "move"]
    stretch = next((stretch for stretch in table.stretches if stretch.seat == seat), None)
    latest = _last_entry_by_seat(kept, seat, table.seq)
    known = latest if stretch is None else _last_entry_before_ping(table, kept, stretch)
    return known if known == latest and any(entry.seq == known for entry in kept) else None


def _last_entry_before_ping(table: Table, kept: Sequence[LogEntry], stretch: PendingTurn) -> int:
    told = table.seats[stretch.seat].pinged_seq if stretch.pinged else None
    until = stretch.seq if told is None else min(told, stretch.seq)  # who goes on in a turn was told at its beginning
    return _last_entry_by_seat(kept, stretch.seat, until)


def _last_entry_by_seat(kept: Sequence[LogEntry], seat: int, until: int) -> int:
    """The last entry, of those up to `until`, that a person wrote at that seat; the start if there is none."""
    return next((e.seq for e in reversed(kept) if e.seat == seat and e.act is not None and e.seq <= until), 1)


async def find_view_after(app: App, table: Table, first: int, history: Sequence[LogEntry]) -> View | None:
    """What everybody saw after an entry of the `history`; None where nobody can tell, or nothing has happened since."""
    if first >= table.seq:
        return None
    try:
        before: View = await app.tables.history.view_after(table, first, history=history)
    except ServiceError:  # an older version of the rules played then
        return None
    except Exception:  # a message is worth more than its outlines
        log.exception(
            "table %(table)d: what is new since %(entry)d cannot be told", {"table": table.id, "entry": first}
        )
        return None
    return before


def mark_changes(
    app: App, table: Table, before: View | None, view: View, history: Sequence[LogEntry], first: int
) -> tuple[View, Any]:
    """The public `view` of the table with all that is new in it as changed, `before` being what everybody saw after
    the entry `first`, and beside it what the renderer can tell of that (`Renderer.news`); the view as it is and None
    where nobody can tell."""
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
    except Exception:  # a message is worth more than its outlines
        log.exception(
            "table %(table)d: what is new since %(entry)d cannot be told", {"table": table.id, "entry": first}
        )
        return view, None
