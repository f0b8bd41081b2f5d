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

LISTED_PLAYERS: Final = 10  # maximum players of a server
SMALL_PRINT: Final = "-# "  # Discord markup of a small line
MIN_ENDED_GAMES: Final = 3  # fewest games for the share of finished ones


@dataclass(frozen=True, slots=True)
class StatsTexts:
    """Text and picture page of the same statistics."""

    text: str
    page: StatisticsPage


def describe_stats_filter(ctx: InteractionContext, chosen: StatsFilter) -> str:
    """The filter as a sentence."""
    say = ctx.voice()
    where = say("stats.everywhere" if ctx.current_channel.guild_id is None else "stats.this_server")
    parts = [ctx.app.game_name(chosen.kind, ctx.language) if chosen.kind else say("stats.all_games")]
    kind = registry.game_types().get(chosen.kind)
    if chosen.module and kind is not None:
        parts.append(say("stats.with", name=naming.module_name(kind, chosen.module, say)))
    if chosen.seats:
        parts.append(say("stats.seats", n=chosen.seats))
    return say("stats.about", where=where, what=", ".join(parts))


# --- one person --------------------------------------------------------------------------------------------------


def describe_person_stats(
    ctx: InteractionContext, statistics: UserStats, chosen: StatsFilter, name: str, *, is_own: bool
) -> StatsTexts:
    say, figures = ctx.voice(), statistics.figures
    lines = _stats_lines(figures, chosen, say, "" if is_own else naming.escape_markdown(name))
    is_unfiltered = not chosen.seats and not chosen.module  # ranking places count all games of a kind
    standings = [place for kind, place in statistics.standings.items() if is_unfiltered and chosen.kind in ("", kind)]
    ranking_lines = [_describe_ranking(ctx, place, say) for place in standings]
    lines += ranking_lines
    if standings:
        lines.append(say("stats.friends"))
    elif (
        is_own
        and ctx.current_channel.guild_id is not None
        and ctx.app.tables.preferences.effective_setting(ctx.user_id, "rating") == "off"
    ):
        lines.append(say("stats.off"))
    plain_lines = _stats_lines(figures, chosen, say, "" if is_own else name)
    read_lines = [line.removeprefix(SMALL_PRINT) for line in (*plain_lines, *ranking_lines)]
    alt_sentences = [f"{name}. {describe_stats_filter(ctx, chosen)}.", *read_lines]
    title = say("stats.title", name=naming.escape_markdown(name), about=describe_stats_filter(ctx, chosen))
    page = StatisticsPage(
        title=name,
        about=describe_stats_filter(ctx, chosen),
        alt=naming.unescape_markdown(" ".join(alt_sentences)),
        boxes=tuple(_stats_boxes(figures, chosen, say)),
        bars_title=say("stats.places"),
        bars=tuple(Bar(say("stats.place", n=n), figures.places[n]) for n in range(1, max(figures.places) + 1))
        if figures.places
        else (),
        lines_title=say("stats.standing_title"),
        lines=tuple(_ranking_line(ctx, place) for place in standings),
        scale=say("stats.rating"),
    )
    return StatsTexts("\n".join([title, *lines]), page)


def _stats_lines(figures: PlayerStats, chosen: StatsFilter, say: Voice, name: str) -> list[str]:
    """`name`: the player's name; empty for the reader's own figures."""
    if not figures.finished_games and not figures.games_begun_or_left:
        return [say("stats.none_such")]
    places = [say("stats.place_count", place=n, n=count) for n, count in sorted(figures.places.items())]
    lines = [say("stats.games", n=figures.finished_games, won=figures.games_won)]
    if places:
        lines.append(say("stats.places_line", list=say.join(places)))
    if figures.points and chosen.kind:
        mean = sum(figures.points) / len(figures.points)
        lines.append(say("stats.points", mean=format_tenths(mean, say.language), most=max(figures.points)))
    if figures.median_decision_seconds is not None:
        lines.append(
            say("stats.pace", time=_format_play_time(figures.median_decision_seconds, say), n=figures.decision_count)
        )
    if figures.games_begun_or_left >= MIN_ENDED_GAMES:
        lines.append(say("stats.stayed", n=figures.games_begun_and_finished, of=figures.games_begun_or_left))
    if figures.luck_percentage is not None:
        key = f"stats.luck_{chosen.kind}"
        luck_name = say(key) if chosen.kind and say.has(key) else say("stats.luck_all")
        lines.append(say("stats.luck", n=figures.luck_percentage, games=len(figures.fortunes), what=luck_name))
        key = "stats.luck_got_of" if name else "stats.luck_got"
        for kind, luck in sorted(figures.luck_by_kind.items()):
            if say.has(f"{key}.{kind}"):
                got, expected = round(luck.got), round(luck.expected)
                lines.append(say(f"{key}.{kind}", name=name, got=got, expected=expected))
        if len(figures.fortunes) < figures.finished_games:
            lines.append(say("stats.luck_fewer"))
    return lines


def _stats_boxes(figures: PlayerStats, chosen: StatsFilter, say: Voice) -> list[NumberBox]:
    boxes = [
        NumberBox(str(figures.finished_games), say("stats.box.games", n=figures.finished_games)),
        NumberBox(str(figures.games_won), say("stats.box.won")),
    ]
    if figures.points and chosen.kind:
        boxes.append(
            NumberBox(format_tenths(sum(figures.points) / len(figures.points), say.language), say("stats.box.points"))
        )
    if figures.median_decision_seconds is not None:
        boxes.append(NumberBox(_format_play_time(figures.median_decision_seconds, say), say("stats.box.pace")))
    if figures.games_begun_or_left >= MIN_ENDED_GAMES:
        boxes.append(
            NumberBox(
                say("stats.box.of", n=figures.games_begun_and_finished, of=figures.games_begun_or_left),
                say("stats.box.stayed"),
            )
        )
    if figures.luck_percentage is not None:
        boxes.append(NumberBox(str(figures.luck_percentage), say("stats.box.luck")))
    return boxes


def _describe_ranking(ctx: InteractionContext, ranking: RatingPlace, say: Voice) -> str:
    key = "stats.standing" if ranking.rating.sigma < SURE else "stats.standing_unsure"
    game = ctx.app.game_name(ranking.kind, ctx.language)
    return say(
        key,
        game=game,
        n=ranking.place,
        of=ranking.of,
        mu=format_tenths(ranking.rating.mu, say.language),
        off=format_tenths(2 * ranking.rating.sigma, say.language),
    )


def _ranking_line(ctx: InteractionContext, ranking: RatingPlace) -> StatisticsLine:
    say = ctx.voice()
    game = ctx.app.game_name(ranking.kind, ctx.language)
    detail = say("stats.of", n=ranking.of, mu=format_tenths(ranking.rating.mu, say.language))
    guess = say("stats.guess") if ranking.rating.sigma >= SURE else ""
    return StatisticsLine(say("stats.place", n=ranking.place), game, detail, _rating_span(ranking), more=guess)


def _rating_span(ranking: RatingPlace) -> Span:
    margin = 2 * ranking.rating.sigma
    return Span(ranking.rating.mu - margin, ranking.rating.mu, ranking.rating.mu + margin)


# --- server ------------------------------------------------------------------------------------------------------


def describe_server_stats(ctx: InteractionContext, statistics: ServerStats, chosen: StatsFilter) -> StatsTexts:
    """Players by ranking if a game is selected, else by number of games."""
    say = ctx.voice()
    ranked = statistics.standings.get(chosen.kind, {}) if not chosen.seats and not chosen.module else {}
    users = sorted(statistics.figures, key=lambda user: (-statistics.figures[user].finished_games, user))
    if ranked:
        users.sort(key=lambda user: ranked[user].place if user in ranked else len(ranked) + 1)
    shown = users[:LISTED_PLAYERS]
    lines, alt_sentences, picture_rows = [], [], []
    for user in shown:
        figures, ranking = statistics.figures[user], ranked.get(user)
        name = naming.plain_name(statistics.names.get(user, "") or say("list.somebody"))
        place = say("stats.place", n=ranking.place) if ranking is not None else "–"
        played = say("stats.played", n=figures.finished_games, won=figures.games_won)
        suffix = "_placed" if ranked else ""
        lines.append(say(f"stats.line{suffix}", place=place, name=naming.escape_markdown(name), played=played))
        alt_sentences.append(say(f"stats.read{suffix}", place=place, name=name, played=played))
        span = _rating_span(ranking) if ranking else None
        number = place if ranked else str(figures.finished_games)
        picture_rows.append(StatisticsLine(number, name, played, span, user == ctx.user_id))
    if len(users) > len(shown):
        lines.append(say("stats.more", n=len(users) - len(shown)))
    lines.append(say("stats.own_games"))
    if ranked:
        lines.append(say("stats.friends"))
    title = say("stats.title_server", about=describe_stats_filter(ctx, chosen))
    alt = naming.unescape_markdown(" ".join([f"{describe_stats_filter(ctx, chosen)}.", *alt_sentences]))
    scale = say("stats.rating")
    about, drawn = describe_stats_filter(ctx, chosen), tuple(picture_rows)
    page = StatisticsPage(title=say("stats.server"), about=about, alt=alt, lines=drawn, scale=scale)
    return StatsTexts("\n".join([title, *lines]), page)


# --- numbers -----------------------------------------------------------------------------------------------------


def _format_play_time(seconds: int, say: Voice) -> str:
    return time_text.format_rough_span(seconds, say) if seconds >= 60 else say("stats.seconds", n=seconds)
