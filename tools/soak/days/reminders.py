"""Expected times and names of reminders."""

from __future__ import annotations

from typing import Final

from .account import Account
from .clocks import DAY, HOUR
from .hours import Calendar

DAILY: Final = 3


def reminder_steps(allowance: int | None) -> tuple[int, ...]:
    """Seconds of a pending turn at which its player is reminded."""
    if allowance is None:
        return (24 * HOUR, 72 * HOUR, 7 * DAY)
    if allowance <= HOUR:
        return (allowance // 2, allowance)
    if allowance >= 7 * DAY:
        return (allowance * 3 // 7, allowance * 6 // 7, allowance)
    return (allowance // 2, allowance * 4 // 5, allowance)


def reminder_names(allowance: int | None) -> list[str]:
    if allowance is None:
        return ["long"] * 3
    first = ["half", "due"] if allowance <= HOUR else ["half", "late", "due"]
    return first + ["daily"] * DAILY


def reminder_instant(step: int, account: Account, calendar: Calendar) -> int | None:
    """The time of reminder number `step`; None if there is none."""
    found, due = reminder_steps(account.allowance), account.due(calendar)
    if step < len(found):
        return calendar.opens(calendar.reached(account.since, found[step] - account.counted))
    if due is None or step >= len(found) + DAILY:
        return None
    at = calendar.opens(due)
    for day in range(step - len(found) + 1):  # after a delayed reminder the next one comes at least half a day later
        at = calendar.opens(max(due + (day + 1) * DAY, at + DAY // 2))
    return at
