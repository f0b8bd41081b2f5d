"""`/game help`: first steps, topics, short rules of each game, and its cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from cogs.act.commands import FilledOptions, complete_spellings
from cogs.act.context import InteractionContext
from cogs.act.errors import describe_new_commands
from cogs.act.router import on_component
from cogs.choose.spelling import match_values, nearest_match, normalise_spelling, rank_matches, unknown_value_error
from cogs.games import face_for
from cogs.screen import MAX_OPTIONS, OPTION_LENGTH, Button, Choice, File, Row, Screen, Select, ids, pages, truncate_text
from cogs.turn import move_screens
from rules.core import RulesError
from rules.core.course import has_course
from rules.core.registry import game_types
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import find_visible_seat
from words import Voice

FURTHER_TOPICS: Final = ("moves", "text", "undo", "answers", "time", "away", "pause", "luck", "leave", "machines")
TOPICS: Final = ("learn", "buttons", *FURTHER_TOPICS)
RULES: Final = "rules"
MAX_SELECTS: Final = 5  # maximum selects of 25 cards each


async def run_help(ctx: InteractionContext, topic: str | None = None) -> None:
    await ctx.reply.show(help_start_screen(ctx) if not topic else await topic_search_screen(ctx, topic))


def help_start_screen(ctx: InteractionContext) -> Screen:
    """The first screen of `/game help`."""
    voice = ctx.voice()
    commands = describe_new_commands(voice)
    main_buttons = [
        Button(ids.action_custom_id(0, 0, "help", "play"), voice("button.play_now"), "blue"),
        Button(ids.action_custom_id(0, 0, "help", "learn"), voice("button.learn_which"), "blue"),
        Button(ids.action_custom_id(0, 0, "help", RULES), voice("button.rules_of")),
        Button(ids.action_custom_id(0, 0, "help", "buttons"), voice("button.the_buttons")),
    ]
    topic_buttons = [
        Button(ids.action_custom_id(0, 0, "help", topic), voice(f"help.name.{topic}")) for topic in FURTHER_TOPICS
    ]
    rows: list[Row] = [main_buttons, *(topic_buttons[i : i + 5] for i in range(0, len(topic_buttons), 5))]
    return Screen(voice("help.first", commands=commands), rows=rows)


def list_topics(ctx: InteractionContext) -> dict[str, Sequence[str]]:
    """Topic -> spellings: general topics, rules of each game, topics of the games; the game of this channel first."""
    voice = ctx.voice()
    spellings: dict[str, Sequence[str]] = {topic: (voice(f"help.name.{topic}"),) for topic in ("play", *TOPICS)}
    games = _games_here_first(ctx)
    for kind in games:
        if face_for(kind).short_rules_keys:
            game = ctx.app.game_name(kind, ctx.language)
            spellings[f"{RULES} {kind}"] = (voice("help.rules_of", game=game), game)
    for kind in games:
        game = ctx.app.game_name(kind, ctx.language)
        topics = face_for(kind).help_topics(voice)
        for key in sorted(topics, key=lambda key: key not in _foremost_topics(ctx, kind)):
            topic = topics[key]
            spellings[f"{kind} {key}"] = (voice("help.topic", topic=topic.name, game=game), topic.name, key)
    return spellings


def _foremost_topics(ctx: InteractionContext, kind: str) -> Collection[str]:
    """The most important topics of this channel's table if it plays that game."""
    table_here = ctx.table_here
    if table_here is None or table_here.kind != kind:
        return ()
    return face_for(kind).first_help_topics(table_here.choices)


def _games_here_first(ctx: InteractionContext) -> list[str]:
    """All games, that of this channel first."""
    table_here = ctx.table_here
    return sorted(game_types(), key=lambda kind: table_here is None or kind != table_here.kind)


async def complete_topic(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    return complete_spellings(list_topics(ctx), typed)


async def topic_search_screen(ctx: InteractionContext, text: str) -> Screen:
    """One topic by its name, its key or a part of them; a choice of several. ServiceError for none."""
    spellings = list_topics(ctx)
    matches = match_values(text.strip(), spellings, lambda topic: spellings[topic])
    matches = matches or rank_matches(list(spellings), text, lambda topic: spellings[topic])
    if not matches:
        voice = ctx.voice()
        nearest = nearest_match(text, spellings, lambda topic: spellings[topic])
        nearest_name = spellings[nearest][0] if nearest else ""
        raise unknown_value_error(text, voice("pick.field.topic"), spellings["buttons"][0], nearest_name)
    if len(matches) > 1:  # full names before keys, beginnings of names before those of games
        wanted = normalise_spelling(text)
        names = {topic: [normalise_spelling(name) for name in spellings[topic]] for topic in matches}
        exact = [topic for topic in matches if wanted in names[topic][:2]]
        begun = [topic for topic in matches if any(name.startswith(wanted) for name in names[topic])]
        matches = exact or begun or matches
    if len(matches) > 1:
        return _topic_choice_screen(ctx, matches, spellings)
    return await topic_screen(ctx, matches[0])


def _topic_choice_screen(ctx: InteractionContext, topics: Sequence[str], names: Mapping[str, Sequence[str]]) -> Screen:
    """A select of several matching topics."""
    voice = ctx.voice()
    choices = [Choice(topic, truncate_text(names[topic][0], OPTION_LENGTH)) for topic in topics[:MAX_OPTIONS]]
    select = Select(ids.action_custom_id(0, 0, "topic"), choices, voice("help.choose"))
    return Screen(voice("help.which"), rows=[select, [_back_button(voice)]])


def _back_button(voice: Voice) -> Button:
    return Button(ids.action_custom_id(0, 0, "help"), voice("button.back"))


@on_component("x", "topic")
async def on_topic_chosen(ctx: InteractionContext) -> None:
    await ctx.reply.show(await topic_search_screen(ctx, ctx.first_value))


@on_component("x", "cards")
async def on_cards(ctx: InteractionContext) -> None:
    """The cards of a game, in selects."""
    kind = ctx.argument
    if kind not in game_types() or not face_for(kind).help_topics(ctx.voice()):
        raise ServiceError("stale")
    await ctx.reply.show(_cards_screen(ctx, kind))


def _cards_screen(ctx: InteractionContext, kind: str) -> Screen:
    voice = ctx.voice()
    topics = list(face_for(kind).help_topics(voice).items())
    rows: list[Row] = []
    for start in range(0, min(len(topics), MAX_SELECTS * MAX_OPTIONS), MAX_OPTIONS):
        shown = topics[start : start + MAX_OPTIONS]
        choices = [Choice(f"{kind} {key}", truncate_text(topic.name, OPTION_LENGTH)) for key, topic in shown]
        range_label = voice("help.from_to", first=shown[0][1].name, last=shown[-1][1].name)
        rows.append(Select(ids.action_custom_id(0, 0, "topic", str(start)), choices, truncate_text(range_label, 150)))
    rows.append([_back_button(voice)])
    return Screen(voice("help.cards", game=ctx.app.game_name(kind, ctx.language)), rows=rows)


async def topic_screen(ctx: InteractionContext, topic: str) -> Screen:
    if topic.startswith(f"{RULES} "):
        return minute_rules_screen(ctx, topic.partition(" ")[2], 0)
    kind, _, key = topic.partition(" ")
    if key:
        return await game_topic_screen(ctx, kind, key)
    voice = ctx.voice()
    commands = describe_new_commands(voice)
    buttons = [
        Button(ids.action_custom_id(0, 0, "learn", kind), ctx.app.game_name(kind, ctx.language), "blue")
        for kind in game_types()
        if topic == "learn" and has_course(kind)
    ]
    return Screen(voice(f"help.{topic}", commands=commands), rows=[[*buttons, _back_button(voice)]])


async def game_topic_screen(ctx: InteractionContext, kind: str, key: str) -> Screen:
    """A topic of a game, with the picture of its card."""
    voice = ctx.voice()
    topic = face_for(kind).help_topics(voice)[key]
    files: list[File] = []
    if topic.card:
        look, renderer = ctx.app.picture_look(None, ctx.language), ctx.app.renderer(kind)
        picture = await ctx.app.gallery.find_or_draw(
            ("topic", kind, key, ctx.language), lambda: renderer.card(None, look, topic.card)
        )
        files = [File(f"{kind}-{key}.png", picture.png, picture.alt)] if picture is not None else []
    buttons = [
        Button(ids.action_custom_id(0, 0, "cards", kind), voice("button.cards")),
        _back_button(voice),
    ]
    return Screen(topic.text, files, [buttons])


@on_component("x", "help")
async def on_help(ctx: InteractionContext) -> None:
    topic = ctx.argument
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
    table_here = ctx.table_here
    if table_here is not None and table_here.status == "lobby":
        is_seated = table_here.seat_of(ctx.user_id) is not None
        start = Button(ids.lobby_custom_id(table_here.id, "start"), voice("button.start"), "green")
        join = Button(ids.lobby_custom_id(table_here.id, "join"), voice("button.join"), "blue")
        key = "help.play_start" if is_seated else "help.play_join"
        return Screen(voice(key), rows=[[start if is_seated else join, _back_button(voice)]])
    if table_here is not None and find_visible_seat(table_here, ctx.user_id) is not None:
        table = await ctx.app.tables.registry.load_table(table_here.id)
        ctx.known_table = table
        try:
            return await move_screens.my_move_screen(ctx, table)
        except (RulesError, ServiceError):
            pass
    commands = describe_new_commands(voice)
    return Screen(voice("help.play", commands=commands), rows=[[_back_button(voice)]])


async def rules_here_screen(ctx: InteractionContext) -> Screen:
    """The short rules of this channel's game, or a choice of games."""
    table_here = ctx.table_here
    games = [kind for kind in game_types() if face_for(kind).short_rules_keys]
    if table_here is not None and table_here.kind in games:
        return minute_rules_screen(ctx, table_here.kind, 0)
    if len(games) == 1:
        return minute_rules_screen(ctx, games[0], 0)
    voice = ctx.voice()
    buttons = [
        Button(ids.action_custom_id(0, 0, "minute", f"{k}.0"), ctx.app.game_name(k, ctx.language), "blue")
        for k in games[:4]
    ]
    return Screen(voice("help.rules_which"), rows=[[*buttons, _back_button(voice)]])


@on_component("x", "minute")
async def on_minute_rules(ctx: InteractionContext) -> None:
    """A page of the short rules, of the button's table or of the game it names."""
    argument = ctx.argument
    kind, dot, page = argument.partition(".")
    table: Table | None = None
    if not dot:
        table = await ctx.find_table(loaded=False)
        kind, page = table.kind, argument
    if kind not in game_types():
        raise ServiceError("stale")
    await ctx.reply.show(minute_rules_screen(ctx, kind, pages.parse_number(page), table))


def minute_rules_screen(ctx: InteractionContext, kind: str, page: int, table: Table | None = None) -> Screen:
    """A page of the short rules with buttons to its neighbours. ServiceError `stale`."""
    keys = face_for(kind).short_rules_for_choices(table.choices if table is not None else None)
    voice = ctx.voice()
    if not keys:
        raise ServiceError("stale")
    page = min(page, len(keys) - 1)
    number, since, prefix = (table.id, table.seq, "") if table is not None else (0, 0, f"{kind}.")

    def page_id(target: int) -> str:
        return ids.action_custom_id(number, since, "minute", f"{prefix}{target}")

    buttons: list[Button] = []
    if page:
        buttons.append(Button(page_id(page - 1), voice("button.previous")))
    if page + 1 < len(keys):
        buttons.append(Button(page_id(page + 1), voice("button.next_page"), "blue"))
    if face_for(kind).help_topics(voice):
        buttons.append(Button(ids.action_custom_id(0, 0, "cards", kind), voice("button.cards")))
    if table is not None:
        buttons.append(Button(ids.picker_custom_id(table.id, table.seq, "") or "", voice("button.to_move"), "blue"))
    else:
        buttons.append(_back_button(voice))
    heading = voice("help.minute", game=ctx.app.game_name(kind, ctx.language), n=page + 1, of=len(keys))
    return Screen(f"{heading}\n{voice(keys[page])}", rows=[buttons])
