"""Looking: board, hand, moves, log, score, export. Private answers that change nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cogs import ids, message, naming, pages, pick, telling
from cogs.faces import face
from cogs.handler import Act, on
from cogs.picker import unique
from cogs.room import GALLERY, family_of, kind_name, sentence
from cogs.screen import Button, File, Screen
from cogs.spelling import fold, match, ranked
from cogs.tips import tips_of
from rules.core import Move, RulesError, encode, field_names, write
from rules.core.record import write as write_record
from service.errors import ServiceError
from service.history import shown as line_for
from service.model import Table
from words import Voice

if TYPE_CHECKING:
    from cogs.client import Longtable

log = logging.getLogger(__name__)
SCORES: Final = "scores"  # a part of the board: the points
LISTED: Final = 60  # moves of one kind that are written out
_warming: set[asyncio.Task[Any]] = set()


def warm(bot: Longtable, table_id: int) -> None:
    """Bring a table into memory, for the next completion."""
    task = asyncio.create_task(bot.tables.load(table_id))
    _warming.add(task)
    task.add_done_callback(_warmed)


def _warmed(task: asyncio.Task[Any]) -> None:
    _warming.discard(task)
    if not task.cancelled() and task.exception() is not None:
        log.warning("a table could not be brought into memory: %s", type(task.exception()).__name__)


def sentence_of(voice: Voice, table: Table, line: str) -> str:
    return sentence(voice, face(table.kind), table, line)


async def seen(act: Act, game: str | None = None) -> tuple[Table, Any, int | None]:
    """The table (or the last one finished here), its view, and the seat of whoever looks."""
    table = await act.table(game, finished=True)
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if table.game is None or table.state is None:
        raise ServiceError("no_table")
    seat = table.seat_of(act.user_id)
    mine = None if seat is None or seat.resigned else seat.index
    return table, table.game.view(table.state, mine), mine


# --- board -------------------------------------------------------------------------------------------------------


async def run_board(act: Act, text: bool | None = None, part: str | None = None, game: str | None = None) -> None:
    if text and not part:
        await show_text(act, game)
    else:
        await act.reply.show(await board(act, part, game))


@on("t", "board", defer="private")
async def press_board(act: Act) -> None:
    await act.reply.show(await board(act))


@on("x", "part")
async def press_part(act: Act) -> None:
    """A part of the board that has its own button."""
    await act.reply.show(await board(act, act.id.argument if act.id else None))


async def board(act: Act, part: str | None = None, game: str | None = None) -> Screen:
    """The picture, whole or a part of it; as text where it cannot be drawn."""
    table, view, seat = await seen(act, game)
    voice = act.voice(table)
    if part and fold(part) == SCORES:
        return Screen(message.points_table(table, view.tally, view.scores, voice), rows=[_board_row(table, voice)])
    parts = parts_of(table, view, voice)
    region = _region(part, parts, voice) if part else None
    look = act.bot.look(table, act.language)
    renderer = act.bot.renderer(table.kind)

    def draw() -> Any:
        if region is None:
            return renderer.table(view, look)
        try:
            return renderer.part(view, look, region)
        except ValueError:
            return ()  # nothing is called so

    drawn = await GALLERY.get(act.bot, (table.tag, table.id, table.seq, seat, act.language, "part", region), draw)
    if drawn is None:
        return text_page(act, table, view, seat, 0)
    pictures = drawn if isinstance(drawn, (list, tuple)) else [drawn]
    if not pictures:
        raise no_part(part or "", parts, voice)
    files = [File(f"board-{table.id}-{table.seq}-{n}.png", p.png, p.alt) for n, p in enumerate(pictures[:10])]
    return Screen(_head(act, table, view), files, [_board_row(table, voice)])


def parts_of(table: Table, view: Any, voice: Voice) -> dict[str, Sequence[str]]:
    """What can be looked at alone: parts of the board, and seats where the game shows them apart; with their names."""
    own = face(table.kind)
    found: dict[str, Sequence[str]] = {}
    for seat in table.seats if own.seats_apart else ():
        colour = naming.colour(seat.colour, voice)
        whole = voice("look.player", name=seat.name, colour=colour)
        found[str(seat.index + 1)] = (whole, seat.name, colour, seat.colour)
    return found | {part: () for part in own.parts(view) if part not in found}


def _region(text: str, parts: Mapping[str, Sequence[str]], voice: Voice) -> str:
    """The part that a text names, else the text itself: a renderer knows more parts than are listed."""
    if not parts:
        raise no_part(text, parts, voice)
    found = match(text.strip().removeprefix("@"), parts, lambda token: parts[token], numbered=any(parts.values()))
    if len(found) > 1:
        a, b = (next(iter(parts[token]), token) for token in found[:2])
        raise ServiceError("token_ambiguous", text=text, a=a, b=b)
    return found[0] if found else "".join(text.split()).upper()


def no_part(text: str, parts: Mapping[str, Sequence[str]], voice: Voice) -> ServiceError:
    example = next((next(iter(names), token) for token, names in parts.items()), SCORES)
    return ServiceError("token_unknown", text=text, type=voice("pick.field.part"), example=example)


def _board_row(table: Table, voice: Voice) -> list[Button]:
    family = family_of(table.kind)
    return [
        Button(ids.other(table.id, table.seq, "text", "0"), voice("button.text")),
        Button(ids.table(table.id, "score"), voice("button.score")),
        *(
            Button(ids.other(table.id, table.seq, "part", part), voice(f"{family}.part.{part}"))
            for part in face(table.kind).board_buttons
        ),
    ]


def _head(act: Act, table: Table, view: Any) -> str:
    voice = act.voice(table)
    return voice(
        "look.head", game=act.bot.game_name(table.kind, act.language), id=table.id, headline=voice.phrase(view.headline)
    )


@on("x", "text", defer="private")
async def press_text(act: Act) -> None:
    """The board as text, from a page on."""
    table, view, seat = await seen(act)
    await act.reply.show(text_page(act, table, view, seat, pages.number(act.id.argument if act.id else "")))


@on("x", "text-page")
async def turn_text(act: Act) -> None:
    table, view, seat = await seen(act)
    await act.reply.show(text_page(act, table, view, seat, pages.number(act.id.argument if act.id else "")))


async def show_text(act: Act, game: str | None = None) -> None:
    table, view, seat = await seen(act, game)
    await act.reply.show(text_page(act, table, view, seat, 0))


def board_text(act: Act, table: Table, view: Any, seat: int | None) -> str:
    """Everything the picture shows, in words; after it what the reader alone may know."""
    plain = act.bot.voice(table, act.language, plain=True)
    look = act.bot.look(table, act.language)
    title = plain("look.title", game=act.bot.game_name(table.kind, act.language), id=table.id)
    own = face(table.kind)
    game = table.game
    assert game is not None
    mine = [s for s in table.waiting if s == seat]
    movers = mine or (table.waiting[:1] if own.open_moves else ())  # what others may do can tell what they hold
    legal = [own.legal(list(game.legal(table.state, mover))) for mover in movers]
    text = act.bot.renderer(table.kind).text_board(view, look, title=title, legal=legal[0] if legal else ())
    hand = own.hand(view, seat, plain) if seat is not None and not own.own_board else ""
    return f"{text}\n\n{plain('look.only_you')}\n{hand}" if hand else str(text)


def text_page(act: Act, table: Table, view: Any, seat: int | None, page: int) -> Screen:
    shown = pages.split(board_text(act, table, view, seat))
    return pages.screen(act.voice(table), table, shown, page, "text-page")


async def complete_part(act: Act, filled: Mapping[str, Any], typed: str) -> Sequence[tuple[str, str]]:
    table = await act.table(filled.get("game"), loaded=False)
    if table.game is None or table.state is None:
        return []
    voice = act.bot.voice(table, act.language, plain=True)
    parts = parts_of(table, table.game.view(table.state, None), voice)
    parts[SCORES] = (voice("look.part_scores"),)
    found = ranked(list(parts), typed, lambda part: parts[part])
    return [(next(iter(parts[part]), part), part) for part in found]


# --- hand --------------------------------------------------------------------------------------------------------


async def run_hand(act: Act, game: str | None = None) -> None:
    await act.reply.show(await hand(act, game))


@on("t", "hand", defer="private")
async def press_hand(act: Act) -> None:
    await act.reply.show(await hand(act))


async def hand(act: Act, game: str | None = None) -> Screen:
    """What the seat holds, for nobody else."""
    table, view, _ = await seen(act, game)
    seat = act.seat(table)
    voice = act.voice(table)
    held = face(table.kind).hand(view, seat.index, voice) or voice("look.hand_empty")
    head = voice("look.hand", name=voice.seat(seat.index), colour=seat.colour, points=view.scores[seat.index])
    return Screen(f"{head}\n{held}", await hand_picture(act, table, view))


async def hand_picture(act: Act, table: Table, view: Any) -> list[File]:
    """What the seat of that view holds as a picture, in games that have hands."""
    draw = getattr(act.bot.renderer(table.kind), "hand", None)
    if draw is None:
        return []
    look = act.bot.look(table, act.language)
    key = (table.tag, table.id, table.seq, view.you, act.language, "hand in full")
    drawn = await GALLERY.get(act.bot, key, lambda: draw(view, look))
    return [File(f"hand-{table.id}-{table.seq}.png", drawn.png, drawn.alt)] if drawn is not None else []


# --- moves -------------------------------------------------------------------------------------------------------


async def run_moves(act: Act, game: str | None = None) -> None:
    room = await pick.at_turn(act, await act.table(game))
    await act.reply.show(moves_page(act, room.table, room.legal, 0))


@on("x", "moves")
async def turn_moves(act: Act) -> None:
    room = await pick.at_turn(act, await act.table())
    await act.reply.show(moves_page(act, room.table, room.legal, pages.number(act.id.argument if act.id else "")))


def moves_page(act: Act, table: Table, legal: Sequence[Move], page: int) -> Screen:
    voice = act.voice(table)
    lines = [voice("look.moves", n=len(legal))]
    for kind in face(table.kind).kinds(legal):
        of_kind = [move for move in legal if move.kind == kind]
        lines.append(voice("look.kind", kind=kind_name(voice, table.kind, kind), n=len(of_kind)))
        said = ((encode(move), sentence_of(voice, table, encode(move))) for move in of_kind[:LISTED])
        lines += [voice("look.move", line=line, sentence=sentence) for line, sentence in said]
        if len(of_kind) > LISTED:
            lines += _counted(voice, of_kind)
    row = [Button(ids.table(table.id, "move"), voice("button.move"), "blue")]
    return pages.screen(voice, table, pages.split("\n".join(lines)), page, "moves", extra=row)


def _counted(voice: Voice, moves: Sequence[Move]) -> list[str]:
    """Too many to write them all out: how many values each field has, and which."""
    lines = [voice("look.counted_head", n=len(moves) - LISTED)]
    for name in field_names(type(moves[0])):
        values = unique(write(getattr(move, name)) for move in moves)
        shown = ", ".join(values[:LISTED]) + (" …" if len(values) > LISTED else "")
        lines.append(voice("look.counted", field=_field(voice, name), n=len(values), list=shown))
    return lines


def _field(voice: Voice, name: str) -> str:
    return voice(f"pick.field.{name}") if voice.has(f"pick.field.{name}") else name


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
    lines = []
    history = await act.bot.tables.history(table.id)
    moves = {entry.seq: line_for(table, entry, seat) for entry in history}
    effective = {entry.seq for entry in await act.bot.tables.effective(table.id)}
    for entry in history:
        if entry.seq < (since or 1) or (entry.seq not in effective and entry.kind != "undo"):
            continue
        if text:
            if entry.kind == "move":
                lines.append(f"{entry.seq}: {entry.seat} {moves[entry.seq]}")
            continue
        told = [
            part
            for event in entry.events
            if (event.seats is None or seat in event.seats) and (said := telling.sentence(event, voice, moves))
            for part in (said, own.reckoning(event, voice)) if part
        ]
        if told:
            lines.append(voice("look.log_line", n=entry.seq, story=" ".join(told)))
    if not lines:
        lines = [voice("look.log_empty")]
    shown = pages.split("\n".join(lines), code=text)
    at = page if page is not None else 0 if since else len(shown) - 1
    return pages.screen(voice, table, shown, at, "lines" if text else "log", f"{since or 0}.")


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
    if what == "luck":
        other = Button(ids.other(table.id, table.seq, "export", "record"), voice("button.record"))
        return Screen("\n".join(luck_lines(voice, table)), rows=[[other]])
    record = await act.bot.tables.record(table.id)
    if table.open:  # numbers drawn tell what lies face down
        record = replace(record, key=None, start=None, lines=tuple(replace(line, drawn=None) for line in record.lines))
    text = write_record(record)
    said = voice("look.record_so_far") if table.open else voice("look.record_whole")
    other = Button(ids.other(table.id, table.seq, "export", "luck"), voice("button.luck"))
    return Screen(said, [File(f"{table.kind}-{table.id}.game", text.encode())], [[other]])


def luck_lines(voice: Voice, table: Table) -> list[str]:
    """The hash now, the key after the end, and how to check."""
    lines = [voice("look.luck_head", id=table.id)]
    if table.commitment:
        lines.append(voice("look.luck_sealed", hash=table.commitment))
    lines.append(voice("look.luck_key", key=table.key_shown) if table.key_shown else voice("look.luck_later"))
    lines.append(voice("look.luck_chosen") if table.lucky else voice("look.luck_check"))
    return lines


# --- what pickers share --------------------------------------------------------------------------------------------


@on("x", "close")
async def close(act: Act) -> None:
    """Take the private message away."""
    await act.reply.dismiss()


@on("x", "no-tips")
async def no_tips(act: Act) -> None:
    table = await act.table()
    tips_of(act.bot).no_more(act.user_id, table)
    try:
        await act.reply.show(await pick.present(act, table))
    except RulesError:
        await act.reply.dismiss()
