"""Coming back: what has changed for the reader since they last moved themselves, then the turns since. Private."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from cogs.act.context import Act
from cogs.act.router import on
from cogs.choose.picker import Path
from cogs.games import face
from cogs.look import since_last_move
from cogs.look.hand import seen
from cogs.look.since_last_move import RECENT, Missed
from cogs.post import story_lines
from cogs.post.story_lines import Line
from cogs.screen import Button, File, Screen, cache_key, cut, ids, pages
from cogs.turn import move_screens, screen_renewal
from rules.core import View
from service.errors import ServiceError
from service.state.model import Entry, Table
from service.state.readable_log import last_own
from service.state.seat_control import came, eyes

log = logging.getLogger(__name__)
AWAY: Final = 6 * 3600  # seconds without a move of one's own after which one has been away
TURNS: Final = 2  # so many turns of others are worth catching up with before one's own move
ROWS: Final = 5  # of a screen to which another one is added
BELOW: Final = 3000  # letters below the pictures of a page


@on("t", "move", defer="private")
async def my_move(act: Act) -> None:
    """What is asked of them; before that, to whoever has been away, what they missed."""
    table = await act.table()
    seat = eyes(table, act.user_id)
    plays = table.open and seat is not None
    thaws = plays and table.status == "frozen"
    if thaws:  # whoever wants to move is here
        act.at = table = await act.app.tables.rests.go_on(table.id, act.person, act=act.key)
    is_back = plays and seat is not None and seat.machine is not None
    if is_back:
        act.at = table = await act.app.tables.back(table.id, act.user_id)  # whoever wants to move is back
    asked = move_screens.may_move(await move_screens.playing(act, table))
    first = await _before_the_move(act, table) if asked else None
    shown = await move_screens.present(act, table) if first is None else move_screens.told_before(act, table, first)
    if is_back:
        shown = replace(shown, text=f"{act.voice(table)('remind.back')}\n\n{shown.text}")
    if thaws:
        shown = replace(shown, text=f"{act.voice(table)('rest.awake')}\n\n{shown.text}")
    await act.reply.show(_with_standin(act, table, shown))
    if asked and first is None:
        screen_renewal.keep(act, table)
        act.app.tips.shown(act.user_id, table.kind)


def _with_standin(act: Act, table: Table, shown: Screen) -> Screen:
    """To an owner for whom a friend decides: that it is so, and a way back."""
    seat, say = eyes(table, act.user_id), act.voice(table)
    if seat is None or seat.standin is None or seat.user_id != act.user_id:
        return shown
    text = f"{shown.text}\n{say('seat.for_you', user=seat.standin)}"
    back = Button(ids.other(table.id, table.seq, "back"), say("button.seat_back"))
    rows = [*shown.rows, [back]] if len(shown.rows) < ROWS else shown.rows
    return replace(shown, text=text, rows=rows)


@on("t", "catch", defer="private")
async def press_catch_up(act: Act) -> None:
    await act.reply.show(await catch_up(act, 0))


@on("x", "catch")
async def turn_catch_up(act: Act) -> None:
    await act.reply.show(await catch_up(act, pages.number(act.id.argument if act.id else "")))


async def catch_up(act: Act, page: int) -> Screen:
    """A page of it; the log is one tap further."""
    table, view, seat = await seen(act)
    history = await act.history(table)
    since = last_own(table, act.user_id, history)
    if since is None and came(table, act.user_id) != 1:
        seat, view = None, table.public or view  # until they have moved, they know what everybody does
    return await _screen(act, table, view, seat, history, since, page)


async def _before_the_move(act: Act, table: Table) -> Screen | None:
    """What is shown before their move to whoever has been away while others had two turns or more."""
    seat, now = act.seat(table).index, act.app.clock.now()
    recent = last_own(table, act.user_id, await act.history(table, max(0, table.seq - RECENT)))
    if recent is not None and now - recent.at < AWAY:
        return None  # as nearly always: without reading all of a long log
    history = await act.history(table)
    since = last_own(table, act.user_id, history)
    if since is None or now - since.at < AWAY:
        return None
    known = max(since.seq, act.app.caught_up.until(table.id, act.user_id))
    turns = story_lines.turns_since(face(table.kind), history, known)
    if sum(turn.seat not in (None, seat) for turn in turns) < TURNS:
        return None
    _, view, _ = await seen(act)
    return await _screen(act, table, view, seat, history, since, 0)


async def _screen(
    act: Act, table: Table, view: View, seat: int | None, history: Sequence[Entry], since: Entry | None, page: int
) -> Screen:
    voice, name = act.voice(table), act.app.name_of(table, act.language)
    what = since_last_move.gathered(table, view, seat, since, history, voice)
    head = [voice("catch_up.head", name=name, id=table.id)]
    if since is not None:
        what = replace(what, before=(await _views(act, what, [since.seq])).get(since.seq))
        head = [voice("catch_up.head_since", name=name, id=table.id, when=f"<t:{since.at}:R>")]
        told = [change.text for change in since_last_move.changes(what, voice)]
        head.append(voice("catch_up.for_you", list=voice.listed(told)))
    parts = since_last_move.pages(act.app.renderer(table.kind), what)
    row = _buttons(act, table)
    act.app.caught_up.shown(table.id, act.user_id, table.seq)
    if not parts:
        lines = [line.whole for line in what.lines] or [voice("catch_up.nothing")]
        return pages.screen(voice, table, pages.split("\n".join([*head, *lines])), page, "catch", extra=row)
    page = min(page, len(parts) - 1)
    files = await _picture(act, what, parts, page)
    below = cut("\n".join(line.whole for line in parts[page]), BELOW)
    shown = pages.screen(voice, table, ["\n".join(head)] * len(parts), page, "catch", extra=row)
    return replace(shown, files=files, below=below)


def _buttons(act: Act, table: Table) -> list[Button]:
    """To their own move, and to the log."""
    voice, seat = act.voice(table), eyes(table, act.user_id)
    found: list[Button] = []
    if table.open and seat is not None and seat.index in table.waiting:
        first = ids.pick(table.id, table.seq, str(Path()))
        assert first is not None, "the shortest of all paths fits"
        found.append(Button(first, voice("button.move"), "green"))
    found.append(Button(ids.table(table.id, "log"), voice("button.log")))
    return found


async def _views(act: Act, what: Missed, entries: Sequence[int]) -> dict[int, Any]:
    """What the reader saw after these entries; nothing where nobody can tell any more."""
    try:
        return await act.app.tables.history.views_after(what.table, entries, what.seat)
    except ServiceError:  # an older version of the rules played then
        return {}
    except Exception:  # the words are worth more than the pictures
        log.exception(
            "table %(table)d: how it looked after %(entries)s cannot be told",
            {"table": what.table.id, "entries": entries},
        )
        return {}


async def _picture(act: Act, what: Missed, parts: Sequence[Sequence[Line]], page: int) -> list[File]:
    """The turns of that page, and on the last one how things stand now."""
    table = what.table
    views = await _views(act, what, since_last_move.entries_of(what, parts[page]))
    if not views:
        return []
    plain = act.app.voice(table, act.language, plain=True)
    recap = since_last_move.recap(what, parts[page], views, act.app.clock.now(), plain, last=page + 1 == len(parts))
    look, draw = act.app.look(table, act.language), act.app.renderer(table.kind).recap
    key = cache_key.key(
        table,
        table.seq,
        what.seat,
        act.language,
        "missed",
        what.known,
        len(views),
        max(views),
        recap.title,
    )
    drawn = await act.app.gallery.get(key, lambda: draw(recap, look))
    return [File(f"missed-{table.id}-{table.seq}.png", drawn.png, drawn.alt)] if drawn is not None else []
