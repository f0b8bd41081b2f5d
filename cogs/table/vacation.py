"""Vacations: `/game time vacation`, its screen, and typed times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from cogs.act import next_game
from cogs.act.commands import CommandOption, CommandSpec, FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.screen import Button, Form, Input, Row, Screen, close_button, ids, time_text
from cogs.table import game_list
from service.errors import ServiceError
from service.state import standing_answers
from service.time import zones
from service.time.dates import parse_instant
from service.time.user_hours import UTC, ZONE
from service.time.vacation import A_YEAR, AT_A_STRETCH, AUTO, Vacation
from words import Voice

OFFERED_SPANS: Final = ("3d", "7d", "14d", "21d")
BEGIN, END = "begin", "end"  # fields of the form
INPUT_LENGTH: Final = 60  # characters of a typed time


@on_component("x", "vacation", defer="private")
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
    vacation = await ctx.app.tables.vacations.begin_or_plan_vacation(ctx.user_id, begin, until)
    say = ctx.voice()
    key = "vacation.taken" if vacation.covers(ctx.app.clock.now()) else "vacation.planned"
    await ctx.reply.show(vacation_screen(ctx, say(key, **_vacation_params(vacation))))


async def _end_vacation(ctx: InteractionContext, begin: int | None) -> None:
    vacation = await ctx.app.tables.vacations.end_or_cancel_vacation(ctx.user_id, begin)
    say = ctx.voice()
    if vacation.begin > ctx.app.clock.now():
        await ctx.reply.show(vacation_screen(ctx, say("vacation.called_off", **_vacation_params(vacation))))
        return
    lines = [say("vacation.ended", **_vacation_params(vacation)), *await _describe_waiting_tables(ctx, say)]
    screen = vacation_screen(ctx, "\n".join(lines))
    if next_game.other_waiting_tables(ctx):
        next_button = Button(ids.action_custom_id(0, 0, "next-game"), say("button.next_game"), "blue")
        screen = replace(screen, rows=[[next_button], *screen.rows])
    await ctx.reply.show(screen)


async def _describe_waiting_tables(ctx: InteractionContext, say: Voice) -> list[str]:
    """The tables that wait for the returning user, most urgent first, a line each."""
    waiting = next_game.other_waiting_tables(ctx)
    if not waiting:
        return []
    more = (
        [say("list_games.more", n=len(waiting) - game_list.PAGE_TABLES)] if len(waiting) > game_list.PAGE_TABLES else []
    )
    lines = [await game_list.describe_listed_table(ctx, table, say) for table in waiting[: game_list.PAGE_TABLES]]
    return [say("vacation.waiting", n=len(waiting)), *lines, *more]


def _vacation_params(vacation: Vacation) -> dict[str, str]:
    return {"begin": time_text.format_timestamp(vacation.begin), "end": time_text.format_timestamp(vacation.end)}


# --- the screen


def vacation_screen(ctx: InteractionContext, above: str = "") -> Screen:
    """The user's vacations and the possible actions."""
    say, absences = ctx.voice(), ctx.app.tables.vacations.vacation_overview(ctx.user_id)
    lines = [above, say("vacation.title"), describe_vacation_state(ctx, say)]
    lines += [say("vacation.to_come", **_vacation_params(vacation)) for vacation in absences.planned]
    machine_tables, waiting_tables = ctx.app.tables.vacations.tables_for_machines(ctx.user_id)
    if machine_tables:
        lines.append(say("vacation.machines", list=say.join([f"#{table.id}" for table in machine_tables])))
    elif waiting_tables:
        lines.append(say("vacation.stands"))
    days_left = [
        say("vacation.left_of", year=str(year), left=time_text.format_days(n, say))
        for year, n in absences.seconds_left_by_year.items()
    ]
    lines.append(say("vacation.left", list=say.join(days_left)))
    auto = ctx.app.tables.preferences.effective_setting(ctx.user_id, AUTO)
    other_auto = standing_answers.OFF if auto == standing_answers.ON else standing_answers.ON
    lines += [say(f"vacation.auto_{auto}"), say("vacation.about", year=A_YEAR, stretch=AT_A_STRETCH)]
    zone = ctx.app.tables.preferences.effective_setting(ctx.user_id, ZONE)
    lines.append(say("vacation.no_zone") if zone == UTC else say("vacation.zone", place=zones.format_zone(zone)))
    change = "vacation.change" if absences.current is not None else "vacation.take"
    buttons = [Button(ids.form_custom_id(0, 0, "vacation") or "", say(change), "blue")]
    if absences.current is not None:
        buttons.append(Button(_end_custom_id(absences.current), say("vacation.end"), "blue"))
        buttons.append(Button(ids.form_custom_id(0, 0, "vacation-later") or "", say("vacation.another")))
    if waiting_tables:
        buttons.append(Button(ids.action_custom_id(0, 0, "vacation-machines"), say("vacation.let_machines")))
    called_off = [
        Button(_end_custom_id(one), say("vacation.call_off", day=_format_local_day(ctx, one.begin)), "red")
        for one in absences.planned
    ]
    switch = [Button(ids.action_custom_id(0, 0, "vacation-auto", other_auto), say(f"vacation.turn_{other_auto}"))]
    rows: list[Row] = [buttons, *([called_off] if called_off else []), switch, [close_button(say)]]
    return Screen("\n".join(filter(None, lines)), rows=rows)


def describe_vacation_state(ctx: InteractionContext, say: Voice) -> str:
    """Whether the user is on vacation, as a sentence."""
    vacation = ctx.app.tables.vacations.vacation_overview(ctx.user_id).current
    return say("vacation.none") if vacation is None else say("vacation.now", **_vacation_params(vacation))


def _end_custom_id(vacation: Vacation) -> str:
    return ids.action_custom_id(0, 0, "vacation-end", str(vacation.begin))


def _format_local_day(ctx: InteractionContext, at: int) -> str:
    """The user's local date; for buttons, which show no Discord timestamps."""
    return f"{datetime.fromtimestamp(at, ctx.time_zone):%Y-%m-%d}"


@on_component("x", "vacation-end")
async def on_vacation_end(ctx: InteractionContext) -> None:
    begin = ctx.argument
    if not begin.isdecimal() or len(begin) > 12:
        raise ServiceError("stale")
    await _end_vacation(ctx, int(begin))


@on_component("x", "vacation-machines")
async def on_vacation_machines(ctx: InteractionContext) -> None:
    """Let machines play at all the user's tables until the vacation ends."""
    await ctx.app.tables.vacations.start_machines(ctx.user_id)
    await ctx.reply.show(vacation_screen(ctx))


@on_component("x", "vacation-auto")
async def on_vacation_auto(ctx: InteractionContext) -> None:
    await ctx.app.tables.preferences.set_setting(ctx.user_id, AUTO, ctx.argument)
    await ctx.reply.show(vacation_screen(ctx))


@on_component("f", "vacation", defer="form")
@on_component("f", "vacation-later", defer="form")
async def on_vacation_form(ctx: InteractionContext) -> None:
    """The form for begin and end; for a running vacation, only the end."""
    form, say = str(ctx.id), ctx.voice()
    if ctx.form_values:
        ctx.app.form_drafts.keep(ctx.user_id, form, ctx.form_values)
        await _start_vacation(ctx, ctx.form_values.get(BEGIN), ctx.form_values.get(END, ""))
        ctx.app.form_drafts.forget(ctx.user_id, form)
        return
    is_running = ctx.app.tables.vacations.vacation_overview(ctx.user_id).current is not None
    changes_end = is_running and ctx.id is not None and ctx.id.text == "vacation"
    hint = say("vacation.hint")
    inputs = [Input(END, say("vacation.until"), hint, max_length=INPUT_LENGTH)]
    if not changes_end:
        inputs.insert(0, Input(BEGIN, say("vacation.begin"), hint, required=is_running, max_length=INPUT_LENGTH))
    inputs = ctx.app.form_drafts.fill_inputs(ctx.user_id, form, inputs)
    await ctx.reply.open_form(Form(form, say("vacation.window"), inputs))


# --- completion


async def complete_vacation_begin(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    return _complete_instants(ctx, typed, ("tomorrow", *OFFERED_SPANS[:2]), ctx.app.clock.now(), last=False)


async def complete_vacation_end(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    now = ctx.app.clock.now()
    begin = parse_instant(str(filled.get("from") or ""), now, ctx.time_zone, last=False)
    return _complete_instants(ctx, typed, OFFERED_SPANS, begin or now, last=True)


def _complete_instants(
    ctx: InteractionContext, typed: str, offered: Sequence[str], since: int, *, last: bool
) -> list[tuple[str, str]]:
    """The typed text with the instant it means, and matching offers."""
    completions = []
    typed = typed.strip()
    for text in dict.fromkeys([typed, *(offer for offer in offered if offer.startswith(typed.casefold()))]):
        instant = parse_instant(text, since, ctx.time_zone, last=last)
        if instant is not None:
            local_time = datetime.fromtimestamp(instant, ctx.time_zone)
            completions.append((f"{text} · {time_text.format_date_time(local_time, ctx.voice())}", text))
    return completions


def vacation_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    options = [
        CommandOption("until", "vacation_until", complete=complete_vacation_end),
        CommandOption("from", "vacation_from", complete=complete_vacation_begin),
        CommandOption("state", "vacation_state", choices=(standing_answers.ON, standing_answers.OFF)),
    ]
    return [CommandSpec("vacation", say("cmd.time.vacation"), run_vacation, options, "time")]
