"""What the screens of Citadels share: the hand, cards in words, moves on buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.choose import screens
from cogs.choose.picker import Question
from cogs.screen import Button, File, Row
from rules.citadels.cards import COLOURS, DISTRICTS
from rules.citadels.characters.magician import Redraw
from rules.core import Move, encode, field_names
from words import Voice

if TYPE_CHECKING:
    from cogs.choose.room import Room


async def hand_picture(room: Room) -> tuple[File, ...]:
    return await room.picture("hand", lambda renderer, view, look: renderer.hand(view, look))


def commit(room: Room, move: Move) -> Button:
    return room.commit([*room.before, encode(move)], label(room, move))


def label(room: Room, move: Move) -> str:
    """A move on a button: what is chosen, with its price where it has one."""
    kind, *tokens = encode(move).split(" ")
    fields = zip(field_names(type(move)), tokens, strict=True)
    said: dict[str, Any] = {field: room.label(field, token) for field, token in fields}
    said["n"] = sum(int(phrase.params.get("n", 0)) for phrase in room.game.explain(room.state, room.seat, move))
    if isinstance(move, Redraw):
        said["n"] = len(move.districts)
    for key in ("_".join([kind, *tokens]), kind):
        if room.voice.has(f"cit.button.{key}"):
            return room.say(f"cit.button.{key}", **said)
    return room.sentence(encode(move))


def card_line(voice: Voice, card: str, n: int = 1) -> str:
    """A district card in a line: name, cost, colour, and what it does."""
    facts = DISTRICTS[card]
    said = voice("cit.card.district", district=card, n=facts.cost, colour=facts.colour)
    if facts.colour == "purple":
        said = voice("cit.card.text", card=said, does=voice(f"pic.citadels.does.{card}"))
    return voice("cit.card.several", card=said, n=n) if n > 1 else said


def by_colour(room: Room, question: Question) -> list[Row]:
    """Many cards: a list for each colour."""
    lists = {
        room.say("cit.button.colour", colour=colour): [c for c, card in DISTRICTS.items() if card.colour == colour]
        for colour in COLOURS
    }
    return screens.lists(room, question, lists)
