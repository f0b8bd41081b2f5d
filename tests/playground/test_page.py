"""The page in a real browser: two people play with the small bot, a third sees nothing private."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from playground.driver import Box
from playground.server import Hints
from tests.chromium import MARKS, PHONE, WIDE, async_api, clean, keep, last, launched, type_and_send
from tests.chromium import tab as open_tab
from tests.playground.bot import Bot

__all__ = ["launched"]  # the fixture `browser`

pytestmark = [*MARKS, pytest.mark.slow]

HINTS = Hints("Longtable", "/do table", "Press Enter. Then: Count 1, Form.", "https://example.org/")


@pytest.fixture
async def table() -> AsyncIterator[Box]:
    drawn: list[list[int]] = []
    box = await Box.start(hints=HINTS, on_luck=drawn.append, on_clock=lambda _: None)
    await box.run(Bot())
    yield box
    await box.stop(check=False)
    box.demand_clean()


async def tab(browser: async_api.Browser, box: Box, who: str, size: Mapping[str, Any] = WIDE) -> async_api.Page:
    return await open_tab(browser, box.url, who, size)


async def test_a_newcomer_presses_enter_and_goes_on(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    page = await tab(browser, table, "Ann")
    await expect(page.locator(".banner")).to_contain_text("Playground")
    await expect(page.get_by_role("link", name="Join a real server")).to_have_attribute("href", "https://example.org/")
    await expect(page.locator("#card")).to_contain_text("Press Enter")
    await expect(page.get_by_role("combobox")).to_have_value("/do table")
    await expect(page.get_by_role("combobox")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="A table")).to_be_visible()
    await expect(page.locator(".message.forme .mention.mine")).to_have_text("@Ann")
    await expect(page.get_by_role("img", name="A green table")).to_be_visible()
    await expect(page.get_by_role("button", name="Grey")).to_be_disabled()
    await page.get_by_role("button", name="Count 1").click()
    await expect(page.get_by_role("button", name="Count 2")).to_be_visible()
    await page.get_by_role("button", name="Form").click()
    await page.get_by_label("A word").fill("meeple")
    await page.get_by_role("button", name="Submit").click()
    await expect(last(page)).to_contain_text("read meeple /")
    await expect(last(page)).to_contain_text("Only you can see this")
    await page.get_by_role("button", name="Silent").click()
    await expect(page.locator(".failed:visible")).to_contain_text("did not respond", timeout=6000)
    await page.get_by_label("Close these first steps").click()
    await expect(page.locator("#card")).to_be_hidden()
    await keep(page, "newcomer")
    clean(page)


async def test_the_first_steps_go_once_they_are_done(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    table.server.hints = replace(HINTS, done="Count 2")
    page = await tab(browser, table, "Ann")
    await expect(page.get_by_role("combobox")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Count 1")).to_be_visible()
    await expect(page.locator("#card")).to_be_visible()
    await page.get_by_role("button", name="Count 1").click()
    await expect(page.get_by_role("button", name="Count 2")).to_be_visible()
    await expect(page.locator("#card")).to_be_hidden()
    await page.reload()
    await expect(page.get_by_role("button", name="Count 2")).to_be_visible()
    await expect(page.locator("#card")).to_be_hidden()
    clean(page)


async def test_a_line_without_the_name_of_its_option_is_put_into_it(browser: async_api.Browser, table: Box) -> None:
    """Nothing that was typed is lost, and the page says what it did."""
    page = await tab(browser, table, "Ann")
    box = page.get_by_role("combobox")
    await box.fill("/do say hello there")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await async_api.expect(box).to_have_value(re.compile(r"^/do say \w+:hello there$"))
    clean(page)


async def test_two_people_play_and_a_third_sees_nothing_private(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    ann, ben, cid = [await tab(browser, table, name) for name in ("Ann", "Ben", "Cid")]
    await ann.keyboard.press("Enter")
    for page in (ann, ben, cid):
        await expect(page.get_by_role("button", name="Count 1")).to_be_visible()
    await ben.get_by_role("button", name="Count 1").click()
    for page in (ann, ben, cid):
        await expect(page.get_by_role("button", name="Count 2")).to_be_visible()
    await type_and_send(ann, "/do screen")
    await expect(last(ann)).to_contain_text("A board")
    await expect(ann.get_by_role("img", name="A green board")).to_be_visible()
    picture = await ann.get_by_role("img", name="A green board").get_attribute("src")
    await type_and_send(ben, "/do screen")
    await expect(last(ben)).to_contain_text("A board")
    for page in (cid, ben):
        assert picture not in await page.content()
    await expect(cid.locator(".message")).to_have_count(1)
    await ann.get_by_role("button", name="Dismiss").last.click()
    await expect(ann.get_by_text("A board")).to_have_count(0)
    clean(ann, ben, cid)


async def test_commands_are_typed_with_completion(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    page = await tab(browser, table, "Ben")
    line = page.get_by_role("combobox")
    await line.fill("")
    await line.press_sequentially("/do ch")
    await expect(page.get_by_role("option")).to_have_count(1)
    await page.keyboard.press("Tab")
    await expect(line).to_have_value("/do choose ")
    await page.keyboard.press("Enter")
    await expect(line).to_have_value("/do choose colour:")
    await line.press_sequentially("gr")
    await expect(page.get_by_role("option")).to_have_text(["Greengreen"])
    await page.keyboard.press("Enter")
    await expect(line).to_have_value("/do choose colour:Green ")
    await expect(page.get_by_role("option").first).to_contain_text("number:")
    await page.keyboard.press("Enter")
    await line.press_sequentially("4")
    # The bot has heard the value of the colour, not its name.
    await expect(page.get_by_role("option").first).to_contain_text("green 4")
    await keep(page, "completion")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(line).to_have_value("/do choose colour:Green number:green 14 ")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("green 14")
    await expect(line).to_have_value("")
    await type_and_send(page, "/do choose colour:Red")
    await expect(page.locator("#toasts")).to_contain_text("Still needed: number")
    await type_and_send(page, "/no such")
    await expect(page.locator("#toasts")).to_contain_text("There is no command /no")
    await type_and_send(page, "/do say text:well: then times:2 loud:True whom:@Cid")
    await expect(last(page)).to_contain_text("@Cid WELL: THEN @Cid WELL: THEN")
    clean(page)


async def test_selects_work_by_keyboard(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    page = await tab(browser, table, "Ann")
    await expect(page.get_by_role("combobox")).to_have_value("/do table")
    await expect(page.get_by_role("combobox")).to_be_focused()
    await page.keyboard.press("Enter")
    opener = page.get_by_role("button", name="A colour")
    await opener.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("option", name="Colour red")).to_be_visible()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(last(page)).to_contain_text("picked green")
    await type_and_send(page, "/do screen")
    await expect(last(page)).to_contain_text("A board")
    await last(page).get_by_role("button", name="A colour").click()
    for colour in ("red", "blue"):
        await page.get_by_role("option", name=f"Colour {colour}").click()
    await page.get_by_role("button", name="Done").click()
    await expect(last(page)).to_contain_text("picked red, blue")
    clean(page)


async def test_act_as_changes_the_eyes_and_is_remembered_by_the_tab(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    page = await tab(browser, table, "Ann")
    await type_and_send(page, "/do screen")
    await expect(last(page)).to_contain_text("Only you can see this")
    await page.get_by_role("radio", name="Ben").click()
    await expect(page.get_by_role("radio", name="Ben")).to_be_checked()
    await expect(page.locator("#messages > .message")).to_have_count(0)
    assert "as=Ben" in page.url
    await page.reload()
    await expect(page.get_by_role("radio", name="Ben")).to_be_checked()
    await page.get_by_role("radio", name="Ben").press("ArrowLeft")
    await expect(page.get_by_role("radio", name="Ann")).to_be_focused()
    await expect(last(page)).to_contain_text("A board")
    clean(page)


async def test_it_works_on_a_phone(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    page = await tab(browser, table, "Ann", PHONE)
    await page.locator("#line [type=submit]").click()
    await expect(page.get_by_role("button", name="Count 1")).to_be_visible()
    await type_and_send(page, "/do screen")
    await expect(last(page)).to_contain_text("A board")
    wide = await page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    over = await page.evaluate(
        "[...document.querySelectorAll('.room *')].filter(n => n.getBoundingClientRect().right > 391).length"
    )
    assert over == 0
    for button in await page.locator(".message .button:visible").all():
        box = await button.bounding_box()
        assert box is not None
        assert box["height"] >= 36
    await keep(page, "phone")
    await page.get_by_role("img", name="A green board").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await expect(page.get_by_role("dialog")).to_contain_text("A green board")
    await page.get_by_role("button", name="Close", exact=True).click()
    await page.get_by_role("button", name="Channels and people").click()
    await page.get_by_role("radio", name="Dan").click()
    await expect(page.locator("#whoami")).to_contain_text("Dan")
    await expect(page.get_by_text("A board")).to_have_count(0)
    await keep(page, "phone-dan")
    clean(page)


async def test_what_people_and_bots_write_is_text_and_markdown_only(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    page = await tab(browser, table, "Ann")
    await page.fill("#input", "")
    now = int(table.world.now())
    table.say("Ben", "table", "<img src=x onerror=alert(1)> [bad](javascript:alert(1)) **bold** `code` # no")
    await expect(last(page)).to_contain_text("<img src=x onerror=alert(1)> [bad](javascript:alert(1)) bold code # no")
    await expect(last(page).locator("strong").last).to_have_text("bold")
    await expect(last(page).locator(".text code")).to_have_text("code")
    table.say("Ben", "table", r"\[a\](http:\//x.y) \🐉 a\b")
    await expect(last(page)).to_contain_text(r"[a](http://x.y) 🐉 a\b")
    await expect(last(page).get_by_role("link")).to_have_count(0)
    table.say("Ben", "table", f"### Head\n- one\n- two\n```\na  b\n```\n<t:{now + 7200}:R> and https://example.org/x.")
    await expect(last(page).get_by_role("heading", name="Head")).to_be_visible()
    await expect(last(page).get_by_role("listitem")).to_have_count(2)
    await expect(last(page).locator("pre")).to_have_text("a  b")
    await expect(last(page).locator("time.moment")).to_have_text("in 2 hours")
    table.advance(3600)
    await expect(last(page).locator("time.moment")).to_have_text("in 1 hour")
    await expect(last(page).get_by_role("link")).to_have_attribute("href", "https://example.org/x")
    clean(page)


async def test_luck_clock_news_and_a_bot_that_leaves(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    page = await tab(browser, table, "Ann")
    before = table.world.now()
    await page.get_by_role("button", name="+12 h").click()
    await table.until(lambda: table.world.now() > before + 43_000)
    await page.get_by_label("Next numbers drawn").fill("3, 0 5")
    await page.get_by_role("button", name="Set").click()
    await expect(page.locator("#toasts")).to_contain_text("Next numbers drawn: 3, 0, 5")
    table.say("Ben", "lounge", f"<@{table.person('Ann').id}> over here")
    await expect(page.locator("#channels .badge")).to_have_text("1")
    assert (await page.title()).startswith("(1)")
    await page.get_by_role("button", name="lounge").click()
    await expect(last(page)).to_contain_text("over here")
    await expect(page.locator("#channels .badge")).to_have_count(0)
    await table.leave()
    await expect(page.locator("#trouble")).to_contain_text("The bot is not connected")
    clean(page)


async def test_the_clock_goes_to_what_falls_due_next(browser: async_api.Browser) -> None:
    expect = async_api.expect
    coming: list[tuple[float, str]] = []

    async def due() -> tuple[float, str] | None:
        return next((each for each in coming if each[0] > box.world.now()), None)

    box = await Box.start(hints=HINTS, on_clock=lambda _: None, on_due=due)
    try:
        page = await tab(browser, box, "Ann")
        await expect(page.locator("#clock-go")).to_be_hidden()
        at = box.world.now() + 7200
        coming += [(at, "Tea is ready"), (at + 86_400, "Breakfast")]
        box.say("Ben", "table", "hello")
        await expect(page.locator("#clock-due")).to_have_text("Next, in 2 hours: Tea is ready")
        await page.get_by_role("button", name="Go there").click()
        await expect(page.locator("#clock-due")).to_have_text("Next, tomorrow: Breakfast")
        assert 0 <= box.world.now() - at < 30
        await page.get_by_role("button", name="Go there").click()
        await expect(page.locator("#clock-due")).to_be_hidden()
        clean(page)
    finally:
        await box.stop()


async def test_it_can_be_used_by_a_screen_reader(browser: async_api.Browser, table: Box) -> None:
    """Every control has a name, every picture a text."""
    page = await tab(browser, table, "Ann")
    await async_api.expect(page.get_by_role("combobox")).to_have_value("/do table")
    await async_api.expect(page.get_by_role("combobox")).to_be_focused()
    await page.keyboard.press("Enter")
    await type_and_send(page, "/do screen")
    await async_api.expect(last(page)).to_contain_text("A board")
    nameless = await page.evaluate(
        """[...document.querySelectorAll('button, input, select, textarea, a, [role=listbox]')]
            .filter(n => n.checkVisibility() && !(n.getAttribute('aria-label') || n.textContent.trim()
                || n.querySelector('img[alt]') || (n.labels && n.labels.length)))
            .map(n => n.outerHTML)"""
    )
    assert nameless == []
    assert await page.evaluate("[...document.images].filter(i => !i.alt).length") == 0
    clean(page)


async def test_the_newest_message_stays_in_sight_until_somebody_scrolls_up(
    browser: async_api.Browser, table: Box
) -> None:
    """A picture that arrives after its message once left the reader above it, and every later message out of sight."""
    expect = async_api.expect
    page = await tab(browser, table, "Ann", PHONE)

    def at_end(wanted: bool) -> str:
        return f"""() => {{ const s = document.querySelector("#scroll");
            return (s.scrollHeight - s.scrollTop - s.clientHeight < 40) === {"true" if wanted else "false"}; }}"""

    await page.keyboard.press("Escape")
    await page.fill("#input", "")
    for n in range(3):
        await table.slash("Ann", "table", "/do table")
        await expect(page.get_by_role("img", name="A green table")).to_have_count(n + 1)
        await page.wait_for_function(at_end(True))
    table.say("Ben", "table", "\n".join(f"line {n}" for n in range(60)))
    # Grown from below at once, and by pictures afterwards: nobody has scrolled.
    await page.evaluate("document.querySelector('#messages').lastElementChild.style.paddingBottom = '300px'")
    await page.wait_for_function(at_end(True))
    await page.locator("#scroll").evaluate("s => s.scrollTo(0, 0)")
    await page.wait_for_function(at_end(False))
    # The page hears of it with the next frame; people scroll for many.
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    table.say("Ben", "table", "something new")
    await expect(last(page)).to_contain_text("something new")
    await page.wait_for_function(at_end(False))
    # One's own press far up is answered below: the answer comes into sight.
    await type_and_send(page, "/do screen")
    await expect(last(page)).to_contain_text("A board")
    await page.wait_for_function(at_end(True))
    clean(page)


async def test_links_to_messages_lead_within_the_page(browser: async_api.Browser, table: Box) -> None:
    """The bot links to its messages as Discord writes it; nobody wants to be sent to discord.com from here."""
    expect = async_api.expect
    page = await tab(browser, table, "Ann")
    lounge, here = table.channel("lounge"), table.channel("table")
    there = table.say("Ben", "lounge", "look here").id
    for n in range(40):
        table.say("Ben", "lounge", f"line {n}")
    address = f"https://discord.com/channels/{lounge.guild_id}/{lounge.id}/{there}"
    table.say("Ben", "table", f"{address} and {address}1")
    await last(page).get_by_role("link").first.click()
    await expect(page.locator("#where")).to_have_text("# lounge")
    await expect(page.locator(f"#m{there}")).to_be_in_viewport()
    await expect(page.locator(f"#m{there}")).to_have_class(re.compile("found"))
    table.say("Ben", "lounge", f"https://discord.com/channels/{lounge.guild_id}/{here.id}")
    await last(page).get_by_role("link").click()
    await expect(page.locator("#where")).to_have_text("# table")
    await last(page).get_by_role("link").last.click()
    await expect(page.locator("#toasts")).to_contain_text("That message is gone.")
    assert len(page.context.pages) == 1
    clean(page)


async def test_a_command_that_wants_another_word_says_which(browser: async_api.Browser, table: Box) -> None:
    page = await tab(browser, table, "Ann")
    await type_and_send(page, "/do")
    await async_api.expect(page.locator("#toasts")).to_contain_text("/do needs one more word, such as /do ")
    clean(page)


async def test_what_can_befall_people_and_places_is_a_press_away(browser: async_api.Browser, table: Box) -> None:
    expect = async_api.expect
    page = await tab(browser, table, "Ann")
    await page.get_by_text("What befalls them").click()
    await page.get_by_role("button", name="Longtable may no longer send messages", exact=True).click()
    await expect(page.get_by_role("button", name="Longtable may again send messages", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Longtable is removed from the server").click()
    await expect(page.get_by_role("button", name="Longtable is invited back")).to_be_visible()
    await keep(page, "befalls")
    await page.get_by_role("button", name="table is deleted").click()
    await expect(page.locator("#where")).to_contain_text("lounge")
    await expect(page.get_by_role("button", name="lounge is deleted")).to_be_visible()
    await page.get_by_role("button", name="Ann leaves the server").click()
    await expect(page.get_by_role("radio", name="Ann")).to_have_class(re.compile("away"))
    await page.get_by_role("button", name="Ann comes back to the server").click()
    await expect(page.locator("#where")).to_contain_text("lounge")
    assert table.world.bot.id not in table.world.guild.members
