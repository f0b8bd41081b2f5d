"""Nothing hidden reaches the channel: two games of Citadels, alike in public."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.alike import compare


@pytest.mark.parametrize(("people", "options"), [
    (("Ann", "Ben", "Cid", "Dan"), {}),
    (("Ann", "Ben"), {}),
])
async def test_hidden_cards_change_no_byte_that_others_see(
    tmp_path: Path, people: tuple[str, ...], options: dict[str, object]
) -> None:
    assert await compare(tmp_path, people, "citadels", options, seed=1, acts=40) > 15
