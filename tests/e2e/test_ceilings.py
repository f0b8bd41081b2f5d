"""*Bid up to…* in an auction: said in lists that nobody else sees, bid at once when one is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cogs.screen import ids
from playground.driver import Answer
from tests.e2e.conftest import ROOM, Stage, staged
from tests.e2e.positions import reach
from tests.e2e.positions_carcassonne import THREE, asked, boxes, moved
from tests.e2e.screens import on_screen
from tools.soak.secrecy.seen import Names, observe_message

BUTTON = "Bid up to…"


async def auction(stage: Stage, folder: Path) -> tuple[str, str, str]:
    """Who puts up a tile, and who is asked then, one after the other."""
    table = await reach(stage, folder, THREE, "carcassonne", boxes("bridge"), asked("carc.bazaar.open"))
    first = table.seats_to_move[0]
    return THREE[first], THREE[(first + 1) % 3], THREE[(first + 2) % 3]


async def goes(stage: Stage, who: str, lot: int, most: int | None) -> Answer:
    opened = await stage.press(who, BUTTON)
    answer = await stage.box.select(who, on_screen(opened), "-" if most is None else str(most), which=lot - 1)
    await stage.settled()
    return answer


def chosen(answer: Answer) -> list[str]:
    return [choice.label for one in on_screen(answer).selects for choice in one.choices if choice.default]


async def test_it_is_said_in_two_taps_and_bid_when_one_is_asked(stage: Stage, tmp_path: Path) -> None:
    opener, next_one, last = await auction(stage, tmp_path)
    shown = await goes(stage, next_one, 2, 6)
    assert on_screen(shown).message.only_for is not None
    assert chosen(shown) == ["Tile 1: ask me", "Tile 2: up to 6 points", "Tile 3: ask me"]
    assert chosen(await goes(stage, next_one, 1, 3)) == [
        "Tile 1: up to 3 points",
        "Tile 2: up to 6 points",
        "Tile 3: ask me",
    ]
    assert chosen(await goes(stage, next_one, 1, None))[0] == "Tile 1: ask me"
    since = stage.table().seq
    await stage.slash(opener, "/game move", line="bazaar-open 2 4")
    assert await moved(stage, since) == ["bazaar-open 2 4", "bazaar-bid 2 5"]
    assert stage.newest("My move").pings == {last}
    late = await stage.press(opener, BUTTON)  # for another tile: they may yet lose this one
    assert [one.choices[0].label for one in on_screen(late).selects] == ["Tile 1: ask me", "Tile 3: ask me"]
    await stage.slash(last, "/game move", line="bazaar-pass 2")
    await stage.slash(opener, "/game move", line="bazaar-sell 2")
    assert "There is nothing (any more) for which you could bid." in (await stage.press(next_one, BUTTON)).text
    assert chosen(await goes(stage, opener, 1, 2)) == ["Tile 1: up to 2 points", "Tile 3: ask me"]
    await stage.slash(last, "/game move", line="bazaar-open 1 0")
    assert await moved(stage, stage.table().seq - 1) == ["bazaar-bid 1 1"]
    await stage.slash(last, "/game move", line="bazaar-buy 1")
    assert not stage.newest("My move").has_button(BUTTON)  # the last tile is free
    assert stage.table().standing == ()


async def test_strangers_and_what_was_not_offered_are_refused(stage: Stage, tmp_path: Path) -> None:
    _, next_one, _ = await auction(stage, tmp_path)
    stage.box.add_person("Zoe")
    table, live = stage.table(), stage.newest("My move")
    assert "You are not at this table." in (await stage.press("Zoe", BUTTON)).text
    made = ids.action_custom_id(table.id, table.seq, "ceiling", "lot-1")
    assert "You are not at this table." in (await stage.box.forge("Zoe", live, made, ["3"])).text
    for value in ("0", "-1", "99999", "x", "²"):
        answer = await stage.box.forge(next_one, live, made, [value])
        assert "moved on" in answer.text or "nothing (any more)" in answer.text
    assert stage.table().standing == ()


async def public(folder: Path, number: int | None) -> list[Any]:
    """What the channel shows while somebody says how far they go, and after others have acted."""
    folder.mkdir()
    async with staged(folder) as stage:
        stage.tables.registry.token = lambda n: bytes(range(n))
        opener, next_one, last = await auction(stage, folder)
        names, seen = Names(), []
        if number is not None:
            done = len(stage.box.requests)
            await goes(stage, next_one, 3, number)
            assert not [r for r in stage.box.requests[done:] if "/channels/" in r.route]
            answer = await stage.press(next_one, BUTTON)
            assert f"Tile 3: up to {number} points" in chosen(answer)
        for who, line in ((opener, ""), (opener, "bazaar-open 3 2"), (last, "bazaar-pass 3")):
            if line:
                await stage.slash(who, "/game move", line=line)
            seen.append([observe_message(shown, names) for shown in stage.box.messages(ROOM)])
            for other in (opener, last):
                asked_for = [await stage.press(other, "My move"), await stage.press(other, BUTTON)]
                seen.append(
                    [one["components"] for a in asked_for for one in (observe_message(s, names) for s in a.messages)]
                )
        return seen


async def test_no_number_is_seen_by_anybody_else(tmp_path: Path) -> None:
    five, fifty = await public(tmp_path / "a", 5), await public(tmp_path / "b", 50)
    assert five == fifty
    assert five[:3] == (await public(tmp_path / "c", None))[:3]  # nor, before it is used, that there is one
