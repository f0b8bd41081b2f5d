"""The ending of Carcassonne: scorings tile by tile, and the final scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PIL import Image

from render.core import ending_picture
from render.core.chip_strip import seat_symbol_disc
from render.core.ending import Chronicle, Ending, Event, Moment, decisive_moments, seat_of_moment
from render.core.ending_picture import GameWording, MomentScene
from render.core.look import Look
from render.core.sentences import format_number, word_of_key
from render.core.shapes import panel_sprite
from render.core.sheet import Sheet
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .cutout import SMALLER, Window, bounding_part, choose_board_windows
from .feature_words import feature_at
from .news import News, Scored
from .source_icons import source_icon
from .turn_changes import TurnChanges, list_cutout_items
from .turn_glimpse import draw_turn_glimpse

WORDS: Final = "pic.carcassonne.ending"
PICTURE_HEIGHT_PX: Final = 236
LEAST_TILE_PX: Final = 14  # least side of a tile in a picture of a whole field
MARGIN_TILES: Final = 0.6  # tiles
LARGE_ICON_PX: Final = 120  # size of the icon of a scoring without a place
SUMS_WIDTH_PX: Final = 318  # width of the final scoring beside the chart
FLOOR: Final = 27
LAYING_PARAMS: Final = frozenset({"tile", "cell", "turn", "seat"})  # parameters of an event of laying a tile
FIELDS: Final = "fields"
Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ScoringMoment:
    """One or several like scoring events, with the board after them."""

    view: CarcassonneView
    params: Params
    final: bool  # part of the final scoring
    laid: tuple[Cell, int] | None  # the completing tile and its seat
    times: int = 1


@dataclass(frozen=True, slots=True)
class SeatCounts:
    """Facts of each seat."""

    laid: tuple[int, ...]
    put: tuple[int, ...]
    home: tuple[int, ...]
    so_far: tuple[int, ...]  # points before the final scoring


class CarcassonneChronicle(Chronicle[CarcassonneView]):
    """The chronicle of Carcassonne. A moment is a scoring: of a road, a city, a field, a good."""

    def __init__(self) -> None:
        super().__init__()
        self._scores: tuple[int, ...] = ()
        self._last_laid: tuple[Cell, int] | None = None
        self._counts: tuple[Counter[int], Counter[int], Counter[int]] = Counter(), Counter(), Counter()
        self._points_before_final: tuple[int, ...] = ()

    def record_entry(self, view: Callable[[], CarcassonneView], seat: int | None, events: Sequence[Event]) -> None:
        """Record an entry. Calls `view` only for entries with points, because large views are slow to build."""
        if not self.points_by_turn:
            first = view()
            self._scores = self._points_before_final = first.scores
            self.record_start(_current_tile_number(first) - 1, self._scores)
            return
        self._count_figures(events)
        groups = list(_group_scorings(events))
        if groups:
            self._record_scorings(view(), events, groups)

    def _record_scorings(self, view: CarcassonneView, events: Sequence[Event], groups: Sequence[Sequence[int]]) -> None:
        """Record a moment for each group of scorings (indices of events), then the points."""
        tile_number = max(1, _current_tile_number(view) - (view.drawn is not None))  # the tile just laid
        final_start = _last_scoring_start(events) if view.over else len(events)
        scores = list(self._scores)
        for group in groups:
            scorings = [events[index][1] for index in group]
            gains = [0] * view.seats
            for params in scorings:
                for seat in params["seats"]:
                    gains[seat] += params["points"]
            scores = [before + gain for before, gain in zip(scores, gains, strict=True)]
            final = group[0] >= final_start
            if not final:
                self._points_before_final = tuple(scores)
            scoring = ScoringMoment(view, scorings[0], final, self._last_laid, len(group))
            self.record_moment(tile_number, gains, scoring, after=None if final else scores)
        self._scores = view.scores
        if not view.over:
            self._points_before_final = view.scores
        self.record_points(tile_number, self._points_before_final)
        self.update_leaders(view.scores)

    def _count_figures(self, events: Sequence[Event]) -> None:
        """Count tiles and figures, and remember the tile laid last."""
        tiles_laid, figures_deployed, figures_returned = self._counts
        for key, params in events:
            if params.keys() >= LAYING_PARAMS:
                tiles_laid[params["seat"]] += 1
                self._last_laid = Cell.parse(params["cell"]), params["seat"]
            if key == "carc.figure.deployed":
                figures_deployed[params["seat"]] += 1
            figures_returned.update(owner for _, owner, _ in params.get("returned", ()) if owner is not None)

    def collect_facts(self) -> SeatCounts:
        """The numbers of tiles and figures of each seat, and its points before the final scoring."""
        seats = range(len(self._scores))
        laid, put, home = (tuple(counter[seat] for seat in seats) for counter in self._counts)
        return SeatCounts(laid, put, home, self._points_before_final)


def _current_tile_number(view: CarcassonneView) -> int:
    """The number of the tile in hand, else of the last tile; at least 1."""
    return max(1, view.tile_number - view.opening)


def _is_scoring(params: Params) -> bool:
    return bool(params.get("points") and params.get("seats") and "category" in params)


def _last_scoring_start(events: Sequence[Event]) -> int:
    """The index of the first event of the final scoring, after the completed features."""
    completed = [
        index
        for index, (_, params) in enumerate(events)
        if _is_scoring(params) and params.get("complete") and params["category"] != FIELDS
    ]
    return completed[-1] + 1 if completed else 0


def _group_scorings(events: Sequence[Event]) -> Iterator[list[int]]:
    """Groups of indices of scoring events: by place; by both parties of a trade; else by kind."""
    groups: dict[Any, list[int]] = {}
    for index, (key, params) in enumerate(events):
        if _is_scoring(params):
            group_key = params.get("spot") or (key, tuple(params["seats"]))
            if params.get("other_seat") is not None:  # the other seat pays
                group_key = params["category"], frozenset((*params["seats"], params["other_seat"]))
            groups.setdefault(group_key, []).append(index)
    yield from groups.values()


def draw_carcassonne_result(ending: Ending, look: Look) -> Image.Image:
    """Winners and points by source."""
    return ending_picture.draw_result_card(look, ending, carcassonne_wording(ending, look))


def draw_carcassonne_ending(ending: Ending, look: Look) -> tuple[Image.Image, str]:
    """The picture and its alternative text."""
    wording = carcassonne_wording(ending, look)
    moments = [_build_scoring_scene(ending, look, moment) for moment in decisive_moments(ending)]
    row = ending_picture.draw_moments_row(look, ending, moments, PICTURE_HEIGHT_PX)
    parts = [_draw_points_course(ending, look, wording), row]
    return ending_picture.draw_finale(look, ending, wording, parts, moments, _describe_last_scoring(ending, look))


def _ending_counts(ending: Ending) -> SeatCounts | None:
    return ending.chronicle.facts if ending.chronicle is not None else None


def carcassonne_wording(ending: Ending, look: Look) -> GameWording:
    """The game's wording, and facts of each seat."""
    view: CarcassonneView = ending.view
    say, counts = look.say, _ending_counts(ending)
    facts_by_name = {name: getattr(counts, name) for name in ("laid", "put", "home")} if counts is not None else {}
    return GameWording(
        "carc",
        say(f"{WORDS}.tile"),
        say(f"{WORDS}.length", n=view.headline.params["n"]),
        source_icon,
        facts=[(say(f"{WORDS}.{name}"), row) for name, row in facts_by_name.items() if any(row)],
    )


# --- the chart and the final scoring


def _draw_points_course(ending: Ending, look: Look, wording: GameWording) -> Image.Image | None:
    """The chart up to the last tile, without the final scoring, whose points would flatten the lines."""
    counts = _ending_counts(ending)
    if not ending.view.over or counts is None:
        return ending_picture.draw_course_panel(look, ending, wording)
    chart = ending_picture.draw_course_panel(
        look, ending, wording, ending_picture.INSIDE - SUMS_WIDTH_PX - ending_picture.GAP, ends=False
    )
    if chart is None:
        return None
    sheet = Sheet(look, (ending_picture.INSIDE, chart.height))
    sheet.put(chart, 0, 0)
    sheet.put(_draw_last_scoring_sums(ending, look, counts, chart.height), ending_picture.INSIDE - SUMS_WIDTH_PX, 0)
    return sheet.image


def _draw_last_scoring_sums(ending: Ending, look: Look, counts: SeatCounts, high: int) -> Image.Image:
    """For each seat the points before, in and after the final scoring."""
    sheet, shades = ending_picture.framed_sheet(look, SUMS_WIDTH_PX, high), look.shades
    columns = ((62, 142), (140, 226), (224, 308))
    for name, (left, right) in zip(("so_far", "end", "sum"), columns, strict=True):
        words = look.say(f"{WORDS}.{name}")
        sheet.text(words, (left - 6, right, 30), 29, shades.soft, align="end", floor=FLOOR)
    row_height = (high - 58) / len(ending.seats_by_points)
    size = min(38, round(row_height) - 2)
    for rank, seat in enumerate(ending.seats_by_points):
        y = round(52 + row_height * (rank + 0.5))
        sheet.put(seat_symbol_disc(look.seats[seat].letter, size), 14 + (38 - size) // 2, y - size // 2)
        so_far, total = counts.so_far[seat], ending.view.scores[seat]
        final_gain = format_number(total - so_far, sign=True)
        cells = (
            (format_number(so_far), 32, shades.ink, False),
            (final_gain, 32, shades.accent, False),
            (format_number(total), 36, shades.ink, True),
        )
        for (left, right), (text, font_size, ink, bold) in zip(columns, cells, strict=True):
            sheet.text(text, (left, right, y), font_size, ink, bold=bold, align="end", floor=FLOOR)
    return sheet.image


# --- moments


def _build_scoring_scene(ending: Ending, look: Look, moment: Moment) -> MomentScene:
    scoring: ScoringMoment = moment.payload
    feature = _scored_feature(scoring)

    def paint(size: tuple[int, int]) -> Image.Image:
        if feature is None:
            return _draw_scored_without_land(scoring, look, size)
        return _draw_scored_land(scoring, feature, look, size)

    return MomentScene(moment, paint, _describe_scoring(ending, look, moment))


def _scored_feature(scoring: ScoringMoment) -> Scored | None:
    """The scored feature; None if the scoring has no place on the board."""
    view, params = scoring.view, scoring.params
    name, _, place = str(params.get("spot") or params.get("cell") or "").partition(".")
    if not name:
        return None
    cell = Cell.parse(name)
    feature = feature_at(view, cell, place)
    points = dict.fromkeys(params["seats"], int(params["points"]))
    return Scored(cell, points, feature.places if feature is not None else ())


def _draw_scored_land(scoring: ScoringMoment, scored: Scored, look: Look, size: tuple[int, int]) -> Image.Image:
    """The whole feature with the land around it, however small the tiles."""
    laid_tile = dict([scoring.laid]) if scoring.laid is not None and not scoring.final else {}
    news = News(laid={cell: seat for cell, seat in laid_tile.items() if cell in scored.cells or not scored.places})
    turn = TurnChanges(scoring.view, replace(news, scored=(scored,)), lost=(), reader=None)
    cutout_items = list_cutout_items(turn)
    left, top, right, bottom = bounding_part(cutout_items)
    side = int(min(size[0] / (right - left + MARGIN_TILES), size[1] / (bottom - top + MARGIN_TILES)))
    if side >= SMALLER[-1]:
        land = [(tile.cell.x, tile.cell.y) for tile in scoring.view.laid]
        window, *rest = choose_board_windows(cutout_items, land, size, look.mirrored)
        if not rest:
            return draw_turn_glimpse(turn, look, window, [scored])
    side = min(max(side, LEAST_TILE_PX), SMALLER[0])
    corner = round(size[0] / 2 - side * (left + right) / 2), round(size[1] / 2 - side * (top + bottom) / 2)
    return draw_turn_glimpse(turn, look, Window((0, 0, *size), side, corner), [scored])


def _draw_scored_without_land(scoring: ScoringMoment, look: Look, size: tuple[int, int]) -> Image.Image:
    """The icon of a scoring without a place on the board."""
    image = Image.new("RGB", size, look.shades.ground)
    icon = source_icon(str(scoring.params["category"]), LARGE_ICON_PX)
    if icon is not None:
        plate = panel_sprite((icon.width + 40, icon.height + 40), 16, look.shades.panel, look.shades.line, 2)
        for sprite in (plate, icon.convert("RGBA")):
            image.paste(sprite, ((size[0] - sprite.width) // 2, (size[1] - sprite.height) // 2), sprite)
    return image


def _describe_scoring(ending: Ending, look: Look, moment: Moment) -> str:
    scoring: ScoringMoment = moment.payload
    params, say = scoring.params, look.say
    sentence = _describe_what_scored(scoring, look)
    seat = seat_of_moment(moment, ending.winners)
    other_gainers = [other for other, points in enumerate(moment.gains) if points > 0 and other != seat]
    was_completed = scoring.laid is not None and not scoring.final and params.get("complete")
    if scoring.laid is not None and was_completed and scoring.laid[1] not in params["seats"]:
        sentence = say(f"{WORDS}.by", said=sentence, seat=scoring.laid[1])
    if other_gainers:
        sentence = say(f"{WORDS}.both", said=sentence, seats=other_gainers)
    if scoring.final:
        return say(f"{WORDS}.final", what=sentence)
    return say(f"{WORDS}.moment", tile=moment.turn, what=sentence)


def _describe_what_scored(scoring: ScoringMoment, look: Look) -> str:
    """«city of 7 tiles», «field with 3 cities», «goods»."""
    params, say = scoring.params, look.say
    category = word_of_key(say, f"carc.tally.{params['category']}")
    if "feature" not in params or "n" not in params:
        return say(f"{WORDS}.several" if scoring.times > 1 else f"{WORDS}.other", category=category, n=scoring.times)
    feature = word_of_key(say, f"carc.feature.{params['feature']}")
    if params["feature"] == "field":
        return say(f"{WORDS}.field", n=params["n"])
    form = "open" if not params.get("complete") else "shields" if params.get("shields") else "feature"
    return say(f"{WORDS}.{form}", feature=feature, n=params["n"], shields=params.get("shields", 0))


def _describe_last_scoring(ending: Ending, look: Look) -> list[str]:
    """Sentences about the final scoring and the figures."""
    counts, sentences = _ending_counts(ending), []
    if counts is None:
        return []
    for seat in ending.seats_by_points:
        name = look.seats[seat].name
        if ending.view.over:
            final_points = ending.view.scores[seat] - counts.so_far[seat]
            sentences.append(look.say(f"{WORDS}.alt_end", name=name, so_far=counts.so_far[seat], end=final_points))
    for seat in ending.seats_by_points:
        seat_counts = {fact: getattr(counts, fact)[seat] for fact in ("laid", "put", "home")}
        sentences.append(look.say(f"{WORDS}.alt_put", name=look.seats[seat].name, **seat_counts))
    return sentences
