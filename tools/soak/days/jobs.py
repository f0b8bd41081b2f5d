"""Splits a run into shards, each of which can run in another process."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .figures import Report, build_report
from .shard import Shard

TOGETHER = 125  # games per bot process, at most


@dataclass(frozen=True, slots=True)
class Job:
    """The parameters of one shard."""

    seed: str
    games: int
    days: int
    answers: bool
    folder: Path
    only: str | None = None  # a game type


def run_job(job: Job) -> Report:
    """Runs a shard on its own database file."""
    begin = time.process_time()
    with tempfile.TemporaryDirectory(prefix="longtable-days-", dir=job.folder) as where:
        shard = Shard(job.seed, job.games, job.days, Path(where) / "longtable.db", job.answers, job.only)
        shard.run()
        return build_report(shard, time.process_time() - begin)


def plan_jobs(games: int, days: int, seed: int, folder: Path, *, compare: bool, only: str | None = None) -> list[Job]:
    """The shards of a run. Those with and without answers share seeds, and so people and games."""
    parts = -(-games // TOGETHER)
    sizes = [games // parts + (part < games % parts) for part in range(parts)]
    arms = (True, False) if compare else (True,)
    return [Job(f"{seed}.{n}", size, days, arm, folder, only) for n, size in enumerate(sizes) for arm in arms if size]
