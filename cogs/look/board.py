"""The board in private messages: as a picture, whole or in part, or as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cogs.act.commands import FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.spelling import match_values, nearest_match, normalise_spelling, rank_matches, unknown_value_error
from cogs.games import face_for
from cogs.games.move_texts import key_family
from cogs.games.public_picture import draw_public_table
from cogs.look.hand import resolve_viewed_table
from cogs.post.headline import describe_branch_origin
from cogs.post.points import points_table
from cogs.screen import Button, File, Screen, cache_key, ids, naming, pages, table_button
from rules.core import View
from service.errors import ServiceError
from service.state.model import Table
from words import Voice

SCORES: Final = "scores"  # the board part that shows the points
BUTTONS_IN_A_ROW: Final = 5  # maximum buttons in a row


async def run_board(
    ctx: InteractionContext, text: bool | None = None, part: str | None = None, game: str | None = None
) -> None:
    if text and not part:
        table, view, seat = await resolve_viewed_table(ctx, game)
        await ctx.reply.show(board_text_screen(ctx, table, view, seat, page=0))
    else:
        await ctx.reply.show(await board_screen(ctx, part, game))


@on_component("t", "board", defer="private")
async def on_board(ctx: InteractionContext) -> None:
    await ctx.reply.show(await board_screen(ctx))
    ctx.repost_table_if_deleted()


@on_component("x", "part")
async def on_board_part(ctx: InteractionContext) -> None:
    await ctx.reply.show(await board_screen(ctx, ctx.argument))


async def board_screen(ctx: InteractionContext, part: str | None = None, game: str | None = None) -> Screen:
    """The picture of the board or of a part, or the text if it cannot be drawn."""
    table, view, seat = await resolve_viewed_table(ctx, game)
    voice = ctx.voice(table)
    if part and normalise_spelling(part) == SCORES:
        points = points_table(table, view.tally, view.scores, voice)
        return Screen(points, rows=_board_rows(table, view, voice))
    parts = board_parts(table, view, voice)
    region = _resolve_region(part, parts, voice) if part else None
    part_text = face_for(table.kind).describe_board_part(view, region, voice) if region is not None else ""
    if part_text:
        return Screen(f"{_board_heading(ctx, table, view)}\n{part_text}", rows=_board_rows(table, view, voice))
    if region is None:
        result = await draw_public_table(ctx.app, table, ctx.language)
    else:
        result = await _draw_part(ctx, table, view, seat, region)
    if result is None:
        text_screen = board_text_screen(ctx, table, view, seat, 0)
        return replace(text_screen, rows=[*text_screen.rows, *_board_page_rows(table, view, region)])
    pictures = result if isinstance(result, (list, tuple)) else [result]
    if not pictures:
        raise unknown_part_error(part or "", parts, voice)
    files = [
        File(f"board-{table.id}-{table.seq}-{n}.png", picture.png, picture.alt)
        for n, picture in enumerate(pictures[:10])
    ]
    notes = face_for(table.kind).board_notes(view, voice)
    rows = [*_board_page_rows(table, view, region), *_board_rows(table, view, voice)]
    return Screen("\n".join([_board_heading(ctx, table, view), *notes]), files, rows)


async def _draw_part(ctx: InteractionContext, table: Table, view: View, seat: int | None, region: str) -> Any:
    """A part of the board; empty if no part has that name, None if it cannot be drawn in time."""
    look, renderer = ctx.app.picture_look(table, ctx.language), ctx.app.renderer(table.kind)

    def draw() -> Any:
        try:
            return renderer.part(view, look, region)
        except ValueError:
            return ()  # no part of that name

    key = cache_key.table_cache_key(table, table.seq, seat, ctx.language, "part", region)
    return await ctx.app.gallery.find_or_draw(key, draw)


def board_parts(table: Table, view: View, voice: Voice) -> dict[str, Sequence[str]]:
    """Name of a part -> spellings: parts of the board, and seats if the game draws them separately."""
    face = face_for(table.kind)
    spellings: dict[str, Sequence[str]] = {}
    for seat in table.seats if face.has_board_part_per_seat else ():
        colour = naming.colour_name(seat.colour, voice)
        label = voice("look.player", name=seat.name, colour=colour)
        spellings[str(seat.index + 1)] = (label, seat.name, colour, seat.colour)
    return spellings | {part: () for part in face.board_parts(view) if part not in spellings}


def _resolve_region(text: str, parts: Mapping[str, Sequence[str]], voice: Voice) -> str:
    """The part that the text names; an unlisted text is passed on, as a renderer knows more parts."""
    if not parts:
        raise unknown_part_error(text, parts, voice)
    matches = match_values(
        text.strip().removeprefix("@"), parts, lambda token: parts[token], numbered=any(parts.values())
    )
    if len(matches) > 1:
        a, b = (next(iter(parts[token]), token) for token in matches[:2])
        raise ServiceError("token_ambiguous", text=text, a=a, b=b)
    return matches[0] if matches else "".join(text.split()).upper()


def unknown_part_error(text: str, parts: Mapping[str, Sequence[str]], voice: Voice) -> ServiceError:
    example = next((next(iter(names), token) for token, names in parts.items()), SCORES)
    nearest = nearest_match(text, parts, lambda part: parts[part])
    nearest_name = next(iter(parts[nearest]), nearest) if nearest else ""
    return unknown_value_error(text, voice("pick.field.part"), example, nearest_name)


def _board_rows(table: Table, view: View, voice: Voice) -> list[list[Button]]:
    family, face = key_family(table.kind), face_for(table.kind)
    part_names = face.board_parts(view)
    buttons = [
        Button(ids.action_custom_id(table.id, table.seq, "text", "0"), voice("button.text")),
        table_button(table.id, "score", voice),
        *(
            Button(ids.action_custom_id(table.id, table.seq, "part", part), voice(f"{family}.part.{part}"))
            for part in face.board_parts_with_button
            if part in part_names
        ),
    ]
    return [buttons[i : i + BUTTONS_IN_A_ROW] for i in range(0, len(buttons), BUTTONS_IN_A_ROW)]


def _board_page_rows(table: Table, view: View, region: str | None) -> list[list[Button]]:
    """Buttons to the pictures of a part with several."""
    stem, _, number = (region or "").casefold().partition("-")
    count = face_for(table.kind).count_part_pictures(view, stem)
    buttons = [
        Button(
            ids.action_custom_id(table.id, table.seq, "part", f"{stem}-{n}"), str(n), disabled=str(n) == (number or "1")
        )
        for n in range(1, count + 1)
    ]
    return [buttons] if count > 1 else []


def _board_heading(ctx: InteractionContext, table: Table, view: View) -> str:
    voice = ctx.voice(table)
    name = ctx.app.table_game_name(table, ctx.language)
    heading = voice("look.head", game=name, id=table.id, headline=voice.phrase(view.headline))
    return "\n".join([heading, *describe_branch_origin(table, voice)])


@on_component("x", "text-page")
@on_component("x", "text", defer="private")
async def on_board_text(ctx: InteractionContext) -> None:
    table, view, seat = await resolve_viewed_table(ctx)
    await ctx.reply.show(board_text_screen(ctx, table, view, seat, ctx.argument_number))


def describe_board(ctx: InteractionContext, table: Table, view: View, seat: int | None) -> str:
    """The whole picture as text, then the reader's private information."""
    voice = ctx.voice(table)
    look = ctx.app.picture_look(table, ctx.language, written=True)
    title = voice("look.title", game=ctx.app.table_game_name(table, ctx.language), id=table.id)
    face = face_for(table.kind)
    game = table.game
    assert game is not None
    own_turn = [s for s in table.seats_to_move if s == seat]
    others = (
        table.seats_to_move[:1] if face.legal_moves_are_public else ()
    )  # elsewhere the legal moves of others may reveal their hands
    movers = own_turn or others
    legal = [face.legal_lines(list(game.legal(table.state, mover))) for mover in movers]
    text = ctx.app.renderer(table.kind).text_board(view, look, title=title, legal=legal[0] if legal else ())
    hand = face.describe_hand(view, seat, voice) if seat is not None and not face.text_board_has_private_part else ""
    return f"{text}\n\n{voice('look.only_you')}\n{hand}" if hand else str(text)


def board_text_screen(ctx: InteractionContext, table: Table, view: View, seat: int | None, page: int) -> Screen:
    text_pages = pages.split_pages(describe_board(ctx, table, view, seat))
    return pages.page_screen(ctx.voice(table), table, text_pages, page, "text-page")


async def complete_board_part(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    table = await ctx.find_table(filled.get("game"), loaded=False)
    if table.game is None or table.state is None:
        return []
    voice = ctx.app.voice(table, ctx.language, plain=True)
    parts = board_parts(table, table.game.view(table.state, None), voice)
    parts[SCORES] = (voice("look.part_scores"),)
    matches = rank_matches(list(parts), typed, lambda part: parts[part])
    return [(next(iter(parts[part]), part), part) for part in matches]
