"""`/game help`: first steps, topics, the rules of each game in a minute, and its cards one by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from cogs.act.commands import Filled
from cogs.act.context import Act
from cogs.act.router import on
from cogs.choose.spelling import match, nearest, normalised, not_known, ranked
from cogs.games import face
from cogs.screen import Button, Choice, File, Row, Screen, Select, cut, ids, pages
from cogs.turn import move_screens
from rules.core import RulesError
from rules.core.course import has_course
from rules.core.registry import kinds
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import eyes

OTHERS: Final = ("moves", "text", "undo", "answers", "time", "away", "pause", "luck", "leave", "machines")
TOPICS: Final = ("learn", "buttons", *OTHERS)
RULES: Final = "rules"
LISTS: Final = 5  # of what a game explains, 25 things each


async def run_help(act: Act, topic: str | None = None) -> None:
    await act.reply.show(first(act) if not topic else await about(act, topic))


def first(act: Act) -> Screen:
    """What `/game help` opens with."""
    voice = act.voice()
    commands = act.app.either([f"/{kind} new" for kind in kinds()], act.language)
    row = [
        Button(ids.other(0, 0, "help", "play"), voice("button.play_now"), "blue"),
        Button(ids.other(0, 0, "help", "learn"), voice("button.learn_which"), "blue"),
        Button(ids.other(0, 0, "help", RULES), voice("button.rules_of")),
        Button(ids.other(0, 0, "help", "buttons"), voice("button.the_buttons")),
    ]
    others = [Button(ids.other(0, 0, "help", t), voice(f"help.name.{t}")) for t in OTHERS]
    rows: list[Row] = [row, *(others[i : i + 5] for i in range(0, len(others), 5))]
    return Screen(voice("help.first", commands=commands), rows=rows)


def topics(act: Act) -> dict[str, Sequence[str]]:
    """Every topic with what it is called: those of the app, the rules of each game, then what else the games explain,
    the game of this channel first."""
    voice = act.voice()
    named: dict[str, Sequence[str]] = {topic: (voice(f"help.name.{topic}"),) for topic in ("play", *TOPICS)}
    known = _games(act)
    for kind in known:
        if face(kind).minute:
            game = act.app.game_name(kind, act.language)
            named[f"{RULES} {kind}"] = (voice("help.rules_of", game=game), game)
    for kind in known:
        game = act.app.game_name(kind, act.language)
        own = face(kind).topics(voice)
        for key in sorted(own, key=lambda key: key not in _foremost(act, kind)):
            topic = own[key]
            named[f"{kind} {key}"] = (voice("help.topic", topic=topic.name, game=game), topic.name, key)
    return named


def _foremost(act: Act, kind: str) -> Collection[str]:
    """What matters most at the table of this channel, if it plays that game."""
    here = act.app.tables.at(act.home.channel_id)
    return face(kind).foremost_topics(here.choices) if here is not None and here.kind == kind else ()


def _games(act: Act) -> list[str]:
    """The games, that of this channel first."""
    here = act.app.tables.at(act.home.channel_id)
    return sorted(kinds(), key=lambda kind: here is None or kind != here.kind)


async def complete_topic(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    named = topics(act)
    return [(named[topic][0], topic) for topic in ranked(list(named), typed, lambda topic: named[topic])]


async def about(act: Act, text: str) -> Screen:
    """One topic, by its name, its key or a part of them."""
    named = topics(act)
    found = match(text.strip(), named, lambda topic: named[topic]) or ranked(list(named), text, lambda t: named[t])
    if not found:
        voice = act.voice()
        near = nearest(text, named, lambda topic: named[topic])
        raise not_known(text, voice("pick.field.topic"), named["buttons"][0], named[near][0] if near else "")
    if len(found) > 1:  # a name in full counts more than a key, the beginning of a name more than that of a game
        whole = [topic for topic in found if normalised(text) in map(normalised, named[topic][:2])]
        begun = [
            topic for topic in found if any(normalised(name).startswith(normalised(text)) for name in named[topic])
        ]
        found = whole or begun or found
    if len(found) > 1:
        return _which(act, found, named)
    return await of_topic(act, found[0])


def _which(act: Act, found: Sequence[str], named: Mapping[str, Sequence[str]]) -> Screen:
    """Several topics of that name, to choose from."""
    voice = act.voice()
    choices = [Choice(topic, cut(named[topic][0], 100)) for topic in found[:25]]
    back = Button(ids.other(0, 0, "help"), voice("button.back"))
    return Screen(voice("help.which"), rows=[Select(ids.other(0, 0, "topic"), choices, voice("help.choose")), [back]])


@on("x", "topic")
async def topic_chosen(act: Act) -> None:
    await act.reply.show(await about(act, act.values[0] if act.values else ""))


@on("x", "cards")
async def cards_pressed(act: Act) -> None:
    """What a game explains one by one, in lists."""
    kind = act.id.argument if act.id else ""
    if kind not in kinds() or not face(kind).topics(act.voice()):
        raise ServiceError("stale")
    await act.reply.show(_cards(act, kind))


def _cards(act: Act, kind: str) -> Screen:
    voice = act.voice()
    known = list(face(kind).topics(voice).items())
    rows: list[Row] = []
    for at in range(0, min(len(known), LISTS * 25), 25):
        some = known[at : at + 25]
        choices = [Choice(f"{kind} {key}", cut(topic.name, 100)) for key, topic in some]
        said = voice("help.from_to", first=some[0][1].name, last=some[-1][1].name)
        rows.append(Select(ids.other(0, 0, "topic", str(at)), choices, cut(said, 150)))
    rows.append([Button(ids.other(0, 0, "help"), voice("button.back"))])
    return Screen(voice("help.cards", game=act.app.game_name(kind, act.language)), rows=rows)


async def of_topic(act: Act, topic: str) -> Screen:
    if topic.startswith(f"{RULES} "):
        return minute(act, topic.partition(" ")[2], 0)
    kind, _, key = topic.partition(" ")
    if key:
        return await of_game(act, kind, key)
    voice = act.voice()
    commands = act.app.either([f"/{kind} new" for kind in kinds()], act.language)
    back = Button(ids.other(0, 0, "help"), voice("button.back"))
    known = [kind for kind in kinds() if topic == "learn" and has_course(kind)]
    row = [Button(ids.other(0, 0, "learn", k), act.app.game_name(k, act.language), "blue") for k in known]
    return Screen(voice(f"help.{topic}", commands=commands), rows=[[*row, back]])


async def of_game(act: Act, kind: str, key: str) -> Screen:
    """Something that a game explains, with its picture."""
    voice = act.voice()
    topic = face(kind).topics(voice)[key]
    files: list[File] = []
    if topic.card:
        look, renderer = act.app.look(None, act.language), act.app.renderer(kind)
        drawn = await act.app.gallery.get(
            ("topic", kind, key, act.language), lambda: renderer.card(None, look, topic.card)
        )
        files = [File(f"{kind}-{key}.png", drawn.png, drawn.alt)] if drawn is not None else []
    row = [
        Button(ids.other(0, 0, "cards", kind), voice("button.cards")),
        Button(ids.other(0, 0, "help"), voice("button.back")),
    ]
    return Screen(topic.text, files, [row])


@on("x", "help")
async def press_help(act: Act) -> None:
    topic = act.id.argument if act.id else ""
    if topic == "play":
        await act.reply.show(await play_now(act))
    elif topic == RULES:
        await act.reply.show(await rules_here(act))
    elif topic in TOPICS:
        await act.reply.show(await of_topic(act, topic))
    else:
        await act.reply.show(first(act))


async def play_now(act: Act) -> Screen:
    """The shortest way into a game: the own move, a seat in the lobby here, or the command that opens a table."""
    voice = act.voice()
    here = act.app.tables.at(act.home.channel_id)
    back = Button(ids.other(0, 0, "help"), voice("button.back"))
    if here is not None and here.status == "lobby":
        seated = here.seat_of(act.user_id) is not None
        start = Button(ids.lobby(here.id, "start"), voice("button.start"), "green")
        join = Button(ids.lobby(here.id, "join"), voice("button.join"), "blue")
        key = "help.play_start" if seated else "help.play_join"
        return Screen(voice(key), rows=[[start if seated else join, back]])
    if here is not None and eyes(here, act.user_id) is not None:
        table = await act.app.tables.load(here.id)
        act.at = table
        try:
            return await move_screens.present(act, table)
        except (RulesError, ServiceError):
            pass
    commands = act.app.either([f"/{kind} new" for kind in kinds()], act.language)
    return Screen(voice("help.play", commands=commands), rows=[[back]])


async def rules_here(act: Act) -> Screen:
    """The rules of the game of this channel; without one, the games to choose from."""
    here = act.app.tables.at(act.home.channel_id)
    known = [kind for kind in kinds() if face(kind).minute]
    if here is not None and here.kind in known:
        return minute(act, here.kind, 0)
    if len(known) == 1:
        return minute(act, known[0], 0)
    voice = act.voice()
    row = [Button(ids.other(0, 0, "minute", f"{k}.0"), act.app.game_name(k, act.language), "blue") for k in known[:4]]
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
    keys = face(kind).minutes(table.choices if table is not None else None)
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
    if face(kind).topics(voice):
        row.append(Button(ids.other(0, 0, "cards", kind), voice("button.cards")))
    if table is not None:
        row.append(Button(ids.pick(table.id, table.seq, "") or "", voice("button.to_move"), "blue"))
    else:
        row.append(Button(ids.other(0, 0, "help"), voice("button.back")))
    head = voice("help.minute", game=act.app.game_name(kind, act.language), n=page + 1, of=len(keys))
    return Screen(f"{head}\n{voice(keys[page])}", rows=[row])
