"""When an allowance is used up: by examples, at random, and against counting minute by minute."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.time.hours import (
    HORIZON_DAYS,
    QuietHours,
    Spans,
    SpansOf,
    WeeklyRest,
    closed_spans,
    compute_due_instant,
    count_open_seconds,
    next_open_instant,
    parse_quiet_hours,
    parse_weekly_rest,
)
from service.time.pace import bank_after, parse_pace, turn_allowance
from service.time.time_errors import TooFar
from service.time.zones import load_zone
from tools.sizes import EXAMPLES

Someone: TypeAlias = tuple[str, QuietHours | None, WeeklyRest | None, list[tuple[int, int | None]], int]

HOUR, DAY = 3600, 86400
UTC_ZONE = load_zone("UTC")
ZONES = (
    "Asia/Jerusalem",
    "Europe/Bucharest",
    "America/New_York",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "UTC",
)


def at(text: str, where: tzinfo = UTC_ZONE) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=where).timestamp())


def nothing(a: int, b: int) -> Spans:
    return ()


def calendar(
    hours: str = "off", week: str = "off", where: tzinfo = UTC_ZONE, others: tuple[tuple[int, int | None], ...] = ()
) -> SpansOf:
    return partial(closed_spans, parse_quiet_hours(hours), parse_weekly_rest(week), where, others)


def allowed(pace: str, bank_left: int | None = None, *, first: bool = False) -> int:
    seconds = turn_allowance(parse_pace(pace), bank_left, first)
    assert seconds is not None
    return seconds


# --- the examples of the design, by their names ------------------------------------------------------------------

MONDAY = "2026-11-23 10:00"


def test_24h_nothing_closed() -> None:
    assert compute_due_instant(at(MONDAY), allowed("24h"), nothing) == at("2026-11-24 10:00")


def test_first_decision_of_a_seat_halved() -> None:
    assert compute_due_instant(at(MONDAY), allowed("24h", first=True), nothing) == at("2026-11-23 22:00")


def test_12h_quiet_22_07_rest_fri_16_00_sat_20_00_jerusalem() -> None:
    there = load_zone("Asia/Jerusalem")
    spans = calendar("22-07", "Fri 16:00-Sat 20:00", there)
    assert compute_due_instant(at("2026-11-26 20:00", there), allowed("12h"), spans) == at("2026-11-28 21:00", there)


def test_12h_quiet_22_07_bucharest_summer_time_ends_that_night() -> None:
    there = load_zone("Europe/Bucharest")
    spans = calendar("22-07", where=there)
    assert compute_due_instant(at("2026-10-24 21:00", there), allowed("12h"), spans) == at("2026-10-25 18:00", there)


def test_pause_from_mon_12_00_to_wed_12_00_within_24h() -> None:
    spans = calendar(others=((at("2026-11-23 12:00"), at("2026-11-25 12:00")),))
    assert compute_due_instant(at(MONDAY), allowed("24h"), spans) == at("2026-11-26 10:00")


def test_bank_3d_12h_bank_full() -> None:
    assert compute_due_instant(at(MONDAY), allowed("bank:3d+12h", 3 * DAY), nothing) == at("2026-11-26 22:00")
    assert bank_after(parse_pace("bank:3d+12h"), 3 * DAY, 10 * HOUR) == 3 * DAY


def test_bank_3d_12h_acts_after_30_h() -> None:
    assert bank_after(parse_pace("bank:3d+12h"), 3 * DAY, 30 * HOUR) == 2 * DAY + 6 * HOUR


def test_bank_3d_12h_bank_empty() -> None:
    assert compute_due_instant(at(MONDAY), allowed("bank:3d+12h", 0), nothing) == at("2026-11-23 22:00")


# --- ends --------------------------------------------------------------------------------------------------------


def test_an_allowance_used_up_as_the_quiet_hours_begin_is_due_then() -> None:
    assert compute_due_instant(at(MONDAY), 12 * HOUR, calendar("22-7")) == at("2026-11-23 22:00")
    assert compute_due_instant(at(MONDAY), 12 * HOUR + 1, calendar("22-7")) == at("2026-11-24 07:00") + 1


def test_nothing_to_use_is_due_at_once() -> None:
    assert compute_due_instant(at("2026-11-23 23:00"), 0, calendar("22-7")) == at("2026-11-23 23:00")


def test_what_is_closed_for_ever_is_never_due_and_never_opens() -> None:
    shut = calendar("22-7", others=((at(MONDAY) - 5, None),))
    with pytest.raises(TooFar) as refused:
        compute_due_instant(at(MONDAY), 1, shut)
    assert refused.value.params == {"days": HORIZON_DAYS}
    with pytest.raises(TooFar):
        next_open_instant(shut, at(MONDAY))


def test_the_horizon_is_just_reached_and_not_passed() -> None:
    assert compute_due_instant(0, HORIZON_DAYS * DAY, nothing) == HORIZON_DAYS * DAY
    with pytest.raises(TooFar):
        compute_due_instant(0, HORIZON_DAYS * DAY + 1, nothing)


def test_what_is_closed_opens_at_its_end() -> None:
    spans = calendar("22-7", "sun 5-12", others=((at("2026-11-24 07:00"), at("2026-11-28 23:00")),))
    assert next_open_instant(spans, at("2026-11-23 21:59")) == at("2026-11-23 21:59")
    assert next_open_instant(spans, at("2026-11-23 22:00")) == at("2026-11-29 12:00")  # night, pause, night, Sunday
    assert next_open_instant(spans, at("2026-11-29 12:00")) == at("2026-11-29 12:00")


# --- at random ---------------------------------------------------------------------------------------------------


def changes(name: str) -> list[int]:
    """When the clocks of a zone are changed in three years, to the hour."""
    start, there = at("2026-01-01 00:00"), load_zone(name)
    offsets = [(t, datetime.fromtimestamp(t, there).utcoffset()) for t in range(start, start + 1096 * DAY, HOUR)]
    return [after for (_, one), (after, other) in pairwise(offsets) if one != other]


CHANGES = {name: changes(name) for name in ZONES}


def test_the_zones_change_their_clocks_or_never_do() -> None:
    assert {name: len(found) for name, found in CHANGES.items()} == {
        **dict.fromkeys(ZONES, 6),
        "Asia/Kathmandu": 0,
        "UTC": 0,
    }


@st.composite
def quiets(draw: st.DrawFn) -> QuietHours:
    begin = draw(st.integers(0, 1439))
    return QuietHours(begin, (begin + draw(st.integers(1, 600))) % 1440)


@st.composite
def rests(draw: st.DrawFn) -> WeeklyRest:
    begin = draw(st.integers(0, 10079))
    return WeeklyRest(begin, (begin + draw(st.integers(1, 1800))) % 10080)


@st.composite
def moments(draw: st.DrawFn, name: str) -> int:
    """An instant of three years in whole minutes, half of them within two days of a change of the clocks."""
    near = [st.integers(change - 2 * DAY, change + DAY) for change in CHANGES[name]]
    start = at("2026-01-01 00:00")
    found = draw(st.integers(start, start + 1096 * DAY) | (st.one_of(*near) if near else st.nothing()))
    return found - found % 60


@st.composite
def people(draw: st.DrawFn) -> Someone:
    """A zone, hours, what else is closed, and an instant."""
    name = draw(st.sampled_from(ZONES))
    start = draw(moments(name))
    span = st.tuples(st.integers(-2000, 12000), st.integers(0, 4000))
    others: list[tuple[int, int | None]] = [
        (start + 60 * begin, start + 60 * (begin + length)) for begin, length in draw(st.lists(span, max_size=3))
    ]
    return name, draw(st.none() | quiets()), draw(st.none() | rests()), others, start


@pytest.mark.slow
@pytest.mark.random
@settings(max_examples=EXAMPLES * 20, deadline=None)
@given(people(), st.integers(0, 37 * DAY))
def test_the_allowance_is_used_exactly_when_it_is_due(person: Someone, seconds: int) -> None:
    name, hours, week, others, start = person
    spans_of = partial(closed_spans, hours, week, load_zone(name), others)
    found = compute_due_instant(start, seconds, spans_of)
    assert count_open_seconds(spans_of(start, found), start, found) == seconds
    if seconds:
        assert count_open_seconds(spans_of(start, found - 1), start, found - 1) == seconds - 1
    opened = next_open_instant(spans_of, found)
    assert opened >= found
    assert spans_of(opened, opened + 1) == ()
    assert count_open_seconds(spans_of(found, opened), found, opened) == 0


@pytest.mark.random
@settings(max_examples=EXAMPLES * 10, deadline=None)
@given(people(), st.integers(0, 10 * DAY), st.integers(0, 5 * DAY), st.integers(0, 5 * DAY))
def test_later_begun_longer_allowed_and_more_closed_are_never_due_sooner(
    person: Someone, seconds: int, more: int, gap: int
) -> None:
    name, hours, week, others, start = person
    spans_of = partial(closed_spans, hours, week, load_zone(name), others)
    found = compute_due_instant(start, seconds, spans_of)
    assert compute_due_instant(start + gap, seconds, spans_of) >= found
    assert compute_due_instant(start, seconds + more, spans_of) >= found + more
    assert compute_due_instant(start, seconds, partial(closed_spans, None, None, load_zone(name), others)) <= found
    assert (
        compute_due_instant(
            start, seconds, partial(closed_spans, hours, week, load_zone(name), [*others, (start, start + gap)])
        )
        >= found
    )


@pytest.mark.random
@settings(max_examples=EXAMPLES * 5, deadline=None)
@given(people(), st.integers(0, 5 * DAY), st.integers(0, 10 * DAY))
def test_counting_in_two_parts_comes_to_the_same(person: Someone, seconds: int, part: int) -> None:
    name, hours, week, others, start = person
    spans_of = partial(closed_spans, hours, week, load_zone(name), others)
    whole = compute_due_instant(start, seconds, spans_of)
    middle = min(whole, start + part)
    counted = count_open_seconds(spans_of(start, middle), start, middle)
    assert compute_due_instant(middle, seconds - counted, spans_of) == whole


def on_the_wall(minutes: Iterable[int], where: tzinfo) -> list[datetime]:
    return [datetime.fromtimestamp(minute, where) for minute in minutes]


def twice(wall: datetime) -> bool:
    """Whether the clock shows it twice."""
    first, second = (wall.replace(fold=fold).utcoffset() for fold in (0, 1))
    assert first is not None
    assert second is not None
    return first > second


def slowly(inside: list[bool], walls: list[datetime]) -> list[bool]:
    """Whether each minute is closed by hours that contain what the wall shows.

    In an hour that comes twice, what lies between two closed parts is closed too: hours are gone through once.
    """
    found, hole = list(inside), [False] * len(inside)
    begin = 0
    for n in range(len(inside) + 1):
        if n == len(inside) or inside[n] or not twice(walls[n]):
            if 0 < begin < n < len(inside) and inside[begin - 1] and inside[n]:
                hole[begin:n] = [True] * (n - begin)
            begin = n + 1
    return [one or other for one, other in zip(found, hole, strict=True)]


def circular(value: int, begin: int, end: int) -> bool:
    return begin <= value < end if begin < end else value >= begin or value < end


@pytest.mark.slow
@pytest.mark.random
@settings(max_examples=EXAMPLES * 5, deadline=None)
@given(people(), st.integers(0, 2879))
def test_spans_are_what_the_clock_on_the_wall_says_minute_by_minute(person: Someone, open_minutes: int) -> None:
    name, hours, week, others, start = person
    there, window = load_zone(name), 2 * 1440
    margin = 180  # minutes before and after, so that a repeated hour is seen whole
    minutes = range(start - margin * 60, start + (window + margin) * 60, 60)
    walls = on_the_wall(minutes, there)
    closed = [False] * len(minutes)
    if hours is not None:
        inside = [circular(wall.hour * 60 + wall.minute, hours.begin, hours.end) for wall in walls]
        closed = [a or b for a, b in zip(closed, slowly(inside, walls), strict=True)]
    if week is not None:
        of_week = [wall.weekday() * 1440 + wall.hour * 60 + wall.minute for wall in walls]
        inside = [circular(minute, week.begin, week.end) for minute in of_week]
        closed = [a or b for a, b in zip(closed, slowly(inside, walls), strict=True)]
    for begin, end in others:
        assert end is not None
        closed = [shut or begin <= minute < end for shut, minute in zip(closed, minutes, strict=True)]
    closed, a, b = closed[margin:-margin], start, start + window * 60
    spans = closed_spans(hours, week, there, others, a, b)
    assert [any(begin <= minute < end for begin, end in spans) for minute in range(a, b, 60)] == closed
    assert all(one[1] < other[0] for one, other in pairwise(spans))
    ends = [minute + 60 for minute, shut in zip(range(a, b, 60), closed, strict=True) if not shut]
    if ends:
        n = open_minutes % len(ends)
        assert compute_due_instant(start, 60 * (n + 1), partial(closed_spans, hours, week, there, others)) == ends[n]


def test_a_due_time_costs_little() -> None:
    there = load_zone("Asia/Jerusalem")
    spans_of = calendar("22-7", "fri 16-sat 20", there)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    froms = [int((start + timedelta(hours=7 * n)).timestamp()) for n in range(300)]
    begin = time.thread_time()
    for from_ in froms:
        compute_due_instant(from_, 24 * HOUR, spans_of)
    assert (time.thread_time() - begin) / len(froms) < 0.005  # 0.2 ms measured; slow machines that do much besides
