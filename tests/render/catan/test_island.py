"""What lies under an island."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from render.catan import island
from render.catan.island_plan import plan_island
from render.core.cache import count_pixel_bytes


def test_the_sea_takes_little_more_memory_than_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    new = Image.new

    def seen(*args: Any, **named: Any) -> Image.Image:
        image = new(*args, **named)
        made.append(count_pixel_bytes(image))
        return image

    at = plan_island("large", 6, True)
    monkeypatch.setattr(Image, "new", seen)
    sea = island.sea_sprite.__wrapped__(at)  # type: ignore[attr-defined]
    assert sea.size == at.size
    assert sum(made) < 2.5 * count_pixel_bytes(sea)
    assert sea.getpixel((2, at.sea_bottom - 2)) != sea.getpixel((at.size[0] // 2, at.sea_top + 60))
