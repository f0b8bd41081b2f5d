"""`/game score`: the points by category, and every single one explained in words and outlined on the board."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cogs.act.context import Act
from cogs.act.router import on
from cogs.choose.spelling import nearest, normalised, not_known
from cogs.games import Face, Scored, face
from cogs.look.hand import seen
from cogs.post.points import points_table, tie_line
from cogs.screen import Button, Choice, File, Row, Screen, Select, cache_key, cut, event_text, ids, naming, pages
from rules.core import View
from service.errors import ServiceError
from service.play.lesson_log import retold
from service.state.model import Entry, StoredEvent, Table


@dataclass(frozen=True, slots=True)
class Given:
    """Points that were given: in which entry, by which of its events."""

    seq: int
    at: int
    event: StoredEvent
    what: Scored


def scored(face: Face[View], entries: Iterable[Entry]) -> Iterator[Given]:
    """Everything that gave points, oldest first."""
    for entry in entries:
        for at, event in enumerate(entry.events):
            if event.seats is None and (what := face.scored(event)) is not None:
                yield Given(entry.seq, at, event, what)


async def _entries(act: Act, table: Table) -> Sequence[Entry]:
    """The log in which points were given; of a lesson that of the game which its last table was taken from."""
    entries = await act.app.tables.history.effective(table.id)
    if table.lesson is None or table.lesson.free:
        return entries
    return await asyncio.to_thread(retold, table.kind, entries)


async def run_score(act: Act, player: str | None = None) -> None:
    table, _, _ = await seen(act)
    await act.reply.show(await score_screen(act, _player(act, table, player) if player else None))


@on("t", "score", defer="private")
async def press_score(act: Act) -> None:
    await act.reply.show(await score_screen(act, None))


@on("x", "score")
async def turn_score(act: Act) -> None:
    """Another player, or what was chosen in the list."""
    words = (act.id.argument if act.id else "").split(".")
    seat = pages.number(words[0])
    await act.reply.show(await score_screen(act, seat, pages.number(words[1]) if len(words) > 1 else 0))


def _player(act: Act, table: Table, text: str) -> int:
    """A seat by number, name, colour or its letter."""
    voice = act.voice(table)
    found = []
    for seat in table.seats:
        spelled = (str(seat.index), seat.name, seat.colour, naming.colour(seat.colour, voice))
        if any(normalised(word) == normalised(text) for word in spelled):
            found.append(seat.index)
    if len(found) > 1:
        a, b = (voice.seat(seat) for seat in found[:2])
        raise ServiceError("token_ambiguous", text=text, a=a, b=b)
    if not found:
        names = {str(seat.index): (seat.name, naming.colour(seat.colour, voice)) for seat in table.seats}
        near = nearest(text, names, lambda seat: names[seat])
        raise not_known(text, voice("pick.field.player"), table.seats[0].name, names[near][0] if near else "")
    return found[0]


async def score_screen(act: Act, seat: int | None, page: int = 0) -> Screen:
    """The points by category; what a player was given points for, to choose from."""
    table, view, mine = await seen(act)
    voice = act.voice(table)
    seat = seat if seat is not None and seat < len(table.seats) else mine if mine is not None else 0
    parts = [points_table(table, view.tally, view.scores, voice)]
    own = face(table.kind)
    if tie := tie_line(table, view, voice):
        parts.append(tie)
    sheet = await _sheet(act, table) if own.sheet else []
    if own.sheet_rule:
        parts.append(voice("look.score_rule", rule=voice(own.sheet_rule)))
    entries = await _entries(act, table)
    given = [one for one in scored(own, entries) if seat in one.what.points]
    if given or not sheet:
        parts.append(voice("look.score_of", name=voice.seat(seat), n=view.scores[seat]))
        if not given:
            parts.append(voice("look.score_none"))
    shown = given[::-1][page * 25 : page * 25 + 25]  # the newest first
    rows: list[Row] = []
    if shown:
        choices = [
            Choice(
                f"{one.seq}.{one.at}",
                cut(
                    voice(
                        "look.scored",
                        n=one.seq,
                        points=one.what.points[seat],
                        story=event_text.sentence(one.event, act.app.voice(table, act.language, plain=True)),
                    ),
                    100,
                ),
            )
            for one in shown
        ]
        rows.append(Select(ids.other(table.id, table.seq, "scored", str(seat)), choices, voice("look.score_choose")))
    others = [
        Button(ids.other(table.id, table.seq, "score", str(s.index)), cut(s.name, 80))
        for s in table.seats
        if s.index != seat and (given or not sheet)
    ]
    rows += [others[i : i + 5] for i in range(0, len(others), 5)]
    if len(given) > (page + 1) * 25:
        onward = ids.other(table.id, table.seq, "score", f"{seat}.{page + 1}")
        rows.append([Button(onward, voice("button.earlier"))])
    if not table.open:  # the message of the ending shows no board
        rows.append([Button(ids.table(table.id, "board"), voice("button.board"))])
    return Screen("\n".join(parts), sheet, rows)


def _public(table: Table) -> View:
    """What everybody sees: pictures of points are the same for all."""
    view = table.public
    assert view is not None, "a table that is looked at has its state"
    return view


async def _sheet(act: Act, table: Table) -> list[File]:
    """The points of everybody as a picture, where they do not come one by one."""
    look, renderer = act.app.look(table, act.language), act.app.renderer(table.kind)
    key = cache_key.key(table, table.seq, act.language, "sheet")
    drawn = await act.app.gallery.get(key, lambda: renderer.score(_public(table), look))
    return [File(f"score-{table.id}-{table.seq}.png", drawn.png, drawn.alt)] if drawn is not None else []


@on("x", "scored")
async def show_scored(act: Act) -> None:
    """One event: what was counted, outlined, and the rule it follows."""
    table, _, _ = await seen(act)
    voice = act.voice(table)
    view = _public(table)
    seat = pages.number(act.id.argument if act.id else "")
    seq, _, at = (act.values[0] if act.values else "").partition(".")
    entries = await _entries(act, table)
    one = next((o for o in scored(face(table.kind), entries) if (str(o.seq), str(o.at)) == (seq, at)), None)
    if one is None:
        raise ServiceError("stale")
    said = event_text.sentence(one.event, voice)
    rule = voice(one.what.rule, **one.event.params) if one.what.rule and voice.has(one.what.rule) else ""
    look = act.app.look(table, act.language)
    renderer = act.app.renderer(table.kind)
    where = (*one.what.cells, *one.what.places)
    drawn = await act.app.gallery.get(
        cache_key.key(table, table.seq, act.language, "scored", seq, at),
        lambda: renderer.counted(view, look, where),
    )
    files = [File(f"score-{table.id}-{seq}.png", drawn.png, drawn.alt)] if drawn is not None else []
    row = [Button(ids.other(table.id, table.seq, "score", str(seat)), voice("button.back"))]
    summed = face(table.kind).reckoning(one.event, voice)
    await act.reply.show(Screen("\n".join(part for part in (said, summed, rule) if part), files, [row]))
