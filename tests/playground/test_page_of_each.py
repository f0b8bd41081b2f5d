"""The page is that of the person who looks: their times, and their first steps."""

from __future__ import annotations

from itertools import pairwise

import pytest

from playground.driver import Box
from tests.chromium import MARKS, async_api, clean, last, launched
from tests.playground.test_page import HINTS, tab, table

__all__ = ["launched", "table"]  # the fixtures

pytestmark = [*MARKS, pytest.mark.slow]


async def test_the_first_steps_are_not_those_of_who_joins_another(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    ann, ben = await tab(browser, table, "Ann"), await tab(browser, table, "Ben")
    await expect(ben.locator("#card")).to_be_visible()
    await ann.keyboard.press("Enter")
    await expect(ben.get_by_role("button", name="Count 1")).to_be_visible()
    await expect(ben.locator("#card")).to_be_hidden()
    await expect(ben.get_by_role("combobox")).to_have_value("")
    await expect(ann.locator("#card")).to_be_visible()  # their next steps are still to come
    await ann.get_by_role("radio", name="Cid").click()
    await expect(ann.locator("#whoami")).to_contain_text("Cid")
    await expect(ann.locator("#card")).to_be_hidden()
    clean(ann, ben)


async def test_all_times_are_those_of_who_looks(browser: async_api.Browser) -> None:
    expect = async_api.expect

    async def due() -> None:
        return None

    zones = {"Ann": "Asia/Tokyo", "Ben": "America/New_York"}
    box = await Box.start(hints=HINTS, on_clock=lambda _: None, on_due=due)
    try:
        box.server.zone_of = lambda user_id: zones.get(box.world.users[user_id].name)
        at = int(box.world.now()) // 60 * 60
        box.say("Ben", "table", f"<t:{at}:t>")
        for who, zone in (*zones.items(), ("Cid", None)):
            page = await tab(browser, box, who)
            name = zone or await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
            told = f"new Intl.DateTimeFormat(undefined, {{ timeStyle: 'short', timeZone: '{name}' }})"
            clock = await page.evaluate(f"{told}.format(new Date({at} * 1000))")
            await expect(last(page).locator("time.moment")).to_have_text(clock)
            await expect(page.locator("#clock-now")).to_contain_text(f"({name})")
        zones["Cid"] = "Asia/Kathmandu"
        box.say("Ben", "table", "a word")
        await expect(page.locator("#clock-now")).to_contain_text("(Asia/Kathmandu)")
        clean(page)
    finally:
        await box.stop()


async def test_a_mentioned_name_that_runs_from_the_right_turns_nothing_round_it(
    browser: async_api.Browser, table: Box
) -> None:
    page = await tab(browser, table, "Ann")
    for name in ("Dora", "כהן", "עדי"):
        person = table.add_person(name)
        table.say("Ben", "table", f"<@{person.id}>, 30 · 5 points for <@{person.id}>, 7 (2)")
        await async_api.expect(last(page)).to_contain_text("7 (2)")
        places = (
            await last(page)
            .locator(".text")
            .evaluate(
                """text => {
              const nodes = [...text.querySelector("p").childNodes];
              return nodes.map(node => { const range = document.createRange(); range.selectNode(node);
                const box = range.getBoundingClientRect(); return [box.left, box.right]; });
            }"""
            )
        )
        assert len(places) == 4, "a name, words, the name, words"
        assert all(before[1] <= after[0] + 1 for before, after in pairwise(places))
