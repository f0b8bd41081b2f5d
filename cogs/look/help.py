"""`/game help`: first steps, topics, short rules of each game, and its cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from cogs.act.commands import FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.spelling import match_values, nearest_match, normalise_spelling, rank_matches, unknown_value_error
from cogs.games import face_for
from cogs.screen import Button, Choice, File, Row, Screen, Select, cut, ids, pages
from cogs.turn import move_screens
from rules.core import RulesError
from rules.core.course import has_course
from rules.core.registry import game_types
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import find_visible_seat

OTHERS: Final = ("moves", "text", "undo", "answers", "time", "away", "pause", "luck", "leave", "machines")
TOPICS: Final = ("learn", "buttons", *OTHERS)
RULES: Final = "rules"
LISTS: Final = 5  # maximum selects of 25 cards each


async def run_help(ctx: InteractionContext, topic: str | None = None) -> None:
    await ctx.reply.show(help_start_screen(ctx) if not topic else await topic_search_screen(ctx, topic))


def help_start_screen(ctx: InteractionContext) -> Screen:
    """The first screen of `/game help`."""
    voice = ctx.voice()
    commands = ctx.app.either([f"/{kind} new" for kind in game_types()], ctx.language)
    row = [
        Button(ids.action_custom_id(0, 0, "help", "play"), voice("button.play_now"), "blue"),
        Button(ids.action_custom_id(0, 0, "help", "learn"), voice("button.learn_which"), "blue"),
        Button(ids.action_custom_id(0, 0, "help", RULES), voice("button.rules_of")),
        Button(ids.action_custom_id(0, 0, "help", "buttons"), voice("button.the_buttons")),
    ]
    others = [Button(ids.action_custom_id(0, 0, "help", t), voice(f"help.name.{t}")) for t in OTHERS]
    rows: list[Row] = [row, *(others[i : i + 5] for i in range(0, len(others), 5))]
    return Screen(voice("help.first", commands=commands), rows=rows)


def list_topics(ctx: InteractionContext) -> dict[str, Sequence[str]]:
    """Topic -> spellings: general topics, rules of each game, topics of the games; the game of this channel first."""
    voice = ctx.voice()
    named: dict[str, Sequence[str]] = {topic: (voice(f"help.name.{topic}"),) for topic in ("play", *TOPICS)}
    known = _games_here_first(ctx)
    for kind in known:
        if face_for(kind).minute:
            game = ctx.app.game_name(kind, ctx.language)
            named[f"{RULES} {kind}"] = (voice("help.rules_of", game=game), game)
    for kind in known:
        game = ctx.app.game_name(kind, ctx.language)
        own = face_for(kind).topics(voice)
        for key in sorted(own, key=lambda key: key not in _foremost_topics(ctx, kind)):
            topic = own[key]
            named[f"{kind} {key}"] = (voice("help.topic", topic=topic.name, game=game), topic.name, key)
    return named


def _foremost_topics(ctx: InteractionContext, kind: str) -> Collection[str]:
    """The most important topics of this channel's table if it plays that game."""
    here = ctx.app.tables.registry.at(ctx.home.channel_id)
    return face_for(kind).foremost_topics(here.choices) if here is not None and here.kind == kind else ()


def _games_here_first(ctx: InteractionContext) -> list[str]:
    """All games, that of this channel first."""
    here = ctx.app.tables.registry.at(ctx.home.channel_id)
    return sorted(game_types(), key=lambda kind: here is None or kind != here.kind)


async def complete_topic(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    named = list_topics(ctx)
    return [(named[topic][0], topic) for topic in rank_matches(list(named), typed, lambda topic: named[topic])]


async def topic_search_screen(ctx: InteractionContext, text: str) -> Screen:
    """One topic by its name, its key or a part of them; a choice of several. ServiceError for none."""
    named = list_topics(ctx)
    found = match_values(text.strip(), named, lambda topic: named[topic]) or rank_matches(
        list(named), text, lambda t: named[t]
    )
    if not found:
        voice = ctx.voice()
        near = nearest_match(text, named, lambda topic: named[topic])
        raise unknown_value_error(text, voice("pick.field.topic"), named["buttons"][0], named[near][0] if near else "")
    if len(found) > 1:  # full names before keys, beginnings of names before those of games
        whole = [topic for topic in found if normalise_spelling(text) in map(normalise_spelling, named[topic][:2])]
        begun = [
            topic
            for topic in found
            if any(normalise_spelling(name).startswith(normalise_spelling(text)) for name in named[topic])
        ]
        found = whole or begun or found
    if len(found) > 1:
        return _topic_choice_screen(ctx, found, named)
    return await topic_screen(ctx, found[0])


def _topic_choice_screen(ctx: InteractionContext, found: Sequence[str], named: Mapping[str, Sequence[str]]) -> Screen:
    """A select of several matching topics."""
    voice = ctx.voice()
    choices = [Choice(topic, cut(named[topic][0], 100)) for topic in found[:25]]
    back = Button(ids.action_custom_id(0, 0, "help"), voice("button.back"))
    return Screen(
        voice("help.which"), rows=[Select(ids.action_custom_id(0, 0, "topic"), choices, voice("help.choose")), [back]]
    )


@on_component("x", "topic")
async def on_topic_chosen(ctx: InteractionContext) -> None:
    await ctx.reply.show(await topic_search_screen(ctx, ctx.values[0] if ctx.values else ""))


@on_component("x", "cards")
async def on_cards(ctx: InteractionContext) -> None:
    """The cards of a game, in selects."""
    kind = ctx.id.argument if ctx.id else ""
    if kind not in game_types() or not face_for(kind).topics(ctx.voice()):
        raise ServiceError("stale")
    await ctx.reply.show(_cards_screen(ctx, kind))


def _cards_screen(ctx: InteractionContext, kind: str) -> Screen:
    voice = ctx.voice()
    known = list(face_for(kind).topics(voice).items())
    rows: list[Row] = []
    for at in range(0, min(len(known), LISTS * 25), 25):
        some = known[at : at + 25]
        choices = [Choice(f"{kind} {key}", cut(topic.name, 100)) for key, topic in some]
        said = voice("help.from_to", first=some[0][1].name, last=some[-1][1].name)
        rows.append(Select(ids.action_custom_id(0, 0, "topic", str(at)), choices, cut(said, 150)))
    rows.append([Button(ids.action_custom_id(0, 0, "help"), voice("button.back"))])
    return Screen(voice("help.cards", game=ctx.app.game_name(kind, ctx.language)), rows=rows)


async def topic_screen(ctx: InteractionContext, topic: str) -> Screen:
    if topic.startswith(f"{RULES} "):
        return minute_rules_screen(ctx, topic.partition(" ")[2], 0)
    kind, _, key = topic.partition(" ")
    if key:
        return await game_topic_screen(ctx, kind, key)
    voice = ctx.voice()
    commands = ctx.app.either([f"/{kind} new" for kind in game_types()], ctx.language)
    back = Button(ids.action_custom_id(0, 0, "help"), voice("button.back"))
    known = [kind for kind in game_types() if topic == "learn" and has_course(kind)]
    row = [Button(ids.action_custom_id(0, 0, "learn", k), ctx.app.game_name(k, ctx.language), "blue") for k in known]
    return Screen(voice(f"help.{topic}", commands=commands), rows=[[*row, back]])


async def game_topic_screen(ctx: InteractionContext, kind: str, key: str) -> Screen:
    """A topic of a game, with the picture of its card."""
    voice = ctx.voice()
    topic = face_for(kind).topics(voice)[key]
    files: list[File] = []
    if topic.card:
        look, renderer = ctx.app.look(None, ctx.language), ctx.app.renderer(kind)
        drawn = await ctx.app.gallery.get(
            ("topic", kind, key, ctx.language), lambda: renderer.card(None, look, topic.card)
        )
        files = [File(f"{kind}-{key}.png", drawn.png, drawn.alt)] if drawn is not None else []
    row = [
        Button(ids.action_custom_id(0, 0, "cards", kind), voice("button.cards")),
        Button(ids.action_custom_id(0, 0, "help"), voice("button.back")),
    ]
    return Screen(topic.text, files, [row])


@on_component("x", "help")
async def on_help(ctx: InteractionContext) -> None:
    topic = ctx.id.argument if ctx.id else ""
    if topic == "play":
        await ctx.reply.show(await play_now_screen(ctx))
    elif topic == RULES:
        await ctx.reply.show(await rules_here_screen(ctx))
    elif topic in TOPICS:
        await ctx.reply.show(await topic_screen(ctx, topic))
    else:
        await ctx.reply.show(help_start_screen(ctx))


async def play_now_screen(ctx: InteractionContext) -> Screen:
    """The shortest way into a game: the own move, a seat in the lobby here, or the command for a new table."""
    voice = ctx.voice()
    here = ctx.app.tables.registry.at(ctx.home.channel_id)
    back = Button(ids.action_custom_id(0, 0, "help"), voice("button.back"))
    if here is not None and here.status == "lobby":
        seated = here.seat_of(ctx.user_id) is not None
        start = Button(ids.lobby_custom_id(here.id, "start"), voice("button.start"), "green")
        join = Button(ids.lobby_custom_id(here.id, "join"), voice("button.join"), "blue")
        key = "help.play_start" if seated else "help.play_join"
        return Screen(voice(key), rows=[[start if seated else join, back]])
    if here is not None and find_visible_seat(here, ctx.user_id) is not None:
        table = await ctx.app.tables.registry.load(here.id)
        ctx.at = table
        try:
            return await move_screens.my_move_screen(ctx, table)
        except (RulesError, ServiceError):
            pass
    commands = ctx.app.either([f"/{kind} new" for kind in game_types()], ctx.language)
    return Screen(voice("help.play", commands=commands), rows=[[back]])


async def rules_here_screen(ctx: InteractionContext) -> Screen:
    """The short rules of this channel's game, or a choice of games."""
    here = ctx.app.tables.registry.at(ctx.home.channel_id)
    known = [kind for kind in game_types() if face_for(kind).minute]
    if here is not None and here.kind in known:
        return minute_rules_screen(ctx, here.kind, 0)
    if len(known) == 1:
        return minute_rules_screen(ctx, known[0], 0)
    voice = ctx.voice()
    row = [
        Button(ids.action_custom_id(0, 0, "minute", f"{k}.0"), ctx.app.game_name(k, ctx.language), "blue")
        for k in known[:4]
    ]
    return Screen(
        voice("help.rules_which"), rows=[[*row, Button(ids.action_custom_id(0, 0, "help"), voice("button.back"))]]
    )


@on_component("x", "minute")
async def on_minute_rules(ctx: InteractionContext) -> None:
    """A page of the short rules, of the button's table or of the game it names."""
    argument = ctx.id.argument if ctx.id else ""
    kind, dot, page = argument.partition(".")
    table: Table | None = None
    if not dot:
        table = await ctx.table(loaded=False)
        kind, page = table.kind, argument
    if kind not in game_types():
        raise ServiceError("stale")
    await ctx.reply.show(minute_rules_screen(ctx, kind, pages.parse_number(page), table))


def minute_rules_screen(ctx: InteractionContext, kind: str, page: int, table: Table | None = None) -> Screen:
    """A page of the short rules with buttons to its neighbours. ServiceError `stale`."""
    keys = face_for(kind).minutes(table.choices if table is not None else None)
    voice = ctx.voice()
    if not keys:
        raise ServiceError("stale")
    page = min(page, len(keys) - 1)
    number, since, prefix = (table.id, table.seq, "") if table is not None else (0, 0, f"{kind}.")

    def turn(to: int) -> str:
        return ids.action_custom_id(number, since, "minute", f"{prefix}{to}")

    row: list[Button] = []
    if page:
        row.append(Button(turn(page - 1), voice("button.previous")))
    if page + 1 < len(keys):
        row.append(Button(turn(page + 1), voice("button.next_page"), "blue"))
    if face_for(kind).topics(voice):
        row.append(Button(ids.action_custom_id(0, 0, "cards", kind), voice("button.cards")))
    if table is not None:
        row.append(Button(ids.picker_custom_id(table.id, table.seq, "") or "", voice("button.to_move"), "blue"))
    else:
        row.append(Button(ids.action_custom_id(0, 0, "help"), voice("button.back")))
    head = voice("help.minute", game=ctx.app.game_name(kind, ctx.language), n=page + 1, of=len(keys))
    return Screen(f"{head}\n{voice(keys[page])}", rows=[row])
