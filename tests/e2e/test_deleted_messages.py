"""The message of a table, deleted by a moderator: it comes back before anybody needs it."""

from __future__ import annotations

import pytest

from playground import errors
from playground.driver import Shown
from tests.e2e.conftest import Stage
from tests.e2e.test_table import lay

LOOK = "GET /channels/{channel_id}/messages/{message_id}"


async def deleted(stage: Stage) -> Shown:
    """Two messages of one game; the newer one is deleted, some time after it was sent."""
    await stage.game("Ann", "Ben")
    await stage.slash("Ann", "/game options", name="tidy", value="off")
    old = stage.newest("My move")
    await lay(stage)
    assert stage.newest("My move").id != old.id
    await stage.later(120)
    stage.box.delete_message(stage.newest("My move"))
    return old


def standing(stage: Stage) -> list[Shown]:
    return [shown for shown in stage.box.messages("table") if shown.has_button("My move") and not shown.deleted]


async def healed(stage: Stage) -> None:
    await stage.box.until(lambda: standing(stage), what="the message again")
    await stage.settled()
    (shown,) = standing(stage)
    assert shown.silent
    assert shown.pings == set()
    assert stage.table().live.message_id == shown.id


async def test_whoever_asks_for_the_board_brings_it_back(stage: Stage) -> None:
    await deleted(stage)
    await stage.slash("Ann", "/game board")
    await healed(stage)


async def test_a_stranger_who_asks_for_the_board_does_too(stage: Stage) -> None:
    await deleted(stage)
    await stage.slash("Dan", "/game board", text=True)
    await healed(stage)


@pytest.mark.parametrize("verb", ["move", "board", "log", "more"])
async def test_an_old_button_brings_it_back(stage: Stage, verb: str) -> None:
    old = await deleted(stage)
    await stage.box.forge("Ben", old, f"t:1:{verb}")
    await healed(stage)


async def test_a_private_button_of_former_times_brings_it_back(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    who = stage.waited()
    screen = await stage.press(who, "My move")
    await lay(stage)
    await stage.later(120)
    stage.box.delete_message(stage.newest("My move"))
    label = next(label for label in screen.last.labels if label[-1] in "0123456789°" or label.startswith("Lay"))
    await stage.press(who, label, screen)
    await healed(stage)


async def test_it_is_there_before_a_reminder(stage: Stage) -> None:
    await stage.game("Ann", "Ben", pace="24h")
    await stage.later(120)
    stage.box.delete_message(stage.newest("My move"))
    await stage.later(7 * 3600)
    await stage.box.until(lambda: stage.box.newest("table", button="On it"), what="a reminder")
    await stage.settled()
    sent = [shown for shown in stage.box.messages("table") if not shown.deleted]
    table = next(at for at, shown in enumerate(sent) if shown.has_button("My move") and shown.pictures)
    reminders = [at for at, shown in enumerate(sent) if shown.has_button("On it")]
    assert reminders
    assert table < min(reminders)


async def test_the_lobby_too(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    await stage.later(120)
    stage.box.delete_message(stage.newest("Join"))
    await stage.slash("Ben", "/game options")
    await stage.box.until(lambda: stage.box.newest("table", button="Join"), what="the lobby again")


async def test_nobody_looks_while_all_is_well(stage: Stage) -> None:
    """A press on the message itself shows that it stands; and one look a minute is enough."""
    await stage.game("Ann", "Ben")
    await stage.later(120)

    def looks() -> int:
        return sum(request.route == LOOK for request in stage.box.requests)

    for _ in range(3):
        await stage.press("Ann", "My move")
        await stage.press("Ann", "My move")
    assert looks() == 0
    for _ in range(3):
        await stage.slash("Ann", "/game board")
    await stage.box.quiet()
    assert looks() == 1
    await stage.later(61)
    await stage.slash("Ann", "/game board")
    await stage.box.quiet()
    assert looks() == 2
    assert len(standing(stage)) == 1


@pytest.mark.parametrize("refusal", [errors.no_access(), errors.no_permission(), errors.unknown_channel()])
async def test_what_may_not_be_looked_at_is_taken_to_stand(stage: Stage, refusal: errors.ApiError) -> None:
    await stage.game("Ann", "Ben")
    await stage.later(120)
    stage.box.faults.refuse(LOOK, refusal)
    await stage.slash("Ann", "/game board")
    await stage.box.until(lambda: stage.box.faults.struck)
    await stage.settled()
    assert len(standing(stage)) == 1
    assert stage.table().live is not None
