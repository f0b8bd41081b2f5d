"""`/game score`: the points by category, and each scoring event explained and outlined on the board."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.spelling import nearest_match, normalise_spelling, unknown_value_error
from cogs.games import Face, Scored, face_for
from cogs.look.hand import resolve_viewed_table
from cogs.post.points import describe_tie_break, points_table
from cogs.screen import Button, Choice, File, Row, Screen, Select, cache_key, cut, event_text, ids, naming, pages
from rules.core import View
from service.errors import ServiceError
from service.play.lesson_log import lesson_as_one_game
from service.state.model import LogEntry, StoredEvent, Table


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """Points from one event of a log entry."""

    seq: int
    at: int
    event: StoredEvent
    what: Scored


def iter_scored_events(face: Face[View], entries: Iterable[LogEntry]) -> Iterator[ScoredEvent]:
    """All scoring events, oldest first."""
    for entry in entries:
        for at, event in enumerate(entry.events):
            if event.seats is None and (what := face.scored(event)) is not None:
                yield ScoredEvent(entry.seq, at, event, what)


async def _load_scored_log(ctx: InteractionContext, table: Table) -> Sequence[LogEntry]:
    """The log with the scoring events; of a lesson, the game that its last position comes from."""
    entries = await ctx.app.tables.history.effective(table.id)
    if table.lesson is None or table.lesson.free:
        return entries
    return await asyncio.to_thread(lesson_as_one_game, table.kind, entries)


async def run_score(ctx: InteractionContext, player: str | None = None) -> None:
    table, _, _ = await resolve_viewed_table(ctx)
    await ctx.reply.show(await score_screen(ctx, _resolve_scored_player(ctx, table, player) if player else None))


@on_component("t", "score", defer="private")
async def on_score(ctx: InteractionContext) -> None:
    await ctx.reply.show(await score_screen(ctx, None))


@on_component("x", "score")
async def on_score_choice(ctx: InteractionContext) -> None:
    """Another player, or the selected event."""
    words = (ctx.id.argument if ctx.id else "").split(".")
    seat = pages.parse_number(words[0])
    await ctx.reply.show(await score_screen(ctx, seat, pages.parse_number(words[1]) if len(words) > 1 else 0))


def _resolve_scored_player(ctx: InteractionContext, table: Table, text: str) -> int:
    """The seat of a player, by number, name or colour. ServiceError `token_ambiguous`, and one for no match."""
    voice = ctx.voice(table)
    found = []
    for seat in table.seats:
        spelled = (str(seat.index), seat.name, seat.colour, naming.colour_name(seat.colour, voice))
        if any(normalise_spelling(word) == normalise_spelling(text) for word in spelled):
            found.append(seat.index)
    if len(found) > 1:
        a, b = (voice.seat(seat) for seat in found[:2])
        raise ServiceError("token_ambiguous", text=text, a=a, b=b)
    if not found:
        names = {str(seat.index): (seat.name, naming.colour_name(seat.colour, voice)) for seat in table.seats}
        near = nearest_match(text, names, lambda seat: names[seat])
        raise unknown_value_error(text, voice("pick.field.player"), table.seats[0].name, names[near][0] if near else "")
    return found[0]


async def score_screen(ctx: InteractionContext, seat: int | None, page: int = 0) -> Screen:
    """The points by category, and a select of the player's scoring events."""
    table, view, mine = await resolve_viewed_table(ctx)
    voice = ctx.voice(table)
    seat = seat if seat is not None and seat < len(table.seats) else mine if mine is not None else 0
    parts = [points_table(table, view.tally, view.scores, voice)]
    own = face_for(table.kind)
    if tie := describe_tie_break(table, view, voice):
        parts.append(tie)
    sheet = await _draw_score_sheet(ctx, table) if own.sheet else []
    if own.sheet_rule:
        parts.append(voice("look.score_rule", rule=voice(own.sheet_rule)))
    entries = await _load_scored_log(ctx, table)
    given = [one for one in iter_scored_events(own, entries) if seat in one.what.points]
    if given or not sheet:
        parts.append(voice("look.score_of", name=voice.seat(seat), n=view.scores[seat]))
        if not given:
            parts.append(voice("look.score_none"))
    shown = given[::-1][page * 25 : page * 25 + 25]  # newest first
    rows: list[Row] = []
    if shown:
        choices = [
            Choice(
                f"{one.seq}.{one.at}",
                cut(
                    voice(
                        "look.scored",
                        n=one.seq,
                        points=one.what.points[seat],
                        story=event_text.describe_event(one.event, ctx.app.voice(table, ctx.language, plain=True)),
                    ),
                    100,
                ),
            )
            for one in shown
        ]
        rows.append(
            Select(ids.action_custom_id(table.id, table.seq, "scored", str(seat)), choices, voice("look.score_choose"))
        )
    others = [
        Button(ids.action_custom_id(table.id, table.seq, "score", str(s.index)), cut(s.name, 80))
        for s in table.seats
        if s.index != seat and (given or not sheet)
    ]
    rows += [others[i : i + 5] for i in range(0, len(others), 5)]
    if len(given) > (page + 1) * 25:
        onward = ids.action_custom_id(table.id, table.seq, "score", f"{seat}.{page + 1}")
        rows.append([Button(onward, voice("button.earlier"))])
    if not table.open:  # the message of a finished game shows no board
        rows.append([Button(ids.table_custom_id(table.id, "board"), voice("button.board"))])
    return Screen("\n".join(parts), sheet, rows)


def _require_public_view(table: Table) -> View:
    """The public view: pictures of points are the same for everybody."""
    view = table.public
    assert view is not None, "a table that is looked at has its state"
    return view


async def _draw_score_sheet(ctx: InteractionContext, table: Table) -> list[File]:
    """The final points as a picture, in games that score at the end."""
    look, renderer = ctx.app.look(table, ctx.language), ctx.app.renderer(table.kind)
    key = cache_key.table_cache_key(table, table.seq, ctx.language, "sheet")
    drawn = await ctx.app.gallery.get(key, lambda: renderer.score(_require_public_view(table), look))
    return [File(f"score-{table.id}-{table.seq}.png", drawn.png, drawn.alt)] if drawn is not None else []


@on_component("x", "scored")
async def on_scored_event(ctx: InteractionContext) -> None:
    """One scoring event: its parts outlined, and its rule."""
    table, _, _ = await resolve_viewed_table(ctx)
    voice = ctx.voice(table)
    view = _require_public_view(table)
    seat = pages.parse_number(ctx.id.argument if ctx.id else "")
    seq, _, at = (ctx.values[0] if ctx.values else "").partition(".")
    entries = await _load_scored_log(ctx, table)
    one = next(
        (o for o in iter_scored_events(face_for(table.kind), entries) if (str(o.seq), str(o.at)) == (seq, at)), None
    )
    if one is None:
        raise ServiceError("stale")
    said = event_text.describe_event(one.event, voice)
    rule = voice(one.what.rule, **one.event.params) if one.what.rule and voice.has(one.what.rule) else ""
    look = ctx.app.look(table, ctx.language)
    renderer = ctx.app.renderer(table.kind)
    where = (*one.what.cells, *one.what.places)
    drawn = await ctx.app.gallery.get(
        cache_key.table_cache_key(table, table.seq, ctx.language, "scored", seq, at),
        lambda: renderer.counted(view, look, where),
    )
    files = [File(f"score-{table.id}-{seq}.png", drawn.png, drawn.alt)] if drawn is not None else []
    row = [Button(ids.action_custom_id(table.id, table.seq, "score", str(seat)), voice("button.back"))]
    summed = face_for(table.kind).reckoning(one.event, voice)
    await ctx.reply.show(Screen("\n".join(part for part in (said, summed, rule) if part), files, [row]))
