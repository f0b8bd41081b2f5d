"""Replays (animated pictures) of the README: `python -m tools.films docs/pictures`.

Machines play a game of each type to its end with fixed keys, so that the games are real and reproducible.
`--everything` plays with all modules, `--gif` writes the other format, `--wide` sets the width, `--frames FOLDER` also
keeps each frame as PNG.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from ai import players_by_level
from cogs.games import face_for
from cogs.past import replay_frames
from cogs.past.frame_caption import Captions
from render import Film, FilmSettings, Look, Scene, SeatLook, load_renderer
from render.core import cache, film
from render.core.ending import Ending
from rules.core import decode_move, play, registry
from service.play.history import ReplayedEntry
from service.state.model import LogEntry, Table
from words import Voice

from ..bench.measure import EVERYTHING, choices_for
from ..soak.stories import play_until_messages, start_simulated_game

SHOWN: Final = {"carcassonne": ("", 5, 11), "catan": ("", 4, 2), "citadels": ("classic", 5, 7)}  # preset, seats, seed

WIDE, QUALITY = 480, 60  # of the README


@dataclass(frozen=True, slots=True)
class FilmedGame:
    """A finished game with its log."""

    table: Table
    start: Any
    entries: Sequence[LogEntry]

    @property
    def winners(self) -> tuple[int, ...]:
        assert self.table.game is not None
        return self.table.game.winners(self.table.state)

    def walk(self) -> Iterator[ReplayedEntry]:
        """Each entry with its position, as `Tables.walk` yields them."""
        game, state = self.table.game, self.start
        assert game is not None
        for entry in self.entries:
            if entry.seat is not None:
                state = play(game, state, entry.seat, decode_move(entry.move, game.moves), entry.chance).state
            yield ReplayedEntry(entry, partial(game.view, state))


def max_players(kind: str) -> int:
    """The most seats of a game with all modules."""
    return max(registry.make_game(kind, choices_for(kind, EVERYTHING)).seats)


def play_filmed_game(kind: str, preset: str, seats: int, seed: int, level: str = "normal") -> FilmedGame:
    """Plays a game of machines, some of them at seats of people."""
    one = start_simulated_game(kind, choices_for(kind, preset), seats, seed)
    while one.table.is_open:
        for _ in play_until_messages(one, players_by_level()[level], seed):
            pass
    return FilmedGame(one.table, one.states[1], one.history)


def voice_of(table: Table) -> Voice:
    """An English voice of the table."""
    return Voice("en", list(table.names), called=partial(face_for(table.kind).name_in_story, table))


def film_look(table: Table) -> Look:
    """The look of the pictures."""
    return Look(tuple(SeatLook(seat.name, seat.colour) for seat in table.seats), voice_of(table))


def film_captions(table: Table) -> Captions:
    """The captions of the frames."""
    return Captions(table, face_for(table.kind), voice_of(table))


def film_scenes(one: FilmedGame, parts: Sequence[replay_frames.ReplayFrame]) -> Iterator[Scene]:
    """The scenes of the frames, one at a time."""

    async def walk() -> AsyncIterator[ReplayedEntry]:
        for passed in one.walk():
            yield passed

    found = aiter(replay_frames.iter_scenes(walk(), parts, film_captions(one.table)))
    loop = asyncio.new_event_loop()
    try:
        while True:
            yield loop.run_until_complete(anext(found))
    except StopAsyncIteration:
        return
    finally:
        loop.close()


class FrameSaver:
    """A film that also saves its frames."""

    def __init__(self, film: Film, folder: Path) -> None:
        self._film, self._folder, self._at = film, folder, 0
        self.size, self.palette = film.size, film.palette
        folder.mkdir(parents=True, exist_ok=True)

    def paint(self, scene: Scene) -> Any:
        image = self._film.paint(scene)
        image.save(self._folder / f"{self._at:03}.png")
        self._at += 1
        return image

    def card(self, ending: Ending) -> Any:
        image = self._film.card(ending)
        image.save(self._folder / f"{self._at:03}.png")
        return image


def render_film(one: FilmedGame, cut: FilmSettings, frames: Path | None = None) -> bytes:
    """The animated picture of a game."""
    table, look = one.table, film_look(one.table)
    assert table.game is not None
    parts = replay_frames.plan_frames(face_for(table.kind), one.entries, winners=one.winners)
    drawn: Film = load_renderer(table.kind).film(
        table.game.view(one.start, None), table.game.view(table.state, None), look
    )
    if frames is not None:
        drawn = FrameSaver(drawn, frames)
    with cache.separate_sprite_memory(film.SPRITES):
        return film.encode_film(
            drawn,
            cut,
            look,
            film_scenes(one, parts),
            len(parts),
            lambda at: None,
            replay_frames.count_ending_frames(parts),
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.films", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, help="folder for the pictures")
    parser.add_argument("--game", help="of one kind only")
    parser.add_argument("--everything", action="store_true", help="with every expansion, by as many as can play")
    parser.add_argument("--gif", action="store_true")
    parser.add_argument("--wide", type=int, default=WIDE)
    parser.add_argument("--quality", type=int, default=QUALITY)
    parser.add_argument("--frames", type=Path, help="a folder for each frame as PNG")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for kind, how in SHOWN.items():
        if given.game in (None, kind):
            one = play_filmed_game(kind, *((EVERYTHING, max_players(kind), 3) if given.everything else how))
            begin = perf_counter()
            cut = FilmSettings("gif" if given.gif else "webp", given.wide, given.quality)
            data = render_film(one, cut, given.frames and given.frames / kind)
            path = given.out / f"{kind}-replay.{cut.format}"
            path.write_bytes(data)
            print(f"{path}  {len(one.entries)} entries  {len(data) // 1000} kB  {perf_counter() - begin:.1f} s")


if __name__ == "__main__":
    main()
