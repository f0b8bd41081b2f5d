"""Branches that are played to their end: what remains of them is whole, as of any other game."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from rules.core import encode_move
from rules.core.record import parse_record, replay_record
from service.machines.machines import choose_machine_move
from service.state.model import Table
from tests.e2e.conftest import Stage
from tests.e2e.test_replay import film, shown

RECORDS = Path(__file__).parents[1] / "records"
PEOPLE = ("Ann", "Ben", "Cid")
MOST = 300  # moves of a branch


async def nearly_over(stage: Stage, kind: str, name: str, left: int) -> tuple[int, int]:
    """The recorded game is over; its number, and the entry after which so many moves were left."""
    record = parse_record((RECORDS / kind / f"{name}.game").read_text(encoding="utf-8"))
    people = PEOPLE[: record.seats]
    await stage.slash(people[0], f"/{kind} new", seats=record.seats)
    table = stage.table()
    await stage.tables.lobby.set_choices(table.id, table.host, record.choices)
    for other in people[1:]:
        await stage.press(other, "Join")
    await stage.press(people[0], "Start")
    await stage.put(list(replay_record(record))[-left - 1].state)
    begun = stage.table().seq
    for line in record.lines[-left:]:
        user = stage.table().seats[line.seat].user_id
        assert user is not None
        await stage.tables.moves.play_moves(table.id, user, [line.move])
    await stage.settled()
    assert stage.tables.registry.get(table.id) is None
    return table.id, begun


async def played_out(stage: Stage) -> Table:
    """As machines would, each for its seat."""
    table = stage.table()
    for _ in range(MOST):
        if not table.is_open:
            return table
        seat = table.seats[table.seats_to_move[0]]
        move = choose_machine_move(table, seat)
        assert move is not None
        assert seat.user_id is not None
        table = (await stage.tables.moves.play_moves(table.id, seat.user_id, [encode_move(move)])).table
    raise AssertionError("it goes on and on")


@pytest.mark.parametrize(
    ("kind", "name", "left"),
    [
        ("carcassonne", "whole_king_cult_two", 12),
        ("catan", "whole_base_three", 50),
        ("citadels", "whole_two_players", 24),
    ],
)
async def test_it_ends_with_its_picture(
    stage: Stage, caplog: pytest.LogCaptureFixture, kind: str, name: str, left: int
) -> None:
    old, at = await nearly_over(stage, kind, name, left)
    offered = await stage.box.complete("Ann", "table", "/game past branch", "at", game=str(old))
    await stage.tables.branches.read_branch_position(await stage.tables.registry.load_table(old), int(offered[0].value))
    assert re.match(rf"(\d+–)?{offered[0].value} · ", offered[0].label)
    await stage.slash("Ann", "/game past branch", at=str(at), game=str(old))
    for other in PEOPLE[1 : len(stage.table().branch.places)]:  # type: ignore[union-attr]
        await stage.press(other, "Join")
    await stage.press("Ann", "Start")
    caplog.clear()
    table = await played_out(stage)
    await stage.settled()
    await stage.box.until(lambda: bool(stage.newest("Rematch").pictures), 60, what="the picture")
    over = stage.newest("Rematch")
    assert " wins with " in over.picture.alt or " win with " in over.picture.alt
    assert f"Branch: it began in the middle of game #{old}" in over.text
    replayed = await shown(stage, await stage.slash("Ben", "/game past replay", game=str(table.id)))
    assert film(replayed).n_frames > 2  # type: ignore[attr-defined]
    told = await stage.slash("Ben", "/game log")
    assert str(table.seq) in told.text
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]
