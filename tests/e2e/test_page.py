"""The page of a game: made on demand, when the game is over, and nothing of it before."""

from __future__ import annotations

import asyncio
import json
import re
from base64 import b64decode
from html import escape
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from cogs.games import face_for
from cogs.look import log_screen
from cogs.page import maker
from cogs.screen import Screen
from cogs.screen.reply import Reply
from playground.driver import Answer
from render.core.mosaic import ACROSS, SQUARE
from rules.core import Chance
from tests.e2e.conftest import Stage
from tests.e2e.test_play import screen
from tools.bench.measure import choices_for as chosen

PEOPLE = ("Ann", "Ben", "Cid")
EVERYTHING = (("carcassonne", "all"), ("catan", "official"), ("citadels", "everything"))


async def begun(stage: Stage, kind: str, preset: str) -> None:
    """A game of three with these choices."""
    await stage.slash("Ann", f"/{kind} new", seats=3)
    for name in PEOPLE[1:]:
        await stage.press(name, "Join")
    table = stage.table()
    await stage.tables.lobby.set_choices(table.id, table.host, chosen(kind, preset))
    await stage.settled()
    await stage.press("Ann", "Start")


async def moved(stage: Stage, moves: int, seed: int = 1) -> None:
    """So many random moves, or as many as there are."""
    luck = Chance(seed.to_bytes(32, "big"))
    for _ in range(moves):
        table = stage.tables.registry.table_in_channel(stage.box.channel("table").id)
        if table is None:
            break
        assert table.game is not None
        seat = table.seats[table.seats_to_move[0]]
        legal = list(table.game.legal(table.state, seat.index))
        kinds = sorted({move.kind for move in legal})
        kind = kinds[luck.below(len(kinds))]
        some = [move for move in legal if move.kind == kind]
        assert seat.user_id is not None
        await stage.tables.moves.play_moves(table.id, seat.user_id, [str(some[luck.below(len(some))])])
    await stage.settled()


async def ended(stage: Stage) -> int:
    """All agree that it ends, unless it has; the number of the table."""
    channel = stage.box.channel("table").id
    over = await stage.tables.history.load_last_finished(channel)
    if over is not None:
        return over.id
    number = stage.table().id
    await stage.slash("Ann", "/game end")
    for name in PEOPLE[1:]:
        if stage.tables.registry.table_in_channel(stage.box.channel("table").id) is not None:
            await stage.press(name, "Agree")
    return number


async def page_of(stage: Stage, who: str = "Cid") -> bytes:
    answer = await stage.slash(who, "/game export", what="page")
    return await attached(answer)


async def attached(answer: Answer) -> bytes:
    """The page of an answer; before it there may be words on how far it is."""
    while not (found := screen(answer).message.attachments):
        assert "The page is being made: " in answer.text
        await asyncio.sleep(0.05)
    (file,) = found
    assert file.filename.endswith(".html")
    return bytes(file.data)


def data_of(page: bytes) -> dict[str, Any]:
    found = re.search(rb'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    assert found is not None
    read: dict[str, Any] = json.loads(found[1])
    return read


async def test_while_the_game_runs_there_is_none(stage: Stage) -> None:
    await begun(stage, "citadels", "everything")
    await moved(stage, 8)
    for who in (*PEOPLE, "Dan"):
        answer = await stage.slash(who, "/game export", what="page")
        assert answer.private
        assert "there is one as soon as the game is over" in answer.text
        assert not screen(answer).message.attachments
    record = await stage.slash("Ann", "/game export", what="record")
    assert not screen(record).has_button("Page to keep")
    forged = await stage.box.forge("Ann", screen(record), button_of(record, "Luck").replace("luck", "page"))
    assert "there is one as soon as the game is over" in forged.text
    assert not screen(forged).message.attachments


def button_of(answer: Answer, label: str) -> str:
    found = screen(answer).button(label).custom_id
    assert found is not None
    return found


async def test_nobody_makes_a_page_of_a_game_that_runs(stage: Stage) -> None:
    await begun(stage, "catan", "")

    async def told(done: int, total: int) -> None:
        raise AssertionError("it was begun")

    assert stage.running is not None
    with pytest.raises(AssertionError, match="stays so until it is over"):
        await stage.running.bot.page_maker.build_page(stage.running.bot, stage.table(), "en", told)


@pytest.mark.parametrize(("kind", "preset"), EVERYTHING)
async def test_it_tells_what_happened_and_what_everybody_held(stage: Stage, kind: str, preset: str) -> None:
    await begun(stage, kind, preset)
    await moved(stage, 40)
    number = await ended(stage)
    file = await page_of(stage, "Dan")
    data = data_of(file)
    table = await stage.tables.registry.load_table(number)
    entries = await stage.tables.history.read_effective_entries(number)
    told = [entry.seq for entry in entries if entry.kind != "table" and (entry.events or entry.chance)]
    assert [step["entry"] for step in data["steps"]] == told
    assert all(step["story"] or step.get("told") or step.get("draws") for step in data["steps"])
    called = {"catan": "Cities & Knights"}.get(kind, kind.title())  # as the picture of its ending calls it
    assert f"<title>{escape(called)} #{number}</title>".encode() in file
    assert data["words"].startswith(f"{called} #{number}")
    assert [seat["called"].split(" (")[0] for seat in data["seats"]] == table.names
    drawn = [n for step in data["steps"] for draws in step.get("draws", ()) for n in draws[2]]
    assert drawn == [n for entry in entries for n in entry.chance]
    scores = [step["scores"] for step in data["steps"] if "scores" in step]
    assert table.public_view is not None
    assert scores[-1] == list(table.public_view.scores)
    assert data["secrets"] == (kind != "carcassonne")
    assert data["luck"] == {
        "key": table.key_shown,
        "sealed": table.commitment,
        "table": str(number),
        "chosen": False,
        "whole": True,
    }
    if kind != "carcassonne":
        held = [step["held"] for step in data["steps"] if "held" in step][-1]
        assert table.game is not None
        say = stage.running.bot.voice(table, plain=True)  # it runs
        for seat in range(3):
            said = face_for(kind).describe_hand(table.game.view(table.state, seat), seat, say)
            assert data["texts"][held[seat]] == re.sub(r"\*\*", "", said)


async def test_what_was_taken_back_is_on_no_page(stage: Stage) -> None:
    await begun(stage, "carcassonne", "")
    who = stage.waited()
    await moved(stage, 1)  # the tile; the figure would bring the next one, which nobody takes back alone
    assert stage.waited() == who
    taken = stage.table().seq
    await stage.slash(who, "/game undo")
    assert stage.table().seq == taken + 1
    await moved(stage, 4)
    await ended(stage)
    assert taken not in [step["entry"] for step in data_of(await page_of(stage))["steps"]]


async def test_a_long_game_has_several_entries_to_a_step(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "MAX_STEPS", 6)
    await begun(stage, "carcassonne", "")
    await moved(stage, 20)
    number = await ended(stage)
    data = data_of(await page_of(stage))
    entries = await stage.tables.history.read_effective_entries(number)
    assert len(data["steps"]) <= 6
    assert data["steps"][-1]["entry"] == entries[-1].seq
    drawn = [n for step in data["steps"] for draws in step.get("draws", ()) for n in draws[2]]
    assert drawn == [n for entry in entries for n in entry.chance]


async def test_a_page_that_would_be_too_large_has_fewer_steps(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await begun(stage, "carcassonne", "")
    await moved(stage, 12)
    await ended(stage)
    whole = await page_of(stage)
    steps = len(data_of(whole)["steps"])
    assert stage.running is not None
    for setting, value in (("MAX_PAGE_BYTES", len(whole) - 1), ("MAX_PAGE_BYTES", 9_500_000)):
        stage.running.bot.page_maker = maker.Pages()
        monkeypatch.setattr(maker, "MAX_STEPS", steps)
        monkeypatch.setattr(maker, setting, value)
        if value > len(whole):  # ... and where there is too much to see in them
            monkeypatch.setattr("render.core.mosaic.Mosaic.__init__.__defaults__", (1, squares(whole) - ACROSS))
        fewer = data_of(await page_of(stage))["steps"]
        assert len(fewer) < steps
        assert fewer[-1]["entry"] == data_of(whole)["steps"][-1]["entry"]


def squares(page: bytes) -> int:
    """How many squares a page has, in whole rows."""
    sheets = data_of(page)["reel"]["sheets"]
    return sum(Image.open(BytesIO(b64decode(sheet))).height for sheet in sheets) // SQUARE * ACROSS


async def test_the_same_page_is_made_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    work = maker._PageMaker.build

    async def counted(self: Any) -> bytes:
        made.append(self)
        return await work(self)

    monkeypatch.setattr(maker._PageMaker, "build", counted)
    await begun(stage, "carcassonne", "")
    await moved(stage, 3)
    await ended(stage)
    first, second = await asyncio.gather(page_of(stage, "Ann"), page_of(stage, "Ben"))
    assert first == second == await page_of(stage)
    assert len(made) == 1


async def test_it_is_one_press_away_from_the_record(stage: Stage) -> None:
    await begun(stage, "carcassonne", "")
    await moved(stage, 2)
    await ended(stage)
    record = await stage.slash("Dan", "/game export", what="record")
    answer = await stage.box.press("Dan", screen(record), "Page to keep")
    assert (await attached(answer)).startswith(b"<!doctype html>")
    assert "it needs no network" in answer.text


@pytest.mark.parametrize("leaves", [False, True])
async def test_it_says_how_far_it_is_and_stops_with_the_bot(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    await begun(stage, "carcassonne", "")
    await moved(stage, 2)
    await ended(stage)
    assert stage.running is not None
    under_way, said, show = stage.running.bot.in_flight, list[str](), Reply.show

    async def heard(self: Reply, shown: Screen) -> None:
        said.append(shown.text)
        await show(self, shown)
        under_way.is_shutting_down = leaves and "being made" in shown.text

    monkeypatch.setattr(Reply, "show", heard)
    monkeypatch.setattr(log_screen, "PROGRESS_SECONDS", 0)
    answer = await stage.slash("Dan", "/game export", what="page")
    while "being made" in said[-1]:
        await asyncio.sleep(0.05)
    await stage.settled()
    steps = re.findall(r"being made: (\d+) %", "\n".join(said))
    assert steps == sorted(steps, key=int)
    if leaves:
        assert said[-1] == "The bot is being restarted. Ask again in a minute."
        assert len(steps) == 1
        leaves = False
        assert await page_of(stage)  # the next one is not held up
    else:
        assert steps[-1] == "100"
        assert len(steps) > 3
        assert await attached(answer)
