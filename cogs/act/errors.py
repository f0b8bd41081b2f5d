"""Refusals as private messages, each with follow-up buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cogs.games import face_for
from cogs.games.move_texts import describe_move
from cogs.screen import Button, Link, Screen, Tone, ids, lesson_text, split_into_rows, table_button, time_text
from cogs.screen.links import jump_links, message_url
from cogs.screen.message_limits import add_above_buttons
from cogs.screen.naming import escape_markdown
from rules.core import IllegalMove, RulesError, View
from rules.core.registry import game_types
from service.errors import AlreadyPlayed, ServiceError, Stale
from service.state.lesson_progress import is_guided
from service.state.model import Table
from service.state.seat_control import find_visible_seat
from words import Voice

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext

MISSING_RIGHT_CODES: Final = frozenset({50001, 50013})

# Keys of the rules -> keys of friendlier sentences with a follow-up.
_RULES: Final = {
    "game.not_yours": "not_your_turn",
    "game.over": "game_over",
    "move.unknown": "line_unknown",
    "move.token": "token_unknown",
    "move.illegal": "move_not_now",
}

# Errors of the rules without a more specific reason.
_REASONLESS: Final = frozenset({"move.illegal", "move.unknown", "move.token"})

# Families of picker components; a refused press shows the current choices below the refusal.
_PICKER_FAMILIES: Final = frozenset("pscqf")
_OUTDATED: Final = frozenset({"stale", "played"})
# Errors about typed and about chosen moves.
_UNREADABLE_INPUT: Final = frozenset({"line_unknown", "line_near", "things_unknown", "one_at_a_time"})
_INVALID_CHOICE: Final = frozenset(
    {"token_unknown", "token_near", "token_ambiguous", "not_together", "kind_not_now", "kind_refused", "line_missing"}
)
# Errors after which the form is not offered again.
_NOT_THEIRS: Final = frozenset({"not_seated", "resigned", "stood_in", "handed_over", "machine_seat"})
_NO_RETRY: Final = _OUTDATED | _NOT_THEIRS | {"lesson_wrong", "not_your_turn", "game_over"}


# Parameters that may contain user input or names.
_USER_TEXT_PARAMS: Final = frozenset({"text", "line", "value", "a", "b", "near", "example", "host"})


def sentence_key(error: RulesError | ServiceError, voice: Voice) -> str:
    """The key of the sentence for a refusal; a key of the game takes precedence."""
    if isinstance(error, RulesError):
        if error.key.endswith(".not_now"):
            return "error.move_not_now"
        general_key = f"error.{_RULES.get(error.key, error.key)}"
        if voice.has(general_key):
            return general_key
        if voice.has(error.key):
            return error.key
        return "error.move_not_now" if isinstance(error, IllegalMove) else "error.line_unknown"
    return f"error.{error.key}"


def describe_refusal(ctx: InteractionContext, table: Table, error: RulesError) -> str:
    """A refusal of the rules as a sentence, without follow-up."""
    voice = ctx.voice(table)
    key = sentence_key(error, voice)
    return voice(key, **_refusal_params(ctx, table, voice, key, error.params))


async def refusal_screen(ctx: InteractionContext, error: RulesError | ServiceError) -> Screen:
    table = ctx.known_table
    voice = ctx.voice(table)
    if ctx.id is not None and isinstance(error, RulesError) and error.key in _REASONLESS:
        error = Stale()  # the choices of current buttons are valid, so the button is out of date
    key = sentence_key(error, voice)
    text = voice(key, **_refusal_params(ctx, table, voice, key, error.params))
    refusal = key.removeprefix("error.")
    tone: Tone | None = "green" if isinstance(error, AlreadyPlayed) else None
    if table is not None and _is_guided_attempt(ctx, table, error, refusal):
        return await _refusal_with_my_move(ctx, table, Screen(text, tone=tone))
    buttons = buttons_after_refusal(ctx, refusal, table)
    is_form = ctx.id is not None and ctx.id.family == "f" and bool(ctx.form_values)
    if not buttons and table is not None and (isinstance(error, RulesError) or refusal in _UNREADABLE_INPUT or is_form):
        buttons = own_move_buttons(ctx, table)
    if is_form and refusal not in _NO_RETRY:
        other_buttons = [button for button in buttons if isinstance(button, Link) or button.id != str(ctx.id)]
        buttons = [Button(str(ctx.id), voice("button.correct"), "blue"), *other_buttons]
    screen = Screen(text, rows=split_into_rows(buttons), tone=tone)
    if refusal in _OUTDATED and _is_move_press(ctx):
        return await _refusal_with_my_move(ctx, table, screen)
    return screen


def _is_move_press(ctx: InteractionContext) -> bool:
    """Whether the component chooses a move or takes one back."""
    return ctx.verb == "undo" or (ctx.id is not None and ctx.id.family in _PICKER_FAMILIES)


def _is_guided_attempt(ctx: InteractionContext, table: Table, error: RulesError | ServiceError, refusal: str) -> bool:
    """Whether a player of a guided lesson tried a move; the answer then repeats the task."""
    if not is_guided(table.kind, table.lesson) or not table.is_open or table.seat_of(ctx.user_id) is None:
        return False
    is_move_attempt = isinstance(error, RulesError) or refusal in _UNREADABLE_INPUT or refusal == "lesson_wrong"
    return is_move_attempt or (_is_move_press(ctx) and refusal in _INVALID_CHOICE)


async def find_my_move_screen(ctx: InteractionContext, table: Table) -> Screen | None:
    """The screen of «My move», or its refusal; None if the position has changed."""
    try:
        return await ctx.app.my_move_screen(ctx, table)
    except (RulesError, ServiceError) as error:
        return None if isinstance(error, (Stale, AlreadyPlayed)) else await refusal_screen(ctx, error)


async def _refusal_with_my_move(ctx: InteractionContext, table: Table | None, screen: Screen) -> Screen:
    """The refusal above the buttons of the «My move» screen."""
    if table is None:
        return screen
    my_move = await find_my_move_screen(ctx, await ctx.app.tables.registry.load_table(table.id))
    if my_move is None:
        return screen
    return add_above_buttons(replace(my_move, tone=my_move.tone or screen.tone), screen.text)


def try_again_screen(ctx: InteractionContext, key: str, **params: str) -> Screen:
    """An error message with a button that repeats the press; commands and selects cannot be repeated."""
    voice = ctx.voice(ctx.known_table)
    buttons = []
    if ctx.id is not None and ctx.id.slot is None:
        buttons = [Button(str(ctx.id), voice("button.try_again"), "blue")]
    return Screen(voice(key, **params), rows=split_into_rows(buttons))


def internal_error_screen(ctx: InteractionContext, code: str) -> Screen:
    return try_again_screen(ctx, "error.internal", code=code)


def missing_right_error(ctx: InteractionContext, right: str) -> ServiceError:
    """A missing permission of the bot, for the administrator."""
    say = ctx.voice()
    return ServiceError(
        "bot_rights",
        right=say(f"rights.{right}"),
        permission=say(f"permission.{right}"),
        channel=f"<#{ctx.interaction.channel_id}>",
    )


def describe_new_commands(voice: Voice) -> str:
    """The commands that open a table: «/carcassonne new, /catan new or /citadels new»."""
    return voice.join_with_or([f"/{kind} new" for kind in game_types()])


def _table_params(ctx: InteractionContext, table: Table | None, voice: Voice) -> dict[str, Any]:
    """Default parameters for sentences about turns, hosts and lines."""
    params: dict[str, Any] = {"commands": describe_new_commands(Voice(ctx.language))}
    if table is None:
        return {**params, "line": "", "text": "", "example": "", "task": "", "names": "", "since": "", "host": ""}
    host_seat = table.seat_of(table.host)
    params |= {
        "host": voice.seat(host_seat.index) if host_seat is not None else "",
        "id": table.id,
        "game": table.kind,
        "command": table.kind,
        **waiting_params(table, voice),
    }
    return {**params, "example": _example_line(ctx, table), "kind": "", "line": "", "text": "", "type": ""}


def _refusal_params(
    ctx: InteractionContext, table: Table | None, voice: Voice, key: str, error_params: Mapping[str, Any]
) -> dict[str, Any]:
    """All parameters of a refusal, formatted for its sentence."""
    defaults = _table_params(ctx, table, voice)
    params = {**defaults, **error_params}
    face = face_for(table.kind if table is not None else "")
    if table is not None and table.public_view is not None:
        texts = {name: value for name, value in error_params.items() if isinstance(value, str)}
        params |= {name: face.value_in_refusal(voice, name, value, table) or value for name, value in texts.items()}
    if key == "error.move_not_now" and table is not None:
        params["task"] = _own_task(ctx, table, voice) or defaults["task"]
    if key == "error.not_your_turn" and defaults["task"]:
        params |= {name: defaults[name] for name in ("task", "names", "since")}
    for name, value in params.items():
        if hasattr(value, "key") and hasattr(value, "params"):
            params[name] = voice.phrase(value)
    formats: dict[str, Callable[[int], str]] = dict.fromkeys(
        ("since", "until", "again"), time_text.format_relative_time
    )
    formats |= dict.fromkeys(("begin", "end"), time_text.format_timestamp)
    formats |= dict.fromkeys(("wanted", "left"), lambda seconds: time_text.format_days(seconds, voice))
    params |= {name: form(params[name]) for name, form in formats.items() if isinstance(params.get(name), int)}
    if key == "error.lesson_wrong" and table is not None:
        params["said"] = lesson_text.describe_wrong_lesson_move(table.kind, params["said"], voice)
    if key == "error.undo_barrier":
        params["reason"] = voice(f"error.barrier.{params['reason']}", name=params.get("name", ""))
    if key == "error.played" and table is not None:
        params["move"] = "; ".join(describe_move(voice, face, table, line) for line in params["move"].split("; "))
    if key == "error.option_bad":  # the service sends keys; other callers send text
        sentences = {name: f"error.{name}.{params.get(name)}" for name in ("name", "reason")}
        # The sentence of a reason may contain limits.
        params |= {name: voice(sentence, **params) for name, sentence in sentences.items() if voice.has(sentence)}
    if "known" in params:
        typed_values = params["known"]
        params["known"] = [_translate_typed_value(one, voice) if isinstance(one, str) else one for one in typed_values]
        params.setdefault("list", params["known"])
    if params.get("game") in game_types():
        params["game"] = ctx.app.game_name(params["game"], ctx.language)
    for name in _USER_TEXT_PARAMS & error_params.keys():
        if isinstance(params.get(name), str):
            params[name] = escape_markdown(params[name])
    for name in ("list", "known"):
        if isinstance(params.get(name), (list, tuple)) and table is not None:
            params[name] = [escape_markdown(one) if one in table.names else one for one in params[name]]
    return params


def _translate_typed_value(text: str, voice: Voice) -> str:
    """A value as typed by users, in the reader's language."""
    return voice("settings.value.off") if text == "off" else time_text.translate_weekdays(text, voice)


def waiting_params(table: Table, voice: Voice) -> dict[str, Any]:
    """Parameters `task`, `names` and `since` of the seats to move; empty strings if none."""
    if table.state is None or table.game is None or not table.seats_to_move:
        return {"task": "", "names": "", "since": ""}
    view: View = table.game.view(table.state, None)
    tasks = view.tasks
    seat = table.seats_to_move[0]
    since = min((turn.since for turn in table.stretches if turn.seat in table.seats_to_move), default=table.updated_at)
    return {
        "task": voice.phrase(tasks[seat]) if seat in tasks else "",
        "names": voice.join([voice.seat(index) for index in table.seats_to_move]),
        "since": time_text.format_relative_time(since),
    }


def _own_task(ctx: InteractionContext, table: Table, voice: Voice) -> str:
    """The task of the user's own seat."""
    seat = find_visible_seat(table, ctx.user_id)
    if seat is None or table.public_view is None:
        return ""
    phrase = {**table.public_view.invited, **table.public_view.tasks}.get(seat.index)
    return voice.phrase(phrase) if phrase is not None else ""


def _example_line(ctx: InteractionContext, table: Table) -> str:
    """A line the user could type now. Only their own moves: those of others could reveal hidden cards."""
    seat = find_visible_seat(table, ctx.user_id)
    if table.game is None or table.state is None or seat is None or not seat.is_human:
        return ""
    return next((str(move) for move in table.game.legal(table.state, seat.index)), "")


def buttons_after_refusal(ctx: InteractionContext, refusal: str, table: Table | None) -> Sequence[Button | Link]:
    say = ctx.voice(table)
    number = table.id if table is not None else 0
    if refusal.startswith("vacation_") or refusal == "until_missing":
        return [Button(ids.action_custom_id(0, 0, "vacation"), say("button.vacation"), "blue")]
    if refusal in ("no_table", "unknown_table", "many_tables", "none_waits"):
        return [Button(ids.action_custom_id(0, 0, "games"), say("button.games"), "blue")]
    if table is None:
        return []
    if refusal == "lobby_not_seated":
        return [Button(ids.lobby_custom_id(number, "join"), say("button.join"), "blue")]
    if refusal == "too_few":
        return [Button(ids.lobby_custom_id(number, "machine"), say("button.machine"))]
    if refusal == "already_started":
        return jump_links(table, say, "button.to_table")
    if refusal == "undo_barrier":
        return [Button(ids.action_custom_id(number, table.seq, "ask"), say("button.ask"), "blue")]
    if refusal == "vote_open":
        vote = ctx.app.tables.registry.open_vote_of(number)
        if vote is None or vote.message_id is None:
            return []
        return [Link(message_url(table.home.guild_id, vote.channel_id, vote.message_id), say("button.to_vote"))]
    if refusal in ("clocks_stand", "frozen"):
        return [Button(ids.action_custom_id(number, table.seq, "go-on"), say("button.go_on"), "green")]
    if refusal in ("machine_seat", "standin_there"):
        return [Button(ids.action_custom_id(number, table.seq, "back"), say("button.seat_back"), "blue")]
    verbs = {
        "not_seated": ("board", "log"),
        "stood_in": ("board", "log"),
        "handed_over": ("board", "log"),
        "not_your_turn": ("board",),
        "resigned": ("board",),
        "game_over": ("score", "rematch"),
        "kind_not_now": ("move",),
        "kind_refused": ("move",),
        "line_missing": ("move",),
    }.get(refusal, ())
    return [table_button(number, verb, say, "blue" if verb == "move" else "grey") for verb in verbs]


def own_move_buttons(ctx: InteractionContext, table: Table) -> Sequence[Button]:
    """Quick buttons and «My move», for a user to move who tried something else."""
    seat = find_visible_seat(table, ctx.user_id)
    if seat is None or seat.index not in table.seats_to_move or table.game is None or table.state is None:
        return []
    say = ctx.voice(table)
    view = table.game.view(table.state, None)
    quick = (
        () if view.invited else face_for(table.kind).quick_buttons(table, view, say)
    )  # these may be for an invited player
    return [*quick, table_button(table.id, "move", say, "blue")]
