"""The page of a game in a real browser, opened from a disk without network, and used as people use it."""

from __future__ import annotations

import asyncio
import json
import re
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import blake2b, sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cogs.games import face_for
from cogs.page.page_file import embed_json
from render import load_renderer
from tests.chromium import MARKS, PHONE, WIDE, async_api, launched
from tests.e2e.conftest import Stage
from tests.e2e.test_page import EVERYTHING, begun, data_of, ended, moved, page_of
from tools.sizes import MOVES_OF_PAGES

__all__ = ["launched"]  # the fixture `browser`

pytestmark = MARKS
HOSTILE = "</script><script>top.hurt=1</script>\u202e"
TRIES = """async url => {
    const over = (make) => new Promise(on => { const one = make(); one.onload = one.onerror = on; one.src = url; });
    const added = (tag) => () => document.body.appendChild(document.createElement(tag));
    await fetch(url).catch(() => 0);
    await over(() => new Image());
    await over(added("script"));
    try { new WebSocket(url.replace("http", "ws")); } catch {}
    navigator.sendBeacon(url);
    added("style")().textContent = `body { background: url(${url}) }`;
    await over(added("iframe"));
}"""
NAMED = "document.querySelectorAll('button, input').values().every(n => (n.ariaLabel || n.textContent).trim())"
SMALL = """[...document.querySelectorAll('button:not([hidden])')].filter(
    n => n.offsetHeight < 44 || n.offsetWidth < 44).length"""


CUT = """[...document.querySelectorAll('button')].filter(
    n => n.checkVisibility() && n.scrollWidth > n.offsetWidth).map(n => n.textContent)"""


@asynccontextmanager
async def opened(browser: Any, file: Path, **how: Any) -> AsyncIterator[Any]:
    """The file in a tab of its own without network; nothing goes wrong there, and nothing leaves it."""
    context = await browser.new_context(**{**WIDE, "color_scheme": "dark", **how})
    await context.set_offline(True)
    page = await context.new_page()
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", lambda request: found.append(request.url) if not request.url.startswith("data:") else None)
    await page.goto(file.as_uri())
    await page.locator("html[data-ready=yes]").wait_for()
    yield page
    assert found == [file.as_uri()]
    await context.close()


async def canvas(page: Any) -> Image.Image:
    """What the table shows."""
    url = await page.evaluate("document.getElementById('table').toDataURL()")
    return Image.open(BytesIO(b64decode(url.partition(",")[2]))).convert("RGB")


async def drawn(stage: Stage, number: int, theme: Any) -> tuple[Image.Image, Image.Image]:
    """Our own pictures of the first and the last position of a game."""
    assert stage.running is not None
    table, bot = await stage.tables.registry.load_table(number), stage.running.bot
    look, camera = bot.picture_look(table, theme=theme), load_renderer(table.kind).camera()
    views = [passed.view(None) async for passed in stage.tables.history.replay_game(table)]
    views[-1] = face_for(table.kind).final_view(views[-1])
    for view in views:
        camera.reserve_room(view, look)
    assert camera.palette is not None
    first, last = (camera.palette.map(camera.draw(view, look)).convert("RGB") for view in (views[0], views[-1]))
    if table.kind != "carcassonne":  # whose table has room for all bands there were, and so another plan
        message = Image.open(BytesIO(load_renderer(table.kind).table(views[-1], look)[0].png)).convert("RGB")
        assert last.tobytes() == message.tobytes()
    return first, last


async def written(stage: Stage, folder: Path) -> Path:
    file = folder / "game.html"
    file.write_bytes(await page_of(stage))
    return file


@pytest.mark.random
@pytest.mark.parametrize(("kind", "preset"), EVERYTHING)
async def test_a_game_with_everything_from_first_to_last(
    browser: Any, stage: Stage, tmp_path: Path, kind: str, preset: str
) -> None:
    await begun(stage, kind, preset)
    await moved(stage, MOVES_OF_PAGES)
    number = await ended(stage)
    file = await written(stage, tmp_path)
    seqs = [step["entry"] for step in data_of(file.read_bytes())["steps"]]  # the page counts as the log does
    end = len(seqs) - 1
    expect = async_api.expect
    async with opened(browser, file) as page:
        first, last = await drawn(stage, number, "dark")
        assert (await canvas(page)).tobytes() == first.tobytes()
        slider, now = page.locator("#slider"), page.locator("#now")
        await page.keyboard.press("End")
        await expect(slider).to_have_value(str(end))
        assert (await canvas(page)).tobytes() == last.tobytes()
        await expect(page.locator("#points .n")).to_have_text(
            [str(n) for n in (await stage.tables.registry.load_table(number)).public_view.scores]
        )
        await expect(page.locator("#on")).to_be_disabled()
        await page.keyboard.press("ArrowLeft")
        await page.keyboard.press("PageUp")
        await expect(slider).to_have_value(str(end - 11))
        await page.keyboard.press("Home")
        await page.keyboard.press("ArrowRight")
        await expect(now).to_contain_text(f"Number {seqs[1]} of the log")
        await slider.fill(str(end - 2))
        await expect(now).to_contain_text(f"Number {seqs[end - 2]} of the log")
        await page.locator("#first").click()
        assert (await canvas(page)).tobytes() == first.tobytes()
        await page.locator("body").press(" ")
        await expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
        await expect(slider).to_have_value("2")
        await page.locator("#story li button").nth(end).click()  # and it plays no more
        await expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
        assert (await canvas(page)).tobytes() == last.tobytes()
        await page.locator("#theme").click()
        assert (await canvas(page)).tobytes() == (await drawn(stage, number, "light"))[1].tobytes()
        await page.locator("#verify").click()
        await expect(page.locator("#verdict")).to_contain_text("numbers are those the key draws")
        secrets = page.locator("#secrets")
        await (expect(secrets).to_be_hidden() if kind == "carcassonne" else expect(secrets).to_be_visible())


async def test_the_luck_of_a_branch_is_drawn_with_its_own_key(browser: Any, stage: Stage, tmp_path: Path) -> None:
    """Of what came before the page says where it is checked."""
    await begun(stage, "carcassonne", "")
    await moved(stage, 6)
    old = await ended(stage)
    await stage.slash("Ann", "/game past branch", at="5", game=str(old))
    for name in ("Ben", "Cid"):
        await stage.press(name, "Join")
    await stage.press("Ann", "Start")
    await moved(stage, 4)
    await stage.slash("Ann", "/game end")
    for name in ("Ben", "Cid"):
        await stage.press(name, "Agree")
    async with opened(browser, await written(stage, tmp_path)) as page:
        await async_api.expect(page.locator("header p")).to_contain_text(
            f"in the middle of game #{old}, after number 5"
        )
        await async_api.expect(page.locator("#luck p").first).to_contain_text(f"that of game #{old}")
        await page.locator("#verify").click()
        await async_api.expect(page.locator("#verdict.fine")).to_contain_text(re.compile(r"^All [1-9]\d+ numbers"))
        await page.set_viewport_size(PHONE["viewport"])  # its first words have two lines there
        assert await page.evaluate(CUT) == [], "words run out of their buttons"


async def test_a_changed_number_or_key_is_found(browser: Any, stage: Stage, tmp_path: Path) -> None:
    await begun(stage, "catan", "")
    await moved(stage, 25)
    await ended(stage)
    whole = await page_of(stage)
    text = json.dumps(data_of(whole)["steps"], separators=(",", ":"), ensure_ascii=False)
    step = next(step for step in data_of(whole)["steps"][1:] if "draws" in step)
    entry, first, (number, *more), below = step["draws"][0]
    changes = {
        f"the numbers of these entries: {entry}.": (
            json.dumps([entry, first, [number, *more], below], separators=(",", ":")),
            json.dumps([entry, first, [(number + 1) % below[0], *more], below], separators=(",", ":")),
        ),
        "NOT sealed": (f'"key":"{data_of(whole)["luck"]["key"]}"', f'"key":"{"5a" * 32}"'),
    }
    assert text
    for said, (before, after) in changes.items():
        assert whole.count(before.encode()) == 1
        file = tmp_path / "changed.html"
        file.write_bytes(whole.replace(before.encode(), after.encode()))
        async with opened(browser, file) as page:
            await page.locator("#verify").click()
            await async_api.expect(page.locator("#verdict.wrong")).to_contain_text(said)


async def test_on_a_phone_with_hostile_names(browser: Any, stage: Stage, tmp_path: Path) -> None:
    expect = async_api.expect
    stage.box.add_person(HOSTILE)
    await stage.slash(HOSTILE, "/carcassonne new", seats=2)
    await stage.press("Ben", "Join")
    await stage.press(HOSTILE, "Start")
    for seed in range(40):  # until somebody has points
        await moved(stage, 4, seed)
        if any(stage.table().public_view.scores):  # it has begun
            break
    await stage.slash("Ben", "/game end")
    await stage.press(HOSTILE, "Agree")
    file = await written(stage, tmp_path)
    assert file.read_bytes().count(b"</script>") == 2
    async with opened(browser, file, **PHONE, color_scheme="light") as page:
        assert await page.evaluate("document.documentElement.dataset.theme") == "light"
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await page.evaluate(SMALL) == 0
        assert await page.evaluate(NAMED)
        assert await page.evaluate("window.hurt") is None
        await expect(page.locator("#points .name").filter(has_text=HOSTILE.rstrip("\u202e")[:39])).to_have_count(1)
        assert "\u202e" not in await page.content()
        await page.keyboard.press("End")
        await expect(page.locator("#now")).to_have_attribute("aria-live", "polite")
        await why(page)


async def test_what_a_long_move_tells_is_folded_and_opens(browser: Any, stage: Stage, tmp_path: Path) -> None:
    expect = async_api.expect
    await begun(stage, "carcassonne", "")
    await moved(stage, 4)
    await ended(stage)
    whole = await page_of(stage)
    data = data_of(whole)
    for step, many in ((1, 5), (2, 9)):
        data["steps"][step]["story"] = [*range(len(data["texts"]), len(data["texts"]) + many)]
        data["texts"] += [f"sentence {step}.{n}" for n in range(many)]
    file = tmp_path / "long.html"
    begin, end = whole.index(b'type="application/json">') + 24, whole.index(b"</script>")
    file.write_bytes(whole[:begin] + embed_json(data).encode() + whole[end:])
    async with opened(browser, file) as page:
        await page.keyboard.press("Home")
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("#now")).to_contain_text("sentence 1.4")
        await expect(page.locator("#now details")).to_have_count(0)
        await page.keyboard.press("ArrowRight")
        fold = page.locator("#now details")
        await expect(fold.locator("summary")).to_have_text("And 5 more")
        await expect(page.locator("#now > p").last).to_have_text("sentence 2.3")
        await expect(fold.get_by_text("sentence 2.8")).to_be_hidden()
        await fold.locator("summary").click()
        await expect(fold.get_by_text("sentence 2.8")).to_be_visible()
        await expect(fold.locator("p")).to_have_text([f"sentence 2.{n}" for n in range(4, 9)])


async def test_nothing_leaves_though_there_is_a_network(browser: Any, stage: Stage, tmp_path: Path) -> None:
    await begun(stage, "carcassonne", "")
    await moved(stage, 2)
    await ended(stage)
    file, came = await written(stage, tmp_path), []

    async def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append(await reader.readline())
        writer.close()

    server = await asyncio.start_server(met, "127.0.0.1")
    url = "http://{}:{}/x.js".format(*server.sockets[0].getsockname())
    free = tmp_path / "free.html"
    free.write_bytes(re.sub(rb"<meta http-equiv=[^>]*>", b"", file.read_bytes()))
    page = await browser.new_page()
    for shown, leaves in ((file, False), (free, True)):
        await page.goto(shown.as_uri())
        await page.locator("html[data-ready=yes]").wait_for()
        await page.evaluate(TRIES, url)
        assert bool(came) == leaves
    await page.close()
    server.close()


async def why(page: Any) -> None:
    """What points were given for: by a tap, by the keys, gone with Escape."""
    expect = async_api.expect
    gained = page.locator("#points li").filter(has=page.locator(".n:not(:text-is('0'))")).first
    button, box = gained.locator("button"), gained.locator(".why")
    await expect(box).to_be_hidden()
    await button.click()
    await expect(button).to_have_attribute("aria-expanded", "true")
    await expect(box).to_be_visible()
    assert re.search(r"\+\d+ · ", str(await box.text_content()))
    await page.keyboard.press("ArrowLeft")  # it stays open while one goes on
    await expect(page.locator("#points li.open")).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(page.locator("#points li.open")).to_have_count(0)


async def test_our_hashes_are_those_of_python(browser: Any, tmp_path: Path) -> None:
    web = Path(__file__).resolve().parents[2] / "web"
    page = await browser.new_page()
    for script in (*((web / name).read_text() for name in ("blake2b.js", "sha256.js")), HASHES):
        await page.add_script_tag(content=script)
    sizes = (0, 1, 16, 55, 64, 127, 128, 129, 300)
    inputs = [(bytes(n % 251 for n in range(size)), bytes(range(size % 65))) for size in sizes]
    inputs += [(n.to_bytes(16, "big"), sha256(b"key").digest()) for n in (0, 1, 1 << 64, (7 << 64) + 3)]
    for message, key in inputs:
        mine, other = await page.evaluate("([m, k]) => hashes(m, k)", [list(message), list(key)])
        assert mine == blake2b(message, key=key, digest_size=8).hexdigest()
        assert other == sha256(message).hexdigest()
    await page.close()


HASHES = """
window.hashes = (m, k) => [
  blake2b(Uint8Array.from(m), Uint8Array.from(k)).toString(16).padStart(16, "0"), sha256(Uint8Array.from(m)),
];
"""
