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
from .seat_control import find_notified_seat, unanswered_user_ids
from .turn_clocks import are_clocks_stopped, is_last_before_due

CLOSED: Final = "dm_closed"  # setting: the user accepts no direct messages
UNSAID, SAID = "unsaid", "said"  # its values: whether they were told
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
    """How a user wants to be told: mention, dm, both, digest, off. What cannot wait for the daily digest, and users
    who closed their direct messages, get a mention."""
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
    return [one for one in waiting if not can_be_mentioned(settings, one.made_at)]


def replan_notifications(waiting: Iterable[Notification], settings: Mapping[str, str], now: int) -> list[Notification]:
    """Notifications under new settings. Missing mentions are sent; waiting direct messages become one."""
    replanned = []
    delivery = preferred_delivery(settings)
    for old in waiting:
        stays_mention = old.how == "mention" and old.what in (TURN, START) and delivery == "digest"
        wanted = {**settings, PING: "mention"} if stays_mention else settings
        new = plan_notification(old.user_id, old.table_id, old.seq, old.what, now, wanted)
        if not new and delivery != "off":
            new = [replace(old, how="mention", made_at=now, ready_at=now, letter=None)]
        replanned += [replace(one, made_at=min(old.made_at, now)) if one.how == "dm" else one for one in new]
    return replanned


def plan_post_notifications(
    table: Table, posts: Sequence[Post], now: int, settings: Settings
) -> tuple[list[Post], list[Notification]]:
    """Posts with users notified elsewhere, and their notifications. `table` has updated clocks."""
    divided: list[Post] = []
    planned: list[Notification] = []
    for post in posts:
        apart = []
        for user in post.pings:
            wanted = _settings_if_digest_is_late(table, user, post.reason, now, settings.get(user, {}))
            if not can_be_mentioned(wanted, now):
                apart.append(user)
            planned += plan_notification(user, post.table_id, post.seq, post.reason, now, wanted)
        divided.append(replace(post, apart=tuple(apart)))
    return divided, planned


def _settings_if_digest_is_late(
    table: Table, user: int, what: str, now: int, settings: Mapping[str, str]
) -> Mapping[str, str]:
    """Settings that turn a digest into a mention if the due time comes before it."""
    seat = find_notified_seat(table, user) if what in (TURN, START) else None
    turn = table.pending_turn_of(seat.index) if seat is not None else None
    is_digest_late = turn is not None and does_digest_miss_deadline(settings, turn.timer, now)
    return {**settings, PING: "mention"} if is_digest_late else settings


def plan_vote_notifications(table: Table, vote: Vote, settings: Settings) -> list[Notification]:
    """Notifications to voters."""
    left = {seat.user_id for seat in table.seats if seat.left_at is not None}
    planned = []
    for user in unanswered_user_ids(table, vote):
        if user not in left:
            planned += plan_notification(user, table.id, table.seq, VOTE, vote.opened_at, settings.get(user, {}))
    return planned


def plan_offer_notification(table: Table, offer: SeatOffer, settings: Settings) -> list[Notification]:
    """Notification to the user of a seat offer."""
    if offer.user_id is None:
        return []
    mine = settings.get(offer.user_id, {})
    return plan_notification(offer.user_id, table.id, table.seq, ASK, offer.opened_at, mine)


def plan_reminder_notifications(
    table: Table, reminders: Sequence[Reminder], settings: Settings
) -> tuple[list[Reminder], list[Notification]]:
    """Reminders for the channel, and notifications in place of others."""
    in_channel: list[Reminder] = []
    planned: list[Notification] = []
    for reminder in reminders:
        what, made_at = reminder.what, reminder.made_at
        if what == EMPTY:
            in_channel.append(reminder)
            planned += _plan_empty_seat_question(table, reminder, settings)
            continue
        user = table.seats[reminder.seat].notify_user_id or 0
        mine = settings.get(user, {})
        planned += plan_notification(user, table.id, reminder.seq, what, made_at, mine)
        if can_be_mentioned(mine, made_at, what) or (table.late == "ask" and what in FOR_ALL):
            in_channel.append(reminder)
    return in_channel, planned


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
    table: Table, seat: Seat, timer: TurnTimer, reminder: Reminder, settings: Settings
) -> list[Notification]:
    """Notification to the owner behind a stand-in, who may move too: before the due time if the stand-in may miss it,
    and at the due time. `timer`: at the reminder."""
    user, what, at = seat.user_id, reminder.what, reminder.made_at
    if user is None or seat.standin is None or seat.left_at is not None:
        return []
    mine, of_stand_in = settings.get(user, {}), settings.get(seat.standin, {})
    wanted = mine.get(REMINDED, "all")
    is_stand_in_reminded = (
        preferred_delivery(of_stand_in) not in ("digest", "off") and of_stand_in.get(REMINDED, "all") == "all"
    )
    may_be_missed = is_last_before_due(timer) and wanted == "all" and not is_stand_in_reminded
    if wanted == "off" or not (what == "due" or may_be_missed):
        return []
    about = f"{OWNER} {what}"
    planned = plan_notification(user, table.id, reminder.seq, about, at, mine)
    is_owner_mentioned = what == "due" and (table.late == "ask" or can_be_mentioned(of_stand_in, at, what))
    if planned or is_owner_mentioned or preferred_delivery(mine) != "mention":
        return planned
    return [Notification(user, table.id, reminder.seq, about, "mention", at, at)]


def _plan_empty_seat_question(table: Table, reminder: Reminder, settings: Settings) -> list[Notification]:
    """Notifications to the players asked about an empty seat."""
    planned = []
    for user in (seat.notify_user_id for seat in table.present_seats):
        if user is not None:
            mine = settings.get(user, {})
            planned += plan_notification(user, table.id, reminder.seq, EMPTY, reminder.made_at, mine)
    return planned


def is_still_relevant(notification: Notification, table: Table, vote: Vote | None) -> bool:
    """Whether a notification still holds; the position must be loaded. False for users who left."""
    user, what = notification.user_id, notification.what
    own_seat = table.seat_of(user)
    if own_seat is not None and own_seat.left_at is not None:
        return False
    if what == "over":
        return not table.is_open
    if what == "rematch":
        return table.status == "lobby" and own_seat is None
    if what == ASK:
        return seat_offer.find_offer_to_user(table, user) is not None
    if what == HANDED:
        return table.is_open and own_seat is None
    if what.startswith(OWNER):
        return _does_stand_in_still_move(notification, table)
    if what == VOTE:
        return vote is not None and vote.status == "open" and user in unanswered_user_ids(table, vote)
    if what == ASKED:
        return user in users_concerned_by_reason(table)[ASKED]
    seat = find_notified_seat(table, user)
    if seat is None or not seat.is_human or table.status not in GOING:
        return False
    if what in REMINDERS - {AWAY} and are_clocks_stopped(table):
        return False
    if what == EMPTY:  # asked again after a pause
        return table.status == "active" and any(is_seat_empty(table.seats[index]) for index in table.seats_to_move)
    if what == INVITE or what.startswith(HEARD):
        return user in users_concerned_by_reason(table).get(what, ())
    return what == START or is_about_pending_turn(notification, table)


def _does_stand_in_still_move(notification: Notification, table: Table) -> bool:
    """Whether the seat of a stand-in is still to move."""
    seat = table.seat_of(notification.user_id)
    if seat is None or not seat.is_human or seat.standin is None:
        return False
    turn = table.pending_turn_of(seat.index)
    is_going = table.status in GOING and not are_clocks_stopped(table)
    return is_going and turn is not None and turn.seq <= notification.seq


def is_about_pending_turn(notification: Notification, table: Table) -> bool:
    """Whether it is about a current turn."""
    what = notification.what
    if what not in (TURN, START, *REMINDERS) or table.status not in GOING:
        return False
    seat = find_notified_seat(table, notification.user_id)
    turn = table.pending_turn_of(seat.index) if seat is not None and seat.is_present else None
    if seat is None or turn is None or not _has_reached_reminder(what, turn.timer):
        return False
    # A resumed turn is notified by the mention of its seat alone.
    is_resumed = what in (TURN, START) and seat.pinged_seq == notification.seq
    return turn.seq <= notification.seq or is_resumed


def _has_reached_reminder(what: str, timer: TurnTimer) -> bool:
    """Whether the turn has reached that reminder, also at the present pace."""
    steps = len(reminder_times(timer.allowance))
    least = {"half": 1, "late": steps - 1, "due": steps, "daily": steps}.get(what, 0)
    return timer.allowance is None or timer.step >= least


def users_concerned_by_reason(table: Table) -> dict[str, list[int | None]]:
    """Reason of a post -> users still concerned."""
    invited: Collection[int] = ()
    concerned: dict[str, list[int | None]] = {}
    if table.game is not None and table.state is not None:
        invited = table.game.seats_yet_to_answer(table.state)
        for seat, (number, _) in table.game.questions_with_answer_state(table.state).items():
            concerned[f"{HEARD} {number}"] = _notified_user_ids(table, [seat])
    concerned[TURN] = _notified_user_ids(table, table.seats_to_move)
    concerned[INVITE] = _notified_user_ids(table, invited)
    concerned[ASKED] = []
    if table.is_open and table.asked_at is not None:
        concerned[ASKED] = [user for s in table.seats if not s.resigned for user in (s.user_id, s.standin)]
    return concerned


def _notified_user_ids(table: Table, seats: Collection[int]) -> list[int | None]:
    return [table.seats[seat].notify_user_id for seat in seats]
