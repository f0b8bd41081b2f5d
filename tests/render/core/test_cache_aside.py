"""What one thread draws for itself alone is kept apart from what all share."""

from __future__ import annotations

import threading

from PIL import Image

from render.core import cache
from render.core.cache import SPRITES, cached_sprite

MADE: list[str] = []


@cached_sprite
def sprite(name: str) -> Image.Image:
    MADE.append(name)
    return Image.new("RGBA", (10, 10))


def test_what_is_drawn_aside_pushes_nothing_out_and_is_given_up() -> None:
    MADE.clear()
    cache.forget_drawings()  # a full cache would drop something else for each sprite it takes
    sprite("aside: shared")
    held = SPRITES.bytes_in_use
    with cache.separate_sprite_memory(2 * 1000):
        for name in ("aside: shared", "aside: own", "aside: own"):
            sprite(name)
        assert MADE == ["aside: shared", "aside: own"]  # found where it is kept, made once where it is not
        for number in range(4):
            sprite(f"aside: {number}")
        sprite("aside: own")  # its room is small
        assert MADE.count("aside: own") == 2
    assert SPRITES.bytes_in_use == held
    sprite("aside: own")
    assert MADE.count("aside: own") == 3
    assert SPRITES.bytes_in_use > held


def test_other_threads_are_not_concerned() -> None:
    MADE.clear()
    with cache.separate_sprite_memory(10_000):
        other = threading.Thread(target=sprite, args=("aside: of another",))
        other.start()
        other.join()
        sprite("aside: of another")
    assert MADE == ["aside: of another"]
