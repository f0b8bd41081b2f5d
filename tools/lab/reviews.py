"""What is said of a game of machines that is looked back at: `python -m tools.reviews catan --preset base --seed 3`.

For eyes that know the game: the words of the review, every decision that was weighed, and its picture with `--picture`.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from ai.review import Piece, answer
from cogs.games import face
from cogs.games.move_texts import sentence
from cogs.past import review_text
from render.review import review as draw
from rules.core.saving import to_text
from service.archive.reviews import Game, deeds_of, looked_back
from service.state.model import Table
from service.state.review_summary import Review
from words import Voice

from ..pictures.films import Played, look_of, played
from .position_text import before, told


class Watched:
    """Answers, and remembers what was said of decisions."""

    def __init__(self) -> None:
        self.verdicts: list[tuple[Piece, dict[str, Any] | None]] = []

    async def ask(self, piece: Piece) -> dict[str, Any]:
        found = answer(piece.to_json())
        if piece.at is not None:
            self.verdicts.append((piece, found["verdict"]))
        return found


def game_of(one: Played) -> Game:
    return Game(one.table.kind, one.table.choices, to_text(one.start), deeds_of(one.entries))


def voice_of(one: Played) -> Voice:
    table = one.table
    return Voice("en", list(table.names), called=partial(face(table.kind).name_in_story, table))


def spoken(one: Played, number: int) -> tuple[Voice, Table]:
    """Who speaks of the table as it stood before an entry: what places are called may change."""
    there = before(one, number)
    return voice_of(there), there.table


def words(one: Played, found: Review) -> str:
    entries = {entry.seq: entry for entry in one.entries}
    return review_text.text(voice_of(one), one.table, one.table.kind, found, entries, partial(spoken, one))


def weighed(one: Played, watched: Watched) -> Sequence[str]:
    """Every decision, whether it counts or not."""
    shown, found = face(one.table.kind), []
    for piece, verdict in watched.verdicts:
        assert piece.at is not None
        deed = piece.deeds[piece.at]
        voice, there = spoken(one, deed.number)
        told = f"entry {deed.number}, seat {deed.seat}, {sentence(voice, shown, there, deed.move)}"
        if verdict is None:
            found.append(f"{told} | nothing better")
            continue
        better = sentence(voice, shown, there, verdict["better"])
        found.append(f"{told} | {100 * verdict['cost']:.1f} ± {100 * verdict['error']:.1f} %: {better}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.reviews", description="Look back at a game of machines.")
    parser.add_argument("kind")
    parser.add_argument("--preset", default="", help="a preset, or `all`")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--read", action="store_true", help="the position of each decision that is told, and the log")
    parser.add_argument("--picture", type=Path, help="where its picture is to lie")
    given = parser.parse_args()
    one, watched = played(given.kind, given.preset, given.seats, given.seed, given.level), Watched()
    begun = process_time()
    found = asyncio.run(looked_back(watched.ask, game_of(one), lambda percent: None))
    print(f"{len(one.entries)} entries, {process_time() - begun:.1f} s, {len(found.written())} characters kept")
    print(words(one, found), *weighed(one, watched), sep="\n")
    for swing in found.swings if given.read else ():
        print(f"\nentry {swing.number}:", *told(one, spoken(one, swing.number)[0], swing.number, swing.seat), sep="\n")
    page = review_text.page(voice_of(one), one.table, given.kind, found)
    print(page.alt)
    if given.picture is not None:
        given.picture.write_bytes(draw(page, look_of(one.table)).png)


if __name__ == "__main__":
    main()
