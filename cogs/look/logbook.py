"""Looking back: the log of a game, its record, the proof of its luck. Private answers that change nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cogs.act.handler import Act, on
from cogs.faces import face
from cogs.look.hand import seen
from cogs.post import taken_back
from cogs.screen import Button, File, Screen, ids, pages, telling
from rules.core.record import write as write_record
from service.errors import ServiceError
from service.history import shown as line_for
from service.history import without_undone
from service.model import Table
from service.reading import last_own
from service.seats import owner_at
from words import Voice

PROGRESS: Final = 4  # seconds between two words on how far a page is
HOUR: Final = 3600  # seconds without an entry after which the log says the time

# --- log ---------------------------------------------------------------------------------------------------------


async def run_log(act: Act, since: int | None = None, text: bool | None = None) -> None:
    await act.reply.show(await log_page(act, since, bool(text), None))


@on("t", "log", defer="private")
async def press_log(act: Act) -> None:
    await act.reply.show(await log_page(act, None, False, None))


@on("x", "log")
async def turn_log(act: Act) -> None:
    await act.reply.show(await _turned(act, text=False))


@on("x", "lines")
async def turn_lines(act: Act) -> None:
    await act.reply.show(await _turned(act, text=True))


async def _turned(act: Act, *, text: bool) -> Screen:
    since, _, page = (act.id.argument if act.id else "").partition(".")
    return await log_page(act, pages.number(since) or None, text, pages.number(page))


async def log_page(act: Act, since: int | None, text: bool, page: int | None) -> Screen:
    """The story, numbered, as far as the reader may know it. Without a number to start at, its end comes first."""
    table, _, seat = await seen(act)
    voice = act.voice(table)
    own = face(table.kind)
    lines: list[str] = []
    shown_at = 0
    history = await act.history(table)
    moves = taken_back.named(table, history, seat, voice)
    last = last_own(table, act.user_id, history)
    effective = {entry.seq for entry in without_undone(history)}
    for entry in history:
        if entry.seq < (since or 1) or (entry.seq not in effective and entry.kind != "undo"):
            continue
        if text:
            if entry.kind == "move":
                lines.append(f"{entry.seq}: {entry.seat} {line_for(table, entry, seat)}")
            continue
        say = _as_it_was(table, entry.seq, voice)
        told = [
            part
            for event in entry.events
            if (event.seats is None or seat in event.seats) and (said := telling.sentence(event, say, moves))
            for part in (said, own.reckoning(event, say))
            if part
        ]
        if told:
            if entry.at - shown_at >= HOUR:
                lines.append(voice("look.log_time", when=f"<t:{entry.at}:f>"))
            shown_at = entry.at
            lines.append(voice("look.log_line", n=entry.seq, story=" ".join(told)))
        if last is not None and entry.seq == last.seq:
            lines.append(voice("look.log_here"))
    if not lines:
        lines = [voice("look.log_ends", n=history[-1].seq) if since and history else voice("look.log_empty")]
    shown = pages.split("\n".join(lines), code=text)
    at = page if page is not None else 0 if since else len(shown) - 1
    return pages.screen(voice, table, shown, at, "lines" if text else "log", f"{since or 0}.")


def _as_it_was(table: Table, seq: int, voice: Voice) -> Voice:
    """The voice that calls the seats by who owned them then."""
    if all(term.role != "owner" for term in table.terms):
        return voice
    owners = [owner_at(table, seat, seq) for seat in table.seats]
    return voice.naming([voice.seat(n) if user is None else voice.person(user) for n, user in enumerate(owners)])


# --- export ------------------------------------------------------------------------------------------------------


async def run_export(act: Act, what: str) -> None:
    await act.reply.show(await export(act, what))


@on("t", "export", defer="private")
async def press_export(act: Act) -> None:
    await act.reply.show(await export(act, "record"))


@on("x", "export")
async def turn_export(act: Act) -> None:
    await act.reply.show(await export(act, act.id.argument if act.id else "record"))


async def export(act: Act, what: str) -> Screen:
    """The record as a file, or the proof of luck."""
    table, _, _ = await seen(act)
    voice = act.voice(table)
    if what == "page":
        return await page(act, table)
    if what == "luck":
        other = Button(ids.other(table.id, table.seq, "export", "record"), voice("button.record"))
        return Screen("\n".join(luck_lines(voice, table)), rows=[[other]])
    record = await act.app.tables.record(table.id)
    if table.open:  # numbers drawn tell what lies face down
        record = replace(record, key=None, start=None, lines=tuple(replace(line, drawn=None) for line in record.lines))
    text = write_record(record)
    said = voice("look.record_so_far") if table.open else voice("look.record_whole")
    ways = [Button(ids.other(table.id, table.seq, "export", "luck"), voice("button.luck"))]
    if not table.open:
        ways.append(Button(ids.other(table.id, table.seq, "export", "page"), voice("button.page"), "blue"))
    return Screen(said, [File(f"{table.kind}-{table.id}.game", text.encode())], [ways])


async def page(act: Act, table: Table) -> Screen:
    """The whole game as a page to keep. While it runs there is none: it would tell what is hidden."""
    if table.open:
        raise ServiceError("page_open")
    voice = act.voice(table)
    shown = act.app.clock.now()

    async def told(done: int, total: int) -> None:
        nonlocal shown
        if act.app.under_way.leaving:
            raise ServiceError("leaving")
        if act.app.clock.now() - shown >= PROGRESS:
            shown = act.app.clock.now()
            await act.reply.show(Screen(voice("look.page_making", percent=100 * done // total)))

    made = await act.app.pages.page(act.app, table, act.language, told)
    return Screen(voice("look.page_whole"), [File(f"{table.kind}-{table.id}.html", made)])


def luck_lines(voice: Voice, table: Table) -> list[str]:
    """The hash now, the key after the end, and how to check."""
    lines = [voice("look.luck_head", id=table.id)]
    if table.commitment:
        lines.append(voice("look.luck_sealed", hash=table.commitment))
    lines.append(voice("look.luck_key", key=table.key_shown) if table.key_shown else voice("look.luck_later"))
    lines.append(voice("look.luck_chosen") if table.lucky else voice("look.luck_check"))
    return lines
