"""Time zones, completed as one types."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.time import zone_list
from service.time.time_errors import REASONS, BadTime
from service.time.zones import (
    OFFERED,
    ZoneMatch,
    format_zone,
    is_zone_name,
    load_zone,
    match_zones,
    parse_zone,
    utc_offset,
)
from tools.sizes import EXAMPLES

WINTER = int(datetime(2026, 1, 15, 12, tzinfo=UTC).timestamp())
SUMMER = int(datetime(2026, 7, 15, 12, tzinfo=UTC).timestamp())


def found(typed: str, at: int = WINTER) -> list[str]:
    return [match.name for match in match_zones(typed, at)]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("buch", "Europe/Bucharest"),
        ("BUCH", "Europe/Bucharest"),
        ("Bucure", "Europe/Bucharest"),
        ("cluj", "Europe/Bucharest"),
        ("romania", "Europe/Bucharest"),
        ("România", "Europe/Bucharest"),
        ("ro", "Europe/Bucharest"),
        ("europe/buch", "Europe/Bucharest"),
        ("bucharest, romania", "Europe/Bucharest"),
        ("jerus", "Asia/Jerusalem"),
        ("tel av", "Asia/Jerusalem"),
        ("תל אביב", "Asia/Jerusalem"),
        ("ישראל", "Asia/Jerusalem"),
        ("israel", "Asia/Jerusalem"),
        ("new y", "America/New_York"),
        ("york", "America/New_York"),
        ("nyc", "America/New_York"),
        ("est", "America/New_York"),
        ("EDT", "America/New_York"),
        ("us", "America/New_York"),
        ("us eastern", "America/New_York"),
        ("pst", "America/Los_Angeles"),
        ("san franc", "America/Los_Angeles"),
        ("sao p", "America/Sao_Paulo"),
        ("são p", "America/Sao_Paulo"),
        ("brasil", "America/Sao_Paulo"),
        ("münch", "Europe/Berlin"),
        ("munch", "Europe/Berlin"),
        ("lodz", "Europe/Warsaw"),
        ("cet", "Europe/Berlin"),
        ("uk", "Europe/London"),
        ("bst", "Europe/London"),
        ("kiev", "Europe/Kyiv"),
        ("calcutta", "Asia/Kolkata"),
        ("lord", "Australia/Lord_Howe"),
        ("azores", "Atlantic/Azores"),
        ("st. john's", "America/St_Johns"),
        ("utc", "UTC"),
        ("gmt", "UTC"),
        ("+5:45", "Asia/Kathmandu"),
        ("utc+10:30", "Australia/Adelaide"),
    ],
)
def test_what_people_type_finds_their_zone_first(typed: str, name: str) -> None:
    assert found(typed)[0] == name


def test_an_abbreviation_finds_all_who_use_it_the_commonest_first() -> None:
    assert set(found("ist")[:3]) == {"Asia/Jerusalem", "Asia/Kolkata", "Europe/Dublin"}
    assert "Europe/Tallinn" in found("est")  # Estonia
    assert found("cst")[:2] == ["America/Chicago", "Asia/Shanghai"]


def test_nothing_typed_offers_common_zones_from_west_to_east() -> None:
    offered = match_zones("", WINTER)
    assert len(offered) == OFFERED
    assert [match.offset for match in offered] == sorted(match.offset for match in offered)
    assert {"America/New_York", "Europe/Bucharest", "Asia/Jerusalem"} <= {match.name for match in offered}


def test_the_offset_is_that_of_the_instant() -> None:
    assert match_zones("bucharest", WINTER) == [ZoneMatch("Europe/Bucharest", 7200)]
    assert match_zones("bucharest", SUMMER) == [ZoneMatch("Europe/Bucharest", 10800)]
    assert match_zones("kathm", SUMMER) == [ZoneMatch("Asia/Kathmandu", 20700)]
    assert utc_offset("America/New_York", WINTER) == -18000


def test_a_difference_finds_who_has_it_then_and_who_always_has_it() -> None:
    assert {"Europe/Bucharest", "Asia/Jerusalem", "Etc/GMT-2"} <= set(found("utc+2", WINTER))
    assert "Europe/Bucharest" not in found("utc+2", SUMMER)
    assert {"Europe/Berlin", "Etc/GMT-2"} <= set(found("UTC +02:00", SUMMER))
    assert {"America/New_York", "Etc/GMT+5"} <= set(found("−5", WINTER))


@pytest.mark.parametrize(
    ("typed", "minutes"), [("utc+2", 120), ("gmt-3", -180), ("+5:30", 330), ("utc+0", 0), ("-09:30", -570)]
)
def test_all_who_are_found_have_the_difference(typed: str, minutes: int) -> None:
    assert {match.offset for match in match_zones(typed, WINTER)} == {60 * minutes}


@pytest.mark.parametrize("typed", ["zzz", "utc+25", "+5:31", "EST5EDT", "' or 1=1"])
def test_nonsense_finds_nothing(typed: str) -> None:
    assert found(typed) == []


def test_no_more_are_offered_than_asked_for() -> None:
    assert len(match_zones("a", WINTER)) == OFFERED
    assert len(match_zones("a", WINTER, limit=3)) == 3


@pytest.mark.parametrize(
    "name", ["Europe/Bucharest", "America/Argentina/Buenos_Aires", "UTC", "Etc/GMT-2", "Asia/Tel_Aviv"]
)
def test_names_are_known(name: str) -> None:
    assert is_zone_name(name)
    assert load_zone(name).key == name


@pytest.mark.parametrize(
    "name", ["", "Europe", "europe/bucharest", "EST", "Israel", "Factory", "../etc/passwd", "/etc/passwd", "posix/UTC"]
)
def test_what_is_no_name_is_not_known(name: str) -> None:
    assert not is_zone_name(name)
    with pytest.raises(KeyError):
        load_zone(name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Europe/Bucharest", "Europe/Bucharest"),
        ("europe/bucharest", "Europe/Bucharest"),
        (" america/new york ", "America/New_York"),
        ("utc", "UTC"),
        ("bucharest", "Europe/Bucharest"),
        ("Haifa", "Asia/Jerusalem"),
        ("israel", "Asia/Jerusalem"),
        ("buch", "Europe/Bucharest"),
        ("UTC+2", "Etc/GMT-2"),
        ("gmt-11", "Etc/GMT+11"),
        ("+0", "UTC"),
        ("etc/gmt-2", "Etc/GMT-2"),
    ],
)
def test_text_that_means_one_zone_is_read(typed: str, name: str) -> None:
    assert parse_zone(typed, WINTER) == name


@pytest.mark.parametrize(
    ("typed", "reason", "among"),
    [
        ("", "zone_unknown", "Europe/London"),
        ("nowhere at all", "zone_unknown", "Europe/London"),
        ("us", "zone_many", "America/Chicago"),
        ("est", "zone_many", "America/New_York"),
        ("+5:30", "zone_many", "Asia/Kolkata"),
        ("utc+25", "zone_unknown", "Europe/London"),
    ],
)
def test_text_that_means_none_or_several_is_refused(typed: str, reason: str, among: str) -> None:
    with pytest.raises(BadTime) as refused:
        parse_zone(typed, WINTER)
    assert refused.value.reason == reason in REASONS
    assert refused.value.params["name"] == "timezone"
    assert among in refused.value.params["known"]
    assert all(is_zone_name(name) for name in refused.value.params["known"])


def test_labels_are_for_people() -> None:
    assert format_zone("America/New_York") == "America/New York"
    assert format_zone("Etc/GMT-2") == "UTC+2"
    assert format_zone("Etc/GMT+11") == "UTC-11"
    assert format_zone("Etc/GMT+0") == format_zone("UTC") == "UTC"


# --- the tables --------------------------------------------------------------------------------------------------


def test_our_own_table_names_zones_and_countries_that_exist() -> None:
    own = zone_list.load_own_table()
    offered = {place.name for place in zone_list.list_offered_zones()}
    assert [name for name in (*own["common"], *own["names"]) if name not in offered] == []
    assert len(set(own["common"])) == len(own["common"])
    assert [code for code in own["countries"] if not found(code)] == []


def test_our_own_names_lead_to_their_zones() -> None:
    for name, others in zone_list.load_own_table()["names"].items():
        for other in others:
            assert name in found(other), other


def test_every_zone_that_is_offered_can_be_used_and_is_found_by_its_name() -> None:
    for place in zone_list.list_offered_zones():
        assert is_zone_name(place.name)
        assert abs(utc_offset(place.name, WINTER)) <= 14 * 3600
        assert parse_zone(place.name, WINTER) == place.name
        assert place.name in found(format_zone(place.name))


@pytest.mark.random
@settings(max_examples=EXAMPLES * 5, deadline=None)
@given(
    st.text(max_size=12)
    | st.sampled_from([place.name for place in zone_list.list_offered_zones()]).map(lambda name: name[-9:-2])
)
def test_any_text_can_be_completed_and_what_is_offered_can_be_chosen(typed: str) -> None:
    offered = match_zones(typed, SUMMER)
    assert len(offered) <= OFFERED
    assert len({match.name for match in offered}) == len(offered)
    for match in offered:
        assert parse_zone(match.name, SUMMER) == match.name
        assert match.offset == utc_offset(match.name, SUMMER)
    with contextlib.suppress(BadTime):
        assert is_zone_name(parse_zone(typed, SUMMER))
