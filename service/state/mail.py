"""What people are told apart from the message of a table: values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Delivery = Literal["mention", "dm", "digest"]


@dataclass(frozen=True, slots=True)
class Reminder:
    """A line of its own to somebody who is waited for: a reminder. A later one takes the place of an earlier one."""

    table_id: int
    seat: int
    seq: int  # length of the log when the stretch began
    step: int  # which of the stretch
    what: str  # half, late, last, due, daily, long, nudge, machine, woke; empty: its owner has left
    made_at: int
    sent_at: int | None = None
    message_id: int | None = None
    channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class Notification:
    """Somebody is to hear of a table elsewhere or later than by the message in its home."""

    user_id: int
    table_id: int
    seq: int  # length of the log when there was something to tell
    what: str  # the reason of a post, what a notice says, or `vote`
    how: Delivery
    made_at: int
    ready_at: int
    letter: int | None = None  # the number of the letter that tells it; None: it was not gathered yet


@dataclass(frozen=True, slots=True)
class DirectMessage:
    """A message to one person, and what of it still stands: about one table, or (None) about several."""

    user_id: int
    number: int
    how: Delivery
    table_id: int | None
    calls: tuple[Notification, ...] = ()


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A letter as it stands in somebody's direct messages."""

    user_id: int
    channel_id: int
    message_id: int
    sent_at: int
