"""The picture of a game that is over: one walk, aside; what becomes of it where that fails or takes long."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from functools import lru_cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.post.ending_pictures import EndingPictures
from render import Picture, load_renderer
from rules.core.record import parse_record, replay_record
from service.errors import ServiceError
from service.play.history import ReplayedEntry
from service.state.model import LogEntry, Seat, StoredEvent, Table, TableChannel
from tests.cogs.harness import Broken, Drawer
from tests.render.looks import look

RECORD = Path(__file__).parents[2] / "records" / "catan" / "whole_base_three.game"


@lru_cache(maxsize=1)
def log() -> tuple[ReplayedEntry, ...]:
    """A recorded game as it is walked through."""
    record = parse_record(RECORD.read_text(encoding="utf-8"))
    game = record.make_game()
    opening, *played = replay_record(record)
    seats = [None, *(line.seat for line in record.lines)]
    found = []
    for seq, (seat, step) in enumerate(zip(seats, (opening, *played), strict=True), 1):
        events = tuple(StoredEvent(e.key, e.params, e.seats, e.reveals) for e in step.events)
        entry = LogEntry(seq, seat, "move" if seat is not None else "start", "", (), False, events, 0, "act", seq)
        found.append(ReplayedEntry(entry, partial(game.view, step.state)))
    return tuple(found)


def table(status: str = "over") -> Table:
    view = log()[-1].view(None)
    seats = tuple(Seat(n, 10 + n, f"P{n}", "RBY"[n], place=1 if n in view.winners else 2) for n in range(3))
    record = parse_record(RECORD.read_text(encoding="utf-8"))
    home = TableChannel(1, 2)
    state: Any = status
    return Table(7, "catan", record.choices, home, state, 10, 3, seats, None, "en", False, None, "0" * 8, 400, 0, 0)


class Tables:
    """In place of the service: walks the record, as often as it is asked to; up to `fails`, where it breaks."""

    def __init__(self, fails: int | None = None, error: Exception | None = None) -> None:
        self.walked = 0
        self.threads: set[int] = set()
        self.fails, self.error = fails, error

    async def replay_game(self, table: Table) -> AsyncIterator[ReplayedEntry]:
        self.walked += 1
        for at, passed in enumerate(log()):
            if at == self.fails and self.error is not None:
                raise self.error
            await asyncio.sleep(0)
            yield ReplayedEntry(passed.entry, partial(self._seen, passed))

    def _seen(self, passed: ReplayedEntry, seat: int | None) -> Any:
        assert seat is None, "nobody's secrets"
        self.threads.add(threading.get_ident())
        return passed.view(None)


def app(tables: Tables, studio: Any = None) -> Any:
    return SimpleNamespace(
        tables=SimpleNamespace(history=tables),
        studio=studio or Drawing(),
        renderer=load_renderer,
        picture_look=lambda table, language: look(3),
    )


class Drawing(Drawer):
    async def draw(self, make: Any, *args: Any, seconds: float = 0, **_: Any) -> Any:
        return await asyncio.to_thread(make, *args)


async def made(endings: EndingPictures, shown: Table, late: list[list[Picture]] | None = None) -> list[Picture] | None:
    seconds = 600.0 if late is None else 0.0
    return await endings.find_or_draw(shown, log()[-1].view(None), seconds, (late if late is not None else []).append)


async def test_it_is_made_in_one_walk_and_kept_for_the_next_message() -> None:
    tables = Tables()
    endings = EndingPictures(app(tables))
    (first,) = await made(endings, table()) or []
    assert " wins with 10 points" in first.alt
    assert ": Turn " in first.alt
    assert await made(endings, table()) == [first]
    assert tables.walked == 1
    assert threading.get_ident() not in tables.threads  # the loop goes on meanwhile


async def test_two_messages_at_once_wait_for_the_same_picture() -> None:
    tables = Tables()
    endings = EndingPictures(app(tables))
    first, second = await asyncio.gather(made(endings, table()), made(endings, table()))
    assert first == second
    assert first
    assert tables.walked == 1


async def test_whoever_cannot_wait_gets_it_when_it_is_ready() -> None:
    endings = EndingPictures(app(Tables()))
    late: list[list[Picture]] = []
    assert await made(endings, table(), late) is None
    ready = await made(endings, table())
    assert late == [ready]


@pytest.mark.parametrize("fails", [0, 100])
async def test_where_older_rules_played_the_points_are_left(fails: int) -> None:
    endings = EndingPictures(app(Tables(fails, ServiceError("undo_barrier", reason="version", name=""))))
    (picture,) = await made(endings, table()) or []
    assert " wins with 10 points" in picture.alt
    assert ": Turn " not in picture.alt


async def test_a_fault_in_the_walk_costs_no_more_than_the_course(caplog: pytest.LogCaptureFixture) -> None:
    endings = EndingPictures(app(Tables(50, ZeroDivisionError())))
    (picture,) = await made(endings, table()) or []
    assert ": Turn " not in picture.alt
    assert "its course cannot be told" in caplog.text


async def test_what_cannot_be_drawn_is_tried_again_for_the_next_message() -> None:
    program = app(Tables(), Broken())
    program.studio.draw = lambda *_, **__: asyncio.sleep(0)
    endings = EndingPictures(program)
    assert await made(endings, table()) == []
    program.studio = Drawing()
    assert await made(endings, table())


async def test_a_game_that_was_given_up_has_no_winner() -> None:
    endings = EndingPictures(app(Tables()))
    (picture,) = await made(endings, table("abandoned")) or []
    assert picture.alt.startswith("The game is over: Ended without a winner.")


async def test_what_is_being_made_is_given_up_at_the_end() -> None:
    endings = EndingPictures(app(Tables()))
    late: list[list[Picture]] = []
    assert await made(endings, table(), late) is None
    await endings.close()
    await asyncio.sleep(0)
    assert late == []
