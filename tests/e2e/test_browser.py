"""The real bot and the page of the playground in a real headless Chromium, used as people use them."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import MARKS, PHONE, TOO_WIDE, WIDE, async_api, clean, keep, launched, tab, type_and_send
from tests.e2e.conftest import Stage
from tests.e2e.test_start import process
from tools.bench.measure import processor_time

__all__ = ["launched"]  # the fixture `browser`

pytestmark = [*MARKS, pytest.mark.running_clock]  # nobody moves the clock of a page

CELL = re.compile(r"^[A-Z]+\d+$")
TURN = re.compile(r"^\d+°$")
GREEN = re.compile(r"^(\d+: Follower |Lay here)")
SIZES = [pytest.param(WIDE, id="wide"), pytest.param(PHONE, id="phone", marks=pytest.mark.slow)]


def answer(page: async_api.Page) -> async_api.Locator:
    """The newest private message: what came of somebody's own act, whatever is posted for everybody meanwhile."""
    return page.locator("#messages > .message.private").last


def posted(page: async_api.Page) -> async_api.Locator:
    """The newest message that everybody sees."""
    return page.locator("#messages > .message:not(.private)").last


def button(page: async_api.Page, name: str | re.Pattern[str]) -> async_api.Locator:
    """Buttons of the newest answer: of a name, word for word, or of a pattern."""
    within = answer(page)
    if isinstance(name, str):
        return within.get_by_role("button", name=name, exact=True)
    return within.get_by_role("button").filter(has_text=name)


async def either(*wanted: async_api.Locator) -> int:
    """Which of these is there first."""
    together = wanted[0]
    for other in wanted[1:]:
        together = together.or_(other)
    await async_api.expect(together.first).to_be_visible()
    there = [await one.count() for one in wanted]
    return next(i for i, n in enumerate(there) if n)


async def lay_by_buttons(page: async_api.Page) -> str:
    """My move, cell, turn and figure as far as they are asked. The source of the private picture of the cells."""
    private = page.locator("#messages > .message.private")
    before = await private.count()
    await page.get_by_role("button", name="My move", exact=True).last.click()
    await async_api.expect(private).to_have_count(before + 1)
    picture = private.last.get_by_role("img")
    await async_api.expect(picture).to_be_visible()
    source = await picture.get_attribute("src")
    if await either(button(page, CELL), button(page, TURN), button(page, GREEN)) == 0:
        assert "possible cell" in str(await picture.get_attribute("alt"))
        await button(page, CELL).first.click()
    if await either(button(page, TURN), button(page, GREEN)) == 0:
        await button(page, TURN).first.click()
    await button(page, GREEN).last.click()
    await async_api.expect(page.get_by_text("Done:").last).to_be_visible()
    assert source
    return source


async def lay_by_typing(page: async_api.Page) -> None:
    """The command with its completion alone, up to the end of the turn."""
    line = page.get_by_role("combobox")
    offered = page.locator("#suggest [role=option] .label")
    await line.press_sequentially("/carcassonne pl")
    await async_api.expect(offered.first).to_contain_text("/carcassonne place")
    await page.keyboard.press("Tab")
    for option, value in (("cell", CELL), ("turn", TURN)):
        await line.press_sequentially(f"{option}:")
        await async_api.expect(offered.first).to_have_text(value)
        await page.keyboard.press("Enter")
    await async_api.expect(line).to_have_value(re.compile(r"^/carcassonne place cell:[A-Z]+\d+ turn:\d+°? $"))
    await page.locator("#line [type=submit]").click()
    await async_api.expect(answer(page)).to_contain_text("Done:")
    if await button(page, "No figure").count():
        await type_and_send(page, "/carcassonne pass")
        await async_api.expect(answer(page)).not_to_contain_text("Put a figure on it?")


@pytest.mark.parametrize("size", SIZES)
async def test_two_people_play_and_a_third_sees_nothing_private(
    browser: async_api.Browser, stage: Stage, size: Mapping[str, Any]
) -> None:
    expect = async_api.expect
    ann, ben, cid = [await tab(browser, stage.box.url, name, size) for name in ("Ann", "Ben", "Cid")]
    await type_and_send(ann, "/carcassonne new seats:2")
    await expect(ann.get_by_text("Your table is open.")).to_be_visible()
    await ben.get_by_role("button", name="Join", exact=True).click()
    await expect(ann.get_by_text("2 Ben (blue)")).to_be_visible()
    await ann.get_by_role("button", name="Start", exact=True).click()
    board = re.compile("^Carcassonne board, columns")
    for page in (ann, ben, cid):
        await expect(page.get_by_role("img", name=board)).to_be_visible()
        await expect(page.get_by_role("button", name="My move", exact=True)).to_be_visible()
    for page in (ann, ben):
        await expect(posted(page).locator(".mention.mine")).to_be_visible()

    pages = {"Ann": ann, "Ben": ben}
    first, second = (pages.pop(stage.waited()), *pages.values())
    private = await lay_by_buttons(first)
    await expect(posted(second).locator(".mention.mine")).to_be_visible()
    await lay_by_typing(second)
    await expect(posted(first).locator(".mention.mine")).to_be_visible()
    await expect(posted(first).get_by_role("img", name=board)).to_be_visible()
    await keep(first, f"table-{size['viewport']['width']}")
    await first.get_by_role("button", name="Board", exact=True).last.click()
    await expect(first.locator(".message.private").last.get_by_role("img", name=board)).to_be_visible()

    # Who looks on has the lobby and the table before them, and nothing else.
    await expect(cid.locator(".message")).to_have_count(2)
    await expect(cid.locator(".message.private")).to_have_count(0)
    for page in (cid, second):
        assert private not in await page.content()
    await cid.get_by_role("button", name="My move", exact=True).last.click()
    await expect(answer(cid)).to_contain_text("You are not at this table.")
    for page in (ann, ben, cid):
        assert not await page.evaluate(TOO_WIDE)
    clean(ann, ben, cid)


@pytest.mark.slow
async def test_a_newcomer_has_played_within_a_minute_of_the_start(browser: async_api.Browser, tmp_path: Path) -> None:
    """Reads what the program prints, follows the card of the page, and waits for the next turn."""
    expect = async_api.expect
    running = await process(tmp_path, LONGTABLE_PORT="0", LONGTABLE_DB=str(tmp_path / "games.sqlite3"))
    try:
        assert running.stdout is not None
        line = (await asyncio.wait_for(running.stdout.readline(), 30)).decode()
        address = re.search(r"http://\S+:\d+", line)
        assert address is not None
        page = await tab(browser, address[0])
        await expect(page.locator(".banner")).to_contain_text("Playground")
        await expect(page.locator("#card")).to_have_text(re.compile("Press Enter. Then: Add machine, Start, My move."))
        await expect(page.locator("#trouble")).to_be_hidden(timeout=15_000)
        await expect(page.get_by_role("combobox")).to_have_value("/carcassonne new")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Add machine").last.click()
        await expect(page.get_by_text("2 Machine 1 (blue) · machine")).to_be_visible()
        await page.get_by_role("button", name="Start", exact=True).click()
        await page.get_by_role("button", name="My move", exact=True).wait_for(timeout=20_000)
        await expect(page.get_by_role("button", name="Join", exact=True)).to_have_count(0)
        await expect(posted(page)).to_contain_text("Waiting for Ann: lay the tile, asked", timeout=20_000)
        await page.get_by_role("button", name="My move", exact=True).last.click()
        await expect(answer(page)).to_contain_text("Tip: Your tile is the one in a golden frame, apart from the board.")
        await expect(button(page, "Rules in a minute")).to_be_visible()
        await lay_by_buttons(page)
        assert processor_time(running.pid) < 60  # of the program: how busy the machine is besides is no matter
        await expect(posted(page)).to_contain_text("@Ann, your turn: lay the tile.", timeout=20_000)
        await expect(posted(page)).to_contain_text("Machine 1: laid a ")
        await keep(page, "newcomer")
        clean(page)
    finally:
        running.send_signal(signal.SIGTERM)
        await asyncio.wait_for(running.communicate(), 20)
