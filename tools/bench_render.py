"""Time the pictures: `python -m tools.bench_render`. Every figure stands beside a loop of pure Python."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from statistics import median
from time import perf_counter

from PIL import Image

from render import renderer
from render.carcassonne import board, sprites
from render.carcassonne.renderer import colours
from render.core.palette import encode
from tools.pictures import look, position

WARM_MOST, MAPPING_MOST, SIZE_MOST = 25.0, 2.5, 500_000


def calibration() -> float:
    """Milliseconds of the loop all figures are compared with."""
    begun = perf_counter()
    x = 0
    for i in range(1_000_000):
        x = (x * 31 + i) & 0xFFFF
    return (perf_counter() - begun) * 1000


def timed(act: Callable[[], object], times: int = 15) -> float:
    """Median milliseconds."""
    spent = []
    for _ in range(times):
        begun = perf_counter()
        act()
        spent.append((perf_counter() - begun) * 1000)
    return median(spent)


def measure() -> dict[str, float]:
    """The figures of a full base board, 72 tiles, 1200 pixels wide."""
    view, _ = position((), 6, 5, 10_000, "none")
    seen = look(6)
    carcassonne = renderer("carcassonne")
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("LONGTABLE_CACHE")
        os.environ["LONGTABLE_CACHE"] = folder
        try:
            forget()
            first = timed(lambda: carcassonne.table(view, seen), 1)
            forget()
            restart = timed(lambda: carcassonne.table(view, seen), 1)
        finally:
            if before is None:
                del os.environ["LONGTABLE_CACHE"]
            else:
                os.environ["LONGTABLE_CACHE"] = before
    picture = carcassonne.table(view, seen)[0]
    image: Image.Image = board.boards(view, seen, ())[0].image
    return {
        "tiles": len(view.laid),
        "calibration ms": median(calibration() for _ in range(5)),
        "first ever ms": first,
        "first after a restart ms": restart,
        "warm ms": timed(lambda: carcassonne.table(view, seen)),
        "mapping and encoding alone ms": timed(lambda: encode(image, colours())),
        "bytes": len(picture.png),
    }


def forget() -> None:
    """Drop what is kept in memory, as a restart does."""
    for kept in (sprites._small, sprites._large, board._ground):
        kept.cache_clear()


def main() -> None:
    """Print the table."""
    found = measure()
    loop = found["calibration ms"]
    for name, value in found.items():
        ratio = f"  {value / loop:8.3f} x the loop" if name.endswith(" ms") else ""
        print(f"{name:32} {value:12.1f}{ratio}")
    share = found["warm ms"] / found["mapping and encoding alone ms"]
    print(f"{'warm / mapping and encoding':32} {share:12.2f}  (at most {MAPPING_MOST})")
    good = share <= MAPPING_MOST and found["warm ms"] <= WARM_MOST and found["bytes"] <= SIZE_MOST
    print("within the budget" if good else "OVER THE BUDGET")


if __name__ == "__main__":
    main()
