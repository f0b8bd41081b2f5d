"""Turn timers: start, pause, end, changes. Pure.

The log records what happened; `look_at` says when the timekeeper checks the table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from ..time.hours import SpansOf, compute_due_instant, count_open_seconds, next_open_instant
from ..time.pace import Pace, bank_after, parse_pace, reminder_times, turn_allowance
from ..time.typed import DAY
from .model import LatePolicy, PendingTurn, Seat, Table, TurnTimer
from .seat_control import find_notified_seat

HoursOf = Callable[[Seat], SpansOf]  # closed hours of a seat's deciding user

DAILY_REMINDERS: Final = 3  # daily reminders after the due time
MIN_DAILY_GAP_SECONDS: Final = DAY // 2  # minimum seconds between two of them
MISSED_TURNS_TO_ASK: Final = 2  # turns in a row ended by the clock for everybody before it asks whether to go on
MIN_SECONDS_AFTER_RETURN: Final = 3600  # minimum seconds left after a return to the server
GRACE_SECONDS: Final = 30 * 60  # seconds for players late before the clock resumed
REQUESTED_MOVE_SECONDS: Final = 3600  # seconds from the request of others to the move of a machine


def start_turn_timer(pace: Pace, bank: int | None, now: int, spans: SpansOf, late: str, *, first: bool) -> TurnTimer:
    """Timer of a new turn. `first`: first decision of the seat."""
    timer = TurnTimer(turn_allowance(pace, bank, first))
    return _start_counting(timer, now, spans, late)


def _start_counting(timer: TurnTimer, now: int, spans: SpansOf, late: str) -> TurnTimer:
    """The timer running from now."""
    due = act_at = None
    if timer.allowance is not None:
        due = compute_due_instant(now, max(0, timer.allowance - timer.counted), spans)
        if late in ("fallback", "machine"):
            act_at = next_open_instant(spans, due)
    return with_next_reminder(replace(timer, start=now, due=due, act_at=act_at), spans)


def with_next_reminder(timer: TurnTimer, spans: SpansOf) -> TurnTimer:
    """The timer with its next reminder."""
    assert timer.start is not None, "a timer that stands reminds nobody"
    steps = reminder_times(timer.allowance)
    at: int | None = None
    if timer.due is not None and timer.step == len(steps) - 1:
        at = next_open_instant(spans, timer.due)
    elif timer.step < len(steps):
        left = max(0, steps[timer.step] - timer.counted)
        at = next_open_instant(spans, compute_due_instant(timer.start, left, spans))
    elif timer.due is not None and timer.step < len(steps) + DAILY_REMINDERS:
        at = _daily_reminder_at(timer.due, timer.step - len(steps) + 1, spans)
    return replace(timer, remind_at=at)


def _daily_reminder_at(at: int, days: int, spans: SpansOf) -> int:
    """So many days after the due time, and half a day after the last reminder, which may have waited for a rest."""
    before = next_open_instant(spans, at)
    for day in range(1, days + 1):
        before = next_open_instant(spans, max(at + DAY * day, before + MIN_DAILY_GAP_SECONDS))
    return before


def next_reminder_kind(timer: TurnTimer) -> str:
    """Kind of the next reminder: half, late, due; then daily."""
    steps = reminder_times(timer.allowance)
    if timer.allowance is None:
        return "long"
    if timer.step >= len(steps):
        return "daily"
    if timer.step == len(steps) - 1:
        return "due"
    return "half" if timer.step == 0 else "late"


def is_last_before_due(timer: TurnTimer) -> bool:
    """Whether the next reminder is the last before the due time."""
    return timer.allowance is not None and timer.step == len(reminder_times(timer.allowance)) - 2


def skip_missed_reminders(timer: TurnTimer, now: int, spans: SpansOf) -> TurnTimer:
    """Skip all missed reminders but the last."""
    while True:
        after = with_next_reminder(replace(timer, step=timer.step + 1), spans)
        if after.remind_at is None or after.remind_at > now:
            return timer
        timer = after


def advance_reminder(timer: TurnTimer, now: int, spans: SpansOf) -> TurnTimer:
    """The timer after a reminder."""
    timer = skip_missed_reminders(timer, now, spans)
    return with_next_reminder(replace(timer, step=timer.step + 1), spans)


def seconds_used(timer: TurnTimer, now: int, spans: SpansOf) -> int:
    """Seconds used so far."""
    if timer.start is None or now <= timer.start:
        return timer.counted
    return timer.counted + count_open_seconds(spans(timer.start, now), timer.start, now)


def stop_turn_timer(timer: TurnTimer, now: int, spans: SpansOf) -> TurnTimer:
    """Stop the timer."""
    used_up = seconds_used(timer, now, spans)
    return replace(timer, counted=used_up, start=None, due=None, remind_at=None, act_at=None)


def resume_turn_timer(timer: TurnTimer, now: int, spans: SpansOf, late: str) -> TurnTimer:
    """Resume a stopped timer; a late one stays late, with `GRACE_SECONDS` seconds."""
    timer = _start_counting(timer, now, spans, late)
    if timer.act_at is not None and is_late(timer, now):
        timer = replace(timer, act_at=compute_due_instant(now, GRACE_SECONDS, spans))
    return timer


def recompute_for_hours(timer: TurnTimer, now: int, before: SpansOf, after: SpansOf) -> TurnTimer:
    """Apply changed hours from now on. Nothing falls due earlier; late stays late.

    The allowance is unchanged, so that toggling hours gains no time.
    """
    if timer.start is None:
        return timer
    late = is_late(timer, now)
    timer = replace(timer, counted=seconds_used(timer, now, before), start=now)  # new hours do not change the past
    if late:
        return timer if timer.remind_at is None else replace(timer, remind_at=next_open_instant(after, timer.remind_at))
    if timer.due is not None and timer.allowance is not None:
        due = max(timer.due, compute_due_instant(now, max(0, timer.allowance - timer.counted), after))
        act_at = None if timer.act_at is None else max(timer.act_at, next_open_instant(after, due))
        timer = replace(timer, due=due, act_at=act_at)
    return with_next_reminder(timer, after)


def recompute_for_vacation(timer: TurnTimer, now: int, before: SpansOf, after: SpansOf) -> TurnTimer:
    """Apply the start or early end of a vacation: the time left is kept. Late stays late."""
    if timer.start is None:
        return timer
    if timer.due is None or is_late(timer, now):
        return with_next_reminder(timer, after) if timer.remind_at is not None else timer
    left = count_open_seconds(before(now, timer.due), now, timer.due)
    due = compute_due_instant(now, left, after)
    act_at = None if timer.act_at is None else next_open_instant(after, due)
    timer = replace(timer, counted=seconds_used(timer, now, before), start=now, due=due, act_at=act_at)
    return with_next_reminder(timer, after)


def postpone_for_vacation(timer: TurnTimer, now: int, left: int, after: SpansOf, late: str) -> TurnTimer:
    """Apply an automatic vacation at the end of the time, with `left` seconds after it. Once per turn, and again after
    a pace with more time."""
    assert timer.allowance is not None, "nobody else is late"
    step = len(reminder_times(timer.allowance)) - 1  # the due reminder is still to come
    spent = max(0, timer.allowance - left)
    return _start_counting(replace(timer, counted=spent, step=step, graced=True), now, after, late)


def time_is_up(timer: TurnTimer, now: int) -> bool:
    """Whether the time has run out and nothing was done yet."""
    return is_late(timer, now) and not timer.graced and timer.step < len(reminder_times(timer.allowance))


def seat_bank_now(table: Table, seat: Seat, now: int, spans: SpansOf) -> int | None:
    """Seconds in the time bank after the current turn so far; None: no bank."""
    pace = parse_pace(table.pace)
    if pace.bank is None or pace.each is None:
        return None
    bank = pace.bank if seat.bank is None else seat.bank
    turn = table.pending_turn_of(seat.index)
    spent = seconds_used(turn.timer, now, spans) if turn is not None else 0
    return max(0, min(bank, bank + pace.each - spent))


def list_seat_banks(table: Table) -> tuple[int, ...]:
    """Seconds in all time banks; empty without banks."""
    size = parse_pace(table.pace).bank
    return () if size is None else tuple(size if seat.bank is None else seat.bank for seat in table.seats)


def effective_late_policy(table: Table, seat: Seat) -> LatePolicy:
    """The late policy of a seat; no machine if nobody would be left to play."""
    alone = all(other.index == seat.index for other in table.present_seats)
    return "ask" if table.late == "machine" and alone else table.late


def with_requested_action(timer: TurnTimer, at: int | None) -> TurnTimer:
    """Set the time of an action requested by others; None: none. It is postponed after a downtime; vacations do not
    protect late players."""
    were_all_reminders_sent = timer.step >= len(reminder_times(timer.allowance))
    return replace(timer, act_at=at, graced=timer.graced and not were_all_reminders_sent)


def is_late(timer: TurnTimer, now: int) -> bool:
    return timer.due is not None and timer.due <= now


# Tables


def late_seats(table: Table, now: int) -> frozenset[int]:
    """Seats of late players."""
    return frozenset(s.seat for s in table.stretches if table.seats[s.seat].is_human and is_late(s.timer, now))


def is_deserted(table: Table) -> bool:
    """Whether the clock has repeatedly moved for every person and for nobody else."""
    return bool(table.human_seats) and all(seat.missed >= MISSED_TURNS_TO_ASK for seat in table.human_seats)


def are_clocks_stopped(table: Table) -> bool:
    """Whether all clocks stand."""
    is_question_unanswered = table.asked_at is not None and is_deserted(table)
    return table.paused_at is not None or bool(table.homeless) or table.status == "frozen" or is_question_unanswered


def update_missed_turns(old: Table, new: Table, seats: Collection[int], *, by_person: bool, by_clock: bool) -> Table:
    """Update the numbers of missed turns: an act of a person resets those of all seats, for the table is awake; a move
    of the clock adds one to each of `seats` whose turn it ended."""
    if by_person:
        return replace(new, seats=tuple(replace(s, missed=0) if s.missed else s for s in new.seats))
    if not by_clock:
        return new
    ended = {s.seat for s in old.stretches if s.seat in seats and not _is_same_turn(new.pending_turn_of(s.seat), s)}
    return replace(new, seats=tuple(replace(s, missed=s.missed + 1) if s.index in ended else s for s in new.seats))


def with_changed_timers(table: Table, user_id: int, change: Callable[[Table, PendingTurn], TurnTimer]) -> Table:
    """Change the timers of a user."""
    seat = find_notified_seat(table, user_id)
    if seat is None or not seat.is_human:
        return table
    stretches = tuple(replace(s, timer=change(table, s)) if s.seat == seat.index else s for s in table.stretches)
    return replace(table, stretches=stretches)


def update_turn_clocks(
    old: Table,
    new: Table,
    now: int,
    hours: HoursOf,
    acted: Collection[int],
    *,
    undo: bool,
    awaited: Collection[int] = (),
) -> Table:
    """Update the timers after an act; pending turns are new already. `acted`: seats that decided before; `undo`: time
    banks are those of the earlier position; `awaited`: seats of departed players for whom the table waits."""
    pace = parse_pace(new.pace)
    seats = list(new.seats)
    for turn in old.stretches:
        before, seat = old.seats[turn.seat], seats[turn.seat]
        # A handed over seat was charged already.
        is_handed_over = new.is_open and (before.user_id, before.standin) != (seat.user_id, seat.standin)
        if not before.is_human or is_handed_over or undo or pace.bank is None:
            continue
        if not seat.is_human or not _is_same_turn(new.pending_turn_of(turn.seat), turn):
            seats[turn.seat] = replace(seat, bank=_bank_after_turn(pace, turn.timer, before, seat, now, hours))
    new = replace(new, seats=tuple(seats))
    turns = [_resume_after_return(old, new, turn, now, hours) for turn in new.stretches]
    turns = [_yield_to_machine(old, new, turn, pace, now, hours, acted) for turn in turns]
    turns = [_with_turn_timer(new, turn, pace, now, hours, acted, awaited) for turn in turns]
    return replace(new, stretches=tuple(turns))


def _bank_after_turn(pace: Pace, timer: TurnTimer, old: Seat, seat: Seat, now: int, hours: HoursOf) -> int | None:
    """Time bank after a decision or a replacement by a machine, which gains no time; the time since leaving the server
    does not count."""
    spent = seconds_used(timer, now if seat.is_human else _end_of_presence(old, now), hours(old))
    after = bank_after(pace, seat.bank, spent)
    before = pace.bank if seat.bank is None else seat.bank
    return after if seat.is_human or after is None or before is None else min(before, after)


def _end_of_presence(seat: Seat, now: int) -> int:
    """When the owner left the server without a stand-in; else now."""
    return now if seat.left_at is None or seat.is_present else min(now, seat.left_at)


def _resume_after_return(old: Table, new: Table, stretch: PendingTurn, now: int, hours: HoursOf) -> PendingTurn:
    """The turn of a returned player: absence does not count, and a minimum is left."""
    before, seat, timer = old.seats[stretch.seat], new.seats[stretch.seat], stretch.timer
    away = before.left_at if before.standin is None else None
    if away is None or seat.left_at is not None or not seat.is_human or timer == TurnTimer():
        return stretch
    spent = seconds_used(timer, min(now, away), hours(seat))
    if timer.allowance is not None:
        spent = min(spent, max(0, timer.allowance - MIN_SECONDS_AFTER_RETURN))
    step = sum(each <= spent for each in reminder_times(timer.allowance))
    timer = replace(timer, counted=spent, start=None, due=None, remind_at=None, act_at=None, step=step)
    return replace(stretch, timer=timer)


def _yield_to_machine(
    old: Table, new: Table, stretch: PendingTurn, pace: Pace, now: int, hours: HoursOf, acted: Collection[int]
) -> PendingTurn:
    """The turn of a player replaced by a machine: used time stays used if they return, with a minimum left unless they
    chose the machine themselves. The time bank is charged already."""
    before, seat, timer = old.seats[stretch.seat], new.seats[stretch.seat], stretch.timer
    if not before.is_human or seat.is_human or timer == TurnTimer():
        return stretch
    spent = seconds_used(timer, _end_of_presence(before, now), hours(before))
    allowance = timer.allowance
    if pace.bank is not None and pace.each is not None:
        allowance, spent = turn_allowance(pace, seat.bank, seat.index not in acted), min(spent, pace.each)
    if allowance is not None and seat.standin_until is None:
        spent = min(spent, max(0, allowance - MIN_SECONDS_AFTER_RETURN))
    step = sum(at <= spent for at in reminder_times(allowance))
    timer = replace(timer, allowance=allowance, counted=spent, step=step)
    return replace(stretch, timer=replace(timer, start=None, due=None, remind_at=None, act_at=None))


def _is_same_turn(now: PendingTurn | None, before: PendingTurn) -> bool:
    return now is not None and now.seq == before.seq


def _with_turn_timer(
    table: Table,
    stretch: PendingTurn,
    pace: Pace,
    now: int,
    hours: HoursOf,
    acted: Collection[int],
    awaited: Collection[int],
) -> PendingTurn:
    seat = table.seats[stretch.seat]
    if not seat.is_human:
        return replace(stretch, timer=TurnTimer()) if seat.resigned else stretch
    if are_clocks_stopped(table) or (not seat.is_present and seat.index in awaited):
        return _stop_pending_turn(stretch, now, hours(seat))
    late = effective_late_policy(table, seat)
    if stretch.timer == TurnTimer():
        first = seat.index not in acted
        return replace(stretch, timer=start_turn_timer(pace, seat.bank, now, hours(seat), late, first=first))
    if stretch.timer.start is None:
        return replace(stretch, timer=resume_turn_timer(stretch.timer, now, hours(seat), late))
    return stretch


def _stop_pending_turn(stretch: PendingTurn, now: int, spans: SpansOf) -> PendingTurn:
    if stretch.timer.start is None:
        return stretch
    return replace(stretch, timer=stop_turn_timer(stretch.timer, now, spans))


def stop_all_clocks(table: Table, now: int, hours: HoursOf) -> Table:
    """Stop all clocks."""
    stopped = tuple(_stop_pending_turn(turn, now, hours(table.seats[turn.seat])) for turn in table.stretches)
    return replace(table, stretches=stopped)


def recompute_for_pace(table: Table, pace: Pace, now: int, hours: HoursOf, acted: Collection[int]) -> Table:
    """Apply a pace, with full time banks. Pending turns get the longer of both times: nothing falls due earlier, and
    late players get more time at once. `acted`: as for `update_turn_clocks`."""
    seats = tuple(seat if seat.bank is None else replace(seat, bank=None) for seat in table.seats)
    new = replace(table, pace=str(pace), seats=seats)

    def with_longer_time(stretch: PendingTurn) -> PendingTurn:
        seat, timer = new.seats[stretch.seat], stretch.timer
        allowance = turn_allowance(pace, None, seat.index not in acted)
        is_longer = allowance is None or timer.allowance is None or allowance > timer.allowance
        if (not seat.is_human and timer == TurnTimer()) or not is_longer:
            return stretch
        spent = 0 if timer.allowance is None else seconds_used(timer, now, hours(seat))
        step = sum(at <= spent for at in reminder_times(allowance))
        timer = replace(timer, allowance=allowance, counted=spent, step=step, graced=False)
        if timer.start is not None:
            timer = _start_counting(timer, now, hours(seat), effective_late_policy(new, seat))
        return replace(stretch, timer=timer)

    return replace(new, stretches=tuple(map(with_longer_time, new.stretches)))


def with_late_policy(table: Table, late: LatePolicy, now: int, hours: HoursOf) -> Table:
    """Apply a late policy; late players get an hour."""
    new = replace(table, late=late)

    def with_new_action(stretch: PendingTurn) -> PendingTurn:
        seat, timer = new.seats[stretch.seat], stretch.timer
        if not seat.is_human or timer.due is None:
            return stretch
        act_at: int | None = None
        if effective_late_policy(new, seat) != "ask":
            if timer.due <= now:
                act_at = compute_due_instant(now, REQUESTED_MOVE_SECONDS, hours(seat))
            else:
                act_at = next_open_instant(hours(seat), timer.due)
        return replace(stretch, timer=with_requested_action(timer, act_at))

    return replace(new, stretches=tuple(map(with_new_action, new.stretches)))
