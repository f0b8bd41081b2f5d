"""The next actions of the clock at a table. Pure."""

from __future__ import annotations

from typing import Final

from ..time.typed import DAY
from .model import Table, UpcomingAction, Vote

ASK_CONTINUE_AFTER: Final = 7 * DAY  # without a move: ask whether the game goes on
FREEZE_AFTER: Final = 30 * DAY
END_LESSON_AFTER: Final = 10 * DAY  # without a move
ANSWER_SECONDS: Final = DAY  # minimum time to answer whether the game goes on


def next_action_at(table: Table, vote: Vote | None) -> int | None:
    """Time of the next action of the clock; None without one."""
    return min((coming.at for coming in upcoming_actions(table, vote)), default=None)


def upcoming_actions(table: Table, vote: Vote | None) -> list[UpcomingAction]:
    """All coming actions of the clock, in no order."""
    if not table.is_open:
        return []
    if table.lesson is not None:
        return [UpcomingAction((table.moved_at or table.created_at) + END_LESSON_AFTER, "lesson", table.id)]
    actions: list[tuple[int | None, str, int | None]] = []  # time, kind, seat
    if vote is not None and vote.status == "open":
        actions.append((vote.closes_at, "vote", None))
    if table.seq and table.is_available:
        actions += [(seat.standin_until, "standin", seat.index) for seat in table.seats if not seat.resigned]
        actions += [(offer.closes_at, "ask", offer.seat) for offer in table.asks if offer.status == "open"]
    if table.status == "active" and table.seq:
        for turn in table.stretches:
            if table.seats[turn.seat].is_human:  # of two actions with the same time the first is done first
                actions += [(turn.timer.act_at, "act", turn.seat), (turn.timer.remind_at, "remind", turn.seat)]
        actions += [(continue_question_at(table), "asked", None), (freeze_due_at(table), "frozen", None)]
    return [UpcomingAction(at, what, table.id, seat) for at, what, seat in actions if at is not None]


def continue_question_at(table: Table) -> int | None:
    """When to ask whether the game goes on, a week after the last move of a person; None: asked already."""
    if table.moved_at is None or table.asked_at is not None or table.homeless:  # nobody can answer without a channel
        return None
    return table.moved_at + ASK_CONTINUE_AFTER


def freeze_due_at(table: Table) -> int | None:
    """When to freeze the table, a month after the last move; None: not asked yet."""
    if table.moved_at is None or table.asked_at is None:
        return None
    return max(table.moved_at + FREEZE_AFTER, table.asked_at + ANSWER_SECONDS)
