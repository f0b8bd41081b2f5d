"""The ending of Catan: points turn by turn, and the rolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.core import ending_picture
from render.core.ending import Chronicle, ChronicleResult, Ending, Event, Moment, decisive_moments, seat_of_moment
from render.core.ending_picture import GameWording, MomentScene
from render.core.look import DANGER, Look, mix_colours
from render.core.recap import RecapTurn
from render.core.sentences import format_number, join_list
from render.core.shapes import panel_sprite
from render.core.sheet import Sheet
from rules.catan.scoring import describe_tie
from rules.catan.view import SUMS, CatanView

from .captions import player_turn_caption
from .colours import SEA, SEA_LIGHT
from .cutout import draw_changes_cutout
from .expansions import NOTES
from .island import RED_NUMBERS
from .notes import Note
from .rolls import DICE_COMBINATIONS, count_ways_to_roll, tick_sprite
from .score import ICONS
from .turn_changes import find_turn_changes

WORDS: Final = "pic.catan.ending"
SCENE_HIGH: Final = 180
DICE_PANEL_HIGH: Final = 228
BARS_WIDE: Final = 652  # width of all bars
TALLEST_BAR: Final = 130
LEGEND_ROW_HIGH: Final = 42
COUNT_ABOVE_BAR: Final = 19  # distance from the top of a bar to the middle of its count
EXPECTED_LINE_LENGTH: Final = 8  # length of the line of the expected count, beside a count
CAPTION_LETTERS: Final = 70  # most letters about a turn
LETTERS_FOR_LOSERS: Final = 24  # fewer of them if former owners are named
FLOOR: Final = 27
CARD_PLAYED: Final = "catan.play.card"
CITY_LOST: Final = ("catan.city.lost", "catan.city.pillaged")
CHANGES_POINTS: Final = frozenset(
    {
        *CITY_LOST,
        "catan.build.settlement",
        "catan.build.city",
        "catan.longest.taken",
        "catan.army.taken",
        "catan.metropolis.built",
        "catan.barbarians.defender",
        "catan.gate.shown",
    }
)


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn: the public views before and after it, and its public events."""

    before: CatanView
    after: CatanView
    events: tuple[Event, ...]


class Story(Chronicle[CatanView]):
    """The chronicle of Catan. A moment is a whole turn: a road and the title it brings belong together."""

    is_race = True

    def __init__(self) -> None:
        super().__init__()
        self._notes: tuple[Note, ...] = tuple(make() for make in NOTES)
        self._turn_start: CatanView | None = None
        self._view: CatanView | None = None
        self._events: list[Event] = []

    def record_entry(self, view: Callable[[], CatanView], seat: int | None, events: Sequence[Event]) -> None:
        after = view()
        turn = after.turn if self._view is None else self._view.turn
        if self._view is None:
            self.record_start(turn, after.scores)
        self._turn_start = self._turn_start or after
        self._events += events
        self._view = after
        self.record_points(turn, after.scores)
        for note in self._notes:
            note.record_entry(turn, after, events)
        if after.turn != turn or after.over:
            self._close_turn(turn, after)

    def _close_turn(self, turn: int, view: CatanView) -> None:
        """Record the gains of a finished turn. Set-up (turn 0) is no moment, because all seats gain alike."""
        assert self._turn_start is not None, "it has begun"
        gains = []
        for seat, (points, points_before) in enumerate(zip(view.scores, self._turn_start.scores, strict=True)):
            hidden = 0 if seat == self._turn_start.active else _hidden_points(self._turn_start, view, seat)
            gains.append(points - points_before - hidden)
        if turn and any(gains):
            self.record_moment(turn, gains, PlayedTurn(self._turn_start, view, tuple(self._events)), view.scores)
        self._turn_start, self._events = view, []

    def build_result(self) -> ChronicleResult:
        """The result, including the unfinished turn of an abandoned game."""
        if self._view is not None and self._events:
            self._close_turn(self._view.turn, self._view)
        return super().build_result()

    def collect_facts(self) -> tuple[Note, ...]:
        return self._notes


def _hidden_points(before: CatanView, after: CatanView, seat: int) -> int:
    """A seat's points that were secret until the end."""
    return after.players[seat].point_cards - before.players[seat].point_cards if after.over else 0


def draw_catan_result(ending: Ending, look: Look) -> Image.Image:
    """Winners and points by source."""
    return ending_picture.draw_result_card(look, ending, catan_wording(ending, look))


def draw_catan_ending(ending: Ending, look: Look) -> tuple[Image.Image, str]:
    """The picture and its alternative text."""
    view: CatanView = ending.view
    wording = catan_wording(ending, look)
    scenes = [_build_turn_scene(ending, look, moment) for moment in decisive_moments(ending)]
    parts = [
        ending_picture.draw_course_panel(look, ending, wording),
        ending_picture.draw_moments_row(look, ending, scenes, SCENE_HIGH),
        draw_dice_panel(ending, look).image if sum(view.sums) else None,
    ]
    return ending_picture.draw_finale(look, ending, wording, parts, scenes, _list_ending_sentences(ending, look))


def _module_notes(ending: Ending) -> tuple[Note, ...]:
    return ending.chronicle.facts if ending.chronicle is not None else ()


def catan_wording(ending: Ending, look: Look) -> GameWording:
    """The game's wording, and facts of each seat."""
    view: CatanView = ending.view
    game_key = "base" if view.barbarians is None else "cities"
    return GameWording(
        family="catan",
        unit=look.say(f"{WORDS}.turn"),
        length=look.say(f"{WORDS}.{game_key}", n=view.turn),
        icon=lambda source: ICONS[source](look) if source in ICONS else None,
        goal=view.goal,
        marks=[mark for note in _module_notes(ending) for mark in note.chart_marks()],
        tie=look.say(tie.key, **tie.params) if (tie := describe_tie(view, ending.winners)) is not None else "",
    )


# --- moments


def _build_turn_scene(ending: Ending, look: Look, moment: Moment) -> MomentScene:
    played: PlayedTurn = moment.payload
    seat = seat_of_moment(moment, ending.winners)

    def paint(size: tuple[int, int]) -> Image.Image:
        changes = find_turn_changes(played.before, played.after, played.events, reader=None, seat=seat)
        return draw_changes_cutout(changes, look, size)

    return MomentScene(moment, paint, _describe_turn_points(played, look, moment.turn, seat))


def _describe_turn_points(played: PlayedTurn, look: Look, turn: int, seat: int) -> str:
    """The sources of the points, their former owners, and points revealed at the end."""
    before, after = played.before, played.after
    point_events = tuple(event for event in played.events if _event_changes_points(event, before, after))
    losers = _seats_that_lost_points(before, after, seat)
    lost_cities = sum(key in CITY_LOST for key, _ in point_events)
    if lost_cities > 1 and lost_cities == len(point_events):
        caption = look.say(f"{WORDS}.cities_lost", n=lost_cities)
    else:
        room = CAPTION_LETTERS - LETTERS_FOR_LOSERS * bool(losers)
        turn_of_seat = RecapTurn(seat, point_events or played.events)
        caption = player_turn_caption([turn_of_seat], look, reader=None, room=room)
    if losers:
        caption = look.say(f"{WORDS}.taken", did=caption, seats=losers)
    if (hidden := _hidden_points(before, after, seat)) and seat == before.active:
        caption = look.say(f"{WORDS}.hidden", did=caption, n=hidden)
    return look.say(f"{WORDS}.moment", n=turn, did=caption)


def _seats_that_lost_points(before: CatanView, after: CatanView, seat: int) -> list[int]:
    """The seats that lost points of a kind which that seat gained: a title or a unique piece."""
    changes_by_source = [
        [new - old for old, new in zip(before.tally[source], points, strict=True)]
        for source, points in after.tally.items()
        if source in before.tally
    ]
    return [other for other in range(after.seats) if any(row[other] < 0 < row[seat] for row in changes_by_source)]


def _event_changes_points(event: Event, before: CatanView, after: CatanView) -> bool:
    """Whether an event changed points; for a card, whether its category of points changed."""
    key, params = event
    card = str(params.get("progress"))
    if key == CARD_PLAYED:
        return card in after.tally and after.tally[card] != before.tally.get(card)
    return key in CHANGES_POINTS


# --- dice


def draw_dice_panel(ending: Ending, look: Look) -> Sheet:
    """A bar for each sum with its count and a tick at the expected count; beside it the notes of modules."""
    view: CatanView = ending.view
    shades, total = look.shades, sum(view.sums)
    module_rows = [
        row
        for note in _module_notes(ending)
        for row in note.dice_panel_rows(look, ending_picture.INSIDE - BARS_WIDE - 44)
    ]
    high = max(DICE_PANEL_HIGH, 20 + LEGEND_ROW_HIGH * (4 + len(module_rows)))
    sheet = ending_picture.framed_sheet(look, ending_picture.INSIDE, high)
    base = sheet.size[1] - 46
    expected = [total * count_ways_to_roll(number) / DICE_COMBINATIONS for number in SUMS]
    scale = (TALLEST_BAR + sheet.size[1] - DICE_PANEL_HIGH) / max(*view.sums, *expected)
    step = (BARS_WIDE - 20) / len(SUMS)
    for i, number in enumerate(SUMS):
        column = len(SUMS) - 1 - i if look.mirrored else i  # numbers run from left to right in every language
        count, left = view.sums[i], round(20 + column * step)
        _draw_dice_bar(sheet, number, count, left, round(step), base, round(scale * count), round(scale * expected[i]))
    sheet.put(Image.new("RGB", (BARS_WIDE - 20, 2), shades.soft), 20, base)
    _draw_dice_legend(sheet, view, expected, module_rows)
    return sheet


def _draw_dice_bar(
    sheet: Sheet, number: int, count: int, left: int, wide: int, base: int, high: int, expected: int
) -> None:
    """Draw the bar of one sum on `base` with its count, the tick at the expected count and the number below."""
    shades = sheet.look.shades
    if high:
        bar = panel_sprite((wide - 14, high + 8), 6, SEA_LIGHT, SEA, 2).crop((0, 0, wide - 14, high))
        sheet.boxes[f"bar {number}"] = sheet.put(bar, left + 7, base - high)
    count_y = base - high - COUNT_ABOVE_BAR  # y of the count above its bar
    count_box = (left, left + wide, count_y)
    name = f"count {number}"
    count_wide = sheet.text(str(count), count_box, 32, shades.ink, bold=True, align="middle", floor=FLOOR, name=name)
    y = base - expected
    line_end = max(EXPECTED_LINE_LENGTH, (wide - 2 - count_wide) // 2 - 2)
    ticks = [(1, wide - 2)]  # (x, length)
    if abs(y - count_y) < COUNT_ABOVE_BAR:  # the tick leaves out the count
        ticks = [(1, line_end), (wide - 1 - line_end, line_end)]
    for x, length in ticks:
        line = tick_sprite(length)
        sheet.put(line, left + x, y - line.height // 2)
    ink = mix_colours(DANGER, shades.ink, 0.35) if number in RED_NUMBERS else shades.soft
    sheet.text(
        str(number), (left, left + wide, base + 24), 32, ink, bold=number in RED_NUMBERS, align="middle", floor=FLOOR
    )


def _draw_dice_legend(
    sheet: Sheet, view: CatanView, expected: Sequence[float], module_rows: Sequence[Image.Image]
) -> None:
    """Draw what bar and tick mean, the sums rolled too often and too rarely, and the rows of modules."""
    say, shades, total = sheet.look.say, sheet.look.shades, sum(view.sums)
    left, right = BARS_WIDE + 24, ending_picture.INSIDE - 14
    sheet.put(Image.new("RGB", (2, sheet.size[1] - 36), shades.line), BARS_WIDE + 8, 18)
    rows = 4 + len(module_rows)
    pitch = (sheet.size[1] - 24) / rows
    ys = [round(12 + pitch * (i + 0.5)) for i in range(rows)]
    sheet.put(panel_sprite((38, 26), 6, SEA_LIGHT, SEA, 2), left, ys[0] - 13)
    sheet.text(say(f"{WORDS}.rolls", n=total), (left + 54, right, ys[0]), 31, shades.ink, floor=FLOOR)
    line = tick_sprite(44)
    sheet.put(line, left - 3, ys[1] - line.height // 2)
    sheet.text(say(f"{WORDS}.expected"), (left + 54, right, ys[1]), 31, shades.ink, floor=FLOOR)
    deviations = [round(n - share) for n, share in zip(view.sums, expected, strict=True)]
    for key, deviation, y in (("over", max(deviations), ys[2]), ("under", min(deviations), ys[3])):
        number = SUMS[deviations.index(deviation)]
        words = say(f"{WORDS}.{key}", sum=number, n=format_number(deviation, sign=True))
        sheet.text(words, (left, right, y), 31, shades.ink, floor=FLOOR)
    for row, y in zip(module_rows, ys[4:], strict=True):
        sheet.put(row, left, y - row.height // 2)


def _list_ending_sentences(ending: Ending, look: Look) -> list[str]:
    view: CatanView = ending.view
    sentences = [sentence for note in _module_notes(ending) for sentence in note.ending_sentences(look)]
    if total := sum(view.sums):
        sum_counts = (look.say(f"{WORDS}.alt_sum", sum=SUMS[i], n=n) for i, n in enumerate(view.sums))
        sentences.insert(0, look.say(f"{WORDS}.alt_dice", n=total, list=join_list(sum_counts)))
    return sentences
