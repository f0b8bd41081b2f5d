"""What is hidden stays with who decides for a seat now: two games that differ in the cards of a seat alone are the same
for who sat there before, on every old screen and for every command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from playground.driver import Answer, Refused
from playground.screen import Select
from rules.core import Chance
from tests.e2e.conftest import ROOM, Stage, staged
from tests.e2e.test_standin import game, move, seat, stands_in, until_asked
from tools.soak.secrecy.seen import Names, Seen, observe_answers, observe_message

LOOKS = ("/game hand", "/game moves", "/game board", "/game log", "/game score", "/game list", "/game undo")
Passes = Callable[[Stage], Awaitable[str]]


async def replaced(stage: Stage) -> str:
    """Ann's seat is Eve's; who looks afterwards."""
    await stage.slash("Ann", "/game seat replace", by=stage.box.person("Eve"))
    await stage.press("Eve", "Take the seat")
    return "Ann"


async def given_back(stage: Stage) -> str:
    """Dora stood in for Ann, who is back; who looks afterwards."""
    await stage.slash("Ann", "/game seat back")
    return "Dora"


async def screens(stage: Stage, who: str) -> list[Answer]:
    """Everything private that somebody can open at a table."""
    found = [await stage.press(who, button) for button in ("My move", "My hand", "Board", "Catch up", "More")]
    found += [await stage.slash(who, path) for path in ("/game moves", "/game log", "/game hand", "/game score")]
    found.append(await stage.slash(who, "/game board", text=True))
    found.append(await stage.slash(who, "/game log", text=True))
    found.append(await stage.slash(who, "/game export", what="record"))
    first = next((b for b in found[0].message.buttons if not b.url and not b.disabled), None)
    if first is not None:
        found.append(await stage.press(who, first.label, await stage.press(who, "My move")))
    return found


async def pressed(stage: Stage, who: str, old: list[Answer], names: Names) -> Seen:
    """What all the buttons and lists of old private screens show."""
    seen: Seen = {}
    done: set[str] = set()
    for answer in old:
        message = answer.message
        parts = [(b.custom_id, None) for b in message.buttons if not b.url]
        parts += [(s.custom_id, first(s)) for s in message.selects if first(s)]
        for custom_id, values in parts:
            if custom_id in done or custom_id is None:
                continue
            done.add(custom_id)
            try:
                said = await stage.box.forge(who, message, custom_id, values)
                seen[f"{custom_id} {values}"] = observe_answers(said, names), names(said.text), repr(said.act.modal)
            except Refused as error:
                seen[custom_id] = str(error)
    return seen


def first(select: Select) -> list[str] | None:
    return [select.choices[0].value] if getattr(select, "choices", None) else None


async def scene(folder: Path, kind: str, passes: Passes, friend: bool, chance: Chance | None) -> tuple[Seen, bool]:
    """A seat passes on; then (with `chance`: all that is hidden is another) its former holder tries everything."""
    async with staged(folder) as stage:
        assert stage.running is not None
        stage.running.tables.registry.token = lambda n: bytes(range(n))
        stage.running.tables.registry.shuffle = lambda seats: None
        stage.running.bot.gallery.clear()
        await game(stage, kind=kind)
        if friend:
            await stands_in(stage, until=None)
        mine = seat(stage, "Ann")
        instead = {"Ann": "Dora"} if friend else {}
        for _ in range(2):
            await until_asked(stage, mine, instead)
            await move(stage, instead.get("Ann", "Ann"), mine)
        await until_asked(stage, mine, instead)
        old = await screens(stage, instead.get("Ann", "Ann"))
        who = await passes(stage)
        table, differs = stage.table(), False
        if chance is not None:
            other = table.state.copy()
            assert table.game is not None
            table.game.shuffle_hidden(other, None, chance)
            differs = table.game.view(other, mine) != table.game.view(table.state, mine)
            stage.tables.registry.replace_snapshot(replace(table, state=other))
        names = Names()
        seen = await pressed(stage, who, old, names)
        for path in LOOKS:
            seen[path] = observe_answers(await stage.slash(who, path), names)
        seen["text"] = observe_answers(await stage.slash(who, "/game board", text=True), names)
        seen["lines"] = observe_answers(await stage.slash(who, "/game log", text=True), names)
        seen["record"] = observe_answers(await stage.slash(who, "/game export", what="record"), names)
        seen["completes"] = repr(await stage.box.complete(who, ROOM, "/game move", "line", ""))
        for button in ("My move", "My hand", "Board", "Catch up", "More"):
            seen[button] = observe_answers(await stage.press(who, button), names)
        seen["channel"] = [observe_message(shown, names) for shown in stage.box.messages(ROOM)]
        return seen, differs


@pytest.mark.parametrize("kind", ["citadels", "catan"])
@pytest.mark.parametrize(("passes", "friend"), [(replaced, False), (given_back, True)])
async def test_who_sat_there_learns_nothing_any_more(tmp_path: Path, kind: str, passes: Passes, friend: bool) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    before, _ = await scene(tmp_path / "a", kind, passes, friend, None)
    after, differs = await scene(tmp_path / "b", kind, passes, friend, Chance(bytes([7] * 32)))
    assert differs or kind == "catan"  # what is hidden there may be the development cards of nobody yet
    assert before.keys() == after.keys()
    for what, seen in before.items():
        assert seen == after[what], what


async def test_every_refusal_says_whose_the_seat_is_and_shows_no_card(stage: Stage) -> None:
    await game(stage)
    mine = seat(stage, "Ann")
    await until_asked(stage, mine, {})
    old = await screens(stage, "Ann")
    await replaced(stage)
    for answer in old:
        for button in [b for b in answer.message.buttons if not b.url and b.custom_id[:2] in ("p:", "c:", "s:")]:
            again = await stage.box.forge("Ann", answer.message, button.custom_id)
            assert again.text == "Your seat is Eve's now. You may watch:"
            assert not again.message.pictures
    assert (await stage.slash("Ann", "/game hand")).text == "Your seat is Eve's now. You may watch:"


async def test_who_comes_sees_the_hand_from_then_on_and_no_private_line_from_before(stage: Stage) -> None:
    await game(stage)
    mine = seat(stage, "Ann")
    for _ in range(3):
        await until_asked(stage, mine, {})
        await move(stage, "Ann", mine)
    private = [
        e
        for e in await stage.tables.history.read_entries(1)
        for event in e.events
        if event.seats is not None and mine in event.seats
    ]
    whole = (await stage.slash("Ann", "/game log")).text
    await replaced(stage)
    newcomer = (await stage.slash("Eve", "/game log")).text
    stranger = (await stage.slash("Mia", "/game log")).text
    assert newcomer.replace("▲ your last move", "").strip() == stranger.strip()
    if private:
        assert len(whole) > len(stranger) - 200
        assert whole.split("\n**")[1:] != newcomer.split("\n**")[1:]
    lines = (await stage.slash("Eve", "/game log", text=True)).text
    assert all("?" in line for line in lines.splitlines() if f": {mine} pick" in line)
    assert "cards" in (await stage.slash("Eve", "/game hand")).text
    caught = await stage.press("Eve", "Catch up")
    assert "Catch up" in caught.text
