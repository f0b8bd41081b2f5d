"""Coming back: what has changed for the reader since they last moved themselves, then the turns since. Private."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cogs.act.handler import Act, on
from cogs.choose.picker import Path
from cogs.faces import face
from cogs.look.hand import seen
from cogs.post import news, taken_back
from cogs.screen import Button, Screen, ids, pages, telling
from cogs.turn import pick
from rules.core import View
from service.errors import ServiceError
from service.model import Entry, Table
from words import Voice

AWAY: Final = 6 * 3600  # seconds without a move of one's own after which one has been away
TURNS: Final = 2  # so many turns of others are worth catching up with before one's own move
RECENT: Final = 60  # entries that are read first, and of which strangers are told
WITHOUT: Final = 12  # turns that are told to somebody who does not sit here


@on("t", "move", defer="private")
async def my_move(act: Act) -> None:
    """What is asked of them; before that, to whoever has been away, what they missed."""
    table = await act.table()
    asked = pick.may_move(await pick.playing(act, table))
    missed = await _missed(act, table) if asked else None
    await act.reply.show(missed if missed is not None else await pick.present(act, table))
    if asked and missed is None:
        act.app.tips.shown(act.user_id, table.kind)


@on("t", "catch", defer="private")
async def press_catch_up(act: Act) -> None:
    await act.reply.show(await catch_up(act, 0))


@on("x", "catch")
async def turn_catch_up(act: Act) -> None:
    await act.reply.show(await catch_up(act, pages.number(act.id.argument if act.id else "")))


async def catch_up(act: Act, page: int) -> Screen:
    """A page of it; the log is one tap further."""
    table, view, seat = await seen(act)
    history = await act.app.tables.history(table.id)
    since = last_own(history, seat) if seat is not None else None
    return await _screen(act, table, view, seat, history, since, page)


async def _missed(act: Act, table: Table) -> Screen | None:
    """What is shown before their move to whoever has been away while others had two turns or more."""
    seat, now = act.seat(table).index, act.app.clock.now()
    recent = last_own(await act.app.tables.history(table.id, max(0, table.seq - RECENT)), seat)
    if recent is not None and now - recent.at < AWAY:
        return None  # as nearly always: without reading all of a long log
    history = await act.app.tables.history(table.id)
    since = last_own(history, seat)
    if since is None or now - since.at < AWAY:
        return None
    turns = news.turns_since(face(table.kind), history, since.seq)
    if sum(turn.seat not in (None, seat) for turn in turns) < TURNS:
        return None
    _, view, _ = await seen(act)
    return await _screen(act, table, view, seat, history, since, 0)


def last_own(history: Sequence[Entry], seat: int | None) -> Entry | None:
    """The last entry that a person wrote at that seat; a machine that plays for them writes none of theirs."""
    own = (e for e in reversed(history) if e.seat == seat and e.kind == "move" and e.act is not None)
    return next(own, None)


async def _screen(
    act: Act, table: Table, view: View, seat: int | None, history: Sequence[Entry], since: Entry | None, page: int
) -> Screen:
    voice = act.voice(table)
    told = _turns(act, table, seat, history, since)
    head = [voice("catch_up.head", name=act.app.game_name(table.kind, act.language), id=table.id)]
    if since is not None and seat is not None:
        head[0] = voice(
            "catch_up.head_since",
            name=act.app.game_name(table.kind, act.language),
            id=table.id,
            when=f"<t:{since.at}:R>",
        )
        head += await _for_me(act, table, view, seat, since.seq)
    elif seat is None:
        told = told[-WITHOUT:]
    lines = [*head, *(told or [voice("catch_up.nothing")])]
    extra: list[Button] = []
    if table.open and seat is not None and seat in table.waiting:
        first = ids.pick(table.id, table.seq, str(Path()))
        assert first is not None, "the shortest of all paths fits"
        extra.append(Button(first, voice("button.move"), "green"))
    extra.append(Button(ids.table(table.id, "log"), voice("button.log")))
    return pages.screen(voice, table, pages.split("\n".join(lines)), page, "catch", extra=extra)


def _turns(act: Act, table: Table, seat: int | None, history: Sequence[Entry], since: Entry | None) -> list[str]:
    """The turns since then, with what this reader alone may know of them."""
    voice = act.voice(table)
    moves = taken_back.named(table, history, seat, voice)
    known = since.seq if since is not None else 0 if seat is not None else max(0, table.seq - RECENT)
    lines = news.lines(
        face(table.kind),
        history,
        news.Reading(known, () if seat is None else (seat,), seat),
        voice,
        voice,
        lambda event, say: telling.sentence(event, say, moves),
    )
    return [line.whole for line in lines]


async def _for_me(act: Act, table: Table, view: View, seat: int, since: int) -> list[str]:
    """What they have more or less of than when they last moved, and how far they are from the others."""
    voice = act.voice(table)
    told: list[str] = []
    try:
        before: Any = await act.app.tables.view_after(table, since, seat)
    except ServiceError:  # an older version of the rules played then
        before = None
    if before is not None:
        gained = view.scores[seat] - before.scores[seat]
        changes = face(table.kind).changed(before, view, seat, voice)
        told += signed(voice, [(gained, voice("catch_up.points", n=abs(gained))), *changes])
    told.append(_standing(voice, view.scores, seat))
    return [voice("catch_up.for_you", list=voice.listed(told))]


def _standing(voice: Voice, scores: Sequence[int], seat: int) -> str:
    others = {other: points for other, points in enumerate(scores) if other != seat}
    best = max(others, key=lambda other: others[other])
    behind = others[best] - scores[seat]
    if not behind:
        return voice("catch_up.level", name=voice.seat(best))
    key = "catch_up.behind" if behind > 0 else "catch_up.ahead"
    return voice(key, n=abs(behind), name=voice.seat(best))


def signed(voice: Voice, changes: Sequence[tuple[int, str]]) -> list[str]:
    """«+2 ore», «−1 wool»; what has not changed is left out. Losses come first."""
    told = [(n > 0, voice("catch_up.more" if n > 0 else "catch_up.fewer", what=what)) for n, what in changes if n]
    return [said for _, said in sorted(told, key=lambda one: one[0])]
