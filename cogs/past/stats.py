"""`/game past stats`: private statistics of one player or of a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from cogs.act.commands import CommandOption, CommandSpec, FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.spelling import matching_keys, rank_matches, unknown_value_error
from cogs.games.app import App
from cogs.past import stats_text
from cogs.screen import Button, Choice, File, Row, Screen, Select, cut, ids, naming, pages
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

    who: str
    chosen: StatsFilter

    def __str__(self) -> str:
        return f"{self.who}.{self.chosen.kind}.{self.chosen.seats}.{self.chosen.module}"

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
    known = [one for one in registry.game_types().values() if kind in (None, "", one.key)]
    return {module: (naming.module_name(one, module, say), module) for one in known for module in one.modules}


def _parse_expansion(ctx: InteractionContext, text: str, kind: str | None) -> str:
    called = _expansion_names(ctx, kind)
    found = matching_keys(text, called)
    if len(found) != 1:
        example = next(iter(called.values()), ("",))[0]
        raise unknown_value_error(text, ctx.voice()("pick.field.expansion"), example, "")
    return found[0]


async def complete_expansion(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    called = _expansion_names(ctx, filled.get("kind"))
    return [(called[key][0], key) for key in rank_matches(list(called), typed, lambda key: called[key])]


# --- presses -----------------------------------------------------------------------------------------------------


@on_component("x", "stats")
async def on_stats(ctx: InteractionContext) -> None:
    """Another player, or a filter: `<field>=` precedes the present request in the custom id."""
    which, _, rest = (ctx.id.argument if ctx.id else "").rpartition("=")
    asked = StatsRequest.read(rest)
    if which in FIELDS and ctx.values:
        asked = _narrow_request(asked, which, ctx.values[0])
    await ctx.reply.show(await stats_screen(ctx, asked))


@on_component("x", "stats-new", defer="private")
async def on_stats_opened(ctx: InteractionContext) -> None:
    """From another screen."""
    await ctx.reply.show(await stats_screen(ctx, StatsRequest(ME, StatsFilter())))


def _narrow_request(asked: StatsRequest, which: str, value: str) -> StatsRequest:
    value = "" if value == "all" else value
    if which == "kind":
        return replace(asked, chosen=StatsFilter(value))
    if which == "seats":
        return replace(asked, chosen=replace(asked.chosen, seats=pages.parse_number(value)))
    return replace(asked, chosen=replace(asked.chosen, module=value))


async def stats_screen(ctx: InteractionContext, asked: StatsRequest) -> Screen:
    if asked.who == HERE:
        return await server_stats_screen(ctx, asked)
    if asked.who == ME:
        return await person_stats_screen(ctx, asked, ctx.user_id, ctx.person.name)
    game, _, seat = asked.who.partition("-")
    user = await ctx.app.tables.stats.person_at(pages.parse_number(game), pages.parse_number(seat))
    if user is None:
        raise ServiceError("stale")
    return await person_stats_screen(ctx, asked, user, naming.plain_name(await ctx.app.tables.stats.name(user)))


# --- screens -----------------------------------------------------------------------------------------------------


async def person_stats_screen(ctx: InteractionContext, asked: StatsRequest, user: int, name: str) -> Screen:
    """One player's statistics on this server; in direct messages the user's own on all. ServiceError `stats_server`."""
    say, guild = ctx.voice(), ctx.home.guild_id
    if guild is None and user != ctx.user_id:
        raise ServiceError("stats_server")
    own = await ctx.app.tables.stats.person(user, guild, asked.chosen)
    if own.newest is None:
        key = "none_me" if user == ctx.user_id else "none_one"
        text = f"{say(f'stats.{key}', name=naming.escape_markdown(name))}\n{say('stats.own_games')}"
        return Screen(text, rows=[_whose_games_row(ctx, asked)])
    if user != ctx.user_id:
        asked = replace(asked, who=f"{own.newest[0]}-{own.newest[1]}")
    told = stats_text.describe_person_stats(ctx, own, asked.chosen, name, mine=user == ctx.user_id)
    return await _build_stats_screen(ctx, asked, told, own.offer)


async def server_stats_screen(ctx: InteractionContext, asked: StatsRequest) -> Screen:
    """The players of this server side by side. ServiceError `stats_server`."""
    if ctx.home.guild_id is None:
        raise ServiceError("stats_server")
    there = await ctx.app.tables.stats.server(ctx.home.guild_id, asked.chosen)
    if not there.figures:
        say = ctx.voice()
        return Screen(f"{say('stats.none_here')}\n{say('stats.own_games')}", rows=[_whose_games_row(ctx, asked)])
    told = stats_text.describe_server_stats(ctx, there, asked.chosen)
    return await _build_stats_screen(ctx, asked, told, there.offer)


async def _build_stats_screen(
    ctx: InteractionContext, asked: StatsRequest, told: stats_text.StatsTexts, offer: Offer
) -> Screen:
    look = ctx.app.look(None, ctx.language)
    page: StatisticsPage = told.page
    drawn = await ctx.app.gallery.get(("stats", ctx.language, page), lambda: draw_statistics(page, look))
    files = [File("stats.png", drawn.png, drawn.alt)] if drawn is not None else []
    return Screen(told.text, files, [*_stats_filter_rows(ctx, asked, offer), _whose_games_row(ctx, asked)])


def _stats_filter_rows(ctx: InteractionContext, asked: StatsRequest, offer: Offer) -> list[Row]:
    """Selects for the filters with more than one value."""
    say, chosen = ctx.voice(), asked.chosen
    kinds, seats, modules = offer
    kind = registry.game_types().get(chosen.kind)
    found: list[Row] = []
    if len(kinds) > 1 or chosen.kind:
        found.append(
            _stats_filter_select(
                asked, "kind", chosen.kind, [(one, ctx.app.game_name(one, ctx.language)) for one in kinds], say
            )
        )
    if len(seats) > 1 or chosen.seats:
        counts = [(str(n), say("stats.seats", n=n)) for n in seats]
        found.append(_stats_filter_select(asked, "seats", str(chosen.seats or ""), counts, say))
    if kind is not None and (modules or chosen.module):
        boxes = [(one, naming.module_name(kind, one, say)) for one in modules]
        found.append(_stats_filter_select(asked, "module", chosen.module, boxes, say))
    return found


def _stats_filter_select(
    asked: StatsRequest, which: Field, now: str, values: Sequence[tuple[str, str]], say: Voice
) -> Select:
    choices = [Choice("all", say(f"stats.all_{which}"), chosen=not now)]
    choices += [Choice(value, cut(name, 100), chosen=value == now) for value, name in values[:24]]
    return Select(ids.action_custom_id(0, 0, "stats", f"{which}={asked}"), choices, say(f"stats.choose_{which}"))


def _whose_games_row(ctx: InteractionContext, asked: StatsRequest) -> Row:
    """Buttons to the user's own statistics and to the server's."""
    say = ctx.voice()
    buttons = []
    if asked.who != ME:
        buttons.append(Button(ids.action_custom_id(0, 0, "stats", str(replace(asked, who=ME))), say("button.stats_me")))
    if asked.who != HERE and ctx.home.guild_id is not None:
        buttons.append(
            Button(ids.action_custom_id(0, 0, "stats", str(replace(asked, who=HERE))), say("button.stats_here"))
        )
    return [*buttons, Button(ids.action_custom_id(0, 0, "settings"), say("button.settings"))]


def stats_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.describing)
    names = {kind: app.game_name(kind, "en") for kind in registry.game_types()}
    options = [
        CommandOption("who", "stats_who", type="user"),
        CommandOption("server", "stats_server", type="boolean"),
        CommandOption("kind", "stats_kind", choices=tuple(names), shown=names),
        CommandOption("seats", "stats_seats", type="integer", least=2, most=8),
        CommandOption("expansion", "stats_expansion", complete=complete_expansion),
    ]
    return [CommandSpec("stats", say("cmd.past.stats"), run_stats, options, group="past")]
