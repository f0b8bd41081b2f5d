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

WIDE: Final = 1000
MARGIN: Final = 10
GAP: Final = 8
INSIDE: Final = WIDE - 2 * MARGIN
TITLE: Final = 76
TIE: Final = 50
CHART: Final = 304
RADIUS: Final = 12
HEAD: Final = 46
CAPTION: Final = 110
SIGN: Final = 52
FLOOR: Final = 27
MOST: Final = 3  # most moments side by side
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


def draw_finale(
    look: Look,
    ending: Ending,
    kind: GameWording,
    parts: Iterable[Painted | None],
    some: Sequence[MomentScene],
    said: Iterable[str],
) -> tuple[Painted, str]:
    """The picture and its alternative text: the result, the given parts, the moments, then `said`."""
    above = _result_parts(look, ending, kind)
    words = describe_finale(look, ending, kind, [*_describe_moments(look, ending, some), *said])
    return _stack_parts(look, [*above, *(part for part in parts if part is not None)]), words


def _stack_parts(look: Look, parts: Sequence[Painted]) -> Painted:
    """The parts below each other."""
    sheet = Sheet(look, (WIDE, 2 * MARGIN + sum(part.height for part in parts) + GAP * (len(parts) - 1)))
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
    sheet = Sheet(look, (INSIDE, TITLE))
    shades = look.shades
    edge = shades.accent if ending.winners else shades.line
    sheet.panel((0, 0, INSIDE, TITLE), RADIUS, shades.panel, edge, 4 if ending.winners else 2)
    left = 14
    pitch = SIGN + 6 if len(ending.winners) <= MOST else SIGN // 2
    for seat in ending.winners:
        sheet.put(seat_symbol_disc(look.seats[seat].letter, SIGN), left, (TITLE - SIGN) // 2)
        left += pitch
    left += SIGN + 6 - pitch if ending.winners else 8
    right = INSIDE - 20
    right -= sheet.text(length, (INSIDE - 360, right, TITLE // 2), 31, shades.soft, align="end", floor=FLOOR) + 20
    box = (left + 6, right, TITLE // 2)
    sheet.text(finale_title(look, ending), box, 42, shades.ink, bold=True, floor=FLOOR, name="title", sentence=True)
    return sheet.image


def draw_result_card(look: Look, ending: Ending, kind: GameWording) -> Painted:
    """The result alone: winners and points table."""
    return _stack_parts(look, _result_parts(look, ending, kind))


def _result_parts(look: Look, ending: Ending, kind: GameWording) -> list[Painted]:
    """The headline, the tie-break if there was one, and the points table."""
    parts = [_draw_finale_headline(look, ending, kind.length), _draw_points_sheet(look, ending, kind)]
    if kind.tie:
        sheet = framed_sheet(look, INSIDE, TIE)
        box = (20, INSIDE - 20, TIE // 2)
        sheet.text(kind.tie, box, 32, look.shades.accent, bold=True, floor=FLOOR, name="tie", sentence=True)
        parts.insert(1, sheet.image)
    return parts


def _draw_points_sheet(look: Look, ending: Ending, kind: GameWording) -> Painted:
    """The points table of all seats."""
    view = ending.view
    points = points_table.PointsTable(
        view.tally,
        view.scores,
        ending.order,
        ending.winners,
        lambda source: word_of_key(look.say, f"{kind.family}.tally.{source}"),
        kind.icon,
        kind.facts,
    )
    return points_table.draw_points_table(look, INSIDE, points)


def framed_sheet(look: Look, wide: int, high: int) -> Sheet:
    """An empty panel."""
    sheet = Sheet(look, (wide, high))
    sheet.panel((0, 0, wide, high), RADIUS, look.shades.panel, look.shades.line, 2)
    return sheet


def draw_course_panel(
    look: Look, ending: Ending, kind: GameWording, wide: int = INSIDE, *, ends: bool = True
) -> Painted | None:
    """The chart of the points in a panel; None if the points are unknown or never changed."""
    told = ending.told
    if told is None or len(told.course) < 2:
        return None
    what = ChartData(told.course, told.last, ending.order, kind.unit, kind.goal, kind.marks, ends)
    sheet = framed_sheet(look, wide, CHART)
    sheet.image.paste(draw_chart(look, (wide - 8, CHART - 8), what), (4, 4))
    return sheet.image


def draw_moments_row(look: Look, ending: Ending, some: Sequence[MomentScene], high: int) -> Painted | None:
    """The moments side by side, their pictures `high` pixels high; None without moments."""
    if not some:
        return None
    many = len(some)
    wide = (INSIDE - GAP * (many - 1)) // many
    whole = HEAD + CAPTION + (high if any(scene.paint for scene in some) else 0)
    sheet = Sheet(look, (INSIDE, whole))
    for i, scene in enumerate(some):
        each = wide if i < many - 1 else INSIDE - (wide + GAP) * (many - 1)
        sheet.put(_draw_moment(look, ending, scene, (each, whole)), i * (wide + GAP), 0)
    return sheet.image


def _draw_moment(look: Look, ending: Ending, scene: MomentScene, size: tuple[int, int]) -> Painted:
    wide, high = size
    seat = seat_of_moment(scene.moment, ending.winners)
    shown, colour = look.seats[seat], look.seats[seat].colour
    sheet = framed_sheet(look, wide, high)
    edge = mix_colours(colour.fill, colour.outline, 0.55)
    sheet.put(panel_sprite((wide, HEAD + RADIUS), RADIUS, colour.fill, edge, 2).crop((0, 0, wide, HEAD)), 0, 0)
    gain = scene.moment.gains[seat] if scene.points is None else scene.points
    right, points = wide - 14, format_number(gain, sign=True)
    box = (wide - 130, right, HEAD // 2)
    right -= sheet.text(points, box, 36, colour.ink, bold=True, align="end", floor=FLOOR) + 10
    sign = seat_sign_sprite(shown.letter, 30)
    sheet.put(sign, 14, (HEAD - sign.height) // 2)
    box = (54, right, HEAD // 2)
    sheet.text(shown.name or shown.letter, box, 32, colour.ink, bold=True, floor=FLOOR, sentence=True)
    below = HEAD
    if scene.paint is not None:
        body = scene.paint((wide - 4, high - HEAD - CAPTION))
        sheet.image.paste(body, (2, HEAD))
        below += body.height
    align, base = ("right", "R") if look.mirrored else ("left", "L")
    room = (wide - 26, high - below - 8)
    words = paragraph_sprite(drawable_text(scene.words), *room, 30, REGULAR, look.shades.ink, align, FLOOR, base)
    sheet.put(words, 14, below + max(2, (high - below - words.height) // 2))
    return sheet.image


def describe_finale(look: Look, ending: Ending, kind: GameWording, said: Iterable[str] = ()) -> str:
    """The alternative text: result, points of each seat by source, then `said`."""
    say, view = look.say, ending.view
    told = [say("pic.ending.alt.title", title=finale_title(look, ending), length=kind.length)]
    told += filter(None, [kind.tie])
    for seat in ending.order:
        shown = look.seats[seat]
        parts = points_table.describe_points_of_seat(look, view.tally, seat, kind.family)
        key = "pic.ending.alt.seat" if parts else "pic.ending.alt.bare"
        told.append(say(key, name=shown.name, letter=shown.letter, points=view.scores[seat], list=parts))
    told += said
    return cut_to_limit(told, say("pic.ending.alt.more"))


def _describe_moments(look: Look, ending: Ending, some: Sequence[MomentScene]) -> list[str]:
    """A sentence for each moment."""
    found = []
    for scene in some:
        seat = seat_of_moment(scene.moment, ending.winners)
        gain = scene.moment.gains[seat] if scene.points is None else scene.points
        points = format_number(gain, sign=True)
        found.append(look.say("pic.ending.alt.moment", name=look.seats[seat].name, points=points, words=scene.words))
    return found


__all__ = [
    "INSIDE",
    "GameWording",
    "MomentScene",
    "describe_finale",
    "draw_course_panel",
    "draw_finale",
    "draw_moments_row",
    "draw_result_card",
    "finale_title",
    "framed_sheet",
]
