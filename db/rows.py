"""Rows with the types of their columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

OPEN = "('lobby', 'active', 'paused', 'frozen')"


def parse_numbers(text: str) -> tuple[int, ...]:
    """The numbers of a column written by `format_numbers`."""
    return tuple(map(int, text.split()))


def format_numbers(values: tuple[int, ...]) -> str:
    """Numbers as a column stores them."""
    return " ".join(map(str, values))


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its position and `key`."""

    id: int
    guild_id: int | None
    channel_id: int
    kind: str
    options: str
    status: str
    host: int
    max_seats: int
    seat_order: str | None
    language: str
    thread: int
    tidy: int | None
    tag: str
    rules: int
    commitment: str | None
    lucky: int
    seq: int
    rematch_of: int | None
    homeless: int
    undone_at: int | None
    posts: int
    live: int | None
    created_at: int
    updated_at: int
    pace: str = "none"
    late: str = "ask"
    paused_at: int | None = None
    moved_at: int | None = None
    asked_at: int | None = None
    look_at: int | None = None
    branch: str | None = None
    hints: int = 1
    hinted: int = 0
    lesson: str | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    game_id: int
    seat: int
    user_id: int | None
    name: str
    colour: str
    machine: str | None
    resigned: int
    score: int
    place: int | None
    pinged_at: int | None
    pinged_seq: int | None
    bank: int | None = None
    missed: int = 0
    left_at: int | None = None
    standin: int | None = None
    standin_until: int | None = None


@dataclass(frozen=True, slots=True)
class LogRow:
    game_id: int
    seq: int
    seat: int | None
    kind: str
    move: str
    chance: str
    barrier: int
    events: str
    at: int
    act: str | None
    first: int
    by: int | None = None
    banks: str = ""


@dataclass(frozen=True, slots=True)
class BriefEntry:
    """A log row without its events."""

    seq: int
    seat: int | None
    kind: str
    move: str
    first: int
    barrier: int
    by_itself: int = 0  # no act of a person: a machine's move, or a standing answer


@dataclass(frozen=True, slots=True)
class ActRow:
    game_id: int
    first: int | None
    last: int | None
    vote_id: int | None


@dataclass(frozen=True, slots=True)
class PendingTurnRow:
    game_id: int
    seat: int
    since: int
    seq: int
    pinged: int
    allowance: int | None = None
    counted: int = 0
    from_at: int | None = None
    due: int | None = None
    step: int = 0
    remind_at: int | None = None
    act_at: int | None = None
    nudged_at: int | None = None
    hushed: int = 0
    graced: int = 0


@dataclass(frozen=True, slots=True)
class ReminderRow:
    game_id: int
    seat: int
    seq: int
    step: int
    what: str
    made_at: int
    sent_at: int | None = None
    message_id: int | None = None
    channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class NotificationRow:
    user_id: int
    game_id: int
    seq: int
    what: str
    how: str
    made_at: int
    ready_at: int
    letter: int | None = None


@dataclass(frozen=True, slots=True)
class DirectMessageRow:
    user_id: int
    number: int
    how: str
    game_id: int | None
    made_at: int
    sent_at: int | None = None
    message_id: int | None = None
    channel_id: int | None = None
    settled: int = 0
    listed: str = ""


@dataclass(frozen=True, slots=True)
class TermRow:
    game_id: int
    number: int
    seat: int
    user_id: int
    role: str
    from_seq: int
    to_seq: int | None


@dataclass(frozen=True, slots=True)
class GuestRow:
    game_id: int
    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class SeatOfferRow:
    game_id: int
    number: int
    seat: int
    what: str
    why: str
    user_id: int | None
    by_id: int
    until: int | None
    status: str
    opened_at: int
    closes_at: int
    shown: str | None
    shown_at: int | None
    message_id: int | None
    channel_id: int | None


@dataclass(frozen=True, slots=True)
class PostRow:
    game_id: int
    number: int
    seq: int
    reason: str
    pings: str
    message_id: int | None
    channel_id: int | None
    sent_at: int | None
    shown_at: int | None
    apart: str = ""


@dataclass(frozen=True, slots=True)
class VoteRow:
    id: int
    game_id: int
    what: str
    back_to: int | None
    value: str | None
    proposer: int
    reason: str | None
    voters: str
    yes: str
    no: str
    status: str
    opened_at: int
    closes_at: int
    message_id: int | None
    channel_id: int | None
    told: int = 0


class BranchRow(NamedTuple):
    """The first position of a branch."""

    rules: int
    state: bytes
    record: str


class ConditionalMoveRow(NamedTuple):
    game_id: int
    user_id: int
    number: int
    text: str
    made_at: int
    dropped: str | None


class EndedAnswerRow(NamedTuple):
    game_id: int
    seq: int
    user_id: int
    name: str
    number: int
    text: str
    made_at: int


@dataclass(frozen=True, slots=True)
class EndingRow:
    """A finished game; `number`: in the order of the ends."""

    number: int
    game_id: int
    guild_id: int | None
    kind: str
    at: int
    filled: int = 0
    measured: int = 0


@dataclass(frozen=True, slots=True)
class ResultRow:
    game_id: int
    user_id: int
    ending: int
    seat: int
    part: str
    place: int | None
    points: int
    rank: int | None
    mu: float | None = None
    sigma: float | None = None
    waits: str = ""
    got: float | None = None
    expected: float | None = None
    variance: float | None = None


class PlayedRow(NamedTuple):
    """A result with facts of its game."""

    result: ResultRow
    kind: str
    options: str
    status: str
    at: int
    seats: int
