"""`python -m tools.faults`: see the package."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tools import postgres
from tools.sizes import FAULT_MOVES, FAULT_SECONDS, FAULT_TABLES

from .campaign import CampaignPlan, CampaignResult, run_campaign


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description="Games to their end, among faults.")
    parser.add_argument("--seed", type=int, default=1, help="(1)")
    parser.add_argument("--seconds", type=float, help=f"of play; what is proved comes on top ({FAULT_SECONDS})")
    parser.add_argument("--games", type=int, help="until so many games are over, however long it takes")
    parser.add_argument("--tables", type=int, default=FAULT_TABLES, help=f"at a time ({FAULT_TABLES})")
    parser.add_argument("--left", type=int, default=FAULT_MOVES, help="moves that are left in the first games (all)")
    parser.add_argument("--no-kills", action="store_true", help="leave the process alone")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server of its own, in place of a file")
    parser.add_argument("--folder", type=Path, help="where database, log and records stay")
    given = parser.parse_args(arguments)
    if given.postgres and not (postgres.is_usable() and postgres.can_start_server()):
        print(postgres.UNREADY)
        return 1
    seconds = given.seconds or (float("inf") if given.games is not None else FAULT_SECONDS)
    plan = CampaignPlan(given.seed, seconds, given.games, given.tables, given.left, not given.no_kills, given.postgres)
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
        return print_result(asyncio.run(run_campaign(plan, given.folder)), given.seed)
    with tempfile.TemporaryDirectory(prefix="longtable-faults-") as folder:
        return print_result(asyncio.run(run_campaign(plan, Path(folder))), given.seed)


def print_result(result: CampaignResult, seed: int) -> int:
    """Prints the result; returns 0 if no check failed, else 1."""
    for title, counts in (("faults", result.faults), ("people", result.people), ("games", result.counts)):
        print(f"\n{title}: {_format_counts(title, counts)}")
        for name, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
            print(f"  {n:>6}  {name}")
    counts = result.counts
    over = sum(n for name, n in counts.items() if name.endswith("to the end"))
    print(
        f"\nseed {seed}: {sum(result.faults.values())} faults, {result.starts} starts of the bot, {over} games to "
        f"their end, {counts['moves']} moves, {counts['lost']} lost, {counts['doubled']} doubled, "
        f"{len(result.wrong)} wrong; {result.seconds:.0f} s"
    )
    for each in result.wrong:
        print(f"WRONG: {each}")
    return 1 if result.wrong else 0


def _format_counts(title: str, counts: Counter[str]) -> str:
    return str(sum(counts.values())) if title == "faults" else ""


if __name__ == "__main__":
    raise SystemExit(main())
