"""More → Standing answers: a player's automatic answers at one table, on a private screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.screen import Button, Screen, close_button, ids, naming, split_into_rows
from rules.core.registry import game_types
from service.errors import ServiceError
from service.people.preferences import StandingAnswer
from service.state.model import Table
from words import Voice

TARGET_VALUES: Final[Mapping[str, bool | None]] = {"on": True, "off": False, "as": None}  # as: of the settings


# --- labels ------------------------------------------------------------------------------------------------------


def standing_answer_name(family: str, key: str, say: Voice) -> str:
    return naming.word_or_default(say, f"{family}.standing.{key}", key.replace("_", " "))


def standing_answer_about(family: str, key: str, say: Voice) -> str:
    return naming.word_or_default(say, f"{family}.standing_about.{key}", "")


# --- screen --------------------------------------------------------------------------------------------------------


def offers_standing_answers(table: Table) -> bool:
    """Whether the table's game has any standing answers; the table must be loaded."""
    return table.game is not None and table.state is not None and bool(table.game.standing_answer_keys(table.state))


def standing_answers_screen(ctx: InteractionContext, table: Table) -> Screen:
    """The user's standing answers. ServiceError `paused_lobby`, `game_over`, `no_answers`."""
    ctx.require_seat(table)
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if not table.is_open:
        raise ServiceError("game_over")
    say, family = ctx.voice(table), game_types()[table.kind].family
    answers = ctx.app.tables.preferences.possible_standing_answers(table, ctx.user_id)
    if not answers:
        raise ServiceError("no_answers")
    switches, explanations = [], []
    for answer in answers:
        name = standing_answer_name(family, answer.key, say)
        switches.append(_answer_switch_button(table, answer, name, say))
        explanations.append(say("standing.line", name=name, about=standing_answer_about(family, answer.key, say)))
    rows = split_into_rows(switches)
    below = "\n".join([*explanations, say("standing.undone")])
    return Screen(
        say("standing.title", id=table.id),
        rows=[*rows, [close_button(say)]],
        below=below,
        rows_above_pictures=len(rows),
    )


# --- asked the next time


@on_component("x", "next", defer="private")
async def on_ask_next_time(ctx: InteractionContext) -> None:
    """A player with a standing answer wants to be asked the next time, or not after all."""
    key, _, way = ctx.argument.partition("=")
    table = await ctx.find_table()
    if way not in ("on", "off"):
        raise ServiceError("stale")
    table = await ctx.app.tables.preferences.set_decide_by_hand(table.id, ctx.user_id, key, way == "on")
    await ctx.reply.show(_ask_next_time_screen(ctx, table, key, way == "on"))


def _ask_next_time_screen(ctx: InteractionContext, table: Table, key: str, wanted: bool) -> Screen:
    say, family = ctx.voice(table), game_types()[table.kind].family
    answers = ctx.app.tables.preferences.possible_standing_answers(table, ctx.user_id)
    answer = next(answer for answer in answers if answer.key == key)
    text_key = "asked" if wanted or not answer.is_given else "passed"
    switch = "off" if wanted else "on"
    button = Button(
        ids.action_custom_id(table.id, table.seq, "next", f"{key}={switch}"),
        say(f"{family}.next_button.{key}_{switch}"),
    )
    return Screen(say(f"{family}.next_{text_key}.{key}"), rows=[[button], [close_button(say)]])


def _answer_switch_button(table: Table, answer: StandingAnswer, name: str, say: Voice) -> Button:
    """Shows whether an answer stands, and switches it; the value of the personal settings restores following them."""
    switched = not answer.is_given
    target = "on" if switched else "off"
    if switched == answer.setting:
        target = "as"
    button_id = ids.action_custom_id(table.id, table.seq, "answer", f"{answer.key}={target}")
    state = "off" if not answer.is_given else "by_hand" if answer.by_hand else "on"
    return Button(button_id, say(f"standing.{state}", name=name), "green" if answer.is_given else "grey")


@on_component("x", "standing", defer="private")
async def on_standing_answers(ctx: InteractionContext) -> None:
    await ctx.reply.show(standing_answers_screen(ctx, await ctx.find_table()))


@on_component("x", "answer")
async def on_answer_switched(ctx: InteractionContext) -> None:
    key, _, target = ctx.argument.partition("=")
    table = await ctx.find_table()
    if target not in TARGET_VALUES:
        raise ServiceError("stale")
    standing_answers_screen(ctx, table)  # raises for users without access
    if key not in [answer.key for answer in ctx.app.tables.preferences.possible_standing_answers(table, ctx.user_id)]:
        raise ServiceError("stale")
    await ctx.app.tables.preferences.set_standing_answer(table.id, ctx.user_id, key, TARGET_VALUES[target])
    await ctx.reply.show(standing_answers_screen(ctx, await ctx.app.tables.registry.load_table(table.id)))
