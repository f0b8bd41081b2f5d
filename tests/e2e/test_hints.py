"""Hints at a table: asked for in the picker or by the command, told to who asks, and played from where they stand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from ai.questions import TriedMove
from rules.core import decode_move, encode_move, play
from service.machines.hints import Hint
from tests.ai.quick import Quick
from tests.e2e.screens import offered, on_screen
from tools.stage import PATIENT, Stage, staged

RECORDS = Path(__file__).parent.parent / "records" / "catan"


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    monkeypatch.setattr("ai.strong.own_expert", lambda module: Quick())
    async with staged(tmp_path, still=True, waits=PATIENT) as made:
        monkeypatch.setattr("cogs.turn.hint.NOTICE_SECONDS", 3600.0)  # however slow the machine is
        yield made


async def test_a_hint_is_for_who_asks_and_its_move_is_played_from_there(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    who = stage.waited()
    public = stage.newest()
    assert "-# Hints are allowed." in public.text
    hint = await stage.press(who, "Hint", await stage.press(who, "My move"))
    assert hint.private
    first, second, *_ = hint.text.splitlines()
    assert first.startswith("**Hint:** Lay the tile at ")
    assert second.startswith("Second best: Lay the tile at ")
    assert (await stage.slash(who, "/game hint")).text == hint.text
    assert (stage.newest().id, stage.newest().text) == (public.id, public.text)
    assert (await stage.press(who, "Back", hint)).text.startswith("**Where does your tile go?**")
    hint = await stage.press(who, "Hint", await stage.press(who, "My move", public))
    done = await stage.press(who, "Lay here, no figure", hint)
    assert "**Done" in done.text
    assert stage.table().seq > 1


async def test_of_several_buttons_the_one_that_plays_it_stands_out(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Followers have numbers that only the picture explains, and the hint names a side."""
    await stage.game("Ann", "Ben")
    who, ask = stage.waited(), stage.tables.hints.give_hint

    async def with_a_follower(table_id: int, user_id: int) -> Hint:
        hint = await ask(table_id, user_id)
        game, s = stage.table().game, stage.table().state
        assert game is not None
        after = play(game, s, hint.seat, decode_move(hint.thought.move, game.moves)).state
        last = [line for line in map(encode_move, game.legal(after, hint.seat)) if line.startswith("deploy")][-1]
        return replace(hint, thought=replace(hint.thought, then=last))

    monkeypatch.setattr(stage.tables.hints, "give_hint", with_a_follower)
    hint = await stage.press(who, "Hint", await stage.press(who, "My move"))
    acting = [label for label in offered(on_screen(hint)) if "ollower on the" in label or "no figure" in label]
    assert [n for n, label in enumerate(acting) if label.startswith("★ ")] == [len(acting) - 1]
    assert "**Done" in (await stage.press(who, acting[-1], hint)).text


async def test_a_card_of_the_bank_and_what_it_pays_for_are_played_as_one(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As whoever asked is told: the exchange, *Then* the building."""
    whole = (RECORDS / "whole_base_three.game").read_text(encoding="utf-8").splitlines()
    moves = [line.split(" ", 1)[1].removesuffix(" |") for line in whole[86:88]]
    assert moves == ["bank wool brick", "build-road e52"]
    short = tmp_path / "short.game"
    short.write_text("\n".join(whole[:86]) + "\n", encoding="utf-8")
    table = await stage.recorded(short, "Ann", "Ben", "Cid")
    ask = stage.tables.hints.give_hint

    async def with_both(table_id: int, user_id: int) -> Hint:
        hint = await ask(table_id, user_id)
        thought = replace(hint.thought, weighed=(TriedMove(moves[0], 1, 0.5),), then=moves[1], reasons=(), contrary=())
        return replace(hint, thought=thought)

    monkeypatch.setattr(stage.tables.hints, "give_hint", with_both)
    hint = await stage.slash("Cid", "/game hint")
    assert "**Then:** Build a road" in hint.text
    assert "Possible paths: e52 " in hint.message.pictures[0].alt, "the second is marked, the first has no place"
    before = stage.table().seq
    await stage.press("Cid", "★ Play both", hint)
    entries = await stage.tables.history.read_entries(table.id, after=before)
    assert [entry.move for entry in entries] == moves


async def test_who_is_not_asked_gets_none(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    other = next(name for name in ("Ann", "Ben") if name != stage.waited())
    assert (await stage.slash(other, "/game hint")).text.startswith("It is not your turn")
    assert (await stage.slash("Cid", "/game hint")).text.startswith("You are not at this table.")


async def test_what_takes_long_is_said(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.turn.hint.NOTICE_SECONDS", 0.0)
    await stage.game("Ann", "Ben")
    who = stage.waited()
    waits = await stage.slash(who, "/game hint")
    assert waits.text.startswith(("Thinking about your move.", "**Hint:**"))


async def test_what_is_no_longer_true_is_not_shown(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await stage.game("Ann", "Ben")
    who = stage.waited()
    asked = stage.tables.hints.give_hint

    async def late(table_id: int, user_id: int) -> Hint:
        return replace(await asked(table_id, user_id), now=False)

    monkeypatch.setattr(stage.tables.hints, "give_hint", late)
    told = await stage.slash(who, "/game hint")
    assert told.text == "The table has moved on meanwhile, so this hint is no longer true."
    assert told.message.has_button("My move")


async def test_a_table_without_hints(stage: Stage) -> None:
    await stage.slash("Ann", "/carcassonne new", seats=2)
    assert "Hints are allowed." in stage.newest("Join").text
    told = await stage.slash("Ann", "/game options", name="hints", value="off")
    assert told.text == "Hints are not allowed."
    assert "Hints are" not in stage.newest("Join").text
    await stage.press("Ben", "Join")
    await stage.press("Ann", "Start")
    who = stage.waited()
    assert "Hints" not in stage.newest("My move").text
    picker = await stage.press(who, "My move")
    assert not picker.message.has_button("Hint")
    assert (await stage.slash(who, "/game hint")).text == "This table is played without hints."


async def test_the_ending_says_that_nobody_is_rated_and_not_why_who_asked(stage: Stage) -> None:
    table = await stage.game("Ann", "Ben")
    await stage.slash(stage.waited(), "/game hint")
    assert "rated" not in stage.newest().text
    await stage.tables.moves.resign(table.id, table.seats[0].user_id or 0)
    await stage.settled()
    assert "Not rated: hints." in stage.newest("Rematch").text
