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
from cogs.look.hand import resolve_viewed_table
from cogs.post.headline import describe_branch_origin
from cogs.post.points import points_table
from cogs.screen import Button, File, Screen, cache_key, ids, naming, pages
from rules.core import View
from service.errors import ServiceError
from service.state.model import Table
from words import Voice

SCORES: Final = "scores"  # the board part that shows the points
IN_A_ROW: Final = 5  # maximum buttons in a row


async def run_board(
    ctx: InteractionContext, text: bool | None = None, part: str | None = None, game: str | None = None
) -> None:
    if text and not part:
        await show_board_text(ctx, game)
    else:
        await ctx.reply.show(await board_screen(ctx, part, game))


@on_component("t", "board", defer="private")
async def on_board(ctx: InteractionContext) -> None:
    await ctx.reply.show(await board_screen(ctx))
    ctx.look_after()


@on_component("x", "part")
async def on_board_part(ctx: InteractionContext) -> None:
    await ctx.reply.show(await board_screen(ctx, ctx.id.argument if ctx.id else None))


async def board_screen(ctx: InteractionContext, part: str | None = None, game: str | None = None) -> Screen:
    """The picture of the board or of a part, or the text if it cannot be drawn."""
    table, view, seat = await resolve_viewed_table(ctx, game)
    voice = ctx.voice(table)
    if part and normalise_spelling(part) == SCORES:
        points = points_table(table, view.tally, view.scores, voice)
        return Screen(points, rows=_board_rows(table, view, voice))
    parts = board_parts(table, view, voice)
    region = _resolve_region(part, parts, voice) if part else None
    said = face_for(table.kind).part_in_words(view, region, voice) if region is not None else ""
    if said:
        return Screen(f"{_board_heading(ctx, table, view)}\n{said}", rows=_board_rows(table, view, voice))
    look = ctx.app.look(table, ctx.language)
    renderer = ctx.app.renderer(table.kind)

    def draw() -> Any:
        if region is None:
            return renderer.table(view, look)
        try:
            return renderer.part(view, look, region)
        except ValueError:
            return ()  # no part of that name

    drawn = await ctx.app.gallery.get(
        cache_key.table_cache_key(table, table.seq, seat, ctx.language, "part", region), draw
    )
    if drawn is None:
        told = board_text_screen(ctx, table, view, seat, 0)
        return replace(told, rows=[*told.rows, *_board_page_rows(table, view, region)])
    pictures = drawn if isinstance(drawn, (list, tuple)) else [drawn]
    if not pictures:
        raise unknown_part_error(part or "", parts, voice)
    files = [File(f"board-{table.id}-{table.seq}-{n}.png", p.png, p.alt) for n, p in enumerate(pictures[:10])]
    notes = face_for(table.kind).board_notes(view, voice)
    rows = [*_board_page_rows(table, view, region), *_board_rows(table, view, voice)]
    return Screen("\n".join([_board_heading(ctx, table, view), *notes]), files, rows)


def board_parts(table: Table, view: View, voice: Voice) -> dict[str, Sequence[str]]:
    """Name of a part -> spellings: parts of the board, and seats if the game draws them separately."""
    own = face_for(table.kind)
    found: dict[str, Sequence[str]] = {}
    for seat in table.seats if own.seats_apart else ():
        colour = naming.colour_name(seat.colour, voice)
        whole = voice("look.player", name=seat.name, colour=colour)
        found[str(seat.index + 1)] = (whole, seat.name, colour, seat.colour)
    return found | {part: () for part in own.parts(view) if part not in found}


def _resolve_region(text: str, parts: Mapping[str, Sequence[str]], voice: Voice) -> str:
    """The part that the text names; an unlisted text is passed on, as a renderer knows more parts."""
    if not parts:
        raise unknown_part_error(text, parts, voice)
    found = match_values(
        text.strip().removeprefix("@"), parts, lambda token: parts[token], numbered=any(parts.values())
    )
    if len(found) > 1:
        a, b = (next(iter(parts[token]), token) for token in found[:2])
        raise ServiceError("token_ambiguous", text=text, a=a, b=b)
    return found[0] if found else "".join(text.split()).upper()


def unknown_part_error(text: str, parts: Mapping[str, Sequence[str]], voice: Voice) -> ServiceError:
    example = next((next(iter(names), token) for token, names in parts.items()), SCORES)
    near = nearest_match(text, parts, lambda part: parts[part])
    return unknown_value_error(text, voice("pick.field.part"), example, next(iter(parts[near]), near) if near else "")


def _board_rows(table: Table, view: View, voice: Voice) -> list[list[Button]]:
    family, own = key_family(table.kind), face_for(table.kind)
    there = own.parts(view)
    buttons = [
        Button(ids.action_custom_id(table.id, table.seq, "text", "0"), voice("button.text")),
        Button(ids.table_custom_id(table.id, "score"), voice("button.score")),
        *(
            Button(ids.action_custom_id(table.id, table.seq, "part", part), voice(f"{family}.part.{part}"))
            for part in own.board_buttons
            if part in there
        ),
    ]
    return [buttons[i : i + IN_A_ROW] for i in range(0, len(buttons), IN_A_ROW)]


def _board_page_rows(table: Table, view: View, region: str | None) -> list[list[Button]]:
    """Buttons to the pictures of a part with several."""
    stem, _, number = (region or "").casefold().partition("-")
    count = face_for(table.kind).pictures_of(view, stem)
    buttons = [
        Button(
            ids.action_custom_id(table.id, table.seq, "part", f"{stem}-{n}"), str(n), disabled=str(n) == (number or "1")
        )
        for n in range(1, count + 1)
    ]
    return [buttons] if count > 1 else []


def _board_heading(ctx: InteractionContext, table: Table, view: View) -> str:
    voice = ctx.voice(table)
    name = ctx.app.name_of(table, ctx.language)
    head = voice("look.head", game=name, id=table.id, headline=voice.phrase(view.headline))
    return "\n".join([head, *describe_branch_origin(table, voice)])


@on_component("x", "text", defer="private")
async def on_board_text(ctx: InteractionContext) -> None:
    table, view, seat = await resolve_viewed_table(ctx)
    await ctx.reply.show(
        board_text_screen(ctx, table, view, seat, pages.parse_number(ctx.id.argument if ctx.id else ""))
    )


@on_component("x", "text-page")
async def on_board_text_page(ctx: InteractionContext) -> None:
    table, view, seat = await resolve_viewed_table(ctx)
    await ctx.reply.show(
        board_text_screen(ctx, table, view, seat, pages.parse_number(ctx.id.argument if ctx.id else ""))
    )


async def show_board_text(ctx: InteractionContext, game: str | None = None) -> None:
    table, view, seat = await resolve_viewed_table(ctx, game)
    await ctx.reply.show(board_text_screen(ctx, table, view, seat, 0))


def describe_board(ctx: InteractionContext, table: Table, view: View, seat: int | None) -> str:
    """The whole picture as text, then the reader's private information."""
    voice = ctx.voice(table)
    look = ctx.app.look(table, ctx.language, written=True)
    title = voice("look.title", game=ctx.app.name_of(table, ctx.language), id=table.id)
    own = face_for(table.kind)
    game = table.game
    assert game is not None
    mine = [s for s in table.waiting if s == seat]
    movers = mine or (table.waiting[:1] if own.open_moves else ())  # the legal moves of others may reveal their hands
    legal = [own.legal_lines(list(game.legal(table.state, mover))) for mover in movers]
    text = ctx.app.renderer(table.kind).text_board(view, look, title=title, legal=legal[0] if legal else ())
    hand = own.hand(view, seat, voice) if seat is not None and not own.own_board else ""
    return f"{text}\n\n{voice('look.only_you')}\n{hand}" if hand else str(text)


def board_text_screen(ctx: InteractionContext, table: Table, view: View, seat: int | None, page: int) -> Screen:
    shown = pages.split_pages(describe_board(ctx, table, view, seat))
    return pages.page_screen(ctx.voice(table), table, shown, page, "text-page")


async def complete_board_part(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    table = await ctx.table(filled.get("game"), loaded=False)
    if table.game is None or table.state is None:
        return []
    voice = ctx.app.voice(table, ctx.language, plain=True)
    parts = board_parts(table, table.game.view(table.state, None), voice)
    parts[SCORES] = (voice("look.part_scores"),)
    found = rank_matches(list(parts), typed, lambda part: parts[part])
    return [(next(iter(parts[part]), part), part) for part in found]
