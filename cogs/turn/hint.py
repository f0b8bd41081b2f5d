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
from cogs.screen import Button, File, Link, People, Row, Screen, Select, ids, message_limits
from cogs.turn import seat_views
from rules.core import View
from service.errors import ServiceError
from service.machines.hints import Hint, require_hints_allowed

SOON: Final = 1.5  # seconds until a waiting message
TOLD: Final = 2  # maximum reasons


async def run_hint(ctx: InteractionContext, game: str | None = None) -> None:
    await _show_hint(ctx, game)


@on_component("x", "hint", defer="private")
async def on_hint(ctx: InteractionContext) -> None:
    await _show_hint(ctx)


async def _show_hint(ctx: InteractionContext, game: str | None = None) -> None:
    table = await ctx.table(game)
    seat_view = await seat_views.require_seat_view(ctx, table)
    require_hints_allowed(table)
    if not seat_views.may_move(seat_view):
        raise ServiceError("not_your_turn")
    asked = asyncio.ensure_future(ctx.app.tables.hints.hint(table.id, ctx.user_id))
    done, _ = await asyncio.wait({asked}, timeout=SOON)
    if not done:
        await ctx.reply.show(Screen(seat_view.say("hint.thinking")))
    hint = await asked
    table = ctx.at = await ctx.app.tables.registry.load(table.id)
    if not hint.now or table.seq != hint.seq:
        row = (
            [Button(ids.table_custom_id(table.id, "move"), seat_view.say("button.move"), "blue")] if table.open else []
        )
        await ctx.reply.show(Screen(seat_view.say("hint.gone"), rows=[row] if row else []))
        return
    await ctx.reply.show(await hint_screen(seat_views.build_seat_view(ctx, table, hint.seat), hint))


async def hint_screen(seat_view: SeatView[View], hint: Hint) -> Screen:
    """The hint above the preview of its move, with a button to play it."""
    told = "\n".join(_describe_hint(seat_view, hint))
    path = ChoicePath((), tuple(hint.thought.move.split(" ")))
    seat_view.straight = True
    try:
        screen = await picker_screens.picker_screen(seat_view, path)
        best = [hint.thought.move, *filter(None, [hint.thought.then])]
        plays = seat_view.commit(best, seat_view.say("hint.both"))
    except NoSuchChoice:  # a move outside the picker
        return Screen(
            told, rows=[[Button(ids.table_custom_id(seat_view.number, "move"), seat_view.say("button.move"), "blue")]]
        )
    screen = replace(screen, text=f"{told}\n\n{screen.text}"[: message_limits.TEXT])
    if hint.thought.then:
        screen = replace(screen, files=await _draw_second_move(seat_view, *best) or screen.files)
    if hint.thought.then and not _has_button(screen.rows, plays):
        whole = replace(screen, rows=[[plays], *screen.rows])
        screen = whole if message_limits.count_components(whole) < message_limits.COMPONENTS else screen
    return replace(screen, rows=_star_hinted_button(screen.rows, plays.id))


async def _draw_second_move(seat_view: SeatView[View], move: str, then: str) -> Sequence[File]:
    """The picture after the first move, with the second marked; () if the picker cannot express it."""
    try:
        return (await picker_screens.picker_screen(seat_view, ChoicePath((move,), tuple(then.split(" "))))).files
    except NoSuchChoice:
        return ()


def _star_hinted_button(rows: Sequence[Row], plays: str) -> Sequence[Row]:
    """Mark the hint's button with a star if several buttons act at once and look alike without the picture."""
    if sum(part.tone == "green" for part in _list_buttons(rows)) < 2:
        return rows
    return [row if isinstance(row, Select | People) else [_star_button(part, plays) for part in row] for row in rows]


def _list_buttons(rows: Sequence[Row]) -> list[Button]:
    return [p for row in rows if not isinstance(row, Select | People) for p in row if isinstance(p, Button)]


def _has_button(rows: Sequence[Row], plays: Button) -> bool:
    """Whether a button plays the whole hint."""
    return any(part.id == plays.id for part in _list_buttons(rows))


def _star_button(part: Button | Link, plays: str) -> Button | Link:
    return replace(part, label=f"★ {part.label}") if isinstance(part, Button) and part.id == plays else part


def _describe_best_move(seat_view: SeatView[View], move: str, then: str) -> list[str]:
    """The moves of the hint. «End the turn, then …» would read like a contradiction, so the second move is named
    first."""
    game, told = seat_view.table.game, [seat_view.sentence(line, terms=True) for line in (move, then) if line]
    if not then:
        return [seat_view.say("hint.best", move=told[0])]
    if game is not None and game.moves[move.partition(" ")[0]].lets_by:
        return [seat_view.say("hint.best", move=told[1]), seat_view.say("hint.ends")]
    return [seat_view.say("hint.best", move=told[0]), seat_view.say("hint.then", move=told[1])]


def _describe_hint(seat_view: SeatView[View], hint: Hint) -> list[str]:
    thought = hint.thought
    best, *others = thought.weighed
    lines = _describe_best_move(seat_view, best.move, thought.then)
    why = [seat_view.say("hint.reason", reason=seat_view.voice(r.key, **r.values)) for r in thought.reasons[:TOLD]]
    why += [seat_view.say("hint.but", reason=seat_view.voice(r.key, **r.values)) for r in thought.contrary[:1]]
    if not others:
        return [*lines, *(why or [seat_view.say("hint.only")])]
    lines.append(seat_view.say("hint.second", move=seat_view.sentence(others[0].move, terms=True)))
    if not why:
        return [*lines, seat_view.say("hint.close")]
    if thought.against == 1:
        lines.append(seat_view.say("hint.why"))
    else:
        beside = seat_view.sentence(thought.weighed[thought.against].move, terms=True)
        lines += [seat_view.say("hint.close")] if thought.close else []
        lines.append(seat_view.say("hint.beside", move=beside))
    return [*lines, *why]
