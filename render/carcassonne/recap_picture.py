"""Draws recaps of Carcassonne: a cut-out of the changes of each turn, and the current standing."""

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

HIGH: Final = 232  # height of the picture in a frame
TILE_PX: Final = 118  # side of the tile in hand
WORDS_PADDING_PX: Final = 6  # padding of the words above it
MOST_CELLS_IN_HEAD: Final = 2  # most cells named in a head
TWO_LINES: Final = 64  # letters of a caption; more take another line
LINE: Final = 30  # height of a caption line
ROOM: Final = 84  # letters about a tile


def draw_carcassonne_recap(recap: Recap, look: Look) -> Image.Image:
    """One page of a recap."""
    steps_of_seats = [step for step in recap.steps if step.turn.seat is not None]
    captions = [turn_caption(step.turn, look, recap.reader, step.after) for step in steps_of_seats]
    caption_height = recap_strip.CAPTION + LINE * any(len(caption) > TWO_LINES for caption in captions)
    turns = zip(steps_of_seats, captions, strict=True)
    frames = [_build_turn_frame(step, recap, look, caption, caption_height) for step, caption in turns]
    draw_now = (lambda wide: _build_now_frame(recap, look, wide, caption_height)) if recap.now is not None else None
    return recap_strip.draw_strip_page(look, recap, frames, draw_now)


def _build_turn_frame(step: RecapStep, recap: Recap, look: Look, caption: str, caption_height: int) -> Image.Image:
    """The frame of a turn with a caption `caption_height` pixels high."""
    seat, events = step.turn.seat, step.turn.events
    assert seat is not None, "nobody's turns have no frame"
    turn = compute_turn_changes(step.before, step.after, events, recap.reader, seat)
    body = Image.new("RGB", (INSIDE, HIGH), look.shades.ink)
    scene = None if turn.news.all_cells or turn.lost else _module_scene_of_turn(step, look, (INSIDE - 16, HIGH - 16))
    if scene is not None:
        image, title = scene
        body.paste(look.shades.ground, (0, 0, *body.size))
        body.paste(image, ((INSIDE - image.width) // 2, (HIGH - image.height) // 2))
        return recap_strip.draw_turn_frame(look, title, "", body, caption, caption_height)
    land = [(laid.cell.x, laid.cell.y) for laid in turn.view.laid]
    windows = choose_board_windows(list_cutout_items(turn), land, body.size, look.mirrored)
    for window in windows:
        named_scorings = [scoring for scoring in turn.news.scored if _best_window_for(scoring, windows) == window]
        body.paste(draw_turn_glimpse(turn, look, window, named_scorings), window.box[:2])
    cells = list(map(str, turn.news.laid))[:MOST_CELLS_IN_HEAD]
    return recap_strip.draw_turn_frame(look, seat, " ".join(cells), body, caption, caption_height)


def _module_scene_of_turn(step: RecapStep, look: Look, size: tuple[int, int]) -> tuple[Image.Image, str] | None:
    """(picture, title) of a turn that a module shows without a place on the board, or None."""
    parts_before = dict(extras_in_view(step.before))
    scenes = (
        extra.draw_turn_scene(step.turn, parts_before[extra], seen, look, size)
        for extra, seen in extras_in_view(step.after)
        if extra in parts_before
    )
    return next((scene for scene in scenes if scene is not None), None)


def _best_window_for(scoring: Scored, windows: Sequence[Window]) -> Window:
    """The window that shows most of a scored feature; only it shows the points."""
    return max(windows, key=lambda window: sum(window.shows(part_of_cell(cell)) for cell in scoring.cells))


# --- current standing


def _build_now_frame(recap: Recap, look: Look, wide: int, caption_height: int) -> Image.Image:
    view: CarcassonneView = recap.now
    title = look.say("pic.recap.yours" if recap.task else "pic.recap.now")
    headline = look.say(view.headline.key, **view.headline.params)
    high = recap_strip.HEAD + HIGH + caption_height if wide == recap_strip.COLUMN else 0
    row, module_sentence = _ongoing_module_part(recap, look, wide - 20)
    side = None if row is not None else _next_tile_image(recap, look)
    words = " ".join(filter(None, (module_sentence, _describe_next_tile(recap, look))))
    return recap_strip.draw_standing_frame(look, recap, wide, high, title, headline, side, words, row)


def _ongoing_module_part(recap: Recap, look: Look, wide: int) -> tuple[Image.Image | None, str]:
    """(picture, sentence) of something that a module has under way."""
    view: CarcassonneView = recap.now
    reader_decides = bool(recap.task) and (view.drawn is None or view.drawn.seat != recap.reader)
    ongoing = (extra.draw_ongoing(seen, look, wide, gold=reader_decides) for extra, seen in extras_in_view(view))
    first_ongoing = None if view.over else next((shown for shown in ongoing if shown is not None), None)
    if first_ongoing is None or (view.drawn is not None and view.drawn.seat == recap.reader):
        return None, ""
    return first_ongoing


def _next_tile_image(recap: Recap, look: Look) -> Image.Image | None:
    """The tile in hand and its seat, if the next decision is about it."""
    view: CarcassonneView = recap.now
    if view.over or view.drawn is None:
        return None
    is_reader = view.drawn.seat == recap.reader
    name = look.seats[view.drawn.seat].name
    words = look.say("pic.recap.to_lay") if is_reader else look.say("pic.recap.lays", name=name)
    narrowest = measure_text(drawable_text(words), load_font(FLOOR, REGULAR, WIDTHS[-1]))
    if not is_reader and narrowest > TILE_PX + 18 - 2 * WORDS_PADDING_PX:
        words = name  # the whole name rather than cut words
    return _titled_tile_image(view.drawn.tile, words, look, gold=is_reader)


def _titled_tile_image(tile: str, words: str, look: Look, *, gold: bool) -> Image.Image:
    """A tile below words; `gold`: the reader may act with it."""
    wide, top = TILE_PX + 18, 40
    fitted_text, size, width_axis = fit_text(drawable_text(words), wide - 2 * WORDS_PADDING_PX, 26, REGULAR, FLOOR)
    title_image = text_sprite(fitted_text, size, REGULAR, width_axis, look.shades.ink)
    image = Image.new("RGB", (wide, top + wide), look.shades.panel)
    image.paste(title_image, ((wide - title_image.width) // 2, 0), title_image)
    draw = ImageDraw.Draw(image)
    outside, inside = (GOLD, GOLD_INK) if gold else (look.shades.line, look.shades.ground)
    draw.rounded_rectangle((0, top, wide - 1, top + wide - 1), 12, fill=inside)
    draw.rounded_rectangle((1, top + 1, wide - 2, top + wide - 2), 11, fill=outside)
    draw.rectangle((7, top + 7, wide - 8, top + wide - 8), fill=inside)
    image.paste(tile_sprite(tile, 0, TILE_PX), (9, top + 9))
    return image


def _describe_next_tile(recap: Recap, look: Look) -> str:
    """A sentence about the marks of the tile that the reader lays."""
    view: CarcassonneView = recap.now
    if not recap.task or view.drawn is None or view.drawn.seat != recap.reader:
        return ""
    return describe_tile_marks(view.drawn.tile, look)


def describe_tile_marks(name: str, look: Look) -> str:
    """The effects of the marks of a tile, as far as they fit."""
    keys = dict.fromkeys(f"pic.recap.tile.{mark}" for mark, _ in tile_facts(name).list_marks())
    text = ""
    for sentence in (look.say(key) for key in keys if has_sentence(key)):
        longer = f"{text} {sentence}".strip()
        text = longer if not text or len(longer) <= ROOM else text
    return text
