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

from .cards import FATES, fate_sign, portrait_sprite, shade_of_character
from .layout import CALLS, EDGE, GAP, TONES, WIDE, card_name

LETTERS: Final = 34  # font size of a name
WEIGHT: Final = 440
NAMED: Final = 73  # y of the middle of a name, so that descenders stay off the frame
LEAST: Final = 104  # least width of a character with its picture


@cached_sprite
def call_chip(
    rank: int, name: str, character: str, wide: int, state: str, fates: tuple[str, ...], theme_panel: Colour, tone: str
) -> Image.Image:
    """One character; `state`: to_come, active, called, silent or out."""
    shade = shade_of_character(character)
    faded = state in ("called", "silent", "out")
    fill = {"called": 0.72, "silent": 0.88, "out": 0.94}.get(state, 0.0)
    ground = mix_colours(shade.fill, theme_panel, fill)
    ink = mix_colours(shade.ink, theme_panel, 0.1)
    if faded:
        dark = sum(theme_panel) < 384
        ink = mix_colours((255, 255, 255) if dark else (30, 24, 18), ground, 0.5 if state == "silent" else 0.3)
    edge = TONES.get(tone) or (GOLD if state == "active" else mix_colours(ground, (0, 0, 0), 0.4))
    image = panel_sprite((wide, CALLS), 14, ground, edge, 6 if tone or state == "active" else 2).copy()
    words = text_sprite(str(rank), 44, BOLD, 88, ink)
    image.alpha_composite(words, (12, round(33 - capitals_middle(44, BOLD))))
    side = min(58, wide - 24 - words.width - 12)
    thing = portrait_sprite(character, side)
    if state in ("silent", "out"):
        thing = thing.copy()
        thing.putalpha(thing.getchannel("A").point([v * 2 // 5 for v in range(256)]))
    x = 12 + words.width + (wide - 24 - words.width - side) // 2 + 4
    image.alpha_composite(thing, (x, 4 + (58 - side) // 2))
    if state == "out":
        image.alpha_composite(_struck_ring(side, ink, ground), (x, 4 + (58 - side) // 2))
    if FATES[0] in fates:
        cross = fate_sign(FATES[0], side)
        image.alpha_composite(cross, (x, 4 + (58 - side) // 2))
    for i, power in enumerate(p for p in fates if p != FATES[0]):
        image.alpha_composite(fate_sign(power, 38), (wide - 40 - 30 * i, 2))
    shown, size, width = fit_text(name, wide - 14, LETTERS, WEIGHT, 22)
    said = text_sprite(shown, size, WEIGHT, width, ink)
    image.alpha_composite(said, ((wide - said.width) // 2, round(NAMED - capitals_middle(size, WEIGHT))))
    return image


@cached_sprite
def _struck_ring(side: int, ink: Colour, ground: Colour) -> Image.Image:
    """A barred ring over the picture of a discarded character, which keeps its name legible."""
    b = Brush(side, side)
    for colour, wide in ((ground, 16), (ink, 8)):
        b.arc(50, 50, 40, 0, 360, colour, wide)
        b.line([(22, 78), (78, 22)], colour, wide)
    return b.finished()


def _call_state(view: CitadelsView, character: str) -> str:
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
    return sorted(((m.power, m.character) for m in view.marks), key=lambda m: FATES.index(m[0]) if m[0] in FATES else 9)


def chip_widths(names: Sequence[str], room: int) -> list[int]:
    """The width of each character: equal, except for names that need more."""
    found: dict[int, int] = {}
    needs = [round(measure_text(name, load_font(LETTERS, WEIGHT, WIDTHS[-1]))) + 18 for name in names]
    for i in sorted(range(len(names)), key=lambda i: -needs[i]):
        others = len(names) - len(found) - 1
        found[i] = max(room // (others + 1), min(needs[i], room - others * LEAST))
        room -= found[i]
    return [found[i] for i in range(len(names))]


def draw_calls(sheet: Sheet, view: CitadelsView, marks: Mapping[str, Mark]) -> None:
    """Draw the row."""
    names = [card_name(sheet.look, character) for character in view.cast]
    room = WIDE - 2 * EDGE - (len(names) - 1) * GAP
    x = EDGE
    for character, name, wide in zip(view.cast, names, chip_widths(names, room), strict=True):
        fates = tuple(power for power, named in list_fates(view) if named == character)
        chip = call_chip(
            CHARACTERS[character].rank,
            name,
            character,
            wide,
            _call_state(view, character),
            fates,
            sheet.look.shades.panel,
            marks[character].tone if character in marks else "",
        )
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
    more = high - 4 if murdered or bewitched else 0
    shown, size, width = fit_text(f"{rank} {name}", room - 22 - more, letters, BOLD, 15)
    if size < letters - 1:  # its number stands in the row above too
        shown, size, width = fit_text(name, room - 22 - more, letters, BOLD, 15)
    words = text_sprite(shown, size, BOLD, width, shade.ink)
    edge = GOLD if active else mix_colours(shade.fill, (0, 0, 0), 0.4)
    image = panel_sprite((words.width + 20 + more, high), 11, shade.fill, edge, 3 if active else 1).copy()
    image.alpha_composite(words, (10, round(high / 2 - capitals_middle(size, BOLD))))
    if more:
        image.alpha_composite(fate_sign("murder" if murdered else "bewitch", high - 6), (image.width - high, 3))
    return image
