"""The two tiers of the tests: `make test` runs what is not marked `slow`, `make test-all` everything.

A test that takes more than a second is marked `slow`, unless it belongs to the smoke (marked `smoke`): the games of the
conformance suite and the end-to-end tests (tests/e2e/conftest.py) that show in the fast tier that every game still
works.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator
from typing import Final

import pytest

from tools.bench.measure import REFERENCE_MS, time_calibration_loop

FAST: Final = "not slow"  # how the fast tier is asked for: -m "not slow"
ALLOWED: Final = 1.0  # seconds of processor time, on the reference machine, for a test without a mark
MARGIN: Final = 3.0  # what it may take before it fails: other load makes processors slower, and caches may be empty


class Tiers:
    """In the fast tier, fails a test that became slow without its mark. Measures processor time, not the clock on the
    wall, so that no test fails because the machine is busy."""

    def __init__(self, expression: str) -> None:
        self.fast = expression == FAST
        self.limit = ALLOWED * MARGIN

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Files with the most slow tests first, so that no worker ends long after the others. The order within a file
        stays: its tests may share a stage."""
        slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
        smoke = Counter(item.path for item in items if item.get_closest_marker("smoke"))
        items.sort(key=lambda item: (-slow[item.path], -smoke[item.path]))

    def pytest_collection_finish(self) -> None:
        if self.fast:
            self.limit = ALLOWED * MARGIN * max(1.0, time_calibration_loop(2) / REFERENCE_MS)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        begun = time.process_time()
        yield
        spent = time.process_time() - begun
        if self.fast and spent > self.limit and item.get_closest_marker("smoke") is None:
            pytest.fail(
                f"became slow without its mark: it took {spent:.1f} s of processor time; {ALLOWED:.0f} s is allowed in "
                "`make test`. Make it quicker, or mark it with @pytest.mark.slow, so that `make test-all` runs it.",
                pytrace=False,
            )
