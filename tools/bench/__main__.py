"""All benchmarks: `python -m tools.bench`, or `make bench`.

Each figure is printed with its limit, relative to a calibration loop of plain Python in the same run.
Exit status: 1 if a figure misses its limit, else 0.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from . import bot, films, memory, page, players, render, rules, service, start, stores, storm, thinking
from .measure import REFERENCE_MS, Row, print_rows, time_calibration_loop

PARTS: Final[Mapping[str, Callable[[], Iterator[Row]]]] = {
    "rules": rules.measure_rules,
    "players": players.measure_strength,
    "thinking": thinking.measure_thinking,
    "pictures": render.measure_pictures,
    "replays": films.measure_replays,
    "pages": page.measure_pages,
    "storage": service.measure_storage,
    "stores": stores.measure_stores,
    "start": start.measure_start,
    "bot": bot.measure_acknowledgement,
    "storm": storm.measure_storm,
    "memory": memory.measure_memory,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="How fast it is.")
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], help="only these parts")
    wanted = parser.parse_args().part or list(PARTS)
    begin = time.monotonic()
    loop = time_calibration_loop()
    print(f"calibration loop: {loop:.1f} ms; limits of pure computing are stated for {REFERENCE_MS:.0f} ms")
    missed = 0
    for part in wanted:
        print(f"\n{part}")
        missed += print_rows(PARTS[part](), loop)
    print(f"\nall of it took {time.monotonic() - begin:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
