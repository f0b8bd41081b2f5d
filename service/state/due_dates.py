"""The next actions of the clock at a table. Pure."""

from __future__ import annotations

from typing import Final

from ..time.typed import DAY
from .model import Table, UpcomingAction, Vote

ASK_CONTINUE_AFTER: Final = 7 * DAY  # without a move: ask whether the game goes on
FREEZE_AFTER: Final = 30 * DAY
LEFT_SEAT_AFTER: Final = 10 * DAY  # without a move: end a lesson
HEARD: Final = DAY  # minimum time to answer that question


def next_action_at(table: Table, vote: Vote | None) -> int | None:
    """Time of the next action of the clock; None without one."""
    return min((coming.at for coming in upcoming_actions(table, vote)), default=None)


def upcoming_actions(table: Table, vote: Vote | None) -> list[UpcomingAction]:
    """All coming actions of the clock, in no order."""
    if not table.open:
        return []
    if table.lesson is not None:
        return [UpcomingAction((table.moved_at or table.created_at) + LEFT_SEAT_AFTER, "lesson", table.id)]
    found = [UpcomingAction(vote.closes_at, "vote", table.id)] if vote is not None and vote.status == "open" else []
    if table.seq and table.available:
        ends = [(s.standin_until, "standin", s.index) for s in table.seats if not s.resigned]
        ends += [(ask.closes_at, "ask", ask.seat) for ask in table.asks if ask.status == "open"]
        found += [UpcomingAction(at, what, table.id, seat) for at, what, seat in ends if at is not None]
    if table.status == "active" and table.seq:
        for stretch in table.stretches:
            if table.seats[stretch.seat].human:
                timer = stretch.timer
                instants = (
                    ("act", timer.act_at),
                    ("remind", timer.remind_at),
                )  # the first of two with the same time is done first
                found += [UpcomingAction(at, what, table.id, stretch.seat) for what, at in instants if at is not None]
        rests = (("asked", continue_question_at(table)), ("frozen", freeze_due_at(table)))
        found += [UpcomingAction(at, what, table.id) for what, at in rests if at is not None]
    return found


def continue_question_at(table: Table) -> int | None:
    """When to ask whether the game goes on, a week after the last move of a person; None: asked already."""
    asked = table.asked_at is not None or bool(table.homeless)  # nobody can answer without a channel
    return table.moved_at + ASK_CONTINUE_AFTER if table.moved_at is not None and not asked else None


def freeze_due_at(table: Table) -> int | None:
    """When to freeze the table, a month after the last move; None: not asked yet."""
    if table.moved_at is None or table.asked_at is None:
        return None
    return max(table.moved_at + FREEZE_AFTER, table.asked_at + HEARD)
