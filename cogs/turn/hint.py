"""*Hint*: the move that a machine would make for the user, its reasons, and a button to play it. Private."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.picker import ChoicePath, NoSuchChoice
from cogs.games import picker_screens
from cogs.games.seat_view import SeatView
from cogs.screen import Button, File, Link, People, Row, Screen, Select, message_limits, table_button
from cogs.turn import seat_views
from rules.core import View
from service.errors import ServiceError
from service.machines.hints import Hint, require_hints_allowed

NOTICE_SECONDS: Final = 1.5  # seconds until a waiting message
MAX_REASONS: Final = 2  # maximum reasons


@on_component("x", "hint", defer="private")
async def run_hint(ctx: InteractionContext, game: str | None = None) -> None:
    table = await ctx.find_table(game)
    seat_view = await seat_views.require_seat_view(ctx, table)
    require_hints_allowed(table)
    if not seat_view.may_act:
        raise ServiceError("not_your_turn")
    hint_task = asyncio.ensure_future(ctx.app.tables.hints.give_hint(table.id, ctx.user_id))
    finished, _ = await asyncio.wait({hint_task}, timeout=NOTICE_SECONDS)
    if not finished:
        await ctx.reply.show(Screen(seat_view.say("hint.thinking")))
    hint = await hint_task
    table = ctx.known_table = await ctx.app.tables.registry.load_table(table.id)
    if not hint.now or table.seq != hint.seq:
        row = [table_button(table.id, "move", seat_view.say, "blue")] if table.is_open else []
        await ctx.reply.show(Screen(seat_view.say("hint.gone"), rows=[row] if row else []))
        return
    await ctx.reply.show(await hint_screen(seat_views.build_seat_view(ctx, table, hint.seat), hint))


async def hint_screen(seat_view: SeatView[View], hint: Hint) -> Screen:
    """The hint above the preview of its move, with a button to play it."""
    text = "\n".join(_describe_hint(seat_view, hint))
    path = ChoicePath((), tuple(hint.thought.move.split(" ")))
    seat_view.is_reached_directly = True
    try:
        screen = await picker_screens.picker_screen(seat_view, path)
        hinted_moves = [hint.thought.move, *filter(None, [hint.thought.then])]
        play_button = seat_view.play_button(hinted_moves, seat_view.say("hint.both"))
    except NoSuchChoice:  # a move outside the picker
        return Screen(text, rows=[[table_button(seat_view.table_id, "move", seat_view.say, "blue")]])
    screen = replace(screen, text=f"{text}\n\n{screen.text}"[: message_limits.TEXT_LENGTH])
    if hint.thought.then:
        screen = replace(screen, files=await _draw_second_move(seat_view, *hinted_moves) or screen.files)
    if hint.thought.then and all(button.id != play_button.id for button in _list_buttons(screen.rows)):
        with_button = replace(screen, rows=[[play_button], *screen.rows])
        screen = with_button if message_limits.count_components(with_button) < message_limits.MAX_COMPONENTS else screen
    return replace(screen, rows=_star_hinted_button(screen.rows, play_button.id))


async def _draw_second_move(seat_view: SeatView[View], move: str, then: str) -> Sequence[File]:
    """The picture after the first move, with the second marked; () if the picker cannot express it."""
    try:
        return (await picker_screens.picker_screen(seat_view, ChoicePath((move,), tuple(then.split(" "))))).files
    except NoSuchChoice:
        return ()


def _star_hinted_button(rows: Sequence[Row], button_id: str) -> Sequence[Row]:
    """Mark the hint's button with a star if several buttons act at once and look alike without the picture."""
    if sum(part.tone == "green" for part in _list_buttons(rows)) < 2:
        return rows
    starred: list[Row] = []
    for row in rows:
        starred.append(row if isinstance(row, Select | People) else [_star_button(part, button_id) for part in row])
    return starred


def _list_buttons(rows: Sequence[Row]) -> list[Button]:
    parts = [part for row in rows if not isinstance(row, Select | People) for part in row]
    return [part for part in parts if isinstance(part, Button)]


def _star_button(part: Button | Link, button_id: str) -> Button | Link:
    return replace(part, label=f"★ {part.label}") if isinstance(part, Button) and part.id == button_id else part


def _describe_best_move(seat_view: SeatView[View], move: str, then: str) -> list[str]:
    """The moves of the hint. «End the turn, then …» would read like a contradiction, so the second move is named
    first."""
    game, sentences = seat_view.table.game, [seat_view.move_sentence(line, terms=True) for line in (move, then) if line]
    if not then:
        return [seat_view.say("hint.best", move=sentences[0])]
    if game is not None and game.moves[move.partition(" ")[0]].is_declining:
        return [seat_view.say("hint.best", move=sentences[1]), seat_view.say("hint.ends")]
    return [seat_view.say("hint.best", move=sentences[0]), seat_view.say("hint.then", move=sentences[1])]


def _describe_hint(seat_view: SeatView[View], hint: Hint) -> list[str]:
    thought = hint.thought
    best, *other_moves = thought.weighed
    lines = _describe_best_move(seat_view, best.move, thought.then)
    shown = [("hint.reason", reason) for reason in thought.reasons[:MAX_REASONS]]
    shown += [("hint.but", reason) for reason in thought.contrary[:1]]
    reasons = [seat_view.say(key, reason=seat_view.voice(reason.key, **reason.values)) for key, reason in shown]
    if not other_moves:
        return [*lines, *(reasons or [seat_view.say("hint.only")])]
    lines.append(seat_view.say("hint.second", move=seat_view.move_sentence(other_moves[0].move, terms=True)))
    if not reasons:
        return [*lines, seat_view.say("hint.close")]
    if thought.against == 1:
        lines.append(seat_view.say("hint.why"))
    else:
        compared = seat_view.move_sentence(thought.weighed[thought.against].move, terms=True)
        lines += [seat_view.say("hint.close")] if thought.is_close else []
        lines.append(seat_view.say("hint.beside", move=compared))
    return [*lines, *reasons]
