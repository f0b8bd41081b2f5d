"""What somebody missed of a recorded game, put together as a front end does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from render import ChangePill, Recap, RecapStep, RecapTurn, TurnPhrase
from render.citadels.round_bands import ANSWERS, BEGUN
from rules.core import Event, Game
from rules.core.record import parse_record, replay_record

RECORDS: Final = Path(__file__).parents[2] / "records" / "citadels"
Moment = tuple[int | None, Any, Sequence[Event]]  # who moved, the position after it, what happened
Twin = Callable[[Any], Any]


@cache
def moments(name: str) -> tuple[Game[Any], int, tuple[Moment, ...]]:
    """The game, its seats, and all that was played."""
    record = parse_record((RECORDS / f"{name}.game").read_text(encoding="utf-8"))
    movers = [None, *(line.seat for line in record.lines)]
    played = zip(movers, replay_record(record), strict=True)
    return record.make_game(), record.seats, tuple((seat, t.state, t.events) for seat, t in played)


@dataclass
class Going:
    """A turn that is being put together."""

    seat: int | None
    since: int
    events: list[tuple[str, Any]] = field(default_factory=list)
    until: int = 0


def goings(name: str, reader: int | None, since: int, until: int) -> list[Going]:
    """The turns after the position `since`, up to `until`; a draft belongs to nobody."""
    _, _, played = moments(name)
    found = [Going(None, since, until=since)]
    for at in range(since + 1, until + 1):
        for event in played[at][2]:
            if event.key == BEGUN:
                found.append(Going(None, at))
            elif event.key == ANSWERS:
                found.append(Going(event.params["seat"], at))
            if event.seats is None or reader in event.seats:
                found[-1].events.append((event.key, event.params))
        found[-1].until = at
    return [one for one in found if one.events]


def recap(
    name: str, reader: int | None, since: int, until: int, shown: Sequence[int] | None = None, twin: Twin = lambda s: s
) -> Recap:
    """All turns of that stretch on one page, or `shown`: those between two places. `twin`: of each position."""
    game, _, played = moments(name)
    all_turns = goings(name, reader, since, until)
    low, high = shown or (0, len(all_turns))

    def view(at: int) -> Any:
        return game.view(twin(played[at][1]), reader)

    steps = tuple(
        RecapStep(
            RecapTurn(one.seat, tuple(one.events), (TurnPhrase("did something that is told in words.", 3, "any"),)),
            view(one.since),
            view(max(one.since, one.until)),
        )
        for one in all_turns[low:high]
    )
    now = view(until) if high == len(all_turns) else None
    pills = (ChangePill("−1 gold", loss=True), ChangePill("now 4 points behind"))
    task = "take gold or cards" if now is not None and reader in game.waiting(played[until][1]) else ""
    return Recap("Since your last move: 2 days", reader, steps, pills, view(since), now, task)
