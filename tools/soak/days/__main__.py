"""`python -m tools.days`: see the package."""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from rules.core import registry
from tools.sizes import DAYS, GAMES_OF_DAYS

from .figures import Report, comparison_lines, summary_lines
from .jobs import Job, plan_jobs, run_job

QUICKLY = Path("/dev/shm")  # in memory, where writing does not wait for a disk


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.days", description="Two months of many people at many tables."
    )
    parser.add_argument("--games", type=int, default=GAMES_OF_DAYS, help=f"({GAMES_OF_DAYS})")
    parser.add_argument("--days", type=int, default=DAYS, help=f"({DAYS})")
    parser.add_argument("--seed", type=int, default=1, help="(1)")
    parser.add_argument("--processes", type=int, default=2, help="how many shards at a time (2)")
    parser.add_argument("--game", choices=sorted(registry.game_types()), help="only these (all in turn)")
    parser.add_argument("--alone", action="store_true", help="only with answers, nothing to compare with")
    parser.add_argument("--folder", type=Path, default=QUICKLY if QUICKLY.is_dir() else None, help="of the databases")
    given = parser.parse_args(arguments)
    begin = time.monotonic()
    folder = given.folder or Path(tempfile.gettempdir())
    todo = plan_jobs(given.games, given.days, given.seed, folder, compare=not given.alone, only=given.game)
    arms = {True: Report(True), False: Report(False)}
    if given.processes > 1:
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(min(given.processes, len(todo)), spawn) as pool:  # a process that dies raises here
            for number, found in enumerate(as_completed([pool.submit(run_job, job) for job in todo]), 1):
                _merge_report(arms, found.result(), todo, number)
    else:
        for number, job in enumerate(todo, 1):
            _merge_report(arms, run_job(job), todo, number)
    return _print_report(arms[True], None if given.alone else arms[False], time.monotonic() - begin)


def _merge_report(arms: dict[bool, Report], found: Report, todo: Sequence[Job], number: int) -> None:
    arms[found.answers].add(found)
    games, faults = len(found.games), sum(found.kinds.values())
    print(f"{number} of {len(todo)} done: {games} games in {found.seconds:.0f} s, faults {faults}", flush=True)
    for fault in found.faults:  # printed at once, since a long run may be stopped early
        print(f"FAULT {fault}", flush=True)


def _print_report(found: Report, without: Report | None, seconds: float) -> int:
    for line in comparison_lines(found, without):
        print(line)
    for each in (found, without):
        if each is not None:
            print("\n".join(summary_lines(each)))
    kinds = found.kinds + (without.kinds if without is not None else found.kinds - found.kinds)
    print(f"{seconds:.0f} s; faults: {dict(kinds) or 'none'}")
    return 1 if kinds else 0


if __name__ == "__main__":
    raise SystemExit(main())
