"""Endings of recorded games, as far as they were played."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from render import Ending, load_renderer
from render.core.ending import public_events
from rules.core.record import parse_record, replay_record

FOLDER = Path(__file__).parents[1] / "records"


@lru_cache(maxsize=8)
def ending(kind: str, name: str, moves: int | None = None, begun: int = 0) -> Ending:
    """That of a record; after so many moves, as if it had been given up then; of a branch that began after `begun`."""
    record = parse_record((FOLDER / kind / f"{name}.game").read_text(encoding="utf-8"))
    game, chronicle = record.make_game(), load_renderer(kind).chronicle()
    opening, *played = replay_record(record)
    seats = [None, *(line.seat for line in record.lines)]
    view: Any = None
    steps = list(zip(seats, (opening, *played), strict=True))[begun : None if moves is None else moves + 1]
    for at, (seat, step) in enumerate(steps):
        look = partial(game.view, step.state, None)
        chronicle.record_entry(look, seat if at else None, public_events(step.events) if at or not begun else [])
        view = look()
    return Ending(view, tuple(view.winners) if view.over else (), chronicle.build_result())


def without_course(kind: str, name: str) -> Ending:
    """The same where nobody can tell how it came about."""
    whole = ending(kind, name)
    return Ending(whole.view, whole.winners)
