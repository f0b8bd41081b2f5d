"""Draws a recap: a bar, a frame for each turn, the current standing.

800 px wide; essential text is at least 22 px high, which is 11 px on a phone that shows it 400 px wide.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from PIL import Image

from .chip_strip import seat_badge, seat_sign_sprite, seat_symbol_disc
from .fonts import (
    BOLD,
    REGULAR,
    WIDTHS,
    capitals_middle,
    drawable_text,
    load_font,
    measure_text,
    paragraph_sprite,
    text_sprite,
    wrap_text,
)
from .look import DANGER, Colour, Look, SeatLook, mix_colours
from .recap import ChangePill, Recap, TurnPhrase
from .sentences import cut_to_limit, format_number, join_list
from .sheet import Sheet

WIDE: Final = 800
MARGIN: Final = 10
GAP: Final = 8
COLUMN: Final = (WIDE - 2 * MARGIN - GAP) // 2
INSIDE: Final = COLUMN - 4  # width of the picture in a frame
BAR: Final = 92
HEAD: Final = 42
CAPTION: Final = 76
RADIUS: Final = 12
ROW: Final = 38  # height of a seat's row in the last frame
SEATS: Final = 232  # width of such a row
NAMED: Final = 46  # x of the name in it
MANY: Final = 5  # most seats in one column even with room for two
LINE: Final = 31  # line height of words there
FLOOR: Final = 22  # least font size
LOSS: Final[Mapping[str, Colour]] = {"dark": (255, 138, 128), "light": (176, 32, 24)}
Picture = Image.Image


def draw_strip_page(
    look: Look, recap: Recap, frames: Sequence[Picture], now: Callable[[int], Picture] | None = None
) -> Picture:
    """The bar, the frames in pairs, and last the picture that `now` draws at a given width."""
    last = list(frames)
    wide = COLUMN if len(last) % 2 else WIDE - 2 * MARGIN
    if now is not None:
        last.append(now(wide))
    rows = [last[at : at + 2] for at in range(0, len(last), 2)]
    return draw_stacked_rows(look, recap, rows)


def draw_stacked_rows(look: Look, recap: Recap, rows: Sequence[Sequence[Picture]]) -> Picture:
    """The bar above rows of pictures, each row as high as its highest picture."""
    high = MARGIN + BAR + sum(GAP + max(one.height for one in row) for row in rows) + MARGIN
    sheet = Sheet(look, (WIDE, high))
    sheet.put(draw_recap_bar(look, recap), MARGIN, MARGIN)
    y = MARGIN + BAR + GAP
    for row in rows:
        x = MARGIN
        for one in row:
            sheet.put(one, x, y)
            x += one.width + GAP
        y += max(one.height for one in row) + GAP
    return sheet.image


def describe_strip(look: Look, recap: Recap, now: str = "") -> str:
    """The alternative text: changes for the reader, turn by turn, then `now`."""
    said = [look.say("pic.recap.alt.title", title=recap.title)]
    if recap.pills:
        said.append(look.say("pic.recap.alt.changed", list=join_list(pill.text for pill in recap.pills)))
    for step in recap.steps:
        told = " ".join(_capitalise(one.text) for one in step.turn.said)
        if told and step.turn.seat is not None:
            key = "turn_of" if step.turn.said[0].whole else "turn"  # a full sentence has a subject of its own
            said.append(look.say(f"pic.recap.alt.{key}", name=look.seats[step.turn.seat].name, told=told))
        elif told:
            said.append(told)
    if now:
        said.append(now)
    if recap.task:
        said.append(look.say("pic.recap.alt.task", task=recap.task))
    return cut_to_limit(said, look.say("pic.recap.alt.more"))


# --- bar


def draw_recap_bar(look: Look, recap: Recap) -> Picture:
    """The bar: the reader's badge, the title and the changes for them, losses first."""
    sheet = Sheet(look, (WIDE - 2 * MARGIN, BAR))
    shades = look.shades
    edge = shades.line if recap.reader is None else shades.accent
    sheet.panel((0, 0, sheet.size[0], BAR), RADIUS, shades.panel, edge, 3)
    left = 18
    if recap.reader is not None:
        sheet.put(seat_badge(look.seats[recap.reader].letter, (48, 72)), 10, 10)
        left = 72
    right = sheet.size[0] - 14
    middle_of = 28 if recap.pills else BAR // 2
    sheet.text(recap.title, (left, right, middle_of), 31, shades.ink, bold=True, floor=FLOOR)
    _draw_change_pills(sheet, recap.pills, left, right)
    return sheet.image


def _draw_change_pills(sheet: Sheet, pills: Sequence[ChangePill], left: int, right: int) -> None:
    shown = sorted(pills, key=lambda pill: not pill.loss)
    for width, between, pad in ((100, 10, 12), (88, 10, 12), (76, 8, 10), (66, 6, 8), (62, 6, 8)):
        labels = [
            text_sprite(drawable_text(pill.text), 26, REGULAR, width, _pill_ink(sheet.look, pill.loss))
            for pill in shown
        ]
        if sum(one.width + 2 * pad + between for one in labels) - between <= right - left:
            break
    x = left
    for pill, words in zip(shown, labels, strict=True):
        if x + words.width + 2 * pad > right:
            return  # the alternative text has them all
        edge = DANGER if pill.loss else sheet.look.shades.line
        sheet.panel((x, 46, x + words.width + 2 * pad, 84), 19, sheet.look.shades.ground, edge, 2)
        sheet.put(words, x + pad, round(65 - capitals_middle(26)))
        x += words.width + 2 * pad + between


def _pill_ink(look: Look, loss: bool) -> Colour:
    return LOSS[look.theme] if loss else look.shades.ink


# --- frames


def draw_turn_frame(
    look: Look, whose: int | str, end: str | Sequence[Picture], body: Picture, words: str, high: int = CAPTION
) -> Picture:
    """A frame: a head with `end` at its end, `body` (INSIDE wide) and a caption `high` pixels high. `whose`: the seat
    whose colour the head has; or a title for several seats, without a colour."""
    sheet = Sheet(look, (COLUMN, HEAD + body.height + high))
    shades = look.shades
    sheet.panel((0, 0, *sheet.size), RADIUS, shades.panel, shades.line, 2)
    if isinstance(whose, str):
        sheet.text(whose, (14, COLUMN - 14, HEAD // 2 + 1), 29, shades.ink, bold=True, floor=FLOOR)
        under = shades.line
    else:
        draw_seat_head(sheet, look.seats[whose], end)
        colour = look.seats[whose].colour
        under = mix_colours(colour.fill, colour.outline, 0.5)
    sheet.image.paste(body, (2, HEAD))
    sheet.image.paste(under, (2, HEAD - 1, COLUMN - 2, HEAD))
    draw_caption_text(sheet, words, (14, HEAD + body.height, COLUMN - 12, HEAD + body.height + high))
    return sheet.image


def draw_seat_head(sheet: Sheet, seat: SeatLook, end: str | Sequence[Picture] = ()) -> None:
    """Draws symbol, letter and name on a seat's colour; `end`: a short text or small pictures at the other end."""
    colour = seat.colour
    sheet.panel(
        (0, 0, sheet.size[0], HEAD + RADIUS), RADIUS, colour.fill, mix_colours(colour.fill, colour.outline, 0.55), 2
    )
    sheet.image.paste(sheet.look.shades.panel, (2, HEAD, sheet.size[0] - 2, HEAD + RADIUS))
    right = sheet.size[0] - 14
    if isinstance(end, str):
        if end:
            right -= sheet.text(end, (right - 150, right, HEAD // 2), 26, colour.ink, align="end", floor=FLOOR) + 12
    else:
        for sprite in reversed(end):
            right -= sprite.width
            sheet.put(sprite, right, (HEAD - sprite.height) // 2)
            right -= 6
    sign = seat_sign_sprite(seat.letter, 28)
    sheet.put(sign, 12, (HEAD - sign.height) // 2)
    letter = text_sprite(seat.letter, 28, BOLD, 100, colour.ink)
    sheet.put(letter, 50, round(HEAD / 2 - capitals_middle(28, BOLD)))
    left = 50 + letter.width + 12
    sheet.text(seat.name or seat.letter, (left, right, HEAD // 2), 29, colour.ink, bold=True, floor=FLOOR)


def draw_caption_text(sheet: Sheet, words: str, box: tuple[int, int, int, int], ink: Colour | None = None) -> None:
    """Draws wrapped text centred vertically in the box: narrower before smaller, then cut."""
    if not words:
        return
    left, top, right, bottom = box
    align, base = ("right", "R") if sheet.look.mirrored else ("left", "L")
    ink = ink or sheet.look.shades.ink
    shown = paragraph_sprite(drawable_text(words), right - left, bottom - top - 6, 25, REGULAR, ink, align, FLOOR, base)
    sheet.put(shown, left, top + max(2, (bottom - top - shown.height) // 2))


def fit_turn_words(said: Sequence[TurnPhrase], shown: Collection[str] = (), room: int = 64) -> str:
    """A turn in about `room` letters: leaves out phrases whose event keys are in `shown`, then the least weighted,
    oldest first. Never empty if `said` is not."""
    left = [one for one in said if one.key not in shown] or list(said[-1:])
    while len(left) > 1 and sum(len(one.text) + 1 for one in left) > room:
        left.remove(min(left, key=lambda one: one.weight))
    return " ".join(_capitalise(one.text) for one in left)


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- current standing


def draw_standing_frame(
    look: Look,
    recap: Recap,
    wide: int,
    high: int,
    title: str,
    end: str = "",
    side: Picture | None = None,
    words: str = "",
    row: Picture | None = None,
) -> Picture:
    """The last frame: the pending decision below the title; all seats by points with their gains, the reader's row
    framed; `side` (at most INSIDE - SEATS wide) beside them; `row` below both; `words`. At least `high` pixels high."""
    seats = sorted(range(len(look.seats)), key=lambda seat: -recap.now.scores[seat])
    across = 2 if wide > COLUMN and len(seats) > MANY else 1
    rows = -(-len(seats) // across)
    ask = f"{recap.task[:1].upper()}{recap.task[1:]}." if recap.task else ""
    asked, said = (_count_caption_lines(one, wide - 28) * LINE + 6 if one else 4 for one in (ask, words))
    middle_high = max(rows * ROW, side.height + 6 if side else 0)
    under = row.height + 6 if row else 0
    high = max(high, HEAD + asked + middle_high + under + said + 8)
    sheet = Sheet(look, (wide, high))
    shades = look.shades
    edge = shades.accent if recap.reader is not None else shades.line
    sheet.panel((0, 0, wide, high), RADIUS, shades.panel, edge, 3)
    right = wide - 14
    if end:
        right -= sheet.text(end, (wide - 180, right, HEAD // 2 + 1), 26, shades.ink, align="end", floor=FLOOR) + 10
    sheet.text(title, (14, right, HEAD // 2 + 1), 29, shades.ink, bold=True, floor=FLOOR)
    draw_caption_text(sheet, ask, (14, HEAD - 2, wide - 12, HEAD + asked), shades.accent)
    spare = high - HEAD - asked - middle_high - under - said - 8
    air = min(spare // 3, 12)
    top = HEAD + asked + 4 + air
    for at, seat in enumerate(seats):
        x, y = 6 + at // rows * (SEATS + 14), top + at % rows * ROW
        draw_seat_row(sheet, recap, seat, (x, y, x + SEATS, y + ROW))
    if side is not None:
        from_left = 6 + across * (SEATS + 8)
        room = wide - 8 - from_left
        sheet.put(side, from_left + max(0, (room - side.width) // 2), top)
    below = top + middle_high + air
    if row is not None:
        sheet.put(row, (wide - row.width) // 2, below)
    draw_caption_text(sheet, words, (14, below + under + air, wide - 12, below + under + air + said))
    return sheet.image


def _count_caption_lines(words: str, room: int) -> int:
    """The number of caption lines that the words need, at most three."""
    shown = drawable_text(words)
    return next((many for many in (1, 2) if wrap_text(shown, room, 25, many, REGULAR, 76) is not None), 3)


def draw_seat_row(sheet: Sheet, recap: Recap, seat: int, box: tuple[int, int, int, int]) -> None:
    """Draws a seat with its points and its gain since the reader's last move; the reader's row is framed."""
    left, top, right, bottom = box
    look, y = sheet.look, (top + bottom) // 2
    shades = look.shades
    own = seat == recap.reader
    if own:
        sheet.panel((left, top + 1, right, bottom - 1), 8, shades.ground, shades.accent, 2)
    sign = seat_symbol_disc(look.seats[seat].letter, 30)
    sheet.put(sign, left + 8, y - sign.height // 2)
    end = right - 8
    gained = _points_gained(recap, seat)
    if gained:
        ink = LOSS[look.theme] if gained < 0 else shades.accent
        sheet.text(format_number(gained, sign=True), (end - 52, end, y), 25, ink, align="end", floor=FLOOR)
    points, (last, before) = str(recap.now.scores[seat]), _seat_row_ends(recap, look)
    sheet.text(points, (end - last - 48, end - last, y), 29, shades.ink, bold=True, align="end", floor=FLOOR)
    name = _name_or_you(recap, look, seat)
    sheet.text(name, (left + NAMED, end - before, y), 26, shades.ink, floor=FLOOR, name=f"name {seat}")


def _points_gained(recap: Recap, seat: int) -> int:
    return recap.now.scores[seat] - recap.start.scores[seat] if recap.start is not None else 0


def _name_or_you(recap: Recap, look: Look, seat: int) -> str:
    return look.say("pic.recap.you") if seat == recap.reader else look.seats[seat].name


def _seat_row_ends(recap: Recap, look: Look) -> tuple[int, int]:
    """Distances from the end of a row to the end of its points and of its name. If a name would be cut, the numbers get
    only the room they need."""
    seats, narrow = range(len(look.seats)), load_font(FLOOR, REGULAR, WIDTHS[-1])
    if all(
        measure_text(drawable_text(_name_or_you(recap, look, seat)), narrow) <= SEATS - NAMED - 8 - 106 - 2
        for seat in seats
    ):
        return 56, 106
    gains = [format_number(gained, sign=True) for seat in seats if (gained := _points_gained(recap, seat))]
    last = round(max(measure_text(gain, load_font(25)) for gain in gains)) + 10 if gains else 0
    return last, last + round(
        max(measure_text(str(recap.now.scores[seat]), load_font(29, BOLD)) for seat in seats)
    ) + 10


__all__ = [
    "BAR",
    "CAPTION",
    "COLUMN",
    "FLOOR",
    "GAP",
    "HEAD",
    "INSIDE",
    "LOSS",
    "MARGIN",
    "SEATS",
    "WIDE",
    "describe_strip",
    "draw_caption_text",
    "draw_recap_bar",
    "draw_seat_head",
    "draw_seat_row",
    "draw_stacked_rows",
    "draw_standing_frame",
    "draw_strip_page",
    "draw_turn_frame",
    "fit_turn_words",
]
