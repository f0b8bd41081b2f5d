"""`/game settings`, what somebody wants on every server; and More → Standing answers, what they want at one table.

Both are shown to their owner alone, on a private screen, and act for whoever presses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.act.commands import Filled, Opt, Spec
from cogs.act.handler import Act, on
from cogs.app import App
from cogs.choose.spelling import named, ranked
from cogs.screen import Button, Row, Screen, ids, naming, rows_of
from rules.core.registry import kinds
from service.errors import ServiceError
from service.model import Table
from service.personal import TIPS, Answer, known
from words import Voice

WAYS: Final[Mapping[str, bool | None]] = {"on": True, "off": False, "as": None}  # how an answer may stand at a table


# --- words -------------------------------------------------------------------------------------------------------


def answer_name(family: str, key: str, say: Voice) -> str:
    """What a standing answer of a game is called."""
    return naming.word(say, f"{family}.standing.{key}", key.replace("_", " "))


def answer_about(family: str, key: str, say: Voice) -> str:
    return naming.word(say, f"{family}.standing_about.{key}", "")


def names(act: Act, say: Voice) -> dict[str, Sequence[str]]:
    """The personal settings with what they are called; those of a game with its name."""
    found: dict[str, Sequence[str]] = {}
    for kind in kinds().values():
        game = act.app.game_name(kind.key, act.language)
        for key in kind.personal:
            name = answer_name(kind.family, key, say)
            found[key] = (say("settings.of_game", name=name, game=game), name)
    return {key: found.get(key) or (say(f"settings.name.{key}"),) for key in known()}


def about(key: str, say: Voice) -> str:
    family = next((kind.family for kind in kinds().values() if key in kind.personal), None)
    return say(f"settings.about.{key}") if family is None else answer_about(family, key, say)


# --- settings ----------------------------------------------------------------------------------------------------


async def settings(act: Act, name: str | None = None, value: str | None = None) -> None:
    """`/game settings`: all of them with buttons, or one changed."""
    if name is None:
        await act.reply.show(settings_screen(act))
        return
    say = act.voice()
    called = names(act, say)
    key = _read(name, called, say("error.name.setting"), say)
    if value is None:
        await act.reply.show(settings_screen(act))
        return
    await change(act, key, _read(value, _values(key, say), called[key][0], say))
    now = say(f"settings.value.{act.app.tables.setting(act.user_id, key)}")
    await act.reply.show(Screen(say("settings.set", name=called[key][0], value=now)))


def _values(key: str, say: Voice) -> dict[str, Sequence[str]]:
    return {value: (say(f"settings.value.{value}"),) for value in known()[key]}


def _read(text: str, called: Mapping[str, Sequence[str]], what: str, say: Voice) -> str:
    """The one thing that a text means. ServiceError where it means none or several."""
    found = named(text, called)
    if len(found) > 1:
        raise ServiceError("token_ambiguous", text=text, a=called[found[0]][0], b=called[found[1]][0])
    if not found:
        raise ServiceError(
            "option_bad", name=what, value=text, reason=say("options.no_such"), list=[one[0] for one in called.values()]
        )
    return found[0]


async def change(act: Act, key: str, value: str) -> None:
    """Choose a value for whoever acts. Who wants tips again gets them from the first one on."""
    await act.app.tables.set_setting(act.user_id, key, value)
    if key == TIPS and value == "on":
        act.app.tips.forget(act.user_id)


def settings_screen(act: Act) -> Screen:
    """Every setting that there is, with a button that switches it."""
    say, tables = act.voice(), act.app.tables
    lines, rows = [say("settings.title")], []
    for key, called in names(act, say).items():
        now = tables.setting(act.user_id, key)
        lines.append(say("settings.line", name=called[0], value=say(f"settings.value.{now}"), about=about(key, say)))
        other = next(value for value in known()[key] if value != now)
        button = Button(ids.other(0, 0, "setting", f"{key}={other}"), say(f"settings.turn_{other}", name=called[0]))
        rows.append([button])
    return Screen("\n".join(lines), rows=[*rows, _footer(say)])


@on("x", "settings", defer="private")
async def settings_pressed(act: Act) -> None:
    await act.reply.show(settings_screen(act))


@on("x", "setting")
async def setting_pressed(act: Act) -> None:
    key, _, value = (act.id.argument if act.id else "").partition("=")
    if value not in known().get(key, ()):
        raise ServiceError("stale")
    await change(act, key, value)
    await act.reply.show(settings_screen(act))


async def complete_name(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    called = names(act, act.voice())
    return [(called[key][0], key) for key in ranked(list(called), typed, lambda key: called[key])]


async def complete_value(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    say = act.voice()
    found = named(str(filled.get("name", "")), names(act, say))
    called = _values(found[0], say) if len(found) == 1 else {}
    return [(called[value][0], value) for value in ranked(list(called), typed, lambda value: called[value])]


def specs(app: App) -> list[Spec]:
    say = app.voice(None, "en")
    options = [Opt("name", "setting", complete=complete_name), Opt("value", complete=complete_value)]
    return [Spec("settings", say("cmd.game.settings"), settings, options)]


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
    return Screen(say("standing.title", id=table.id), rows=[*rows, _footer(say)], below=below, lead=len(rows))


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
    return Screen(say(f"{family}.next_{asked}.{key}"), rows=[[button], _footer(say)])


def _switch(table: Table, answer: Answer, name: str, say: Voice) -> Button:
    """Shows whether an answer stands, and switches it; back to how it is set, it follows the settings again."""
    other = not answer.given
    way = "as" if other == answer.setting else "on" if other else "off"
    made = ids.other(table.id, table.seq, "answer", f"{answer.key}={way}")
    now = "off" if not answer.given else "by_hand" if answer.by_hand else "on"
    return Button(made, say(f"standing.{now}", name=name), "green" if answer.given else "grey")


def _footer(say: Voice) -> Row:
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
