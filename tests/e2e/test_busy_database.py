"""A database that is too busy, or away for a while: whoever acts is told so, and can do the same again."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from db.errors import StoreError, Unsure
from tests.e2e.conftest import Stage


def refusing(stage: Stage, monkeypatch: pytest.MonkeyPatch, error: StoreError) -> None:
    async def refused(*args: object, **named: object) -> Any:
        raise error

    monkeypatch.setattr(type(stage.tables.moves), "resign", refused)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StoreError("store.locked", file="x"), "Nothing was done; try again in a moment."),
        (StoreError("store.unreachable", file="x"), "Nothing was done; try again in a moment."),
        (Unsure("store.unsure", file="x"), "I do not know yet whether that was done."),
        (StoreError("store.lost", shards="0/2"), "This part of the bot is just starting again."),
    ],
)
async def test_whoever_acts_is_told_and_can_press_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: StoreError, said: str
) -> None:
    await stage.game("Ann", "Ben")
    asked = await stage.slash("Ann", "/game resign")
    with caplog.at_level(logging.WARNING), monkeypatch.context() as patch:
        refusing(stage, patch, error)
        answer = await stage.press("Ann", "Yes, I resign", asked)
    assert said in answer.text
    assert "Something went wrong" not in answer.text
    assert f"E61 at table 1, seq {stage.table().seq}: {error.key}" in caplog.text
    assert "E60" not in caplog.text
    await stage.press("Ann", "Try again", answer)
    assert stage.newest("Rematch") is not None


async def test_a_full_disk_is_for_the_host_to_see(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await stage.game("Ann", "Ben")
    asked = await stage.slash("Ann", "/game resign")
    refusing(stage, monkeypatch, StoreError("store.full", file="x"))
    assert "Something went wrong" in (await stage.press("Ann", "Yes, I resign", asked)).text


async def test_what_was_done_before_is_said_to_be_done(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is in the log, and what would show more cannot be read."""
    await stage.game("Ann", "Ben")
    asked = await stage.slash("Ann", "/game resign")
    resign = type(stage.tables.moves).resign

    async def then_busy(self: Any, *args: Any, **named: Any) -> Any:
        await resign(self, *args, **named)
        raise StoreError("store.locked", file="x")

    monkeypatch.setattr(type(stage.tables.moves), "resign", then_busy)
    answer = await stage.press("Ann", "Yes, I resign", asked)
    assert "That is done." in answer.text
    assert stage.newest("Rematch") is not None
