"""A strong machine at a table: chosen in the lobby, told in one breath after what was done before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ai.questions import Question, Thought
from rules.core import encode_move
from service.store.thinking import InProcess
from tests.ai.quick import Quick
from tools.stage import PATIENT, Stage, staged


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.setattr("ai.strong.own_expert", lambda module: Quick())
    async with staged(tmp_path, still=True, waits=PATIENT) as made:
        yield made


async def test_its_strength_is_chosen_in_the_lobby(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    told = await stage.press("Ann", "Add machine")
    assert told.text == "A machine sits down: Machine 1 (normal)."
    assert told.message.has_button("Make it easy")
    assert not told.message.has_button("Make it normal")
    strong = await stage.press("Ann", "Make it strong", told)
    assert strong.text.startswith("A machine sits down: Machine 1 (strong).\n-# It thinks")
    assert "2 **Machine 1** (blue) · machine, strong" in stage.newest("Join").text
    typed = await stage.slash("Ann", "/game seat machine", level="strong")
    assert "Machine 2 (strong)" in typed.text
    await stage.slash("Ann", "/game seat kick", player="Machine 1")
    gone = await stage.press("Ann", "Make it easy", strong)
    assert gone.text == "This machine has left its seat. Press Add machine for another one."


async def test_where_the_host_has_switched_them_off_that_is_said(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    told = await stage.press("Ann", "Add machine")
    stage.tables.registry.thinking.effort = 0.0
    switched_off = "The strength cannot be strong: the host of this bot has switched these machines off. Possible: "
    assert (await stage.press("Ann", "Make it strong", told)).text.startswith(switched_off)
    assert (await stage.slash("Ann", "/game seat machine", level="strong")).text.startswith(switched_off)
    assert "machine, normal" in stage.newest("Join").text
    again = await stage.press("Ann", "Add machine")
    assert again.message.has_button("Make it easy")
    assert not again.message.has_button("Make it strong")


class Watched(InProcess):
    """Notes of how many tables something was not told yet, whenever it is asked."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.owed: list[int] = []

    async def think(self, question: Question) -> Thought:
        self.owed.append(len(await self.stage.tables.outbox.list_tables_with_unsent_posts()))
        return await super().think(question)


async def test_it_thinks_when_all_was_told_and_tells_its_turn_at_once(stage: Stage) -> None:
    stage.tables.registry.thinking.thinker = watched = Watched(stage)
    await stage.slash("Ann", "/carcassonne new", seats=2)
    await stage.slash("Ann", "/game seat machine", level="strong")
    await stage.press("Ann", "Start")
    table = stage.table()
    (mine,) = table.seats_to_move  # machines have moved, where one begins
    assert table.seats[mine].name == "Ann"
    before = len(watched.owed)
    for _ in range(2):
        assert table.game is not None
        line = encode_move(next(iter(table.game.legal(table.state, mine))))
        await stage.slash("Ann", "/game move", line=line)
        table = stage.table()
    assert table.seats_to_move == (mine,)
    assert watched.owed[before:] == [0, 1]  # all was told when it began; then it went on with its turn
    assert stage.newest("My move").text.count("Machine 1**:") == 1
