"""Instants as people type them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from service.time.dates import parse_instant

BUCHAREST = ZoneInfo("Europe/Bucharest")


def at(text: str, zone: ZoneInfo = BUCHAREST) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp())


NOW = at("2026-10-21 15:30")  # a Wednesday; summer time ends on Sunday


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("7d", "2026-10-28 15:30", "2026-10-28 15:30"),  # a week of the calendar, though it has an hour more
        ("2 weeks", "2026-11-04 15:30", "2026-11-04 15:30"),
        ("12h", "2026-10-22 03:30", "2026-10-22 03:30"),
        ("2026-12-24", "2026-12-24 00:00", "2026-12-25 00:00"),
        ("2026-12-24 18:00", "2026-12-24 18:00", "2026-12-24 18:00"),
        ("24.12.", "2026-12-24 00:00", "2026-12-25 00:00"),
        ("24.12.2027", "2027-12-24 00:00", "2027-12-25 00:00"),
        ("1 Jan", "2027-01-01 00:00", "2027-01-02 00:00"),
        ("Dec 24th, 2026 at 6 pm", "2026-12-24 18:00", "2026-12-24 18:00"),
        ("24 decembrie", "2026-12-24 00:00", "2026-12-25 00:00"),
        ("24 דצמבר", "2026-12-24 00:00", "2026-12-25 00:00"),
        ("friday", "2026-10-23 00:00", "2026-10-24 00:00"),
        ("Wednesday", "2026-10-28 00:00", "2026-10-29 00:00"),
        ("tomorrow", "2026-10-22 00:00", "2026-10-23 00:00"),
        ("today", "2026-10-21 00:00", "2026-10-22 00:00"),
        ("18:00", "2026-10-21 18:00", "2026-10-21 18:00"),
        ("9 am", "2026-10-22 09:00", "2026-10-22 09:00"),
        ("29 feb", "2028-02-29 00:00", "2028-03-01 00:00"),
    ],
)
def test_what_people_write(text: str, first: str, last: str) -> None:
    assert parse_instant(text, NOW, BUCHAREST, last=False) == at(first)
    assert parse_instant(text, NOW, BUCHAREST, last=True) == at(last)


@pytest.mark.parametrize(
    "text", ["", "7", "soon", "31.2.2027", "2026-13-01", "10/11/2026", "ju 5", "9999999d", "25:00"]
)
def test_what_is_no_time(text: str) -> None:
    assert parse_instant(text, NOW, BUCHAREST, last=True) is None


def test_an_hour_that_is_leapt_over() -> None:
    spring = at("2027-03-28 00:00")
    assert parse_instant("2027-03-28 03:30", spring, BUCHAREST, last=False) == at("2027-03-28 04:00")


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("5 Tage", "5d"),
        ("2 Wochen", "2w"),
        ("36 Std", "36h"),
        ("zile", ""),
        ("3 zile", "3d"),
        ("o săptămână", ""),
        ("2 săptămâni", "2w"),
        ("4 ore", "4h"),
        ("3 ימים", "3d"),
        ("יומיים", "2d"),
        ("שבועיים", "2w"),
        ("5 שעות", "5h"),
        ("bis Freitag", "friday"),
        ("am 24. Dezember um 18 Uhr", "24 dec 18:00"),
        ("24. März", "24 march"),
        ("morgen um 7:30 Uhr", "tomorrow 7:30"),
        ("Sonnabend", "saturday"),
        ("vineri la 18", "friday 18:00"),
        ("până vineri la ora 18", "friday 18:00"),
        ("mâine", "tomorrow"),
        ("24 decembrie 18:00", "24 dec 18:00"),
        ("מחר בשעה 18", "tomorrow 18:00"),
        ("עד יום שישי", "friday"),
        ("friday at 18", "friday 18:00"),
        ("next friday", "friday"),
    ],
)
def test_other_languages_say_the_same(text: str, english: str) -> None:
    said = parse_instant(text, NOW, BUCHAREST, last=True)
    assert said == (parse_instant(english, NOW, BUCHAREST, last=True) if english else None)
    assert english == "" or said is not None
