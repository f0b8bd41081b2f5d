"""Players and pages as somebody types or forges them."""

from __future__ import annotations

import pytest

from cogs.lobby.seats import resolve_seat
from cogs.screen import pages
from service.errors import ServiceError
from tests.cogs import harness
from words import Voice


@pytest.mark.parametrize("typed", ["²", "①", "9" * 300, "-1", "0", "\x00"])
def test_what_is_no_number_of_a_seat_is_nobody(typed: str) -> None:
    with pytest.raises(ServiceError) as found:
        resolve_seat(harness.table_of("carcassonne", None, 3), typed, Voice("en"))
    assert found.value.key == "option_bad"


def test_a_number_in_other_digits_is_a_number() -> None:
    assert resolve_seat(harness.table_of("carcassonne", None, 3), "٢", Voice("en")).index == 1


@pytest.mark.parametrize("text", ["²", "٢", "-1", "9" * 30, "", "x"])
def test_what_is_no_page_is_the_first(text: str) -> None:
    assert pages.parse_number(text) == 0
