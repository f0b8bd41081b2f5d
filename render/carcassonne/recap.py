"""What somebody missed of Carcassonne: a frame for each turn, cut out around what changed, and how things stand now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.core import frames
from render.core.fonts import REGULAR, WIDTHS, fit, font, label, measure, plain
from render.core.frames import FLOOR, INSIDE
from render.core.look import GOLD, GOLD_INK, Look
from render.core.recap import Recap, Step
from render.core.words import known
from rules.carcassonne.view import CarcassonneView

from .captions import caption
from .cutout import Window, windows
from .expansions import extras
from .facts import facts
from .glimpse import glimpse
from .news import Scored
from .sprites import land
from .told import items, tile, told

HIGH: Final = 232  # the picture in a frame
TILE: Final = 118  # the tile to lay
ASIDE: Final = 6  # of the words above it: the frame may be near
TWO: Final = 2  # so many cells are named in a head
TWO_LINES: Final = 64  # letters of words below a frame; more of them take another line
LINE: Final = 30  # its height
ROOM: Final = 84  # letters about a tile


def page(recap: Recap, look: Look) -> Image.Image:
    """A page of the strip."""
    told_of = [step for step in recap.steps if step.turn.seat is not None]
    words = [caption(step.turn, look, recap.reader, step.after) for step in told_of]
    high = frames.CAPTION + LINE * any(len(said) > TWO_LINES for said in words)
    drawn = [_frame(step, recap, look, said, high) for step, said in zip(told_of, words, strict=True)]
    now = (lambda wide: _now(recap, look, wide, high)) if recap.now is not None else None
    return frames.page(look, recap, drawn, now)


def _frame(step: Step, recap: Recap, look: Look, words: str, high: int) -> Image.Image:
    """The turn of a seat, with words so high below it."""
    seat, events = step.turn.seat, step.turn.events
    assert seat is not None, "nobody's turns have no frame"
    turn = told(step.before, step.after, events, recap.reader, seat)
    body = Image.new("RGB", (INSIDE, HIGH), look.shades.ink)
    scene = None if turn.news.cells or turn.lost else _scene(step, look, (INSIDE - 16, HIGH - 16))
    if scene is not None:
        image, title = scene
        body.paste(look.shades.ground, (0, 0, *body.size))
        body.paste(image, ((INSIDE - image.width) // 2, (HIGH - image.height) // 2))
        return frames.frame(look, title, "", body, words, high)
    matters = [(laid.cell.x, laid.cell.y) for laid in turn.view.laid]
    shown = windows(items(turn), matters, body.size, look.mirrored)
    for window in shown:
        named = [one for one in turn.news.scored if _best(one, shown) == window]
        body.paste(glimpse(turn, look, window, named), window.box[:2])
    cells = list(map(str, turn.news.laid))[:TWO]
    return frames.frame(look, seat, " ".join(cells), body, words, high)


def _scene(step: Step, look: Look, size: tuple[int, int]) -> tuple[Image.Image, str] | None:
    """What a module shows of a turn without a place on the board, and its title."""
    known = dict(extras(step.before))
    found = (
        extra.scene(step.turn, known[extra], seen, look, size) for extra, seen in extras(step.after) if extra in known
    )
    return next((image for image in found if image is not None), None)


def _best(one: Scored, shown: Sequence[Window]) -> Window:
    """The window that shows most of what scored: its points stand there alone."""
    return max(shown, key=lambda window: sum(window.shows(tile(cell)) for cell in one.cells))


# --- how things stand


def _now(recap: Recap, look: Look, wide: int, below: int) -> Image.Image:
    view: CarcassonneView = recap.now
    title = look.say("pic.recap.yours" if recap.task else "pic.recap.now")
    end = look.say(view.headline.key, **view.headline.params)
    high = frames.HEAD + HIGH + below if wide == frames.COLUMN else 0
    row, said = _goes_on(recap, look, wide - 20)
    side = None if row is not None else _side(recap, look)
    words = " ".join(filter(None, (said, _words(recap, look))))
    return frames.standing(look, recap, wide, high, title, end, side, words, row)


def _goes_on(recap: Recap, look: Look, wide: int) -> tuple[Image.Image | None, str]:
    """What a module shows of something that goes on, and says of it."""
    view: CarcassonneView = recap.now
    gold = bool(recap.task) and (view.drawn is None or view.drawn.seat != recap.reader)
    found = (extra.goes_on(seen, look, wide, gold=gold) for extra, seen in extras(view))
    own = None if view.over else next((one for one in found if one is not None), None)
    if own is None or (view.drawn is not None and view.drawn.seat == recap.reader):
        return None, ""
    return own


def _side(recap: Recap, look: Look) -> Image.Image | None:
    """What the next decision is about: the tile to lay, and whose it is."""
    view: CarcassonneView = recap.now
    if view.over or view.drawn is None:
        return None
    own = view.drawn.seat == recap.reader
    name = look.seats[view.drawn.seat].name
    words = look.say("pic.recap.to_lay") if own else look.say("pic.recap.lays", name=name)
    if not own and measure(plain(words), font(FLOOR, REGULAR, WIDTHS[-1])) > TILE + 18 - 2 * ASIDE:
        words = name  # all of it rather than the beginning of more
    return _tile(view.drawn.tile, words, look, gold=own)


def _tile(tile: str, words: str, look: Look, *, gold: bool) -> Image.Image:
    """Words above a tile. Gold is what one may do something with."""
    wide, top = TILE + 18, 40
    shown, size, width = fit(plain(words), wide - 2 * ASIDE, 26, REGULAR, FLOOR)
    name = label(shown, size, REGULAR, width, look.shades.ink)
    image = Image.new("RGB", (wide, top + wide), look.shades.panel)
    image.paste(name, ((wide - name.width) // 2, 0), name)
    draw = ImageDraw.Draw(image)
    outside, inside = (GOLD, GOLD_INK) if gold else (look.shades.line, look.shades.ground)
    draw.rounded_rectangle((0, top, wide - 1, top + wide - 1), 12, fill=inside)
    draw.rounded_rectangle((1, top + 1, wide - 2, top + wide - 2), 11, fill=outside)
    draw.rectangle((7, top + 7, wide - 8, top + wide - 8), fill=inside)
    image.paste(land(tile, 0, TILE), (9, top + 9))
    return image


def _words(recap: Recap, look: Look) -> str:
    """What matters of the tile that the reader lays."""
    view: CarcassonneView = recap.now
    if not recap.task or view.drawn is None or view.drawn.seat != recap.reader:
        return ""
    return tile_words(view.drawn.tile, look)


def tile_words(name: str, look: Look) -> str:
    """What the marks of a tile bring with them, as far as there is room."""
    keys = dict.fromkeys(f"pic.recap.tile.{mark}" for mark, _ in facts(name).marked())
    said = ""
    for sentence in (look.say(key) for key in keys if known(key)):
        longer = f"{said} {sentence}".strip()
        said = longer if not said or len(longer) <= ROOM else said
    return said
