"""Coming back: what has changed for the reader since they last moved themselves, then the turns since. Private."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from cogs.act.handler import Act, on
from cogs.choose.picker import Path
from cogs.faces import face
from cogs.look import strip
from cogs.look.hand import seen
from cogs.look.strip import Missed
from cogs.post import news, taken_back
from cogs.screen import Button, Screen, cut, ids, pages, telling
from cogs.turn import pick
from render import Pill
from rules.core import View
from service.errors import ServiceError
from service.model import Entry, Table
from words import Voice

AWAY: Final = 6 * 3600  # seconds without a move of one's own after which one has been away
TURNS: Final = 2  # so many turns of others are worth catching up with before one's own move
RECENT: Final = 60  # entries that are read first, and of which strangers are told
WITHOUT: Final = 12  # turns that are told to somebody who does not sit here
BELOW: Final = 3000  # letters below the pictures of a page


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
    head = [voice("catch_up.head", name=act.app.game_name(table.kind, act.language), id=table.id)]
    missed = _missed_by(act, table, view, seat, history, since)
    if since is not None and seat is not None:
        head[0] = voice(
            "catch_up.head_since",
            name=act.app.game_name(table.kind, act.language),
            id=table.id,
            when=f"<t:{since.at}:R>",
        )
        before = await _before(act, table, since, seat)
        for_me = _changes(table, before, view, seat, voice)
        head.append(voice("catch_up.for_you", list=voice.listed([change.text for change in for_me])))
        plain = act.app.voice(table, act.language, plain=True)
        missed = replace(missed, changes=_changes(table, before, view, seat, plain))
    told = [line.whole for line in missed.lines] or [voice("catch_up.nothing")]
    extra = _buttons(act, table, seat)
    parts = strip.pages(act, missed)
    if not parts:
        return pages.screen(voice, table, pages.split("\n".join([*head, *told])), page, "catch", extra=extra)
    page = min(page, len(parts) - 1)
    files = await strip.picture(act, missed, parts[page], last=page + 1 == len(parts))
    below = cut("\n".join(line.whole for line in parts[page]), BELOW)
    shown = pages.screen(voice, table, ["\n".join(head)] * len(parts), page, "catch", extra=extra)
    return replace(shown, files=files, below=below)


def _buttons(act: Act, table: Table, seat: int | None) -> list[Button]:
    """Below it: to their own move, and to the log."""
    voice = act.voice(table)
    found: list[Button] = []
    if table.open and seat is not None and seat in table.waiting:
        first = ids.pick(table.id, table.seq, str(Path()))
        assert first is not None, "the shortest of all paths fits"
        found.append(Button(first, voice("button.move"), "green"))
    found.append(Button(ids.table(table.id, "log"), voice("button.log")))
    return found


def _missed_by(
    act: Act, table: Table, view: View, seat: int | None, history: Sequence[Entry], since: Entry | None
) -> Missed:
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
    return Missed(table, view, seat, since, lines if seat is not None else lines[-WITHOUT:], moves)


async def _before(act: Act, table: Table, since: Entry, seat: int) -> Any:
    """What they saw after that entry; None where an older version of the rules played then."""
    try:
        return await act.app.tables.view_after(table, since.seq, seat)
    except ServiceError:
        return None


def _changes(table: Table, before: Any, view: View, seat: int, voice: Voice) -> list[Pill]:
    """What they have more or less of than before, and how far they are from the others."""
    told: list[Pill] = []
    if before is not None:
        gained = view.scores[seat] - before.scores[seat]
        changes = face(table.kind).changed(before, view, seat, voice)
        told += signed(voice, [(gained, voice("catch_up.points", n=abs(gained))), *changes])
    return [*told, Pill(_standing(voice, view.scores, seat))]


def _standing(voice: Voice, scores: Sequence[int], seat: int) -> str:
    others = {other: points for other, points in enumerate(scores) if other != seat}
    best = max(others, key=lambda other: others[other])
    behind = others[best] - scores[seat]
    if not behind:
        return voice("catch_up.level", name=voice.seat(best))
    key = "catch_up.behind" if behind > 0 else "catch_up.ahead"
    return voice(key, n=abs(behind), name=voice.seat(best))


def signed(voice: Voice, changes: Sequence[tuple[int, str]]) -> list[Pill]:
    """«+2 ore», «−1 wool»; what has not changed is left out. Losses come first."""
    told = [Pill(voice("catch_up.more" if n > 0 else "catch_up.fewer", what=what), n < 0) for n, what in changes if n]
    return sorted(told, key=lambda pill: not pill.loss)
