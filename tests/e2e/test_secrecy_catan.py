"""Nothing hidden reaches the channel: two games of Catan, alike in public."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core import registry
from tools.sizes import ACTS_ALIKE
from tools.soak.secrecy.compare import SecrecyPlan, compare_games

pytestmark = pytest.mark.random


@pytest.mark.parametrize(("seats", "preset"), [(3, "base"), (4, "official"), (5, "colonist")])
async def test_hidden_cards_change_no_byte_that_others_see(tmp_path: Path, seats: int, preset: str) -> None:
    choices = registry.game_types()["catan"].presets[preset]
    found = await compare_games(tmp_path, SecrecyPlan("catan", choices, seats, seed=1, acts=ACTS_ALIKE, begun=40))
    assert found.differing > ACTS_ALIKE // 3
