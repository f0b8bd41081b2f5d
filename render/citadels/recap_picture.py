"""Draws recaps of Citadels: a band for each round with a column for each called character.

800 px wide; essential text is at least 22 px high, which is 11 px on a phone that shows it 400 px wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from PIL import Image

from render.core import recap_strip
from render.core.chip_strip import seat_sign_sprite
from render.core.fonts import (
    BOLD,
    REGULAR,
    WIDTHS,
    capitals_middle,
    drawable_text,
    fit_text,
    load_font,
    measure_text,
    text_sprite,
)
from render.core.look import DANGER, GOLD, Look, mix_colours
from render.core.recap import Recap, TurnPhrase
from render.core.recap_strip import FLOOR, GAP, HEAD, LOSS, MARGIN, RADIUS
from render.core.sentences import join_list, join_names
from render.core.shapes import panel_sprite
from render.core.sheet import Sheet
from rules.citadels.cards import CHARACTERS, DISTRICTS

from .cards import (
    MURDER_POWER,
    arrow_sprite,
    coin_sprite,
    crown_icon,
    faded_copy,
    fate_sign,
    hand_size_icon,
    portrait_sprite,
    seat_sign,
    shade_of_character,
)
from .deed_row import CAPTION_HIGH, GAINS_LINE_HIGH, draw_deed_gains, draw_deeds, gains_without_tile
from .deeds import TILE_HIGH
from .layout import card_name
from .round_bands import CharacterColumn, RoundBand, build_round_bands
from .standing import describe_end_danger, draw_citadels_standing

BAND_WIDE: Final = recap_strip.WIDE - 2 * MARGIN
PADDING: Final = 12
CHARACTER_HIGH: Final = 84  # height of a character
NAME_MIDDLE: Final = 63  # y of the middle of its name, so that descenders stay off the frame
SEAT_HIGH: Final = 38
CAPTION_TEXT_HIGH: Final = 74
HAND_LINE_HIGH: Final = 44  # height of the line with the reader's hand
WIDEST_COLUMN: Final = 184
SLIM_WIDE: Final = 58  # width of a character still to come, if there are many
SINGLE_SLIM_WIDE: Final = 96  # width of a single one, which the words below must fit
LEAST_WIDE_WITH_NAME: Final = 84  # a narrower one has its picture below its number, and no name
MOST_EQUAL_COLUMNS: Final = 6  # most columns of equal width
# Prefixes of events that the columns show.
SHOWN_IN_COLUMNS: Final = (
    "cit.round.begun",
    "cit.call",
    "cit.action",
    "cit.build",
    "cit.draft",
    "cit.turn",
    "cit.cards",
)
CAPTION_LETTERS: Final = 108  # letters of a caption
READER_WEIGHT: Final = 50  # extra weight of gains of the reader that no column shows


def draw_citadels_recap(recap: Recap, look: Look) -> Image.Image:
    """The bar, the rounds below it, and the current standing."""
    rows = [[draw_round_band(band, recap, look)] for band in build_round_bands(recap)]
    if _round_goes_on(recap):
        rows.append([draw_citadels_standing(recap, look)])
    return recap_strip.draw_stacked_rows(look, recap, rows)


def describe_citadels_recap(recap: Recap, look: Look) -> str:
    """The alternative text of a recap."""
    return recap_strip.describe_strip(look, recap, describe_end_danger(recap, look) if _round_goes_on(recap) else "")


def _round_goes_on(recap: Recap) -> bool:
    """Whether the page ends with the current round of an unfinished game."""
    return recap.now is not None and not recap.now.over


def draw_round_band(band: RoundBand, recap: Recap, look: Look) -> Image.Image:
    """The band of a round."""
    caption, hand = round_caption(band, recap, look), reader_hand_sentence(band, recap, look)
    fits_one_line = measure_text(drawable_text(hand), load_font(25, REGULAR, WIDTHS[-1])) <= BAND_WIDE - 30
    hand_high = (HAND_LINE_HIGH if fits_one_line else CAPTION_TEXT_HIGH) if hand else 0
    columns = place_columns(band)
    high = HEAD + 8 + CHARACTER_HIGH + (6 + SEAT_HIGH if band.columns else 0) + 8
    if any(column.deeds or column.is_murdered or _reader_acts_as(column, recap) for column in band.columns):
        high += TILE_HIGH + CAPTION_HIGH
        if any(gains_without_tile(column, wide) for column, _, wide in columns if not _reader_acts_as(column, recap)):
            high += GAINS_LINE_HIGH
    high += (CAPTION_TEXT_HIGH if caption else 4) + hand_high
    sheet = Sheet(look, (BAND_WIDE, high))
    shades = look.shades
    sheet.panel(
        (0, 0, BAND_WIDE, high),
        RADIUS,
        shades.panel,
        GOLD if band.is_current else shades.line,
        4 if band.is_current else 2,
    )
    _draw_round_head(sheet, band, recap)
    for column, x, wide in columns:
        _draw_character_column(sheet, band, column, recap, x, wide)
    _draw_still_to_come(sheet, band)
    end = high - hand_high
    recap_strip.draw_caption_text(sheet, caption, (16, end - CAPTION_TEXT_HIGH, BAND_WIDE - 14, end - 2))
    recap_strip.draw_caption_text(sheet, hand, (16, high - hand_high, BAND_WIDE - 14, high - 4), look.shades.accent)
    return sheet.image


def place_columns(band: RoundBand) -> list[tuple[CharacterColumn, int, int]]:
    """(column, left, width) of each column; characters still to come are slim if there are many."""
    count = len(band.columns)
    has_slim = count > MOST_EQUAL_COLUMNS and any(column.state != "to_come" for column in band.columns)
    are_slim = [column.state == "to_come" and has_slim for column in band.columns]
    room = BAND_WIDE - 2 * PADDING - GAP * (count - 1)
    least_slim = SLIM_WIDE if sum(are_slim) > 1 else SINGLE_SLIM_WIDE
    wide = min(WIDEST_COLUMN, (room - least_slim * sum(are_slim)) // max(1, count - sum(are_slim)))
    slim_wide = min(wide, (room - wide * (count - sum(are_slim))) // max(1, sum(are_slim)))
    placed, x = [], PADDING
    for column, is_slim in zip(band.columns, are_slim, strict=True):
        placed.append((column, x, slim_wide if is_slim else wide))
        x += placed[-1][2] + GAP
    return placed


def _draw_round_head(sheet: Sheet, band: RoundBand, recap: Recap) -> None:
    """Draws the number of the round, and the crown at the end."""
    look = sheet.look
    shades = look.shades
    edge = 4 if band.is_current else 2
    ground = mix_colours(shades.panel, shades.line, 0.9)
    sheet.panel((edge, edge, BAND_WIDE - edge, HEAD), RADIUS - edge, ground, ground, 1)
    key = "round"
    if band.is_current:
        key = "round_yours" if recap.task else "round_now"
    right = BAND_WIDE - 16
    holder = band.first_crown_holder if band.new_crown_holder is None else band.new_crown_holder
    if holder is not None:
        name = _seat_name_or_you(look, holder, recap.reader)
        right -= sheet.text(name, (right - 250, right, 23), 27, shades.ink, align="end", floor=FLOOR) + 38
        sheet.put(seat_sign(look.seats[holder].letter, 30), right, 8)
        if band.first_crown_holder not in (None, holder):
            right = _draw_former_crown(sheet, band.first_crown_holder, right)
        right -= 42
        sheet.put(crown_icon(36), right, 5)
    words = look.say(f"pic.citadels.missed.{key}", round=band.number)
    sheet.text(words, (18, right - 12, 23), 29, shades.ink, bold=True, floor=FLOOR)


def _draw_former_crown(sheet: Sheet, seat: int, right: int) -> int:
    """Draws the former holder of the crown and an arrow to the present one; returns the left edge."""
    right -= 34
    sheet.put(arrow_sprite(26, sheet.look.shades.ink, sheet.look.mirrored), right, 10)
    right -= 34
    sheet.put(seat_sign(sheet.look.seats[seat].letter, 30), right, 8)
    return right


def _draw_character_column(
    sheet: Sheet, band: RoundBand, column: CharacterColumn, recap: Recap, x: int, wide: int
) -> None:
    """Draws a character, its seat and its deeds."""
    top = HEAD + 8
    is_reader = column.seat is not None and column.seat == recap.reader
    sheet.put(_character_role_card(sheet.look, band, column, wide, is_reader), x, top)
    top += CHARACTER_HIGH + 6
    if column.state == "offered" or (column.state == "to_come" and not is_reader):
        return
    sheet.put(_seat_name_plate(sheet.look, column.seat, wide, recap.reader), x, top)
    top += SEAT_HIGH + 8
    if _reader_acts_as(column, recap):
        _draw_reader_means(sheet, recap, (x, top, wide))
    elif column.is_murdered and not column.deeds:
        _draw_murdered_sign(sheet, (x, top, wide), is_reader)
    elif column.state != "to_come":
        draw_deeds(sheet, band, column, recap, (x, top, wide))
        draw_deed_gains(sheet, gains_without_tile(column, wide), (x, top + TILE_HIGH + CAPTION_HIGH, wide))


def _reader_acts_as(column: CharacterColumn, recap: Recap) -> bool:
    """Whether it is the reader's turn as that character."""
    is_reader = column.seat is not None and column.seat == recap.reader
    return is_reader and column.state == "active" and recap.now is not None


def _character_role_card(
    look: Look, band: RoundBand, column: CharacterColumn, wide: int, is_reader: bool
) -> Image.Image:
    """A character's card: rank, portrait, name; pale if it is still to come."""
    shades, shade = look.shades, shade_of_character(column.character)
    is_pale = column.state == "to_come"
    is_framed = band.is_current and (column.state in ("active", "offered") or (is_pale and is_reader))
    fill = mix_colours(shade.fill, shades.panel, 0.75 if is_pale else 0)
    ink = mix_colours(shades.ink, fill, 0.25) if is_pale else shade.ink
    edge = GOLD if is_framed else mix_colours(fill, (0, 0, 0), 0.4)
    image = panel_sprite((wide, CHARACTER_HIGH), 10, fill, edge, 4 if is_framed else 2).copy()
    rank = text_sprite(str(CHARACTERS[column.character].rank), 40, BOLD, 88, ink)
    name = drawable_text(card_name(look, column.character))
    has_name = measure_text(name, load_font(FLOOR, REGULAR, WIDTHS[-1])) <= wide - 8
    middle = 28 if has_name else CHARACTER_HIGH // 2
    is_slim = is_pale and wide < LEAST_WIDE_WITH_NAME
    if is_slim:
        rank = text_sprite(str(CHARACTERS[column.character].rank), 28, BOLD, 88, ink)
        image.alpha_composite(rank, (8, round(22 - capitals_middle(28, BOLD))))
        portrait = portrait_sprite(column.character, 40)
        portrait_place = ((wide - 40) // 2 + 4, CHARACTER_HIGH - 46)
    else:
        image.alpha_composite(rank, (10, round(middle - capitals_middle(40, BOLD))))
        side = min(48 if has_name else 58, wide - rank.width - 22)
        portrait = portrait_sprite(column.character, side)
        portrait_place = (wide - 10 - side if wide < 140 else (wide + rank.width - side) // 2 + 4, middle - side // 2)
    if is_pale:
        portrait = faded_copy(portrait, tenths=6)
    image.alpha_composite(portrait, portrait_place)
    powers = band.fates.get(column.character, set())
    if column.is_murdered or MURDER_POWER in powers:
        image.alpha_composite(fate_sign(MURDER_POWER, portrait.width), portrait_place)
    for i, power in enumerate(sorted(powers - {MURDER_POWER})):
        image.alpha_composite(fate_sign(power, 32), (wide - 33 - 28 * i, 1))
    if has_name and not is_slim:
        shown, size, width = fit_text(name, wide - 8, 25, REGULAR, FLOOR)
        words = text_sprite(shown, size, REGULAR, width, ink)
        image.alpha_composite(words, ((wide - words.width) // 2, round(NAME_MIDDLE - capitals_middle(size))))
    return image


def _seat_name_plate(look: Look, seat: int | None, wide: int, reader: int | None) -> Image.Image:
    """A plate in the seat's colour with symbol and as much of the name as is legible, else the letter."""
    shades = look.shades
    if seat is None:
        image = panel_sprite((wide, SEAT_HIGH), 9, shades.ground, shades.line, 2).copy()
        words = text_sprite("?", 28, BOLD, 100, shades.soft)
        image.alpha_composite(words, ((wide - words.width) // 2, round(SEAT_HIGH / 2 - capitals_middle(28, BOLD))))
        return image
    seat_look = look.seats[seat]
    colour = seat_look.colour
    image = panel_sprite((wide, SEAT_HIGH), 9, colour.fill, mix_colours(colour.fill, colour.outline, 0.55), 2).copy()
    sign = seat_sign_sprite(seat_look.letter, 24)
    text = _seat_name_or_you(look, seat, reader)
    room = wide - 24 - 22
    written, size, width = fit_text(text or seat_look.letter, room, 26, BOLD, FLOOR)
    if written != text and len(written) < 6:
        written, size, width = seat_look.letter, 26, 100
    words = text_sprite(written, size, BOLD, width, colour.ink)
    if seat == reader and written != text:  # no room beside the symbol: the colour suffices
        words = text_sprite(text, 26, BOLD, WIDTHS[-1], colour.ink)
        image.alpha_composite(words, ((wide - words.width) // 2, round(SEAT_HIGH / 2 - capitals_middle(26, BOLD))))
        return image
    whole = sign.width + 6 + words.width
    left = max(6, (wide - whole) // 2) if wide < 100 or written == seat_look.letter else 10
    x = left + sign.width + 6
    if look.mirrored:
        left, x = wide - left - sign.width, wide - x - words.width
    image.alpha_composite(sign, (left, (SEAT_HIGH - sign.height) // 2))
    image.alpha_composite(words, (x, round(SEAT_HIGH / 2 - capitals_middle(size, BOLD))))
    return image


def _draw_murdered_sign(sheet: Sheet, place: tuple[int, int, int], is_reader: bool) -> None:
    x, y, wide = place
    shades, ink = sheet.look.shades, LOSS[sheet.look.theme]
    frame, line = (DANGER, 3) if is_reader else (shades.line, 2)
    sheet.panel((x, y, x + wide, y + TILE_HIGH), 10, shades.ground, frame, line)
    words = sheet.look.say("pic.citadels.missed.murdered")
    sheet.text(words, (x + 4, x + wide - 4, y + TILE_HIGH // 2), 25, ink, align="middle", floor=FLOOR)


def _draw_reader_means(sheet: Sheet, recap: Recap, place: tuple[int, int, int]) -> None:
    """Draws the reader's means if it is their turn."""
    x, y, wide = place
    look, player = sheet.look, recap.now.players[recap.reader]
    sheet.panel((x, y, x + wide, y + TILE_HIGH), 10, look.shades.ground, GOLD, 3)
    half = wide // 2
    sheet.put(coin_sprite(str(player.gold), 40, share=0.68), x + half // 2 - 20, y + 13)
    sheet.put(hand_size_icon(36), x + half, y + 15)
    left = x + half + 32
    sheet.text(str(player.hand), (left, x + wide - 4, y + 33), 30, look.shades.ink, bold=True, floor=FLOOR)
    words = look.say("pic.citadels.missed.hand")
    sheet.text(words, (x, x + wide, y + TILE_HIGH + 18), 25, look.shades.accent, align="middle", floor=FLOOR)


def _draw_still_to_come(sheet: Sheet, band: RoundBand) -> None:
    """Draws captions below the characters still to come, and below those the reader may choose."""
    shades = sheet.look.shades
    is_draft = any(column.state == "offered" for column in band.columns)
    waiting = "not_offered" if is_draft else "to_come"
    y = HEAD + 8 + CHARACTER_HIGH + 6
    for state, key, ink in (("offered", "offered", shades.accent), ("to_come", waiting, shades.soft)):
        boxes = [
            (x, x + wide) for column, x, wide in place_columns(band) if column.state == state and column.seat is None
        ]
        if not boxes:
            continue
        start, end = _longest_run(boxes)
        words = sheet.look.say(f"pic.citadels.missed.{key}")
        if is_draft and measure_text(drawable_text(words), load_font(FLOOR, REGULAR, WIDTHS[-1])) > end - start - 8:
            continue  # gold frames distinguish them
        sheet.panel((start, y, end, y + SEAT_HIGH), 9, shades.ground, shades.line, 2)
        sheet.text(words, (start + 4, end - 4, y + SEAT_HIGH // 2), 25, ink, align="middle", floor=FLOOR)


def _longest_run(boxes: list[tuple[int, int]]) -> tuple[int, int]:
    """The longest run of adjacent boxes."""
    runs = [list(boxes[0])]
    for left, right in boxes[1:]:
        if left - runs[-1][1] <= GAP:
            runs[-1][1] = right
        else:
            runs.append([left, right])
    best = max(runs, key=lambda run: run[1] - run[0])
    return best[0], best[1]


def round_caption(band: RoundBand, recap: Recap, look: Look) -> str:
    """The most important events of a round in two lines, in order; the reader's pending decision last."""
    current = " ".join(_list_now_sentences(recap, look)) if band.is_current else ""
    phrases = [(seat, phrase) for seat, phrase in band.phrases if not phrase.key.startswith(SHOWN_IN_COLUMNS)]

    def compute_weight(seat_and_phrase: tuple[int | None, TurnPhrase]) -> int:
        phrase = seat_and_phrase[1]
        return phrase.weight + READER_WEIGHT * (recap.reader in band.seats_without_column.get(phrase.key, ()))

    while phrases and len(_join_by_player(phrases, recap, look)) + len(current) > CAPTION_LETTERS:
        phrases.remove(min(phrases, key=compute_weight))
    return " ".join(part for part in (_join_by_player(phrases, recap, look), current) if part)


def reader_hand_sentence(band: RoundBand, recap: Recap, look: Look) -> str:
    """The reader's hand by name; empty for a finished round or a spectator."""
    view = recap.now
    if not band.is_current or view is None or recap.reader is None or view.you != recap.reader:
        return ""
    cards = [
        look.say("pic.citadels.alt.card", district=card_name(look, card), cost=DISTRICTS[card].cost)
        for card in view.hand
    ]
    gold = view.players[recap.reader].gold
    return look.say(f"pic.citadels.missed.{'held' if cards else 'held_none'}", list=join_list(cards), gold=gold)


def _list_now_sentences(recap: Recap, look: Look) -> list[str]:
    """Sentences about the players who have chosen a character, and the reader's pending decision."""
    sentences = []
    others = [seat for seat, player in enumerate(recap.now.players) if player.secret and seat != recap.reader]
    if recap.now.phase == "draft" and others:
        names = join_names(look.say, (look.seats[seat].name for seat in others))
        sentences.append(look.say("pic.citadels.missed.chosen", names=names, n=len(others)))
    if recap.task:
        sentences.append(look.say("pic.recap.alt.task", task=recap.task))
    return sentences


def _join_by_player(phrases: Sequence[tuple[int | None, TurnPhrase]], recap: Recap, look: Look) -> str:
    """The phrases joined, with each player's name once before their consecutive deeds."""
    sentences: list[str] = []
    parts = [(None if phrase.whole else seat, phrase.text) for seat, phrase in phrases]
    for seat, texts in groupby(parts, key=itemgetter(0)):
        deeds = [text for _, text in texts]
        if seat is None:
            sentences += deeds
            continue
        joined = join_list([*(deed.removesuffix(".") for deed in deeds[:-1]), deeds[-1]])
        sentences.append(look.say("pic.recap.alt.turn", name=_seat_name_or_you(look, seat, recap.reader), told=joined))
    return " ".join(text[:1].upper() + text[1:] for text in sentences)


def _seat_name_or_you(look: Look, seat: int, reader: int | None) -> str:
    return look.say("pic.citadels.missed.you") if seat == reader else drawable_text(look.seats[seat].name)
