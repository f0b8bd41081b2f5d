"""Captions of turns in recaps: deeds of the player, deeds of others, other news."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from render.core.look import Look
from render.core.recap import Event, RecapTurn, TurnPhrase
from render.core.sentences import join_list

from .hand import card_name

RECAP: Final = "pic.catan.recap"
TWO_LINES_LETTERS: Final = 78  # letters in two lines below a picture
THREE_LINES_LETTERS: Final = 116
# Event -> (key below `pic.catan.recap`, weight), counted for each player.
COUNTED: Final[dict[str, tuple[str, int]]] = {
    "catan.setup.settlement": ("settlement", 5),
    "catan.setup.city": ("city", 5),
    "catan.build.road": ("road", 4),
    "catan.build.free_road": ("road", 4),
    "catan.build.settlement": ("settlement", 5),
    "catan.build.city": ("city", 5),
    "catan.build.wall": ("wall", 3),
    "catan.knight.recruited": ("knight", 4),
    "catan.knight.promoted": ("promoted", 3),
    "catan.knight.activated": ("activated", 2),
    "catan.knight.moved": ("moved", 3),
    "catan.knight.drove": ("drove", 6),
    "catan.knight.chased": ("chased", 5),
    "catan.dev.bought": ("bought", 2),
    "catan.city.lost": ("city_lost", 7),
    "catan.city.pillaged": ("city_lost", 7),
    "catan.barbarians.defender": ("defender", 6),
    "catan.dev.knight": ("played_knight", 5),
}
# Events with a caption piece each, in the same form.
SINGLE: Final[dict[str, tuple[str, int]]] = {
    "catan.longest.taken": ("longest", 7),
    "catan.army.taken": ("army", 7),
    "catan.metropolis.built": ("metropolis", 6),
    "catan.improve.done": ("level", 4),
    "catan.play.card": ("card", 6),
    "catan.robber.moved": ("robber", 6),
    "catan.robber.stole": ("stole", 6),
    "catan.gate.shown": ("shown", 7),
}
SINGLE_WORDS: Final = frozenset(word for word, _ in SINGLE.values())
# Events without a player, with their own words each.
WITHOUT_PLAYER: Final[Mapping[str, tuple[str, int]]] = {
    "catan.barbarians.won": ("beaten", 6),
    "catan.barbarians.lost": ("beat", 6),
}
# Prefixes of events that the picture or the words above show, and of sentences that sum up several events.
SHOWN_ELSEWHERE: Final = (
    "catan.dice",
    "catan.production",
    "catan.story.rolled",
    "catan.story.produced",
    "catan.story.robbed",
    "catan.story.roads",
    "catan.story.free_roads",
    "catan.story.recruited",
    "catan.story.activated",
    "catan.story.promoted",
    "catan.story.drew",
    "catan.story.fight",
    "catan.story.losses",
    "catan.story.sent",
    "catan.robber.stole",
    "catan.barbarians",
    "catan.gate",
    "catan.metropolis",
    "catan.city",
    "catan.setup",
    "catan.turn",
    "catan.special",
    "catan.trade.offered",
    "catan.trade.closed",
)
STOLEN_FROM_READER_WEIGHT: Final = 20  # more than any other event
SHOWN_CARD_POINTS: Final = 1  # points of a card that must be shown
LEAST_WEIGHT: Final = 2  # sentences up to this weight are left out
EventGroup = tuple[int | None, str, int]  # (seat, word, weight) of events that are joined


@dataclass(frozen=True, slots=True)
class _CaptionPiece:
    """A few words about a seat (None: a full sentence)."""

    seat: int | None
    text: str
    weight: int
    event_position: int = 0  # index of its (first) event in the turn
    is_card_name: bool = False  # whether it is the name of a played card


def player_turn_caption(
    turns: Sequence[RecapTurn], look: Look, reader: int | None, room: int = TWO_LINES_LETTERS
) -> str:
    """The caption of one player's turn and the building of others after it, in about `room` letters; never empty."""
    turn_seat = next((turn.seat for turn in turns if turn.seat is not None), None)
    writer = _CaptionWriter(look, reader, turn_seat)
    events = [event for turn in turns for event in turn.events]
    pieces = writer.list_pieces(events)
    phrases = [(turn.seat, phrase) for turn in turns for phrase in turn.said if not _has_own_piece(phrase)]
    pieces = [piece for piece in pieces if not _repeats_card_name(piece, phrases)]
    event_positions = {key: position for position, (key, _) in reversed([*enumerate(events)])}  # of the first of a key
    for seat, phrase in phrases:
        if phrase.weight > LEAST_WEIGHT:
            last = max(
                (piece.event_position for piece in pieces), default=0
            )  # the position of a phrase without an event
            position = event_positions.get(phrase.key, last)
            pieces.append(_CaptionPiece(None, writer.add_player_name(seat, phrase), phrase.weight, position))
    pieces.sort(key=lambda piece: piece.event_position)
    if not pieces:
        fallback = writer.add_player_name(*phrases[0]) if phrases else look.say(f"{RECAP}.nothing")
        pieces.append(_CaptionPiece(None, fallback, LEAST_WEIGHT))
    while len(text := writer.join_pieces(pieces)) > room and len(pieces) > 1:
        pieces.remove(min(pieces, key=lambda piece: piece.weight))
    return text


def _repeats_card_name(piece: _CaptionPiece, phrases: Sequence[tuple[int | None, TurnPhrase]]) -> bool:
    """Whether the piece is only the name of a card that a sentence names too."""
    texts = (phrase.text.casefold() for _, phrase in phrases if phrase.weight > LEAST_WEIGHT)
    return piece.is_card_name and any(piece.text.casefold() in text for text in texts)


def _has_own_piece(phrase: TurnPhrase) -> bool:
    """Whether the picture or a caption piece shows the phrase's event already."""
    return phrase.key in (*COUNTED, *SINGLE) or phrase.key.startswith(SHOWN_ELSEWHERE)


class _CaptionWriter:
    """Words events as pieces, joining like events of one player."""

    def __init__(self, look: Look, reader: int | None, turn_seat: int | None) -> None:
        self.look, self.say, self.reader, self.turn_seat = look, look.say, reader, turn_seat

    def list_pieces(self, events: Sequence[Event]) -> list[_CaptionPiece]:
        """The pieces in the order of their events."""
        like_events: dict[EventGroup, list[Mapping[str, Any]]] = {}
        first_positions: dict[EventGroup, int] = {}
        for position, (key, params) in enumerate(events):
            if key in WITHOUT_PLAYER:
                group: EventGroup = (None, *WITHOUT_PLAYER[key])
                like_events[group], first_positions[group] = [params], position
                continue
            word, weight = (COUNTED | SINGLE).get(key, ("", 0))
            seat = params.get("seat")
            if word and isinstance(seat, int):
                like_events.setdefault((seat, word, weight), []).append(params)
                first_positions.setdefault((seat, word, weight), position)
        return [
            replace(piece, event_position=first_positions[group])
            for group, params_list in like_events.items()
            for piece in self._join_like_events(group, params_list)
        ]

    def _join_like_events(self, group: EventGroup, params_list: Sequence[Mapping[str, Any]]) -> Iterator[_CaptionPiece]:
        """Pieces for like events of one player: counted, or one each."""
        seat, word, weight = group
        if seat is None:
            yield _CaptionPiece(None, self.say(f"{RECAP}.{word}"), weight)
        elif word == "stole":
            victims = [params["from_seat"] for params in params_list]
            text = self.say(
                f"{RECAP}.stole", n=len(victims), list=join_list(map(self.name_or_you, dict.fromkeys(victims)))
            )
            yield _CaptionPiece(seat, text, STOLEN_FROM_READER_WEIGHT if self.reader in victims else weight)
        elif word in SINGLE_WORDS:
            for text in dict.fromkeys(self._describe_single_event(word, params) for params in params_list):
                if text:
                    yield _CaptionPiece(seat, text, weight, is_card_name=word == "card")
        else:
            yield _CaptionPiece(seat, self.say(f"{RECAP}.{word}", n=len(params_list)), weight)

    def _describe_single_event(self, word: str, params: Mapping[str, Any]) -> str:
        """The words for one event; empty if its log entry lacks what they need."""
        say = self.say
        if word == "level":
            track = say(f"catan.track.{params['track']}")
            return say(f"{RECAP}.level", level=say(f"catan.level.{params['level']}"), track=track, n=params["n"])
        if word == "metropolis":
            return say(f"{RECAP}.metropolis", track=say(f"catan.track.{params['track']}"))
        if word == "card":
            return card_name(self.look, params["progress"])
        if word == "shown":
            return say(f"{RECAP}.shown", card=card_name(self.look, params["progress"]), n=SHOWN_CARD_POINTS)
        if word == "robber":
            token = params.get("token")
            if token is None:  # missing in older logs
                return ""
            return say(f"{RECAP}.robber", token=token) if token else say(f"{RECAP}.robber_bare")
        return say(f"{RECAP}.{word}", n=params["n"])

    def add_player_name(self, seat: int | None, phrase: TurnPhrase) -> str:
        """A sentence of the table; with a name unless it is about the player of the turn."""
        if phrase.whole or seat is None or seat == self.turn_seat:
            return phrase.text
        return self.say(f"{RECAP}.other", name=self.name_or_you(seat), did=phrase.text)

    def name_or_you(self, seat: int) -> str:
        return self.say("pic.recap.you") if seat == self.reader else self.look.seats[seat].name

    def join_pieces(self, pieces: Sequence[_CaptionPiece]) -> str:
        """One sentence per player that begins with the name, omitted if it is the player of the turn first."""
        sentences: list[str] = []
        named_seats: set[int] = set()
        for piece in pieces:
            seat = piece.seat
            if seat is None:
                sentences.append(piece.text)
            if seat is None or seat in named_seats:
                continue
            named_seats.add(seat)
            deeds = self.say(f"{RECAP}.did", list=join_list(other.text for other in pieces if other.seat == seat))
            if seat != self.turn_seat or sentences:
                deeds = self.say(f"{RECAP}.other", name=self.name_or_you(seat), did=deeds)
            sentences.append(deeds)
        return " ".join(text[:1].upper() + text[1:] for text in sentences)
