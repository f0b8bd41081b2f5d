"""Draws the private picture of a seat: cards in hand, bank rates, improvements, cards to choose from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from render.core.look import GOLD, Look, Mark
from render.core.sentences import has_sentence, word_of_key
from render.core.shapes import choice_frame_sprite, panel_sprite
from render.core.sheet import Sheet
from rules.catan.cards import CARDS
from rules.catan.development import CARDS as DEVELOPMENTS
from rules.catan.view import CatanView, Choice

from . import shop
from .card_scenes import is_action_card
from .cards import action_card, goods_card, single_good_card
from .island_plan import WIDE
from .place_plates import TONES
from .tracks import SUPPLY_HIGH, TRACKS_HIGH, draw_supply, draw_title_bar, draw_tracks

BAR_HIGH: Final = 66
TITLE_HIGH: Final = 54
GOODS_HIGH: Final = 178
NAME_HIGH: Final = 40
GOODS_CHOICE_HIGH, ACTIONS_CHOICE_HIGH = 150, 230  # heights of cards to choose from
MARGIN: Final = 16
GAP: Final = 12


def card_name(look: Look, key: str) -> str:
    """A card's name in the reader's language."""
    family = "card" if key in CARDS else "dev_card" if key in DEVELOPMENTS else "progress"
    return word_of_key(look.say, f"catan.{family}.{key}")


def card_effect(look: Look, key: str) -> str:
    """A card's effect in a line or two."""
    return look.say(f"pic.catan.does.{key}") if has_sentence(f"pic.catan.does.{key}") else ""


def title_case(name: str) -> str:
    """The name with a capital: names of goods are lower case in sentences."""
    return name[:1].upper() + name[1:]


def choice_title(look: Look, choice: Choice) -> str:
    """The title of a choice."""
    owner_name = "" if choice.owner is None else look.seats[choice.owner].name
    return look.say(f"pic.catan.label.{choice.step}", n=choice.most, name=owner_name)


def action_card_height(count: int, beside: bool) -> int:
    """The height of `count` action cards, lower `beside` another choice."""
    if beside:
        return 256
    return 330 if count <= 4 else 300


def shows_prices(view: CatanView) -> bool:
    """Whether prices are shown beside the hand: not while a card of it is being chosen."""
    return view.choice is None and not view.given and (view.you in view.done or not view.owed.get(view.you or 0))


def _count_columns(count: int) -> int:
    return max(4, min(count, 6))


class _HandPicture:
    """The picture from top to bottom."""

    def __init__(self, view: CatanView, look: Look, marks: Sequence[Mark]) -> None:
        assert view.you is not None, "only a seat has a hand"
        self.view, self.look, self.seat = view, look, view.you
        self.marks = {mark.place: mark for mark in marks}
        self.player = view.players[view.you]
        self.cities = view.barbarians is not None
        self.actions = tuple(view.progress) if self.cities else tuple(dict.fromkeys(view.developments))
        choice = view.choice
        # A card to return is chosen from the hand itself.
        self.choice = None if choice is None or choice.step == "return" else choice
        self.news = self._describe_pending()
        self.buys = shows_prices(view)

    def _describe_pending(self) -> str:
        """The line at the top: the pending decision or the choice made."""
        view, say = self.view, self.look.say
        if view.choice is not None and view.choice.step == "return":
            return choice_title(self.look, view.choice)
        if view.given:
            return say("pic.catan.label.given", list=describe_cards(self.look, view.given))
        owed = view.owed.get(self.seat, 0)
        return say("pic.catan.label.owed", n=owed) if owed and self.seat not in view.done else ""

    def total_height(self) -> int:
        total = BAR_HIGH + 10 + (TITLE_HIGH if self.news else 0) + GOODS_HIGH + NAME_HIGH + 8
        if self.choice is not None:
            total += TITLE_HIGH + self._choice_high() + 10
        total += TRACKS_HIGH if self.cities else 0
        total += shop.shop_height(self.cities) if self.buys else SUPPLY_HIGH
        return total + (action_card_height(len(self.actions), self.choice is not None) + 12 if self.actions else 58)

    def _choice_high(self) -> int:
        assert self.choice is not None
        return GOODS_CHOICE_HIGH if self.choice.cards and self.choice.cards[0] in CARDS else ACTIONS_CHOICE_HIGH

    def draw(self) -> Sheet:
        look, player = self.look, self.player
        sheet = Sheet(look, (WIDE, self.total_height()))
        limit = look.say("pic.catan.label.limit", n=player.cards, limit=player.hand_limit)
        draw_title_bar(sheet, look, self.seat, look.say("pic.catan.label.hand"), limit, BAR_HIGH)
        y = BAR_HIGH + 10
        if self.news:
            sheet.text(self.news, (MARGIN, WIDE - MARGIN, y + 24), 37, look.shades.accent, bold=True, name="news")
            y += TITLE_HIGH
        if self.choice is not None:
            y = self._draw_choice(sheet, self.choice, y)
        y = self._draw_goods(sheet, y)
        if self.cities:
            y = draw_tracks(sheet, player, look.seats[self.seat].letter, y, Counter(self.view.hand))
        letter = look.seats[self.seat].letter
        if self.buys:
            y = shop.draw_shop(sheet, player, letter, y, self.cities, Counter(self.view.hand))
        else:
            y = draw_supply(sheet, player, letter, y, self.cities)
        self._draw_action_cards(sheet, y)
        return sheet

    def _draw_choice(self, sheet: Sheet, choice: Choice, y: int) -> int:
        """Draw the cards offered from elsewhere in gold frames; returns the next y."""
        look = self.look
        ink = look.shades.accent
        sheet.text(choice_title(look, choice), (MARGIN, WIDE - MARGIN, y + 24), 37, ink, bold=True, name="choice")
        y += TITLE_HIGH
        high = self._choice_high()
        if high == GOODS_CHOICE_HIGH:
            for i, (kind, count) in enumerate(Counter(choice.cards).items()):
                card = goods_card(kind, count, 134, high, 0, look.theme)
                sheet.put(card, MARGIN + i * (134 + GAP), y, f"offered {i}")
            return y + high + 10
        columns = _count_columns(len(choice.cards))
        wide = (WIDE - 2 * MARGIN - GAP * (columns - 1)) // columns
        for i, key in enumerate(choice.cards):
            self._draw_action_card(sheet, key, (MARGIN + i * (wide + GAP), y, wide, high), f"offered {i}", chosen=True)
        return y + high + 10

    def _draw_goods(self, sheet: Sheet, y: int) -> int:
        """Draw resources and commodities with counts, rates and names; returns the next y."""
        view, look = self.view, self.look
        held = Counter(view.hand)
        wide = (WIDE - 2 * MARGIN + GAP) // len(view.cards) - GAP
        for i, kind in enumerate(view.cards):
            x = MARGIN + i * (wide + GAP)
            rate = 2 if kind in view.fleet and view.active == self.seat else self.player.rates[i]
            card = goods_card(kind, held[kind], wide, GOODS_HIGH, rate, look.theme)
            sheet.put(card, x, y, f"good {kind}")
            if kind in self.marks:
                sheet.put(choice_frame_sprite((wide - 8, GOODS_HIGH - 8), TONES[self.marks[kind].tone][0]), x, y + 8)
            name, name_box = title_case(card_name(look, kind)), (x, x + wide - 8, y + GOODS_HIGH + 20)
            sheet.text(name, name_box, 28, look.shades.soft, align="middle", name=f"name {kind}")
        return y + GOODS_HIGH + NAME_HIGH + 8

    def _draw_action_cards(self, sheet: Sheet, y: int) -> None:
        """Draw development or progress cards with scene and effect."""
        if not self.actions:
            key = "no_progress" if self.cities else "no_development"
            words = self.look.say(f"pic.catan.label.{key}")
            sheet.text(words, (MARGIN + 4, WIDE - MARGIN, y + 24), 32, self.look.shades.soft, name="empty")
            return
        columns = _count_columns(len(self.actions))
        high = action_card_height(len(self.actions), beside=self.choice is not None)
        wide = (WIDE - 2 * MARGIN - GAP * (columns - 1)) // columns
        is_returning = self.view.choice is not None and self.view.choice.step == "return"
        for i, key in enumerate(self.actions):
            self._draw_action_card(
                sheet, key, (MARGIN + i * (wide + GAP), y, wide, high), f"card {i}", chosen=is_returning
            )

    def _draw_action_card(
        self, sheet: Sheet, key: str, box: tuple[int, int, int, int], name: str, chosen: bool
    ) -> None:
        """Draw a development or progress card in its box, framed if it is `chosen` or marked."""
        x, y, wide, high = box
        look, view = self.look, self.view
        mark = self.marks.get(key)
        copies = 0 if self.cities else view.developments.count(key)
        is_fresh = not self.cities and 0 < copies == view.fresh.count(key) and key != "point"
        token = f"×{copies}" if copies > 1 else ""
        if mark is not None and mark.token != key:
            token = mark.token
        align = "right" if look.mirrored else "left"
        text = look.say("pic.catan.label.fresh") if is_fresh else card_effect(look, key)
        sprite = action_card(key, card_name(look, key), text if high > 250 else "", wide, high, token, is_fresh, align)
        sheet.put(sprite, x, y, name)
        if mark is not None or chosen:
            sheet.put(choice_frame_sprite((wide, high), TONES[mark.tone][0] if mark else GOLD), x, y)


def draw_hand(view: CatanView, look: Look, marks: Sequence[Mark] = ()) -> Sheet:
    """The private picture. Marks (place: key of a card) show the tokens to type."""
    return _HandPicture(view, look, marks).draw()


def describe_cards(look: Look, cards: Sequence[str]) -> str:
    """`2 brick, 1 ore`; progress cards by name."""
    return ", ".join(
        look.say("pic.catan.alt.some", n=count, card=card_name(look, card)) if card in CARDS else card_name(look, card)
        for card, count in Counter(cards).items()
        if card in CARDS or is_action_card(card)
    )


def draw_single_card(look: Look, key: str) -> Sheet:
    """A single card, enlarged, with its text."""
    sheet = Sheet(look, (640, 640))
    align = "right" if look.mirrored else "left"
    if key in CARDS:
        card = single_good_card(key, 360)
        sheet.put(card, 140, 30, "card")
        name = title_case(card_name(look, key))
        sheet.text(name, (40, 600, 560), 46, look.shades.ink, bold=True, align="middle", name="name")
        return sheet
    card = action_card(key, card_name(look, key), card_effect(look, key), 440, 600, token="", dim=False, align=align)
    sheet.put(panel_sprite((452, 612), 18, look.shades.line, look.shades.line, 1), 94, 14)
    sheet.put(card, 100, 20, "card")
    return sheet
