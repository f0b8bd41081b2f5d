"""Turns of recorded games as steps of a recap, each with the views before and after it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from render import Recap, RecapStep, RecapTurn, TurnPhrase
from rules.carcassonne.view import CarcassonneView
from rules.core.record import parse_record, replay_record
from words import Voice

RECORDS = Path(__file__).resolve().parents[2] / "records" / "carcassonne"
NAMES = ("Mara", "Ionuț", "נועה", "Sam", "Đorđe", "Lin")


@cache
def steps(name: str, most: int = 10_000) -> tuple[RecapStep, ...]:
    """The turns of a recorded game, those of so many moves at most."""
    record = parse_record((RECORDS / f"{name}.game").read_text(encoding="utf-8"))
    game, voice = record.make_game(), Voice("en", NAMES)
    found: list[RecapStep] = []
    seat, before = 0, None
    events: list[tuple[str, Any]] = []
    for number, one in enumerate(replay_record(record)):
        events += [(event.key, event.params) for event in one.events]
        if before is None or one.state.active != seat or not one.state.agenda:
            view = game.view(one.state, None)
            if before is not None:
                found.append(RecapStep(turned(seat, events, voice), before, view))
            seat, events, before = one.state.active, [], view
        if number == most:
            break
    return tuple(found)


def turned(seat: int, events: list[tuple[str, Any]], voice: Voice) -> RecapTurn:
    said = [TurnPhrase(voice(key, **params), 3, key) for key, params in events if voice.has(key)]
    return RecapTurn(seat, tuple(events), tuple(said))


def recap(name: str, at: int, turns: int, reader: int | None = 0, task: str = "lay the tile") -> Recap:
    """So many turns of a game that end with turn `at`, as a page with how things stand."""
    some = steps(name)[at - turns : at]
    now: CarcassonneView = some[-1].after
    return Recap("Since your last move: 2 days", reader, some, (), some[0].before, now, task)
