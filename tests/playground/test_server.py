"""Who may talk to the server, and who sees what."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from playground import connect
from playground.driver import Box
from playground.page import WEB
from playground.server import Server
from playground.world import World


async def get(url: str, **headers: str) -> tuple[int, bytes, Any]:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as response:
        return response.status, await response.read(), response.headers


def test_it_listens_on_this_machine_only() -> None:
    with pytest.raises(ValueError, match="this machine only"):
        Server(World(), host="192.0.2.1")
    with pytest.raises(ValueError, match="only listens on this machine"):
        connect.redirect("http://example.org:80")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
async def test_names_and_origins_are_checked(box: Box, headers: dict[str, str], status: int) -> None:
    assert (await get(box.url + "/", **headers))[0] == status


async def test_a_foreign_page_cannot_open_the_socket(box: Box) -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await session.ws_connect(box.url + "/play/socket?as=Ann", origin="http://evil.example")
        assert caught.value.status == 403
        ws = await session.ws_connect(box.url + "/play/socket?as=Ann", origin=box.url)
        assert (await ws.receive_json())["me"]["name"] == "Ann"
        await ws.close()


@pytest.mark.parametrize("path", ["/../host.py", "/%2e%2e/host.py", "/none.js", "/web/app.js", "/cdn/avatars/1.png"])
async def test_nothing_but_the_page_is_served(box: Box, path: str) -> None:
    assert (await get(box.url + path))[0] == 404


async def test_the_page_carries_a_strict_policy(box: Box) -> None:
    for name in ("", "app.js", "style.css"):
        status, data, headers = await get(f"{box.url}/{name}")
        assert status == 200
        assert data == (WEB / (name or "index.html")).read_bytes()
        assert "default-src 'none'" in headers["Content-Security-Policy"]


async def test_answers_have_the_type_that_the_client_compares(box: Box) -> None:
    _, _, headers = await get(box.url + "/api/v10/gateway")
    assert headers["Content-Type"] == "application/json"
    assert headers["Via"]
    assert headers["X-RateLimit-Remaining"]


class Tab:
    """A browser tab without a browser."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.events: list[Any] = []
        self.n = 0

    async def ask(self, do: str, **fields: Any) -> Any:
        self.n += 1
        await self.ws.send_json({"n": self.n, "do": do, **fields})
        while True:
            data = await self.ws.receive_json(timeout=20)
            if data.get("re") == self.n:
                return data
            self.events.append(data)


async def test_a_tab_sees_what_its_person_may_see_and_nothing_else(box: Box) -> None:
    async with aiohttp.ClientSession() as session:
        tabs = {}
        for name in ("Ann", "Ben"):
            tab = tabs[name] = Tab(await session.ws_connect(f"{box.url}/play/socket?as={name}"))
            tab.events.append(await tab.ws.receive_json())
        table = str(box.channel("table").id)
        box.deny("lounge", "view_channel", who="Ben")
        ann, ben = tabs["Ann"], tabs["Ben"]
        assert await ann.ask("slash", channel=table, path="/do screen", options={}) == {"re": 1, "ok": True}
        await box.until(lambda: box.private("Ann"))
        (mine,) = box.private("Ann")
        await box.until(lambda: mine.pictures)
        box.say("Ann", "lounge", "whispered in the lounge")
        await box.slash("Cid", box.dm("Cid"), "/do say", text="in the letters of Cid")
        opened = await ben.ask("open", channel=table)
        assert opened["messages"] == []
        assert len((await ann.ask("open", channel=table))["messages"]) == 1
        heard = str(ben.events) + str(opened)
        assert str(mine.id) not in heard
        assert "lounge" not in str(ben.events[1:])
        assert "letters" not in heard
        for act in (
            {"do": "press", "message": str(mine.id), "custom_id": "act:later"},
            {"do": "select", "message": str(mine.id), "custom_id": "pick:many", "values": ["red"]},
            {"do": "dismiss", "message": str(mine.id)},
            {"do": "open", "channel": str(box.channel("lounge").id)},
            {"do": "open", "channel": str(box.dm("Cid").id)},
            {"do": "say", "channel": str(box.channel("lounge").id), "text": "x"},
            {"do": "submit", "form": "1", "values": {}},
            {"do": "luck", "numbers": [1]},
            {"do": "clock", "seconds": 5},
            {"do": "nonsense"},
            {"do": "open"},
        ):
            assert "error" in await ben.ask(act.pop("do"), **act), act
        assert not mine.deleted
        assert (await ann.ask("dismiss", message=str(mine.id)))["ok"]
        assert mine.deleted
        for tab in tabs.values():
            await tab.ws.close()


async def test_pictures_need_their_full_address(box: Box) -> None:
    await box.slash("Ann", "table", "/do screen")
    (mine,) = box.private("Ann")
    (attachment,) = mine.message.attachments
    base = f"{box.url}/files/{mine.channel_id}/{attachment.id}/{attachment.filename}"
    assert (await get(f"{base}?key={attachment.key}"))[:2] == (200, attachment.data)
    assert (await get(f"{base}?key=wrong"))[0] == 404
    assert (await get(base))[0] == 404
    assert (await get(f"{box.url}/files/x/y/z?key=k"))[0] == 404
    box.restart_client("Ann")
    assert (await get(f"{base}?key={attachment.key}"))[0] == 200


async def test_the_clock_waits_for_nobody_but_may_tell_coroutines() -> None:
    told: list[float] = []

    async def later(seconds: float) -> None:
        told.append(seconds)

    async with await Box.start(on_clock=later) as box:
        box.advance(60)
        await box.until(lambda: told)
        with pytest.raises(ValueError, match="only runs forward"):
            box.advance(-1)
    assert told == [60]


async def test_luck_and_clock_reach_the_host() -> None:
    drawn: list[list[int]] = []
    moved: list[float] = []
    async with await Box.start(on_luck=drawn.append, on_clock=moved.append) as box:
        async with aiohttp.ClientSession() as session:
            tab = Tab(await session.ws_connect(f"{box.url}/play/socket?as=Ann"))
            hello = await tab.ws.receive_json()
            assert (hello["luck"], hello["clock"]) == (True, True)
            assert (await tab.ask("luck", numbers=[3, 1]))["ok"]
            before = box.world.now()
            assert (await tab.ask("clock", seconds=3600))["ok"]
            assert box.world.now() - before >= 3600
            assert "error" in await tab.ask("clock", seconds=-5)
            await tab.ws.close()
        await box.luck(7)
        box.advance(10)
    assert drawn == [[3, 1], [7]]
    assert moved == [3600, 10]


async def test_what_falls_due_next_is_asked_of_the_host() -> None:
    coming: list[tuple[float, str] | None] = [None]

    async def due() -> tuple[float, str] | None:
        return coming[0]

    async with await Box.start(on_clock=lambda _: None, on_due=due) as box, aiohttp.ClientSession() as session:
        tab = Tab(await session.ws_connect(f"{box.url}/play/socket?as=Ann"))
        assert (await tab.ws.receive_json())["due"] is True
        assert (await tab.ask("due"))["due"] is None
        coming[0] = (box.world.now() + 60, "tea")
        assert (await tab.ask("due"))["due"] == {"at": coming[0][0], "what": "tea"}
        await tab.ws.close()
    async with await Box.start() as box, aiohttp.ClientSession() as session:
        tab = Tab(await session.ws_connect(f"{box.url}/play/socket?as=Ann"))
        assert (await tab.ws.receive_json())["due"] is False
        assert (await tab.ask("due"))["due"] is None
        await tab.ws.close()


async def test_in_a_container_it_has_its_own_name_all_the_same() -> None:
    """The port that the machine around gives to its loopback leads there; who comes by another name is sent away."""
    server = Server(World(), host="0.0.0.0")
    await server.start()
    try:
        assert server.url == f"http://127.0.0.1:{server.port}"
        assert (await get(f"{server.url}/"))[0] == 200
        assert (await get(f"{server.url}/", Host=f"longtable.example:{server.port}"))[0] == 421
    finally:
        await server.stop()
