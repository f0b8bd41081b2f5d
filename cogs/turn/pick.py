"""«My move» and what its buttons do: screens, commits, and the answer after a commit."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from cogs.act import errors, late, next_game, prepared
from cogs.act.handler import Act, on
from cogs.act.otherwise import otherwise
from cogs.choose import screens
from cogs.choose.lines import read_line
from cogs.choose.path_words import MARKS
from cogs.choose.picker import NoSuchChoice, Path
from cogs.choose.position import Position
from cogs.choose.room import Room
from cogs.choose.saying import family_of, field_name, kind_name, sentence
from cogs.choose.typed import Typed, kind_not_now, read_options
from cogs.choose.unlisted import several
from cogs.faces import Face, face
from cogs.screen import (
    Button,
    Form,
    Input,
    People,
    Screen,
    Select,
    cut,
    fitting,
    home,
    ids,
    lessons,
    rows_of,
    telling,
    turns,
)
from cogs.turn import learnt, renewed
from cogs.turn.tips import tip
from rules.core import IllegalMove, View, field_names
from service.errors import ServiceError, Stale
from service.model import Entry, Outcome, Table
from service.seats import eyes
from words import Voice

STORY_TEXT: Final = 900  # of the sentences after a commit
SPARE: Final = 60  # of it for what stands around them
MACHINES: Final = 2.0  # seconds to wait for machines that answer in the middle of somebody's turn
WHOLE: Final = "line"  # a window for a move as one line
FORM_TITLE: Final = 45  # characters


async def playing(act: Act, table: Table, *, seated: bool = True) -> Room[View]:
    """The room of whoever acts. Refused in this order: not begun, over, stranger, resigned."""
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if not table.open:
        raise ServiceError("game_over")
    seat = act.seat(table)
    if seat.machine is not None:
        raise ServiceError("machine_seat")
    return room_of(act, table, seat.index)


def room_of(act: Act, table: Table, seat: int) -> Room[View]:
    """The table as that seat sees it."""
    if table.game is None or table.state is None:
        raise ServiceError("no_table")
    return Room(act.app, table, seat, act.voice(table), face(table.kind), table.state)


def may_move(room: Room[View]) -> bool:
    return room.may_act


async def present(act: Act, table: Table) -> Screen:
    """What «My move» shows: the first screen of the open decision, or who is waited for and the board."""
    room = await playing(act, table)
    if not may_move(room):
        return told_before(act, table, await waiting(act, room))
    room.tip = tip(room, act.user_id)
    return told_before(act, table, await screens.screen_of(room, Path()))


def told_before(act: Act, table: Table, screen: Screen) -> Screen:
    """The screen with what happens if they do not come, and why they see nothing in the channel."""
    name = act.app.game_name(table.kind, act.language)
    lines = [otherwise(act, table), *home.lost(table, act.voice(table), name, act.user_id)]
    return replace(screen, text="\n".join([screen.text, *filter(None, lines)]))


async def waiting(act: Act, room: Room[View]) -> Screen:
    """Whose turn it is instead, with the board."""
    said = room.say("error.not_your_turn", **errors.waited(room.table, room.voice))
    files = await room.table_picture()
    beside = room.face.beside(room.table, room.view, room.voice)
    ways = prepared.way_in(room.table, room.voice)
    row = [*ways, *beside, Button(ids.table(room.number, "board"), room.say("button.board"))]
    row += next_game.button(act, room.table, room.voice)
    help_out = late.offered(room.table, act.app.clock.now(), room.voice)
    said = f"{said} {room.say('remind.others')}" if help_out else said
    return Screen(said, files, [row, *([help_out] if help_out else [])])


async def fresh(act: Act) -> Room[View]:
    """The room a press of a picker is judged in: seated first, then the age of the button, then whose turn it is."""
    table = await act.table()
    room = await playing(act, table)
    await act.app.tables.fresh(table.id, act.user_id, act.since or 0)
    if not may_move(room):
        raise ServiceError("not_your_turn")
    room.tip = tip(room, act.user_id, first=False)
    return room


@on("p")
async def onward(act: Act) -> None:
    """The next screen of a picker."""
    room = await fresh(act)
    await show_path(act, room, Path.parse(act.id.text if act.id else ""))


@on("x", "why")
async def why(act: Act) -> None:
    """Why what is grey on the first screen cannot be done."""
    room = await fresh(act)
    screen = await room.face.reasons(room)
    if screen is None:
        raise Stale
    await act.reply.show(screen)


@on("s")
async def selected(act: Act) -> None:
    """Something was chosen in a select."""
    room = await fresh(act)
    try:
        path = screens.chosen(room, Path.parse(act.id.text if act.id else ""), act.values)
    except NoSuchChoice:
        raise ServiceError("not_together") from None
    await show_path(act, room, path)


async def show_path(act: Act, room: Room[View], path: Path) -> None:
    try:
        screen = await screens.screen_of(room, path)
    except NoSuchChoice:
        raise Stale from None
    await act.reply.show(screen)


@on("c")
async def commit(act: Act) -> None:
    """A green button: play its moves as one act."""
    table = await act.table()
    room = await playing(act, table)
    lines = act.id.moves if act.id else ()
    if any(" =" in line or " +" in line for line in lines):
        await act.app.tables.fresh(table.id, act.user_id, act.since or 0)
        lines = spelled_out(room, lines)
    await send(act, room, lines, since=act.since)


@on("q", defer="private")
async def quick(act: Act) -> None:
    """A quick button of the table message."""
    room = await playing(act, await act.table())
    await send(act, room, act.id.moves if act.id else (), since=act.since)


@on("f", defer="form")
async def typed(act: Act) -> None:
    """A window for moves that are too rich to be listed: «Type it…» for a whole line; or, where the button names the
    beginning of a move, for the fields that are left."""
    kind, *words = (act.id.text if act.id else "").split(" ")
    if act.fields:
        act.app.drafts.keep(act.user_id, str(act.id), act.fields)  # a refusal leads back to it
        await _filled_in(act, kind, words)
        act.app.drafts.forget(act.user_id, str(act.id))
        return
    known = act.app.tables.get(act.id.number) if act.id else None
    named: Mapping[str, str] = {}
    filled: Mapping[str, str] = {}
    if known is not None and known.state is not None:
        room = await playing(act, known)
        act.at = known
        if not may_move(room):
            raise closed(room, kind, ServiceError("not_your_turn"))
        if useless := room.face.why_no_form(room.view, kind):
            raise IllegalMove(useless)
        named = room.face.form_texts(room.view, kind, room.voice)
        filled = room.face.form_values(room.view, kind)
    voice = act.voice(known)
    names = _names(known, kind) if known is not None else []
    if known is not None and names:
        settled = _settled(names, words)
        inputs = _inputs(act, known, kind, [name for name in names if name not in settled], named, filled)
        title = named.get("title") or kind_name(voice, known.kind, kind)
    else:
        inputs = [Input(WHOLE, voice("pick.form_line"), placeholder=voice("pick.form_hint"), longest=200)]
        title = voice("pick.form_title")
    inputs = act.app.drafts.filled(act.user_id, str(act.id), inputs)
    await act.reply.form(Form(str(act.id), cut(title, FORM_TITLE), inputs))


async def _filled_in(act: Act, kind: str, words: Sequence[str]) -> None:
    """A window comes back."""
    table = await act.table()
    room = await playing(act, table)
    await act.app.tables.fresh(table.id, act.user_id, act.since or 0, kind)
    if WHOLE in act.fields:
        await submit_line(act, act.fields[WHOLE])
    else:
        names = _names(room.table, kind)
        typed_in = {name: text for name, text in act.fields.items() if name in names}
        await submit(act, table.kind, kind, {**_settled(names, words), **typed_in})


def _names(table: Table, kind: str) -> list[str]:
    """The fields of a kind of move; none for a whole line."""
    cls = table.game.moves.get(kind) if table.game is not None else None
    return list(field_names(cls)) if cls is not None else []


def _settled(names: Sequence[str], words: Sequence[str]) -> dict[str, str]:
    """The fields that the button named."""
    return {name: word for name, word in zip(names, words, strict=False) if word[:1] not in MARKS}


def _inputs(
    act: Act, table: Table, kind: str, names: Sequence[str], named: Mapping[str, str], filled: Mapping[str, str]
) -> list[Input]:
    """A line of the window for each field that is left. Who is asked may be left open: then it is everybody."""
    assert table.game is not None
    cls = table.game.moves[kind]
    voice = act.voice(table)
    inputs = []
    for name in names:
        keys = (f"opt.{family_of(table.kind)}_{name}", f"opt.{name}")
        hint = next((voice(key) for key in keys if voice.has(key)), "")
        needed = not (name in cls.players and several(cls, name))
        label = named.get(name) or field_name(voice, name)
        value = filled.get(name, "")
        inputs.append(Input(name, cut(label, 45), cut(hint, 100), value, required=needed, longest=100))
    return inputs


def spelled_out(room: Room[View], lines: Sequence[str]) -> tuple[str, ...]:
    """The moves of a button too small for their full spelling. Stale if there are no such moves."""
    here: Room[View] | None = room
    found: list[str] = []
    try:
        for n, line in enumerate(lines):
            question = here.ask(Path((), tuple(line.split(" ")))) if here is not None else None
            if here is None or question is None or question.line is None:
                raise NoSuchChoice(line)
            found.append(question.line)
            if n + 1 < len(lines):
                here = here.after(question.line)
    except NoSuchChoice:
        raise Stale from None
    return tuple(found)


async def send(act: Act, room: Room[View], lines: Sequence[str], *, since: int | None = None) -> None:
    """Play these moves as one act and answer with what comes next."""
    try:
        outcome = await act.app.tables.play(room.number, act.user_id, list(lines), since=since, act=act.key)
    except ServiceError as error:
        raise closed(room, lines[0].partition(" ")[0] if lines else "", error) from error
    await act.reply.show(await done(act, outcome))
    renewed.keep(act, act.at or outcome.table)


def closed(room: Room[View], kind: str, error: ServiceError) -> ServiceError | IllegalMove:
    """Who answers something that nobody asks any more is told so, not whose turn it is."""
    key = room.face.no_longer_asked.get(kind) if error.key == "not_your_turn" else None
    return error if key is None else IllegalMove(key)


async def done(act: Act, outcome: Outcome) -> Screen:
    """«Done: …», with Undo while that is possible; the next screen below it if the seat is still asked, or asked again
    when machines have answered in between."""
    held = held_up(outcome.table, act.seat(outcome.table).index)
    if held:
        with suppress(TimeoutError):
            await asyncio.wait_for(act.app.tables.quiet(outcome.table.id), MACHINES)
    table = await act.app.tables.load(outcome.table.id)
    act.at = table
    voice = act.voice(table)
    seat = act.seat(table)
    entries = learnt.entries(outcome, seat.index)
    known = [event for entry in entries for event in entry.events if event.seats is None or seat.index in event.seats]
    look = face(table.kind)
    own = turns.of_one(seat.index, known, turns.Borders(look.opens, look.ends, look.closes))
    quiet = {*look.folded, *lessons.untold(table)}  # who did not answer is no act of theirs
    acted = [event for event in own if event.key not in quiet]
    told = [said for event in look.joined(acted) if (said := telling.sentence(event, voice))]
    if not told:  # nothing happened before everybody's eyes: what was chosen is said itself
        told = [chosen(voice, look, table, entry) for entry in entries if entry.seat == seat.index]
    told += learnt.others(outcome, seat.index, voice)
    said = cut(voice("pick.done", story=_fitting(told, voice)), STORY_TEXT)
    understood = lessons.understood(outcome.table, voice)
    said = "\n".join(filter(None, (said, learnt.ended(outcome, seat.index, voice, said), understood)))
    undo = undo_row(act, outcome, table)
    if table.open:
        room = room_of(act, table, seat.index)
        if may_move(room) and (held or table.seq == outcome.entries[-1].seq):
            if lessons.elsewhere(table):
                return await learnt.elsewhere(room, said)
            room.tip = lessons.task(table, voice)
            onward = await screens.screen_of(room, Path())
            footer = onward.rows[-1]
            assert not isinstance(footer, (Select, People)), "every screen ends with its footer"
            rows = [*onward.rows[:-1], *rows_of([*footer, *undo])]
            return replace(onward, text=f"{said}\n\n{onward.text}"[: fitting.TEXT], rows=rows)
        if held:
            undo = [Button(ids.table(table.id, "move"), voice("button.move"), "blue"), *undo]
    undo += next_game.button(act, table, voice)
    if not table.open and table.lesson is not None:
        undo = lessons.onward(table, voice)
    return Screen(said, rows=[undo] if undo else [], tone="green")


def chosen(voice: Voice, look: Face[View], table: Table, entry: Entry) -> str:
    """That somebody made a move of which no event tells, as a sentence."""
    key = f"{family_of(table.kind)}.done.{entry.move.partition(' ')[0]}"
    if voice.has(key):
        return voice(key, seat=entry.seat)
    return voice("pick.done_move", move=sentence(voice, look, table, entry.move))


def held_up(table: Table, seat: int) -> bool:
    """Whether the seat goes on as soon as machines have answered something."""
    game, state = table.game, table.state
    if game is None or state is None or not table.open or seat not in game.suspended(state):
        return False
    return not any(table.seats[other].human for other in game.waiting(state))


def _fitting(told: Sequence[str], voice: Voice) -> str:
    """The sentences as lines; if they are too long for an answer, the first ones and how many more there are."""
    lines = list(told)
    while len("\n".join(lines)) > STORY_TEXT - SPARE and len(lines) > 1:
        lines.pop()
    hidden = len(told) - len(lines)
    return "\n".join([*lines, voice("story.more", n=hidden)] if hidden else lines)


def undo_row(act: Act, outcome: Outcome, table: Table) -> list[Button]:
    """The button that takes the act back, while nothing has become known and nobody else has moved."""
    if not table.open or not act.app.tables.history.untouched(table, outcome.entries[-1].seq):
        return []
    if any(entry.barrier for entry in outcome.entries):
        return []
    return [Button(ids.other(table.id, table.seq, "undo"), act.voice(table)("button.undo"))]


# What is typed.


async def submit(act: Act, kind: str, move: str, texts: dict[str, str]) -> None:
    """A slash command of a game: played at once if the fields leave one move, else the picker at that point."""
    table = await act.table()
    try:
        room = await at_turn(act, table, kind)
    except ServiceError as error:
        if error.key != "not_your_turn":
            raise
        raise closed(await playing(act, table), move, error) from error
    if move not in room.moves:
        raise kind_not_now(room.position, move)
    await resolve(act, room, read_options(room.position, move, texts))


async def submit_line(act: Act, line: str, game: str | None = None) -> None:
    """`/game move`: a typed line, or several joined by `;`."""
    table = await act.table(game)
    try:
        room = await at_turn(act, table)
    except ServiceError as error:
        if error.key != "not_your_turn":
            raise
        raise closed(await playing(act, table), line.strip().partition(" ")[0], error) from error
    await resolve(act, room, read_line(room.position, line))


async def at_turn(act: Act, table: Table, kind: str | None = None) -> Room[View]:
    """The room of somebody who may move; the wrong game is told first, then whose turn it is."""
    if kind is not None and table.kind != kind:
        raise ServiceError("wrong_game", game=table.kind, command=table.kind)
    room = await playing(act, table)
    if not may_move(room):
        raise ServiceError("not_your_turn")
    return room


async def resolve(act: Act, room: Room[View], typed: Typed) -> None:
    if typed.act is not None:
        await send(act, room, typed.act)
    else:
        await show_path(act, room, typed.path)


def position_of(act: Act, table: Table) -> Position | None:
    """For completion: what the presser may do, if anything. From memory alone."""
    seat = eyes(table, act.user_id)
    if seat is None or not seat.human or not table.open or table.game is None or table.state is None:
        return None
    return room_of(act, table, seat.index).position
