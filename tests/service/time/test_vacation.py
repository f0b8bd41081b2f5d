"""Vacations as they are counted, kept and refused. Pure."""

from __future__ import annotations

import itertools
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from service.errors import ServiceError
from service.time import user_hours
from service.time.hours import count_open_seconds
from service.time.typed import DAY, HOUR
from service.time.vacation import (
    VACATION,
    Vacation,
    add_vacation,
    build_vacation,
    decode_vacations,
    drop_old_vacations,
    encode_vacations,
    find_automatic_vacation,
    find_current_vacation,
    vacation_seconds_left,
    vacation_seconds_used,
    vacation_spans,
)

JERUSALEM = ZoneInfo("Asia/Jerusalem")


def at(text: str, zone: ZoneInfo = JERUSALEM) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp())


NOW = at("2026-03-20 12:00")


def of(begin: str, end: str) -> Vacation:
    return Vacation(at(begin), at(end))


def test_days_are_those_of_the_calendar() -> None:
    across = of("2026-03-25 00:00", "2026-03-30 00:00")  # summer time begins on the 27th
    assert across.end - across.begin == 5 * DAY - HOUR
    assert vacation_seconds_used([across], 2026, JERUSALEM) == 5 * DAY


def test_each_year_counts_what_lies_in_it() -> None:
    one = of("2026-12-24 00:00", "2027-01-11 00:00")
    assert [vacation_seconds_used([one], year, JERUSALEM) // DAY for year in (2025, 2026, 2027)] == [0, 8, 10]
    assert vacation_seconds_left([one], 2027, JERUSALEM) == 20 * DAY


def test_one_that_has_begun_takes_a_day_at_least() -> None:
    assert vacation_seconds_used([Vacation(NOW, NOW)], 2026, JERUSALEM) == DAY
    new_year = of("2026-12-31 22:00", "2027-01-01 02:00")
    assert vacation_seconds_used([new_year], 2026, JERUSALEM) == 22 * HOUR
    assert vacation_seconds_used([new_year], 2027, JERUSALEM) == 2 * HOUR


def test_it_is_kept_as_text() -> None:
    found = (of("2026-04-01 00:00", "2026-04-03 00:00"), of("2026-05-01 00:00", "2026-05-02 00:00"))
    settings = {VACATION: encode_vacations(found) or ""}
    assert decode_vacations(settings) == found
    assert vacation_spans(settings) == tuple((one.begin, one.end) for one in found)
    assert find_current_vacation(settings, found[0].begin) == found[0]
    assert find_current_vacation(settings, found[0].end) is None
    assert encode_vacations(()) is None
    assert drop_old_vacations((of("2024-01-01 00:00", "2024-01-09 00:00"), *found), NOW, JERUSALEM) == found


def test_hours_know_of_it() -> None:
    one = of("2026-03-21 00:00", "2026-03-23 00:00")
    settings = {"timezone": "Asia/Jerusalem", "quiet": "22:00-07:00", VACATION: str(one)}
    closed = user_hours.closed_hours(settings)(at("2026-03-20 00:00"), at("2026-03-24 00:00"))
    assert (at("2026-03-20 22:00"), at("2026-03-23 07:00")) in closed
    usual = user_hours.closed_hours_but_vacations(settings)(at("2026-03-21 00:00"), at("2026-03-22 00:00"))
    assert count_open_seconds(usual, at("2026-03-21 00:00"), at("2026-03-22 00:00")) == 15 * HOUR
    settings["digest"] = "08:00"
    assert user_hours.next_digest_at(settings, at("2026-03-20 12:00")) == at("2026-03-23 08:00")


def test_today_begins_now() -> None:
    assert build_vacation("2026-03-20", "2026-03-21", NOW, JERUSALEM) == Vacation(NOW, at("2026-03-22 00:00"))
    assert build_vacation(None, "3d", NOW, JERUSALEM) == Vacation(NOW, at("2026-03-23 12:00"))
    assert build_vacation("2d", "2d", NOW, JERUSALEM) == of("2026-03-22 12:00", "2026-03-24 12:00")


def test_so_many_days_at_a_stretch_whatever_it_is_made_of() -> None:
    known = add_vacation((), of("2026-04-01 00:00", "2026-04-11 00:00"), NOW, JERUSALEM)
    known = add_vacation(known, of("2026-04-11 12:00", "2026-04-20 00:00"), NOW, JERUSALEM)
    for begin, end in (("2026-04-20 23:00", "2026-04-23 00:00"), ("2026-03-29 00:00", "2026-03-31 20:00")):
        with pytest.raises(ServiceError, match="vacation_long"):
            add_vacation(known, of(begin, end), NOW, JERUSALEM)
    assert len(add_vacation(known, of("2026-04-21 01:00", "2026-04-23 00:00"), NOW, JERUSALEM)) == 3


def test_five_are_planned_at_most() -> None:
    known: tuple[Vacation, ...] = ()
    for day in range(1, 6):
        known = add_vacation(
            known, of(f"2026-04-{day * 3:02} 00:00", f"2026-04-{day * 3 + 1:02} 00:00"), NOW, JERUSALEM
        )
    with pytest.raises(ServiceError, match="vacation_many"):
        add_vacation(known, of("2026-06-01 00:00", "2026-06-02 00:00"), NOW, JERUSALEM)


def test_by_itself_it_ends_where_the_next_one_begins() -> None:
    known = (of("2026-03-24 00:00", "2026-03-26 00:00"),)
    found = find_automatic_vacation(known, NOW, JERUSALEM)
    assert found == Vacation(NOW, at("2026-03-23 12:00"))
    assert find_automatic_vacation((), NOW, JERUSALEM) == Vacation(NOW, at("2026-03-27 13:00") - HOUR)


def test_whatever_is_taken_no_year_has_more_than_its_days() -> None:
    random = Random(5)
    for name in ("Asia/Jerusalem", "America/New_York", "Pacific/Auckland", "Europe/Bucharest"):
        zone, now, known = ZoneInfo(name), NOW, ()
        for _ in range(300):
            now += random.randrange(3 * DAY)
            begin = now + random.choice((0, random.randrange(100 * DAY)))
            new = Vacation(begin, begin + random.randrange(1, 22 * DAY))
            try:
                known = add_vacation(known, new, now, zone)
            except ServiceError:
                continue
            assert all(one.end <= other.begin for one, other in itertools.pairwise(known))
        for year in range(2026, 2030):
            assert vacation_seconds_used(known, year, zone) <= 30 * DAY
