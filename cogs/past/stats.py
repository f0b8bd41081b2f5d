"""`/game past stats`: what finished games say of somebody, or of the people of a server. Shown to who asks alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from cogs.act.commands import Filled, Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.choose.spelling import named, not_known, ranked
from cogs.games.app import App
from cogs.past import stats_text
from cogs.screen import Button, Choice, File, Row, Screen, Select, cut, ids, naming, pages
from render.figures import Page, figures
from rules.core import registry
from service.archive.stats_queries import Offer
from service.errors import ServiceError
from service.state.statistics import Chosen
from words import Voice

ME: Final = "me"
HERE: Final = "here"
Field = Literal["kind", "seats", "module"]
FIELDS: Final[tuple[Field, ...]] = ("kind", "seats", "module")


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose games, and which. `who`: ME, HERE, or game and seat of somebody, since no user stands in an id."""

    who: str
    chosen: Chosen

    def __str__(self) -> str:
        return f"{self.who}.{self.chosen.kind}.{self.chosen.seats}.{self.chosen.module}"

    @classmethod
    def read(cls, text: str) -> Asked:
        who, kind, seats, module = [*text.split("."), "", "", "", ""][:4]
        return cls(who or ME, Chosen(kind, pages.number(seats), module))


# --- typed -------------------------------------------------------------------------------------------------------


async def stats(
    act: Act,
    who: object = None,
    server: bool | None = None,
    kind: str | None = None,
    seats: int | None = None,
    expansion: str | None = None,
) -> None:
    """`/game past stats`."""
    module = _module(act, expansion, kind) if expansion else ""
    if module and not kind:
        kind = next(k.key for k in registry.kinds().values() if module in k.modules)
    chosen = Chosen(kind or "", seats or 0, module)
    user = getattr(who, "id", act.user_id)
    if server:
        await act.reply.show(await of_server(act, Asked(HERE, chosen)))
        return
    name = naming.bare(str(getattr(who, "display_name", act.person.name)))
    await act.reply.show(await of_person(act, Asked(ME if user == act.user_id else "", chosen), user, name))


def _modules(act: Act, kind: str | None) -> dict[str, Sequence[str]]:
    """The expansions of a game, or of all, with what they are called."""
    say = act.voice()
    known = [one for one in registry.kinds().values() if kind in (None, "", one.key)]
    return {module: (naming.module_name(one, module, say), module) for one in known for module in one.modules}


def _module(act: Act, text: str, kind: str | None) -> str:
    called = _modules(act, kind)
    found = named(text, called)
    if len(found) != 1:
        example = next(iter(called.values()), ("",))[0]
        raise not_known(text, act.voice()("pick.field.expansion"), example, "")
    return found[0]


async def complete_module(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    called = _modules(act, filled.get("kind"))
    return [(called[key][0], key) for key in ranked(list(called), typed, lambda key: called[key])]


# --- pressed -----------------------------------------------------------------------------------------------------


@on("x", "stats")
async def stats_pressed(act: Act) -> None:
    """Somebody else, or what was chosen in a list: `<which list>=` before what is shown now."""
    which, _, rest = (act.id.argument if act.id else "").rpartition("=")
    asked = Asked.read(rest)
    if which in FIELDS and act.values:
        asked = _with(asked, which, act.values[0])
    await act.reply.show(await shown(act, asked))


@on("x", "stats-new", defer="private")
async def stats_opened(act: Act) -> None:
    """From another screen."""
    await act.reply.show(await shown(act, Asked(ME, Chosen())))


def _with(asked: Asked, which: str, value: str) -> Asked:
    value = "" if value == "all" else value
    if which == "kind":
        return replace(asked, chosen=Chosen(value))
    if which == "seats":
        return replace(asked, chosen=replace(asked.chosen, seats=pages.number(value)))
    return replace(asked, chosen=replace(asked.chosen, module=value))


async def shown(act: Act, asked: Asked) -> Screen:
    if asked.who == HERE:
        return await of_server(act, asked)
    if asked.who == ME:
        return await of_person(act, asked, act.user_id, act.person.name)
    game, _, seat = asked.who.partition("-")
    user = await act.app.tables.recalling.person_at(pages.number(game), pages.number(seat))
    if user is None:
        raise ServiceError("stale")
    return await of_person(act, asked, user, naming.bare(await act.app.tables.recalling.name(user)))


# --- shown -------------------------------------------------------------------------------------------------------


async def of_person(act: Act, asked: Asked, user: int, name: str) -> Screen:
    """What the games of one person say: on this server, and in direct messages their own on all of them."""
    say, guild = act.voice(), act.home.guild_id
    if guild is None and user != act.user_id:
        raise ServiceError("stats_server")
    own = await act.app.tables.recalling.person(user, guild, asked.chosen)
    if own.newest is None:
        key = "none_me" if user == act.user_id else "none_one"
        text = f"{say(f'stats.{key}', name=naming.escaped(name))}\n{say('stats.own_games')}"
        return Screen(text, rows=[_whose(act, asked)])
    if user != act.user_id:
        asked = replace(asked, who=f"{own.newest[0]}-{own.newest[1]}")
    told = stats_text.of_person(act, own, asked.chosen, name, mine=user == act.user_id)
    return await _screen(act, asked, told, own.offer)


async def of_server(act: Act, asked: Asked) -> Screen:
    """The people of this server, side by side."""
    if act.home.guild_id is None:
        raise ServiceError("stats_server")
    there = await act.app.tables.recalling.server(act.home.guild_id, asked.chosen)
    if not there.figures:
        say = act.voice()
        return Screen(f"{say('stats.none_here')}\n{say('stats.own_games')}", rows=[_whose(act, asked)])
    told = stats_text.of_server(act, there, asked.chosen)
    return await _screen(act, asked, told, there.offer)


async def _screen(act: Act, asked: Asked, told: stats_text.Told, offer: Offer) -> Screen:
    look = act.app.look(None, act.language)
    page: Page = told.page
    drawn = await act.app.gallery.get(("stats", act.language, page), lambda: figures(page, look))
    files = [File("stats.png", drawn.png, drawn.alt)] if drawn is not None else []
    return Screen(told.text, files, [*_lists(act, asked, offer), _whose(act, asked)])


def _lists(act: Act, asked: Asked, offer: Offer) -> list[Row]:
    """What the games can be narrowed down to, where there is a choice."""
    say, chosen = act.voice(), asked.chosen
    kinds, seats, modules = offer
    kind = registry.kinds().get(chosen.kind)
    found: list[Row] = []
    if len(kinds) > 1 or chosen.kind:
        found.append(
            _list(asked, "kind", chosen.kind, [(one, act.app.game_name(one, act.language)) for one in kinds], say)
        )
    if len(seats) > 1 or chosen.seats:
        counts = [(str(n), say("stats.seats", n=n)) for n in seats]
        found.append(_list(asked, "seats", str(chosen.seats or ""), counts, say))
    if kind is not None and (modules or chosen.module):
        boxes = [(one, naming.module_name(kind, one, say)) for one in modules]
        found.append(_list(asked, "module", chosen.module, boxes, say))
    return found


def _list(asked: Asked, which: Field, now: str, values: Sequence[tuple[str, str]], say: Voice) -> Select:
    choices = [Choice("all", say(f"stats.all_{which}"), chosen=not now)]
    choices += [Choice(value, cut(name, 100), chosen=value == now) for value, name in values[:24]]
    return Select(ids.other(0, 0, "stats", f"{which}={asked}"), choices, say(f"stats.choose_{which}"))


def _whose(act: Act, asked: Asked) -> Row:
    """To oneself, and to the server."""
    say = act.voice()
    buttons = []
    if asked.who != ME:
        buttons.append(Button(ids.other(0, 0, "stats", str(replace(asked, who=ME))), say("button.stats_me")))
    if asked.who != HERE and act.home.guild_id is not None:
        buttons.append(Button(ids.other(0, 0, "stats", str(replace(asked, who=HERE))), say("button.stats_here")))
    return [*buttons, Button(ids.other(0, 0, "settings"), say("button.settings"))]


def specs(app: App) -> list[Spec]:
    say = app.voice(None, app.describing)
    names = {kind: app.game_name(kind, "en") for kind in registry.kinds()}
    options = [
        Opt("who", "stats_who", type="user"),
        Opt("server", "stats_server", type="boolean"),
        Opt("kind", "stats_kind", choices=tuple(names), shown=names),
        Opt("seats", "stats_seats", type="integer", least=2, most=8),
        Opt("expansion", "stats_expansion", complete=complete_module),
    ]
    return [Spec("stats", say("cmd.past.stats"), stats, options, group="past")]
