"""Sprites in memory: shared by all games, within a number of bytes, what was asked for last stays."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import pytest
from PIL import Image

from render import load_renderer
from render.core import cache
from render.core.cache import OVERHEAD, SPRITES, SpriteMemory, cached_sprite, count_pixel_bytes
from tests.render.citadels import scenes as citadels
from tests.render.looks import look

ROOM = 10 * 10 * 4 + OVERHEAD  # of a small picture


@dataclass(frozen=True)
class Placed:
    image: Image.Image
    boxes: dict[str, int]


def small(ink: int = 0) -> Image.Image:
    return Image.new("RGBA", (10, 10), (ink, 0, 0, 255))


def test_pixels_are_weighed_wherever_they_are() -> None:
    assert count_pixel_bytes(small()) == 400
    assert count_pixel_bytes(Image.new("RGB", (10, 10))) == 400  # Pillow gives every point four bytes
    assert count_pixel_bytes(Image.new("L", (10, 10))) == 100
    assert count_pixel_bytes((small(), {"one": small()}, "words", Placed(small(), {"box": 3}))) == 1200


def test_what_was_asked_for_last_stays() -> None:
    memory = SpriteMemory(3 * ROOM)
    for name in "abc":
        memory.store(name, small())
    assert memory.find("a") is not None
    memory.store("d", small())
    assert [name for name in "abcd" if memory.find(name)] == ["a", "c", "d"]
    assert memory.bytes_in_use == 3 * ROOM
    memory.store("d", small())  # again: not counted twice
    assert memory.bytes_in_use == 3 * ROOM
    memory.store("large", Image.new("RGB", (100, 100)))  # would drive out everything, and not fit either
    assert memory.find("large") is None
    assert len(memory) == 3
    with memory.with_limit(ROOM):
        assert len(memory) == 1
    memory.clear()
    assert (memory.bytes_in_use, len(memory)) == (0, 0)


def test_all_sprites_share_one_budget() -> None:
    made = []

    @cached_sprite
    def one(n: int) -> Image.Image:
        made.append(n)
        return small(n)

    @cached_sprite
    def other(n: int, *, bright: bool = False) -> Image.Image:
        made.append(10 + n)
        return small(n)

    with SPRITES.with_limit(2 * ROOM):
        assert one(1) is one(1)
        assert other(1) is other(1)
        assert other(1, bright=True) is not other(1)
        one(1)  # two of the other have driven it out
        assert made == [1, 11, 11, 1]


def test_grounds_of_tables_push_out_no_sprites() -> None:
    made: list[str] = []

    @cache.cached_sprite
    def sprite() -> Image.Image:
        made.append("sprite")
        return small(1)

    @cache.cached_ground
    def below(n: int) -> Image.Image:
        made.append(f"ground {n}")
        return small(n)

    with SPRITES.with_limit(2 * ROOM), cache.GROUNDS.with_limit(2 * ROOM):
        sprite()
        for n in (1, 2, 3, 3, 1):
            below(n)
        sprite()
        assert made == ["sprite", "ground 1", "ground 2", "ground 3", "ground 1"]
        assert cache.GROUNDS.bytes_in_use <= 2 * ROOM


def test_a_game_keeps_to_it_and_draws_the_same() -> None:
    """With little room most is painted anew, and what is held never grows beyond it."""
    seen = citadels.scene(2), look(2)
    before = load_renderer("citadels").table(*seen)[0].png
    with SPRITES.with_limit(1_000_000):
        assert load_renderer("citadels").table(*seen)[0].png == before
        assert 0 < SPRITES.bytes_in_use <= 1_000_000


def test_many_threads_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = SpriteMemory(5 * ROOM)
    monkeypatch.setattr(cache, "SPRITES", memory)

    @cached_sprite
    def one(n: int) -> Image.Image:
        return small(n)

    wrong: list[int] = []

    def ask() -> None:
        for n in [*range(9)] * 40:
            if one(n).getpixel((0, 0)) != (n, 0, 0, 255):
                wrong.append(n)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert memory.bytes_in_use == len(memory) * ROOM <= 5 * ROOM
