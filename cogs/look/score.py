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
from cogs.screen import (
    Button,
    Choice,
    File,
    Row,
    Screen,
    Select,
    cache_key,
    event_text,
    ids,
    naming,
    pages,
    truncate_text,
)
from cogs.screen.links import table_button
from cogs.screen.values import LABEL_LENGTH, MAX_OPTIONS, OPTION_LENGTH
from rules.core import View
from service.errors import ServiceError
from service.play.lesson_log import lesson_as_one_game
from service.state.model import LogEntry, StoredEvent, Table


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """Points from one event of a log entry."""

    seq: int
    event_index: int
    event: StoredEvent
    scored: Scored


def iter_scored_events(face: Face[View], entries: Iterable[LogEntry]) -> Iterator[ScoredEvent]:
    """All scoring events, oldest first."""
    for entry in entries:
        for index, event in enumerate(entry.events):
            if event.seats is None and (scored := face.find_scored(event)) is not None:
                yield ScoredEvent(entry.seq, index, event, scored)


async def _load_scored_log(ctx: InteractionContext, table: Table) -> Sequence[LogEntry]:
    """The log with the scoring events; of a lesson, the game that its last position comes from."""
    entries = await ctx.app.tables.history.read_effective_entries(table.id)
    if table.lesson is None or table.lesson.is_free_play:
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
    numbers = ctx.argument.split(".")
    seat = pages.parse_number(numbers[0])
    await ctx.reply.show(await score_screen(ctx, seat, pages.parse_number(numbers[1]) if len(numbers) > 1 else 0))


def _resolve_scored_player(ctx: InteractionContext, table: Table, text: str) -> int:
    """The seat of a player, by number, name or colour. ServiceError `token_ambiguous`, and one for no match."""
    voice = ctx.voice(table)
    matches = []
    for seat in table.seats:
        spellings = (str(seat.index), seat.name, seat.colour, naming.colour_name(seat.colour, voice))
        if any(normalise_spelling(word) == normalise_spelling(text) for word in spellings):
            matches.append(seat.index)
    if len(matches) > 1:
        a, b = (voice.seat(seat) for seat in matches[:2])
        raise ServiceError("token_ambiguous", text=text, a=a, b=b)
    if not matches:
        names = {str(seat.index): (seat.name, naming.colour_name(seat.colour, voice)) for seat in table.seats}
        nearest = nearest_match(text, names, lambda seat: names[seat])
        nearest_name = names[nearest][0] if nearest else ""
        raise unknown_value_error(text, voice("pick.field.player"), table.seats[0].name, nearest_name)
    return matches[0]


async def score_screen(ctx: InteractionContext, seat: int | None, page: int = 0) -> Screen:
    """The points by category, and a select of the player's scoring events."""
    table, view, own_seat = await resolve_viewed_table(ctx)
    voice = ctx.voice(table)
    if seat is None or seat >= len(table.seats):
        seat = own_seat or 0
    lines = [points_table(table, view.tally, view.scores, voice)]
    face = face_for(table.kind)
    if tie := describe_tie_break(table, view, voice):
        lines.append(tie)
    sheet = await _draw_score_sheet(ctx, table) if face.has_score_sheet else []
    if face.score_sheet_rule_key:
        lines.append(voice("look.score_rule", rule=voice(face.score_sheet_rule_key)))
    entries = await _load_scored_log(ctx, table)
    scored_events = [scored for scored in iter_scored_events(face, entries) if seat in scored.scored.points]
    if scored_events or not sheet:
        lines.append(voice("look.score_of", name=voice.seat(seat), n=view.scores[seat]))
        if not scored_events:
            lines.append(voice("look.score_none"))
    listed = scored_events[::-1][page * MAX_OPTIONS : (page + 1) * MAX_OPTIONS]  # newest first
    rows: list[Row] = []
    if listed:
        plain, choices = ctx.app.voice(table, ctx.language, plain=True), []
        for scored in listed:
            story = event_text.describe_event(scored.event, plain)
            label = voice("look.scored", n=scored.seq, points=scored.scored.points[seat], story=story)
            choices.append(Choice(f"{scored.seq}.{scored.event_index}", truncate_text(label, OPTION_LENGTH)))
        rows.append(
            Select(ids.action_custom_id(table.id, table.seq, "scored", str(seat)), choices, voice("look.score_choose"))
        )
    seat_buttons = [
        Button(
            ids.action_custom_id(table.id, table.seq, "score", str(other.index)),
            truncate_text(other.name, LABEL_LENGTH),
        )
        for other in table.seats
        if other.index != seat and (scored_events or not sheet)
    ]
    rows += [seat_buttons[i : i + 5] for i in range(0, len(seat_buttons), 5)]
    if len(scored_events) > (page + 1) * MAX_OPTIONS:
        next_page_id = ids.action_custom_id(table.id, table.seq, "score", f"{seat}.{page + 1}")
        rows.append([Button(next_page_id, voice("button.earlier"))])
    if not table.is_open:  # the message of a finished game shows no board
        rows.append([table_button(table.id, "board", voice)])
    return Screen("\n".join(lines), sheet, rows)


def _require_public_view(table: Table) -> View:
    """The public view: pictures of points are the same for everybody."""
    view = table.public_view
    assert view is not None, "a table that is looked at has its state"
    return view


async def _draw_score_sheet(ctx: InteractionContext, table: Table) -> list[File]:
    """The final points as a picture, in games that score at the end."""
    look, renderer = ctx.app.picture_look(table, ctx.language), ctx.app.renderer(table.kind)
    key = cache_key.table_cache_key(table, table.seq, ctx.language, "sheet")
    picture = await ctx.app.gallery.find_or_draw(key, lambda: renderer.score(_require_public_view(table), look))
    return [File(f"score-{table.id}-{table.seq}.png", picture.png, picture.alt)] if picture is not None else []


@on_component("x", "scored")
async def on_scored_event(ctx: InteractionContext) -> None:
    """One scoring event: its parts outlined, and its rule."""
    table, _, _ = await resolve_viewed_table(ctx)
    voice = ctx.voice(table)
    view = _require_public_view(table)
    seat = ctx.argument_number
    seq, _, event_index = ctx.first_value.partition(".")
    entries = await _load_scored_log(ctx, table)
    events = iter_scored_events(face_for(table.kind), entries)
    scored_event = next(
        (event for event in events if (str(event.seq), str(event.event_index)) == (seq, event_index)), None
    )
    if scored_event is None:
        raise ServiceError("stale")
    story = event_text.describe_event(scored_event.event, voice)
    rule_key = scored_event.scored.rule
    rule = voice(rule_key, **scored_event.event.params) if rule_key and voice.has(rule_key) else ""
    look = ctx.app.picture_look(table, ctx.language)
    renderer = ctx.app.renderer(table.kind)
    outlined = (*scored_event.scored.cells, *scored_event.scored.places)
    picture = await ctx.app.gallery.find_or_draw(
        cache_key.table_cache_key(table, table.seq, ctx.language, "scored", seq, event_index),
        lambda: renderer.counted(view, look, outlined),
    )
    files = [File(f"score-{table.id}-{seq}.png", picture.png, picture.alt)] if picture is not None else []
    buttons = [Button(ids.action_custom_id(table.id, table.seq, "score", str(seat)), voice("button.back"))]
    calculation = face_for(table.kind).explain_points(scored_event.event, voice)
    await ctx.reply.show(Screen("\n".join(part for part in (story, calculation, rule) if part), files, [buttons]))
