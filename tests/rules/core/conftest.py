"""The toy game, made known to the registry for these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.core import registry

from .toy import KIND


@pytest.fixture(autouse=True)
def toy_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = {**registry.game_types(), "toy": KIND}
    monkeypatch.setattr(registry, "game_types", lambda: known)
    registry.make_game.cache_clear()
    yield
    registry.make_game.cache_clear()
