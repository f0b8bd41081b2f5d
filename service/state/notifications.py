"""Plans notifications outside the channel or later than its posts. Pure.

Users choose where and when to be notified. A notification is written with its cause, gathered into a direct message at
its time, and dropped when it is no longer relevant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ..time.hours import SpansOf, next_open_instant
from ..time.pace import reminder_times
from ..time.user_hours import PING, closed_hours, closed_hours_but_vacations, next_digest_at
from ..time.user_hours import REMINDERS as REMINDED
from . import seat_offer
from .mail import Notification, Reminder
from .membership import EMPTY, is_seat_empty
from .model import GOING, Post, Seat, SeatOffer, Table, TurnTimer, Vote
from .seat_control import find_notified_seat as seat_called
from .seat_control import unanswered_user_ids
from .turn_clocks import are_clocks_stopped as stands_still
from .turn_clocks import is_last_before_due

CLOSED: Final = (
    "dm_closed"  # stored with the settings if direct messages are closed; the value says whether the user knows
)
UNSAID, SAID = "unsaid", "said"
TURN, START, INVITE, HEARD, VOTE = "turn", "start", "invite", "heard", "vote"
HANDED: Final = "handed"  # a seat was handed over
ASK: Final = "ask"  # an offer to stand in or take over
ASKED: Final = "asked"  # everybody: does the game go on?
FROZEN, MODERATOR = "frozen", "moderator"  # posts without mentions
AWAY: Final = "vacation"  # an automatic vacation began; sent in spite of it
LAST: Final = "last"  # last reminder before the due time, if a digest would be too late
OWNER: Final = "owner"  # to the owner behind a stand-in, followed by the kind of reminder
REMINDERS: Final = frozenset({"half", "late", LAST, "due", "daily", "long", "nudge", "machine", AWAY})
WOKE: Final = "woke"  # a turn mentioned at the end of quiet hours
AT_ONCE: Final = (LAST, "machine", WOKE)  # too late in a digest
FOR_ALL: Final = frozenset({"due", "daily", "machine"})  # reminders of interest to all players
Settings = Mapping[int, Mapping[str, str]]


def preferred_delivery(settings: Mapping[str, str], what: str = "") -> str:
    """Delivery of that kind: mention, dm, both, digest, off. Mention replaces closed direct messages and digests that
    come too late."""
    chosen = settings.get(PING, "mention")
    if chosen == "digest" and (what in AT_ONCE or (what == "due" and settings.get(REMINDED) == "due")):
        return "mention"
    return chosen if chosen in ("mention", "off") or CLOSED not in settings else "mention"


def can_be_mentioned(settings: Mapping[str, str], at: int, what: str = "") -> bool:
    """Whether a post of that kind may mention the user at that time."""
    return (
        preferred_delivery(settings, what) in ("mention", "both")
        and next_open_instant(do_not_disturb_spans(what, settings), at) == at
    )


def do_not_disturb_spans(what: str, settings: Mapping[str, str]) -> SpansOf:
    """When the user must not be notified of that kind."""
    return closed_hours_but_vacations(settings) if what == AWAY else closed_hours(settings)


def plan_notification(
    user: int, table: int, seq: int, what: str, at: int, settings: Mapping[str, str]
) -> list[Notification]:
    """The notification, at most one, besides or in place of a mention."""
    wanted = preferred_delivery(settings, what)
    if wanted == "off" or (wanted == "mention" and can_be_mentioned(settings, at, what)):
        return []
    if wanted == "digest" and what != AWAY:
        return [Notification(user, table, seq, what, "digest", at, next_digest_at(settings, at))]
    ready = next_open_instant(do_not_disturb_spans(what, settings), at)
    return [Notification(user, table, seq, what, "mention" if wanted == "mention" else "dm", at, ready)]


def select_unmentioned(waiting: Iterable[Notification], settings: Mapping[str, str]) -> list[Notification]:
    """Notifications whose users were not mentioned in the channel as well, by their former settings."""
    return [call for call in waiting if not can_be_mentioned(settings, call.made_at)]


def replan_notifications(waiting: Iterable[Notification], settings: Mapping[str, str], now: int) -> list[Notification]:
    """Notifications under new settings. Missing mentions are sent; waiting direct messages become one."""
    found = []
    for call in waiting:
        hurry = call.how == "mention" and call.what in (TURN, START) and preferred_delivery(settings) == "digest"
        wanted = {**settings, PING: "mention"} if hurry else settings
        again = plan_notification(call.user_id, call.table_id, call.seq, call.what, now, wanted)
        if not again and preferred_delivery(settings) != "off":
            again = [replace(call, how="mention", made_at=now, ready_at=now, letter=None)]
        found += [replace(one, made_at=min(call.made_at, now)) if one.how == "dm" else one for one in again]
    return found


def plan_post_notifications(
    table: Table, posts: Sequence[Post], now: int, settings: Settings
) -> tuple[list[Post], list[Notification]]:
    """Posts with users notified elsewhere, and their notifications. `table` has updated clocks."""
    divided, calls = [], []
    for post in posts:
        wanted = {
            user: _settings_if_digest_is_late(table, user, post.reason, now, settings.get(user, {}))
            for user in post.pings
        }
        apart = tuple(user for user in post.pings if not can_be_mentioned(wanted[user], now))
        divided.append(replace(post, apart=apart))
        for user in post.pings:
            calls += plan_notification(user, post.table_id, post.seq, post.reason, now, wanted[user])
    return divided, calls


def _settings_if_digest_is_late(
    table: Table, user: int, what: str, now: int, settings: Mapping[str, str]
) -> Mapping[str, str]:
    """Settings that turn a digest into a mention if the due time comes before it."""
    seat = seat_called(table, user) if what in (TURN, START) else None
    stretch = table.pending_turn_of(seat.index) if seat is not None else None
    soon = stretch is not None and does_digest_miss_deadline(settings, stretch.timer, now)
    return {**settings, PING: "mention"} if soon else settings


def plan_vote_notifications(table: Table, vote: Vote, settings: Settings) -> list[Notification]:
    """Notifications to voters."""
    left = {seat.user_id for seat in table.seats if seat.left_at is not None}
    asked = [user for user in unanswered_user_ids(table, vote) if user not in left]
    return [
        call
        for user in asked
        for call in plan_notification(user, table.id, table.seq, VOTE, vote.opened_at, settings.get(user, {}))
    ]


def plan_offer_notification(table: Table, ask: SeatOffer, settings: Settings) -> list[Notification]:
    """Notification to the user of a seat offer."""
    if ask.user_id is None:
        return []
    return plan_notification(ask.user_id, table.id, table.seq, ASK, ask.opened_at, settings.get(ask.user_id, {}))


def plan_reminder_notifications(
    table: Table, notices: Sequence[Reminder], settings: Settings
) -> tuple[list[Reminder], list[Notification]]:
    """Reminders for the channel, and notifications in place of others."""
    here: list[Reminder] = []
    calls: list[Notification] = []
    for notice in notices:
        if notice.what == EMPTY:
            here.append(notice)
            calls += _plan_empty_seat_question(table, notice, settings)
            continue
        user = table.seats[notice.seat].called or 0
        mine = settings.get(user, {})
        calls += plan_notification(user, table.id, notice.seq, notice.what, notice.made_at, mine)
        if can_be_mentioned(mine, notice.made_at, notice.what) or (table.late == "ask" and notice.what in FOR_ALL):
            here.append(notice)
    return here, calls


def does_digest_miss_deadline(settings: Mapping[str, str], timer: TurnTimer, since: int) -> bool:
    """Whether the next digest comes after the due time."""
    return (
        preferred_delivery(settings) == "digest"
        and timer.due is not None
        and next_digest_at(settings, since) >= timer.due
    )


def is_digest_after_last_reminder(settings: Mapping[str, str], timer: TurnTimer, now: int) -> bool:
    """Whether the next reminder is the last before the due time, and the digest comes later."""
    return is_last_before_due(timer) and does_digest_miss_deadline(settings, timer, now)


def plan_owner_notification(
    table: Table, seat: Seat, timer: TurnTimer, notice: Reminder, settings: Settings
) -> list[Notification]:
    """Notification to the owner behind a stand-in, who may move too: before the due time if the stand-in may miss it,
    and at the due time. `timer`: at the reminder."""
    user, what, at = seat.user_id, notice.what, notice.made_at
    if user is None or seat.standin is None or seat.left_at is not None:
        return []
    mine, friend = settings.get(user, {}), settings.get(seat.standin, {})
    wanted = mine.get(REMINDED, "all")
    heard = preferred_delivery(friend) not in ("digest", "off") and friend.get(REMINDED, "all") == "all"
    if wanted == "off" or not (what == "due" or (is_last_before_due(timer) and wanted == "all" and not heard)):
        return []
    about = f"{OWNER} {what}"
    found = plan_notification(user, table.id, notice.seq, about, at, mine)
    home = what == "due" and (table.late == "ask" or can_be_mentioned(friend, at, what))  # mentions the owner too
    if found or home or preferred_delivery(mine) != "mention":
        return found
    return [Notification(user, table.id, notice.seq, about, "mention", at, at)]


def _plan_empty_seat_question(table: Table, notice: Reminder, settings: Settings) -> list[Notification]:
    """Notifications to the players asked about an empty seat."""
    asked = [user for seat in table.present if (user := seat.called) is not None]
    return [
        call
        for user in asked
        for call in plan_notification(user, table.id, notice.seq, EMPTY, notice.made_at, settings.get(user, {}))
    ]


def is_still_relevant(call: Notification, table: Table, vote: Vote | None) -> bool:
    """Whether a notification still holds; the position must be loaded. False for users who left."""
    owned = table.seat_of(call.user_id)
    if owned is not None and owned.left_at is not None:
        return False
    if call.what == "over":
        return not table.open
    if call.what == "rematch":
        return table.status == "lobby" and table.seat_of(call.user_id) is None
    if call.what == ASK:
        return seat_offer.find_offer_to_user(table, call.user_id) is not None
    if call.what == HANDED:
        return table.open and table.seat_of(call.user_id) is None
    if call.what.startswith(OWNER):
        return _waits_for_stand_in(call, table)
    seat = seat_called(table, call.user_id)
    if call.what == VOTE:
        return vote is not None and vote.status == "open" and call.user_id in unanswered_user_ids(table, vote)
    if call.what == ASKED:
        return call.user_id in users_concerned_by_reason(table)[ASKED]
    if seat is None or not seat.human or table.status not in GOING:
        return False
    if call.what in REMINDERS - {AWAY} and stands_still(table):
        return False
    if call.what == EMPTY:  # asked again after a pause
        return table.status == "active" and any(
            is_seat_empty(other) and other.index in table.waiting for other in table.seats
        )
    if call.what == INVITE or call.what.startswith(HEARD):
        return call.user_id in users_concerned_by_reason(table).get(call.what, ())
    return call.what == START or is_about_pending_turn(call, table)


def _waits_for_stand_in(call: Notification, table: Table) -> bool:
    """Whether the seat of a stand-in is still to move."""
    seat = table.seat_of(call.user_id)
    stretch = (
        table.pending_turn_of(seat.index) if seat is not None and seat.human and seat.standin is not None else None
    )
    going = table.status in GOING and not stands_still(table)
    return going and stretch is not None and stretch.seq <= call.seq


def is_about_pending_turn(call: Notification, table: Table) -> bool:
    """Whether it is about a current turn."""
    if call.what not in (TURN, START, *REMINDERS):
        return False
    seat = seat_called(table, call.user_id)
    stretch = table.pending_turn_of(seat.index) if seat is not None and seat.here else None
    if (
        seat is None
        or stretch is None
        or table.status not in GOING
        or not _has_reached_reminder(call.what, stretch.timer)
    ):
        return False
    goes_on = call.what in (TURN, START) and seat.pinged_seq == call.seq  # a resumed turn is notified by this alone
    return stretch.seq <= call.seq or goes_on


def _has_reached_reminder(what: str, timer: TurnTimer) -> bool:
    """Whether the turn has reached that reminder, also at the present pace."""
    steps = len(reminder_times(timer.allowance))
    least = {"half": 1, "late": steps - 1, "due": steps, "daily": steps}.get(what, 0)
    return timer.allowance is None or timer.step >= least


def users_concerned_by_reason(table: Table) -> dict[str, list[int | None]]:
    """Reason of a post -> users still concerned."""
    game = table.game
    known = game is not None and table.state is not None
    invited = game.unanswered(table.state) if game is not None and known else ()
    heard = game.heard(table.state) if game is not None and known else {}
    return {
        TURN: _notified_user_ids(table, table.waiting),
        INVITE: _notified_user_ids(table, invited),
        ASKED: [user for s in table.seats if not s.resigned for user in (s.user_id, s.standin)]
        if table.open and table.asked_at is not None
        else [],
        **{f"{HEARD} {number}": _notified_user_ids(table, [seat]) for seat, (number, _) in heard.items()},
    }


def _notified_user_ids(table: Table, seats: Collection[int]) -> list[int | None]:
    return [table.seats[seat].called for seat in seats]
