"""«Prepare my next move»: what somebody prepares while others think, chosen with a tap for each thing named.

Every tap is kept at once. The screens are shown to their owner alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from cogs.act.handler import Act, on
from cogs.act.prepared import named, sentence
from cogs.choose.room import Room
from cogs.choose.saying import family_of
from cogs.screen import SELECT, Button, Choice, File, Row, Screen, Select, ids, rows_of
from cogs.turn.pick import playing
from render import Mark
from rules.core import Part, Programme, Said, View
from rules.core.programmes import line_of, read
from service.errors import ServiceError
from service.model import Prepared, Table

BUTTONS: Final = 18  # of one screen; more things are chosen in lists
WIDE, HIGH = 5, 4  # buttons of a row, and rows beside the last
SEPARATOR: Final = "="


class Tap(NamedTuple):
    """What a button of a programme means: put a thing there, after so many others of its part."""

    kind: str
    when: int
    number: int  # of the programme among those of its owner
    part: int = 0
    after: int = 0
    token: str = ""  # none: leave it at those before it

    def __str__(self) -> str:
        return SEPARATOR.join(map(str, self))


def tapped(text: str) -> Tap:
    """ServiceError `stale` for anything that was never written here."""
    words = text.split(SEPARATOR)
    if len(words) != len(Tap._fields) or not all(word.isascii() and word.isdecimal() for word in words[1:5]):
        raise ServiceError("stale")
    when, number, part, after = map(int, words[1:5])
    return Tap(words[0], when, number, part, after, words[5])


@on("x", "prepare", defer="private")
async def prepare_pressed(act: Act) -> None:
    """What is prepared, and what else may be."""
    await act.reply.show(await _all(act, await act.table()))


@on("x", "prepared")
async def back_pressed(act: Act) -> None:
    """The same, in place of a screen that came from it."""
    await act.reply.show(await _all(act, await act.table()))


@on("x", "unprepare")
async def delete_pressed(act: Act) -> None:
    """Let one go; not another that has its number by now."""
    table = await act.table()
    await playing(act, table)
    number, _, made_at = (act.id.argument if act.id else "").partition(SEPARATOR)
    mine = act.app.tables.programmes.mine(table, act.user_id)
    if any((str(one.number), str(one.made_at)) == (number, made_at) for one in mine):
        await act.app.tables.programmes.delete(table.id, act.user_id, int(number))
    await act.reply.show(await _all(act, await act.app.tables.load(table.id)))


@on("x", "plan")
async def plan_pressed(act: Act) -> None:
    """One that is to be made or changed."""
    table = await act.table()
    room = await playing(act, table)
    tap = tapped(act.id.argument if act.id else "")
    await act.reply.show(await _one(act, room, _offered(act, table, tap), tap.number))


@on("x", "put")
async def put_pressed(act: Act) -> None:
    """A thing was named."""
    table = await act.table()
    await playing(act, table)
    tap = tapped(act.id.argument if act.id else "")
    tap = tap._replace(token=act.values[0]) if act.values else tap
    programme, kept = _offered(act, table, tap), act.app.tables.programmes
    said = _with(_said(act, table, programme, tap.number), programme, tap)
    if any(said.parts) or not programme.parts:
        await kept.put(table.id, act.user_id, str(said), tap.number)
    else:
        await kept.delete(table.id, act.user_id, tap.number)
    table = await act.app.tables.load(table.id)
    full = all(len(tokens) >= part.most for tokens, part in zip(said.parts, programme.parts, strict=True))
    if full or programme not in kept.offered(table, act.user_id):
        await act.reply.show(await _all(act, table))
    else:
        await act.reply.show(await _one(act, await playing(act, table), programme, tap.number))


def _offered(act: Act, table: Table, tap: Tap) -> Programme:
    """ServiceError `prepare_gone` where that cannot be prepared any more."""
    for one in act.app.tables.programmes.offered(table, act.user_id):
        if (one.kind, one.when) == (tap.kind, tap.when):
            return one
    raise ServiceError("prepare_gone")


def _said(act: Act, table: Table, programme: Programme, number: int) -> Said:
    """What is said of it so far. ServiceError `prepare_gone` where something else has its number."""
    kept = next((one for one in act.app.tables.programmes.mine(table, act.user_id) if one.number == number), None)
    if kept is None:
        return Said(programme.kind, programme.when, tuple(() for _ in programme.parts))
    said = read(kept.text)
    if (said.kind, said.when, len(said.parts)) != (programme.kind, programme.when, len(programme.parts)):
        raise ServiceError("prepare_gone")
    return said


def _with(said: Said, programme: Programme, tap: Tap) -> Said:
    """With what was tapped: pressed twice it is the same."""
    if not programme.parts:
        return said
    if tap.part >= len(said.parts):
        raise ServiceError("stale")
    before = said.parts[tap.part][: tap.after]
    chosen = (*before, tap.token) if tap.token else before
    return said._replace(parts=(*said.parts[: tap.part], chosen, *said.parts[tap.part + 1 :]))


# --- screens -------------------------------------------------------------------------------------------------------


async def _all(act: Act, table: Table) -> Screen:
    """What is prepared, with a button to delete each, and what may be prepared."""
    room = await playing(act, table)
    act.at = table
    mine = act.app.tables.programmes.mine(table, act.user_id)
    plans = [_plan(room, one, mine) for one in act.app.tables.programmes.offered(table, act.user_id)]
    deletes = [_delete(room, n, one) for n, one in enumerate(mine, 1)]
    told = [_line(room, n, one) for n, one in enumerate(mine, 1)]
    lines = [room.say("prepare.title", id=table.id), *told, room.say("prepare.which" if plans else "prepare.nothing")]
    return Screen("\n".join(lines), rows=[*rows_of(plans), *rows_of(deletes), [_close(room)]])


def _plan(room: Room[View], one: Programme, mine: Sequence[Prepared]) -> Button:
    tap, verb = Tap(one.kind, one.when, _number(one, mine)), "plan" if one.parts else "put"
    label = room.say(f"{family_of(room.table.kind)}.programme_button.{one.kind}")
    return Button(ids.other(room.number, room.since, verb, str(tap)), label, "blue")


def _delete(room: Room[View], n: int, one: Prepared) -> Button:
    made = ids.other(room.number, room.since, "unprepare", f"{one.number}{SEPARATOR}{one.made_at}")
    return Button(made, room.say("prepare.delete", n=n), "red")


def _line(room: Room[View], n: int, one: Prepared) -> str:
    key = "prepare.line" if read(one.text).whole else "prepare.line_open"
    return room.say(key, n=n, text=sentence(room.voice, room.table, one.text))


def _number(programme: Programme, mine: Sequence[Prepared]) -> int:
    """Of the one that is there already, where there can be but one; else the next."""
    same = [one.number for one in mine if one.text.split(" ")[:2] == [programme.kind, str(programme.when)]]
    return same[0] if same and not programme.several else max((one.number for one in mine), default=0) + 1


async def _one(act: Act, room: Room[View], programme: Programme, number: int) -> Screen:
    """The things that may be named: what is named already is green, with its place in the order."""
    said = _said(act, room.table, programme, number)
    rows: list[Row] = []
    full = sum(-(-len(part.tokens) // WIDE) for part in programme.parts) > HIGH
    listed = full or sum(len(part.tokens) for part in programme.parts) > BUTTONS
    for n, part in enumerate(programme.parts):
        tap = Tap(programme.kind, programme.when, number, n, 0 if part.most == 1 else len(said.parts[n]))
        rows += _lists(room, part, said.parts[n], tap) if listed else _buttons(room, part, said.parts[n], tap)
    lines = [room.say(f"{family_of(room.table.kind)}.programme_ask.{programme.kind}", n=programme.when)]
    if any(said.parts):
        lines.append(room.say("prepare.now", text=sentence(room.voice, room.table, str(said))))
    fewer = [
        _fewer(room, Tap(said.kind, said.when, number, n), part, said.parts[n])
        for n, part in enumerate(programme.parts)
        if (part.again or listed) and said.parts[n]  # of others the green buttons lead back
    ]
    back = Button(ids.other(room.number, room.since, "prepared"), room.say("button.back"))
    return Screen("\n".join(lines), await _picture(room, programme), [*rows, [*fewer, back, _close(room)]])


def _fewer(room: Room[View], tap: Tap, part: Part, chosen: Sequence[str]) -> Button:
    """Without the last thing named."""
    name = _label(room, part, chosen[-1])
    return _put(room, tap._replace(after=len(chosen) - 1), room.say("prepare.without", name=name))


async def _picture(room: Room[View], programme: Programme) -> Sequence[File]:
    """The table, with plates on what may be named where these are places."""
    tokens = [token for part in programme.parts if room.face.on_picture(part.name) for token in part.tokens]
    marks = tuple(Mark(token, token) for token in tokens)
    if not marks:
        return await room.table_picture()
    return await room.picture(
        f"prepare {programme.kind}", lambda renderer, view, look: renderer.choice(view, look, marks)
    )


def _buttons(room: Room[View], part: Part, chosen: Sequence[str], tap: Tap) -> list[Row]:
    buttons = []
    for token in part.tokens:
        if token in chosen and not part.again:
            label = room.say("prepare.chosen", n=chosen.index(token) + 1, name=_label(room, part, token))
            buttons.append(_put(room, tap._replace(after=chosen.index(token)), label, "green"))
        elif tap.after < part.most:
            buttons.append(_put(room, tap._replace(token=token), _label(room, part, token), "blue"))
    return rows_of(buttons)


def _lists(room: Room[View], part: Part, chosen: Sequence[str], tap: Tap) -> list[Row]:
    rows: list[Row] = []
    left = [token for token in part.tokens if token not in chosen]
    for first in range(0, len(left), SELECT):
        some = left[first : first + SELECT]
        choices = [Choice(token, named(room.voice, room.table, part.name, token)) for token in some]
        ends = {"first": _name(room, part, some[0]), "last": _name(room, part, some[-1])}
        shown = room.say("pick.choose_from_to", what=room.words.field(part.name), **ends)
        its = str(tap._replace(token=some[0]))  # no two are called the same; what is chosen takes its place
        rows.append(Select(ids.other(room.number, room.since, "put", its), choices, shown))
    return rows


def _label(room: Room[View], part: Part, token: str) -> str:
    """A thing on a button: with what it is for, where one screen has the same things twice."""
    key, name = f"{family_of(room.table.kind)}.programme_part.{part.name}", _name(room, part, token)
    return room.say(key, value=name) if room.voice.has(key) else name


def _name(room: Room[View], part: Part, token: str) -> str:
    called = f"{family_of(room.table.kind)}.programme_token.{token}"
    if room.voice.has(called) or line_of(token):
        return named(room.voice, room.table, part.name, token)
    return room.label(part.name, token)


def _put(room: Room[View], tap: Tap, label: str, tone: Literal["green", "blue", "grey"] = "grey") -> Button:
    return Button(ids.other(room.number, room.since, "put", str(tap)), label, tone)


def _close(room: Room[View]) -> Button:
    return Button(ids.other(0, 0, "close"), room.say("button.close"))
