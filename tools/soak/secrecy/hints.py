"""Checks hints: asking is invisible to others, and the text depends only on what the asker sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final
from unittest.mock import patch

from cogs.turn import hint
from rules.core import Chance
from tools.stage import ROOM, Stage

from .seen import Names, Seen, observe_answers, observe_message, observe_requests

EFFORT: Final = 0.01  # share of the usual simulations, as quality does not matter here
NEVER: Final = 3600.0  # seconds, so that no slow machine reports a wait


async def ask_hint_twice(stage: Stage, seat: int, luck: Chance) -> int:
    """Asks for a hint in two positions that differ in what the seat cannot know; returns the number of hints.

    `AssertionError` if the hints differ or others can notice the request.
    """
    table, names = stage.table(), Names()
    assert table.game is not None
    other = table.state.copy()
    table.game.shuffle_hidden(other, seat, luck)
    assert table.game.view(other, seat) == table.game.view(table.state, seat)
    with patch.object(hint, "NOTICE_SECONDS", NEVER), patch.object(stage.tables.registry.thinking, "effort", EFFORT):
        before = _observe_public(stage, names)
        told = []
        for state in (table.state, other):
            stage.tables.registry.replace_snapshot(replace(stage.table(), state=state))
            told.append(await _observe_hint(stage, table.seats[seat].name))
            now = _observe_public(stage, names)
            assert now == before, f"asking for a hint is seen: {[key for key in now if now[key] != before[key]]}"
    stage.tables.registry.replace_snapshot(replace(stage.table(), state=table.state))
    differ = [key for key in told[0] if told[0][key] != told[1][key]]
    assert not differ, f"what a hint says tells what seat {seat} cannot know: {differ} of {told}"
    return len(told)


async def _observe_hint(stage: Stage, who: str) -> Seen:
    """The answer byte by byte, and its requests, none of which others may notice."""
    assert stage.running is not None
    stage.tables.hints.clear_cached_hints()
    stage.running.bot.gallery.clear()
    done, since = len(stage.box.requests), stage.box.world.now()
    answer = await stage.slash(who, "/game hint")
    assert answer.private, "a hint is for who asked alone"
    sent = stage.box.requests[done:]
    found = observe_requests(sent, since)
    assert not found["public requests"], f"a hint was noticed: {found['public requests']}"
    sizes = [request.size for request in sent]
    return {"answer": observe_answers(answer, Names()), "requests": found, "sizes": sizes}


def _observe_public(stage: Stage, names: Names) -> dict[str, Any]:
    return {
        "channel": [observe_message(shown, names) for shown in stage.box.messages(ROOM)],
        "direct messages": [observe_message(shown, names) for seat in stage.seated() for shown in stage.box.dms(seat)],
        "log": len(stage.box.messages(ROOM)),
    }
