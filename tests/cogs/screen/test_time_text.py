"""Paces, late policies and times in words."""

from __future__ import annotations

import pytest

from cogs.screen import time_text
from service.state.model import LATE_POLICIES
from service.time.hours import parse_weekly_rest
from service.time.pace import suggest_paces
from service.time.typed import DAY, HOUR, MINUTE
from words import Voice, catalogue

SAY = Voice("en")


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        ("24h", "24 h per move"),
        ("72h", "72 h per move"),
        ("7d", "7 days per move"),
        ("10m", "10 min per move"),
        ("90m", "90 min per move"),
        ("36h", "36 h per move"),
        ("none", "no time limit"),
        ("bank:3d+12h", "3 days for the whole game, 12 h more for each move"),
        ("bank:1d+6h", "1 day for the whole game, 6 h more for each move"),
        ("bank:7d+24h", "7 days for the whole game, 24 h more for each move"),
        ("bank:36h+2d", "36 h for the whole game, 2 days more for each move"),
    ],
)
def test_a_pace_in_words(pace: str, said: str) -> None:
    assert time_text.describe_pace(pace, SAY) == said


@pytest.mark.parametrize("typed", ["", "1", "24", "3d", "bank", "bank:3", "bank:3d+", "5d+1", "n", "we"])
def test_what_is_completed_is_said_and_sent_as_it_is_written(typed: str) -> None:
    found = time_text.list_pace_completions(typed, SAY)
    assert [sent for _, sent in found] == suggest_paces(typed)
    for shown, sent in found:
        assert shown.startswith(f"{sent} · ")
        assert len(shown) <= 100


def test_nothing_is_offered_for_what_is_no_pace() -> None:
    assert time_text.list_pace_completions("soon", SAY) == []


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 min"),
        (20 * MINUTE + 59, "20 min"),
        (5 * HOUR + 59 * MINUTE, "5 h"),
        (DAY, "1 day"),
        (2 * DAY + 6 * HOUR + 3, "2 days 6 h"),
    ],
)
def test_what_is_left_is_told_in_two_units(seconds: int, said: str) -> None:
    assert time_text.format_rough_span(seconds, SAY) == said


def test_everything_offered_fits_a_list() -> None:
    for pace in time_text.OFFERED_PACES:
        assert len(time_text.explain_pace(pace, SAY)) <= 100
    for late in LATE_POLICIES:
        assert len(SAY(f"late.about_{late}")) <= 100
        assert SAY(f"late.told_{late}").endswith(".")


@pytest.mark.parametrize("language", catalogue().offered_languages)
@pytest.mark.parametrize(
    "kept", ["Mon 00:00-Tue 00:00", "Wed 08:30-Thu 09:00", "Fri 16:00-Sat 20:00", "Sun 00:00-Mon 00:00"]
)
def test_hours_of_a_week_can_be_typed_as_they_are_shown(language: str, kept: str) -> None:
    shown = time_text.translate_weekdays(kept, Voice(language))
    assert str(parse_weekly_rest(shown)) == kept
    assert parse_weekly_rest(Voice(language)("settings.value.off")) is None
    assert shown == kept if language == "en" else "Sat" not in shown
