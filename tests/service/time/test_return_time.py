"""Until when somebody is away, as they type it."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from service.time.return_time import parse_return_time, require_sensible_return
from service.time.time_errors import BadTime

NOW = int(datetime(2026, 11, 23, 10, 0, tzinfo=UTC).timestamp())  # a Monday


@pytest.mark.parametrize(
    ("text", "zone", "at"),
    [
        ("5d", "UTC", "2026-11-28 10:00"),
        ("1h", "UTC", "2026-11-23 11:00"),
        ("friday", "UTC", "2026-11-28 00:00"),
        ("Friday 18:00", "UTC", "2026-11-27 18:00"),
        ("24 Dec", "Asia/Tokyo", "2026-12-24 15:00"),
        ("2026-12-01 08:00", "America/New_York", "2026-12-01 13:00"),
    ],
)
def test_a_span_a_day_to_its_end_or_an_hour_in_the_own_zone(text: str, zone: str, at: str) -> None:
    found = parse_return_time(text, NOW, ZoneInfo(zone))
    assert datetime.fromtimestamp(found, UTC).strftime("%Y-%m-%d %H:%M") == at


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "until_form"),
        ("soon", "until_form"),
        ("30m", "until_limits"),
        ("61d", "until_limits"),
        ("0d", "until_limits"),
    ],
)
def test_what_is_no_time_or_makes_no_sense_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadTime) as refused:
        parse_return_time(text, NOW, UTC)
    assert refused.value.reason == reason


def test_an_instant_that_has_come_is_none() -> None:
    with pytest.raises(BadTime):
        require_sensible_return(NOW - 1, NOW)
