"""Vacations: `/game time vacation`, its screen, and typed times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Final

from cogs.act import next_game
from cogs.act.commands import CommandOption, CommandSpec, FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.screen import Button, Form, Input, Row, Screen, ids, time_text
from cogs.table import game_list
from cogs.table.standing_answers import close_footer
from service.errors import ServiceError
from service.state import standing_answers
from service.state.model import Table
from service.time import user_hours, zones
from service.time.dates import parse_instant
from service.time.user_hours import UTC, ZONE
from service.time.vacation import A_YEAR, AT_A_STRETCH, AUTO, Vacation
from words import Voice

OFFERED: Final = ("3d", "7d", "14d", "21d")
BEGIN, END = "begin", "end"  # fields of the form
LONGEST: Final = 60  # characters of a typed time


async def run_vacation(
    ctx: InteractionContext, from_: str | None = None, until: str | None = None, state: str | None = None
) -> None:
    """`/game time vacation`: show the state, start one, or end one."""
    if state == standing_answers.OFF:
        await _end_vacation(ctx, None)
    elif until is not None and until.strip():
        await _start_vacation(ctx, from_, until)
    elif from_ is not None and from_.strip():
        raise ServiceError("until_missing")
    else:
        await ctx.reply.show(vacation_screen(ctx))


async def _start_vacation(ctx: InteractionContext, begin: str | None, until: str) -> None:
    taken = await ctx.app.tables.vacations.take(ctx.user_id, begin, until)
    say = ctx.voice()
    key = "vacation.taken" if taken.covers(ctx.app.clock.now()) else "vacation.planned"
    await ctx.reply.show(vacation_screen(ctx, say(key, **_vacation_params(taken))))


async def _end_vacation(ctx: InteractionContext, begin: int | None) -> None:
    ended = await ctx.app.tables.vacations.end(ctx.user_id, begin)
    say = ctx.voice()
    if ended.begin > ctx.app.clock.now():
        await ctx.reply.show(vacation_screen(ctx, say("vacation.called_off", **_vacation_params(ended))))
        return
    shown = vacation_screen(
        ctx, "\n".join([say("vacation.ended", **_vacation_params(ended)), *await _describe_waiting_tables(ctx, say)])
    )
    onward = Button(ids.action_custom_id(0, 0, "next-game"), say("button.next_game"), "blue")
    await ctx.reply.show(replace(shown, rows=[[onward], *shown.rows]) if next_game.other_waiting_tables(ctx) else shown)


async def _describe_waiting_tables(ctx: InteractionContext, say: Voice) -> list[str]:
    """The tables that wait for the returning user, most urgent first, a line each."""
    found = next_game.other_waiting_tables(ctx)
    if not found:
        return []
    more = [say("list_games.more", n=len(found) - game_list.PAGE)] if len(found) > game_list.PAGE else []
    lines = [await game_list.describe_listed_table(ctx, table, say) for table in found[: game_list.PAGE]]
    return [say("vacation.waiting", n=len(found)), *lines, *more]


def _vacation_params(one: Vacation) -> dict[str, str]:
    return {"begin": time_text.format_timestamp(one.begin), "end": time_text.format_timestamp(one.end)}


# --- the screen


def vacation_screen(ctx: InteractionContext, above: str = "") -> Screen:
    """The user's vacations and the possible actions."""
    say, stands = ctx.voice(), ctx.app.tables.vacations.absences(ctx.user_id)
    lines = [above, say("vacation.title"), describe_vacation_state(ctx, say)]
    lines += [say("vacation.to_come", **_vacation_params(one)) for one in stands.to_come]
    played, offered = ctx.app.tables.vacations.covers(ctx.user_id)
    if played or offered:
        lines.append(
            say("vacation.machines", list=_list_table_numbers(played, say)) if played else say("vacation.stands")
        )
    left = [
        say("vacation.left_of", year=str(year), left=time_text.format_days(n, say)) for year, n in stands.left.items()
    ]
    lines.append(say("vacation.left", list=say.join(left)))
    own = ctx.app.tables.preferences.setting(ctx.user_id, AUTO)
    other = standing_answers.OFF if own == standing_answers.ON else standing_answers.ON
    lines += [say(f"vacation.auto_{own}"), say("vacation.about", year=A_YEAR, stretch=AT_A_STRETCH)]
    place = ctx.app.tables.preferences.setting(ctx.user_id, ZONE)
    lines.append(say("vacation.no_zone") if place == UTC else say("vacation.zone", place=zones.format_zone(place)))
    change = "vacation.change" if stands.now is not None else "vacation.take"
    acts = [Button(ids.form_custom_id(0, 0, "vacation") or "", say(change), "blue")]
    if stands.now is not None:
        acts.append(Button(_describe_vacation_end(stands.now), say("vacation.end"), "blue"))
        acts.append(Button(ids.form_custom_id(0, 0, "vacation-later") or "", say("vacation.another")))
    if offered:
        acts.append(Button(ids.action_custom_id(0, 0, "vacation-machines"), say("vacation.let_machines")))
    called_off = [
        Button(_describe_vacation_end(one), say("vacation.call_off", day=_format_local_day(ctx, one.begin)), "red")
        for one in stands.to_come
    ]
    switch = [Button(ids.action_custom_id(0, 0, "vacation-auto", other), say(f"vacation.turn_{other}"))]
    rows: list[Row] = [acts, *([called_off] if called_off else []), switch, close_footer(say)]
    return Screen("\n".join(filter(None, lines)), rows=rows)


def describe_vacation_state(ctx: InteractionContext, say: Voice) -> str:
    """Whether the user is on vacation, as a sentence."""
    one = ctx.app.tables.vacations.absences(ctx.user_id).now
    return say("vacation.none") if one is None else say("vacation.now", **_vacation_params(one))


def _list_table_numbers(tables: Sequence[Table], say: Voice) -> str:
    return say.join([f"#{table.id}" for table in tables])


def _describe_vacation_end(one: Vacation) -> str:
    return ids.action_custom_id(0, 0, "vacation-end", str(one.begin))


def _format_local_day(ctx: InteractionContext, at: int) -> str:
    """The user's local date; for buttons, which show no Discord timestamps."""
    return f"{_local_datetime(ctx, at):%Y-%m-%d}"


def _local_datetime(ctx: InteractionContext, at: int) -> datetime:
    return datetime.fromtimestamp(at, _time_zone(ctx))


@on_component("x", "vacation", defer="private")
async def on_vacation(ctx: InteractionContext) -> None:
    await ctx.reply.show(vacation_screen(ctx))


@on_component("x", "vacation-end")
async def on_vacation_end(ctx: InteractionContext) -> None:
    begin = ctx.id.argument if ctx.id else ""
    if not begin.isdecimal() or len(begin) > 12:
        raise ServiceError("stale")
    await _end_vacation(ctx, int(begin))


@on_component("x", "vacation-machines")
async def on_vacation_machines(ctx: InteractionContext) -> None:
    """Let machines play at all the user's tables until the vacation ends."""
    await ctx.app.tables.vacations.let_machines(ctx.user_id)
    await ctx.reply.show(vacation_screen(ctx))


@on_component("x", "vacation-auto")
async def on_vacation_auto(ctx: InteractionContext) -> None:
    await ctx.app.tables.preferences.set_setting(ctx.user_id, AUTO, ctx.id.argument if ctx.id else "")
    await ctx.reply.show(vacation_screen(ctx))


@on_component("f", "vacation", defer="form")
@on_component("f", "vacation-later", defer="form")
async def on_vacation_form(ctx: InteractionContext) -> None:
    """The form for begin and end; for a running vacation, only the end."""
    form, say = str(ctx.id), ctx.voice()
    if ctx.fields:
        ctx.app.drafts.keep(ctx.user_id, form, ctx.fields)
        await _start_vacation(ctx, ctx.fields.get(BEGIN), ctx.fields.get(END, ""))
        ctx.app.drafts.forget(ctx.user_id, form)
        return
    lasts = ctx.app.tables.vacations.absences(ctx.user_id).now is not None
    changes = lasts and ctx.id is not None and ctx.id.text == "vacation"
    hint = say("vacation.hint")
    first = [] if changes else [Input(BEGIN, say("vacation.begin"), hint, required=lasts, longest=LONGEST)]
    last = Input(END, say("vacation.until"), hint, longest=LONGEST)
    inputs = ctx.app.drafts.filled(ctx.user_id, form, [*first, last])
    await ctx.reply.form(Form(form, say("vacation.window"), inputs))


# --- completion


async def complete_vacation_begin(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    return _complete_instants(ctx, typed, ("tomorrow", *OFFERED[:2]), ctx.app.clock.now(), last=False)


async def complete_vacation_end(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    now = ctx.app.clock.now()
    begin = parse_instant(str(filled.get("from") or ""), now, _time_zone(ctx), last=False)
    return _complete_instants(ctx, typed, OFFERED, begin or now, last=True)


def _time_zone(ctx: InteractionContext) -> tzinfo:
    return user_hours.user_zone({ZONE: ctx.app.tables.preferences.setting(ctx.user_id, ZONE)})


def _complete_instants(
    ctx: InteractionContext, typed: str, offered: Sequence[str], since: int, *, last: bool
) -> list[tuple[str, str]]:
    """The typed text with the instant it means, and matching offers."""
    found = []
    for text in dict.fromkeys([typed.strip(), *(one for one in offered if one.startswith(typed.strip().casefold()))]):
        at = parse_instant(text, since, _time_zone(ctx), last=last)
        if at is not None:
            wall = _local_datetime(ctx, at)
            found.append((f"{text} · {time_text.format_date_time(wall, ctx.voice())}", text))
    return found


def vacation_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.describing)
    options = [
        CommandOption("until", "vacation_until", complete=complete_vacation_end),
        CommandOption("from", "vacation_from", complete=complete_vacation_begin),
        CommandOption("state", "vacation_state", choices=(standing_answers.ON, standing_answers.OFF)),
    ]
    return [CommandSpec("vacation", say("cmd.time.vacation"), run_vacation, options, "time")]
