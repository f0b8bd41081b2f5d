"""How fast the rules of Carcassonne are, beside a calibration loop of plain Python: `python -m tools.bench_rules`.

Time is that of the processor, so that other work on the machine disturbs little.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

from rules.core import Choices, Game, play, registry, start
from rules.core.saving import from_text, to_text

REFERENCE_MS = 36.0  # the calibration loop on the machine for which the floors are stated


def calibrate() -> float:
    """Milliseconds of a fixed loop, the best of five."""
    best = float("inf")
    for _ in range(5):
        begin = time.process_time()
        x = 7
        for i in range(1_000_000):
            x = (x * 31 + i) & 0xFFFF
        best = min(best, time.process_time() - begin)
    return best * 1000


def random_play(game: Game, seats: int, games: int, seed: int) -> tuple[int, float]:  # type: ignore[type-arg]  # any
    """Moves and seconds of whole random games through the public entry, with the list of legal moves each time."""
    luck = random.Random(seed)
    moves = 0
    begin = time.process_time()
    for number in range(games):
        s = start(game, seats, number.to_bytes(32, "big")).state
        while s.agenda:
            (seat,) = game.waiting(s)
            legal = list(game.legal(s, seat))
            s = play(game, s, seat, legal[int(luck.random() * len(legal))]).state
            moves += 1
    return moves, time.process_time() - begin


def middle(game: Game, seats: int):  # type: ignore[no-untyped-def,type-arg]  # a state of any game
    """A position after 70 moves."""
    luck = random.Random(5)
    s = start(game, seats, bytes(32)).state
    for _ in range(70):
        (seat,) = game.waiting(s)
        s = play(game, s, seat, luck.choice(list(game.legal(s, seat)))).state
    return s


def once(act: Callable[[], object], times: int) -> float:
    """Seconds of one act, the best of five rounds."""
    best = float("inf")
    for _ in range(5):
        begin = time.process_time()
        for _ in range(times):
            act()
        best = min(best, (time.process_time() - begin) / times)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--with", dest="modules", nargs="*", default=[])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=60)
    args = parser.parse_args()
    game = registry.game("carcassonne", Choices(tuple(args.modules)))
    loop = calibrate()
    rates = []
    for round_number in range(3):
        moves, seconds = random_play(game, args.seats, args.games, round_number)
        rates.append(moves / seconds)
    rate = max(rates)
    s = middle(game, args.seats)
    copy = once(s.copy, 2000)
    save = once(lambda: game.restored(from_text(game.state, to_text(s))), 200)
    view = once(lambda: game.view(s, None), 50)
    scale = loop / REFERENCE_MS
    print(f"calibration loop    {loop:8.1f} ms   ({scale:.2f} of the reference)")
    print(f"random play         {rate:8.0f} moves/s   ({rate * scale:.0f} on the reference; {moves / args.games:.0f} a game)")
    print(f"copy of a state     {copy * 1e6:8.2f} us   ({copy * 1e6 / scale:.2f} on the reference)")
    print(f"save and load       {save * 1e3:8.3f} ms   ({save * 1e3 / scale:.3f} on the reference)")
    print(f"view                {view * 1e3:8.3f} ms   ({view * 1e3 / scale:.3f} on the reference)")


if __name__ == "__main__":
    main()
