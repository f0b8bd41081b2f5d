"""Private screens of the hand and the legal moves, and helpers shared by the other views."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, cast

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.picker import unique_items
from cogs.games import face_for
from cogs.games.move_texts import describe_move, kind_name
from cogs.games.seat_view import SeatView
from cogs.screen import File, Screen, cache_key, event_text, pages, table_button
from cogs.turn import move_screens, seat_views
from rules.core import Move, RulesError, View, encode_move, field_names, format_field
from service.errors import ServiceError
from service.state.model import Table
from service.state.personal_settings import TIPS
from service.state.readable_log import without_undone
from service.state.seat_control import find_visible_seat
from words import Voice

log = logging.getLogger(__name__)
LISTED_MOVES: Final = 60  # maximum moves of one kind written out


def describe_move_line(voice: Voice, table: Table, line: str) -> str:
    return describe_move(voice, face_for(table.kind), table, line)


async def resolve_viewed_table(ctx: InteractionContext, game: str | None = None) -> tuple[Table, View, int | None]:
    """The table (or the last one finished here), its view, the user's seat. ServiceError `paused_lobby`, `no_table`."""
    table = await ctx.find_table(game, finished=True)
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if table.game is None or table.state is None:
        raise ServiceError("no_table")
    seat = find_visible_seat(table, ctx.user_id)
    seat_index = None if seat is None else seat.index
    return table, table.game.view(table.state, seat_index), seat_index


# --- hand --------------------------------------------------------------------------------------------------------


@on_component("t", "hand", defer="private")
async def run_hand(ctx: InteractionContext, game: str | None = None) -> None:
    await ctx.reply.show(await hand_screen(ctx, game))


async def hand_screen(ctx: InteractionContext, game: str | None = None) -> Screen:
    """The hand of the user's seat."""
    table, view, _ = await resolve_viewed_table(ctx, game)
    seat = ctx.require_seat(table)
    voice = ctx.voice(table)
    hand_text = face_for(table.kind).describe_hand(view, seat.index, voice) or voice(_wordless_hand_key(table, view))
    heading = voice("look.hand", name=voice.seat(seat.index), colour=seat.colour, points=view.scores[seat.index])
    last_change = await _describe_last_taken(ctx, table, seat.index)
    text = "\n".join(filter(None, (heading, hand_text, last_change)))
    return Screen(text, await draw_hand(ctx, table, view, seat.index))


def _wordless_hand_key(table: Table, view: View) -> str:
    """The sentence key of a hand without text, by whether the seat sees more than the public."""
    names = [field.name for field in fields(cast(Any, view)) if field.name != "you"]
    sees_more = any(getattr(table.public_view, name) != getattr(view, name) for name in names)
    return "look.hand_on_board" if sees_more else "look.hand_empty"


async def _describe_last_taken(ctx: InteractionContext, table: Table, seat: int) -> str:
    """The last private change of the hand, with its log number."""
    keys = face_for(table.kind).below_hand_keys
    if not keys:
        return ""
    voice = ctx.voice(table)
    for entry in reversed(without_undone(await ctx.load_readable_log(table))):
        for event in reversed(entry.events):
            if event.key in keys and event.seats is not None and seat in event.seats:
                return voice("look.log_line", n=entry.seq, story=event_text.describe_event(event, voice))
    return ""


async def draw_hand(ctx: InteractionContext, table: Table, view: View, seat: int) -> list[File]:
    """The picture of the hand; [] in games without hidden information."""
    draw = ctx.app.renderer(table.kind).hand
    look = ctx.app.picture_look(table, ctx.language)
    key = cache_key.table_cache_key(table, table.seq, seat, ctx.language, "hand in full")
    picture = await ctx.app.gallery.find_or_draw(key, lambda: draw(view, look))
    return [File(f"hand-{table.id}-{table.seq}.png", picture.png, picture.alt)] if picture is not None else []


# --- moves -------------------------------------------------------------------------------------------------------


async def run_moves(ctx: InteractionContext, game: str | None = None) -> None:
    seat_view = await seat_views.require_turn(ctx, await ctx.find_table(game))
    await ctx.reply.show(moves_screen(ctx, seat_view, 0))


@on_component("x", "moves")
async def on_moves_page(ctx: InteractionContext) -> None:
    seat_view = await seat_views.require_turn(ctx, await ctx.find_table())
    await ctx.reply.show(moves_screen(ctx, seat_view, ctx.argument_number))


def moves_screen(ctx: InteractionContext, seat_view: SeatView[View], page: int) -> Screen:
    table, legal = seat_view.table, seat_view.legal
    voice = ctx.voice(table)
    lines = [voice("look.moves", n=len(legal))]
    for kind in face_for(table.kind).kinds_in_menu_order(legal):
        same_kind = [move for move in legal if move.kind == kind]
        lines.append(voice("look.kind", kind=kind_name(voice, table.kind, kind), n=len(same_kind)))
        for line in map(encode_move, same_kind[:LISTED_MOVES]):
            lines.append(voice("look.move", line=line, sentence=describe_move_line(voice, table, line)))
        if seat_view.is_partly_listed(kind):
            lines.append(voice("look.partly"))
        elif len(same_kind) > LISTED_MOVES:
            lines += _describe_field_counts(voice, same_kind)
    for kind in seat_view.composable_kinds:
        lines.append(voice("look.kind_unlisted", kind=kind_name(voice, table.kind, kind)))
        lines.append(voice("look.move_unlisted", line=_example_spelling(seat_view, kind)))
    buttons = [table_button(table.id, "move", voice, "blue")]
    return pages.page_screen(voice, table, pages.split_pages("\n".join(lines)), page, "moves", extra_buttons=buttons)


def _example_spelling(seat_view: SeatView[View], kind: str) -> str:
    """The spelling of a playable move of that kind."""
    return next(encode_move(move) for move in seat_view.sample_moves if move.kind == kind)


def _describe_field_counts(voice: Voice, moves: Sequence[Move]) -> list[str]:
    """For moves too many to list: the number of values of each field, with examples."""
    lines = [voice("look.counted_head", n=len(moves) - LISTED_MOVES)]
    for name in field_names(type(moves[0])):
        values = unique_items(format_field(getattr(move, name)) for move in moves)
        shown = ", ".join(values[:LISTED_MOVES]) + (" …" if len(values) > LISTED_MOVES else "")
        lines.append(voice("look.counted", field=_field_label(voice, name), n=len(values), list=shown))
    return lines


def _field_label(voice: Voice, name: str) -> str:
    return voice(f"pick.field.{name}") if voice.has(f"pick.field.{name}") else name


# --- shared by pickers ---------------------------------------------------------------------------------------------


@on_component("x", "close")
async def on_close(ctx: InteractionContext) -> None:
    await ctx.reply.dismiss()


@on_component("x", "no-tips")
async def on_no_tips(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    await ctx.app.tables.preferences.set_setting(ctx.user_id, TIPS, "off")
    try:
        await ctx.reply.show(await move_screens.my_move_screen(ctx, table))
    except RulesError:
        await ctx.reply.dismiss()
