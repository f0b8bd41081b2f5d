"""What is offered while somebody types, and what was probably meant."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from cogs.choose.spelling import nearest_match, rank_matches, unknown_parts

TURNS = ("90", "180", "270")
CARDS = {"merchant": ("Merchant",), "master_merchant": ("Master Merchant",), "mining": ("Mining",)}
CARDS["N50"] = ("cell N50",)


def degrees(token: str) -> Sequence[str]:
    return (f"{token}°",)


def names(token: str) -> Sequence[str]:
    return CARDS[token]


def test_a_number_narrows_by_its_beginning() -> None:
    assert rank_matches(TURNS, "0", degrees) == []  # 90 is no answer to a typed 0
    assert rank_matches(("0", *TURNS), "0", degrees) == ["0"]
    assert rank_matches(TURNS, "2", degrees) == ["270"]
    assert rank_matches(TURNS, "18", degrees) == ["180"]


def test_words_narrow_by_their_beginnings_and_only_else_by_what_stands_in_them() -> None:
    assert rank_matches(list(CARDS), "m", names) == ["merchant", "master_merchant", "mining"]
    assert rank_matches(list(CARDS), "merch", names) == ["merchant", "master_merchant"]
    assert rank_matches(list(CARDS), "master m", names) == ["master_merchant"]
    assert rank_matches(list(CARDS), "chant", names) == ["merchant", "master_merchant"]
    assert rank_matches(list(CARDS), "in", names) == ["mining"]
    assert rank_matches(list(CARDS), "", names) == list(CARDS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("marchant", "merchant"),
        ("Merchnat", "merchant"),
        ("mastermerchent", "master_merchant"),
        ("minign", "mining"),
        ("wool", ""),
        ("me", ""),
        ("N51", ""),
        ("", ""),
    ],
)
def test_what_was_probably_meant(typed: str, meant: str) -> None:
    assert nearest_match(typed, CARDS, names) == meant


def test_what_in_a_list_names_nothing() -> None:
    known = {"a": ("Inns",), "b": ("Abbey", "Abbey & Mayor")}
    assert unknown_parts("inns, nonsense, abbey", known) == ["nonsense"]
    assert unknown_parts("inns nonsense", known) == ["nonsense"]
    assert unknown_parts("what, is this,what", known) == ["what", "is this"]
    assert unknown_parts("inns + abbey & mayor", known) == []
