"""Draws the deeds in a character's turn, small: tiles, names of built districts, gold and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.core.fonts import (
    BOLD,
    REGULAR,
    WIDTHS,
    capitals_middle,
    drawable_text,
    load_font,
    measure_text,
    text_sprite,
)
from render.core.look import Look
from render.core.recap import Recap
from render.core.recap_strip import FLOOR, GAP
from render.core.sheet import Sheet

from .cards import FATES, coin_sprite, hand_size_icon, seat_sign
from .deeds import HIGH, LEAST, SMALL, deed_tile, words_fit_tile
from .layout import card_name
from .round_bands import GOLD, QUIET, CharacterColumn, Deed, RoundBand

CALLED: Final = 32  # height of the line below the tiles
GAINED: Final = 32  # height of the next line, with gold and cards without a tile


def choose_deeds_to_show(one: CharacterColumn, wide: int) -> list[Deed]:
    """The deeds with a tile, as many as fit; gold and cards only if there is no other deed."""
    deeds = [deed for deed in one.deeds if deed.kind not in QUIET or deed.other is not None] or one.deeds
    most = max(1, (wide + 4) // (SMALL + 4)) if wide >= 2 * SMALL + 4 else 2
    while len(deeds) > most:
        least = min(deeds, key=lambda deed: (deed.kind in QUIET, bool(deed.district), deeds.index(deed)))
        deeds = [deed for deed in deeds if deed is not least]
    return deeds


def gains_without_tile(one: CharacterColumn, wide: int) -> list[Deed]:
    """Gold and cards gained besides other deeds, without a tile."""
    shown = choose_deeds_to_show(one, wide)
    return [deed for deed in one.deeds if deed.kind in QUIET and deed not in shown]


def draw_deed_gains(sheet: Sheet, found: Sequence[Deed], recap: Recap, at: tuple[int, int, int]) -> None:
    """Draws counts with coins or cards and the seat they came from, in a line."""
    x, y, wide = at
    ink = sheet.look.shades.ink
    for width, icon in ((100, 28), (76, 26), (62, 22)):
        parts: list[Image.Image] = []
        for deed in found:
            words = text_sprite(f"+{deed.n}", 24, BOLD, width, ink)
            parts += [words, coin_sprite("", icon) if deed.kind == GOLD else hand_size_icon(icon)]
            if deed.other is not None:
                parts.append(seat_sign(sheet.look.seats[deed.other].letter, icon))
        room = sum(part.width + 2 for part in parts) + 6 * (len(found) - 1)
        if room <= wide:
            break
    left = x + max(0, wide - room) // 2
    for number, part in enumerate(parts):
        left += 6 if number and part.height > icon + 2 else 0
        lower = round(GAINED / 2 - (capitals_middle(24, BOLD) if part.height > icon + 2 else part.height / 2))
        sheet.put(part, left, y + lower)
        left += part.width + 2


def draw_deeds(sheet: Sheet, what: RoundBand, one: CharacterColumn, recap: Recap, at: tuple[int, int, int]) -> None:
    """Draws the tiles, and below them the name of the built district or named character."""
    x, y, wide = at
    look, shown = sheet.look, choose_deeds_to_show(one, wide)
    if not shown:
        return
    said = [describe_fate(look, deed) for deed in shown]
    sizes = tile_widths(wide, shown, said)
    starts = [x + (wide - sum(sizes) - 4 * (len(sizes) - 1)) // 2 + sum(sizes[:i]) + 4 * i for i in range(len(sizes))]
    for deed, left, each, words in zip(shown, starts, sizes, said, strict=True):
        letter = "" if deed.other is None else look.seats[deed.other].letter
        hurts = deed.other is not None and deed.other == recap.reader
        sheet.put(deed_tile(deed, each, letter, look.theme, hurts, words), left, y)
    named = {
        n: word
        for n, (deed, words) in enumerate(zip(shown, said, strict=True))
        if not words_fit_tile(words, sizes[n]) and (word := caption_of_deed(look, what, deed))
    }
    for n, name in named.items():
        box = (x - GAP // 2, x + wide + GAP // 2)
        if len(named) > 1:  # each name below its own tile
            box = (starts[n] - 1, starts[n] + sizes[n] + 1)
        if measure_text(drawable_text(name), load_font(FLOOR, REGULAR, WIDTHS[-1])) <= box[1] - box[0]:
            sheet.text(name, (*box, y + HIGH + 18), 25, look.shades.ink, align="middle", floor=FLOOR)


def describe_fate(look: Look, deed: Deed) -> str:
    """«murders Merchant»; empty for other deeds."""
    if deed.kind not in FATES:
        return ""
    return drawable_text(look.say(f"pic.citadels.missed.fate.{deed.kind}", character=card_name(look, deed.character)))


def tile_widths(wide: int, deeds: Sequence[Deed], said: Sequence[str]) -> list[int]:
    """The width of each tile: equal, except for words that need more and leave the others enough."""
    each = (wide - 4 * (len(deeds) - 1)) // len(deeds)
    if len(deeds) == 1:
        return [
            wide
            if words_fit_tile(said[0], wide) and not words_fit_tile(said[0], 2 * SMALL + 4)
            else min(each, 2 * SMALL + 4)
        ]
    for i, words in enumerate(said):
        most = wide - (len(deeds) - 1) * (LEAST + 4)
        need = next((room for room in range(each, most + 1) if words_fit_tile(words, room)), 0)
        if need > each:
            less = -(-(need - each) // (len(deeds) - 1))
            return [need if other == i else each - less for other in range(len(deeds))]
    return [each] * len(deeds)


def caption_of_deed(look: Look, what: RoundBand, deed: Deed) -> str:
    """The caption of a deed: its district, or the named character unless that has a column."""
    if deed.kind == "swap":
        return look.say("pic.citadels.missed.swap")
    if deed.character and any(one.character == deed.character for one in what.columns):
        return ""
    return card_name(look, deed.district or deed.character) if deed.district or deed.character else ""
