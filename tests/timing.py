"""Where the time of the tests went, told at their end when it was slow, or when asked for: `pytest --times 30`.

Time is processor time, of the tests' process and of the programs it has waited for. A calibration loop of plain Python,
run beside the tests, tells how quick the machine was meanwhile: a busy or a slow one takes two or three times as long.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter
from collections.abc import Generator
from pathlib import PurePath
from typing import Any

import pytest

from tools.bench.measure import REFERENCE_MS, time_calibration_loop

SLOW = 240.0  # seconds by the clock
LARGE = 1000.0  # MB that a worker holds at most
SLOWEST = 10
SPENT, READY, PEAK, LOOP = "processor seconds", "ready after", "peak memory", "calibration loop"


def used() -> float:
    """Seconds of processor time, of the programs that were started and have ended too."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def peak() -> float:
    """The most memory this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


class Times:
    """Measures in every process that runs tests, and tells in the one that reports."""

    def __init__(self, shown: int | None) -> None:
        self.shown = shown
        self.began = time.monotonic()
        self.since = 0.0
        self.spent: Counter[str] = Counter()  # by the id of the test
        self.ready: list[float] = []  # of each process: what imports and collecting took
        self.peaks: list[float] = []
        self.loops: list[float] = []  # milliseconds, of each process before its tests and after them

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.loops.append(time_calibration_loop(1))
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[READY] = used()
        elif session.items:
            self.ready.append(used())
        self.since = used()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = used()
        report.user_properties.append((SPENT, now - self.since))
        self.since = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.spent[report.nodeid] += sum(value for name, value in report.user_properties if name == SPENT)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        output: dict[str, Any] = getattr(node, "workeroutput", {})
        self.ready += [output[READY]] if READY in output else []
        self.peaks += [output[PEAK]] if PEAK in output else []
        self.loops += output.get(LOOP, [])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.loops.append(time_calibration_loop(1))
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[PEAK], session.config.workeroutput[LOOP] = peak(), self.loops
        elif not self.peaks:
            self.peaks.append(peak())

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        seconds = time.monotonic() - self.began
        if self.shown is None and seconds < SLOW and max(self.peaks, default=0) < LARGE:
            return
        terminalreporter.section("where the time went")
        for line in self.told(seconds):
            terminalreporter.line(line)

    def told(self, seconds: float) -> list[str]:
        folders: Counter[str] = Counter()
        for test, took in self.spent.items():
            folders[str(PurePath(test.split("::")[0]).parent)] += took
        total = sum(self.ready) + sum(folders.values())
        memory = ", ".join(f"{mb:.0f}" for mb in self.peaks)
        loop = sum(self.loops) / max(1, len(self.loops))
        scaled = f"{total * REFERENCE_MS / loop if loop else total:.0f} s at {REFERENCE_MS:.0f} ms"
        return [
            f"{seconds:.0f} s by the clock, {total:.0f} s of processor time; most memory of a worker, MB: {memory}",
            f"calibration loop meanwhile {loop:.0f} ms; processor time would be {scaled}",
            f"{sum(self.ready):8.1f} s  until the tests were collected, in {len(self.ready)} processes",
            *(f"{took:8.1f} s  {folder}" for folder, took in folders.most_common()),
            "the slowest tests:",
            *(f"{took:8.2f} s  {test}" for test, took in self.spent.most_common(self.shown or SLOWEST)),
        ]
