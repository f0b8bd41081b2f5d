"""The page of the playground in a real headless Chromium: for all tests that look at it as people do."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

async_api = pytest.importorskip("playwright.async_api", reason="playwright is not installed")

async_api.expect.set_options(timeout=20_000)  # ms: how slow a machine may be

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "/usr/bin/chromium")

MARKS = [
    pytest.mark.browser,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="Chromium is not installed: the page is not tested"),
]

WIDE: Mapping[str, Any] = {"viewport": {"width": 1200, "height": 800}}
PHONE: Mapping[str, Any] = {"viewport": {"width": 390, "height": 844}}

# What is wider than the page, or sticks out of it.
TOO_WIDE = """document.documentElement.scrollWidth > innerWidth
    || [...document.querySelectorAll('.room *')].some(n => n.getBoundingClientRect().right > innerWidth + 1)"""


@pytest.fixture(name="browser")
async def launched() -> AsyncIterator[async_api.Browser]:
    async with async_api.async_playwright() as playwright:
        made = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield made
        await made.close()


async def tab(browser: async_api.Browser, url: str, who: str = "", size: Mapping[str, Any] = WIDE) -> async_api.Page:
    """A tab of its own for that person; of a stranger to the page, if nobody is named."""
    page = await browser.new_page(**size)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.problems = problems
    await page.goto(f"{url}/?as={who}" if who else url)
    await async_api.expect(page.locator("#where")).to_have_text("# table")
    return page


async def keep(page: async_api.Page, name: str) -> None:
    """Screenshots are kept where somebody asks for them."""
    folder = os.environ.get("PLAYGROUND_SHOTS")
    if folder:
        await page.screenshot(path=f"{folder}/{name}.png")


def clean(*pages: async_api.Page) -> None:
    assert [problem for page in pages for problem in page.problems] == []


def last(page: async_api.Page) -> async_api.Locator:
    return page.locator("#messages > .message").last


async def type_and_send(page: async_api.Page, text: str) -> None:
    await page.fill("#input", text)
    await page.locator("#line [type=submit]").click()
