"""The toy game among the kinds, and a house to play in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

import ai
from rules.core import registry
from tests.dealer import Dealer
from tests.rules.core.toy import KIND

from .house import House, opened


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy game is one of the kinds."""
    kinds = {**registry.game_types(), "toy": KIND}
    monkeypatch.setattr(registry, "game_types", lambda: kinds)
    registry.make_game.cache_clear()
    yield
    registry.make_game.cache_clear()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "longtable.db"


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with opened(path) as house:
        yield house


@pytest.fixture
def dealers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machines of Catan that offer something in each turn."""
    monkeypatch.setattr(ai, "players_by_level", lambda: {"easy": Dealer()})
