"""The message of a game that is over, and its picture."""

from __future__ import annotations

from tests.e2e.conftest import ROOM, Stage


async def given_up(stage: Stage) -> None:
    await stage.game("Ann", "Ben", "Cid", kind="catan")
    await stage.slash("Ann", "/game end")
    for name in ("Ben", "Cid"):
        await stage.press(name, "Agree", stage.newest("Agree"))


async def test_a_late_picture_takes_the_place_of_the_table_of_points(stage: Stage) -> None:
    assert stage.running is not None
    pictures = stage.running.bot.publisher.pictures
    pictures.patience = 0
    await given_up(stage)
    await stage.box.until(lambda: bool(stage.newest("Rematch").pictures), 120, what="the picture")
    over = stage.newest("Rematch")
    assert "total" in over.message.history[0].content
    assert "total" not in over.content
    assert "Points: " in over.content
    assert over.pings == {"Ann", "Ben", "Cid"}


async def test_without_a_picture_the_points_stand_in_the_text(stage: Stage) -> None:
    assert stage.running is not None
    endings = stage.running.bot.publisher.pictures.endings

    async def nothing(*_: object) -> list[object]:
        return []

    endings.picture = nothing  # type: ignore[method-assign,assignment]
    await given_up(stage)
    over = stage.newest("Rematch")
    assert not over.pictures
    assert "settlements" in over.content
    assert "total" in over.content
    assert [button.label for button in over.buttons] == ["Scores", "Replay", "Rematch", "Export", "Log"]
    assert stage.box.newest(ROOM, button="Rematch") is not None
