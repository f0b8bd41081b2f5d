"""What must hold of the pictures of every game."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from statistics import median

from PIL import Image, ImageChops, ImageStat

from render import Picture
from render.core.look import Colour
from render.core.palette import Palette, reserved_colours

Box = tuple[int, int, int, int]  # left, top, right, bottom


def opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.png)).convert("RGB")


def looks_as_before(picture: Picture, golden: Path) -> None:
    """Small pictures stay as they were; a tolerance leaves room for other versions of the library."""
    now = opened(picture)
    small = now.resize((360, round(360 * now.height / now.width)), Image.Resampling.BOX)
    before = Image.open(golden).convert("RGB")
    assert small.size == before.size
    assert sum(ImageStat.Stat(ImageChops.difference(small, before)).mean) / 3 < 2.5


def same_in_all_threads(make: Callable[[], Picture], times: int) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _: make().png, range(times)))) == 1


def quick_small_and_not_too_high(make: Callable[[], Picture], times: int, most: int) -> None:
    """`most`: bytes."""
    picture = make()
    spent = []
    for _ in range(times):
        begun = time.process_time()
        make()
        spent.append(time.process_time() - begun)
    assert median(spent) < 0.1  # a quarter of that on a machine that does nothing else
    assert len(picture.png) < most
    assert picture.size[1] <= 1.05 * picture.size[0]
    assert picture.alt
    assert len(picture.alt) <= 1024


def keeps_exact(palette: Palette, exact: Collection[Colour]) -> None:
    """What all palettes reserve, and what the game does."""
    for colour in (*reserved_colours(), *exact):
        assert palette.map(Image.new("RGB", (4, 4), colour)).convert("RGB").getpixel((1, 1)) == colour


def faithful(palette: Palette, image: Image.Image) -> None:
    mapped = palette.map(image).convert("RGB")
    error = sum((a - b) ** 2 for a, b in zip(image.tobytes(), mapped.tobytes(), strict=True))
    assert error / (image.width * image.height * 3) < 65025 / 10**3.2  # 32 dB


def apart(boxes: dict[str, Box], size: tuple[int, int]) -> None:
    """No two touch, and all are within the picture."""
    found = list(boxes.items())
    for i, (name, a) in enumerate(found):
        assert a[0] >= 0, name
        assert a[1] >= 0, name
        assert a[2] <= size[0], name
        assert a[3] <= size[1], name
        for other, b in found[:i]:
            wide = min(a[2], b[2]) - max(a[0], b[0])
            high = min(a[3], b[3]) - max(a[1], b[1])
            assert wide <= 0 or high <= 0, (name, other)
