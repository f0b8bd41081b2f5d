"""`/game past stats`: private statistics of one player or of a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from cogs.act.commands import CommandOption, CommandSpec, FilledOptions, complete_spellings
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.spelling import matching_keys, unknown_value_error
from cogs.games.app import App
from cogs.past import stats_text
from cogs.screen import (
    MAX_OPTIONS,
    OPTION_LENGTH,
    Button,
    Choice,
    File,
    Row,
    Screen,
    Select,
    ids,
    naming,
    pages,
    truncate_text,
)
from render.statistics_picture import StatisticsPage, draw_statistics
from rules.core import registry
from service.archive.stats_queries import Offer
from service.errors import ServiceError
from service.state.statistics import StatsFilter
from words import Voice

ME: Final = "me"
HERE: Final = "here"
Field = Literal["kind", "seats", "module"]
FIELDS: Final[tuple[Field, ...]] = ("kind", "seats", "module")


@dataclass(frozen=True, slots=True)
class StatsRequest:
    """Whose games, and which. `who`: ME, HERE, or game and seat of a player, so that no custom id holds a user id."""

    whose: str
    filter: StatsFilter

    def __str__(self) -> str:
        return f"{self.whose}.{self.filter.kind}.{self.filter.seats}.{self.filter.module}"

    @classmethod
    def read(cls, text: str) -> StatsRequest:
        who, kind, seats, module = [*text.split("."), "", "", "", ""][:4]
        return cls(who or ME, StatsFilter(kind, pages.parse_number(seats), module))


# --- the command -------------------------------------------------------------------------------------------------


async def run_stats(
    ctx: InteractionContext,
    who: object = None,
    server: bool | None = None,
    kind: str | None = None,
    seats: int | None = None,
    expansion: str | None = None,
) -> None:
    """`/game past stats`."""
    module = _parse_expansion(ctx, expansion, kind) if expansion else ""
    if module and not kind:
        kind = next(k.key for k in registry.game_types().values() if module in k.modules)
    chosen = StatsFilter(kind or "", seats or 0, module)
    user = getattr(who, "id", ctx.user_id)
    if server:
        await ctx.reply.show(await server_stats_screen(ctx, StatsRequest(HERE, chosen)))
        return
    name = naming.plain_name(str(getattr(who, "display_name", ctx.person.name)))
    await ctx.reply.show(
        await person_stats_screen(ctx, StatsRequest(ME if user == ctx.user_id else "", chosen), user, name)
    )


def _expansion_names(ctx: InteractionContext, kind: str | None) -> dict[str, Sequence[str]]:
    """Module -> spellings, of one game or all."""
    say = ctx.voice()
    games = [game for game in registry.game_types().values() if kind in (None, "", game.key)]
    return {module: (naming.module_name(game, module, say), module) for game in games for module in game.modules}


def _parse_expansion(ctx: InteractionContext, text: str, kind: str | None) -> str:
    spellings = _expansion_names(ctx, kind)
    matches = matching_keys(text, spellings)
    if len(matches) != 1:
        example = next(iter(spellings.values()), ("",))[0]
        raise unknown_value_error(text, ctx.voice()("pick.field.expansion"), example, "")
    return matches[0]


async def complete_expansion(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    return complete_spellings(_expansion_names(ctx, filled.get("kind")), typed)


# --- presses -----------------------------------------------------------------------------------------------------


@on_component("x", "stats")
async def on_stats(ctx: InteractionContext) -> None:
    """Another player, or a filter: `<field>=` precedes the present request in the custom id."""
    field, _, request_text = ctx.argument.rpartition("=")
    request = StatsRequest.read(request_text)
    if field in FIELDS and ctx.values:
        request = _narrow_request(request, field, ctx.values[0])
    await ctx.reply.show(await stats_screen(ctx, request))


@on_component("x", "stats-new", defer="private")
async def on_stats_opened(ctx: InteractionContext) -> None:
    """From another screen."""
    await ctx.reply.show(await stats_screen(ctx, StatsRequest(ME, StatsFilter())))


def _narrow_request(request: StatsRequest, field: str, value: str) -> StatsRequest:
    value = "" if value == "all" else value
    if field == "kind":
        return replace(request, filter=StatsFilter(value))
    if field == "seats":
        return replace(request, filter=replace(request.filter, seats=pages.parse_number(value)))
    return replace(request, filter=replace(request.filter, module=value))


async def stats_screen(ctx: InteractionContext, request: StatsRequest) -> Screen:
    if request.whose == HERE:
        return await server_stats_screen(ctx, request)
    if request.whose == ME:
        return await person_stats_screen(ctx, request, ctx.user_id, ctx.person.name)
    game, _, seat = request.whose.partition("-")
    user = await ctx.app.tables.stats.user_at_seat(pages.parse_number(game), pages.parse_number(seat))
    if user is None:
        raise ServiceError("stale")
    return await person_stats_screen(
        ctx, request, user, naming.plain_name(await ctx.app.tables.stats.last_known_name(user))
    )


# --- screens -----------------------------------------------------------------------------------------------------


async def person_stats_screen(ctx: InteractionContext, request: StatsRequest, user: int, name: str) -> Screen:
    """One player's statistics on this server; in direct messages the user's own on all. ServiceError `stats_server`."""
    say, guild = ctx.voice(), ctx.current_channel.guild_id
    if guild is None and user != ctx.user_id:
        raise ServiceError("stats_server")
    statistics = await ctx.app.tables.stats.user_stats(user, guild, request.filter)
    if statistics.newest is None:
        key = "none_me" if user == ctx.user_id else "none_one"
        text = f"{say(f'stats.{key}', name=naming.escape_markdown(name))}\n{say('stats.own_games')}"
        return Screen(text, rows=[_whose_games_row(ctx, request)])
    if user != ctx.user_id:
        request = replace(request, whose=f"{statistics.newest[0]}-{statistics.newest[1]}")
    texts = stats_text.describe_person_stats(ctx, statistics, request.filter, name, is_own=user == ctx.user_id)
    return await _build_stats_screen(ctx, request, texts, statistics.offer)


async def server_stats_screen(ctx: InteractionContext, request: StatsRequest) -> Screen:
    """The players of this server side by side. ServiceError `stats_server`."""
    if ctx.current_channel.guild_id is None:
        raise ServiceError("stats_server")
    statistics = await ctx.app.tables.stats.server_stats(ctx.current_channel.guild_id, request.filter)
    if not statistics.figures:
        say = ctx.voice()
        return Screen(f"{say('stats.none_here')}\n{say('stats.own_games')}", rows=[_whose_games_row(ctx, request)])
    texts = stats_text.describe_server_stats(ctx, statistics, request.filter)
    return await _build_stats_screen(ctx, request, texts, statistics.offer)


async def _build_stats_screen(
    ctx: InteractionContext, request: StatsRequest, texts: stats_text.StatsTexts, offer: Offer
) -> Screen:
    look = ctx.app.picture_look(None, ctx.language)
    page: StatisticsPage = texts.page
    picture = await ctx.app.gallery.find_or_draw(("stats", ctx.language, page), lambda: draw_statistics(page, look))
    files = [File("stats.png", picture.png, picture.alt)] if picture is not None else []
    return Screen(texts.text, files, [*_stats_filter_rows(ctx, request, offer), _whose_games_row(ctx, request)])


def _stats_filter_rows(ctx: InteractionContext, request: StatsRequest, offer: Offer) -> list[Row]:
    """Selects for the filters with more than one value."""
    say, chosen = ctx.voice(), request.filter
    kinds, seats, modules = offer
    kind = registry.game_types().get(chosen.kind)
    selects: list[Row] = []
    if len(kinds) > 1 or chosen.kind:
        selects.append(
            _stats_filter_select(
                request, "kind", chosen.kind, [(key, ctx.app.game_name(key, ctx.language)) for key in kinds], say
            )
        )
    if len(seats) > 1 or chosen.seats:
        counts = [(str(n), say("stats.seats", n=n)) for n in seats]
        selects.append(_stats_filter_select(request, "seats", str(chosen.seats or ""), counts, say))
    if kind is not None and (modules or chosen.module):
        module_choices = [(key, naming.module_name(kind, key, say)) for key in modules]
        selects.append(_stats_filter_select(request, "module", chosen.module, module_choices, say))
    return selects


def _stats_filter_select(
    request: StatsRequest, field: Field, current: str, values: Sequence[tuple[str, str]], say: Voice
) -> Select:
    choices = [Choice("all", say(f"stats.all_{field}"), is_chosen=not current)]
    choices += [
        Choice(value, truncate_text(name, OPTION_LENGTH), is_chosen=value == current)
        for value, name in values[: MAX_OPTIONS - 1]
    ]
    return Select(ids.action_custom_id(0, 0, "stats", f"{field}={request}"), choices, say(f"stats.choose_{field}"))


def _whose_games_row(ctx: InteractionContext, request: StatsRequest) -> Row:
    """Buttons to the user's own statistics and to the server's."""
    say = ctx.voice()
    offered = [
        (ME, "button.stats_me"),
        *([(HERE, "button.stats_here")] if ctx.current_channel.guild_id is not None else []),
    ]
    buttons = [
        Button(ids.action_custom_id(0, 0, "stats", str(replace(request, whose=who))), say(key))
        for who, key in offered
        if request.whose != who
    ]
    return [*buttons, Button(ids.action_custom_id(0, 0, "settings"), say("button.settings"))]


def stats_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    names = {kind: app.game_name(kind, "en") for kind in registry.game_types()}
    options = [
        CommandOption("who", "stats_who", type="user"),
        CommandOption("server", "stats_server", type="boolean"),
        CommandOption("kind", "stats_kind", choices=tuple(names), choice_labels=names),
        CommandOption("seats", "stats_seats", type="integer", minimum=2, maximum=8),
        CommandOption("expansion", "stats_expansion", complete=complete_expansion),
    ]
    return [CommandSpec("stats", say("cmd.past.stats"), run_stats, options, group="past")]
