"""*Hint*: what a machine would do in the place of whoever asks, and why, with the button that plays it. Told to nobody
else."""

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
from cogs.turn import move_screens
from rules.core import View
from service.errors import ServiceError
from service.machines.hints import Hint, require_hints_allowed

SOON: Final = 1.5  # seconds after which it is said that it takes a while
TOLD: Final = 2  # reasons


async def run_hint(act: InteractionContext, game: str | None = None) -> None:
    await _show_hint(act, game)


@on_component("x", "hint", defer="private")
async def on_hint(act: InteractionContext) -> None:
    await _show_hint(act)


async def _show_hint(act: InteractionContext, game: str | None = None) -> None:
    table = await act.table(game)
    room = await move_screens.require_seat_view(act, table)
    require_hints_allowed(table)
    if not move_screens.may_move(room):
        raise ServiceError("not_your_turn")
    asked = asyncio.ensure_future(act.app.tables.coaching.hint(table.id, act.user_id))
    done, _ = await asyncio.wait({asked}, timeout=SOON)
    if not done:
        await act.reply.show(Screen(room.say("hint.thinking")))
    hint = await asked
    table = act.at = await act.app.tables.load(table.id)
    if not hint.now or table.seq != hint.seq:
        row = [Button(ids.table_custom_id(table.id, "move"), room.say("button.move"), "blue")] if table.open else []
        await act.reply.show(Screen(room.say("hint.gone"), rows=[row] if row else []))
        return
    await act.reply.show(await hint_screen(move_screens.build_seat_view(act, table, hint.seat), hint))


async def hint_screen(room: SeatView[View], hint: Hint) -> Screen:
    """The hint above the preview of its move, which can be played from there."""
    told = "\n".join(_describe_hint(room, hint))
    path = ChoicePath((), tuple(hint.thought.move.split(" ")))
    room.straight = True
    try:
        screen = await picker_screens.picker_screen(room, path)
        best = [hint.thought.move, *filter(None, [hint.thought.then])]
        plays = room.commit(best, room.say("hint.both"))
    except NoSuchChoice:  # an idea that the picker cannot spell out
        return Screen(told, rows=[[Button(ids.table_custom_id(room.number, "move"), room.say("button.move"), "blue")]])
    screen = replace(screen, text=f"{told}\n\n{screen.text}"[: message_limits.TEXT])
    if hint.thought.then:
        screen = replace(screen, files=await _draw_second_move(room, *best) or screen.files)
    if hint.thought.then and not _has_button(screen.rows, plays):
        whole = replace(screen, rows=[[plays], *screen.rows])
        screen = whole if message_limits.count_components(whole) < message_limits.COMPONENTS else screen
    return replace(screen, rows=_star_hinted_button(screen.rows, plays.id))


async def _draw_second_move(room: SeatView[View], move: str, then: str) -> Sequence[File]:
    """The pictures with the second move marked, the first being made; none where the picker cannot spell it out."""
    try:
        return (await picker_screens.picker_screen(room, ChoicePath((move,), tuple(then.split(" "))))).files
    except NoSuchChoice:
        return ()


def _star_hinted_button(rows: Sequence[Row], plays: str) -> Sequence[Row]:
    """Of several buttons that act at once the one that plays the hint bears a star: without the picture nobody could
    tell which of the places that it shows is meant."""
    if sum(part.tone == "green" for part in _list_buttons(rows)) < 2:
        return rows
    return [row if isinstance(row, Select | People) else [_star_button(part, plays) for part in row] for row in rows]


def _list_buttons(rows: Sequence[Row]) -> list[Button]:
    return [p for row in rows if not isinstance(row, Select | People) for p in row if isinstance(p, Button)]


def _has_button(rows: Sequence[Row], plays: Button) -> bool:
    """Whether one of them plays all of it."""
    return any(part.id == plays.id for part in _list_buttons(rows))


def _star_button(part: Button | Link, plays: str) -> Button | Link:
    return replace(part, label=f"★ {part.label}") if isinstance(part, Button) and part.id == plays else part


def _describe_best_move(room: SeatView[View], move: str, then: str) -> list[str]:
    """What to do. To end the turn and then to use what may be used after that reads as if both could not be had: it is
    told by what is done."""
    game, told = room.table.game, [room.sentence(line, terms=True) for line in (move, then) if line]
    if not then:
        return [room.say("hint.best", move=told[0])]
    if game is not None and game.moves[move.partition(" ")[0]].lets_by:
        return [room.say("hint.best", move=told[1]), room.say("hint.ends")]
    return [room.say("hint.best", move=told[0]), room.say("hint.then", move=told[1])]


def _describe_hint(room: SeatView[View], hint: Hint) -> list[str]:
    thought = hint.thought
    best, *others = thought.weighed
    lines = _describe_best_move(room, best.move, thought.then)
    why = [room.say("hint.reason", reason=room.voice(r.key, **r.values)) for r in thought.reasons[:TOLD]]
    why += [room.say("hint.but", reason=room.voice(r.key, **r.values)) for r in thought.contrary[:1]]
    if not others:
        return [*lines, *(why or [room.say("hint.only")])]
    lines.append(room.say("hint.second", move=room.sentence(others[0].move, terms=True)))
    if not why:
        return [*lines, room.say("hint.close")]
    if thought.against == 1:
        lines.append(room.say("hint.why"))
    else:
        beside = room.sentence(thought.weighed[thought.against].move, terms=True)
        lines += [room.say("hint.close")] if thought.close else []
        lines.append(room.say("hint.beside", move=beside))
    return [*lines, *why]
