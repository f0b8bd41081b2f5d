"""Vacations of a person: `/game time vacation`, the screen behind the settings, and what is typed as their time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Final

from cogs.act import next_game
from cogs.act.commands import Filled, Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.games.app import App
from cogs.screen import Button, Form, Input, Row, Screen, ids, time_text
from cogs.table import game_list
from cogs.table.standing_answers import footer
from service.errors import ServiceError
from service.state import standing_answers
from service.state.model import Table
from service.time import people, zones
from service.time.dates import moment
from service.time.people import UTC, ZONE
from service.time.vacation import A_YEAR, AT_A_STRETCH, AUTO, Vacation
from words import Voice

OFFERED: Final = ("3d", "7d", "14d", "21d")
BEGIN, END = "begin", "end"  # the lines of the window
LONGEST: Final = 60  # characters of a time as it is typed


async def vacation(act: Act, from_: str | None = None, until: str | None = None, state: str | None = None) -> None:
    """`/game time vacation`: how it stands, a new one, or the end of one."""
    if state == standing_answers.OFF:
        await _end(act, None)
    elif until is not None and until.strip():
        await _take(act, from_, until)
    elif from_ is not None and from_.strip():
        raise ServiceError("until_missing")
    else:
        await act.reply.show(screen(act))


async def _take(act: Act, begin: str | None, until: str) -> None:
    taken = await act.app.tables.vacations.take(act.user_id, begin, until)
    say = act.voice()
    key = "vacation.taken" if taken.covers(act.app.clock.now()) else "vacation.planned"
    await act.reply.show(screen(act, say(key, **_span(taken))))


async def _end(act: Act, begin: int | None) -> None:
    ended = await act.app.tables.vacations.end(act.user_id, begin)
    say = act.voice()
    if ended.begin > act.app.clock.now():
        await act.reply.show(screen(act, say("vacation.called_off", **_span(ended))))
        return
    shown = screen(act, "\n".join([say("vacation.ended", **_span(ended)), *await _waiting(act, say)]))
    onward = Button(ids.other(0, 0, "next-game"), say("button.next_game"), "blue")
    await act.reply.show(replace(shown, rows=[[onward], *shown.rows]) if next_game.waiting(act) else shown)


async def _waiting(act: Act, say: Voice) -> list[str]:
    """The tables that wait for who is back, the most urgent first, a line for each."""
    found = next_game.waiting(act)
    if not found:
        return []
    more = [say("list_games.more", n=len(found) - game_list.PAGE)] if len(found) > game_list.PAGE else []
    lines = [await game_list.line_of(act, table, say) for table in found[: game_list.PAGE]]
    return [say("vacation.waiting", n=len(found)), *lines, *more]


def _span(one: Vacation) -> dict[str, str]:
    return {"begin": time_text.instant(one.begin), "end": time_text.instant(one.end)}


# --- the screen


def screen(act: Act, above: str = "") -> Screen:
    """How the vacations of whoever asks stand, and what can be done about them."""
    say, stands = act.voice(), act.app.tables.vacations.absences(act.user_id)
    lines = [above, say("vacation.title"), state_line(act, say)]
    lines += [say("vacation.to_come", **_span(one)) for one in stands.to_come]
    played, offered = act.app.tables.vacations.covers(act.user_id)
    if played or offered:
        lines.append(say("vacation.machines", list=_numbers(played, say)) if played else say("vacation.stands"))
    left = [say("vacation.left_of", year=str(year), left=time_text.days(n, say)) for year, n in stands.left.items()]
    lines.append(say("vacation.left", list=say.join(left)))
    own = act.app.tables.setting(act.user_id, AUTO)
    other = standing_answers.OFF if own == standing_answers.ON else standing_answers.ON
    lines += [say(f"vacation.auto_{own}"), say("vacation.about", year=A_YEAR, stretch=AT_A_STRETCH)]
    place = act.app.tables.setting(act.user_id, ZONE)
    lines.append(say("vacation.no_zone") if place == UTC else say("vacation.zone", place=zones.label(place)))
    change = "vacation.change" if stands.now is not None else "vacation.take"
    acts = [Button(ids.form(0, 0, "vacation") or "", say(change), "blue")]
    if stands.now is not None:
        acts.append(Button(_ending(stands.now), say("vacation.end"), "blue"))
        acts.append(Button(ids.form(0, 0, "vacation-later") or "", say("vacation.another")))
    if offered:
        acts.append(Button(ids.other(0, 0, "vacation-machines"), say("vacation.let_machines")))
    called_off = [
        Button(_ending(one), say("vacation.call_off", day=_day(act, one.begin)), "red") for one in stands.to_come
    ]
    switch = [Button(ids.other(0, 0, "vacation-auto", other), say(f"vacation.turn_{other}"))]
    rows: list[Row] = [acts, *([called_off] if called_off else []), switch, footer(say)]
    return Screen("\n".join(filter(None, lines)), rows=rows)


def state_line(act: Act, say: Voice) -> str:
    """Whether whoever asks is on vacation."""
    one = act.app.tables.vacations.absences(act.user_id).now
    return say("vacation.none") if one is None else say("vacation.now", **_span(one))


def _numbers(tables: Sequence[Table], say: Voice) -> str:
    return say.join([f"#{table.id}" for table in tables])


def _ending(one: Vacation) -> str:
    return ids.other(0, 0, "vacation-end", str(one.begin))


def _day(act: Act, at: int) -> str:
    """The date that the clock of whoever acts shows; on a button, which has no timestamps."""
    return f"{_wall(act, at):%Y-%m-%d}"


def _wall(act: Act, at: int) -> datetime:
    return datetime.fromtimestamp(at, _zone(act))


@on("x", "vacation", defer="private")
async def vacation_pressed(act: Act) -> None:
    await act.reply.show(screen(act))


@on("x", "vacation-end")
async def end_pressed(act: Act) -> None:
    begin = act.id.argument if act.id else ""
    if not begin.isdecimal() or len(begin) > 12:
        raise ServiceError("stale")
    await _end(act, int(begin))


@on("x", "vacation-machines")
async def machines_pressed(act: Act) -> None:
    """Machines play for them at all tables until it is over."""
    await act.app.tables.vacations.let_machines(act.user_id)
    await act.reply.show(screen(act))


@on("x", "vacation-auto")
async def auto_pressed(act: Act) -> None:
    await act.app.tables.set_setting(act.user_id, AUTO, act.id.argument if act.id else "")
    await act.reply.show(screen(act))


@on("f", "vacation", defer="form")
@on("f", "vacation-later", defer="form")
async def window(act: Act) -> None:
    """From when until when; of the vacation that lasts, until when."""
    form, say = str(act.id), act.voice()
    if act.fields:
        act.app.drafts.keep(act.user_id, form, act.fields)
        await _take(act, act.fields.get(BEGIN), act.fields.get(END, ""))
        act.app.drafts.forget(act.user_id, form)
        return
    lasts = act.app.tables.vacations.absences(act.user_id).now is not None
    changes = lasts and act.id is not None and act.id.text == "vacation"
    hint = say("vacation.hint")
    first = [] if changes else [Input(BEGIN, say("vacation.begin"), hint, required=lasts, longest=LONGEST)]
    last = Input(END, say("vacation.until"), hint, longest=LONGEST)
    inputs = act.app.drafts.filled(act.user_id, form, [*first, last])
    await act.reply.form(Form(form, say("vacation.window"), inputs))


# --- typed


async def complete_begin(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    return _completed(act, typed, ("tomorrow", *OFFERED[:2]), act.app.clock.now(), last=False)


async def complete_until(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    now = act.app.clock.now()
    begin = moment(str(filled.get("from") or ""), now, _zone(act), last=False)
    return _completed(act, typed, OFFERED, begin or now, last=True)


def _zone(act: Act) -> tzinfo:
    return people.zone({ZONE: act.app.tables.setting(act.user_id, ZONE)})


def _completed(act: Act, typed: str, offered: Sequence[str], since: int, *, last: bool) -> list[tuple[str, str]]:
    """What is typed with the instant that it means, and what is offered."""
    found = []
    for text in dict.fromkeys([typed.strip(), *(one for one in offered if one.startswith(typed.strip().casefold()))]):
        at = moment(text, since, _zone(act), last=last)
        if at is not None:
            wall = _wall(act, at)
            found.append((f"{text} · {time_text.on_calendar(wall, act.voice())}", text))
    return found


def specs(app: App) -> list[Spec]:
    say = app.voice(None, app.describing)
    options = [
        Opt("until", "vacation_until", complete=complete_until),
        Opt("from", "vacation_from", complete=complete_begin),
        Opt("state", "vacation_state", choices=(standing_answers.ON, standing_answers.OFF)),
    ]
    return [Spec("vacation", say("cmd.time.vacation"), vacation, options, "time")]
