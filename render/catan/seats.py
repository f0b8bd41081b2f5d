"""The strip on top: a chip for each seat with what everybody may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PIL import Image

from render.core.brush import Brush
from render.core.cache import shared
from render.core.fonts import BOLD, REGULAR, fit, label, middle, plain
from render.core.kit import panel
from render.core.look import GOLD, GOLD_INK, THEMES, Colour, Look, Mark, Theme, mix
from render.core.paints import LINE, PAPER, STEEL, WHITE, WOOD_LIGHT
from render.core.strip import badge
from render.core.words import known
from rules.catan.view import CatanView, PlayerView

from .colours import CREAM, DEVELOPMENT, PLUME, TRACKS, Track
from .pieces import die, knight
from .plan import CHIP, EDGE, TALL_CHIP, WIDE, chip_rows
from .plates import TONES
from .signs import YES, sign

GAP: Final = 6
LEVELS: Final = 5
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Chip:
    """What one chip says."""

    name: str
    letter: str
    score: int
    cards: int
    backs: tuple[str, ...] | None  # progress cards; None: development cards are counted instead
    developments: int
    road: int
    longest: bool
    knights: int  # strength, or knights played
    army: bool
    levels: tuple[int, ...]
    tone: str  # of the frame: active, choice, last, danger
    winner: bool = False
    news: str = ""  # what this seat is asked for outside its turn, such as «discards 4»
    done: bool = False  # and whether it has answered
    rolled: bool = False  # it is this player's turn, while the game waits for others


@shared
def card_back(kind: str, size: tuple[int, int]) -> Image.Image:
    """The back of a card: a track by its colour and shape, `development`, or a card of the hand."""
    wide, high = size
    b = Brush(wide, high)
    tall = 100 * high / wide
    b.edge = max(b.edge, b.width(5))
    track = track_of(kind)
    fill, ink = (WOOD_LIGHT, CREAM) if track is None else (track.fill, WHITE)
    b.round_box(3, 3, 94, tall - 6, 14, fill)
    mid = tall / 2
    if kind == "trade":
        b.oval(50, mid, 22, 22, LINE, None)
    elif kind == "politics":
        b.poly([(50, mid - 28), (78, mid + 22), (22, mid + 22)], ink, None)
    elif kind == "science":
        b.box(28, mid - 22, 44, 44, ink, None)
    elif kind == "development":
        b.star(50, mid + 3, 32, ink, None)
    else:
        b.oval(50, mid, 18, 24, ink, None)
    return b.finished()


def track_of(kind: str) -> Track | None:
    return DEVELOPMENT if kind == "development" else TRACKS.get(kind)


@shared
def hand_icon(size: int) -> Image.Image:
    """Two cards: how many somebody holds."""
    b = Brush(size, size)
    b.edge = b.width(6)
    b.round_box(34, 6, 46, 70, 6, WOOD_LIGHT)
    b.round_box(16, 18, 48, 76, 6, PAPER)
    b.oval(40, 56, 13, 17, WOOD_LIGHT, None)
    return b.finished()


@shared
def road_icon(size: int, ink: Colour) -> Image.Image:
    """A winding road: its length."""
    b = Brush(size, size)
    b.line([(6, 74), (32, 34), (60, 66), (94, 24)], ink, 17)
    return b.finished()


@shared
def army_icon(size: int) -> Image.Image:
    """A helmet and a sword: knights that were played."""
    b = Brush(size, size)
    b.edge = b.width(6)
    b.poly([(22, 90), (22, 44), (34, 24), (50, 16), (66, 24), (78, 44), (78, 90)], STEEL)
    b.box(30, 46, 40, 11, LINE, None)
    b.box(44, 46, 12, 42, LINE, None)
    b.poly([(50, 16), (36, 4), (52, 0), (84, 6), (62, 18)], PLUME)
    return b.finished()


@dataclass(slots=True)
class _Paper:
    """A chip being drawn: things go by their left, turned if the picture is read from the right."""

    image: Image.Image
    mirrored: bool
    boxes: dict[str, Box]

    def lay(self, part: str, sprite: Image.Image, x: int, y: int) -> None:
        if self.mirrored:
            x = self.image.width - x - sprite.width
        self.image.alpha_composite(sprite, (x, y))
        ink = sprite.getbbox() or (0, 0, 0, 0)
        self.boxes[part] = (x + ink[0], y + ink[1], x + ink[2], y + ink[3])


def _count(paper: _Paper, part: str, icon: Image.Image, n: int, cell: tuple[int, int, int], held: bool) -> None:
    """An icon with a number; on gold when it is a title that gives points."""
    left, right, y = cell
    theme_ink = GOLD_INK if held else paper_ink(paper)
    shown, size, width = fit(str(n), right - left - icon.width - 3, 29, BOLD, 20)
    words = label(shown, size, BOLD, width, theme_ink)
    if held:
        ground = panel((icon.width + words.width + 8, 36), 8, GOLD, GOLD, 1)
        paper.lay(f"{part} title", ground, left - 3, y - 18)
    paper.lay(f"{part} icon", icon, left, y - icon.height // 2)
    paper.lay(part, words, left + icon.width + 3, round(y - middle(size, BOLD)))


def paper_ink(paper: _Paper) -> Colour:
    ground = paper.image.getpixel((paper.image.width // 2, 8))
    assert isinstance(ground, tuple)
    return THEMES["light"].ink if ground[0] > 128 else THEMES["dark"].ink


@shared
def chip(what: Chip, wide: int, high: int, theme: Theme, mirrored: bool) -> tuple[Image.Image, dict[str, Box]]:
    """One chip, and the boxes of its parts."""
    shades = THEMES[theme]
    frame = TONES[what.tone][0] if what.tone in TONES else shades.accent if what.tone else shades.line
    paper = _Paper(panel((wide, high), 14, shades.panel, frame, 5 if what.tone else 2).copy(), mirrored, {})
    paper.lay("badge", badge(what.letter, (46, CHIP - 16)), 9, 8)
    left, right = 63, wide - 9
    shown, size, width = fit(str(what.score), 60, 42, BOLD, 27)
    score = label(shown, size, BOLD, width, GOLD_INK if what.winner else shades.ink)
    box = panel((68, 40), 9, GOLD if what.winner else mix(shades.panel, shades.ink, 0.14), shades.line, 1)
    paper.lay("score box", box, right - 68, 8)
    paper.lay("score", score, right - 34 - score.width // 2, round(28 - middle(size, BOLD)))
    room = right - 76 - left - (36 if what.rolled else 0)
    shown, size, width = fit(plain(what.name) or what.letter, room, 33, REGULAR, 20)
    paper.lay("name", label(shown, size, REGULAR, width, shades.ink), left, round(28 - middle(size)))
    if what.rolled:
        paper.lay("turn", die(5, 30, True), right - 76 - 30, 13)
    _counts(paper, what, left, right, 66, shades.ink)
    if what.levels:
        _levels(paper, what.levels, left, right, 90, shades.line)
    return paper.image, paper.boxes


def _counts(paper: _Paper, what: Chip, left: int, right: int, y: int, ink: Colour) -> None:
    """Cards, development or progress cards, road, knights: each with a part of the line."""
    ends = [round(left + (right - left) * share) for share in (0, 0.255, 0.525, 0.765, 1)]
    cells = [(a, b - (4 if b < right else 0), y) for a, b in pairwise(ends)]
    _count(paper, "cards", hand_icon(27), what.cards, cells[0], False)
    if what.backs is None:
        _count(paper, "developments", card_back("development", (19, 27)), what.developments, cells[1], False)
    elif what.backs:
        room = cells[1][1] - cells[1][0] - 21
        apart = min(20.0, room / max(1, len(what.backs) - 1))
        for i, kind in enumerate(what.backs):
            paper.lay(f"back {i}", card_back(kind, (18, 27)), round(cells[1][0] + i * apart), y - 13)
    if what.news:
        _news(paper, what, cells[2][0], right, y)
        return
    _count(paper, "road", road_icon(26, GOLD_INK if what.longest else ink), what.road, cells[2], what.longest)
    icon = army_icon(27) if what.backs is None else knight(what.letter, 30, 2, True)
    _count(paper, "knights", icon, what.knights, cells[3], what.army)


def _news(paper: _Paper, what: Chip, left: int, right: int, y: int) -> None:
    """What the game waits for, in place of road and knights: gold as long as it does, then with a tick."""
    fill, ink = (YES, WHITE) if what.done else (GOLD, GOLD_INK)
    paper.lay("news box", panel((right - left, 30), 9, fill, fill, 1), left, y - 16)
    tick = 28 if what.done else 0
    shown, size, width = fit(plain(what.news), right - left - 10 - tick, 27, BOLD, 20)
    words = label(shown, size, BOLD, width, ink)
    start = (left + right - words.width - tick) // 2
    if what.done:
        paper.lay("tick", sign("accept", 26), start, y - 14)
    paper.lay("news", words, start + tick, round(y - 1 - middle(size, BOLD)))


def _levels(paper: _Paper, levels: Sequence[int], left: int, right: int, y: int, empty: Colour) -> None:
    """How far each track has come: trade, politics, science, from the left."""
    step = (right - left) / 3
    wide = int((step - 10) / LEVELS) - 2
    for t, (track, level) in enumerate(zip(TRACKS.values(), levels, strict=False)):
        for i in range(LEVELS):
            fill = track.fill if i < level else empty
            sprite = panel((wide, 9), 3, fill, fill, 1)
            paper.lay(f"level {t} {i}", sprite, round(left + t * step + i * (wide + 2)), y - 4)


def chips(view: CatanView, look: Look, marks: Sequence[Mark] = ()) -> list[Chip]:
    """The chips in the order of seats."""
    tones = {m.place: m.tone for m in marks}
    acting = set(view.winners) if view.over else set(view.tasks)
    return [
        _chip(view, look, i, player, tones.get(str(i), "active" if i in acting else ""))
        for i, player in enumerate(view.players)
    ]


def news_of(view: CatanView, look: Look, seat: int) -> str:
    """What the game waits for from this seat, unless it is the common business of its turn: that has no sentence."""
    if seat in view.done:
        return look.say("pic.catan.news.done")
    task = view.tasks.get(seat)
    word = "" if task is None else task.key.rpartition(".")[2]
    if task is None or not known(f"pic.catan.news.{word}"):
        return ""
    return look.say(f"pic.catan.news.{word}", **task.params)


def _chip(view: CatanView, look: Look, seat: int, player: PlayerView, tone: str) -> Chip:
    cities = view.barbarians is not None
    return Chip(
        look.seats[seat].name,
        look.seats[seat].letter,
        public_points(view, seat),
        player.cards,
        player.progress if cities else None,
        player.developments,
        player.road_length,
        player.longest_road,
        player.strength if cities else player.knights_played,
        player.army,
        player.improvements if cities else (),
        tone,
        seat in view.winners,
        news_of(view, look, seat),
        seat in view.done,
        seat == view.active and bool(view.tasks) and seat not in view.tasks,
    )


def public_points(view: CatanView, seat: int) -> int:
    """Points without what only their owner knows: a picture of the table is the same for everybody."""
    return view.scores[seat] - (0 if view.over else view.players[seat].point_cards)


def strip(canvas: Image.Image, view: CatanView, look: Look, marks: Sequence[Mark] = ()) -> dict[str, Box]:
    """Draw the chips in one line or two; returns the boxes of their parts."""
    found = chips(view, look, marks)
    rows = chip_rows(len(found))
    across = -(-len(found) // rows)
    high = TALL_CHIP if view.barbarians is not None else CHIP
    wide = (WIDE - 2 * EDGE - GAP * (across - 1)) // across
    boxes: dict[str, Box] = {}
    for i, what in enumerate(found):
        column = across - 1 - i % across if look.mirrored else i % across
        x, y = EDGE + column * (wide + GAP), EDGE + i // across * (high + GAP)
        image, parts = chip(what, wide, high, look.theme, look.mirrored)
        canvas.paste(image, (x, y), image)
        boxes.update({f"{i}.{p}": (b[0] + x, b[1] + y, b[2] + x, b[3] + y) for p, b in parts.items()})
    return boxes
