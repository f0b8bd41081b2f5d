"""Turns of recorded games as somebody missed them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cogs.games import face_for
from cogs.screen.turns import TurnBoundaries
from cogs.screen.turns import split_turns as divided
from render.core.recap import ChangePill, Recap, RecapStep, RecapTurn, TurnPhrase
from rules.core.record import parse_record, replay_record
from service.state.model import LogEntry, StoredEvent
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
def turns(name: str, reader: int | None) -> tuple[RecapStep, ...]:
    """All turns of a record as the log divides them: what others build after a turn is one of its own."""
    record = parse_record((FOLDER / f"{name}.game").read_text(encoding="utf-8"))
    game, voice = record.make_game(), Voice("en", ["Ann", "Ben", "Cid", "Dan", "Eve", "Fay"])
    opening, *played = replay_record(record)
    views = [game.view(opening.state, reader)]
    log = []
    for seq, (line, t) in enumerate(zip(record.lines, played, strict=True), 1):
        views.append(game.view(t.state, reader))
        events = tuple(StoredEvent(e.key, e.params, e.seats, e.reveals) for e in t.events)
        log.append(LogEntry(seq, line.seat, "move", line.move, (), False, events, 0, "act", seq))
    own = face_for("catan")
    found = divided(
        log,
        TurnBoundaries(own.turn_start_keys, own.turn_end_keys, own.outside_turn_keys, own.finishing_moves),
        0,
        reader,
    )
    steps = []
    for turn in found:
        said = []
        for event in turn.events:
            words = voice.sentence_after_name(event, turn.seat) if turn.seat is not None else ""
            said.append(TurnPhrase(words or voice.phrase(event), int(own.weigh_event(event)), event.key, not words))
        told = tuple((event.key, event.params) for event in turn.events)
        steps.append(
            RecapStep(RecapTurn(turn.seat, told, tuple(said)), views[turn.entry_before], views[turn.last_entry])
        )
    return tuple(steps)


def recap(name: str, reader: int | None, first: int, many: int, *, last: bool = True) -> Recap:
    """So many turns of a record, beginning with that one."""
    steps = turns(name, reader)[first : first + many]
    pills = (ChangePill("-1 ore", loss=True), ChangePill("+2 wool"), ChangePill("3 points behind Ann now"))
    now = steps[-1].after if last else None
    return Recap("Since your last move: 2 days", reader, steps, pills, steps[0].before, now, "roll the dice")
