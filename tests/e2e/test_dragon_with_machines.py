"""The dragon goes round: what machines do in between is told in one breath, and the next step is asked below it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.core import Game, play
from tests.e2e.conftest import Stage
from tests.e2e.positions import reach
from tests.e2e.positions_carcassonne import THREE, asked, boxes, moved
from tests.e2e.screens import offered, on_screen, tap

DRAGON = "carc.dragon.move"
SEED = 1025  # of the first such position


def comes_round(game: Game[Any], s: Any, found: set[str]) -> bool:
    """The dragon has not moved yet, and after any three steps there are several ways on."""
    if len(s.ext["princess"].path) > 1:
        return False
    states = [s]
    for _ in range(3):
        steps = [(t, seat, move) for t in states for seat in game.waiting(t) for move in game.legal(t, seat)]
        states = [play(game, t, seat, move).state for t, seat, move in steps]
        if any(not t.agenda or t.agenda[-1].kind != DRAGON for t in states):
            return False
    return all(len(t.ext["princess"].path) == 4 for t in states)  # no step was the only one


async def test_the_steps_of_machines_are_one_line_of_the_same_message(stage: Stage, tmp_path: Path) -> None:
    wanted = asked(DRAGON, comes_round)
    table = await reach(stage, tmp_path, THREE, "carcassonne", boxes("princess"), wanted, first_seed=SEED)
    assert stage.running is not None
    stage.running.bot.publisher.settle_seconds = 1.5  # as it is for people
    who = stage.waited()
    for seat in table.seats:
        if seat.name != who:
            assert seat.user_id is not None
            await stage.tables.moves.resign(table.id, seat.user_id)
    await stage.settled()
    live, since = stage.newest("My move"), stage.table().seq
    shown = await stage.press(who, "My move")
    stage.box.reset_taps()
    done = await tap(stage, who, shown, offered(on_screen(shown))[0])
    assert [line.split(" ")[0] for line in await moved(stage, since)] == ["dragon"] * 3
    assert done.text.startswith("**Done:** ")
    assert "3 steps are left" in done.text  # the next step is asked below, one tap from there
    assert all(" " in label for label in offered(on_screen(done)))
    told = stage.newest("My move")
    assert told.id == live.id  # edited: nobody new was waited for
    assert told.content.count("The dragon went to ") == 1
    assert " moved the dragon" not in told.content
    await tap(stage, who, done, offered(on_screen(done))[0])
    assert stage.box.taps(who) == 2
