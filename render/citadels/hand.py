"""Draws the private picture of a seat: hand, own characters, cards to choose from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from PIL import Image

from render.core.chip_strip import seat_sign_sprite
from render.core.look import GOLD, Look, Mark
from render.core.sentences import has_sentence
from render.core.shapes import choice_frame_sprite
from render.core.sheet import Sheet
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.view import CitadelsView, Offer

from .cards import character_card, coin_sprite, hand_card, portrait_medal
from .layout import TONES, WIDE, card_name

BAR_HIGH: Final = 66
MARGIN: Final = 16
GAP: Final = 12  # gap between cards
TITLE_HIGH: Final = 52
HIGHEST: Final = 1250  # height of the whole picture
MOST_DRAWN_SINGLY: Final = 24  # of more cards, equal ones are drawn once
CHARACTER_STEPS: Final = ("pick", "throw", "last")  # offers of characters
# (columns, height) of rows of districts to try; those of 5 and 6 columns have room for effects at the first height.
DISTRICT_SIZES: Final = (
    *((5, 440), (5, 330), (6, 380), (6, 290)),
    *((7, 250), (8, 220), (9, 190), (10, 170), (12, 150)),
)


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards of one kind under a title."""

    title: str
    cards: tuple[str, ...]
    columns: int
    card_high: int  # height of a card
    counts: Mapping[str, int] = field(default_factory=dict)  # count of each card, if each is drawn once

    @property
    def title_high(self) -> int:
        return TITLE_HIGH if self.title else 14

    @property
    def total_high(self) -> int:
        lines = -(-len(self.cards) // self.columns)
        return self.title_high + lines * (self.card_high + GAP)


def card_effect(look: Look, key: str) -> str:
    """A card's effect in one line; for a plain district its colour."""
    if key in DISTRICTS and DISTRICTS[key].colour != "purple":
        return look.say(f"pic.citadels.does.{DISTRICTS[key].colour}")
    return look.say(f"pic.citadels.does.{key}") if has_sentence(f"pic.citadels.does.{key}") else ""


def offer_title(look: Look, offer: Offer) -> str:
    """The title of an offer."""
    owner_name = "" if offer.owner is None else look.seats[offer.owner].name
    return look.say(f"pic.citadels.label.{offer.step}", n=offer.count, name=owner_name)


def _row_of_districts(title: str, cards: Sequence[str], room: int) -> CardRow:
    """The largest cards that fit, with effects while legible. Of very many cards each kind is drawn once."""
    counts: Mapping[str, int] = {}
    if len(cards) > MOST_DRAWN_SINGLY:
        counts = Counter(cards)
        cards = tuple(counts)
    has_effects = any(DISTRICTS[card].colour == "purple" for card in cards)
    for columns, high in DISTRICT_SIZES:
        if columns >= 7 and len(cards) <= 5:
            break
        if columns == 5 and (len(cards) > 5 or (high == 440) != has_effects):
            continue
        if columns == 6 and (high == 380) != has_effects:
            continue
        row = CardRow(title, tuple(cards), columns, high, counts)
        if row.total_high <= room:
            return row
    columns = 11
    lines = -(-len(cards) // columns) or 1
    return CardRow(title, tuple(cards), columns, max(120, min(160, (room - TITLE_HIGH) // lines - 12)), counts)


def _row_of_characters(title: str, cards: Sequence[str]) -> CardRow:
    columns = 5 if len(cards) == 5 or len(cards) > 8 else 4
    return CardRow(title, tuple(cards), columns, 388 if len(cards) <= columns else 320)


def _list_hand_rows(view: CitadelsView, look: Look) -> list[CardRow]:
    """The rows from top to bottom: the offer, then the hand."""
    rows: list[CardRow] = []
    offer = view.offer
    room = HIGHEST - BAR_HIGH - 12
    if offer is not None:
        title = offer_title(look, offer)
        if offer.step in CHARACTER_STEPS:
            rows.append(_row_of_characters(title, offer.cards))
        else:
            rows.append(_row_of_districts(title, offer.cards, room - (330 if view.hand else 60)))
        room -= rows[0].total_high
    if not rows or view.hand:
        rows.append(_row_of_districts(look.say("pic.citadels.label.hand") if rows else "", view.hand, max(200, room)))
    return rows


def _draw_player_bar(sheet: Sheet, view: CitadelsView, seat: int) -> None:
    """Draw the bar on top: title, own and discarded characters, gold."""
    look = sheet.look
    colour = look.seats[seat].colour
    sheet.put(Image.new("RGB", (WIDE, BAR_HIGH), colour.fill), 0, 0)
    sheet.put(seat_sign_sprite(look.seats[seat].letter, 40), 20, 13)
    sheet.put(coin_sprite(str(view.players[seat].gold), 54), WIDE - 70, 6, "gold")
    label, box = look.say("pic.citadels.label.gold"), (WIDE - 300, WIDE - 80, 33)
    right = WIDE - 96 - sheet.text(label, box, 34, colour.ink, align="end", name="gold word")
    for title, cards in (("own", view.characters), ("aside", view.aside)):
        if not cards or (title == "aside" and view.offer is not None):
            continue
        for character in reversed(cards):
            right -= 62
            sheet.put(portrait_medal(character, 56), right, 5, f"{title}.{character}")
        label = look.say(f"pic.citadels.label.{title}")
        right -= 12 + sheet.text(label, (WIDE // 3, right - 8, 33), 27, colour.ink, align="end", name=title)
    sheet.text(look.say("pic.citadels.label.hand"), (76, right - 12, 33), 40, colour.ink, bold=True, name="title")


def draw_hand(view: CitadelsView, look: Look, marks: Sequence[Mark] = ()) -> Sheet:
    """The private picture. Marks (place: key of a card) show the tokens to type."""
    assert view.you is not None, "only a seat has a hand"
    seat = view.you
    rows = _list_hand_rows(view, look)
    high = BAR_HIGH + sum(row.total_high for row in rows) + 8
    if not rows[-1].cards:
        high += 60
    sheet = Sheet(look, (WIDE, high))
    _draw_player_bar(sheet, view, seat)
    y = BAR_HIGH
    marks_of_cards = {mark.place: mark for mark in marks}
    for row in rows:
        if row.title:
            box = (MARGIN + 4, WIDE - MARGIN, y + 28)
            sheet.text(row.title, box, 37, look.shades.ink, bold=True, name=f"title {y}")
        y += row.title_high
        if not row.cards:
            words = look.say("pic.citadels.label.empty")
            sheet.text(words, (MARGIN + 4, WIDE - MARGIN, y + 24), 32, look.shades.soft, name="empty")
        _draw_card_row(sheet, row, y, marks_of_cards if row is rows[0] else {})
        y += row.total_high - row.title_high
    return sheet


def _draw_card_row(sheet: Sheet, row: CardRow, top: int, marks: dict[str, Mark]) -> None:
    """Draw the cards of a row below `top`; marked ones are framed or chosen."""
    look = sheet.look
    wide = (WIDE - 2 * MARGIN - GAP * (row.columns - 1)) // row.columns
    for i, key in enumerate(row.cards):
        x, y = MARGIN + i % row.columns * (wide + GAP), top + i // row.columns * (row.card_high + GAP)
        mark = marks.get(key)
        if key in CHARACTERS:
            sheet.put(_character_image(look, key, wide, row.card_high, chosen=mark is not None), x, y, f"card {y} {i}")
            continue
        effect = card_effect(look, key) if row.card_high >= 360 else ""
        count = row.counts.get(key, 1)
        token = f"×{count}" if count > 1 else ""
        if mark is not None and mark.token != key:
            token = mark.token
        sheet.put(_district_image(look, key, effect, wide, row.card_high, token), x, y, f"card {y} {i}")
        if mark is not None:
            sheet.put(choice_frame_sprite((wide, row.card_high), TONES.get(mark.tone, GOLD)), x, y)


def _character_image(look: Look, key: str, wide: int, high: int, *, chosen: bool) -> Image.Image:
    rank, name, effect = CHARACTERS[key].rank, card_name(look, key), card_effect(look, key)
    return character_card(key, rank, name, effect, wide, high, chosen, look.mirrored)


def _district_image(look: Look, key: str, effect: str, wide: int, high: int, token: str) -> Image.Image:
    align = "right" if look.mirrored else "left"
    return hand_card(key, card_name(look, key), effect, wide, high, token, align)


def draw_single_card(look: Look, key: str) -> Sheet:
    """A single card, enlarged, with its text."""
    sheet = Sheet(look, (640, 640))
    if key in CHARACTERS:
        card = _character_image(look, key, 420, 600, chosen=False)
    else:
        card = _district_image(look, key, card_effect(look, key), 420, 600, token="")
    sheet.put(card, 110, 20, "card")
    return sheet
