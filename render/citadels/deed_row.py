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

from .cards import NAMING_POWERS, coin_sprite, hand_size_icon, seat_sign
from .deeds import LEAST_TILE_WIDE, TILE_HIGH, TILE_WIDE, deed_tile, words_fit_tile
from .layout import card_name
from .round_bands import ADDED_UP, GOLD, CharacterColumn, Deed, RoundBand

TILE_GAP: Final = 4
TWO_TILES: Final = 2 * TILE_WIDE + TILE_GAP
CAPTION_HIGH: Final = 32  # height of the line below the tiles
GAINS_LINE_HIGH: Final = 32  # height of the next line, with gold and cards without a tile


def choose_deeds_to_show(column: CharacterColumn, wide: int) -> list[Deed]:
    """The deeds with a tile, as many as fit; gold and cards only if there is no other deed."""
    deeds = [
        deed for deed in column.deeds if deed.kind not in ADDED_UP or deed.affected_seat is not None
    ] or column.deeds
    most_tiles = (wide + TILE_GAP) // (TILE_WIDE + TILE_GAP) if wide >= TWO_TILES else 2
    while len(deeds) > most_tiles:
        least_important = min(deeds, key=lambda deed: (deed.kind in ADDED_UP, bool(deed.district), deeds.index(deed)))
        deeds = [deed for deed in deeds if deed is not least_important]
    return deeds


def gains_without_tile(column: CharacterColumn, wide: int) -> list[Deed]:
    """Gold and cards gained besides other deeds, without a tile."""
    shown = choose_deeds_to_show(column, wide)
    return [deed for deed in column.deeds if deed.kind in ADDED_UP and deed not in shown]


def draw_deed_gains(sheet: Sheet, deeds: Sequence[Deed], place: tuple[int, int, int]) -> None:
    """Draws counts with coins or cards and the seat they came from, in a line. `place`: left, top, width."""
    x, y, wide = place
    ink = sheet.look.shades.ink
    for letter_width, icon in ((100, 28), (76, 26), (62, 22)):
        parts: list[Image.Image] = []
        for deed in deeds:
            words = text_sprite(f"+{deed.amount}", 24, BOLD, letter_width, ink)
            parts += [words, coin_sprite("", icon) if deed.kind == GOLD else hand_size_icon(icon)]
            if deed.affected_seat is not None:
                parts.append(seat_sign(sheet.look.seats[deed.affected_seat].letter, icon))
        line_wide = sum(part.width + 2 for part in parts) + 6 * (len(deeds) - 1)
        if line_wide <= wide:
            break
    left = x + max(0, wide - line_wide) // 2
    for i, part in enumerate(parts):
        is_count = part.height > icon + 2
        left += 6 if i and is_count else 0
        middle = capitals_middle(24, BOLD) if is_count else part.height / 2
        sheet.put(part, left, y + round(GAINS_LINE_HIGH / 2 - middle))
        left += part.width + 2


def draw_deeds(
    sheet: Sheet, band: RoundBand, column: CharacterColumn, recap: Recap, place: tuple[int, int, int]
) -> None:
    """Draws the tiles, and below them the name of the built district or named character. `place`: left, top, width."""
    x, y, wide = place
    look, shown = sheet.look, choose_deeds_to_show(column, wide)
    if not shown:
        return
    fates = [describe_fate(look, deed) for deed in shown]
    sizes = tile_widths(wide, shown, fates)
    left = x + (wide - sum(sizes) - TILE_GAP * (len(sizes) - 1)) // 2
    captions: list[tuple[str, int, int]] = []  # (text, left, right)
    for deed, tile_wide, words in zip(shown, sizes, fates, strict=True):
        letter = "" if deed.affected_seat is None else look.seats[deed.affected_seat].letter
        hurts = deed.affected_seat is not None and deed.affected_seat == recap.reader
        sheet.put(deed_tile(deed, tile_wide, letter, look.theme, hurts, words), left, y)
        if not words_fit_tile(words, tile_wide) and (caption := caption_of_deed(look, band, deed)):
            captions.append((caption, left - 1, left + tile_wide + 1))
        left += tile_wide + TILE_GAP
    if len(captions) == 1:  # a single caption may be as wide as the column
        captions = [(captions[0][0], x - GAP // 2, x + wide + GAP // 2)]
    for caption, start, end in captions:
        if measure_text(drawable_text(caption), load_font(FLOOR, REGULAR, WIDTHS[-1])) <= end - start:
            sheet.text(caption, (start, end, y + TILE_HIGH + 18), 25, look.shades.ink, align="middle", floor=FLOOR)


def describe_fate(look: Look, deed: Deed) -> str:
    """«murders Merchant»; empty for other deeds."""
    if deed.kind not in NAMING_POWERS:
        return ""
    return drawable_text(look.say(f"pic.citadels.missed.fate.{deed.kind}", character=card_name(look, deed.character)))


def tile_widths(wide: int, deeds: Sequence[Deed], words_of_deeds: Sequence[str]) -> list[int]:
    """The width of each tile: equal, except for words that need more and leave the others enough."""
    if len(deeds) == 1:
        needs_all = words_fit_tile(words_of_deeds[0], wide) and not words_fit_tile(words_of_deeds[0], TWO_TILES)
        return [wide if needs_all else min(wide, TWO_TILES)]
    equal_share = (wide - TILE_GAP * (len(deeds) - 1)) // len(deeds)
    for i, words in enumerate(words_of_deeds):
        widest = wide - (len(deeds) - 1) * (LEAST_TILE_WIDE + TILE_GAP)
        needed = next((room for room in range(equal_share, widest + 1) if words_fit_tile(words, room)), 0)
        if needed > equal_share:
            reduction = -(-(needed - equal_share) // (len(deeds) - 1))
            return [needed if other == i else equal_share - reduction for other in range(len(deeds))]
    return [equal_share] * len(deeds)


def caption_of_deed(look: Look, band: RoundBand, deed: Deed) -> str:
    """The caption of a deed: its district, or the named character unless that has a column."""
    if deed.kind == "swap":
        return look.say("pic.citadels.missed.swap")
    if deed.character and any(column.character == deed.character for column in band.columns):
        return ""
    key = deed.district or deed.character
    return card_name(look, key) if key else ""
