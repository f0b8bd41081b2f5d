"""Bad input and misfortune: refused in words, nothing changed, nothing lost."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
import threading
from pathlib import Path

import pytest

from playground.driver import Box, Shown
from rules.core import encode_move
from tests.e2e.conftest import Stage

ROOT = Path(__file__).resolve().parent.parent.parent


def first_line(stage: Stage) -> str:
    table = stage.table()
    assert table.game is not None
    return encode_move(next(iter(table.game.legal(table.state, table.seats_to_move[0]))))


FORGED = [
    "nonsense",
    "t:1",
    "t:1:frobnicate",
    "z:1:move",
    "l:1:rule:nothing",
    "v:99:yes",
    "x:1:0:sing",
    "c:1:0:",
    "q:1:1:place 7",
    "c:1:1:jump up",
    "c:1:1:deploy follower M50.road-E",
]
ELSEWHERE = ["t:77:board", "t:77:more", "l:77:join", "l:77:options", "x:77:0:undo", "c:77:1:x"]


@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_button_nobody_made(stage: Stage, custom_id: str) -> None:
    await stage.game("Ann", "Ben")
    seq = stage.table().seq
    answer = await stage.box.forge("Ann", stage.newest("My move"), custom_id)
    assert answer.private
    assert answer.text
    assert "Something went wrong" not in answer.text
    assert '""' not in answer.text
    assert not answer.text.startswith(" ")
    assert stage.table().seq == seq


@pytest.mark.parametrize("custom_id", ELSEWHERE)
async def test_a_table_nobody_knows(stage: Stage, custom_id: str) -> None:
    await stage.game("Ann", "Ben")
    answer = await stage.box.forge("Ann", stage.newest("My move"), custom_id)
    assert "I know no such table of yours." in answer.text


@pytest.mark.parametrize("verb", ["join", "start", "machine", "leave"])
async def test_lobby_buttons_of_a_game_that_has_started(stage: Stage, verb: str) -> None:
    await stage.game("Ann", "Ben")
    answer = await stage.box.forge("Cid", stage.newest("My move"), f"l:1:{verb}")
    assert "This game has started." in answer.text
    link = answer.message.button("Go to the table")
    assert str(stage.newest("My move").id) in (link.url or "")


async def test_options_of_a_running_game_are_frozen(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    refused = await stage.slash("Ann", "/game options", name="farmers", value="per_city")
    assert "The rules of a running game cannot be changed." in refused.text
    forged = await stage.box.forge("Ann", stage.newest("My move"), "l:1:preset", ["river"])
    assert "The rules of a running game cannot be changed." in forged.text


async def test_options_that_do_not_exist(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new")
    refused = await stage.slash("Ann", "/game options", name="farmers", value="rich")
    assert "Farmers cannot be rich" in refused.text
    assert "per_field and per_city" in refused.text
    assert "Possible" in (await stage.slash("Ann", "/game options", name="seats", value="9")).text
    assert "Possible" in (await stage.slash("Ann", "/game options", name="weather", value="rain")).text
    unknown = await stage.slash("Ben", "/carcassonne new", room="lounge", expansions="river2 moon")
    assert "moon" in unknown.text
    assert stage.tables.registry.table_in_channel(stage.box.channel("lounge").id) is None


async def test_no_table_here(stage: Stage) -> None:
    for path in ("/game join", "/game start", "/game undo", "/game resign", "/game end", "/game rematch"):
        answer = await stage.slash("Ann", path)
        assert "No game is open in this channel." in answer.text
        assert "My games" in answer.message.labels


async def test_whatever_is_unforeseen_has_a_number_and_is_logged_without_words_of_users(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await stage.game("Ann", "Ben")

    async def broken(*args: object, **named: object) -> None:
        raise ZeroDivisionError("the secret of Ann")

    monkeypatch.setattr(type(stage.tables.moves), "resign", broken)
    asked = await stage.slash("Ann", "/game resign")
    with caplog.at_level(logging.ERROR):
        answer = await stage.press("Ann", "Yes, I resign", asked)
    assert "Something went wrong on my side; nothing was lost. Number " in answer.text
    assert "Try again" in answer.message.labels
    number = answer.text.split("Number ")[1].split(".")[0]
    assert f"E60 {number} at table 1, seq {stage.table().seq}: ZeroDivisionError" in caplog.text
    assert "secret" not in caplog.text
    monkeypatch.undo()
    await stage.press("Ann", "Try again", answer)
    assert stage.newest("Rematch") is not None


async def test_a_picture_that_cannot_be_drawn_stops_nobody(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stage.running is not None

    def broken(kind: str) -> None:
        raise RuntimeError("no paint")

    monkeypatch.setattr(stage.running.bot, "renderer", broken)
    await stage.game("Ann", "Ben")
    shown = stage.newest("My move")
    assert not shown.pictures
    assert shown.pings == {"Ann", "Ben"}


async def test_a_slow_picture_is_put_in_when_it_is_ready(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stage.running is not None
    bot = stage.running.bot
    bot.publisher.pictures.wait_seconds = 0.05
    painted, renderer = threading.Event(), bot.renderer

    def slow(kind: str) -> object:
        painted.wait(60)
        return renderer(kind)

    monkeypatch.setattr(bot, "renderer", slow)
    await stage.game("Ann", "Ben")
    assert not stage.newest("My move").pictures
    painted.set()
    await stage.box.until(lambda: bool(stage.newest("My move").pictures), what="the picture")
    assert stage.newest("My move").edits >= 1
    assert len([m for m in stage.box.messages("table") if m.has_button("My move")]) == 1


async def test_discord_is_slow_and_refuses_for_a_while(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    stage.box.faults.rate_limit("POST /channels/*/messages", retry_after=0.1)
    stage.box.faults.rate_limit("PATCH /channels/*/messages/*", retry_after=0.1)
    who = stage.waited()
    await stage.slash(who, "/game move", line=first_line(stage))
    await stage.slash(who, "/game move", line="pass figure")
    assert stage.newest("My move").pings == {"Ann", "Ben"} - {who}


async def test_an_archived_thread_gets_a_new_message(stage: Stage) -> None:
    thread = stage.box.thread("table", "long evening")
    await stage.box.slash("Ann", thread, "/carcassonne new", seats=2)
    await stage.settled()
    lobby = stage.box.newest(thread, button="Join")
    assert lobby is not None
    await stage.press("Ben", "Join", lobby)
    await stage.press("Ann", "Start", lobby)
    first = stage.box.newest(thread, button="My move")
    assert first is not None
    table = stage.tables.registry.table_in_channel(thread.id)
    assert table is not None
    assert table.tidy is False
    who = table.seats[table.seats_to_move[0]].name
    line = encode_move(next(iter(table.game.legal(table.state, table.seats_to_move[0]))))
    stage.box.archive(thread)
    await stage.tables.moves.play_moves(table.id, stage.box.person(who).id, [line])
    await stage.settled()
    second = stage.box.newest(thread, button="My move")
    assert second is not None
    assert second.id != first.id
    assert second.silent
    assert not first.deleted


async def wait_for(box: Box, button: str, after: Shown | None = None) -> Shown:
    await box.until(
        lambda: (found := box.newest("table", button=button)) is not None and (after is None or found.id != after.id),
        10,
        what=f"a message with {button}",
    )
    found = box.newest("table", button=button)
    assert found is not None
    return found


async def test_killed_at_any_moment_it_goes_on(tmp_path: Path) -> None:
    """kill -9 right after an answer: what was answered is there, and the next is told."""
    async with await Box.start() as box:
        env = {"LONGTABLE_DISCORD": box.url, "LONGTABLE_DB": str(tmp_path / "x.sqlite3"), "LONGTABLE_LOG": "WARNING"}

        async def start() -> None:
            await box.spawn(sys.executable, "-W", "ignore", str(ROOT / "bot.py"), env=env)

        await start()
        await box.slash("Ann", "table", "/carcassonne new", seats=2)
        lobby = await wait_for(box, "Join")
        await box.press("Ben", lobby, "Join")
        await box.press("Ann", lobby, "Start")
        shown = await wait_for(box, "My move")
        for delay in (0.0, 0.4, 1.6):
            who = next(name for name in ("Ann", "Ben") if f"Waiting for** {name}" in shown.text)
            rival = "Ben" if who == "Ann" else "Ann"
            screen = await box.press(who, shown, "My move")
            while not screen.message.has_button("Lay here, no figure"):  # a cell, a turn: as far as they are asked
                first = next(label for label in screen.message.labels if label[-1] in "0123456789°")
                screen = await box.press(who, screen, first)
            done = await box.press(who, screen, "Lay here, no figure")
            assert "Done" in done.text
            laid = re.search(r"laid a ([\w ]+ at \w+)", done.text)
            assert laid is not None
            await asyncio.sleep(delay)
            await box.kill()
            await start()
            former, shown = shown, await wait_for(box, "My move", after=shown)
            assert shown.pings == {rival}, f"after {delay} s"
            assert f"laid a {laid[1]}" in shown.text
            assert former.id != shown.id
