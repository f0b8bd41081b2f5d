"""A private screen of one's own turn on which others are awaited: it is made anew when they have answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.act.context import InteractionContext
from cogs.screen import Screen, late_pictures
from cogs.screen.live_screens import REMEMBERED_TABLES, LiveScreens
from cogs.turn import move_screens
from playground.driver import Answer
from service.state.model import Outcome
from tests.e2e.conftest import Stage
from tests.e2e.laid import laid_out, lay, offered, on_screen, tap, taps
from tests.rules.catan.table import Table as Position

SWAP = "1 brick → 1 wool"


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Ann's turn, a wool short of a settlement."""
    async with laid_out(tmp_path, "catan", 3) as stage:
        await lay(stage, Position(3).hand(0, "2 brick, 1 lumber, 1 grain").hand(1, "2 wool").hand(2, "1 wool"))
        yield stage


async def offering(stage: Stage) -> Answer:
    """Ann's screen after her offer."""
    screen = await tap(stage, "Ann", await taps(stage, "Ann", "Trade…"), SWAP)
    assert "Withdraw" in offered(on_screen(screen))
    return screen


async def until_renewed(stage: Stage, screen: Answer, before: str) -> None:
    for _ in range(200):
        if on_screen(screen).text != before:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"still there: {before}")


async def idle(stage: Stage) -> None:
    """What the bot does beside all else is done."""
    assert stage.running is not None
    await stage.settled()
    await asyncio.gather(*stage.running.bot._background_tasks)


async def test_an_offer_that_is_accepted_leaves_the_screen_of_who_made_it(stage: Stage) -> None:
    screen = await offering(stage)
    before = on_screen(screen).text
    await stage.press("Cid", "Accept")
    await until_renewed(stage, screen, before)
    shown = on_screen(screen)
    assert "Withdraw" not in offered(shown)
    assert shown.text.startswith("**Meanwhile:** Ann gave 1 brick to Cid for 1 wool.\n\n")
    done = await tap(stage, "Ann", screen, "End turn")
    assert on_screen(done).text.startswith("**Done")


async def test_who_accepts_while_the_screen_is_on_its_way_is_told(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machines are that quick: the offer stood there as if nobody had answered."""
    done = move_screens.done_screen

    async def slow(ctx: InteractionContext, outcome: Outcome) -> Screen:
        shown = await done(ctx, outcome)
        monkeypatch.setattr(move_screens, "done_screen", done)
        table = ctx.app.tables.registry.get(outcome.table.id)
        assert table is not None
        assert table.state.offer is not None
        cid = table.seats[2].user_id
        assert cid is not None
        await ctx.app.tables.moves.play_moves(table.id, cid, [f"trade-accept {table.state.offer.number}"])
        return shown

    trades = await taps(stage, "Ann", "Trade…")
    monkeypatch.setattr(move_screens, "done_screen", slow)
    screen = await tap(stage, "Ann", trades, SWAP)
    await idle(stage)
    shown = on_screen(screen)
    assert "Withdraw" not in offered(shown)
    assert shown.text.startswith("**Meanwhile:** Ann gave 1 brick to Cid for 1 wool.\n\n")


async def test_a_screen_that_was_left_for_another_one_stays(stage: Stage) -> None:
    screen = await offering(stage)
    other = await tap(stage, "Ann", screen, "Trade…")
    text = on_screen(other).text
    await stage.press("Cid", "Accept")
    await idle(stage)
    assert on_screen(other).text == text


async def test_who_made_no_offer_is_left_alone(stage: Stage) -> None:
    mine = await stage.press("Ben", "Board")
    text = mine.text
    await offering(stage)
    await stage.press("Cid", "Accept")
    await idle(stage)
    assert mine.text == text


async def test_what_they_did_themselves_elsewhere_is_not_told_as_what_others_did(stage: Stage) -> None:
    await lay(stage, Position(3).before_roll())
    screen = await stage.press("Ann", "My move")
    before = on_screen(screen).text
    await stage.slash("Ann", "/game move", line="roll")
    await until_renewed(stage, screen, before)
    assert "Meanwhile" not in on_screen(screen).text
    assert "End turn" in offered(on_screen(screen))


async def renewal() -> None: ...


def test_a_screen_is_made_anew_once_and_only_if_it_is_older() -> None:
    kept = LiveScreens()
    kept.remember(1, 7, 10, renewal)
    assert kept.take_outdated(1, 10) == kept.take_outdated(2, 11) == []
    assert kept.take_outdated(1, 11) == [renewal]
    assert kept.take_outdated(1, 12) == []


def test_no_more_are_kept_than_so_many() -> None:
    kept = LiveScreens()
    for table_id in range(REMEMBERED_TABLES + 5):
        kept.remember(table_id, 7, 1, renewal)
    assert kept.take_outdated(0, 2) == []
    assert kept.take_outdated(REMEMBERED_TABLES + 4, 2) == [renewal]


async def test_pictures_of_a_renewed_screen_are_not_noted_for_who_acted(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is made anew runs beside the act of somebody else: a late picture of a hand would have come to them."""
    screen = await offering(stage)
    before = on_screen(screen).text
    assert stage.running is not None
    bot, noted = stage.running.bot, []
    present = type(bot).my_move_screen

    async def late(self: object, act: object, table: object) -> object:
        noted.append(late_pictures._NOTED.get())
        return await present(self, act, table)  # type: ignore[arg-type]

    monkeypatch.setattr(type(bot), "my_move_screen", late)
    begun = []
    first = late_pictures.collect_late_pictures
    monkeypatch.setattr(
        late_pictures, "collect_late_pictures", lambda: (first(), begun.append(late_pictures._NOTED.get()))[0]
    )
    await stage.press("Cid", "Accept")
    await until_renewed(stage, screen, before)
    assert len(noted) == 1
    assert len(begun) == 2, "of the act and of the renewed screen"
    assert begun[-1] is noted[0]
    assert all(one is not noted[0] for one in begun[:-1])
