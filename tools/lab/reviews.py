"""Prints the review of a game of machines: `python -m tools.reviews catan --preset base --seed 3`.

For readers who know the game: the review's text, every weighed decision and, with `--picture`, its picture.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from ai.review import ReviewRequest, answer_piece
from cogs.games import face_for
from cogs.games.move_texts import describe_move
from cogs.past import review_text
from render.review import draw_review as draw
from rules.core.saving import to_text
from service.archive.reviews import FinishedGame, list_decisions, review_game
from service.state.model import Table
from service.state.review_summary import Review
from words import Voice

from ..pictures.films import FilmedGame, film_look, play_filmed_game
from .position_text import describe_entry, game_before


class RecordingAnswerer:
    """Answers requests and records the verdicts on decisions."""

    def __init__(self) -> None:
        self.verdicts: list[tuple[ReviewRequest, dict[str, Any] | None]] = []

    async def ask(self, piece: ReviewRequest) -> dict[str, Any]:
        found = answer_piece(piece.to_json())
        if piece.at is not None:
            self.verdicts.append((piece, found["verdict"]))
        return found


def reviewed_game(one: FilmedGame) -> FinishedGame:
    return FinishedGame(one.table.kind, one.table.choices, to_text(one.start), list_decisions(one.entries))


def voice_of(one: FilmedGame) -> Voice:
    table = one.table
    return Voice("en", list(table.names), called=partial(face_for(table.kind).name_in_story, table))


def voice_and_table(one: FilmedGame, number: int) -> tuple[Voice, Table]:
    """The voice and the table before an entry (names of places may change later)."""
    there = game_before(one, number)
    return voice_of(there), there.table


def describe_review(one: FilmedGame, found: Review) -> str:
    entries = {entry.seq: entry for entry in one.entries}
    return review_text.describe_review(
        voice_of(one), one.table, one.table.kind, found, entries, partial(voice_and_table, one)
    )


def list_weighed_decisions(one: FilmedGame, watched: RecordingAnswerer) -> Sequence[str]:
    """A line for each weighed decision."""
    shown, found = face_for(one.table.kind), []
    for piece, verdict in watched.verdicts:
        assert piece.at is not None
        deed = piece.deeds[piece.at]
        voice, there = voice_and_table(one, deed.number)
        told = f"entry {deed.number}, seat {deed.seat}, {describe_move(voice, shown, there, deed.move)}"
        if verdict is None:
            found.append(f"{told} | nothing better")
            continue
        better = describe_move(voice, shown, there, verdict["better"])
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
    one, watched = play_filmed_game(given.kind, given.preset, given.seats, given.seed, given.level), RecordingAnswerer()
    begun = process_time()
    found = asyncio.run(review_game(watched.ask, reviewed_game(one), lambda percent: None))
    print(f"{len(one.entries)} entries, {process_time() - begun:.1f} s, {len(found.to_json())} characters kept")
    print(describe_review(one, found), *list_weighed_decisions(one, watched), sep="\n")
    for swing in found.swings if given.read else ():
        print(
            f"\nentry {swing.number}:",
            *describe_entry(one, voice_and_table(one, swing.number)[0], swing.number, swing.seat),
            sep="\n",
        )
    page = review_text.build_review_page(voice_of(one), one.table, given.kind, found)
    print(page.alt)
    if given.picture is not None:
        given.picture.write_bytes(draw(page, film_look(one.table)).png)


if __name__ == "__main__":
    main()
