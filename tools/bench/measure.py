"""Shared by the benchmarks: the calibration loop, and figures with their limits."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rules.core import Choices, registry

EVERYTHING = "all"  # in place of a preset: all modules
REFERENCE_MS = 36.0  # the calibration loop on the machine for which limits are stated


def choices_for(key: str, preset: str) -> Choices:
    """The choices of a preset; "": none, `EVERYTHING`: all modules."""
    kind = registry.game_types()[key]
    if preset == EVERYTHING:
        return kind.normalize_choices(Choices(tuple(kind.modules)))
    return kind.presets[preset] if preset else Choices()


def time_calibration_loop(rounds: int = 5, watch: Callable[[], float] = time.process_time) -> float:
    """Milliseconds of a fixed loop, the best of `rounds`; `watch` returns seconds, by default of the processor."""
    best = float("inf")
    for _ in range(rounds):
        begin = watch()
        x = 7
        for i in range(1_000_000):
            x = (x * 31 + i) & 0xFFFF
        best = min(best, watch() - begin)
    return best * 1000


def processor_time(pid: int) -> float:
    """Seconds of processor time a process has used; 0 if the system does not tell."""
    file = Path(f"/proc/{pid}/stat")
    if not file.exists():
        return 0.0
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. `must`: its upper limit, or with `more` its lower limit; None: no limit.

    `scaled`: the limit is stated for the reference machine and scaled by this machine's calibration loop.
    """

    what: str
    figure: float
    unit: str
    must: float | None = None
    more: bool = False
    scaled: bool = False
    loop: float | None = None  # milliseconds of the calibration loop during this figure, if measured

    def limit(self, loop: float) -> float | None:
        """The limit on a machine with this calibration loop (milliseconds)."""
        if self.must is None or not self.scaled:
            return self.must
        scale = (self.loop or loop) / REFERENCE_MS
        return self.must / scale if self.more else self.must * scale

    def met(self, loop: float) -> bool:
        limit = self.limit(loop)
        return limit is None or (self.figure >= limit if self.more else self.figure <= limit)

    def ratio(self, loop: float) -> str:
        """A time or rate expressed in calibration loops; empty for other units."""
        loop = self.loop or loop
        in_ms = {"ms": self.figure, "µs": self.figure / 1000, "s": self.figure * 1000}.get(self.unit)
        if in_ms is not None:
            return f"{in_ms / loop:.4g} loops"
        return f"{self.figure * loop / 1000:.4g} a loop" if self.unit.endswith("/s") else ""

    def line(self, loop: float) -> str:
        limit = self.limit(loop)
        word = "at least" if self.more else "at most"
        told = "" if limit is None else f"{word} {_format_number(limit)}: {'met' if self.met(loop) else 'MISSED'}"
        return (
            f"{self.what:<58} {_format_number(self.figure):>10} {self.unit:<8} {self.ratio(loop):<18} {told}".rstrip()
        )


def _format_number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def print_rows(rows: Iterable[Row], loop: float | None = None) -> int:
    """Prints the figures; returns how many miss their limits."""
    if loop is None:
        loop = time_calibration_loop()
        print(f"calibration loop: {loop:.1f} ms; limits are stated for a machine where it takes {REFERENCE_MS:.0f} ms")
    missed = 0
    for row in rows:
        print(row.line(loop), flush=True)
        missed += not row.met(loop)
    return missed
