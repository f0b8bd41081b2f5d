"""`/game help`: first steps, topics, and the rules of each game in a minute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs import ids, pages, pick
from cogs.faces import face
from cogs.handler import Act, on
from cogs.screen import Button, Row, Screen
from cogs.spelling import fold, ranked
from rules.core import RulesError
from rules.core.registry import kinds
from service.errors import ServiceError
from service.model import Table

TOPICS: Final = ("buttons", "moves", "text", "undo", "luck", "leave", "machines")
RULES: Final = "rules"


async def run_help(act: Act, topic: str | None = None) -> None:
    await act.reply.show(first(act) if not topic else about(act, topic))


def first(act: Act) -> Screen:
    """What `/game help` opens with."""
    voice = act.voice()
    commands = act.bot.either([f"/{kind} new" for kind in kinds()], act.language)
    row = [
        Button(ids.other(0, 0, "help", "play"), voice("button.play_now"), "blue"),
        Button(ids.other(0, 0, "help", RULES), voice("button.rules_of")),
        Button(ids.other(0, 0, "help", "buttons"), voice("button.the_buttons")),
    ]
    others = [Button(ids.other(0, 0, "help", t), voice(f"help.name.{t}")) for t in TOPICS if t != "buttons"]
    rows: list[Row] = [row, *(others[i : i + 5] for i in range(0, len(others), 5))]
    return Screen(voice("help.first", commands=commands), rows=rows)


def topics(act: Act) -> dict[str, str]:
    """Every topic with its name: those of the bot, then the rules of each game."""
    voice = act.voice()
    named = {topic: voice(f"help.name.{topic}") for topic in ("play", *TOPICS)}
    for kind in kinds():
        if face(kind).minute:
            named[f"{RULES} {kind}"] = voice("help.rules_of", game=act.bot.game_name(kind, act.language))
    return named


async def complete_topic(act: Act, filled: Mapping[str, Any], typed: str) -> Sequence[tuple[str, str]]:
    named = topics(act)
    return [(named[topic], topic) for topic in ranked(list(named), typed, lambda topic: (named[topic],))]


def about(act: Act, topic: str) -> Screen:
    """One topic, by its name or its key."""
    named = topics(act)
    found = [key for key, name in named.items() if fold(topic) in (fold(key), fold(name))]
    if not found:
        found = [key for key, name in named.items() if fold(topic) in fold(name) or fold(topic) in fold(key)]
    if not found:
        voice = act.voice()
        raise ServiceError("token_unknown", text=topic, type=voice("pick.field.topic"), example="buttons")
    return of_topic(act, found[0])


def of_topic(act: Act, topic: str) -> Screen:
    if topic.startswith(f"{RULES} "):
        return minute(act, topic.partition(" ")[2], 0)
    voice = act.voice()
    commands = act.bot.either([f"/{kind} new" for kind in kinds()], act.language)
    back = Button(ids.other(0, 0, "help"), voice("button.back"))
    return Screen(voice(f"help.{topic}", commands=commands), rows=[[back]])


@on("x", "help")
async def press_help(act: Act) -> None:
    topic = act.id.argument if act.id else ""
    if topic == "play":
        await act.reply.show(await play_now(act))
    elif topic == RULES:
        await act.reply.show(await rules_here(act))
    elif topic in TOPICS:
        await act.reply.show(of_topic(act, topic))
    else:
        await act.reply.show(first(act))


async def play_now(act: Act) -> Screen:
    """The shortest way into a game: the own move, a seat in the lobby here, or the command that opens a table."""
    voice = act.voice()
    here = act.bot.tables.at(act.home.channel_id)
    back = Button(ids.other(0, 0, "help"), voice("button.back"))
    if here is not None and here.status == "lobby":
        seated = here.seat_of(act.user_id) is not None
        start = Button(ids.lobby(here.id, "start"), voice("button.start"), "green")
        join = Button(ids.lobby(here.id, "join"), voice("button.join"), "blue")
        key = "help.play_start" if seated else "help.play_join"
        return Screen(voice(key), rows=[[start if seated else join, back]])
    if here is not None and here.seat_of(act.user_id) is not None:
        table = await act.bot.tables.load(here.id)
        act.at = table
        try:
            return await pick.present(act, table)
        except (RulesError, ServiceError):
            pass
    commands = act.bot.either([f"/{kind} new" for kind in kinds()], act.language)
    return Screen(voice("help.play", commands=commands), rows=[[back]])


async def rules_here(act: Act) -> Screen:
    """The rules of the game of this channel; without one, the games to choose from."""
    here = act.bot.tables.at(act.home.channel_id)
    known = [kind for kind in kinds() if face(kind).minute]
    if here is not None and here.kind in known:
        return minute(act, here.kind, 0)
    if len(known) == 1:
        return minute(act, known[0], 0)
    voice = act.voice()
    row = [Button(ids.other(0, 0, "minute", f"{k}.0"), act.bot.game_name(k, act.language), "blue") for k in known[:4]]
    return Screen(voice("help.rules_which"), rows=[[*row, Button(ids.other(0, 0, "help"), voice("button.back"))]])


@on("x", "minute")
async def press_minute(act: Act) -> None:
    """A screen of the rules in a minute: of the table of the button, or of the game it names."""
    argument = act.id.argument if act.id else ""
    kind, dot, page = argument.partition(".")
    table: Table | None = None
    if not dot:
        table = await act.table(loaded=False)
        kind, page = table.kind, argument
    if kind not in kinds():
        raise ServiceError("stale")
    await act.reply.show(minute(act, kind, pages.number(page), table))


def minute(act: Act, kind: str, page: int, table: Table | None = None) -> Screen:
    """One of the short screens, with the way to its neighbours."""
    keys = face(kind).minute
    voice = act.voice()
    if not keys:
        raise ServiceError("stale")
    page = min(page, len(keys) - 1)
    number, since, prefix = (table.id, table.seq, "") if table is not None else (0, 0, f"{kind}.")

    def turn(to: int) -> str:
        return ids.other(number, since, "minute", f"{prefix}{to}")

    row: list[Button] = []
    if page:
        row.append(Button(turn(page - 1), voice("button.previous")))
    if page + 1 < len(keys):
        row.append(Button(turn(page + 1), voice("button.next_page"), "blue"))
    if table is not None:
        row.append(Button(ids.pick(table.id, table.seq, "") or "", voice("button.to_move"), "blue"))
    else:
        row.append(Button(ids.other(0, 0, "help"), voice("button.back")))
    head = voice("help.minute", game=act.bot.game_name(kind, act.language), n=page + 1, of=len(keys))
    return Screen(f"{head}\n{voice(keys[page])}", rows=[row])
