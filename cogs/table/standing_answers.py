"""More → Standing answers: what somebody wants to be answered for them at one table.

They are shown to their owner alone, on a private screen, and act for whoever presses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.act.context import Act
from cogs.act.router import on
from cogs.screen import Button, Screen, ids, naming, rows_of
from rules.core.registry import kinds
from service.errors import ServiceError
from service.people.preferences import Answer
from service.state.model import Table
from words import Voice

WAYS: Final[Mapping[str, bool | None]] = {"on": True, "off": False, "as": None}  # how an answer may stand at a table


# --- words -------------------------------------------------------------------------------------------------------


def answer_name(family: str, key: str, say: Voice) -> str:
    """What a standing answer of a game is called."""
    return naming.word(say, f"{family}.standing.{key}", key.replace("_", " "))


def answer_about(family: str, key: str, say: Voice) -> str:
    return naming.word(say, f"{family}.standing_about.{key}", "")


# --- standing answers of a table -----------------------------------------------------------------------------------


def offers_answers(table: Table) -> bool:
    """Whether any answer can stand at a table whose position is loaded."""
    return table.game is not None and table.state is not None and bool(table.game.standing_answers(table.state))


def answers_screen(act: Act, table: Table) -> Screen:
    """The standing answers of whoever asks."""
    act.seat(table)
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if not table.open:
        raise ServiceError("game_over")
    say, family = act.voice(table), kinds()[table.kind].family
    answers = act.app.tables.answers(table, act.user_id)
    if not answers:
        raise ServiceError("no_answers")
    switches, about = [], []
    for answer in answers:
        name = answer_name(family, answer.key, say)
        switches.append(_switch(table, answer, name, say))
        about.append(say("standing.line", name=name, about=answer_about(family, answer.key, say)))
    rows = rows_of(switches)
    below = "\n".join([*about, say("standing.undone")])
    return Screen(say("standing.title", id=table.id), rows=[*rows, footer(say)], below=below, lead=len(rows))


# --- asked the next time


@on("x", "next", defer="private")
async def next_pressed(act: Act) -> None:
    """Whoever is not asked says that they want to be, the next time; or that they do not after all."""
    key, _, way = (act.id.argument if act.id else "").partition("=")
    table = await act.table()
    if way not in ("on", "off"):
        raise ServiceError("stale")
    table = await act.app.tables.ask_next(table.id, act.user_id, key, way == "on")
    await act.reply.show(_next_screen(act, table, key, way == "on"))


def _next_screen(act: Act, table: Table, key: str, wanted: bool) -> Screen:
    say, family = act.voice(table), kinds()[table.kind].family
    answer = next(one for one in act.app.tables.answers(table, act.user_id) if one.key == key)
    asked = "asked" if wanted or not answer.given else "passed"
    other = "off" if wanted else "on"
    button = Button(
        ids.other(table.id, table.seq, "next", f"{key}={other}"), say(f"{family}.next_button.{key}_{other}")
    )
    return Screen(say(f"{family}.next_{asked}.{key}"), rows=[[button], footer(say)])


def _switch(table: Table, answer: Answer, name: str, say: Voice) -> Button:
    """Shows whether an answer stands, and switches it; back to how it is set, it follows the settings again."""
    other = not answer.given
    way = "as" if other == answer.setting else "on" if other else "off"
    made = ids.other(table.id, table.seq, "answer", f"{answer.key}={way}")
    now = "off" if not answer.given else "by_hand" if answer.by_hand else "on"
    return Button(made, say(f"standing.{now}", name=name), "green" if answer.given else "grey")


def footer(say: Voice) -> list[Button]:
    return [Button(ids.other(0, 0, "close"), say("button.close"))]


@on("x", "standing", defer="private")
async def standing_pressed(act: Act) -> None:
    await act.reply.show(answers_screen(act, await act.table()))


@on("x", "answer")
async def answer_pressed(act: Act) -> None:
    key, _, way = (act.id.argument if act.id else "").partition("=")
    table = await act.table()
    if way not in WAYS:
        raise ServiceError("stale")
    answers_screen(act, table)  # whoever may not look at it may not press it
    if key not in [answer.key for answer in act.app.tables.answers(table, act.user_id)]:
        raise ServiceError("stale")
    await act.app.tables.set_answer(table.id, act.user_id, key, WAYS[way])
    await act.reply.show(answers_screen(act, await act.app.tables.load(table.id)))
