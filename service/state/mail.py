"""Reminders, notifications and direct messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Delivery = Literal["mention", "dm", "digest"]


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder posted in the channel; a later one replaces it."""

    table_id: int
    seat: int
    seq: int  # length of the log when the turn began
    step: int  # number of the reminder in the turn
    what: str  # half, late, last, due, daily, long, nudge, machine, woke; empty: the owner has left
    made_at: int
    sent_at: int | None = None
    message_id: int | None = None
    channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class Notification:
    """A message to a user outside the channel, or later."""

    user_id: int
    table_id: int
    seq: int  # length of the log at its cause
    what: str  # reason of a post, kind of a reminder, or `vote`
    how: Delivery
    made_at: int
    ready_at: int
    letter: int | None = None  # number of its direct message; None: not gathered yet


@dataclass(frozen=True, slots=True)
class DirectMessage:
    """A message to a user with its relevant notifications, about one table or (None) several."""

    user_id: int
    number: int
    how: Delivery
    table_id: int | None
    notifications: tuple[Notification, ...] = ()


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A sent direct message."""

    user_id: int
    channel_id: int
    message_id: int
    sent_at: int
