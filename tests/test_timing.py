"""What is told when the tests were slow, and where their counts come from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .timing import Times

ROOT = Path(__file__).parent.parent


def test_time_is_told_by_folder_and_the_slowest_tests_first() -> None:
    times = Times(2)
    times.ready, times.peaks, times.loops = [1.5, 1.25], [80.4, 120.0], [70.0, 74.0]
    times.spent.update(
        {"tests/a/test_x.py::one": 2.0, "tests/b/test_y.py::two[3]": 4.0, "tests/a/test_z.py::three": 3.0}
    )
    assert times.told(300.2) == [
        "300 s by the clock, 12 s of processor time; most memory of a worker, MB: 80, 120",
        "calibration loop meanwhile 72 ms; processor time would be 6 s at 36 ms",
        "     2.8 s  until the tests were collected, in 2 processes",
        "     5.0 s  tests/a",
        "     4.0 s  tests/b",
        "the slowest tests:",
        "    4.00 s  tests/b/test_y.py::two[3]",
        "    3.00 s  tests/a/test_z.py::three",
    ]


def run(runs: str) -> subprocess.CompletedProcess[str]:
    code = "from tools import sizes; print(sizes.SHARE, sizes.REFERENCE_GAMES)"
    env = {**os.environ, "LONGTABLE_RUNS": runs}
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_counts_follow_the_form_of_the_run() -> None:
    assert run("test").stdout == "0 1\n"
    assert run("long").stdout.startswith("1 ")
    assert "is forever, not one of test, short, long" in run("forever").stderr
