"""Quiet hours and rest as people type them, and the spans of instants that they close."""

from __future__ import annotations

from datetime import datetime, tzinfo

import pytest

from service.time.hours import (
    MAX_QUIET_HOURS,
    MAX_REST_HOURS,
    QuietHours,
    WeeklyRest,
    closed_spans,
    count_open_seconds,
    merge_spans,
    parse_quiet_hours,
    parse_weekly_rest,
)
from service.time.time_errors import REASONS, BadTime
from service.time.zones import load_zone

HOUR = 3600


def at(text: str, where: tzinfo) -> int:
    """`2026-10-25 01:30` there; with `*` at its end the second time that the clock shows it."""
    return int(datetime.fromisoformat(text.rstrip("*")).replace(tzinfo=where, fold=text.endswith("*")).timestamp())


# --- what is typed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("22:00-07:00", "22:00-07:00"),
        ("22-7", "22:00-07:00"),
        ("22:00 - 07:00", "22:00-07:00"),
        ("22:00–7:00", "22:00-07:00"),
        ("10pm to 7.30 am", "22:00-07:30"),
        ("2200-0700", "22:00-07:00"),
        ("22h-7h30", "22:00-07:30"),
        ("from 23 until 8", "23:00-08:00"),
        ("between 22 and 7", "22:00-07:00"),
        ("de la 22 până la 7", "22:00-07:00"),
        ("22-24", "22:00-00:00"),
        ("midnight-8", "00:00-08:00"),
        ("12am-9am", "00:00-09:00"),
        ("1 p.m. - 3 p.m.", "13:00-15:00"),
        ("21-7", "21:00-07:00"),
    ],
)
def test_quiet_hours_are_understood(text: str, canonical: str) -> None:
    hours = parse_quiet_hours(text)
    assert str(hours) == canonical
    assert parse_quiet_hours(canonical) == hours


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Fri 16:00-Sat 20:00", "Fri 16:00-Sat 20:00"),
        ("fri 16 - sat 20", "Fri 16:00-Sat 20:00"),
        ("fri16-sat20", "Fri 16:00-Sat 20:00"),
        ("Friday 4pm to Saturday 8pm", "Fri 16:00-Sat 20:00"),
        ("Vin 16 la Sâm 20", "Fri 16:00-Sat 20:00"),
        ("שישי 16:00-שבת 20:00", "Fri 16:00-Sat 20:00"),
        ("saturday", "Sat 00:00-Sun 00:00"),
        ("יום שבת", "Sat 00:00-Sun 00:00"),
        ("every sunday", "Sun 00:00-Mon 00:00"),
        ("sun 9-18", "Sun 09:00-Sun 18:00"),
        ("sun 0-24", "Sun 00:00-Mon 00:00"),
        ("fri 22-6", "Fri 22:00-Sat 06:00"),
        ("sun 22 - mon 4", "Sun 22:00-Mon 04:00"),
        ("tu 14:00-we 20:00", "Tue 14:00-Wed 20:00"),
    ],
)
def test_a_weekly_rest_is_understood(text: str, canonical: str) -> None:
    hours = parse_weekly_rest(text)
    assert str(hours) == canonical
    assert parse_weekly_rest(canonical) == hours


@pytest.mark.parametrize("text", ["off", "Off", "none", "-", ""])
def test_both_can_be_switched_off(text: str) -> None:
    assert parse_quiet_hours(text) is None
    assert parse_weekly_rest(text) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("22", "quiet_form"),
        ("late-early", "quiet_form"),
        ("25-7", "quiet_form"),
        ("22:60-7", "quiet_form"),
        ("13pm-8am", "quiet_form"),
        ("24:30-7", "quiet_form"),
        ("22-7-8", "quiet_form"),
        ("fri 22-7", "quiet_form"),
        ("22-22", "quiet_same"),
        ("10pm-22:00", "quiet_same"),
        ("0-24", "quiet_long"),
        ("20:59-7:00", "quiet_long"),
        ("7-22", "quiet_long"),
    ],
)
def test_quiet_hours_that_cannot_be_are_refused_with_their_reason(text: str, reason: str) -> None:
    with pytest.raises(BadTime) as refused:
        parse_quiet_hours(text)
    assert refused.value.reason == reason in REASONS
    assert refused.value.params["name"] == "quiet"
    assert refused.value.params.get("most") == (MAX_QUIET_HOURS if reason == "quiet_long" else None)
    assert [str(parse_quiet_hours(known) or "off") for known in refused.value.params["known"]] == refused.value.params[
        "known"
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("16-20", "rest_form"),
        ("sometimes", "rest_form"),
        ("s 3-5", "rest_form"),
        ("fri 16", "rest_form"),
        ("fri 16-sat", "rest_form"),
        ("fri-sat 20", "rest_form"),
        ("fri 25-sat 3", "rest_form"),
        ("fri 1-sat 2-sun 3", "rest_form"),
        ("1 2-3 4", "rest_form"),
        ("fri 16-fri 16", "rest_same"),
        ("fri 5-5", "rest_same"),
        ("sat-sun", "rest_long"),
        ("fri 16-sat 22:01", "rest_long"),
        ("sat 20-fri 16", "rest_long"),
    ],
)
def test_a_rest_that_cannot_be_is_refused_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(BadTime) as refused:
        parse_weekly_rest(text)
    assert refused.value.reason == reason in REASONS
    assert refused.value.params["name"] == "rest"
    assert refused.value.params.get("most") == (MAX_REST_HOURS if reason == "rest_long" else None)
    assert [str(parse_weekly_rest(known) or "off") for known in refused.value.params["known"]] == refused.value.params[
        "known"
    ]


@pytest.mark.parametrize(("begin", "end"), [(600, 600), (0, 601), (1, 0)])
def test_no_value_of_quiet_hours_breaks_the_limits(begin: int, end: int) -> None:
    with pytest.raises(ValueError, match="hours a day"):
        QuietHours(begin, end)


@pytest.mark.parametrize(("begin", "end"), [(600, 600), (0, 1801), (1, 0)])
def test_no_value_of_a_rest_breaks_the_limits(begin: int, end: int) -> None:
    with pytest.raises(ValueError, match="hours a week"):
        WeeklyRest(begin, end)


# --- spans -------------------------------------------------------------------------------------------------------


def test_spans_that_touch_or_overlap_become_one() -> None:
    assert merge_spans([(5, 7), (1, 3), (3, 4), (6, 9), (8, 8), (12, 11)]) == ((1, 4), (5, 9))
    assert merge_spans([(1, 9), (2, 3)]) == ((1, 9),)
    assert merge_spans([]) == ()


def test_open_seconds_are_what_is_left() -> None:
    assert count_open_seconds(((10, 20), (30, 40)), 0, 100) == 80
    assert count_open_seconds(((10, 20), (30, 40)), 15, 35) == 10
    assert count_open_seconds(((10, 20),), 12, 18) == 0
    assert count_open_seconds((), 7, 7) == 0


def test_hours_are_cut_at_both_ends_of_what_is_asked() -> None:
    there = load_zone("UTC")
    a, b = at("2026-11-23 23:00", there), at("2026-11-25 01:00", there)
    assert closed_spans(parse_quiet_hours("22-7"), None, there, (), a, b) == ((a, a + 8 * HOUR), (b - 3 * HOUR, b))
    assert closed_spans(None, None, there, (), a, b) == ()


def test_hours_of_a_person_and_what_closes_the_table_are_merged() -> None:
    there = load_zone("UTC")
    a, b = at("2026-11-27 12:00", there), at("2026-11-30 12:00", there)  # a Friday
    pause = (at("2026-11-28 19:00", there), at("2026-11-28 23:00", there))
    vacation = (at("2026-11-30 07:00", there), None)
    assert closed_spans(
        parse_quiet_hours("22-7"), parse_weekly_rest("fri 16-sat 20"), there, [vacation, pause], a, b
    ) == (
        (at("2026-11-27 16:00", there), at("2026-11-29 07:00", there)),
        (at("2026-11-29 22:00", there), b),
    )


def closed_in(hours: str, name: str, a: str, b: str) -> list[tuple[int, int]]:
    """What quiet hours close between two moments there, as hours after the first."""
    there = load_zone(name)
    start = at(a, there)
    found = closed_spans(parse_quiet_hours(hours), None, there, (), start, at(b, there))
    return [((begin - start) // 60, (end - start) // 60) for begin, end in found]


def test_a_night_in_which_summer_time_ends_is_an_hour_longer() -> None:
    assert closed_in("22-7", "Europe/Bucharest", "2026-10-24 21:00", "2026-10-25 12:00") == [(60, 60 + 10 * 60)]


def test_a_night_in_which_summer_time_begins_is_an_hour_shorter() -> None:
    assert closed_in("22-7", "Europe/Bucharest", "2026-03-28 21:00", "2026-03-29 12:00") == [(60, 60 + 8 * 60)]


def test_half_an_hour_of_summer_time_counts_as_half_an_hour() -> None:
    assert closed_in("22-7", "Australia/Lord_Howe", "2026-04-04 21:00", "2026-04-05 12:00") == [(60, 60 + 570)]


def test_hours_that_end_in_a_repeated_hour_end_at_its_second_turn() -> None:
    # 04:00 becomes 03:00 again: 03:30 is shown twice
    assert closed_in("22-3:30", "Europe/Bucharest", "2026-10-25 00:00", "2026-10-25 12:00") == [(0, 4 * 60 + 30)]


def test_hours_that_begin_in_a_repeated_hour_begin_at_its_first_turn() -> None:
    assert closed_in("3:30-9", "Europe/Bucharest", "2026-10-25 00:00", "2026-10-25 12:00") == [(210, 600)]


def test_hours_that_end_as_the_repeated_hour_begins_end_the_first_time() -> None:
    assert closed_in("22-3", "Europe/Bucharest", "2026-10-25 00:00", "2026-10-25 12:00") == [(0, 180)]


def test_hours_that_begin_or_end_in_a_leap_do_so_at_the_leap() -> None:
    # 03:00 becomes 04:00
    assert closed_in("22-3:30", "Europe/Bucharest", "2026-03-29 00:00", "2026-03-29 12:00") == [(0, 180)]
    assert closed_in("3:30-9", "Europe/Bucharest", "2026-03-29 00:00", "2026-03-29 12:00") == [(180, 480)]
    assert closed_in("3:10-3:50", "Europe/Bucharest", "2026-03-29 00:00", "2026-03-29 12:00") == []


def test_a_day_that_a_country_leaps_over_closes_nothing() -> None:
    # Samoa went from Thursday 29 to Saturday 31 December 2011.
    assert closed_in("22-7", "Pacific/Apia", "2011-12-29 12:00", "2011-12-31 12:00") == [(600, 720 + 420)]
    there = load_zone("Pacific/Apia")
    a, b = at("2011-12-29 12:00", there), at("2012-01-01 12:00", there)
    assert closed_spans(None, parse_weekly_rest("fri"), there, (), a, b) == ()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("von 22 bis 7 Uhr", "22:00-07:00"),
        ("22 Uhr bis 7:30 Uhr", "22:00-07:30"),
        ("între 22:00 și 07:00", "22:00-07:00"),
        ("22 până la 7", "22:00-07:00"),
        ("משעה 22 עד 7", "22:00-07:00"),
    ],
)
def test_quiet_hours_in_other_languages(text: str, kept: str) -> None:
    assert str(parse_quiet_hours(text)) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Freitag 16 Uhr bis Samstag 20 Uhr", "Fri 16:00-Sat 20:00"),
        ("sonntags", ""),
        ("am Sonntag", "Sun 00:00-Mon 00:00"),
        ("vineri 16 - sâmbătă 20", "Fri 16:00-Sat 20:00"),
        ("duminică de la 9", ""),
        ("יום שישי בשעה 16 עד יום שבת בשעה 20", "Fri 16:00-Sat 20:00"),
    ],
)
def test_a_weekly_rest_in_other_languages(text: str, kept: str) -> None:
    if kept:
        assert str(parse_weekly_rest(text)) == kept
    else:
        with pytest.raises(BadTime):
            parse_weekly_rest(text)


@pytest.mark.parametrize("text", ["aus", "oprit", "ללא", "never"])
def test_none_in_other_languages(text: str) -> None:
    assert parse_quiet_hours(text) is None
    assert parse_weekly_rest(text) is None
