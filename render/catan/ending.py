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
from .island import RED
from .notes import Note
from .rolls import ROLLS, count_ways_to_roll, tick_sprite
from .score import ICONS
from .turn_changes import find_turn_changes

WORDS: Final = "pic.catan.ending"
PICTURE: Final = 180
DICE: Final = 228
BARS: Final = 652  # width of all bars
TALLEST: Final = 130
ROW: Final = 42
COUNT: Final = 19  # distance from the top of a bar to the middle of its count
MARK: Final = 8  # length of the line of the expected count, beside a count
LETTERS: Final = 70  # letters about a turn
TAKEN: Final = 24  # fewer of them if former owners are named
FLOOR: Final = 27
CARD: Final = "catan.play.card"
LOST: Final = ("catan.city.lost", "catan.city.pillaged")
GIVING: Final = frozenset(
    {
        *LOST,
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

    races = True

    def __init__(self) -> None:
        super().__init__()
        self._notes: tuple[Note, ...] = tuple(make() for make in NOTES)
        self._begun: CatanView | None = None
        self._view: CatanView | None = None
        self._events: list[Event] = []

    def see(self, view: Callable[[], CatanView], seat: int | None, events: Sequence[Event]) -> None:
        self._see(view(), events)

    def _see(self, view: CatanView, events: Sequence[Event]) -> None:
        turn = view.turn if self._view is None else self._view.turn
        if self._view is None:
            self.begun(turn, view.scores)
        self._begun = self._begun or view
        self._events += events
        self._view = view
        self.passed(turn, view.scores)
        for note in self._notes:
            note.see(turn, view, events)
        if view.turn != turn or view.over:
            self._end(turn, view)

    def _end(self, turn: int, view: CatanView) -> None:
        """Close a turn and record its gains. Set-up (turn 0) is no moment, because all seats gain alike."""
        assert self._begun is not None, "it has begun"
        gains = [
            now - then - (_hidden_points(self._begun, view, seat) if seat != self._begun.active else 0)
            for seat, (now, then) in enumerate(zip(view.scores, self._begun.scores, strict=True))
        ]
        if turn and any(gains):
            self.moment(turn, gains, PlayedTurn(self._begun, view, tuple(self._events)), view.scores)
        self._begun, self._events = view, []

    def told(self) -> ChronicleResult:
        """The result, including the unfinished turn of an abandoned game."""
        if self._view is not None and self._events:
            self._end(self._view.turn, self._view)
        return super().told()

    def facts(self) -> tuple[Note, ...]:
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
    kind = catan_wording(ending, look)
    some = [_build_turn_scene(ending, look, moment) for moment in decisive_moments(ending)]
    parts = [
        ending_picture.draw_course_panel(look, ending, kind),
        ending_picture.draw_moments_row(look, ending, some, PICTURE),
        draw_dice_panel(ending, look).image if sum(view.sums) else None,
    ]
    return ending_picture.draw_finale(look, ending, kind, parts, some, _list_ending_sentences(ending, look))


def _module_notes(ending: Ending) -> tuple[Note, ...]:
    return ending.told.facts if ending.told is not None else ()


def catan_wording(ending: Ending, look: Look) -> GameWording:
    """The game's wording, and facts of each seat."""
    view: CatanView = ending.view
    name = "base" if view.barbarians is None else "cities"
    return GameWording(
        "catan",
        look.say(f"{WORDS}.turn"),
        look.say(f"{WORDS}.{name}", n=view.turn),
        lambda source: ICONS[source](look) if source in ICONS else None,
        view.goal,
        [mark for note in _module_notes(ending) for mark in note.marks()],
        tie=look.say(tie.key, **tie.params) if (tie := describe_tie(view, ending.winners)) is not None else "",
    )


# --- moments


def _build_turn_scene(ending: Ending, look: Look, moment: Moment) -> MomentScene:
    played: PlayedTurn = moment.what
    seat = seat_of_moment(moment, ending.winners)

    def paint(size: tuple[int, int]) -> Image.Image:
        seen = find_turn_changes(played.before, played.after, played.events, None, seat)
        return draw_changes_cutout(seen, look, size)

    return MomentScene(moment, paint, _describe_turn_points(played, look, moment.at, seat))


def _describe_turn_points(played: PlayedTurn, look: Look, turn: int, seat: int) -> str:
    """The sources of the points, their former owners, and points revealed at the end."""
    before, after = played.before, played.after
    some = tuple(event for event in played.events if _event_changes_points(event, before, after))
    losers = _seats_that_lost_points(before, after, seat)
    lost = sum(key in LOST for key, _ in some)
    if lost > 1 and lost == len(some):
        did = look.say(f"{WORDS}.cities_lost", n=lost)
    else:
        room = LETTERS - TAKEN * bool(losers)
        did = player_turn_caption([RecapTurn(seat, some or played.events)], look, None, room)
    if losers:
        did = look.say(f"{WORDS}.taken", did=did, seats=losers)
    if (hidden := _hidden_points(before, after, seat)) and seat == before.active:
        did = look.say(f"{WORDS}.hidden", did=did, n=hidden)
    return look.say(f"{WORDS}.moment", n=turn, did=did)


def _seats_that_lost_points(before: CatanView, after: CatanView, seat: int) -> list[int]:
    """The seats that lost points of a kind which that seat gained: a title or a unique piece."""
    rows = [(before.tally[source], after.tally[source]) for source in after.tally if source in before.tally]
    return [
        other
        for other in range(after.seats)
        if other != seat and any(now[other] < old[other] and now[seat] > old[seat] for old, now in rows)
    ]


def _event_changes_points(event: Event, before: CatanView, after: CatanView) -> bool:
    """Whether an event changed points; for a card, whether its category of points changed."""
    key, said = event
    card = str(said.get("progress"))
    if key == CARD:
        return card in after.tally and after.tally[card] != before.tally.get(card)
    return key in GIVING


# --- dice


def draw_dice_panel(ending: Ending, look: Look) -> Sheet:
    """A bar for each sum with its count and a tick at the expected count; beside it the notes of modules."""
    view: CatanView = ending.view
    shades, total = look.shades, sum(view.sums)
    extra = [row for note in _module_notes(ending) for row in note.rows(look, ending_picture.INSIDE - BARS - 44)]
    sheet = ending_picture.framed_sheet(look, ending_picture.INSIDE, max(DICE, 20 + ROW * (4 + len(extra))))
    base = sheet.size[1] - 46
    expected = [total * count_ways_to_roll(number) / ROLLS for number in SUMS]
    scale = (TALLEST + sheet.size[1] - DICE) / max(*view.sums, *expected)
    step = (BARS - 20) / len(SUMS)
    for i, number in enumerate(SUMS):
        place = len(SUMS) - 1 - i if look.mirrored else i  # numbers run from left to right in every language
        n, left = view.sums[i], round(20 + place * step)
        _draw_dice_bar(sheet, number, n, left, round(step), base, round(scale * n), round(scale * expected[i]))
    sheet.put(Image.new("RGB", (BARS - 20, 2), shades.soft), 20, base)
    _draw_dice_legend(sheet, view, expected, extra)
    return sheet


def _draw_dice_bar(
    sheet: Sheet, number: int, n: int, left: int, wide: int, base: int, high: int, expected: int
) -> None:
    shades = sheet.look.shades
    if high:
        bar = panel_sprite((wide - 14, high + 8), 6, SEA_LIGHT, SEA, 2).crop((0, 0, wide - 14, high))
        sheet.boxes[f"bar {number}"] = sheet.put(bar, left + 7, base - high)
    middle = base - high - COUNT  # y of the count above its bar
    said = (left, left + wide, middle)
    room = sheet.text(str(n), said, 32, shades.ink, bold=True, align="middle", floor=FLOOR, name=f"count {number}")
    y = base - expected
    ends = max(MARK, (wide - 2 - room) // 2 - 2)
    through = abs(y - middle) < COUNT  # the line runs behind the count
    for line, x in (
        [(tick_sprite(ends), 1), (tick_sprite(ends), wide - 1 - ends)] if through else [(tick_sprite(wide - 2), 1)]
    ):
        sheet.put(line, left + x, y - line.height // 2)
    ink = mix_colours(DANGER, shades.ink, 0.35) if number in RED else shades.soft
    sheet.text(str(number), (left, left + wide, base + 24), 32, ink, bold=number in RED, align="middle", floor=FLOOR)


def _draw_dice_legend(sheet: Sheet, view: CatanView, expected: Sequence[float], extra: Sequence[Image.Image]) -> None:
    say, shades, total = sheet.look.say, sheet.look.shades, sum(view.sums)
    left, right = BARS + 24, ending_picture.INSIDE - 14
    sheet.put(Image.new("RGB", (2, sheet.size[1] - 36), shades.line), BARS + 8, 18)
    rows = 4 + len(extra)
    pitch = (sheet.size[1] - 24) / rows
    ys = [round(12 + pitch * (i + 0.5)) for i in range(rows)]
    sheet.put(panel_sprite((38, 26), 6, SEA_LIGHT, SEA, 2), left, ys[0] - 13)
    sheet.text(say(f"{WORDS}.rolls", n=total), (left + 54, right, ys[0]), 31, shades.ink, floor=FLOOR)
    line = tick_sprite(44)
    sheet.put(line, left - 3, ys[1] - line.height // 2)
    sheet.text(say(f"{WORDS}.expected"), (left + 54, right, ys[1]), 31, shades.ink, floor=FLOOR)
    aside = [round(n - share) for n, share in zip(view.sums, expected, strict=True)]
    for key, at, y in (("over", aside.index(max(aside)), ys[2]), ("under", aside.index(min(aside)), ys[3])):
        n = format_number(aside[at], sign=True)
        sheet.text(say(f"{WORDS}.{key}", sum=SUMS[at], n=n), (left, right, y), 31, shades.ink, floor=FLOOR)
    for row, y in zip(extra, ys[4:], strict=True):
        sheet.put(row, left, y - row.height // 2)


def _list_ending_sentences(ending: Ending, look: Look) -> list[str]:
    view: CatanView = ending.view
    said = [one for note in _module_notes(ending) for one in note.said(look)]
    if total := sum(view.sums):
        some = (look.say(f"{WORDS}.alt_sum", sum=SUMS[i], n=n) for i, n in enumerate(view.sums))
        said.insert(0, look.say(f"{WORDS}.alt_dice", n=total, list=join_list(some)))
    return said
