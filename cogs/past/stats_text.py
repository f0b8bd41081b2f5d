"""Statistics as text and as the page of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cogs.act.context import InteractionContext
from cogs.screen import naming, time_text
from render.statistics_picture import Bar, NumberBox, Span, StatisticsLine, StatisticsPage
from rules.core import registry
from service.archive.stats_queries import ServerStats, UserStats
from service.state.statistics import SURE, PlayerStats, RatingPlace, StatsFilter
from words import Voice, format_tenths

PEOPLE: Final = 10  # maximum players of a server
SMALL: Final = "-# "  # Discord markup of a small line
FEW: Final = 3  # fewest games for the share of finished ones


@dataclass(frozen=True, slots=True)
class StatsTexts:
    """Text and picture page of the same statistics."""

    text: str
    page: StatisticsPage


def describe_stats_filter(ctx: InteractionContext, chosen: StatsFilter) -> str:
    """The filter as a sentence."""
    say = ctx.voice()
    where = say("stats.everywhere" if ctx.home.guild_id is None else "stats.this_server")
    parts = [ctx.app.game_name(chosen.kind, ctx.language) if chosen.kind else say("stats.all_games")]
    kind = registry.game_types().get(chosen.kind)
    if chosen.module and kind is not None:
        parts.append(say("stats.with", name=naming.module_name(kind, chosen.module, say)))
    if chosen.seats:
        parts.append(say("stats.seats", n=chosen.seats))
    return say("stats.about", where=where, what=", ".join(parts))


# --- one person --------------------------------------------------------------------------------------------------


def describe_person_stats(
    ctx: InteractionContext, own: UserStats, chosen: StatsFilter, name: str, *, mine: bool
) -> StatsTexts:
    say, known = ctx.voice(), own.figures
    lines = _stats_lines(known, chosen, say, "" if mine else naming.escape_markdown(name))
    whole = not chosen.seats and not chosen.module  # ranking places count all games of a kind
    standings = [one for kind, one in own.standings.items() if whole and chosen.kind in ("", kind)]
    placed = [_describe_ranking(ctx, one, say) for one in standings]
    lines += placed
    if standings:
        lines.append(say("stats.friends"))
    elif mine and ctx.home.guild_id is not None and ctx.app.tables.preferences.setting(ctx.user_id, "rating") == "off":
        lines.append(say("stats.off"))
    read = _stats_lines(known, chosen, say, "" if mine else name)
    said = [f"{name}. {describe_stats_filter(ctx, chosen)}.", *(line.removeprefix(SMALL) for line in (*read, *placed))]
    title = say("stats.title", name=naming.escape_markdown(name), about=describe_stats_filter(ctx, chosen))
    page = StatisticsPage(
        title=name,
        about=describe_stats_filter(ctx, chosen),
        alt=naming.unescape_markdown(" ".join(said)),
        boxes=tuple(_stats_boxes(known, chosen, say)),
        bars_title=say("stats.places"),
        bars=tuple(Bar(say("stats.place", n=n), known.places[n]) for n in range(1, max(known.places) + 1))
        if known.places
        else (),
        lines_title=say("stats.standing_title"),
        lines=tuple(_ranking_line(ctx, one) for one in standings),
        scale=say("stats.rating"),
    )
    return StatsTexts("\n".join([title, *lines]), page)


def _stats_lines(known: PlayerStats, chosen: StatsFilter, say: Voice, name: str) -> list[str]:
    """`name`: the player's name; empty for the reader's own figures."""
    if not known.games and not known.ended:
        return [say("stats.none_such")]
    places = [say("stats.place_count", place=n, n=k) for n, k in sorted(known.places.items())]
    lines = [say("stats.games", n=known.games, won=known.won)]
    if places:
        lines.append(say("stats.places_line", list=say.join(places)))
    if known.points and chosen.kind:
        mean = sum(known.points) / len(known.points)
        lines.append(say("stats.points", mean=format_tenths(mean, say.language), most=max(known.points)))
    if known.pace is not None:
        lines.append(say("stats.pace", time=_format_play_time(known.pace, say), n=known.decisions))
    if known.ended >= FEW:
        lines.append(say("stats.stayed", n=known.stayed, of=known.ended))
    if known.luck is not None:
        key = f"stats.luck_{chosen.kind}"
        what = say(key) if chosen.kind and say.has(key) else say("stats.luck_all")
        lines.append(say("stats.luck", n=known.luck, games=len(known.fortunes), what=what))
        key = "stats.luck_got_of" if name else "stats.luck_got"
        for kind, all_of_it in sorted(known.brought.items()):
            if say.has(f"{key}.{kind}"):
                got, expected = round(all_of_it.got), round(all_of_it.expected)
                lines.append(say(f"{key}.{kind}", name=name, got=got, expected=expected))
        if len(known.fortunes) < known.games:
            lines.append(say("stats.luck_fewer"))
    return lines


def _stats_boxes(known: PlayerStats, chosen: StatsFilter, say: Voice) -> list[NumberBox]:
    found = [
        NumberBox(str(known.games), say("stats.box.games", n=known.games)),
        NumberBox(str(known.won), say("stats.box.won")),
    ]
    if known.points and chosen.kind:
        found.append(
            NumberBox(format_tenths(sum(known.points) / len(known.points), say.language), say("stats.box.points"))
        )
    if known.pace is not None:
        found.append(NumberBox(_format_play_time(known.pace, say), say("stats.box.pace")))
    if known.ended >= FEW:
        found.append(NumberBox(say("stats.box.of", n=known.stayed, of=known.ended), say("stats.box.stayed")))
    if known.luck is not None:
        found.append(NumberBox(str(known.luck), say("stats.box.luck")))
    return found


def _describe_ranking(ctx: InteractionContext, one: RatingPlace, say: Voice) -> str:
    key = "stats.standing" if one.rating.sigma < SURE else "stats.standing_unsure"
    game = ctx.app.game_name(one.kind, ctx.language)
    return say(
        key,
        game=game,
        n=one.place,
        of=one.of,
        mu=format_tenths(one.rating.mu, say.language),
        off=format_tenths(2 * one.rating.sigma, say.language),
    )


def _ranking_line(ctx: InteractionContext, one: RatingPlace) -> StatisticsLine:
    say = ctx.voice()
    game = ctx.app.game_name(one.kind, ctx.language)
    said = say("stats.of", n=one.of, mu=format_tenths(one.rating.mu, say.language))
    guess = say("stats.guess") if one.rating.sigma >= SURE else ""
    return StatisticsLine(say("stats.place", n=one.place), game, said, _rating_span(one), more=guess)


def _rating_span(one: RatingPlace) -> Span:
    off = 2 * one.rating.sigma
    return Span(one.rating.mu - off, one.rating.mu, one.rating.mu + off)


# --- server ------------------------------------------------------------------------------------------------------


def describe_server_stats(ctx: InteractionContext, there: ServerStats, chosen: StatsFilter) -> StatsTexts:
    """Players by ranking if a game is selected, else by number of games."""
    say = ctx.voice()
    ranked = there.standings.get(chosen.kind, {}) if not chosen.seats and not chosen.module else {}
    users = sorted(there.figures, key=lambda user: (-there.figures[user].games, user))
    if ranked:
        users.sort(key=lambda user: ranked[user].place if user in ranked else len(ranked) + 1)
    shown = users[:PEOPLE]
    lines, read, drawn = [], [], []
    for user in shown:
        known, one = there.figures[user], ranked.get(user)
        name = naming.plain_name(there.names.get(user, "") or say("list.somebody"))
        place = say("stats.place", n=one.place) if one is not None else "–"
        played = say("stats.played", n=known.games, won=known.won)
        told = {"name": naming.escape_markdown(name), "played": played}
        lines.append(say("stats.line_placed", place=place, **told) if ranked else say("stats.line", **told))
        plain = {"name": name, "played": played}
        read.append(say("stats.read_placed", place=place, **plain) if ranked else say("stats.read", **plain))
        drawn.append(
            StatisticsLine(
                place if ranked else str(known.games),
                name,
                played,
                _rating_span(one) if one else None,
                user == ctx.user_id,
            )
        )
    if len(users) > len(shown):
        lines.append(say("stats.more", n=len(users) - len(shown)))
    lines.append(say("stats.own_games"))
    if ranked:
        lines.append(say("stats.friends"))
    title = say("stats.title_server", about=describe_stats_filter(ctx, chosen))
    alt = naming.unescape_markdown(" ".join([f"{describe_stats_filter(ctx, chosen)}.", *read]))
    scale = say("stats.rating")
    page = StatisticsPage(
        title=say("stats.server"), about=describe_stats_filter(ctx, chosen), alt=alt, lines=tuple(drawn), scale=scale
    )
    return StatsTexts("\n".join([title, *lines]), page)


# --- numbers -----------------------------------------------------------------------------------------------------


def _format_play_time(seconds: int, say: Voice) -> str:
    return time_text.format_rough_span(seconds, say) if seconds >= 60 else say("stats.seconds", n=seconds)
