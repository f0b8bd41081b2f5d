"""«My move» and its buttons: screens, commits, and the answer after a commit."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from cogs.act import conditional_moves, errors, late_seats, next_game
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.act.timeout_notice import describe_timeout
from cogs.choose.path_words import MARKS
from cogs.choose.picker import ChoicePath, NoSuchChoice
from cogs.choose.typed_fields import TypedMoves, impossible_kind_error, read_typed_fields
from cogs.choose.typed_lines import parse_typed_line
from cogs.choose.unlisted import holds_several
from cogs.games import Face, face_for, picker_screens
from cogs.games.move_texts import describe_move, field_name, key_family, kind_name
from cogs.games.seat_view import SeatView
from cogs.screen import (
    OPTION_LENGTH,
    Button,
    Form,
    Input,
    People,
    Screen,
    Select,
    event_text,
    ids,
    lesson_text,
    lost_channel,
    message_limits,
    split_into_rows,
    table_button,
    truncate_text,
    turns,
)
from cogs.turn import lesson_answers, screen_renewal
from cogs.turn.seat_views import build_seat_view, require_seat_view, require_turn
from cogs.turn.tips import newcomer_tip
from rules.core import IllegalMove, View, field_names
from service.errors import ServiceError, Stale
from service.state.model import LogEntry, Outcome, Table
from words import Voice

STORY_TEXT: Final = 900  # characters of the sentences after a commit
SPARE_LENGTH: Final = 60  # reserved for the rest of the text
MACHINE_SECONDS: Final = 2.0  # seconds to wait for machines within a player's turn
WHOLE_LINE: Final = "line"  # the field of a form for a whole line
FORM_TITLE: Final = 45  # characters of a form's title and labels
FIELD_LENGTH: Final = 100


async def my_move_screen(ctx: InteractionContext, table: Table) -> Screen:
    """The screen of «My move»: the first choice of the open decision, or the waiting screen."""
    seat_view = await require_seat_view(ctx, table)
    if not seat_view.may_act:
        return add_turn_notices(ctx, table, await waiting_screen(ctx, seat_view))
    seat_view.tip = newcomer_tip(seat_view, ctx.user_id)
    return add_turn_notices(ctx, table, await picker_screens.picker_screen(seat_view, ChoicePath()))


def add_turn_notices(ctx: InteractionContext, table: Table, screen: Screen) -> Screen:
    """The screen with the consequence of a timeout, and a note if the channel is lost."""
    name = ctx.app.game_name(table.kind, ctx.language)
    lines = [
        describe_timeout(ctx, table),
        *lost_channel.describe_lost_channel(table, ctx.voice(table), name, ctx.user_id),
    ]
    return replace(screen, text="\n".join([screen.text, *filter(None, lines)]))


async def waiting_screen(ctx: InteractionContext, seat_view: SeatView[View]) -> Screen:
    """The seats waited for, with the board."""
    text = seat_view.say("error.not_your_turn", **errors.waiting_params(seat_view.table, seat_view.voice))
    files = await seat_view.draw_table_picture()
    game_buttons = seat_view.face.waiting_seat_buttons(seat_view.table, seat_view.view, seat_view.voice)
    prepare_buttons = conditional_moves.conditional_move_buttons(seat_view.table, seat_view.voice)
    buttons = [*prepare_buttons, *game_buttons, table_button(seat_view.table_id, "board", seat_view.say)]
    buttons += next_game.next_game_buttons(ctx, seat_view.table, seat_view.voice)
    late_buttons = late_seats.late_seat_buttons(seat_view.table, ctx.app.clock.now(), seat_view.voice)
    text = f"{text} {seat_view.say('remind.others')}" if late_buttons else text
    return Screen(text, files, [buttons, *([late_buttons] if late_buttons else [])])


async def require_fresh_press(ctx: InteractionContext) -> SeatView[View]:
    """The seat view for a press of a picker: checks seat, age of the button, then turn."""
    table = await ctx.find_table()
    seat_view = await require_seat_view(ctx, table)
    await ctx.app.tables.moves.require_fresh_table(table.id, ctx.user_id, ctx.button_log_length or 0)
    if not seat_view.may_act:
        raise ServiceError("not_your_turn")
    seat_view.tip = newcomer_tip(seat_view, ctx.user_id, first=False)
    return seat_view


@on_component("p")
async def on_picker(ctx: InteractionContext) -> None:
    seat_view = await require_fresh_press(ctx)
    await show_path(ctx, seat_view, ChoicePath.parse(ctx.id.text if ctx.id else ""))


@on_component("x", "why")
async def on_why(ctx: InteractionContext) -> None:
    """The reasons why actions of the first screen are disabled."""
    seat_view = await require_fresh_press(ctx)
    screen = await seat_view.face.disabled_reasons_screen(seat_view)
    if screen is None:
        raise Stale
    await ctx.reply.show(screen)


@on_component("s")
async def on_select(ctx: InteractionContext) -> None:
    seat_view = await require_fresh_press(ctx)
    try:
        path = picker_screens.path_after_select(seat_view, ChoicePath.parse(ctx.id.text if ctx.id else ""), ctx.values)
    except NoSuchChoice:
        raise ServiceError("not_together") from None
    await show_path(ctx, seat_view, path)


async def show_path(ctx: InteractionContext, seat_view: SeatView[View], path: ChoicePath) -> None:
    try:
        screen = await picker_screens.picker_screen(seat_view, path)
    except NoSuchChoice:
        raise Stale from None
    await ctx.reply.show(screen)


@on_component("c")
async def on_commit(ctx: InteractionContext) -> None:
    """A green button: play its moves as one act."""
    table = await ctx.find_table()
    seat_view = await require_seat_view(ctx, table)
    lines = ctx.id.moves if ctx.id else ()
    if any(" =" in line or " +" in line for line in lines):
        await ctx.app.tables.moves.require_fresh_table(table.id, ctx.user_id, ctx.button_log_length or 0)
        lines = expand_short_moves(seat_view, lines)
    await play_lines(ctx, seat_view, lines, since=ctx.button_log_length)


@on_component("q", defer="private")
async def on_quick_move(ctx: InteractionContext) -> None:
    seat_view = await require_seat_view(ctx, await ctx.find_table())
    await play_lines(ctx, seat_view, ctx.id.moves if ctx.id else (), since=ctx.button_log_length)


@on_component("f", defer="form")
async def on_typed_form(ctx: InteractionContext) -> None:
    """A form for moves too rich to list: a whole line («Type it…»), or the fields missing in the button's move."""
    kind, *given_words = (ctx.id.text if ctx.id else "").split(" ")
    if ctx.form_values:
        ctx.app.form_drafts.keep(ctx.user_id, str(ctx.id), ctx.form_values)  # a refusal reopens the form with it
        await _submit_typed_form(ctx, kind, given_words)
        ctx.app.form_drafts.forget(ctx.user_id, str(ctx.id))
        return
    table = ctx.app.tables.registry.get(ctx.id.number) if ctx.id else None
    form_texts: Mapping[str, str] = {}
    initial_values: Mapping[str, str] = {}
    if table is not None and table.state is not None:
        seat_view = await require_seat_view(ctx, table)
        ctx.known_table = table
        if not seat_view.may_act:
            raise late_answer_error(seat_view, kind, ServiceError("not_your_turn"))
        if useless := seat_view.face.no_form_reason_key(seat_view.view, kind):
            raise IllegalMove(useless)
        form_texts = seat_view.face.form_texts(seat_view.view, kind, seat_view.voice)
        initial_values = seat_view.face.form_values(seat_view.view, kind)
    voice = ctx.voice(table)
    fields = _form_field_names(table, kind) if table is not None else []
    if table is not None and fields:
        given = _fields_already_named(fields, given_words)
        missing = [name for name in fields if name not in given]
        inputs = _form_inputs(ctx, table, kind, missing, form_texts, initial_values)
        title = form_texts.get("title") or kind_name(voice, table.kind, kind)
    else:
        inputs = [Input(WHOLE_LINE, voice("pick.form_line"), placeholder=voice("pick.form_hint"), max_length=200)]
        title = voice("pick.form_title")
    inputs = ctx.app.form_drafts.fill_inputs(ctx.user_id, str(ctx.id), inputs)
    await ctx.reply.open_form(Form(str(ctx.id), truncate_text(title, FORM_TITLE), inputs))


async def _submit_typed_form(ctx: InteractionContext, kind: str, given_words: Sequence[str]) -> None:
    """A submitted form."""
    table = await ctx.find_table()
    seat_view = await require_seat_view(ctx, table)
    await ctx.app.tables.moves.require_fresh_table(table.id, ctx.user_id, ctx.button_log_length or 0, kind)
    if WHOLE_LINE in ctx.form_values:
        await submit_line(ctx, ctx.form_values[WHOLE_LINE])
    else:
        fields = _form_field_names(seat_view.table, kind)
        typed = {name: text for name, text in ctx.form_values.items() if name in fields}
        await submit_command(ctx, table.kind, kind, {**_fields_already_named(fields, given_words), **typed})


def _form_field_names(table: Table, kind: str) -> list[str]:
    """The fields of a kind of move; [] for a whole line."""
    cls = table.game.moves.get(kind) if table.game is not None else None
    return list(field_names(cls)) if cls is not None else []


def _fields_already_named(fields: Sequence[str], given_words: Sequence[str]) -> dict[str, str]:
    """The fields given by the button."""
    return {name: word for name, word in zip(fields, given_words, strict=False) if word[:1] not in MARKS}


def _form_inputs(
    ctx: InteractionContext,
    table: Table,
    kind: str,
    fields: Sequence[str],
    labels: Mapping[str, str],
    initial_values: Mapping[str, str],
) -> list[Input]:
    """An input for each missing field. The addressees of a move may stay empty: then it is for everybody."""
    assert table.game is not None
    cls = table.game.moves[kind]
    voice = ctx.voice(table)
    inputs = []
    for name in fields:
        keys = (f"opt.{key_family(table.kind)}_{name}", f"opt.{name}")
        hint = next((voice(key) for key in keys if voice.has(key)), "")
        is_required = not (name in cls.seat_fields and holds_several(cls, name))
        label = labels.get(name) or field_name(voice, name)
        value = initial_values.get(name, "")
        texts = (truncate_text(label, FORM_TITLE), truncate_text(hint, OPTION_LENGTH), value)
        inputs.append(Input(name, *texts, required=is_required, max_length=FIELD_LENGTH))
    return inputs


def expand_short_moves(seat_view: SeatView[View], lines: Sequence[str]) -> tuple[str, ...]:
    """The full moves of a button with shortened ones. Stale if there are none."""
    position: SeatView[View] | None = seat_view
    full_moves: list[str] = []
    try:
        for index, line in enumerate(lines):
            question = (
                position.question_at_path(ChoicePath((), tuple(line.split(" ")))) if position is not None else None
            )
            if position is None or question is None or question.line is None:
                raise NoSuchChoice(line)
            full_moves.append(question.line)
            if index + 1 < len(lines):
                position = position.view_after_move(question.line)
    except NoSuchChoice:
        raise Stale from None
    return tuple(full_moves)


async def play_lines(
    ctx: InteractionContext, seat_view: SeatView[View], lines: Sequence[str], *, since: int | None = None
) -> None:
    """Play the moves as one act and answer with the next screen."""
    try:
        outcome = await ctx.app.tables.moves.play_moves(
            seat_view.table_id, ctx.user_id, list(lines), since=since, act=ctx.interaction_key
        )
    except ServiceError as error:
        raise late_answer_error(seat_view, lines[0].partition(" ")[0] if lines else "", error) from error
    await ctx.reply.show(await done_screen(ctx, outcome))
    screen_renewal.keep_screen_live(ctx, ctx.known_table or outcome.table)


def late_answer_error(seat_view: SeatView[View], kind: str, error: ServiceError) -> ServiceError | IllegalMove:
    """A late answer gets the game's own error instead of `not_your_turn`."""
    key = seat_view.face.settled_question_keys.get(kind) if error.key == "not_your_turn" else None
    return error if key is None else IllegalMove(key)


async def done_screen(ctx: InteractionContext, outcome: Outcome) -> Screen:
    """«Done: …» with an Undo button if possible; below it the next screen if the seat is still asked, or asked again
    after machines have answered."""
    waits_for_machines = is_waiting_for_machines(outcome.table, ctx.require_seat(outcome.table).index)
    if waits_for_machines:
        with suppress(TimeoutError):
            await asyncio.wait_for(ctx.app.tables.machines.wait_until_idle(outcome.table.id), MACHINE_SECONDS)
    table = await ctx.app.tables.registry.load_table(outcome.table.id)
    ctx.known_table = table
    voice = ctx.voice(table)
    seat = ctx.require_seat(table)
    entries = lesson_answers.answered_entries(outcome, seat.index)
    visible = [event for entry in entries for event in entry.events if event.seats is None or seat.index in event.seats]
    face = face_for(table.kind)
    borders = turns.TurnBoundaries(face.turn_start_keys, face.turn_end_keys, face.outside_turn_keys)
    own_events = turns.events_until_turn_ends(seat.index, visible, borders)
    untold = {*face.minor_event_keys, *lesson_text.untold_events(table)}  # no answer is not an act of the seat
    told_events = [event for event in own_events if event.key not in untold]
    sentences = [text for event in face.join_events(told_events) if (text := event_text.describe_event(event, voice))]
    if not sentences:  # no public event: describe the move itself
        sentences = [describe_silent_move(voice, face, table, entry) for entry in entries if entry.seat == seat.index]
    sentences += lesson_answers.describe_others_moves(outcome, seat.index, voice)
    text = truncate_text(voice("pick.done", story=_fit_sentence_lines(sentences, voice)), STORY_TEXT)
    step_summary = lesson_text.describe_lesson_step_done(outcome.table, voice)
    lesson_result = lesson_answers.describe_lesson_result(outcome, seat.index, voice, text)
    text = "\n".join(filter(None, (text, lesson_result, step_summary)))
    undo = undo_buttons(ctx, outcome, table)
    if table.is_open:
        seat_view = build_seat_view(ctx, table, seat.index)
        if seat_view.may_act and (waits_for_machines or table.seq == outcome.entries[-1].seq):
            if lesson_text.is_next_step_elsewhere(table):
                return await lesson_answers.next_lesson_screen(seat_view, text)
            seat_view.tip = lesson_text.describe_lesson_task(table, voice)
            next_screen = await picker_screens.picker_screen(seat_view, ChoicePath())
            footer = next_screen.rows[-1]
            assert not isinstance(footer, (Select, People)), "every screen ends with its footer"
            rows = [*next_screen.rows[:-1], *split_into_rows([*footer, *undo])]
            return replace(next_screen, text=f"{text}\n\n{next_screen.text}"[: message_limits.TEXT_LENGTH], rows=rows)
        if waits_for_machines:
            undo = [table_button(table.id, "move", voice, "blue"), *undo]
    undo += next_game.next_game_buttons(ctx, table, voice)
    if not table.is_open and table.lesson is not None:
        undo = lesson_text.after_lesson_buttons(table, voice)
    return Screen(text, rows=[undo] if undo else [], tone="green")


def describe_silent_move(voice: Voice, look: Face[View], table: Table, entry: LogEntry) -> str:
    """A move without events as a sentence."""
    key = f"{key_family(table.kind)}.done.{entry.move.partition(' ')[0]}"
    if voice.has(key):
        return voice(key, seat=entry.seat)
    return voice("pick.done_move", move=describe_move(voice, look, table, entry.move))


def is_waiting_for_machines(table: Table, seat: int) -> bool:
    """Whether the seat goes on as soon as machines have answered."""
    game, state = table.game, table.state
    if game is None or state is None or not table.is_open or seat not in game.seats_with_postponed_decision(state):
        return False
    return not any(table.seats[other].is_human for other in game.waiting(state))


def _fit_sentence_lines(sentences: Sequence[str], voice: Voice) -> str:
    """The sentences as lines; too many are cut, with the number of the rest."""
    lines = list(sentences)
    while len("\n".join(lines)) > STORY_TEXT - SPARE_LENGTH and len(lines) > 1:
        lines.pop()
    hidden = len(sentences) - len(lines)
    return "\n".join([*lines, voice("story.more", n=hidden)] if hidden else lines)


def undo_buttons(ctx: InteractionContext, outcome: Outcome, table: Table) -> list[Button]:
    """The Undo button, while no barrier was passed and nobody else has moved."""
    if not table.is_open or not ctx.app.tables.history.do_only_answers_follow(table, outcome.entries[-1].seq):
        return []
    if any(entry.barrier for entry in outcome.entries):
        return []
    return [Button(ids.action_custom_id(table.id, table.seq, "undo"), ctx.voice(table)("button.undo"))]


# --- typed moves


async def submit_command(ctx: InteractionContext, kind: str, move: str, texts: dict[str, str]) -> None:
    """A slash command of a game: plays the move if it is unambiguous, else opens the picker there."""
    table = await ctx.find_table()
    try:
        seat_view = await require_turn(ctx, table, kind)
    except ServiceError as error:
        if error.key != "not_your_turn":
            raise
        raise late_answer_error(await require_seat_view(ctx, table), move, error) from error
    if move not in seat_view.moves:
        raise impossible_kind_error(seat_view.position, move)
    await play_or_pick(ctx, seat_view, read_typed_fields(seat_view.position, move, texts))


async def submit_line(ctx: InteractionContext, line: str, game: str | None = None) -> None:
    """`/game move`: one typed line, or several joined by `;`."""
    table = await ctx.find_table(game)
    try:
        seat_view = await require_turn(ctx, table)
    except ServiceError as error:
        if error.key != "not_your_turn":
            raise
        raise late_answer_error(await require_seat_view(ctx, table), line.strip().partition(" ")[0], error) from error
    await play_or_pick(ctx, seat_view, parse_typed_line(seat_view.position, line))


async def play_or_pick(ctx: InteractionContext, seat_view: SeatView[View], typed: TypedMoves) -> None:
    if typed.lines_to_send is not None:
        await play_lines(ctx, seat_view, typed.lines_to_send)
    else:
        await show_path(ctx, seat_view, typed.path)
