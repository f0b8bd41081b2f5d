"""Parts shared by Citadels screens: hand, cards in words, moves on buttons."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question
from cogs.games import picker_screens
from cogs.games.seat_view import SeatView
from cogs.screen import Row
from rules.citadels.cards import COLOURS, DISTRICTS
from rules.citadels.effects import has_too_many_copies
from rules.citadels.view import CitadelsView
from words import Voice

CitadelsSeatView = SeatView[CitadelsView]
TURN: Final = ("action", "build")  # tasks of the seat whose turn it is


def card_line(voice: Voice, card: str, n: int = 1, *, twice: bool = False) -> str:
    """A district card in one line: name, cost, colour, text. `twice`: the holder's city has one already."""
    district = DISTRICTS[card]
    text = voice("cit.card.district", district=card, n=district.cost, colour=district.colour)
    if district.colour == "purple":
        text = voice("cit.card.text", card=text, does=voice(f"pic.citadels.does.{card}"))
    if twice:
        text = voice("cit.card.twice", card=text)
    return voice("cit.card.several", card=text, n=n) if n > 1 else text


def is_second(view: CitadelsView, seat: int | None, card: str) -> bool:
    """Whether the city of a seat has that district already and, apart from its character, accepts no second one."""
    return seat is not None and has_too_many_copies([built.district for built in view.players[seat].city], card)


def colour_selects(seat_view: CitadelsSeatView, question: Question) -> list[Row]:
    """A select per colour, for many cards."""
    districts_by_label: dict[str, list[str]] = {}
    for colour in COLOURS:
        label = seat_view.say("cit.button.colour", colour=colour)
        districts_by_label[label] = [key for key, district in DISTRICTS.items() if district.colour == colour]
    return picker_screens.named_selects(seat_view, question, districts_by_label)
