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
NAME_LEFT_PX: Final = 46  # x of the name in it
MOST_IN_COLUMN: Final = 5  # most seats in one column even with room for two
LINE_PX: Final = 31  # line height of words there
FLOOR: Final = 22  # least font size
LOSS: Final[Mapping[str, Colour]] = {"dark": (255, 138, 128), "light": (176, 32, 24)}
Picture = Image.Image


def draw_strip_page(
    look: Look, recap: Recap, frames: Sequence[Picture], draw_standing: Callable[[int], Picture] | None = None
) -> Picture:
    """The bar, the frames in pairs, and last the picture that `draw_standing` draws at a given width."""
    pictures = list(frames)
    standing_width = COLUMN if len(pictures) % 2 else WIDE - 2 * MARGIN
    if draw_standing is not None:
        pictures.append(draw_standing(standing_width))
    rows = [pictures[start : start + 2] for start in range(0, len(pictures), 2)]
    return draw_stacked_rows(look, recap, rows)


def draw_stacked_rows(look: Look, recap: Recap, rows: Sequence[Sequence[Picture]]) -> Picture:
    """The bar above rows of pictures, each row as high as its highest picture."""
    high = MARGIN + BAR + sum(GAP + max(picture.height for picture in row) for row in rows) + MARGIN
    sheet = Sheet(look, (WIDE, high))
    sheet.put(draw_recap_bar(look, recap), MARGIN, MARGIN)
    y = MARGIN + BAR + GAP
    for row in rows:
        x = MARGIN
        for picture in row:
            sheet.put(picture, x, y)
            x += picture.width + GAP
        y += max(picture.height for picture in row) + GAP
    return sheet.image


def describe_strip(look: Look, recap: Recap, standing: str = "") -> str:
    """The alternative text: changes for the reader, turn by turn, then `standing`."""
    sentences = [look.say("pic.recap.alt.title", title=recap.title)]
    if recap.pills:
        sentences.append(look.say("pic.recap.alt.changed", list=join_list(pill.text for pill in recap.pills)))
    for step in recap.steps:
        turn_text = " ".join(_capitalise(phrase.text) for phrase in step.turn.said)
        if turn_text and step.turn.seat is not None:
            key = "turn_of" if step.turn.said[0].whole else "turn"  # a full sentence has a subject of its own
            sentences.append(look.say(f"pic.recap.alt.{key}", name=look.seats[step.turn.seat].name, told=turn_text))
        elif turn_text:
            sentences.append(turn_text)
    if standing:
        sentences.append(standing)
    if recap.task:
        sentences.append(look.say("pic.recap.alt.task", task=recap.task))
    return cut_to_limit(sentences, look.say("pic.recap.alt.more"))


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
    title_middle = 28 if recap.pills else BAR // 2
    sheet.text(recap.title, (left, right, title_middle), 31, shades.ink, bold=True, floor=FLOOR)
    _draw_change_pills(sheet, recap.pills, left, right)
    return sheet.image


def _draw_change_pills(sheet: Sheet, pills: Sequence[ChangePill], left: int, right: int) -> None:
    ordered = sorted(pills, key=lambda pill: not pill.loss)
    for width, gap, pad in ((100, 10, 12), (88, 10, 12), (76, 8, 10), (66, 6, 8), (62, 6, 8)):
        inks = [LOSS[sheet.look.theme] if pill.loss else sheet.look.shades.ink for pill in ordered]
        labels = [
            text_sprite(drawable_text(pill.text), 26, REGULAR, width, ink)
            for pill, ink in zip(ordered, inks, strict=True)
        ]
        if sum(label.width + 2 * pad + gap for label in labels) - gap <= right - left:
            break
    x = left
    for pill, words in zip(ordered, labels, strict=True):
        if x + words.width + 2 * pad > right:
            return  # the alternative text has them all
        edge = DANGER if pill.loss else sheet.look.shades.line
        sheet.panel((x, 46, x + words.width + 2 * pad, 84), 19, sheet.look.shades.ground, edge, 2)
        sheet.put(words, x + pad, round(65 - capitals_middle(26)))
        x += words.width + 2 * pad + gap


# --- frames


def draw_turn_frame(
    look: Look, whose: int | str, end: str | Sequence[Picture], picture: Picture, caption: str, high: int = CAPTION
) -> Picture:
    """A frame: a head that ends with `end`, `picture` (INSIDE wide) and a caption `high` pixels high. `whose`: the seat
    whose colour the head has; or a title for several seats, without a colour."""
    caption_top = HEAD + picture.height
    sheet = Sheet(look, (COLUMN, caption_top + high))
    shades = look.shades
    sheet.panel((0, 0, *sheet.size), RADIUS, shades.panel, shades.line, 2)
    if isinstance(whose, str):
        sheet.text(whose, (14, COLUMN - 14, HEAD // 2 + 1), 29, shades.ink, bold=True, floor=FLOOR)
        separator = shades.line
    else:
        draw_seat_head(sheet, look.seats[whose], end)
        colour = look.seats[whose].colour
        separator = mix_colours(colour.fill, colour.outline, 0.5)
    sheet.image.paste(picture, (2, HEAD))
    sheet.image.paste(separator, (2, HEAD - 1, COLUMN - 2, HEAD))
    draw_caption_text(sheet, caption, (14, caption_top, COLUMN - 12, caption_top + high))
    return sheet.image


def draw_seat_head(sheet: Sheet, seat: SeatLook, end: str | Sequence[Picture] = ()) -> None:
    """Draws symbol, letter and name on a seat's colour; `end`: a short text or small pictures at the other end."""
    colour = seat.colour
    edge = mix_colours(colour.fill, colour.outline, 0.55)
    sheet.panel((0, 0, sheet.size[0], HEAD + RADIUS), RADIUS, colour.fill, edge, 2)
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
    align, direction = ("right", "R") if sheet.look.mirrored else ("left", "L")
    ink = ink or sheet.look.shades.ink
    room = (right - left, bottom - top - 6)
    paragraph = paragraph_sprite(drawable_text(words), *room, 25, REGULAR, ink, align, FLOOR, direction)
    sheet.put(paragraph, left, top + max(2, (bottom - top - paragraph.height) // 2))


def fit_turn_words(phrases: Sequence[TurnPhrase], shown_keys: Collection[str] = (), letter_limit: int = 64) -> str:
    """A turn in about `letter_limit` letters: leaves out phrases whose event keys are in `shown_keys`, then the least
    weighted, oldest first. Never empty if `phrases` is not."""
    remaining = [phrase for phrase in phrases if phrase.key not in shown_keys] or list(phrases[-1:])
    while len(remaining) > 1 and sum(len(phrase.text) + 1 for phrase in remaining) > letter_limit:
        remaining.remove(min(remaining, key=lambda phrase: phrase.weight))
    return " ".join(_capitalise(phrase.text) for phrase in remaining)


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
    columns = 2 if wide > COLUMN and len(seats) > MOST_IN_COLUMN else 1
    rows = -(-len(seats) // columns)
    task_text = f"{_capitalise(recap.task)}." if recap.task else ""
    task_height, words_height = _caption_text_height(task_text, wide - 28), _caption_text_height(words, wide - 28)
    middle_height = max(rows * ROW, side.height + 6 if side else 0)
    row_height = row.height + 6 if row else 0
    high = max(high, HEAD + task_height + middle_height + row_height + words_height + 8)
    sheet = Sheet(look, (wide, high))
    shades = look.shades
    edge = shades.accent if recap.reader is not None else shades.line
    sheet.panel((0, 0, wide, high), RADIUS, shades.panel, edge, 3)
    right = wide - 14
    if end:
        right -= sheet.text(end, (wide - 180, right, HEAD // 2 + 1), 26, shades.ink, align="end", floor=FLOOR) + 10
    sheet.text(title, (14, right, HEAD // 2 + 1), 29, shades.ink, bold=True, floor=FLOOR)
    draw_caption_text(sheet, task_text, (14, HEAD - 2, wide - 12, HEAD + task_height), shades.accent)
    spare_height = high - HEAD - task_height - middle_height - row_height - words_height - 8
    gap = min(spare_height // 3, 12)
    top = HEAD + task_height + 4 + gap
    for index, seat in enumerate(seats):
        x, y = 6 + index // rows * (SEATS + 14), top + index % rows * ROW
        draw_seat_row(sheet, recap, seat, (x, y, x + SEATS, y + ROW))
    if side is not None:
        side_left = 6 + columns * (SEATS + 8)
        side_room = wide - 8 - side_left
        sheet.put(side, side_left + max(0, (side_room - side.width) // 2), top)
    row_top = top + middle_height + gap
    if row is not None:
        sheet.put(row, (wide - row.width) // 2, row_top)
    words_top = row_top + row_height + gap
    draw_caption_text(sheet, words, (14, words_top, wide - 12, words_top + words_height))
    return sheet.image


def _caption_text_height(words: str, room: int) -> int:
    """The height that the words need: at most three lines, without words only a gap."""
    fitting = (n for n in (1, 2) if wrap_text(drawable_text(words), room, 25, n, REGULAR, 76) is not None)
    return next(fitting, 3) * LINE_PX + 6 if words else 4


def draw_seat_row(sheet: Sheet, recap: Recap, seat: int, box: tuple[int, int, int, int]) -> None:
    """Draws a seat with its points and its gain since the reader's last move; the reader's row is framed."""
    left, top, right, bottom = box
    look, y = sheet.look, (top + bottom) // 2
    shades = look.shades
    is_reader = seat == recap.reader
    if is_reader:
        sheet.panel((left, top + 1, right, bottom - 1), 8, shades.ground, shades.accent, 2)
    sign = seat_symbol_disc(look.seats[seat].letter, 30)
    sheet.put(sign, left + 8, y - sign.height // 2)
    edge = right - 8
    gained = _points_gained(recap, seat)
    if gained:
        ink = LOSS[look.theme] if gained < 0 else shades.accent
        sheet.text(format_number(gained, sign=True), (edge - 52, edge, y), 25, ink, align="end", floor=FLOOR)
    points_inset, name_inset = _seat_row_insets(recap, look)
    points_box = (edge - points_inset - 48, edge - points_inset, y)
    sheet.text(str(recap.now.scores[seat]), points_box, 29, shades.ink, bold=True, align="end", floor=FLOOR)
    name = _name_or_you(recap, look, seat)
    sheet.text(name, (left + NAME_LEFT_PX, edge - name_inset, y), 26, shades.ink, floor=FLOOR, name=f"name {seat}")


def _points_gained(recap: Recap, seat: int) -> int:
    return recap.now.scores[seat] - recap.start.scores[seat] if recap.start is not None else 0


def _name_or_you(recap: Recap, look: Look, seat: int) -> str:
    return look.say("pic.recap.you") if seat == recap.reader else look.seats[seat].name


def _seat_row_insets(recap: Recap, look: Look) -> tuple[int, int]:
    """Distances from the end of a row to the end of its points and of its name. If a name would be cut, the numbers get
    only the room they need."""
    usual_points_inset, usual_name_inset = 56, 106
    seats, narrowest = range(len(look.seats)), load_font(FLOOR, REGULAR, WIDTHS[-1])
    longest = max(measure_text(drawable_text(_name_or_you(recap, look, seat)), narrowest) for seat in seats)
    if longest <= SEATS - NAME_LEFT_PX - 8 - usual_name_inset - 2:
        return usual_points_inset, usual_name_inset
    gains = [format_number(gained, sign=True) for seat in seats if (gained := _points_gained(recap, seat))]
    points_inset = round(max(measure_text(gain, load_font(25)) for gain in gains)) + 10 if gains else 0
    widest_points = max(measure_text(str(recap.now.scores[seat]), load_font(29, BOLD)) for seat in seats)
    return points_inset, points_inset + round(widest_points) + 10
