"""The special build phase: a button for those who want to build before the next turn, the others are passed over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playground.driver import Shown
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.laid import laid_out, lay, offered, on_screen, tap, taps
from tests.rules.catan.table import Table as Position
from tools.soak.secrecy.seen import Names, describe_difference, observe_answers, observe_message

BUTTON = "Build before the next turn"


def laid(*hands: str) -> Position:
    """Ann's turn; Ben has a settlement."""
    position = Position(3, special_build="on").settlement(1, 17).road(1, "17-23")
    for seat, hand in enumerate(hands, 1):
        position.hand(seat, hand)
    return position


def live(stage: Stage) -> Shown:
    return stage.newest("My move")


async def test_who_pressed_builds_and_the_others_are_passed_over(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, laid("1 brick, 1 lumber"))
        assert BUTTON in live(stage).labels
        edits = live(stage).edits
        said = await stage.press("Ben", BUTTON)
        assert said.text.startswith("**You build before the next turn.**")
        assert said.private
        more = await stage.press("Ben", "More")
        answers = on_screen(await tap(stage, "Ben", more, "Standing answers"))
        assert "Skip special builds: on, but you are asked the next time" in answers.labels
        assert live(stage).edits == edits  # nobody learns of it
        assert "In your own turn" in (await stage.press("Ann", BUTTON)).text
        await taps(stage, "Ann", "End turn")
        assert live(stage).pings == {"Ben"}
        assert stage.waited() == "Ben"
        await taps(stage, "Ben", "Road", "27")
        await stage.press("Ben", "Nothing to build")
        assert "built a road" in (await stage.slash("Ann", "/game log")).text
        assert stage.table().state.active == 1  # Cid was passed over
        await stage.press("Ben", "Roll dice")


async def test_without_a_press_the_next_turn_begins_at_once(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, laid("1 brick, 1 lumber"))
        said = await stage.press("Ben", BUTTON)
        said = await tap(stage, "Ben", said, "Do not build")
        assert said.text.startswith("**You are passed over when the turn ends.**")
        await taps(stage, "Ann", "End turn")
        assert live(stage).pings == {"Ben"}
        assert "roll the dice" in live(stage).content.splitlines()[0]
        kinds = [entry.move for entry in await stage.tables.history.read_entries(stage.table().id)][-3:]
        assert kinds == ["end", "pass build", "pass build"]
        assert BUTTON in offered(on_screen(await taps(stage, "Cid")))  # also where one sees who is waited for


async def test_a_table_without_the_phase_has_no_such_button(tmp_path: Path) -> None:
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, Position(3))
        assert BUTTON not in live(stage).labels
        assert BUTTON not in offered(on_screen(await taps(stage, "Cid")))


async def others_see(folder: Path, *hands: str) -> list[Any]:
    """Ben has pressed, Cid has not, and they hold that: every byte that Ann and a stranger get to see."""
    folder.mkdir()
    async with laid_out(folder, "catan", 3, still=True) as stage:
        stage.box.add_person("Zoe")
        await lay(stage, laid(*hands))
        names, seen = Names(), []
        for who, act in (("Ben", BUTTON), ("Ann", "end"), ("Ben", "pass build")):
            done = len(stage.box.requests)
            if act == BUTTON:
                await stage.press(who, act)
            else:
                await stage.slash(who, "/game move", line=act)
            seen += [observe_message(shown, names) for shown in stage.box.messages(ROOM)]
            seen.append([(r.route, r.status) for r in stage.box.requests[done:] if "/channels/" in r.route])
            for other in ("Ann", "Zoe"):
                seen += observe_answers(await stage.slash(other, "/game log"), names)
                seen += observe_answers(await stage.slash(other, "/game export", what="record"), names)
                seen += observe_answers(await stage.slash(other, "/game moves"), names)
        return seen


async def test_who_is_asked_pinged_or_passed_over_tells_nothing_of_a_hand(tmp_path: Path) -> None:
    can = await others_see(tmp_path / "a", "1 brick, 1 lumber", "1 ore, 1 wool")
    cannot = await others_see(tmp_path / "b", "1 ore, 1 wool", "1 brick, 1 lumber")
    assert can == cannot, describe_difference("what others see", can, cannot)
