"""A programme that stays silent, and is dropped, cannot be told from none: byte by byte, request by request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules.carcassonne.cells import EDGES, STEPS, Cell
from rules.core import decode_move, play
from tests.e2e.conftest import ROOM, Stage, staged
from tests.e2e.laid import lay
from tests.e2e.positions import reach
from tests.e2e.positions_carcassonne import THREE, asked, boxes
from tests.e2e.positions_citadels import FOUR
from tests.e2e.test_dragon_with_machines import DRAGON, SEED, comes_round
from tests.e2e.test_prepare import people
from tests.rules.catan.table import Table as Position
from tools.soak.secrecy.seen import Names, describe_difference, observe_answers, observe_message
from tools.stage import PATIENT


class Scene(NamedTuple):
    """Who prepares what, who else is there, and what is played then."""

    who: str
    texts: list[str]
    others: list[str]
    lines: list[tuple[str, str]]


async def citadels(stage: Stage, folder: Path) -> Scene:
    """A character that somebody else takes first, and a turn that has not come yet."""
    await stage.game(*FOUR, kind="citadels")
    first, second, third, fourth = people(stage)
    draft = list(stage.table().state.draft)
    lines = [(first, f"pick {draft[0]}"), (second, f"pick {draft[1]}"), (third, f"pick {draft[2]}")]
    return Scene(second, [f"pick 1 {draft[0]}", "turn 1 gold dearest leave"], [first, third, fourth], lines)


async def catan(stage: Stage, folder: Path) -> Scene:
    """A trade for which the cards are missing, one that nobody offers, an order of discards."""
    await stage.game(*THREE, kind="catan")
    await lay(stage, Position(3).settlement(1, 17).hand(0, "2 brick, 1 wool").hand(1, "1 wool").hand(2, "1 ore"))
    texts = ["accept 2 ore brick", "accept 2 wool ore", "discard 0 ore,wool"]
    lines = [("Ann", "trade-offer brick ore 1,2"), ("Cid", "trade-decline 1"), ("Ann", "end")]
    return Scene("Ben", texts, ["Ann", "Cid"], lines)


async def carcassonne(stage: Stage, folder: Path) -> Scene:
    """A way that is closed when the dragon comes round, the fairy in a later turn."""
    wanted = asked(DRAGON, comes_round)
    await reach(stage, folder, THREE, "carcassonne", boxes("princess"), wanted, first_seed=SEED)
    first, second, third = people(stage)
    table = stage.table()
    assert table.game is not None
    seat = table.seats_to_move[0]
    step = next(iter(table.game.legal(table.state, seat)))
    after = play(table.game, table.state, seat, decode_move(str(step), table.game.moves)).state
    here, to = step.cell, [move.cell for move in table.game.legal(after, (seat + 1) % 3)]
    open_ = {EDGES[STEPS.index((cell.x - here.x, cell.y - here.y))] for cell in to}
    shut = next(edge for edge in EDGES if edge not in open_)
    assert isinstance(here, Cell)
    texts = [f"dragon {len(after.board.laid)} {shut}"]
    return Scene(second, texts, [first, third], [(first, str(step)), (second, f"dragon {to[0]}")])


async def others_see(folder: Path, made: Callable[[Stage, Path], Awaitable[Scene]], prepared: bool) -> list[Any]:
    """Every byte that the others and a stranger get to see, and every request to the channel in its order."""
    folder.mkdir()
    seen: list[Any] = []
    async with staged(folder, still=True, waits=PATIENT) as stage:
        for name in (*FOUR, "Zoe"):
            stage.welcome(name)
        stage.tables.registry.shuffle = lambda seats: None
        stage.tables.registry.token = lambda n: bytes(range(n))
        scene = await made(stage, folder)
        table, names = stage.table(), Names()
        user = next(seat.user_id for seat in table.seats if seat.name == scene.who) or 0
        done = len(stage.box.requests)
        for text in scene.texts if prepared else ():
            await stage.tables.conditional_moves.save_move(table.id, user, text)
        await stage.settled()
        assert [one.text for one in stage.table().programmes] == (scene.texts if prepared else [])
        assert len(stage.box.requests) == done
        dropped = 0
        for who, line in scene.lines:
            done = len(stage.box.requests)
            shown = await stage.slash(who, "/game move", line=line)
            seen += observe_answers(shown, names) if who != scene.who else []
            seen.append([(r.route, r.status) for r in stage.box.requests[done:] if "/channels/" in r.route])
            seen += [observe_message(one, names) for one in stage.box.messages(ROOM)]
            dropped += any(one.dropped is not None for one in stage.table().programmes)
            for other in (*scene.others, "Zoe"):
                for path in ("/game log", "/game moves"):
                    seen += observe_answers(await stage.slash(other, path), names)
                seen += observe_answers(await stage.slash(other, "/game export", what="record"), names)
                for button in ("My move", "More"):
                    seen += observe_answers(await stage.press(other, button), names)
        assert bool(dropped) is prepared
    return seen


@pytest.mark.parametrize("made", [citadels, catan, carcassonne])
async def test_nobody_else_sees_a_difference(tmp_path: Path, made: Callable[[Stage, Path], Awaitable[Scene]]) -> None:
    with_it = await others_see(tmp_path / "a", made, True)
    without = await others_see(tmp_path / "b", made, False)
    assert with_it == without, describe_difference("what others see", with_it, without)
