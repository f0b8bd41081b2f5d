"""Parts shared by Citadels screens: hand, cards in words, moves on buttons."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question
from cogs.games import picker_screens
from cogs.games.seat_view import SeatView
from cogs.screen import File, Row
from rules.citadels.cards import COLOURS, DISTRICTS
from rules.citadels.effects import has_too_many_copies
from rules.citadels.view import CitadelsView
from words import Voice

CitadelsSeatView = SeatView[CitadelsView]


TURN: Final = ("action", "build")  # tasks of the seat whose turn it is


def task_word(view: CitadelsView, seat: int) -> str:
    """The last word of the key of a seat's task; empty if none."""
    task = view.tasks.get(seat)
    return task.key.rpartition(".")[2] if task is not None else ""


async def hand_picture(seat_view: CitadelsSeatView) -> tuple[File, ...]:
    return await seat_view.picture("hand", lambda renderer, view, look: renderer.hand(view, look))


def card_line(voice: Voice, card: str, n: int = 1, *, twice: bool = False) -> str:
    """A district card in one line: name, cost, colour, text. `twice`: the holder's city has one already."""
    facts = DISTRICTS[card]
    said = voice("cit.card.district", district=card, n=facts.cost, colour=facts.colour)
    if facts.colour == "purple":
        said = voice("cit.card.text", card=said, does=voice(f"pic.citadels.does.{card}"))
    if twice:
        said = voice("cit.card.twice", card=said)
    return voice("cit.card.several", card=said, n=n) if n > 1 else said


def is_second(view: CitadelsView, seat: int | None, card: str) -> bool:
    """Whether the city of a seat has that district already and, apart from its character, accepts no second one."""
    return seat is not None and has_too_many_copies([built.district for built in view.players[seat].city], card)


def colour_selects(seat_view: CitadelsSeatView, question: Question) -> list[Row]:
    """A select per colour, for many cards."""
    lists = {
        seat_view.say("cit.button.colour", colour=colour): [c for c, card in DISTRICTS.items() if card.colour == colour]
        for colour in COLOURS
    }
    return picker_screens.named_selects(seat_view, question, lists)
