"""Citadels, made known to the registry for these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.citadels.game import KIND
from rules.core import registry


@pytest.fixture(autouse=True)
def citadels_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = {**registry.game_types(), KIND.key: KIND}
    monkeypatch.setattr(registry, "game_types", lambda: known)
    registry.make_game.cache_clear()
    yield
    registry.make_game.cache_clear()
