"""The words of times in every language: none is missing, and no two mean different things."""

from __future__ import annotations

import pytest

from service.time.folding import fold_text
from service.time.typed import DAY, HOUR, MINUTE, OFF, UNITS, parse_duration, parse_weekday
from service.time.typed_words import calendar_names, language_files
from words.catalogue import list_catalogue_files

CODES = sorted(language_files())


def test_every_language_of_the_catalogues_has_them() -> None:
    assert {path.stem for path in list_catalogue_files()} <= set(CODES)


@pytest.mark.parametrize("key", ["weekdays", "months"])
def test_a_name_is_that_of_one_thing_alone(key: str) -> None:
    names = [name for called in calendar_names(key) for name in called]
    assert len(names) == len(set(names))
    assert len(calendar_names(key)) == (7 if key == "weekdays" else 12)


def test_a_day_is_known_by_each_of_its_names() -> None:
    for number, called in enumerate(calendar_names("weekdays")):
        assert {parse_weekday(name) for name in called} == {number}


def test_a_unit_is_known_by_each_of_its_words() -> None:
    for word, seconds in UNITS.items():
        assert parse_duration(f"3 {word}") == 3 * seconds
    assert {MINUTE, HOUR, DAY, 7 * DAY} == set(UNITS.values())


def test_all_of_it_is_folded() -> None:
    assert all(word == fold_text(word) for word in (*UNITS, *OFF))
