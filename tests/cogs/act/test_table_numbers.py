"""The number of a table, as people type it."""

from __future__ import annotations

import pytest

from cogs.act.table_numbers import extract_table_number


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("5", "5"),
        (" #5 ", "5"),
        ("# 5", "5"),
        ("#5 Catan · #lounge", "5"),
        ("Catan #5", "5"),
        ("Catan 5", "5"),
        ("7 Wonders #12", "12"),
        ("", ""),
        ("Catan", ""),
        ("#lounge", ""),
        ("5x", ""),
        ("٥", ""),  # a digit, but none that our numbers are written with
        ("-5", ""),
    ],
)
def test_a_number_is_found(typed: str, number: str) -> None:
    assert extract_table_number(typed) == number
