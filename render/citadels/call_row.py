"""Draws the row of the game's characters in calling order, with their state and fates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image

from render.core.brush import Brush
from render.core.cache import cached_sprite
from render.core.fonts import BOLD, WIDTHS, capitals_middle, fit_text, load_font, measure_text, text_sprite
from render.core.look import GOLD, Colour, Mark, mix_colours
from render.core.shapes import panel_sprite
from render.core.sheet import Sheet
from rules.citadels.cards import CHARACTERS
from rules.citadels.view import CitadelsView

from .cards import MURDER_POWER, NAMING_POWERS, faded_copy, fate_sign, portrait_sprite, shade_of_character
from .layout import CALLS_HIGH, EDGE, GAP, TONES, WIDE, card_name

NAME_SIZE: Final = 34  # font size of a name
NAME_WEIGHT: Final = 440
NAME_MIDDLE: Final = 73  # y of the middle of a name, so that descenders stay off the frame
LEAST_WIDE: Final = 104  # least width of a character with its picture


@cached_sprite
def call_chip(
    rank: int, name: str, character: str, wide: int, state: str, fates: tuple[str, ...], theme_panel: Colour, tone: str
) -> Image.Image:
    """One character; `state`: to_come, active, called, silent or out."""
    shade = shade_of_character(character)
    paleness = {"called": 0.72, "silent": 0.88, "out": 0.94}.get(state, 0.0)
    ground = mix_colours(shade.fill, theme_panel, paleness)
    ink = mix_colours(shade.ink, theme_panel, 0.1)
    if paleness:
        contrast = (255, 255, 255) if sum(theme_panel) < 384 else (30, 24, 18)
        ink = mix_colours(contrast, ground, 0.5 if state == "silent" else 0.3)
    edge = TONES.get(tone) or (GOLD if state == "active" else mix_colours(ground, (0, 0, 0), 0.4))
    image = panel_sprite((wide, CALLS_HIGH), 14, ground, edge, 6 if tone or state == "active" else 2).copy()
    rank_words = text_sprite(str(rank), 44, BOLD, 88, ink)
    image.alpha_composite(rank_words, (12, round(33 - capitals_middle(44, BOLD))))
    side = min(58, wide - 24 - rank_words.width - 12)
    portrait = portrait_sprite(character, side)
    if state in ("silent", "out"):
        portrait = faded_copy(portrait, tenths=4)
    portrait_place = (12 + rank_words.width + (wide - 24 - rank_words.width - side) // 2 + 4, 4 + (58 - side) // 2)
    image.alpha_composite(portrait, portrait_place)
    if state == "out":
        image.alpha_composite(_struck_ring(side, ink, ground), portrait_place)
    if MURDER_POWER in fates:
        image.alpha_composite(fate_sign(MURDER_POWER, side), portrait_place)
    for i, power in enumerate(fate for fate in fates if fate != MURDER_POWER):
        image.alpha_composite(fate_sign(power, 38), (wide - 40 - 30 * i, 2))
    shown, size, width = fit_text(name, wide - 14, NAME_SIZE, NAME_WEIGHT, 22)
    name_words = text_sprite(shown, size, NAME_WEIGHT, width, ink)
    top = round(NAME_MIDDLE - capitals_middle(size, NAME_WEIGHT))
    image.alpha_composite(name_words, ((wide - name_words.width) // 2, top))
    return image


@cached_sprite
def _struck_ring(side: int, ink: Colour, ground: Colour) -> Image.Image:
    """A barred ring over the picture of a discarded character, which keeps its name legible."""
    b = Brush(side, side)
    for colour, wide in ((ground, 16), (ink, 8)):
        b.arc(50, 50, 40, 0, 360, colour, wide)
        b.line([(22, 78), (78, 22)], colour, wide)
    return b.finish()


def _call_state(view: CitadelsView, character: str) -> str:
    """The state of a character, as `call_chip` draws it."""
    if character in view.face_up:
        return "out"
    if view.turn is not None and view.turn.character == character:
        return "active"
    if character in view.silent:
        return "silent"
    rank = CHARACTERS[character].rank
    if view.phase == "call" and rank == view.rank:
        return "active"
    if view.phase == "over" or (view.phase == "call" and rank < view.rank):
        return "called"
    return "to_come"


def list_fates(view: CitadelsView) -> list[tuple[str, str]]:
    """(power, character) of all named characters; the first are drawn on top."""
    fates = [(mark.power, mark.character) for mark in view.marks]
    return sorted(
        fates, key=lambda fate: NAMING_POWERS.index(fate[0]) if fate[0] in NAMING_POWERS else len(NAMING_POWERS)
    )


def chip_widths(names: Sequence[str], room: int) -> list[int]:
    """The width of each character: equal, except for names that need more."""
    widths: dict[int, int] = {}
    needed = [round(measure_text(name, load_font(NAME_SIZE, NAME_WEIGHT, WIDTHS[-1]))) + 18 for name in names]
    for index in sorted(range(len(names)), key=lambda index: -needed[index]):
        others_left = len(names) - len(widths) - 1
        widths[index] = max(room // (others_left + 1), min(needed[index], room - others_left * LEAST_WIDE))
        room -= widths[index]
    return [widths[index] for index in range(len(names))]


def draw_calls(sheet: Sheet, view: CitadelsView, marks: Mapping[str, Mark]) -> None:
    """Draw the row."""
    names = [card_name(sheet.look, character) for character in view.cast]
    room = WIDE - 2 * EDGE - (len(names) - 1) * GAP
    x = EDGE
    for character, name, wide in zip(view.cast, names, chip_widths(names, room), strict=True):
        rank, state = CHARACTERS[character].rank, _call_state(view, character)
        fates = tuple(power for power, named in list_fates(view) if named == character)
        tone = marks[character].tone if character in marks else ""
        chip = call_chip(rank, name, character, wide, state, fates, sheet.look.shades.panel, tone)
        sheet.put(chip, x, EDGE, f"call.{character}")
        x += wide + GAP


@cached_sprite
def revealed_character_pill(
    rank: int,
    name: str,
    character: str,
    room: int,
    murdered: bool,
    bewitched: bool,
    active: bool,
    high: int = 34,
    letters: int = 25,
) -> Image.Image:
    """A revealed character, for the place below its player's name."""
    shade = shade_of_character(character)
    sign_room = high - 4 if murdered or bewitched else 0
    shown, size, width = fit_text(f"{rank} {name}", room - 22 - sign_room, letters, BOLD, 15)
    if size < letters - 1:  # its number stands in the row above too
        shown, size, width = fit_text(name, room - 22 - sign_room, letters, BOLD, 15)
    words = text_sprite(shown, size, BOLD, width, shade.ink)
    edge = GOLD if active else mix_colours(shade.fill, (0, 0, 0), 0.4)
    image = panel_sprite((words.width + 20 + sign_room, high), 11, shade.fill, edge, 3 if active else 1).copy()
    image.alpha_composite(words, (10, round(high / 2 - capitals_middle(size, BOLD))))
    if sign_room:
        image.alpha_composite(fate_sign("murder" if murdered else "bewitch", high - 6), (image.width - high, 3))
    return image
