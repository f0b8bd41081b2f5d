"""The turns that somebody missed as pictures: a frame for each, some on a page."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cogs.act.handler import Act
from cogs.faces import face
from cogs.post import message
from cogs.post.news import Line, weight
from cogs.screen import File, telling
from render import Pill, Recap, Said, Step, Turned
from rules.core import View
from service.errors import ServiceError
from service.model import Entry, Table

log = logging.getLogger(__name__)
LOSS: Final = 100  # what takes something from the reader outweighs all else


@dataclass(frozen=True, slots=True)
class Missed:
    """What there is to tell a reader: the table as they see it, their last entry, the lines about what followed."""

    table: Table
    view: View
    seat: int | None
    since: Entry | None
    lines: Sequence[Line]
    moves: Mapping[int, str] = field(default_factory=dict)  # what was taken back, in words
    changes: Sequence[Pill] = ()

    @property
    def known(self) -> int:
        """The entry up to which they know the game."""
        return self.since.seq if self.since is not None else 1


def pages(act: Act, missed: Missed) -> list[list[Line]]:
    """The lines, by the pictures that show their turns; none where a game draws none. What belongs to no turn stands
    on the last page."""
    told = [line for line in missed.lines if line.turn is not None]
    counts = act.app.renderer(missed.table.kind).recap_pages([_turned(line) for line in told])
    found: list[list[Line]] = []
    for count in counts:
        found.append(told[:count])
        told = told[count:]
    if found:
        found[-1] += [*told, *(line for line in missed.lines if line.turn is None)]
    return found


async def picture(act: Act, missed: Missed, shown: Sequence[Line], *, last: bool) -> list[File]:
    """The turns of these lines, and on the `last` page how things stand now. None where nobody can tell any more how
    the table looked."""
    table, known = missed.table, missed.known
    turns = [(line, line.turn) for line in shown if line.turn is not None]
    wanted = {known, *(max(at, known) for _, turn in turns for at in (turn.since, turn.until))}
    try:
        views = await act.app.tables.views_after(table, sorted(wanted), missed.seat)
    except ServiceError:  # an older version of the rules played then
        return []
    except Exception:  # the words are worth more than the picture
        log.exception("table %d: how it looked after %s cannot be told", table.id, sorted(wanted))
        return []
    steps = tuple(
        Step(_told(act, missed, line), views[max(turn.since, known)], views[max(turn.until, known)])
        for line, turn in turns
    )
    recap = _recap(act, missed, steps, views, last=last)
    look, draw = act.app.look(table, act.language), act.app.renderer(table.kind).recap
    first = turns[0][1].since if turns else 0
    key = (table.tag, table.id, table.seq, missed.seat, act.language, "missed", known, first, recap.title)
    drawn = await act.app.gallery.get(key, lambda: draw(recap, look))
    return [File(f"missed-{table.id}-{table.seq}.png", drawn.png, drawn.alt)] if drawn is not None else []


def _recap(act: Act, missed: Missed, steps: tuple[Step, ...], views: Mapping[int, Any], *, last: bool) -> Recap:
    voice = act.app.voice(missed.table, act.language, plain=True)
    since = missed.since
    away = act.app.clock.now() - since.at if since is not None else 0
    title = voice("catch_up.title", time=message.lasted(away, voice)) if since is not None else voice("catch_up.last")
    return Recap(
        title,
        missed.seat,
        steps,
        tuple(missed.changes),
        views[missed.known] if since is not None else None,
        missed.view if last else None,
        _task(act, missed) if last else "",
    )


def _task(act: Act, missed: Missed) -> str:
    table, seat = missed.table, missed.seat
    task = missed.view.tasks.get(seat) if seat is not None and table.open and seat in table.waiting else None
    return act.app.voice(table, act.language, plain=True).phrase(task) if task is not None else ""


def _turned(line: Line) -> Turned:
    events = line.turn.events if line.turn is not None else ()
    return Turned(line.seat, tuple((event.key, event.params) for event in events))


def _told(act: Act, missed: Missed, line: Line) -> Turned:
    """A turn with its words as a picture can say them: names as they are."""
    own, voice = face(missed.table.kind), act.app.voice(missed.table, act.language, plain=True)
    said = []
    for event in line.events:
        told = voice.after_name(event, line.seat) if line.seat is not None else ""
        heavy = LOSS if missed.seat in own.losers(event) else weight(own, event)
        said.append(Said(told or telling.sentence(event, voice, missed.moves), heavy, event.key))
    return replace(_turned(line), said=tuple(one for one in said if one.text))
