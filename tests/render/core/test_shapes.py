"""Small drawing."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFilter

from render.core import shapes
from render.core.shapes import SMOOTH, dilate_mask, erode_mask, panel_sprite, scale_down


@pytest.mark.parametrize("size", [(31, 17), (40, 64)])
@pytest.mark.parametrize("steps", [0, 1, 2, 5, 12])
def test_a_widened_mask_is_what_the_filter_makes_step_by_step(size: tuple[int, int], steps: int) -> None:
    mask = Image.effect_noise(size, 90).point([v if v > 170 else 0 for v in range(256)])
    mask.putpixel((0, 0), 255)
    mask.putpixel((size[0] - 1, 3), 200)
    filtered = mask
    for _ in range(steps):
        filtered = filtered.filter(ImageFilter.MaxFilter(3))
    assert dilate_mask(mask, steps).tobytes() == filtered.tobytes()


@pytest.mark.parametrize("size", [(31, 17), (3, 64)])
@pytest.mark.parametrize("steps", [0, 1, 2, 5])
def test_a_narrowed_mask_is_what_the_filter_makes_step_by_step(size: tuple[int, int], steps: int) -> None:
    mask = filtered = Image.effect_noise(size, 90).point([min(255, 3 * v) for v in range(256)])
    for _ in range(steps):
        filtered = filtered.filter(ImageFilter.MinFilter(3))
    assert erode_mask(mask, steps).tobytes() == filtered.tobytes()


@pytest.mark.parametrize("size", [(25, 16), (20, 15)])
def test_transparent_edges_keep_their_colour_when_reduced(size: tuple[int, int]) -> None:
    big = Image.new("RGBA", (100, 64), (0, 0, 0, 0))
    big.paste((200, 30, 40, 255), (13, 9, 88, 50))
    small = scale_down(big, size)
    assert small.size == size
    inked = [small.getpixel((x, y)) for x in range(size[0]) for y in range(size[1])]
    assert all(p[0] > 195 and p[1] < 35 for p in inked if p[3] > 40)
    assert any(p[3] not in (0, 255) for p in inked)


@pytest.mark.parametrize("size", [(300, 170), (9, 170), (300, 12), (22, 23), (1, 1)])
@pytest.mark.parametrize(("radius", "line"), [(12, 2), (0, 3), (8, 20)])
def test_a_panel_is_what_drawing_all_of_it_larger_makes(size: tuple[int, int], radius: int, line: int) -> None:
    big = Image.new("RGBA", (size[0] * SMOOTH, size[1] * SMOOTH), (200, 90, 10, 0))
    box = (0, 0, big.width - 1, big.height - 1)
    draw = ImageDraw.Draw(big)
    draw.rounded_rectangle(box, radius * SMOOTH, (20, 60, 90, 255), (200, 90, 10, 255), line * SMOOTH)
    made = panel_sprite.__wrapped__(size, radius, (20, 60, 90), (200, 90, 10), line)  # type: ignore[attr-defined]
    assert made.tobytes() == scale_down(big, size).tobytes()


def test_a_large_panel_is_never_drawn_larger_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def seen(image: Image.Image, size: tuple[int, int]) -> Image.Image:
        drawn.append(image.width * image.height)
        return scale_down(image, size)

    monkeypatch.setattr(shapes, "scale_down", seen)
    panel_sprite.__wrapped__((980, 860), 12, (20, 60, 90), (200, 90, 10), 2)  # type: ignore[attr-defined]
    assert sum(drawn) < 100_000
