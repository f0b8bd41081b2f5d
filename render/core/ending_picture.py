"""Draws a finished game: winners, points table, points over the game, decisive moments.

1000 px wide; essential text is at least 27 px high, which is 11 px on a phone that shows it 400 px wide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from . import points_table
from .chart import ChartData, TurnMark, draw_chart
from .chip_strip import seat_sign_sprite, seat_symbol_disc
from .ending import Ending, Moment, seat_of_moment
from .fonts import REGULAR, drawable_text, paragraph_sprite
from .look import Look, mix_colours
from .sentences import cut_to_limit, format_number, word_of_key
from .shapes import panel_sprite
from .sheet import Sheet

PICTURE_WIDTH_PX: Final = 1000
MARGIN: Final = 10
GAP: Final = 8
INSIDE: Final = PICTURE_WIDTH_PX - 2 * MARGIN
HEADLINE_PX: Final = 76
TIE: Final = 50
CHART: Final = 304
RADIUS: Final = 12
HEAD_PX: Final = 46
CAPTION_PX: Final = 110
SIGN_PX: Final = 52
FLOOR: Final = 27
MOST_MOMENTS: Final = 3  # most moments side by side
Painted = Image.Image


@dataclass(frozen=True, slots=True)
class GameWording:
    """A game's words for its ending. `family`: prefix of its sentence keys; `unit`: the word for a turn; `length`: game
    and length (`Cities & Knights, 100 turns`)."""

    family: str
    unit: str
    length: str
    icon: points_table.Icon = lambda source: None
    goal: int = 0
    marks: Sequence[TurnMark] = ()
    facts: Sequence[tuple[str, Sequence[int]]] = ()  # further facts: name, value of each seat
    tie: str = ""  # the tie-break that decided between equal points


@dataclass(frozen=True, slots=True)
class MomentScene:
    """A moment to show: `paint` draws it at a size, `words` describe it."""

    moment: Moment
    paint: Callable[[tuple[int, int]], Painted] | None
    words: str
    points: int | None = None  # shown instead of the seat's gain

    def gain_text(self, seat: int) -> str:
        """The points with their sign."""
        return format_number(self.moment.gains[seat] if self.points is None else self.points, sign=True)


def draw_finale(
    look: Look,
    ending: Ending,
    wording: GameWording,
    parts: Iterable[Painted | None],
    moments: Sequence[MomentScene],
    sentences: Iterable[str],
) -> tuple[Painted, str]:
    """The picture and its alternative text: the result, the given parts, the moments, then `sentences`."""
    result_parts = _result_parts(look, ending, wording)
    words = describe_finale(look, ending, wording, [*_describe_moments(look, ending, moments), *sentences])
    return _stack_parts(look, [*result_parts, *(part for part in parts if part is not None)]), words


def _stack_parts(look: Look, parts: Sequence[Painted]) -> Painted:
    """The parts below each other."""
    sheet = Sheet(look, (PICTURE_WIDTH_PX, 2 * MARGIN + sum(part.height for part in parts) + GAP * (len(parts) - 1)))
    y = MARGIN
    for part in parts:
        sheet.put(part, MARGIN, y)
        y += part.height + GAP
    return sheet.image


def finale_title(look: Look, ending: Ending) -> str:
    """The winners and their points, as a sentence."""
    if not ending.winners:
        return look.say("pic.ending.none")
    points = ending.view.scores[ending.winners[0]]
    if len(ending.winners) == 1:
        return look.say("pic.ending.won", seat=ending.winners[0], points=points)
    return look.say("pic.ending.shared", seats=list(ending.winners), points=points)


def _draw_finale_headline(look: Look, ending: Ending, length: str) -> Painted:
    """The first line: the winners and the length of the game."""
    sheet = Sheet(look, (INSIDE, HEADLINE_PX))
    shades = look.shades
    edge = shades.accent if ending.winners else shades.line
    sheet.panel((0, 0, INSIDE, HEADLINE_PX), RADIUS, shades.panel, edge, 4 if ending.winners else 2)
    left = 14
    sign_step = SIGN_PX + 6 if len(ending.winners) <= MOST_MOMENTS else SIGN_PX // 2
    for seat in ending.winners:
        sheet.put(seat_symbol_disc(look.seats[seat].letter, SIGN_PX), left, (HEADLINE_PX - SIGN_PX) // 2)
        left += sign_step
    left += SIGN_PX + 6 - sign_step if ending.winners else 8
    right = INSIDE - 20
    right -= sheet.text(length, (INSIDE - 360, right, HEADLINE_PX // 2), 31, shades.soft, align="end", floor=FLOOR) + 20
    box = (left + 6, right, HEADLINE_PX // 2)
    sheet.text(finale_title(look, ending), box, 42, shades.ink, bold=True, floor=FLOOR, name="title", sentence=True)
    return sheet.image


def draw_result_card(look: Look, ending: Ending, wording: GameWording) -> Painted:
    """The result alone: winners and points table."""
    return _stack_parts(look, _result_parts(look, ending, wording))


def _result_parts(look: Look, ending: Ending, wording: GameWording) -> list[Painted]:
    """The headline, the tie-break if there was one, and the points table."""
    parts = [_draw_finale_headline(look, ending, wording.length), _draw_points_sheet(look, ending, wording)]
    if wording.tie:
        sheet = framed_sheet(look, INSIDE, TIE)
        box = (20, INSIDE - 20, TIE // 2)
        sheet.text(wording.tie, box, 32, look.shades.accent, bold=True, floor=FLOOR, name="tie", sentence=True)
        parts.insert(1, sheet.image)
    return parts


def _draw_points_sheet(look: Look, ending: Ending, wording: GameWording) -> Painted:
    """The points table of all seats."""
    view = ending.view
    table = points_table.PointsTable(
        view.tally,
        view.scores,
        ending.seats_by_points,
        ending.winners,
        lambda source: word_of_key(look.say, f"{wording.family}.tally.{source}"),
        wording.icon,
        wording.facts,
    )
    return points_table.draw_points_table(look, INSIDE, table)


def framed_sheet(look: Look, wide: int, high: int) -> Sheet:
    """An empty panel."""
    sheet = Sheet(look, (wide, high))
    sheet.panel((0, 0, wide, high), RADIUS, look.shades.panel, look.shades.line, 2)
    return sheet


def draw_course_panel(
    look: Look, ending: Ending, wording: GameWording, wide: int = INSIDE, *, ends: bool = True
) -> Painted | None:
    """The chart of the points in a panel; None if the points are unknown or never changed."""
    chronicle = ending.chronicle
    if chronicle is None or len(chronicle.points_by_turn) < 2:
        return None
    rows, goal, marks = chronicle.points_by_turn, wording.goal, wording.marks
    chart_data = ChartData(rows, chronicle.last_turn, ending.seats_by_points, wording.unit, goal, marks, ends)
    sheet = framed_sheet(look, wide, CHART)
    sheet.image.paste(draw_chart(look, (wide - 8, CHART - 8), chart_data), (4, 4))
    return sheet.image


def draw_moments_row(look: Look, ending: Ending, moments: Sequence[MomentScene], high: int) -> Painted | None:
    """The moments side by side, their pictures `high` pixels high; None without moments."""
    if not moments:
        return None
    count = len(moments)
    moment_width = (INSIDE - GAP * (count - 1)) // count
    row_height = HEAD_PX + CAPTION_PX + (high if any(scene.paint for scene in moments) else 0)
    sheet = Sheet(look, (INSIDE, row_height))
    for i, scene in enumerate(moments):
        this_width = moment_width if i < count - 1 else INSIDE - (moment_width + GAP) * (count - 1)
        sheet.put(_draw_moment(look, ending, scene, (this_width, row_height)), i * (moment_width + GAP), 0)
    return sheet.image


def _draw_moment(look: Look, ending: Ending, scene: MomentScene, size: tuple[int, int]) -> Painted:
    wide, high = size
    seat = seat_of_moment(scene.moment, ending.winners)
    seat_look, colour = look.seats[seat], look.seats[seat].colour
    sheet = framed_sheet(look, wide, high)
    edge = mix_colours(colour.fill, colour.outline, 0.55)
    sheet.put(panel_sprite((wide, HEAD_PX + RADIUS), RADIUS, colour.fill, edge, 2).crop((0, 0, wide, HEAD_PX)), 0, 0)
    right = wide - 14
    box = (wide - 130, right, HEAD_PX // 2)
    right -= sheet.text(scene.gain_text(seat), box, 36, colour.ink, bold=True, align="end", floor=FLOOR) + 10
    sign = seat_sign_sprite(seat_look.letter, 30)
    sheet.put(sign, 14, (HEAD_PX - sign.height) // 2)
    box = (54, right, HEAD_PX // 2)
    sheet.text(seat_look.name or seat_look.letter, box, 32, colour.ink, bold=True, floor=FLOOR, sentence=True)
    body_bottom = HEAD_PX
    if scene.paint is not None:
        scene_image = scene.paint((wide - 4, high - HEAD_PX - CAPTION_PX))
        sheet.image.paste(scene_image, (2, HEAD_PX))
        body_bottom += scene_image.height
    align, direction = ("right", "R") if look.mirrored else ("left", "L")
    room = (wide - 26, high - body_bottom - 8)
    caption = paragraph_sprite(drawable_text(scene.words), *room, 30, REGULAR, look.shades.ink, align, FLOOR, direction)
    sheet.put(caption, 14, body_bottom + max(2, (high - body_bottom - caption.height) // 2))
    return sheet.image


def describe_finale(look: Look, ending: Ending, wording: GameWording, more_sentences: Iterable[str] = ()) -> str:
    """The alternative text: result, points of each seat by source, then `more_sentences`."""
    say, view = look.say, ending.view
    sentences = [say("pic.ending.alt.title", title=finale_title(look, ending), length=wording.length)]
    sentences += filter(None, [wording.tie])
    for seat in ending.seats_by_points:
        seat_look = look.seats[seat]
        sources = points_table.describe_points_of_seat(look, view.tally, seat, wording.family)
        key = "pic.ending.alt.seat" if sources else "pic.ending.alt.bare"
        points = view.scores[seat]
        sentences.append(say(key, name=seat_look.name, letter=seat_look.letter, points=points, list=sources))
    sentences += more_sentences
    return cut_to_limit(sentences, say("pic.ending.alt.more"))


def _describe_moments(look: Look, ending: Ending, moments: Sequence[MomentScene]) -> list[str]:
    """A sentence for each moment."""
    sentences = []
    for scene in moments:
        seat = seat_of_moment(scene.moment, ending.winners)
        name, points = look.seats[seat].name, scene.gain_text(seat)
        sentences.append(look.say("pic.ending.alt.moment", name=name, points=points, words=scene.words))
    return sentences
