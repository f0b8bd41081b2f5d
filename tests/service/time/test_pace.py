"""Paces as people type them, what a stretch may take, and what is left in the bank."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.errors import ServiceError
from service.time.pace import (
    BANKS,
    NAMED,
    NEVER,
    OFFERED,
    Pace,
    bank_after,
    parse_pace,
    reminder_times,
    suggest_paces,
    turn_allowance,
)
from service.time.time_errors import REASONS, BadTime
from service.time.typed import DAY, HOUR, MINUTE
from tools.sizes import EXAMPLES

THREE_DAYS = parse_pace("bank:3d+12h")


@pytest.mark.parametrize("text", [*NAMED, *BANKS, "36h", "90m", "4d", "30d", "bank:1h+10m", "bank:30d+7d"])
def test_what_is_canonical_stays_as_it_is(text: str) -> None:
    assert str(parse_pace(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("24 H", "24h"),
        ("1d", "24h"),
        ("3 days", "72h"),
        ("1 week", "7d"),
        ("168h", "7d"),
        ("1440m", "24h"),
        ("1d12h", "36h"),
        ("1h 30min", "90m"),
        ("None", "none"),
        ("never", "none"),
        ("off", "none"),
        (" 10 minutes ", "10m"),
        ("bank: 3d + 12h", "bank:3d+12h"),
        ("Bank 72h+720m", "bank:3d+12h"),
        ("3d+12h", "bank:3d+12h"),
        ("bank=1w+1d", "bank:7d+24h"),
        ("bank:10h+2d", "bank:10h+2d"),
    ],
)
def test_what_people_type_is_understood(text: str, canonical: str) -> None:
    assert str(parse_pace(text)) == canonical


@pytest.mark.parametrize(
    ("text", "reason", "limits"),
    [
        ("", "pace_form", {}),
        ("soon", "pace_form", {}),
        ("24x", "pace_form", {}),
        ("-12h", "pace_form", {}),
        ("12h later", "pace_form", {}),
        ("9" * 5000 + "h", "pace_form", {}),
        ("24", "pace_unit", {}),
        ("9m", "pace_limits", {"least": "10m", "most": "30d"}),
        ("0h", "pace_limits", {"least": "10m", "most": "30d"}),
        ("31d", "pace_limits", {"least": "10m", "most": "30d"}),
        ("bank", "bank_form", {}),
        ("bank:3d", "bank_form", {}),
        ("bank:3d+", "bank_form", {}),
        ("bank:3d+12", "bank_form", {}),
        ("bank:1d+2h+3h", "bank_form", {}),
        ("bank:59m+12h", "bank_size", {"least": "1h", "most": "30d"}),
        ("bank:31d+12h", "bank_size", {"least": "1h", "most": "30d"}),
        ("bank:3d+9m", "bank_increment", {"least": "10m", "most": "7d"}),
        ("bank:3d+8d", "bank_increment", {"least": "10m", "most": "7d"}),
    ],
)
def test_nonsense_is_refused_with_its_reason(text: str, reason: str, limits: dict[str, str]) -> None:
    with pytest.raises(BadTime) as refused:
        parse_pace(text)
    error = refused.value
    assert isinstance(error, ServiceError)
    assert isinstance(error, ValueError)
    assert error.key == "option_bad"
    assert error.reason == reason
    assert reason in REASONS
    params = dict(error.params)
    for known in params.pop("known"):
        parse_pace(known)
    assert params == {"name": "pace", "value": text, "reason": reason, **limits}


@pytest.mark.random
@settings(max_examples=EXAMPLES * 10, deadline=None)
@given(st.integers(10, 30 * 1440), st.none() | st.integers(60, 30 * 1440))
def test_writing_and_reading_are_each_others_reverse(each: int, bank: int | None) -> None:
    pace = Pace(each * MINUTE, bank and bank * MINUTE)
    if bank is not None and each > 7 * 1440:
        return
    assert parse_pace(str(pace)) == pace


# --- completion --------------------------------------------------------------------------------------------------


def test_nothing_typed_offers_the_named_paces_with_the_default_first() -> None:
    assert suggest_paces("") == [*NAMED, *BANKS]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("7d", "7d"),
        ("36", "36h"),
        ("36h", "36h"),
        ("90m", "90m"),
        ("2 da", "48h"),
        ("n", "none"),
        ("bank", "bank:3d+12h"),
        ("bank:5", "bank:5d+12h"),
        ("bank:5d+", "bank:5d+12h"),
        ("bank:5d+8", "bank:5d+8h"),
        ("5d + 8h", "bank:5d+8h"),
    ],
)
def test_completion_guesses_what_is_meant(typed: str, first: str) -> None:
    assert suggest_paces(typed)[0] == first


@pytest.mark.parametrize("typed", ["soon", "24x", "40d", "+", "bank:x+"])
def test_nonsense_is_completed_to_nothing(typed: str) -> None:
    assert suggest_paces(typed) == []


@pytest.mark.random
@settings(max_examples=EXAMPLES * 10, deadline=None)
@given(st.text(alphabet="0123456789 bankdhmw:+noe", max_size=14) | st.text(max_size=14))
def test_every_completion_can_be_chosen(typed: str) -> None:
    offered = suggest_paces(typed)
    assert len(offered) <= OFFERED
    assert len(set(offered)) == len(offered)
    assert [str(parse_pace(text)) for text in offered] == offered


# --- allowance, bank, reminders ----------------------------------------------------------------------------------


def test_a_stretch_may_take_the_pace_and_the_first_of_a_seat_half_of_it() -> None:
    assert turn_allowance(parse_pace("24h"), None, first=False) == 24 * HOUR
    assert turn_allowance(parse_pace("24h"), None, first=True) == 12 * HOUR
    assert turn_allowance(parse_pace("10m"), None, first=True) == 5 * MINUTE


def test_without_a_pace_nobody_is_late() -> None:
    assert turn_allowance(NEVER, None, first=True) is None
    assert turn_allowance(NEVER, 5, first=False) is None
    assert bank_after(NEVER, None, 10**9) is None


def test_with_a_bank_a_stretch_may_take_bank_and_increment() -> None:
    assert turn_allowance(THREE_DAYS, None, first=False) == 84 * HOUR
    assert turn_allowance(THREE_DAYS, 3 * DAY, first=False) == 84 * HOUR
    assert turn_allowance(THREE_DAYS, 0, first=False) == 12 * HOUR


def test_the_first_decision_halves_the_allowance_not_the_bank() -> None:
    assert turn_allowance(THREE_DAYS, None, first=True) == 42 * HOUR
    assert bank_after(THREE_DAYS, None, 10 * HOUR) == 3 * DAY
    assert bank_after(THREE_DAYS, None, 42 * HOUR) == 42 * HOUR


def test_a_pace_without_a_bank_has_none() -> None:
    assert bank_after(parse_pace("24h"), None, 5) is None


def test_the_bank_never_falls_below_nothing_and_never_rises_above_its_size() -> None:
    assert bank_after(THREE_DAYS, 0, 13 * HOUR) == 0
    assert bank_after(THREE_DAYS, 3 * DAY, 0) == 3 * DAY
    assert bank_after(THREE_DAYS, DAY, HOUR) == 35 * HOUR


def test_reminders_stand_at_half_four_fifths_and_due() -> None:
    assert reminder_times(24 * HOUR) == (12 * HOUR, 24 * HOUR * 4 // 5, 24 * HOUR)
    assert reminder_times(12 * HOUR) == (6 * HOUR, 34560, 12 * HOUR)
    assert reminder_times(84 * HOUR) == (42 * HOUR, 84 * HOUR * 4 // 5, 84 * HOUR)


def test_a_live_game_reminds_at_half_and_due() -> None:
    assert reminder_times(10 * MINUTE) == (5 * MINUTE, 10 * MINUTE)


def test_a_week_reminds_after_three_and_six_days_and_due() -> None:
    assert reminder_times(7 * DAY) == (3 * DAY, 6 * DAY, 7 * DAY)


def test_without_a_pace_reminders_come_after_a_day_three_and_a_week() -> None:
    assert reminder_times(None) == (DAY, 3 * DAY, 7 * DAY)
