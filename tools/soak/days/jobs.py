"""A run in shards, each of which can be given to another process."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .figures import Report, build_report
from .shard import Shard

TOGETHER = 125  # games in one process of the bot, at most


@dataclass(frozen=True, slots=True)
class Job:
    """One shard."""

    seed: str
    games: int
    days: int
    answers: bool
    folder: Path
    only: str | None = None  # a kind of game


def run_job(job: Job) -> Report:
    """Run a shard on a file of its own."""
    begin = time.process_time()
    with tempfile.TemporaryDirectory(prefix="longtable-days-", dir=job.folder) as where:
        shard = Shard(job.seed, job.games, job.days, Path(where) / "longtable.db", job.answers, job.only)
        shard.run()
        return build_report(shard, time.process_time() - begin)


def plan_jobs(games: int, days: int, seed: int, folder: Path, *, compare: bool, only: str | None = None) -> list[Job]:
    """The shards of a run. Those with answers and without have the same seeds: the same people play the same games."""
    parts = -(-games // TOGETHER)
    sizes = [games // parts + (part < games % parts) for part in range(parts)]
    arms = (True, False) if compare else (True,)
    return [Job(f"{seed}.{n}", size, days, arm, folder, only) for n, size in enumerate(sizes) for arm in arms if size]
