"""Nothing hidden reaches the channel: two games of Citadels, alike in public."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.alike import compare
from tools.sizes import ACTS_ALIKE

# What those try who are not asked: true of some hands and false of others.
TRIES = ("keep temple", "power-take castle", "pick king", "build tavern", "district-laboratory manor", "gold")
pytestmark = pytest.mark.random


@pytest.mark.parametrize(
    ("people", "options"),
    [
        (("Ann", "Ben", "Cid", "Dan"), {}),
        (("Ann", "Ben"), {}),
        (("Ann", "Ben", "Cid", "Dan", "Fay"), {"preset": "everything"}),
        (("Ann", "Ben", "Cid", "Dan", "Fay", "Gil", "Hal"), {"preset": "dark_city"}),
    ],
)
async def test_hidden_cards_change_no_byte_that_others_see(
    tmp_path: Path, people: tuple[str, ...], options: dict[str, object]
) -> None:
    assert await compare(tmp_path, people, "citadels", options, seed=1, acts=ACTS_ALIKE, tries=TRIES) > ACTS_ALIKE // 3
