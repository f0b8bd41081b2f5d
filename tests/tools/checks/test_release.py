"""The list of what is open before a release."""

from __future__ import annotations

import pytest

from ai.citadels.scores import SCORERS
from render.citadels.characters import PORTRAITS
from rules.citadels.moves import Build
from tools.checks.release import find_missing_drawings, find_unjudged_moves


def test_a_card_without_a_drawing_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(find_missing_drawings())
    monkeypatch.delitem(PORTRAITS, "king")
    assert set(find_missing_drawings()) - before == {"render/citadels/characters/king.py: is not drawn yet"}


def test_a_move_that_no_machine_judges_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(find_unjudged_moves())
    monkeypatch.delitem(SCORERS, Build)
    (line,) = set(find_unjudged_moves()) - before
    assert line.startswith("build: ")
