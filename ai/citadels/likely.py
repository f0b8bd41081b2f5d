"""Imagined positions, the likelier the more often: who wanted a character has it rather than others."""

from __future__ import annotations

from typing import Final

from rules.citadels import hiding
from rules.citadels.asks import Ask
from rules.citadels.state import OUT, CitadelsState

from ..player import Imagine


def imagined(imagine: Imagine) -> CitadelsState:
    s: CitadelsState = imagine()
    return s
