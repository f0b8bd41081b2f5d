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

BAR: Final = 66
MARGIN: Final = 16
TITLE: Final = 52
HIGHEST: Final = 1250
MANY: Final = 24
CHARACTER_STEPS: Final = ("pick", "throw", "last")


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards of one kind under a title."""

    title: str
    cards: tuple[str, ...]
    columns: int
    high: int  # height of a card
    counts: Mapping[str, int] = field(default_factory=dict)  # count of each card, if each is drawn once

    @property
    def deep(self) -> int:
        lines = -(-len(self.cards) // self.columns)
        return (TITLE if self.title else 14) + lines * (self.high + 12)


def card_effect(look: Look, key: str) -> str:
    """A card's effect in one line; for a plain district its colour."""
    if key in DISTRICTS and DISTRICTS[key].colour != "purple":
        return look.say(f"pic.citadels.does.{DISTRICTS[key].colour}")
    return look.say(f"pic.citadels.does.{key}") if has_sentence(f"pic.citadels.does.{key}") else ""


def offer_title(look: Look, offer: Offer) -> str:
    """The title of an offer."""
    name = "" if offer.owner is None else look.seats[offer.owner].name
    return look.say(f"pic.citadels.label.{offer.step}", n=offer.count, name=name)


def _row_of_districts(title: str, cards: Sequence[str], room: int) -> CardRow:
    """The largest cards that fit, with effects while legible. Of very many cards each kind is drawn once."""
    counts: Mapping[str, int] = {}
    if len(cards) > MANY:
        counts = Counter(cards)
        cards = tuple(counts)
    for columns, high in ((5, 440), (5, 330), (6, 380), (6, 290), (7, 250), (8, 220), (9, 190), (10, 170), (12, 150)):
        if columns >= 7 and len(cards) <= 5:
            break
        talks = any(DISTRICTS[c].colour == "purple" for c in cards)
        if columns == 5 and (len(cards) > 5 or (high == 440) != talks):
            continue
        if columns == 6 and (high == 380) != talks:
            continue
        row = CardRow(title, tuple(cards), columns, high, counts)
        if row.deep <= room:
            return row
    columns = 11
    lines = -(-len(cards) // columns) or 1
    return CardRow(title, tuple(cards), columns, max(120, min(160, (room - TITLE) // lines - 12)), counts)


def _row_of_characters(title: str, cards: Sequence[str]) -> CardRow:
    columns = 4 if len(cards) <= 4 else 5 if len(cards) <= 5 or len(cards) > 8 else 4
    return CardRow(title, tuple(cards), columns, 388 if len(cards) <= columns else 320)


def _list_hand_rows(view: CitadelsView, look: Look) -> list[CardRow]:
    """The rows from top to bottom: the offer, then the hand."""
    rows: list[CardRow] = []
    offer = view.offer
    room = HIGHEST - BAR - 12
    if offer is not None:
        title = offer_title(look, offer)
        if offer.step in CHARACTER_STEPS:
            rows.append(_row_of_characters(title, offer.cards))
        else:
            rows.append(_row_of_districts(title, offer.cards, room - (330 if view.hand else 60)))
        room -= rows[0].deep
    if not rows or view.hand:
        rows.append(_row_of_districts(look.say("pic.citadels.label.hand") if rows else "", view.hand, max(200, room)))
    return rows


def _draw_player_bar(sheet: Sheet, view: CitadelsView, seat: int) -> None:
    look = sheet.look
    colour = look.seats[seat].colour
    sheet.put(Image.new("RGB", (WIDE, BAR), colour.fill), 0, 0)
    sheet.put(seat_sign_sprite(look.seats[seat].letter, 40), 20, 13)
    sheet.put(coin_sprite(str(view.players[seat].gold), 54), WIDE - 70, 6, "gold")
    words = sheet.text(
        look.say("pic.citadels.label.gold"), (WIDE - 300, WIDE - 80, 33), 34, colour.ink, align="end", name="gold word"
    )
    right = WIDE - 96 - words
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
    high = BAR + sum(r.deep for r in rows) + 8
    if not rows[-1].cards:
        high += 60
    sheet = Sheet(look, (WIDE, high))
    _draw_player_bar(sheet, view, seat)
    y = BAR
    places = {m.place: m for m in marks}
    for row in rows:
        if row.title:
            sheet.text(
                row.title, (MARGIN + 4, WIDE - MARGIN, y + 28), 37, look.shades.ink, bold=True, name=f"title {y}"
            )
        y += TITLE if row.title else 14
        if not row.cards:
            said = look.say("pic.citadels.label.empty")
            sheet.text(said, (MARGIN + 4, WIDE - MARGIN, y + 24), 32, look.shades.soft, name="empty")
        _draw_card_row(sheet, row, y, places if row is rows[0] else {})
        y += row.deep - (TITLE if row.title else 14)
    return sheet


def _draw_card_row(sheet: Sheet, row: CardRow, top: int, marks: dict[str, Mark]) -> None:
    look = sheet.look
    gap = 12
    for i, key in enumerate(row.cards):
        wide = (WIDE - 2 * MARGIN - gap * (row.columns - 1)) // row.columns
        x, y = MARGIN + i % row.columns * (wide + gap), top + i // row.columns * (row.high + gap)
        mark = marks.get(key)
        if key in CHARACTERS:
            sprite = character_card(
                key,
                CHARACTERS[key].rank,
                card_name(look, key),
                card_effect(look, key),
                wide,
                row.high,
                mark is not None,
                look.mirrored,
            )
            sheet.put(sprite, x, y, f"card {y} {i}")
            continue
        text = card_effect(look, key) if row.high >= 360 else ""
        align = "right" if look.mirrored else "left"
        count = row.counts.get(key, 1)
        token = mark.token if mark is not None and mark.token != key else f"×{count}" if count > 1 else ""
        sheet.put(
            hand_card(key, card_name(look, key), text, wide, row.high, False, token, align), x, y, f"card {y} {i}"
        )
        if mark is not None:
            sheet.put(choice_frame_sprite((wide, row.high), TONES.get(mark.tone, GOLD)), x, y)


def draw_single_card(look: Look, key: str) -> Sheet:
    """A single card, enlarged, with its text."""
    sheet = Sheet(look, (640, 640))
    if key in CHARACTERS:
        card = character_card(
            key, CHARACTERS[key].rank, card_name(look, key), card_effect(look, key), 420, 600, False, look.mirrored
        )
    else:
        align = "right" if look.mirrored else "left"
        card = hand_card(key, card_name(look, key), card_effect(look, key), 420, 600, False, "", align)
    sheet.put(card, 110, 20, "card")
    return sheet
