"""Plays random games twice through the bot, compares what others see: `python -m tools.secrecy --games 500 --seed 1`.

The two games are equal in public and differ in all hidden information. Everything others receive must be equal byte by
byte: messages, pictures, ids, answers to players without a pending turn, and requests with their order, sizes and
times. In the second game people also ask for hints, which nobody may notice and which may not depend on information
hidden from the asker. Modules, options, seats and the start position are random. The clock stands still except for
waits, so that results do not depend on the machine's speed. Exit status: 1 with the seeds of failed games
(`--games 1 --seed N` repeats one), else 0.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import multiprocessing
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from rules.core import Chance, registry
from rules.core.conformance import random_choices
from tools.sizes import ACTS_OF_SECRETS, GAMES_OF_SECRETS

from .compare import NAMES, TRIES, ComparisonCounts, SecrecyPlan, compare_games

GAMES_EACH = 25  # games per process, after which the memory of pictures is freed
DEEP = 160  # moves before the bot sees the game, at most


def draw_plan(seed: int, acts: int = ACTS_OF_SECRETS) -> SecrecyPlan:
    """The game of a seed."""
    luck = Chance(f"secrecy {seed}".encode())
    kind = registry.game_types()[sorted(TRIES)[seed % len(TRIES)]]
    presets = list(kind.presets.values())
    choices = random_choices(kind, luck) if luck.below(2) or not presets else presets[luck.below(len(presets))]
    counts = [n for n in kind.allowed_player_counts(choices) if n <= len(NAMES)]
    begun = luck.below(DEEP) if luck.below(4) else 0
    return SecrecyPlan(kind.key, choices, counts[luck.below(len(counts))], seed, acts, begun, looks=max(1, acts // 3))


def compare_one_game(seed: int) -> tuple[int, ComparisonCounts | str]:
    """The counts of one game, or the traceback of its failure."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(prefix="longtable-secrecy-") as folder:
        try:
            return seed, asyncio.run(compare_games(Path(folder), draw_plan(seed)))
        except Exception:
            return seed, traceback.format_exc()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.secrecy", description="Nothing hidden leaves the bot.")
    parser.add_argument("--games", type=int, default=GAMES_OF_SECRETS, help=f"so many games ({GAMES_OF_SECRETS})")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes (1)")
    given = parser.parse_args(arguments)
    began, told, failed = time.monotonic(), Counter[str](), []
    context = multiprocessing.get_context("spawn")
    with context.Pool(given.jobs, maxtasksperchild=GAMES_EACH) as pool:
        for n, (seed, found) in enumerate(pool.imap(compare_one_game, range(given.seed, given.seed + given.games)), 1):
            kind = draw_plan(seed).kind
            told[f"{kind}: games"] += 1
            if isinstance(found, str):
                failed.append(seed)
                print(f"seed {seed}: {draw_plan(seed)}\n{found}", flush=True)
            else:
                told[f"{kind}: acts"] += found.acts
                told[f"{kind}: acts with other secrets"] += found.differing
                told[f"{kind}: hints"] += found.hints
            if n % 25 == 0:
                print(f"{n} of {given.games} games, {time.monotonic() - began:.0f} s, failed: {failed}", flush=True)
    print(*(f"{what} {many}" for what, many in sorted(told.items())), f"failed: {failed or 'none'}", sep="\n")
    return 1 if failed else 0
