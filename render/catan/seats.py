"""The strip: a chip for each seat with its public state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image

from render.core.brush import Brush
from render.core.cache import cached_sprite
from render.core.chip_strip import seat_badge
from render.core.fonts import BOLD, REGULAR, capitals_middle, drawable_text, fit_text, text_sprite
from render.core.look import GOLD, GOLD_INK, THEMES, Colour, Look, Mark, Shades, Theme, mix_colours
from render.core.paints import LINE, PAPER, STEEL, WHITE, WOOD_LIGHT
from render.core.sentences import has_sentence
from render.core.shapes import panel_sprite
from rules.catan.view import CatanView, PlayerView

from .answer_signs import ACCEPT_GREEN, answer_sign
from .colours import CREAM, DEVELOPMENT, PLUME, TRACKS, Track
from .island_plan import CHIP_HIGH, CHIP_LINE_HIGH, EDGE, NAME_GAP, WIDE, strip_chip_height
from .levels import level_field
from .pieces import strength_icon
from .place_plates import TONES

GAP: Final = 6
BROAD_CHIP: Final = 270  # least width of a chip with name and points side by side
NUMBER_SIZE: Final = 33  # 11 px in a picture shown 400 px wide
LEAST_NAME_SIZE: Final = 30  # least font size of a name, which is cut then
TIGHT_LINES: Final = (96, 128, 160)  # y of the lines of a narrow chip with a pending decision
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class CatanChip:
    """The content of one chip."""

    name: str
    letter: str
    score: int
    cards: int
    progress_decks: tuple[str, ...] | None  # decks of progress cards; None: development cards are counted instead
    developments: int
    road: int
    has_longest_road: bool
    knights: int  # strength, or played knights
    has_largest_army: bool
    levels: tuple[int, ...]
    metropolises: tuple[str, ...]
    tone: str  # of the frame: active, choice, last, danger
    winner: bool = False
    pending_decision: str = ""  # pending decision outside its turn, such as «discards 4»
    is_decided: bool = False  # whether it is decided
    has_waiting_turn: bool = False  # whether it is this seat's turn while the game waits for others
    defender: int = 0  # points for beating the barbarians


@cached_sprite
def card_back(kind: str, size: tuple[int, int]) -> Image.Image:
    """The back of a card: a track's colour and shape, `development`, or a card of the hand."""
    wide, high = size
    b = Brush(wide, high)
    units_high = 100 * high / wide
    b.edge = max(b.edge, b.pixel_width(5))
    track = track_of(kind)
    fill, ink = (WOOD_LIGHT, CREAM) if track is None else (track.fill, WHITE)
    b.round_box(3, 3, 94, units_high - 6, 14, fill)
    middle = units_high / 2
    if kind == "trade":
        b.oval(50, middle, 22, 22, LINE, None)
    elif kind == "politics":
        b.polygon([(50, middle - 28), (78, middle + 22), (22, middle + 22)], ink, None)
    elif kind == "science":
        b.box(28, middle - 22, 44, 44, ink, None)
    elif kind == "development":
        b.star(50, middle + 3, 32, ink, None)
    else:
        b.oval(50, middle, 18, 24, ink, None)
    return b.finish()


def track_of(kind: str) -> Track | None:
    return DEVELOPMENT if kind == "development" else TRACKS.get(kind)


@cached_sprite
def hand_icon(size: int) -> Image.Image:
    """Two cards: the size of a hand."""
    b = Brush(size, size)
    b.edge = b.pixel_width(6)
    b.round_box(34, 6, 46, 70, 6, WOOD_LIGHT)
    b.round_box(16, 18, 48, 76, 6, PAPER)
    b.oval(40, 56, 13, 17, WOOD_LIGHT, None)
    return b.finish()


@cached_sprite
def road_icon(size: int, ink: Colour) -> Image.Image:
    """A winding road: the road length."""
    b = Brush(size, size)
    b.line([(6, 74), (32, 34), (60, 66), (94, 24)], ink, 17)
    return b.finish()


@cached_sprite
def army_icon(size: int) -> Image.Image:
    """A helmet and a sword: played knights."""
    b = Brush(size, size)
    b.edge = b.pixel_width(6)
    b.polygon([(22, 90), (22, 44), (34, 24), (50, 16), (66, 24), (78, 44), (78, 90)], STEEL)
    b.box(30, 46, 40, 11, LINE, None)
    b.box(44, 46, 12, 42, LINE, None)
    b.polygon([(50, 16), (36, 4), (52, 0), (84, 6), (62, 18)], PLUME)
    return b.finish()


@cached_sprite
def turn_icon(size: int, mirrored: bool) -> Image.Image:
    """A pointer for the player of the turn; a die would be read as a roll."""
    b = Brush(size, size)
    b.edge = b.pixel_width(6)
    b.polygon([(90, 8), (90, 92), (14, 50)] if not mirrored else [(10, 8), (10, 92), (86, 50)], GOLD, GOLD_INK)
    return b.finish()


@cached_sprite
def defender_icon(size: int, n: int) -> Image.Image:
    """Points for beating the barbarians, on a golden shield."""
    b = Brush(size, size)
    b.edge = b.pixel_width(6)
    b.polygon([(8, 6), (92, 6), (92, 50), (76, 78), (50, 96), (24, 78), (8, 50)], GOLD, GOLD_INK)
    image = b.finish()
    words = text_sprite(str(n), 27, BOLD, 100, GOLD_INK)
    image.alpha_composite(words, ((size - words.width) // 2, round(size * 0.45 - capitals_middle(27, BOLD))))
    return image


@dataclass(slots=True)
class _ChipPaper:
    """A chip being drawn. Parts are placed by their left; mirrored for right-to-left pictures."""

    image: Image.Image
    mirrored: bool
    ink: Colour
    boxes: dict[str, Box]

    def paste_part(self, part: str, sprite: Image.Image, x: int, y: int) -> None:
        if self.mirrored:
            x = self.image.width - x - sprite.width
        self.image.alpha_composite(sprite, (x, y))
        ink = sprite.getbbox() or (0, 0, 0, 0)
        self.boxes[part] = (x + ink[0], y + ink[1], x + ink[2], y + ink[3])


def _draw_centred_number(
    paper: _ChipPaper, part: str, number: int, box: tuple[int, int, int], size: int, ink: Colour
) -> None:
    """Draws a number between left and right, its digits centred on y."""
    left, right, y = box
    shown, high, width = fit_text(str(number), right - left, size, BOLD, 24)
    words = text_sprite(shown, high, BOLD, width, ink)
    paper.paste_part(part, words, left, round(y - capitals_middle(high, BOLD)))


def _draw_icon_count(
    paper: _ChipPaper, part: str, icon: Image.Image, count: int, cell: tuple[int, int, int], has_title: bool = False
) -> None:
    """Draws an icon with a number between left and right of `cell`; on gold for a held title."""
    left, right, y = cell
    if has_title:
        shown, high, width = fit_text(str(count), right - left - icon.width - 3, NUMBER_SIZE, BOLD, 24)
        words = text_sprite(shown, high, BOLD, width, GOLD_INK)
        ground = panel_sprite((icon.width + words.width + 9, 40), 9, GOLD, GOLD, 1)
        paper.paste_part(f"{part} title", ground, left - 3, y - 20)
    paper.paste_part(f"{part} icon", icon, left, y - icon.height // 2)
    ink = GOLD_INK if has_title else paper.ink
    _draw_centred_number(paper, part, count, (left + icon.width + 3, right, y), NUMBER_SIZE, ink)


@cached_sprite
def catan_chip_sprite(
    chip: CatanChip, wide: int, high: int, theme: Theme, mirrored: bool
) -> tuple[Image.Image, dict[str, Box]]:
    """One chip and the boxes of its parts. Broad chips have name and points side by side."""
    shades = THEMES[theme]
    frame = TONES[chip.tone][0] if chip.tone in TONES else shades.accent if chip.tone else shades.line
    ground = panel_sprite((wide, high), 14, shades.panel, frame, 5 if chip.tone else 2).copy()
    paper = _ChipPaper(ground, mirrored, shades.ink, {})
    is_broad = wide >= BROAD_CHIP
    badge_high = CHIP_HIGH - 16 + (0 if is_broad or _needs_extra_line(chip) else NAME_GAP)
    paper.paste_part("badge", seat_badge(chip.letter, (46, badge_high)), 9, 8)
    (_draw_broad_chip if is_broad else _draw_narrow_chip)(paper, chip, wide, shades)
    return paper.image, paper.boxes


def _draw_chip_name(paper: _ChipPaper, chip: CatanChip, left: int, right: int) -> None:
    """Draws the name, then the points of the Defender and the pointer of the turn."""
    if chip.has_waiting_turn:
        right -= 32
        paper.paste_part("turn", turn_icon(28, paper.mirrored), right + 3, 14)
    if chip.defender:
        right -= 36
        paper.paste_part("defender", defender_icon(34, chip.defender), right + 2, 11)
    name = drawable_text(chip.name) or chip.letter
    shown, size, width = fit_text(name, right - left, NUMBER_SIZE, REGULAR, LEAST_NAME_SIZE)
    paper.paste_part(
        "name", text_sprite(shown, size, REGULAR, width, paper.ink), left, round(28 - capitals_middle(size))
    )


def _draw_broad_chip(paper: _ChipPaper, chip: CatanChip, wide: int, shades: Shades) -> None:
    """Draws name and points side by side; cards, road and knights below; then levels and progress cards."""
    left, right = 63, wide - 9
    shown, size, width = fit_text(str(chip.score), 60, 42, BOLD, 27)
    score = text_sprite(shown, size, BOLD, width, GOLD_INK if chip.winner else shades.ink)
    fill = GOLD if chip.winner else mix_colours(shades.panel, shades.ink, 0.14)
    paper.paste_part("score box", panel_sprite((68, 40), 9, fill, shades.line, 1), right - 68, 8)
    paper.paste_part("score", score, right - 34 - score.width // 2, round(28 - capitals_middle(size, BOLD)))
    _draw_chip_name(paper, chip, left, right - 76)
    cells = _split_line(left, right, 66, (0.29, 0.23, 0.26, 0.22) if chip.progress_decks is None else (0.36, 0.34, 0.3))
    _draw_icon_count(paper, "cards", hand_icon(28), chip.cards, cells[0])
    if chip.progress_decks is None:
        _draw_icon_count(paper, "developments", card_back("development", (19, 28)), chip.developments, cells[1])
    else:
        level_wide = min(66, (wide - 18) // 4)
        lefts = [9 + index * (level_wide + 5) for index in range(3)]
        _draw_track_levels(paper, chip, [(x, x + level_wide) for x in lefts], CHIP_HIGH + 18, shades)
        _draw_card_backs(paper, chip.progress_decks, 9 + 3 * (level_wide + 5), right, CHIP_HIGH + 18)
    _draw_last_cells(paper, chip, cells[-2:])


def _needs_extra_line(chip: CatanChip) -> bool:
    """Whether a pending decision needs an extra line in a narrow chip."""
    return bool(chip.pending_decision) and chip.progress_decks is not None


def _draw_narrow_chip(paper: _ChipPaper, chip: CatanChip, wide: int, shades: Shades) -> None:
    """Draws the name, points and cards below it, then the other counts in one or two lines."""
    left, right = 61, wide - 9
    _draw_chip_name(paper, chip, left, right)
    is_tight = _needs_extra_line(chip)
    line_y = 63 if is_tight else 72
    ink = GOLD_INK if chip.winner else shades.ink
    if chip.winner:
        paper.paste_part("score box", panel_sprite((64, 42), 9, GOLD, GOLD, 1), left - 4, line_y - 21)
    _draw_centred_number(paper, "score", chip.score, (left, left + 49, line_y), 38 if is_tight else 46, ink)
    _draw_icon_count(paper, "cards", hand_icon(28), chip.cards, (right - 66, right, line_y))
    y = TIGHT_LINES[0] if is_tight else CHIP_HIGH + NAME_GAP + 18
    if chip.progress_decks is None:
        cells = _split_line(9, right, y, (0.31, 0.36, 0.33))
        _draw_icon_count(paper, "developments", card_back("development", (19, 28)), chip.developments, cells[0])
        _draw_last_cells(paper, chip, cells[-2:])
        return
    step = (right - 9 + 5) / 3
    fields = [(round(9 + index * step), round(9 + (index + 1) * step) - 5) for index in range(3)]
    _draw_track_levels(paper, chip, fields, y, shades, 34 if is_tight else 38)
    y = TIGHT_LINES[1] if is_tight else y + CHIP_LINE_HIGH
    cells = _split_line(9, right, y, (0.35, 0.36, 0.29))
    _draw_road_and_knights(paper, chip, cells[:2])
    _draw_card_backs(paper, chip.progress_decks, cells[2][0], right, y)
    if is_tight:
        _draw_awaited_words(paper, chip, 9, right, TIGHT_LINES[2], 32)


def _split_line(left: int, right: int, y: int, shares: tuple[float, ...]) -> list[tuple[int, int, int]]:
    """Parts of a line, 4 px apart."""
    ends = [left, *(round(left + (right - left) * sum(shares[: i + 1])) for i in range(len(shares)))]
    return [(start, end - (4 if end < right else 0), y) for start, end in pairwise(ends)]


def _draw_last_cells(paper: _ChipPaper, chip: CatanChip, cells: Sequence[tuple[int, int, int]]) -> None:
    """Draws road and knights, or the pending decision in their place."""
    if chip.pending_decision:
        _draw_awaited_words(paper, chip, cells[0][0], cells[-1][1], cells[0][2])
    else:
        _draw_road_and_knights(paper, chip, cells)


def _draw_road_and_knights(paper: _ChipPaper, chip: CatanChip, cells: Sequence[tuple[int, int, int]]) -> None:
    """Draws road length and knights."""
    icon = road_icon(26, GOLD_INK if chip.has_longest_road else paper.ink)
    _draw_icon_count(paper, "road", icon, chip.road, cells[0], chip.has_longest_road)
    icon = army_icon(28) if chip.progress_decks is None else strength_icon(28)
    _draw_icon_count(paper, "knights", icon, chip.knights, cells[1], chip.has_largest_army)


def _draw_card_backs(paper: _ChipPaper, backs: Sequence[str], left: int, right: int, y: int) -> None:
    """Draws progress cards, fanned if there are many."""
    pitch = min(22.0, (right - left - 20) / max(1, len(backs) - 1))
    for i, kind in enumerate(backs):
        paper.paste_part(
            f"back {i}", card_back(kind, (20, 30)), round(right - 20 - (len(backs) - 1 - i) * pitch), y - 15
        )


def _draw_awaited_words(paper: _ChipPaper, chip: CatanChip, left: int, right: int, y: int, high: int = 38) -> None:
    """Draws the pending decision: gold while pending, then with a tick."""
    fill, ink = (ACCEPT_GREEN, WHITE) if chip.is_decided else (GOLD, GOLD_INK)
    paper.paste_part("news box", panel_sprite((right - left, high), 9, fill, fill, 1), left, y - high // 2)
    tick_wide = 28 if chip.is_decided else 0
    shown, size, width = fit_text(
        drawable_text(chip.pending_decision), right - left - 10 - tick_wide, NUMBER_SIZE, BOLD, 24
    )
    words = text_sprite(shown, size, BOLD, width, ink)
    start = (left + right - words.width - tick_wide) // 2
    if chip.is_decided:
        paper.paste_part("tick", answer_sign("accept", 26), start, y - 13)
    paper.paste_part("news", words, start + tick_wide, round(y - capitals_middle(size, BOLD)))


def _draw_track_levels(
    paper: _ChipPaper, chip: CatanChip, fields: Sequence[tuple[int, int]], y: int, shades: Shades, high: int = 38
) -> None:
    """Draws the levels of trade, politics and science by symbol and digit; a gold rim means metropolis."""
    for (track, level), (left, right) in zip(zip(TRACKS, chip.levels, strict=True), fields, strict=True):
        sprite = level_field(track, level, track in chip.metropolises, right - left, shades.panel, high)
        paper.paste_part(f"level {track}", sprite, left, y - sprite.height // 2)


def build_catan_chips(view: CatanView, look: Look, marks: Sequence[Mark] = ()) -> list[CatanChip]:
    """The chips in the order of seats."""
    tones = {mark.place: mark.tone for mark in marks}
    framed_seats = set(view.winners) if view.over else set(view.tasks)
    return [
        _build_chip(view, look, i, player, tones.get(str(i), "active" if i in framed_seats else ""))
        for i, player in enumerate(view.players)
    ]


def describe_pending_decision(view: CatanView, look: Look, seat: int) -> str:
    """The pending decision of a seat in words; empty for ordinary decisions of its own turn."""
    if seat in view.done:
        return look.say("pic.catan.news.done")
    task = view.tasks.get(seat)
    if task is None:
        return ""
    key = f"pic.catan.news.{task.key.rpartition('.')[2]}"
    return look.say(key, **task.params) if has_sentence(key) else ""


def _build_chip(view: CatanView, look: Look, seat: int, player: PlayerView, tone: str) -> CatanChip:
    cities = view.barbarians is not None
    return CatanChip(
        name=look.seats[seat].name,
        letter=look.seats[seat].letter,
        score=public_points(view, seat),
        cards=player.cards,
        progress_decks=player.progress if cities else None,
        developments=player.developments,
        road=player.road_length,
        has_longest_road=player.longest_road,
        knights=player.strength if cities else player.knights_played,
        has_largest_army=player.army,
        levels=player.improvements if cities else (),
        metropolises=player.metropolises,
        tone=tone,
        winner=seat in view.winners,
        pending_decision=describe_pending_decision(view, look, seat),
        is_decided=seat in view.done,
        has_waiting_turn=seat == view.active and waits_for_others(view),
        defender=player.defender,
    )


def waits_for_others(view: CatanView) -> bool:
    """Whether the game waits for seats other than the player of the turn."""
    return bool(view.tasks) and view.active not in view.tasks


def public_points(view: CatanView, seat: int) -> int:
    """A seat's points without its secret ones, because the table is public."""
    return view.scores[seat] - (0 if view.over else view.players[seat].point_cards)


def chip_box(seat: int, seats: int, mirrored: bool) -> tuple[int, int]:
    """(left, width) of a seat's chip."""
    wide = (WIDE - 2 * EDGE - GAP * (seats - 1)) // seats
    column = seats - 1 - seat if mirrored else seat
    return EDGE + column * (wide + GAP), wide


def draw_catan_strip(canvas: Image.Image, view: CatanView, look: Look, marks: Sequence[Mark] = ()) -> dict[str, Box]:
    """Draw the chips in one line; returns the boxes of their parts."""
    chips = build_catan_chips(view, look, marks)
    high = strip_chip_height(len(chips), view.barbarians is not None)
    boxes: dict[str, Box] = {}
    for i, chip in enumerate(chips):
        x, wide = chip_box(i, len(chips), look.mirrored)
        image, parts = catan_chip_sprite(chip, wide, high, look.theme, look.mirrored)
        canvas.paste(image, (x, EDGE), image)
        for part, (left, top, right, bottom) in parts.items():
            boxes[f"{i}.{part}"] = (left + x, top + EDGE, right + x, bottom + EDGE)
    return boxes
