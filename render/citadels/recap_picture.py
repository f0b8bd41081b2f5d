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
    FATES,
    arrow_sprite,
    coin_sprite,
    crown_icon,
    fate_sign,
    hand_size_icon,
    portrait_sprite,
    seat_sign,
    shade_of_character,
)
from .deed_row import CALLED, GAINED, draw_deed_gains, draw_deeds, gains_without_tile
from .deeds import HIGH
from .layout import card_name
from .round_bands import CharacterColumn, RoundBand, build_round_bands
from .standing import describe_end_danger, draw_citadels_standing

BAND: Final = recap_strip.WIDE - 2 * MARGIN
PAD: Final = 12
ROLE: Final = 84  # height of a character
NAMED: Final = 63  # y of the middle of its name, so that descenders stay off the frame
SEAT: Final = 38
WORDS: Final = 74
HELD: Final = 44  # height of the line with the reader's hand
WIDEST: Final = 184
SLIM: Final = 58  # width of a character still to come, if there are many
ONE_LEFT: Final = 96  # width of a single one, which the words below must fit
NARROW: Final = 84  # a narrower one has its picture below its number, and no name
FULL: Final = 6  # most columns of equal width
# Prefixes of events that the columns show.
SHOWN: Final = ("cit.round.begun", "cit.call", "cit.action", "cit.build", "cit.draft", "cit.turn", "cit.cards")
FULL_STOP: Final = "."
LETTERS: Final = 108  # letters of a caption
MINE: Final = 50  # extra weight of gains of the reader that no column shows


def draw_citadels_recap(recap: Recap, look: Look) -> Image.Image:
    """The bar, the rounds below it, and the current standing."""
    rows = [[draw_round_band(one, recap, look)] for one in build_round_bands(recap)]
    if _round_goes_on(recap):
        rows.append([draw_citadels_standing(recap, look)])
    return recap_strip.draw_stacked_rows(look, recap, rows)


def describe_citadels_recap(recap: Recap, look: Look) -> str:
    """The alternative text of a recap."""
    return recap_strip.describe_strip(look, recap, describe_end_danger(recap, look) if _round_goes_on(recap) else "")


def _round_goes_on(recap: Recap) -> bool:
    return recap.now is not None and not recap.now.over


def draw_round_band(what: RoundBand, recap: Recap, look: Look) -> Image.Image:
    """The band of a round."""
    words, held = round_caption(what, recap, look), reader_hand_sentence(what, recap, look)
    one_line = measure_text(drawable_text(held), load_font(25, REGULAR, WIDTHS[-1])) <= BAND - 30
    held_high = 0 if not held else HELD if one_line else WORDS
    done = any(one.deeds or one.murdered or _reader_acts_as(one, recap) for one in what.columns)
    low = HEAD + 8 + ROLE + (6 + SEAT if what.columns else 0)
    below = (
        GAINED
        if any(
            gains_without_tile(one, wide) and not _reader_acts_as(one, recap) for one, _, wide in place_columns(what)
        )
        else 0
    )
    high = low + (8 + HIGH + CALLED + below if done else 8) + (WORDS if words else 4) + held_high
    sheet = Sheet(look, (BAND, high))
    shades = look.shades
    sheet.panel((0, 0, BAND, high), RADIUS, shades.panel, GOLD if what.now else shades.line, 4 if what.now else 2)
    _draw_round_head(sheet, what, recap)
    for one, x, wide in place_columns(what):
        _draw_character_column(sheet, what, one, recap, x, wide)
    _draw_still_to_come(sheet, what)
    end = high - held_high
    recap_strip.draw_caption_text(sheet, words, (16, end - WORDS, BAND - 14, end - 2))
    recap_strip.draw_caption_text(sheet, held, (16, high - held_high, BAND - 14, high - 4), look.shades.accent)
    return sheet.image


def place_columns(what: RoundBand) -> list[tuple[CharacterColumn, int, int]]:
    """(column, left, width) of each column; characters still to come are slim if there are many."""
    count = len(what.columns)
    many = count > FULL and any(one.state != "to_come" for one in what.columns)
    slim = [one.state == "to_come" and many for one in what.columns]
    room = BAND - 2 * PAD - GAP * (count - 1)
    least = SLIM if sum(slim) > 1 else ONE_LEFT
    wide = min(WIDEST, (room - least * sum(slim)) // max(1, count - sum(slim)))
    narrow = min(wide, (room - wide * (count - sum(slim))) // max(1, sum(slim)))
    found, x = [], PAD
    for one, is_slim in zip(what.columns, slim, strict=True):
        found.append((one, x, narrow if is_slim else wide))
        x += found[-1][2] + GAP
    return found


def _draw_round_head(sheet: Sheet, what: RoundBand, recap: Recap) -> None:
    """Draws the number of the round, and the crown at the end."""
    look = sheet.look
    shades = look.shades
    edge = 4 if what.now else 2
    ground = mix_colours(shades.panel, shades.line, 0.9)
    sheet.panel((edge, edge, BAND - edge, HEAD), RADIUS - edge, ground, ground, 1)
    key = "round" if not what.now else "round_yours" if recap.task else "round_now"
    right = BAND - 16
    holder = what.crown if what.heir is None else what.heir
    if holder is not None:
        name = _seat_name_or_you(look, holder, recap.reader)
        right -= sheet.text(name, (right - 250, right, 23), 27, shades.ink, align="end", floor=FLOOR) + 38
        sheet.put(seat_sign(look.seats[holder].letter, 30), right, 8)
        if what.crown not in (None, holder):
            right = _draw_former_crown(sheet, what.crown, right)
        right -= 42
        sheet.put(crown_icon(36), right, 5)
    said = look.say(f"pic.citadels.missed.{key}", round=what.number)
    sheet.text(said, (18, right - 12, 23), 29, shades.ink, bold=True, floor=FLOOR)


def _draw_former_crown(sheet: Sheet, seat: int, right: int) -> int:
    """Draws the former holder of the crown and an arrow to the present one; returns the left edge."""
    right -= 34
    sheet.put(arrow_sprite(26, sheet.look.shades.ink, sheet.look.mirrored), right, 10)
    right -= 34
    sheet.put(seat_sign(sheet.look.seats[seat].letter, 30), right, 8)
    return right


def _draw_character_column(
    sheet: Sheet, what: RoundBand, one: CharacterColumn, recap: Recap, x: int, wide: int
) -> None:
    """Draws a character, its seat and its deeds."""
    top = HEAD + 8
    own = one.seat is not None and one.seat == recap.reader
    sheet.put(_character_role_card(sheet.look, what, one, wide, own), x, top)
    top += ROLE + 6
    if one.state == "offered" or (one.state == "to_come" and not own):
        return
    sheet.put(_seat_name_plate(sheet.look, one.seat, wide, recap.reader), x, top)
    top += SEAT + 8
    if _reader_acts_as(one, recap):
        _draw_reader_means(sheet, recap, (x, top, wide))
    elif one.murdered and not one.deeds:
        _draw_murdered_sign(sheet, (x, top, wide), own)
    elif one.state != "to_come":
        draw_deeds(sheet, what, one, recap, (x, top, wide))
        draw_deed_gains(sheet, gains_without_tile(one, wide), recap, (x, top + HIGH + CALLED, wide))


def _reader_acts_as(one: CharacterColumn, recap: Recap) -> bool:
    """Whether it is the reader's turn as that character."""
    return one.state == "active" and one.seat is not None and one.seat == recap.reader and recap.now is not None


def _character_role_card(look: Look, what: RoundBand, one: CharacterColumn, wide: int, own: bool) -> Image.Image:
    """A character's card: rank, portrait, name; pale if it is still to come."""
    shades, shade = look.shades, shade_of_character(one.character)
    pale = one.state == "to_come"
    framed = what.now and (one.state in ("active", "offered") or (pale and own))
    fill = mix_colours(shade.fill, shades.panel, 0.75 if pale else 0)
    ink = mix_colours(shades.ink, fill, 0.25) if pale else shade.ink
    edge = GOLD if framed else mix_colours(fill, (0, 0, 0), 0.4)
    image = panel_sprite((wide, ROLE), 10, fill, edge, 4 if framed else 2).copy()
    rank = text_sprite(str(CHARACTERS[one.character].rank), 40, BOLD, 88, ink)
    name = drawable_text(card_name(look, one.character))
    named = measure_text(name, load_font(FLOOR, REGULAR, WIDTHS[-1])) <= wide - 8
    line = 28 if named else ROLE // 2
    slim = pale and wide < NARROW
    if slim:
        rank = text_sprite(str(CHARACTERS[one.character].rank), 28, BOLD, 88, ink)
        image.alpha_composite(rank, (8, round(22 - capitals_middle(28, BOLD))))
        thing = portrait_sprite(one.character, 40)
        at = ((wide - 40) // 2 + 4, ROLE - 46)
    else:
        image.alpha_composite(rank, (10, round(line - capitals_middle(40, BOLD))))
        side = min(48 if named else 58, wide - rank.width - 22)
        thing = portrait_sprite(one.character, side)
        at = (wide - 10 - side if wide < 140 else (wide + rank.width - side) // 2 + 4, line - side // 2)
    if pale:
        thing = thing.copy()
        thing.putalpha(thing.getchannel("A").point([v * 3 // 5 for v in range(256)]))
    image.alpha_composite(thing, at)
    powers = what.fates.get(one.character, set()) | ({FATES[0]} if one.murdered else set())
    if FATES[0] in powers:
        image.alpha_composite(fate_sign(FATES[0], thing.width), at)
    for i, power in enumerate(sorted(powers - {FATES[0]})):
        image.alpha_composite(fate_sign(power, 32), (wide - 33 - 28 * i, 1))
    if named and not slim:
        shown, size, width = fit_text(name, wide - 8, 25, REGULAR, FLOOR)
        words = text_sprite(shown, size, REGULAR, width, ink)
        image.alpha_composite(words, ((wide - words.width) // 2, round(NAMED - capitals_middle(size))))
    return image


def _seat_name_plate(look: Look, seat: int | None, wide: int, reader: int | None) -> Image.Image:
    """A plate in the seat's colour with symbol and as much of the name as is legible, else the letter."""
    shades = look.shades
    if seat is None:
        image = panel_sprite((wide, SEAT), 9, shades.ground, shades.line, 2).copy()
        words = text_sprite("?", 28, BOLD, 100, shades.soft)
        image.alpha_composite(words, ((wide - words.width) // 2, round(SEAT / 2 - capitals_middle(28, BOLD))))
        return image
    shown = look.seats[seat]
    colour = shown.colour
    image = panel_sprite((wide, SEAT), 9, colour.fill, mix_colours(colour.fill, colour.outline, 0.55), 2).copy()
    sign = seat_sign_sprite(shown.letter, 24)
    text = _seat_name_or_you(look, seat, reader)
    room = wide - 24 - 22
    said, size, width = fit_text(text or shown.letter, room, 26, BOLD, FLOOR)
    if said != text and len(said) < 6:
        said, size, width = shown.letter, 26, 100
    words = text_sprite(said, size, BOLD, width, colour.ink)
    if seat == reader and said != text:  # no room beside the symbol: the colour suffices
        words = text_sprite(text, 26, BOLD, WIDTHS[-1], colour.ink)
        image.alpha_composite(words, ((wide - words.width) // 2, round(SEAT / 2 - capitals_middle(26, BOLD))))
        return image
    whole = sign.width + 6 + words.width
    left = max(6, (wide - whole) // 2) if wide < 100 or said == shown.letter else 10
    image.alpha_composite(sign, (left if not look.mirrored else wide - left - sign.width, (SEAT - sign.height) // 2))
    x = left + sign.width + 6
    y = round(SEAT / 2 - capitals_middle(size, BOLD))
    image.alpha_composite(words, (x if not look.mirrored else wide - x - words.width, y))
    return image


def _draw_murdered_sign(sheet: Sheet, at: tuple[int, int, int], own: bool) -> None:
    x, y, wide = at
    shades = sheet.look.shades
    sheet.panel((x, y, x + wide, y + HIGH), 10, shades.ground, DANGER if own else shades.line, 3 if own else 2)
    said = sheet.look.say("pic.citadels.missed.murdered")
    sheet.text(said, (x + 4, x + wide - 4, y + HIGH // 2), 25, LOSS[sheet.look.theme], align="middle", floor=FLOOR)


def _draw_reader_means(sheet: Sheet, recap: Recap, at: tuple[int, int, int]) -> None:
    """Draws the reader's means if it is their turn."""
    x, y, wide = at
    look, you = sheet.look, recap.now.players[recap.reader]
    sheet.panel((x, y, x + wide, y + HIGH), 10, look.shades.ground, GOLD, 3)
    half = wide // 2
    sheet.put(coin_sprite(str(you.gold), 40, share=0.68), x + half // 2 - 20, y + 13)
    sheet.put(hand_size_icon(36), x + half, y + 15)
    left = x + half + 32
    sheet.text(str(you.hand), (left, x + wide - 4, y + 33), 30, look.shades.ink, bold=True, floor=FLOOR)
    said = look.say("pic.citadels.missed.hand")
    sheet.text(said, (x, x + wide, y + HIGH + 18), 25, look.shades.accent, align="middle", floor=FLOOR)


def _draw_still_to_come(sheet: Sheet, what: RoundBand) -> None:
    """Draws captions below the characters still to come, and below those the reader may choose."""
    shades = sheet.look.shades
    drafts = any(one.state == "offered" for one in what.columns)
    below = {"offered": ("offered", shades.accent), "to_come": ("not_offered" if drafts else "to_come", shades.soft)}
    y = HEAD + 8 + ROLE + 6
    for state, (key, ink) in below.items():
        boxes = [(x, x + wide) for one, x, wide in place_columns(what) if one.state == state and one.seat is None]
        if not boxes:
            continue
        start, end = _longest_run(boxes)
        said = sheet.look.say(f"pic.citadels.missed.{key}")
        if drafts and measure_text(drawable_text(said), load_font(FLOOR, REGULAR, WIDTHS[-1])) > end - start - 8:
            continue  # gold frames distinguish them
        sheet.panel((start, y, end, y + SEAT), 9, shades.ground, shades.line, 2)
        sheet.text(said, (start + 4, end - 4, y + SEAT // 2), 25, ink, align="middle", floor=FLOOR)


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


def round_caption(what: RoundBand, recap: Recap, look: Look) -> str:
    """The most important events of a round in two lines, in order; the reader's pending decision last."""
    now = " ".join(_list_now_sentences(recap, look)) if what.now else ""
    left = [(seat, one) for seat, one in what.said if not one.key.startswith(SHOWN)]

    def weight(pair: tuple[int | None, TurnPhrase]) -> int:
        mine = recap.reader in what.aside.get(pair[1].key, ())
        return pair[1].weight + MINE * mine

    while left and len(_join_by_player(left, recap, look)) + len(now) > LETTERS:
        left.remove(min(left, key=weight))
    return " ".join(part for part in (_join_by_player(left, recap, look), now) if part)


def reader_hand_sentence(what: RoundBand, recap: Recap, look: Look) -> str:
    """The reader's hand by name; empty for a finished round or a spectator."""
    now = recap.now
    if not what.now or now is None or recap.reader is None or now.you != recap.reader:
        return ""
    named = [
        look.say("pic.citadels.alt.card", district=card_name(look, card), cost=_cost_of_card(card)) for card in now.hand
    ]
    gold = now.players[recap.reader].gold
    return look.say(f"pic.citadels.missed.{'held' if named else 'held_none'}", list=join_list(named), gold=gold)


def _cost_of_card(card: str) -> int:
    return DISTRICTS[card].cost


def _list_now_sentences(recap: Recap, look: Look) -> list[str]:
    """Sentences about the players who have chosen a character, and the reader's pending decision."""
    said = []
    others = [seat for seat, one in enumerate(recap.now.players) if one.secret and seat != recap.reader]
    if recap.now.phase == "draft" and others:
        names = join_names(look.say, (look.seats[seat].name for seat in others))
        said.append(look.say("pic.citadels.missed.chosen", names=names, n=len(others)))
    if recap.task:
        said.append(look.say("pic.recap.alt.task", task=recap.task))
    return said


def _join_by_player(said: Sequence[tuple[int | None, TurnPhrase]], recap: Recap, look: Look) -> str:
    """The phrases joined, with each player's name once before their consecutive deeds."""
    told: list[str] = []
    parts = [(None if one.whole else seat, one.text) for seat, one in said]
    for seat, texts in groupby(parts, key=itemgetter(0)):
        acts = [text for _, text in texts]
        if seat is None:
            told += acts
            continue
        joined = join_list([*(act.removesuffix(FULL_STOP) for act in acts[:-1]), acts[-1]])
        told.append(look.say("pic.recap.alt.turn", name=_seat_name_or_you(look, seat, recap.reader), told=joined))
    return " ".join(text[:1].upper() + text[1:] for text in told)


def _seat_name_or_you(look: Look, seat: int, reader: int | None) -> str:
    return look.say("pic.citadels.missed.you") if seat == reader else drawable_text(look.seats[seat].name)
