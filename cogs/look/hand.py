"""Looking: hand and moves, and what all that looks shares. Private answers that change nothing."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, cast

from cogs.act.context import Act
from cogs.act.router import on
from cogs.choose.picker import unique
from cogs.games import face
from cogs.games.move_texts import kind_name, sentence
from cogs.games.seat_view import Room
from cogs.screen import Button, File, Screen, cache_key, event_text, ids, pages
from cogs.turn import move_screens
from rules.core import Move, RulesError, View, encode, field_names, write
from service.errors import ServiceError
from service.state.model import Table
from service.state.personal_settings import TIPS
from service.state.readable_log import without_undone
from service.state.seat_control import eyes
from words import Voice

log = logging.getLogger(__name__)
LISTED: Final = 60  # moves of one kind that are written out


def sentence_of(voice: Voice, table: Table, line: str) -> str:
    return sentence(voice, face(table.kind), table, line)


async def seen(act: Act, game: str | None = None) -> tuple[Table, View, int | None]:
    """The table (or the last one finished here), its view, and the seat that whoever looks decides for."""
    table = await act.table(game, finished=True)
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if table.game is None or table.state is None:
        raise ServiceError("no_table")
    seat = eyes(table, act.user_id)
    mine = None if seat is None else seat.index
    return table, table.game.view(table.state, mine), mine


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
    held = face(table.kind).hand(view, seat.index, voice) or voice(_unsaid(table, view))
    head = voice("look.hand", name=voice.seat(seat.index), colour=seat.colour, points=view.scores[seat.index])
    last = await _last_taken(act, table, seat.index)
    return Screen("\n".join(filter(None, (head, held, last))), await hand_picture(act, table, view, seat.index))


def _unsaid(table: Table, view: View) -> str:
    """What is said where the game has no words for a hand: whether the seat sees more than everybody does."""
    names = [field.name for field in fields(cast(Any, view)) if field.name != "you"]
    hidden = any(getattr(table.public, name) != getattr(view, name) for name in names)
    return "look.hand_on_board" if hidden else "look.hand_empty"


async def _last_taken(act: Act, table: Table, seat: int) -> str:
    """What last came into the hand or went from it unseen by the others, with its number in the log."""
    keys = face(table.kind).told_below_hand
    if not keys:
        return ""
    voice = act.voice(table)
    for entry in reversed(without_undone(await act.history(table))):
        for event in reversed(entry.events):
            if event.key in keys and event.seats is not None and seat in event.seats:
                return voice("look.log_line", n=entry.seq, story=event_text.sentence(event, voice))
    return ""


async def hand_picture(act: Act, table: Table, view: View, seat: int) -> list[File]:
    """What the seat of that view holds as a picture; none in games that hide nothing."""
    draw = act.app.renderer(table.kind).hand
    look = act.app.look(table, act.language)
    key = cache_key.key(table, table.seq, seat, act.language, "hand in full")
    drawn = await act.app.gallery.get(key, lambda: draw(view, look))
    return [File(f"hand-{table.id}-{table.seq}.png", drawn.png, drawn.alt)] if drawn is not None else []


# --- moves -------------------------------------------------------------------------------------------------------


async def run_moves(act: Act, game: str | None = None) -> None:
    room = await move_screens.at_turn(act, await act.table(game))
    await act.reply.show(moves_page(act, room, 0))


@on("x", "moves")
async def turn_moves(act: Act) -> None:
    room = await move_screens.at_turn(act, await act.table())
    await act.reply.show(moves_page(act, room, pages.number(act.id.argument if act.id else "")))


def moves_page(act: Act, room: Room[View], page: int) -> Screen:
    table, legal = room.table, room.legal
    voice = act.voice(table)
    lines = [voice("look.moves", n=len(legal))]
    for kind in face(table.kind).kinds(legal):
        of_kind = [move for move in legal if move.kind == kind]
        lines.append(voice("look.kind", kind=kind_name(voice, table.kind, kind), n=len(of_kind)))
        said = ((encode(move), sentence_of(voice, table, encode(move))) for move in of_kind[:LISTED])
        lines += [voice("look.move", line=line, sentence=sentence) for line, sentence in said]
        if room.listed_in_part(kind):
            lines.append(voice("look.partly"))
        elif len(of_kind) > LISTED:
            lines += _counted(voice, of_kind)
    for kind in room.composable:
        lines.append(voice("look.kind_unlisted", kind=kind_name(voice, table.kind, kind)))
        lines.append(voice("look.move_unlisted", line=_spelled(room, kind)))
    row = [Button(ids.table(table.id, "move"), voice("button.move"), "blue")]
    return pages.screen(voice, table, pages.split("\n".join(lines)), page, "moves", extra=row)


def _spelled(room: Room[View], kind: str) -> str:
    """How such a move is written: one that could be played now."""
    return next(encode(move) for move in room.samples if move.kind == kind)


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


# --- what pickers share --------------------------------------------------------------------------------------------


@on("x", "close")
async def close(act: Act) -> None:
    """Take the private message away."""
    await act.reply.dismiss()


@on("x", "no-tips")
async def no_tips(act: Act) -> None:
    table = await act.table()
    await act.app.tables.set_setting(act.user_id, TIPS, "off")
    try:
        await act.reply.show(await move_screens.present(act, table))
    except RulesError:
        await act.reply.dismiss()
