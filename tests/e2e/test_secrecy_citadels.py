"""Nothing hidden reaches the channel: two games of Citadels, alike in public."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core import Choices, registry
from tools.sizes import ACTS_ALIKE
from tools.soak.secrecy.compare import SecrecyPlan, compare_games

pytestmark = pytest.mark.random


@pytest.mark.parametrize(("seats", "preset"), [(4, None), (2, None), (5, "everything"), (7, "dark_city")])
async def test_hidden_cards_change_no_byte_that_others_see(tmp_path: Path, seats: int, preset: str | None) -> None:
    choices = registry.game_types()["citadels"].presets[preset] if preset is not None else Choices()
    found = await compare_games(tmp_path, SecrecyPlan("citadels", choices, seats, seed=1, acts=ACTS_ALIKE))
    assert found.differing > ACTS_ALIKE // 3
