"""What somebody missed of Carcassonne: a frame for each turn, cut out around what changed, and how things stand now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.core import recap_strip
from render.core.fonts import REGULAR, WIDTHS, drawable_text, fit_text, load_font, measure_text, text_sprite
from render.core.look import GOLD, GOLD_INK, Look
from render.core.recap import Recap, RecapStep
from render.core.recap_strip import FLOOR, INSIDE
from render.core.sentences import has_sentence
from rules.carcassonne.view import CarcassonneView

from .captions import turn_caption
from .cutout import Window, choose_board_windows
from .expansions import extras_in_view
from .facts import tile_facts
from .news import Scored
from .tile_sprites import tile_sprite
from .turn_changes import compute_turn_changes, list_cutout_items, part_of_cell
from .turn_glimpse import draw_turn_glimpse

HIGH: Final = 232  # the picture in a frame
TILE: Final = 118  # the tile to lay
ASIDE: Final = 6  # of the words above it: the frame may be near
TWO: Final = 2  # so many cells are named in a head
TWO_LINES: Final = 64  # letters of words below a frame; more of them take another line
LINE: Final = 30  # its height
ROOM: Final = 84  # letters about a tile


def draw_carcassonne_recap(recap: Recap, look: Look) -> Image.Image:
    """A page of the strip."""
    told_of = [step for step in recap.steps if step.turn.seat is not None]
    words = [turn_caption(step.turn, look, recap.reader, step.after) for step in told_of]
    high = recap_strip.CAPTION + LINE * any(len(said) > TWO_LINES for said in words)
    drawn = [_build_turn_frame(step, recap, look, said, high) for step, said in zip(told_of, words, strict=True)]
    now = (lambda wide: _build_now_frame(recap, look, wide, high)) if recap.now is not None else None
    return recap_strip.draw_strip_page(look, recap, drawn, now)


def _build_turn_frame(step: RecapStep, recap: Recap, look: Look, words: str, high: int) -> Image.Image:
    """The turn of a seat, with words so high below it."""
    seat, events = step.turn.seat, step.turn.events
    assert seat is not None, "nobody's turns have no frame"
    turn = compute_turn_changes(step.before, step.after, events, recap.reader, seat)
    body = Image.new("RGB", (INSIDE, HIGH), look.shades.ink)
    scene = None if turn.news.cells or turn.lost else _module_scene_of_turn(step, look, (INSIDE - 16, HIGH - 16))
    if scene is not None:
        image, title = scene
        body.paste(look.shades.ground, (0, 0, *body.size))
        body.paste(image, ((INSIDE - image.width) // 2, (HIGH - image.height) // 2))
        return recap_strip.draw_turn_frame(look, title, "", body, words, high)
    matters = [(laid.cell.x, laid.cell.y) for laid in turn.view.laid]
    shown = choose_board_windows(list_cutout_items(turn), matters, body.size, look.mirrored)
    for window in shown:
        named = [one for one in turn.news.scored if _best_window_for(one, shown) == window]
        body.paste(draw_turn_glimpse(turn, look, window, named), window.box[:2])
    cells = list(map(str, turn.news.laid))[:TWO]
    return recap_strip.draw_turn_frame(look, seat, " ".join(cells), body, words, high)


def _module_scene_of_turn(step: RecapStep, look: Look, size: tuple[int, int]) -> tuple[Image.Image, str] | None:
    """What a module shows of a turn without a place on the board, and its title."""
    known = dict(extras_in_view(step.before))
    found = (
        extra.scene(step.turn, known[extra], seen, look, size)
        for extra, seen in extras_in_view(step.after)
        if extra in known
    )
    return next((image for image in found if image is not None), None)


def _best_window_for(one: Scored, shown: Sequence[Window]) -> Window:
    """The window that shows most of what scored: its points stand there alone."""
    return max(shown, key=lambda window: sum(window.shows(part_of_cell(cell)) for cell in one.cells))


# --- how things stand


def _build_now_frame(recap: Recap, look: Look, wide: int, below: int) -> Image.Image:
    view: CarcassonneView = recap.now
    title = look.say("pic.recap.yours" if recap.task else "pic.recap.now")
    end = look.say(view.headline.key, **view.headline.params)
    high = recap_strip.HEAD + HIGH + below if wide == recap_strip.COLUMN else 0
    row, said = _ongoing_module_part(recap, look, wide - 20)
    side = None if row is not None else _next_tile_image(recap, look)
    words = " ".join(filter(None, (said, _describe_next_tile(recap, look))))
    return recap_strip.draw_standing_frame(look, recap, wide, high, title, end, side, words, row)


def _ongoing_module_part(recap: Recap, look: Look, wide: int) -> tuple[Image.Image | None, str]:
    """What a module shows of something that goes on, and says of it."""
    view: CarcassonneView = recap.now
    gold = bool(recap.task) and (view.drawn is None or view.drawn.seat != recap.reader)
    found = (extra.goes_on(seen, look, wide, gold=gold) for extra, seen in extras_in_view(view))
    own = None if view.over else next((one for one in found if one is not None), None)
    if own is None or (view.drawn is not None and view.drawn.seat == recap.reader):
        return None, ""
    return own


def _next_tile_image(recap: Recap, look: Look) -> Image.Image | None:
    """What the next decision is about: the tile to lay, and whose it is."""
    view: CarcassonneView = recap.now
    if view.over or view.drawn is None:
        return None
    own = view.drawn.seat == recap.reader
    name = look.seats[view.drawn.seat].name
    words = look.say("pic.recap.to_lay") if own else look.say("pic.recap.lays", name=name)
    if not own and measure_text(drawable_text(words), load_font(FLOOR, REGULAR, WIDTHS[-1])) > TILE + 18 - 2 * ASIDE:
        words = name  # all of it rather than the beginning of more
    return _titled_tile_image(view.drawn.tile, words, look, gold=own)


def _titled_tile_image(tile: str, words: str, look: Look, *, gold: bool) -> Image.Image:
    """Words above a tile. Gold is what one may do something with."""
    wide, top = TILE + 18, 40
    shown, size, width = fit_text(drawable_text(words), wide - 2 * ASIDE, 26, REGULAR, FLOOR)
    name = text_sprite(shown, size, REGULAR, width, look.shades.ink)
    image = Image.new("RGB", (wide, top + wide), look.shades.panel)
    image.paste(name, ((wide - name.width) // 2, 0), name)
    draw = ImageDraw.Draw(image)
    outside, inside = (GOLD, GOLD_INK) if gold else (look.shades.line, look.shades.ground)
    draw.rounded_rectangle((0, top, wide - 1, top + wide - 1), 12, fill=inside)
    draw.rounded_rectangle((1, top + 1, wide - 2, top + wide - 2), 11, fill=outside)
    draw.rectangle((7, top + 7, wide - 8, top + wide - 8), fill=inside)
    image.paste(tile_sprite(tile, 0, TILE), (9, top + 9))
    return image


def _describe_next_tile(recap: Recap, look: Look) -> str:
    """What matters of the tile that the reader lays."""
    view: CarcassonneView = recap.now
    if not recap.task or view.drawn is None or view.drawn.seat != recap.reader:
        return ""
    return describe_tile_marks(view.drawn.tile, look)


def describe_tile_marks(name: str, look: Look) -> str:
    """What the marks of a tile bring with them, as far as there is room."""
    keys = dict.fromkeys(f"pic.recap.tile.{mark}" for mark, _ in tile_facts(name).marked())
    said = ""
    for sentence in (look.say(key) for key in keys if has_sentence(key)):
        longer = f"{said} {sentence}".strip()
        said = longer if not said or len(longer) <= ROOM else said
    return said
