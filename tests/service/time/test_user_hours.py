"""When the digest of somebody comes, by the clock on their wall."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from service.time import user_hours, zones
from service.time.time_errors import BadTime

ZONES = ("UTC", "Europe/Bucharest", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca")


@pytest.mark.parametrize("name", ZONES)
@pytest.mark.parametrize("hour", ["00:00", "02:30", "03:00", "08:00", "23:59"])
def test_every_day_has_one_digest(name: str, hour: str) -> None:
    settings = {"timezone": name, "digest": hour}
    at = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    days: list[date] = []
    for _ in range(366):
        later = user_hours.next_digest_at(settings, at)
        assert later > at
        at = later
        days.append(user_hours.local_day(settings, at))
    assert all(after - before == timedelta(days=1) for before, after in pairwise(days))


def test_it_comes_at_the_hour_that_the_wall_shows() -> None:
    settings = {"timezone": "Europe/Bucharest", "digest": "07:30"}
    for month in (1, 7):
        at = user_hours.next_digest_at(settings, int(datetime(2026, month, 10, tzinfo=UTC).timestamp()))
        assert f"{datetime.fromtimestamp(at, zones.load_zone('Europe/Bucharest')):%H:%M}" == "07:30"


def test_an_hour_that_the_clock_leaps_over_comes_with_the_leap() -> None:
    settings = {"timezone": "America/New_York", "digest": "02:30"}
    at = user_hours.next_digest_at(settings, int(datetime(2026, 3, 8, 5, 30, tzinfo=UTC).timestamp()))
    assert datetime.fromtimestamp(at, UTC) == datetime(2026, 3, 8, 7, tzinfo=UTC)


@pytest.mark.parametrize(("typed", "minutes"), [("", 480), ("7", 420), ("7.30", 450), ("10 pm", 1320), ("24:00", 0)])
def test_the_hour_is_read_as_people_write_it(typed: str, minutes: int) -> None:
    assert user_hours.parse_digest_time(typed) == minutes


def test_what_is_no_hour_is_refused() -> None:
    with pytest.raises(BadTime) as caught:
        user_hours.parse_digest_time("soon")
    assert (caught.value.params["name"], caught.value.reason) == ("digest", "digest_form")
