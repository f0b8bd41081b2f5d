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
from rules.carcassonne.view import CarcassonneView, Feature

from .cutout import SMALLER, Window, bounding_part, choose_board_windows
from .news import News, Scored
from .source_icons import source_icon
from .turn_changes import TurnChanges, list_cutout_items
from .turn_glimpse import draw_turn_glimpse

WORDS: Final = "pic.carcassonne.ending"
PICTURE: Final = 236
LEAST: Final = 14  # least side of a tile in a picture of a whole field
MARGIN: Final = 0.6  # tiles
LARGE: Final = 120  # size of the icon of a scoring without a place
SUMS: Final = 318  # width of the final scoring beside the chart
FLOOR: Final = 27
LAYS: Final = frozenset({"tile", "cell", "turn", "seat"})  # parameters of an event of laying a tile
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


class Story(Chronicle[CarcassonneView]):
    """The chronicle of Carcassonne. A moment is a scoring: of a road, a city, a field, a good."""

    def __init__(self) -> None:
        super().__init__()
        self._scores: tuple[int, ...] = ()
        self._laid: tuple[Cell, int] | None = None
        self._counts: tuple[Counter[int], Counter[int], Counter[int]] = Counter(), Counter(), Counter()
        self._so_far: tuple[int, ...] = ()

    def see(self, view: Callable[[], CarcassonneView], seat: int | None, events: Sequence[Event]) -> None:
        """Record an entry. Calls `view` only for entries with points, because large views are slow to build."""
        if not self.course:
            first = view()
            self._scores = self._so_far = first.scores
            self.begun(_current_tile_number(first) - 1, self._scores)
            return
        self._counted(events)
        groups = list(_group_scorings(events))
        if groups:
            self._given(view(), events, groups)

    def _given(self, view: CarcassonneView, events: Sequence[Event], groups: Sequence[Sequence[int]]) -> None:
        at = max(1, _current_tile_number(view) - (view.drawn is not None))  # the tile just laid
        end = _last_scoring_start(events) if view.over else len(events)
        scores = list(self._scores)
        for group in groups:
            gains, params = [0] * view.seats, events[group[0]][1]
            for number in group:
                for one in events[number][1]["seats"]:
                    gains[one] += events[number][1]["points"]
            scores = [a + b for a, b in zip(scores, gains, strict=True)]
            final = group[0] >= end
            if not final:
                self._so_far = tuple(scores)
            given = ScoringMoment(view, params, final, self._laid, len(group))
            self.moment(at, gains, given, None if final else scores)
        self._scores = view.scores
        if not view.over:
            self._so_far = view.scores
        self.passed(at, self._so_far)
        self.led(view.scores)

    def _counted(self, events: Sequence[Event]) -> None:
        laid, put, home = self._counts
        for key, params in events:
            if params.keys() >= LAYS:
                laid[params["seat"]] += 1
                self._laid = Cell.parse(params["cell"]), params["seat"]
            if key == "carc.figure.deployed":
                put[params["seat"]] += 1
            home.update(owner for _, owner, _ in params.get("returned", ()) if owner is not None)

    def facts(self) -> SeatCounts:
        laid, put, home = (tuple(counted[seat] for seat in range(len(self._scores))) for counted in self._counts)
        return SeatCounts(laid, put, home, self._so_far)


def _current_tile_number(view: CarcassonneView) -> int:
    """The number of the tile in hand, else of the last tile; at least 1."""
    return max(1, view.tile_number - view.opening)


def _is_scoring(params: Params) -> bool:
    return bool(params.get("points") and params.get("seats") and "category" in params)


def _last_scoring_start(events: Sequence[Event]) -> int:
    """The index of the first event of the final scoring, after the completed features."""
    done = [
        at
        for at, (_, params) in enumerate(events)
        if _is_scoring(params) and params.get("complete") and params["category"] != FIELDS
    ]
    return done[-1] + 1 if done else 0


def _group_scorings(events: Sequence[Event]) -> Iterator[list[int]]:
    """Groups of indices of scoring events: by place; by both parties of a trade; else by kind."""
    found: dict[Any, list[int]] = {}
    for at, (key, params) in enumerate(events):
        if _is_scoring(params):
            name = params.get("spot") or (key, tuple(params["seats"]))
            if params.get("other_seat") is not None:  # the other seat pays
                name = params["category"], frozenset((*params["seats"], params["other_seat"]))
            found.setdefault(name, []).append(at)
    yield from found.values()


def draw_carcassonne_result(ending: Ending, look: Look) -> Image.Image:
    """Winners and points by source."""
    return ending_picture.draw_result_card(look, ending, carcassonne_wording(ending, look))


def draw_carcassonne_ending(ending: Ending, look: Look) -> tuple[Image.Image, str]:
    """The picture and its alternative text."""
    kind = carcassonne_wording(ending, look)
    some = [_build_scoring_scene(ending, look, moment) for moment in decisive_moments(ending)]
    parts = [_draw_points_course(ending, look, kind), ending_picture.draw_moments_row(look, ending, some, PICTURE)]
    return ending_picture.draw_finale(look, ending, kind, parts, some, _describe_last_scoring(ending, look))


def _ending_counts(ending: Ending) -> SeatCounts | None:
    return ending.told.facts if ending.told is not None else None


def carcassonne_wording(ending: Ending, look: Look) -> GameWording:
    """The game's wording, and facts of each seat."""
    view: CarcassonneView = ending.view
    say, counts = look.say, _ending_counts(ending)
    told = {name: getattr(counts, name) for name in ("laid", "put", "home")} if counts is not None else {}
    return GameWording(
        "carc",
        say(f"{WORDS}.tile"),
        say(f"{WORDS}.length", n=view.headline.params["n"]),
        source_icon,
        facts=[(say(f"{WORDS}.{name}"), row) for name, row in told.items() if any(row)],
    )


# --- the chart and the final scoring


def _draw_points_course(ending: Ending, look: Look, kind: GameWording) -> Image.Image | None:
    """The chart up to the last tile, without the final scoring, whose points would flatten the lines."""
    counts = _ending_counts(ending)
    if not ending.view.over or counts is None:
        return ending_picture.draw_course_panel(look, ending, kind)
    chart = ending_picture.draw_course_panel(
        look, ending, kind, ending_picture.INSIDE - SUMS - ending_picture.GAP, ends=False
    )
    if chart is None:
        return None
    sheet = Sheet(look, (ending_picture.INSIDE, chart.height))
    sheet.put(chart, 0, 0)
    sheet.put(_draw_last_scoring_sums(ending, look, counts, chart.height), ending_picture.INSIDE - SUMS, 0)
    return sheet.image


def _draw_last_scoring_sums(ending: Ending, look: Look, counts: SeatCounts, high: int) -> Image.Image:
    """For each seat the points before, in and after the final scoring."""
    sheet, shades = ending_picture.framed_sheet(look, SUMS, high), look.shades
    columns = ((62, 142), (140, 226), (224, 308))
    for name, (left, right) in zip(("so_far", "end", "sum"), columns, strict=True):
        words = look.say(f"{WORDS}.{name}")
        sheet.text(words, (left - 6, right, 30), 29, shades.soft, align="end", floor=FLOOR)
    pitch = (high - 58) / len(ending.order)
    size = min(38, round(pitch) - 2)
    for place, seat in enumerate(ending.order):
        y = round(52 + pitch * (place + 0.5))
        sheet.put(seat_symbol_disc(look.seats[seat].letter, size), 14 + (38 - size) // 2, y - size // 2)
        so_far, whole = counts.so_far[seat], ending.view.scores[seat]
        end = format_number(whole - so_far, sign=True)
        told = (
            (format_number(so_far), 32, shades.ink, False),
            (end, 32, shades.accent, False),
            (format_number(whole), 36, shades.ink, True),
        )
        for (left, right), (text, high_of, ink, bold) in zip(columns, told, strict=True):
            sheet.text(text, (left, right, y), high_of, ink, bold=bold, align="end", floor=FLOOR)
    return sheet.image


# --- moments


def _build_scoring_scene(ending: Ending, look: Look, moment: Moment) -> MomentScene:
    given: ScoringMoment = moment.what
    scored = _scored_feature(given)

    def paint(size: tuple[int, int]) -> Image.Image:
        return (
            _draw_scored_land(given, scored, look, size)
            if scored is not None
            else _draw_scored_without_land(given, look, size)
        )

    return MomentScene(moment, paint, _describe_scoring(ending, look, moment))


def _scored_feature(given: ScoringMoment) -> Scored | None:
    """The scored feature; None if the scoring has no place on the board."""
    view, params = given.view, given.params
    name, _, place = str(params.get("spot") or params.get("cell") or "").partition(".")
    if not name:
        return None
    at = Cell.parse(name)
    feature: Feature | None = next((one for one in view.features if (at, place) in one.places), None)
    points = dict.fromkeys(params["seats"], int(params["points"]))
    return Scored(at, points, feature.places if feature is not None else ())


def _draw_scored_land(given: ScoringMoment, scored: Scored, look: Look, size: tuple[int, int]) -> Image.Image:
    """The whole feature with the land around it, however small the tiles."""
    laid = dict([given.laid]) if given.laid is not None and not given.final else {}
    news = News(laid={cell: seat for cell, seat in laid.items() if cell in scored.cells or not scored.places})
    turn = TurnChanges(given.view, replace(news, scored=(scored,)), (), None, None)
    some = list_cutout_items(turn)
    left, top, right, bottom = bounding_part(some)
    side = int(min(size[0] / (right - left + MARGIN), size[1] / (bottom - top + MARGIN)))
    if side >= SMALLER[-1]:
        matters = [(one.cell.x, one.cell.y) for one in given.view.laid]
        window, *rest = choose_board_windows(some, matters, size, look.mirrored)
        if not rest:
            return draw_turn_glimpse(turn, look, window, [scored])
    side = min(max(side, LEAST), SMALLER[0])
    at = round(size[0] / 2 - side * (left + right) / 2), round(size[1] / 2 - side * (top + bottom) / 2)
    return draw_turn_glimpse(turn, look, Window((0, 0, *size), side, at), [scored])


def _draw_scored_without_land(given: ScoringMoment, look: Look, size: tuple[int, int]) -> Image.Image:
    """The icon of a scoring without a place on the board."""
    image = Image.new("RGB", size, look.shades.ground)
    drawn = source_icon(str(given.params["category"]), LARGE)
    if drawn is not None:
        plate = panel_sprite((drawn.width + 40, drawn.height + 40), 16, look.shades.panel, look.shades.line, 2)
        for sprite in (plate, drawn.convert("RGBA")):
            image.paste(sprite, ((size[0] - sprite.width) // 2, (size[1] - sprite.height) // 2), sprite)
    return image


def _describe_scoring(ending: Ending, look: Look, moment: Moment) -> str:
    given: ScoringMoment = moment.what
    params, say = given.params, look.say
    said = _describe_what_scored(given, look)
    seat = seat_of_moment(moment, ending.winners)
    others = [other for other, points in enumerate(moment.gains) if points > 0 and other != seat]
    if given.laid is not None and not given.final and params.get("complete") and given.laid[1] not in params["seats"]:
        said = say(f"{WORDS}.by", said=said, seat=given.laid[1])
    if others:
        said = say(f"{WORDS}.both", said=said, seats=others)
    return say(f"{WORDS}.final", what=said) if given.final else say(f"{WORDS}.moment", tile=moment.at, what=said)


def _describe_what_scored(given: ScoringMoment, look: Look) -> str:
    """«city of 7 tiles», «field with 3 cities», «goods»."""
    params, say = given.params, look.say
    category = word_of_key(say, f"carc.tally.{params['category']}")
    if "feature" not in params or "n" not in params:
        return say(f"{WORDS}.several" if given.times > 1 else f"{WORDS}.other", category=category, n=given.times)
    feature = word_of_key(say, f"carc.feature.{params['feature']}")
    if params["feature"] == "field":
        return say(f"{WORDS}.field", n=params["n"])
    name = "open" if not params.get("complete") else "shields" if params.get("shields") else "feature"
    return say(f"{WORDS}.{name}", feature=feature, n=params["n"], shields=params.get("shields", 0))


def _describe_last_scoring(ending: Ending, look: Look) -> list[str]:
    """Sentences about the final scoring and the figures."""
    counts, said = _ending_counts(ending), []
    if counts is None:
        return []
    for seat in ending.order:
        name = look.seats[seat].name
        if ending.view.over:
            end = ending.view.scores[seat] - counts.so_far[seat]
            said.append(look.say(f"{WORDS}.alt_end", name=name, so_far=counts.so_far[seat], end=end))
    for seat in ending.order:
        told = {what: getattr(counts, what)[seat] for what in ("laid", "put", "home")}
        said.append(look.say(f"{WORDS}.alt_put", name=look.seats[seat].name, **told))
    return said
