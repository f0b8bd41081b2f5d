"""Tables with inconsistent rows: set aside untouched, while all others play on.

Causes are edits of the database and lost disk blocks. The checks cover the invariants that the service relies on; they
do not find a position that can be read but breaks the rules of its game.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar, get_args

from db.rows import BriefEntry, LogRow, PostRow, VoteRow
from rules.core import registry as games

from ..errors import Damaged
from ..state.branch_point import Branch
from ..state.model import (
    COLOURS,
    LATE_POLICIES,
    EntryKind,
    OfferKind,
    OfferReason,
    OfferStatus,
    PendingTurn,
    Status,
    Table,
    Vote,
    VoteKey,
    VoteStatus,
)
from ..time import hours, user_hours, vacation
from ..time.pace import parse_pace

log = logging.getLogger(__name__)
D = TypeVar("D")
R = TypeVar("R", LogRow, PostRow, VoteRow)

MAX_INSTANT: Final = 2**33  # seconds; upper bound of all times and durations, in the year 2242
MAX_ID: Final = 2**63  # upper bound of Discord ids and database integers


def raise_damaged_on_error(make: Callable[[R], D]) -> Callable[[R], D]:
    """Decorator for row readers: raises Damaged if the row cannot be read."""

    def read(row: R) -> D:
        try:
            return make(row)
        except Exception as error:  # damaged rows may raise anything
            log.error(
                "table %(table)d: a row (%(row)s) makes no sense: %(kind)s",
                {"table": row.game_id, "row": make.__name__, "kind": type(error).__name__},
            )
            raise Damaged(row.game_id) from error

    return read


class InconsistentRows(Exception):
    """A check of a table failed."""


class DamagedTables:
    """The tables set aside, with their channels and deciding users."""

    def __init__(self) -> None:
        self._tables: dict[int, int] = {}
        self._deciding_users: dict[int, frozenset[int]] = {}

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._tables

    def of_user(self, user_id: int) -> list[int]:
        """Damaged tables at which a user decided, as far as their rows tell."""
        return sorted(number for number, people in self._deciding_users.items() if user_id in people)

    def set_aside(self, table_id: int, channel_id: int, error: Exception, people: Iterable[int | None] = ()) -> Damaged:
        """Set a table aside and log it. Returns the error to raise. `people`: its deciding users."""
        why = str(error) if isinstance(error, InconsistentRows) else type(error).__name__  # no text from the rows
        log.error(
            "table %(table)d is set aside, its rows make no sense (%(why)s); a backup brings it back",
            {"table": table_id, "why": why},
        )
        self._tables[table_id] = channel_id
        self._deciding_users[table_id] = frozenset(user for user in people if user is not None)
        return Damaged(table_id)

    def raise_if_set_aside(self, table_id: int | None = None, channel_id: int | None = None) -> None:
        """Raise Damaged if this table, or the one of this channel, was set aside."""
        for number, home in self._tables.items():
            if number == table_id or (channel_id is not None and home == channel_id):
                raise Damaged(number)


def _require_consistent(truth: bool, what: str) -> None:
    if not truth:
        raise InconsistentRows(what)


def _check_instants(what: str, *values: int | None) -> None:
    for value in values:
        _require_consistent(value is None or 0 <= value <= MAX_INSTANT, f"{what}: {value} is no time")


def check_table(table: Table, vote: Vote | None) -> None:
    """Check the rows of an open table for consistency. InconsistentRows."""
    _require_consistent(table.status in get_args(Status), "status")
    _require_consistent(
        (table.status == "lobby") == (table.seq == 0) and table.seq >= 0, "status and length of the log"
    )
    _require_consistent(table.late in LATE_POLICIES, "late policy")
    parse_pace(table.pace)
    if table.is_available:
        games.make_game(table.kind, table.choices)
    _require_consistent(1 <= table.max_seats <= len(COLOURS), "number of seats")
    _check_seats(table)
    if table.branch is not None:
        _check_branch(table, table.branch)
    for stretch in table.stretches:
        _check_pending_turn(table, stretch)
    times = (table.created_at, table.updated_at, table.paused_at, table.moved_at, table.asked_at, table.look_at)
    _check_instants("game", *times, table.undone_at)
    _require_consistent(0 <= table.posts < MAX_INSTANT, "number of posts")
    if table.live is not None:
        _check_instants("post", table.live.sent_at, table.live.shown_at)
        _check_discord_id("post", table.live.message_id, table.live.channel_id)
        _require_consistent(table.live.number <= table.posts, "number of the newest post")
    _check_discord_id("game", table.home.channel_id, table.home.guild_id)
    _check_user_id("game", table.host)
    for user, until in table.kicked:
        _check_discord_id("kicked", user)
        _check_instants("kicked", until)
    if vote is not None:
        _check_vote(table, vote)


def _check_user_id(what: str, *numbers: int | None) -> None:
    """Check user ids; negative ids stand for deleted users."""
    for number in numbers:
        _require_consistent(number is None or 0 < abs(number) < MAX_ID, f"{what}: {number} is nobody's number")


def _check_discord_id(what: str, *numbers: int | None) -> None:
    for number in numbers:
        _require_consistent(number is None or 0 < number < MAX_ID, f"{what}: {number} is no number of Discord")


def _check_seats(table: Table) -> None:
    _require_consistent([seat.index for seat in table.seats] == list(range(len(table.seats))), "seats are missing")
    _require_consistent(bool(table.seats) or table.status == "lobby", "nobody is seated")
    colours = [seat.colour for seat in table.seats]
    _require_consistent(
        all(len(one) == 1 and one in COLOURS for one in colours) and len(set(colours)) == len(colours), "colours"
    )
    _require_consistent(table.order is None or set(colours) <= set(table.order), "order of the seats")
    for seat in table.seats:
        _require_consistent(seat.user_id is not None or seat.machine is not None, f"seat {seat.index} is nobody's")
        _check_discord_id("seat", seat.user_id, seat.standin)
        _check_instants("seat", seat.pinged_at, seat.bank, seat.standin_until, seat.left_at)
    named = [*(term.seat for term in table.terms), *(offer.seat for offer in table.asks)]
    _require_consistent(all(0 <= seat < len(table.seats) for seat in named), "a term or a question about nobody's seat")
    for term in table.terms:
        _check_user_id("term", term.user_id)
    for guest, _ in table.guests:
        _check_discord_id("guest", guest)
    for ask in table.asks:
        words = (ask.what in get_args(OfferKind), ask.why in get_args(OfferReason), ask.status in get_args(OfferStatus))
        _require_consistent(all(words), "kind or state of a question")
        _check_discord_id("question", ask.message_id, ask.channel_id)
        _check_user_id("question", ask.user_id, ask.by)
        _check_instants("question", ask.until, ask.opened_at, ask.closes_at, ask.shown_at)


def _check_branch(table: Table, branch: Branch) -> None:
    places = [place.colour for place in branch.places]
    seated = [seat.colour for seat in table.seats]
    _require_consistent(isinstance(branch.of, int) and isinstance(branch.at, int), "where a branch begins")
    _require_consistent(all(isinstance(place.points, int) for place in branch.places), "points of a branch")
    _require_consistent(
        set(seated) <= set(places) <= set(COLOURS) and len(set(places)) == len(places), "places of a branch"
    )
    _require_consistent(table.seq == 0 or seated == places, "order of a branch")


def _check_pending_turn(table: Table, stretch: PendingTurn) -> None:
    timer = stretch.timer
    _require_consistent(0 <= stretch.seat < len(table.seats), "a stretch of nobody")
    _require_consistent(0 <= timer.step < 1000, "step of a stretch")
    times = (stretch.since, timer.allowance, timer.counted, timer.start, timer.due, timer.remind_at)
    _check_instants("stretch", *times, timer.act_at, timer.nudged_at)
    counts = timer.remind_at is not None or timer.act_at is not None
    _require_consistent(timer.start is not None or not counts, "a clock that stands and calls")


def _check_vote(table: Table, vote: Vote) -> None:
    _require_consistent(
        vote.what in get_args(VoteKey) and vote.status in get_args(VoteStatus), "kind or state of a vote"
    )
    _require_consistent(vote.what in ("undo", "end", "pause") or bool(vote.value), "a vote proposes nothing")
    if vote.what == "pace":
        parse_pace(vote.value or "")
    _require_consistent(vote.what != "late" or vote.value in LATE_POLICIES, "what a vote proposes for who is late")
    _check_instants("vote", vote.opened_at, vote.closes_at)
    _check_discord_id("vote", vote.message_id, vote.channel_id, *vote.voters, *vote.yes, *vote.no)
    _check_user_id("vote", vote.by)
    _require_consistent(
        vote.what != "undo" or (vote.to is not None and 0 < vote.to <= table.seq), "what a vote takes back"
    )


def check_log(table: Table, stored: int | None, log: Sequence[BriefEntry], posts: int) -> None:
    """Check that the log matches the position (saved after `stored` entries) and the highest post number.
    InconsistentRows."""
    _require_consistent(stored == table.seq, f"the position is that of entry {stored}")
    _require_consistent([entry.seq for entry in log] == list(range(1, table.seq + 1)), "entries of the log are missing")
    _require_consistent(posts <= table.posts, "posts have higher numbers")
    for entry in log:
        _require_consistent(entry.seat is None or 0 <= entry.seat < len(table.seats), f"entry {entry.seq} is nobody's")
        _require_consistent(entry.kind in get_args(EntryKind), f"entry {entry.seq} is of no kind")
        _require_consistent(entry.kind != "move" or entry.seat is not None, f"entry {entry.seq} is nobody's move")
        _require_consistent(1 <= entry.first <= entry.seq, f"entry {entry.seq} belongs to no act")
        if entry.kind == "undo":
            _require_consistent(
                1 <= int(entry.move.removeprefix("undo ")) < entry.seq, f"entry {entry.seq} takes nothing back"
            )


def check_position(table: Table, state: Any) -> None:
    """Check that a position has as many seats as the table. InconsistentRows."""
    game = table.game
    assert game is not None, "it is available"
    _require_consistent(len(game.scores(state)) == len(table.seats), "the position has another number of seats")


def drop_unreadable_settings(settings: Mapping[str, str]) -> dict[str, str]:
    """Drop settings that cannot be read, so that their defaults apply."""
    readable = dict(settings)
    for name, reader in _READERS.items():
        try:
            reader(readable)
        except (ValueError, LookupError):
            readable.pop(name, None)
    return readable


_READERS: Final[Mapping[str, Callable[[Mapping[str, str]], object]]] = {
    user_hours.QUIET: lambda mine: hours.parse_quiet_hours(mine.get(user_hours.QUIET, "off")),
    user_hours.REST: lambda mine: hours.parse_weekly_rest(mine.get(user_hours.REST, "off")),
    user_hours.DIGEST: lambda mine: user_hours.parse_digest_time(mine.get(user_hours.DIGEST, "")),
    vacation.COVERED: vacation.moved_vacation_ends,
}
