"""Numbers as languages write them."""

from __future__ import annotations

import pytest

from words import format_tenths


@pytest.mark.parametrize(
    ("value", "language", "written"),
    [
        (18.4, "en", "18.4"),
        (18.4, "he", "18.4"),
        (18.4, "de", "18,4"),
        (18.4, "ro", "18,4"),
        (24.0, "ro", "24"),
        (-0.53, "en", "−0.5"),
        (-0.01, "en", "0"),
        (-3, "de", "−3"),
    ],
)
def test_a_number_has_the_point_of_its_language(value: float, language: str, written: str) -> None:
    assert format_tenths(value, language) == written
