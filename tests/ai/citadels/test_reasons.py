"""Whose turn is taken by what a power has named."""

from __future__ import annotations

import ai
from ai.citadels.reasons import READER, turns_lost
from rules.citadels.game import KIND
from rules.citadels.state import OUT, CitadelsState, NamedCharacter, Slot
from rules.core import start_game


def named(**powers: str) -> CitadelsState:
    """The first player is the King, the second the Witch; the Thief lies face down."""
    s = start_game(KIND.make(KIND.presets["everything"]), 4, bytes(32)).state
    s.slots = (Slot("thief", OUT, OUT), Slot("king", 0, 0), Slot("witch", 1, 1))
    s.named = {power: NamedCharacter(character, 2) for power, character in powers.items()}
    return s


def test_whoever_is_murdered_or_bewitched_loses_their_turn() -> None:
    assert ai.players_by_level()
    assert set(READER.fate_harms()) == {"murder", "bewitch"}
    assert list(turns_lost(named())) == []
    assert list(turns_lost(named(murder="king"))) == [("murder", 0)]
    assert list(turns_lost(named(bewitch="king", murder="witch"))) == [("bewitch", 0), ("murder", 1)]


def test_nobody_is_told_of_what_takes_no_turn_or_hits_nobody() -> None:
    assert list(turns_lost(named(rob="king"))) == []
    assert list(turns_lost(named(murder="thief"))) == []
    assert list(turns_lost(named(murder="bishop"))) == []
