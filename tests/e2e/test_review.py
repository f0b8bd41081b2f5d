"""`/game past review` and its button at the ending, on the screens of people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from ai.carcassonne.critic import CRITIC
from playground.driver import Answer
from service.store.thinking import InProcess
from tests.ai.quick import Quick
from tests.e2e.conftest import Stage
from tests.e2e.test_replay import PATIENCE, over, played
from tools.stage import BRIEF, PATIENT, staged


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.setattr("ai.review.own_expert", lambda module: Quick())
    monkeypatch.setattr(type(CRITIC), "survey_position_count", lambda self, game: 1)
    monkeypatch.setattr(type(CRITIC), "weighing_simulations", lambda self, game: 6)
    async with staged(tmp_path, waits=replace(BRIEF, wait_for_picture=PATIENT.wait_for_picture)) as made:
        made.tables.registry.thinking.thinker = InProcess()
        yield made


async def shown(stage: Stage, answer: Answer) -> str:
    """The words of the review that an answer ends with."""
    assert await stage.box.world.until(lambda: bool(answer.message.pictures), PATIENCE, (answer.act,))
    return str(answer.message.text)


async def test_everybody_is_shown_the_same_from_the_command_and_from_the_button(stage: Stage) -> None:
    number = await over(stage)
    first = await stage.slash("Ben", "/game past review", game=str(number))
    text = await shown(stage, first)
    assert text.startswith(f"**Review** · Carcassonne #{number}")
    picture = first.message.picture
    assert picture.filename == f"review-{number}.png"
    assert "Chances of winning over the game" in picture.alt
    pressed = await stage.press("Ann", "Review", stage.newest("Replay"))
    assert await shown(stage, pressed) == text
    assert pressed.message.picture.data == picture.data
    stranger = await stage.slash("Cid", "/game past review")
    assert await shown(stage, stranger) == text
    await stage.restart()
    later = await stage.slash("Ben", "/game past review", game=str(number))
    assert await shown(stage, later) == text


async def test_a_game_that_goes_on_is_refused_with_a_sentence(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    await played(stage, 1)
    refused = await stage.slash("Ben", "/game past review")
    assert "when it is over" in refused.text
    forged = await stage.box.forge("Cid", stage.newest(), f"t:{stage.table().id}:review")
    assert "when it is over" in forged.message.text


async def test_where_machines_that_think_ahead_are_off_that_is_said(stage: Stage) -> None:
    number = await over(stage)
    stage.tables.registry.thinking.effort = 0.0
    refused = await stage.slash("Ben", "/game past review", game=str(number))
    assert "switched off here" in refused.text
