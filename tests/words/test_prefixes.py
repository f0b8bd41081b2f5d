"""Letters that stand in front of words."""

from __future__ import annotations

import pytest

from words import Voice
from words.prefixes import attach_prefixes


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("חיטה ו-ברזל", "חיטה וברזל"),
        ("ל-\u2068דנה\u2069: 3", "ל\u2068דנה\u2069: 3"),
        ("ל-\u2068Ann\u2069", "ל-\u2068Ann\u2069"),
        ("ב-7", "ב-7"),
        ("שלום-עולם", "שלום-עולם"),  # no letter in front of a word, but a word
        ("מ-24h", "מ-24h"),
    ],
)
def test_a_hyphen_goes_before_a_word_of_the_language(said: str, told: str) -> None:
    assert attach_prefixes(said, "he") == told
    assert attach_prefixes(said, "en") == said


def test_lists_are_joined_by_the_script_of_their_last_word() -> None:
    say = Voice("he")
    assert say.join(["ברזל", "חיטה"]) == "ברזל וחיטה"
    assert say.join(["Ann", "Ben"]) == "\u2068Ann\u2069 ו-\u2068Ben\u2069"
