"""A picture that is late for a private answer: the answer says so, and gets it when it is there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from playground.driver import Answer, Shown
from tests.e2e.conftest import Stage, staged
from tests.e2e.screens import on_screen, tap
from tools.stage import BRIEF

SAID = "The picture is still being drawn."
FAILED = "The picture could not be drawn."


class Slow:
    """A renderer that waits before it draws what somebody chooses from."""

    def __init__(self, renderer: Any, event: Event) -> None:
        self.renderer, self.event, self.broken = renderer, event, False

    def __getattr__(self, name: str) -> Any:
        draw = getattr(self.renderer, name)
        if name != "choice":
            return draw

        def slow(*args: Any, **named: Any) -> Any:
            self.event.wait(60)
            if self.broken:
                raise RuntimeError("no paint")
            return draw(*args, **named)

        return slow


@pytest.fixture
async def hurried(tmp_path: Path) -> AsyncIterator[Stage]:
    """One on which nobody waits long for a picture."""
    async with staged(tmp_path, waits=replace(BRIEF, wait_for_picture=0.3)) as made:
        yield made


async def opened(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> tuple[Slow, Answer]:
    await stage.game("Ann", "Ben")
    assert stage.running is not None
    bot = stage.running.bot
    slow = Slow(bot.renderer("carcassonne"), Event())
    monkeypatch.setattr(bot, "renderer", lambda kind: slow)
    who = stage.table().names[stage.table().seats_to_move[0]]
    return slow, await stage.press(who, "My move")


def mover(stage: Stage) -> str:
    table = stage.table()
    return table.names[table.seats_to_move[0]]


async def until_drawn(stage: Stage, shown: Shown) -> None:
    await stage.box.until(lambda: SAID not in shown.text, 30, what="a picture")


async def test_it_is_put_in(hurried: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, answer = await opened(hurried, monkeypatch)
    shown = on_screen(answer)
    assert SAID in shown.text
    assert shown.pictures == []
    labels = shown.labels
    slow.event.set()
    await until_drawn(hurried, shown)
    assert [picture.filename for picture in shown.pictures] == ["picture-0.png"]
    assert shown.labels == labels
    again = on_screen(await hurried.press(mover(hurried), "My move"))
    assert SAID not in again.text
    assert len(again.pictures) == 1


async def test_one_that_cannot_be_drawn_is_told(hurried: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, answer = await opened(hurried, monkeypatch)
    slow.broken = True
    slow.event.set()
    await until_drawn(hurried, on_screen(answer))
    assert FAILED in on_screen(answer).text
    assert on_screen(answer).pictures == []


async def test_who_has_gone_on_is_shown_no_former_screen(hurried: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, answer = await opened(hurried, monkeypatch)
    who = mover(hurried)
    cell = next(label for label in on_screen(answer).labels if label[1:].isdigit())
    onward = await tap(hurried, who, answer, cell)
    shown = on_screen(onward)
    text, labels = shown.text.partition("\n")[0], shown.labels
    slow.event.set()
    assert hurried.running is not None
    gallery = hurried.running.bot.gallery
    await hurried.box.until(lambda: not gallery._running_drawings, 30, what="no drawing under way")
    await hurried.settled()
    assert (shown.text.partition("\n")[0], shown.labels) == (text, labels)


async def test_beside_a_public_message_too(hurried: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that is a further message is edited where it stands."""
    slow, answer = await opened(hurried, monkeypatch)
    shown = on_screen(answer)
    assert shown.private
    slow.event.set()
    await until_drawn(hurried, shown)
    assert len(shown.pictures) == 1
    cell = next(label for label in shown.labels if label[1:].isdigit())
    assert on_screen(await tap(hurried, mover(hurried), answer, cell)).text
