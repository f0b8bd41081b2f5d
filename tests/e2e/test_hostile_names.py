"""People whose names are meant to be more than letters: what they look like on every screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.conftest import Stage
from tests.e2e.judged import judge
from tests.e2e.test_play import to_figure
from tests.e2e.test_table import legal
from tests.markup import HOSTILE, turned


def judged(stage: Stage, names: tuple[str, str]) -> int:
    """Look at everything on every screen; how many texts there were."""
    world = stage.box.world
    messages = [message for channel in world.channels.values() for message in channel.messages.values()]
    messages += [message for kept in world.private.values() for message in kept]
    for channel in world.channels.values():
        assert not turned(channel.name)
    return judge((m for m in messages if m.author_id == world.bot.id), backslash="\\" in "".join(names))


async def looks(stage: Stage, who: str) -> None:
    for path, options in (
        ("/game board", {}),
        ("/game board", {"text": True}),
        ("/game log", {}),
        ("/game log", {"text": True}),
        ("/game score", {}),
        ("/game hand", {}),
        ("/game moves", {}),
        ("/game list", {}),
        ("/game export", {"what": "luck"}),
    ):
        await stage.slash(who, path, **options)
    await stage.press(who, "My move")
    await stage.press(who, "More")
    await stage.press(who, "Catch up")
    for option in ("player",):
        await stage.box.complete(who, "table", "/game score", option, "")


async def refused(stage: Stage, who: str, other: str) -> None:
    """What people type is repeated to them."""
    for text in ("[click](http://x.y)", "<t:1:R>", "```", other[:3], "# Headline"):
        await stage.slash(who, "/game move", line=text)
        await stage.slash(who, "/game score", player=text)
        await stage.slash(who, "/game board", part=text)
        await stage.slash(who, "/game options", name=text, value=text)


def pairs() -> Iterator[tuple[str, str]]:
    yield from zip(HOSTILE[::2], HOSTILE[1::2], strict=False)


@pytest.mark.parametrize("names", list(pairs())[::2], ids=repr)
async def test_a_game_of_people_with_such_names(stage: Stage, names: tuple[str, str]) -> None:
    people = [stage.box.add_person(name) for name in names]
    one, two = (person.name for person in people)
    await stage.slash(one, "/carcassonne new", seats=3)
    await stage.slash(one, "/game seat invite", user=stage.box.person("Ann"))
    await stage.press(two, "Join")
    await stage.press(one, "Add machine")
    await stage.slash(one, "/game seat order", players="[click](http://x.y)")
    await stage.press(one, "Start")
    await stage.tables.machines.wait_until_idle(stage.table().id)
    for _ in range(2):
        table = stage.table()
        who = next(p for p in people if p.id == table.seats[table.seats_to_move[0]].user_id).name
        await to_figure(stage, who)
        await stage.slash(who, "/game move", line=legal(stage)[0])
        if "pass figure" in legal(stage):
            await stage.slash(who, "/game move", line="pass figure")
        await stage.settled()
    await looks(stage, one)
    await looks(stage, "Ann")
    await refused(stage, one, two)
    await stage.slash(one, "/game undo", reason="[click](http://x.y) \u202e``` <t:1:R>\n# Headline")
    await stage.settled()
    await stage.later(8 * 86400)
    await stage.slash(one, "/game end")
    for vote in [m for m in stage.box.messages("table") if m.has_button("Agree")]:
        await stage.box.press(two, vote, "Agree")
    await stage.settled()
    assert judged(stage, names) > 30


@pytest.mark.parametrize("names", list(pairs())[1::5], ids=repr)
async def test_a_trade_of_people_with_such_names(stage: Stage, names: tuple[str, str]) -> None:
    people = [stage.box.add_person(name) for name in names]
    one, two = (person.name for person in people)
    await stage.slash(one, "/catan new", seats=3)
    await stage.press(two, "Join")
    await stage.press("Ann", "Join")
    await stage.press(one, "Start")
    for _ in range(14):
        table = stage.table()
        seat = table.seats[table.seats_to_move[0]]
        assert table.game is not None
        line = str(next(iter(table.game.legal(table.state, seat.index))))
        assert seat.user_id is not None
        await stage.tables.moves.play_moves(table.id, seat.user_id, [line])
    await stage.settled()
    await looks(stage, one)
    await looks(stage, "Ann")
    assert judged(stage, names) > 20
