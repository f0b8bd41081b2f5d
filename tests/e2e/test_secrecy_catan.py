"""Nothing hidden reaches the channel: two games of Catan, alike in public."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.alike import compare
from tools.sizes import ACTS_ALIKE

# What those try who are not asked: true of some hands and false of others.
TRIES = (
    "build-road e30",
    "bank wool ore",
    "trade-first brick ore 1",
    "trade-accept 1",
    "dev-buy",
    "discard brick,wool",
    "card-crane trade",
    "end",
)
pytestmark = pytest.mark.random


@pytest.mark.parametrize(
    ("people", "options"),
    [
        (("Ann", "Ben", "Cid"), {}),
        (("Ann", "Ben", "Cid", "Dan"), {"preset": "official"}),
        (("Ann", "Ben", "Cid", "Dan", "Fay"), {"preset": "colonist"}),
    ],
)
async def test_hidden_cards_change_no_byte_that_others_see(
    tmp_path: Path, people: tuple[str, ...], options: dict[str, object]
) -> None:
    assert await compare(tmp_path, people, "catan", options, seed=1, acts=ACTS_ALIKE, tries=TRIES) > ACTS_ALIKE // 3
