"""Looking at the board: as a picture, whole or a part of it, or as text. Private answers that change nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cogs.act.commands import Filled
from cogs.act.handler import Act, on
from cogs.choose.public_table import draw_public_table
from cogs.choose.saying import family_of
from cogs.choose.spelling import match, nearest, normalised, not_known, ranked
from cogs.faces import face
from cogs.look.hand import seen
from cogs.post.head import branch_line
from cogs.post.points import points_table
from cogs.screen import Button, File, Screen, ids, kept, naming, pages
from rules.core import View
from service.errors import ServiceError
from service.model import Table
from words import Voice

SCORES: Final = "scores"  # a part of the board: the points
IN_A_ROW: Final = 5  # buttons


async def run_board(act: Act, text: bool | None = None, part: str | None = None, game: str | None = None) -> None:
    if text and not part:
        await show_text(act, game)
    else:
        await act.reply.show(await board(act, part, game))


@on("t", "board", defer="private")
async def press_board(act: Act) -> None:
    await act.reply.show(await board(act))
    act.look_after()


@on("x", "part")
async def press_part(act: Act) -> None:
    """A part of the board that has its own button."""
    await act.reply.show(await board(act, act.id.argument if act.id else None))


async def board(act: Act, part: str | None = None, game: str | None = None) -> Screen:
    """The picture, whole or a part of it; as text where it cannot be drawn."""
    table, view, seat = await seen(act, game)
    voice = act.voice(table)
    if part and normalised(part) == SCORES:
        points = points_table(table, view.tally, view.scores, voice)
        return Screen(points, rows=_board_rows(table, view, voice))
    parts = parts_of(table, view, voice)
    region = _region(part, parts, voice) if part else None
    said = face(table.kind).part_in_words(view, region, voice) if region is not None else ""
    if said:
        return Screen(f"{_head(act, table, view)}\n{said}", rows=_board_rows(table, view, voice))
    if region is None:
        drawn = await draw_public_table(act.app, table, act.language)
    else:
        drawn = await _draw_part(act, table, view, seat, region)
    if drawn is None:
        told = text_page(act, table, view, seat, 0)
        return replace(told, rows=[*told.rows, *_pages(table, view, region)])
    pictures = drawn if isinstance(drawn, (list, tuple)) else [drawn]
    if not pictures:
        raise no_part(part or "", parts, voice)
    files = [File(f"board-{table.id}-{table.seq}-{n}.png", p.png, p.alt) for n, p in enumerate(pictures[:10])]
    notes = face(table.kind).board_notes(view, voice)
    rows = [*_pages(table, view, region), *_board_rows(table, view, voice)]
    return Screen("\n".join([_head(act, table, view), *notes]), files, rows)


async def _draw_part(act: Act, table: Table, view: View, seat: int | None, region: str) -> Any:
    """A part of the board; nothing where it has none of that name, None where it cannot be had in time."""
    look, renderer = act.app.look(table, act.language), act.app.renderer(table.kind)

    def draw() -> Any:
        try:
            return renderer.part(view, look, region)
        except ValueError:
            return ()  # nothing is called so

    return await act.app.gallery.get(kept.key(table, table.seq, seat, act.language, "part", region), draw)


def parts_of(table: Table, view: View, voice: Voice) -> dict[str, Sequence[str]]:
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
    near = nearest(text, parts, lambda part: parts[part])
    return not_known(text, voice("pick.field.part"), example, next(iter(parts[near]), near) if near else "")


def _board_rows(table: Table, view: View, voice: Voice) -> list[list[Button]]:
    family, own = family_of(table.kind), face(table.kind)
    there = own.parts(view)
    buttons = [
        Button(ids.other(table.id, table.seq, "text", "0"), voice("button.text")),
        Button(ids.table(table.id, "score"), voice("button.score")),
        *(
            Button(ids.other(table.id, table.seq, "part", part), voice(f"{family}.part.{part}"))
            for part in own.board_buttons
            if part in there
        ),
    ]
    return [buttons[i : i + IN_A_ROW] for i in range(0, len(buttons), IN_A_ROW)]


def _pages(table: Table, view: View, region: str | None) -> list[list[Button]]:
    """Buttons for the pictures of a part that has several."""
    stem, _, number = (region or "").casefold().partition("-")
    count = face(table.kind).pictures_of(view, stem)
    buttons = [
        Button(ids.other(table.id, table.seq, "part", f"{stem}-{n}"), str(n), disabled=str(n) == (number or "1"))
        for n in range(1, count + 1)
    ]
    return [buttons] if count > 1 else []


def _head(act: Act, table: Table, view: View) -> str:
    voice = act.voice(table)
    name = act.app.name_of(table, act.language)
    head = voice("look.head", game=name, id=table.id, headline=voice.phrase(view.headline))
    return "\n".join([head, *branch_line(table, voice)])


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


def board_text(act: Act, table: Table, view: View, seat: int | None) -> str:
    """Everything the picture shows, in words; after it what the reader alone may know."""
    voice = act.voice(table)
    look = act.app.look(table, act.language, written=True)
    title = voice("look.title", game=act.app.name_of(table, act.language), id=table.id)
    own = face(table.kind)
    game = table.game
    assert game is not None
    mine = [s for s in table.waiting if s == seat]
    movers = mine or (table.waiting[:1] if own.open_moves else ())  # what others may do can tell what they hold
    legal = [own.legal_lines(list(game.legal(table.state, mover))) for mover in movers]
    text = act.app.renderer(table.kind).text_board(view, look, title=title, legal=legal[0] if legal else ())
    hand = own.hand(view, seat, voice) if seat is not None and not own.own_board else ""
    return f"{text}\n\n{voice('look.only_you')}\n{hand}" if hand else str(text)


def text_page(act: Act, table: Table, view: View, seat: int | None, page: int) -> Screen:
    shown = pages.split(board_text(act, table, view, seat))
    return pages.screen(act.voice(table), table, shown, page, "text-page")


async def complete_part(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    table = await act.table(filled.get("game"), loaded=False)
    if table.game is None or table.state is None:
        return []
    voice = act.app.voice(table, act.language, plain=True)
    parts = parts_of(table, table.game.view(table.state, None), voice)
    parts[SCORES] = (voice("look.part_scores"),)
    found = ranked(list(parts), typed, lambda part: parts[part])
    return [(next(iter(parts[part]), part), part) for part in found]
