"""The message of a game that is over, and its picture."""

from __future__ import annotations

import pytest

from cogs.look import score
from tests.e2e.conftest import ROOM, Stage


async def given_up(stage: Stage) -> None:
    await stage.game("Ann", "Ben", "Cid", kind="catan")
    await stage.slash("Ann", "/game end")
    for name in ("Ben", "Cid"):
        await stage.press(name, "Agree", stage.newest("Agree"))


async def test_a_late_picture_takes_the_place_of_the_table_of_points(stage: Stage) -> None:
    assert stage.running is not None
    pictures = stage.running.bot.publisher.pictures
    pictures.wait_seconds = 0
    async with pictures.endings._drawing_lock:  # as if it took until then
        await given_up(stage)
        await stage.box.until(lambda: "total" in stage.newest("Rematch").content, 120, what="the table of points")
        assert not stage.newest("Rematch").pictures
    await stage.box.until(lambda: bool(stage.newest("Rematch").pictures), 120, what="the picture")
    over = stage.newest("Rematch")
    assert "total" not in over.content
    assert "Points: " in over.content
    assert over.pings == {"Ann", "Ben", "Cid"}


async def test_without_a_picture_the_points_stand_in_the_text(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stage.running is not None
    endings = stage.running.bot.publisher.pictures.endings

    async def nothing(*_: object) -> list[object]:
        return []

    monkeypatch.setattr(endings, "find_or_draw", nothing)
    await given_up(stage)
    over = stage.newest("Rematch")
    assert not over.pictures
    assert "settlements" in over.content
    assert "total" in over.content
    assert [button.label for button in over.buttons] == ["Scores", "Replay", "Rematch", "Export", "Log", "Review"]
    assert stage.box.newest(ROOM, button="Rematch") is not None


async def test_scores_say_by_what_a_tie_was_broken(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await given_up(stage)
    told = (await stage.press("Ann", "Scores", stage.newest("Rematch"))).text
    monkeypatch.setattr(score, "describe_tie_break", lambda table, view, say: "It was her turn.")
    tied = (await stage.press("Ann", "Scores", stage.newest("Rematch"))).text
    assert "It was her turn." not in told
    assert "It was her turn." in tied
