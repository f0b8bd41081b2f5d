"""Turns of recorded games as somebody missed them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cogs.games import face
from cogs.screen.turns import Borders
from cogs.screen.turns import turns as divided
from render.core.recap import Pill, Recap, Said, Step, Turned
from rules.core.record import read, replay
from service.state.model import Entry, StoredEvent
from words import Voice

FOLDER = Path(__file__).parents[2] / "records" / "catan"
GAMES = {
    "whole_base_three": 3,
    "whole_base_four": 4,
    "whole_base_six": 6,
    "whole_ck_three": 3,
    "whole_ck_online_four": 4,
    "whole_ck_six": 6,
}


@lru_cache(maxsize=16)
def turns(name: str, reader: int | None) -> tuple[Step, ...]:
    """All turns of a record as the log divides them: what others build after a turn is one of its own."""
    record = read((FOLDER / f"{name}.game").read_text(encoding="utf-8"))
    game, voice = record.game(), Voice("en", ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay"])
    opening, *played = replay(record)
    views = [game.view(opening.state, reader)]
    log = []
    for seq, (line, t) in enumerate(zip(record.lines, played, strict=True), 1):
        views.append(game.view(t.state, reader))
        events = tuple(StoredEvent(e.key, e.params, e.seats, e.reveals) for e in t.events)
        log.append(Entry(seq, line.seat, "move", line.move, (), False, events, 0, "act", seq))
    own = face("catan")
    found = divided(log, Borders(own.opens, own.ends, own.closes, own.finishing), 0, reader)
    steps = []
    for turn in found:
        said = []
        for event in turn.events:
            words = voice.after_name(event, turn.seat) if turn.seat is not None else ""
            said.append(Said(words or voice.phrase(event), int(own.weigh(event)), event.key, not words))
        told = tuple((event.key, event.params) for event in turn.events)
        steps.append(Step(Turned(turn.seat, told, tuple(said)), views[turn.since], views[turn.until]))
    return tuple(steps)


def recap(name: str, reader: int | None, first: int, many: int, *, last: bool = True) -> Recap:
    """So many turns of a record, beginning with that one."""
    steps = turns(name, reader)[first : first + many]
    pills = (Pill("-1 ore", loss=True), Pill("+2 wool"), Pill("3 points behind Ann now"))
    now = steps[-1].after if last else None
    return Recap("Since your last move: 2 days", reader, steps, pills, steps[0].before, now, "roll the dice")
