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
ROOM: Final = 78  # letters in two lines below a picture
THREE_LINES: Final = 116
# Event -> (word below `pic.catan.recap`, weight), counted for each player.
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
# Events with their own words each.
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
# Events without a player.
ALONE: Final[Mapping[str, tuple[str, int]]] = {
    "catan.barbarians.won": ("beaten", 6),
    "catan.barbarians.lost": ("beat", 6),
}
# Prefixes of events that the picture or the words above show, including sentences about several events.
SHOWN: Final = (
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
FROM_READER: Final = 20
POINT: Final = 1  # points of a card that must be shown
LEAST: Final = 2  # sentences up to this weight are left out


@dataclass(frozen=True, slots=True)
class _CaptionPiece:
    """A few words about a seat (None: a full sentence)."""

    seat: int | None
    text: str
    weight: int
    at: int = 0  # index of its (first) event in the turn
    card: bool = False  # whether it is the name of a played card


def player_turn_caption(turns: Sequence[RecapTurn], look: Look, reader: int | None, room: int = ROOM) -> str:
    """The caption of one player's turn and the building of others after it, in about `room` letters; never empty."""
    own = next((turn.seat for turn in turns if turn.seat is not None), None)
    teller = _CaptionWriter(look, reader, own)
    events = [event for turn in turns for event in turn.events]
    pieces = teller.told(events)
    said = [(turn.seat, one) for turn in turns for one in turn.said if not _has_own_piece(one)]
    pieces = [piece for piece in pieces if not _repeats_card_name(piece, said)]
    places = {key: at for at, (key, _) in reversed([*enumerate(events)])}
    for seat, one in said:
        if one.weight > LEAST:
            at = places.get(one.key, max((piece.at for piece in pieces), default=0))  # without an event: last
            pieces.append(_CaptionPiece(None, teller.sentence(seat, one), one.weight, at))
    pieces.sort(key=lambda piece: piece.at)
    if not pieces:
        quiet = teller.sentence(*said[0]) if said else look.say(f"{RECAP}.nothing")
        pieces.insert(0, _CaptionPiece(None, quiet, LEAST))
    while len(text := teller.text(pieces)) > room and len(pieces) > 1:
        pieces.remove(min(pieces, key=lambda piece: piece.weight))
    return text


def _repeats_card_name(piece: _CaptionPiece, said: Sequence[tuple[int | None, TurnPhrase]]) -> bool:
    """Whether the piece is only the name of a card that a sentence names too."""
    return piece.card and any(piece.text.casefold() in one.text.casefold() for _, one in said if one.weight > LEAST)


def _has_own_piece(one: TurnPhrase) -> bool:
    return one.key in (*COUNTED, *SINGLE) or one.key.startswith(SHOWN)


class _CaptionWriter:
    """Words events as pieces, joining like events of one player."""

    def __init__(self, look: Look, reader: int | None, own: int | None) -> None:
        self.look, self.say, self.reader, self.own = look, look.say, reader, own

    def told(self, events: Sequence[Event]) -> list[_CaptionPiece]:
        """The pieces in the order of their events."""
        alike: dict[tuple[int | None, str], list[Mapping[str, Any]]] = {}
        weights: dict[str, int] = {}
        first: dict[tuple[int | None, str], int] = {}
        for at, (key, said) in enumerate(events):
            if key in ALONE:
                word, weights[word] = ALONE[key]
                alike[None, word] = [said]
                first[None, word] = at
                continue
            word, weight = (COUNTED | SINGLE).get(key, ("", 0))
            seat = said.get("seat")
            if not word or not isinstance(seat, int):
                continue
            weights[word] = weight
            alike.setdefault((seat, word), []).append(said)
            first.setdefault((seat, word), at)
        return [
            replace(piece, at=first[seat, word])
            for (seat, word), some in alike.items()
            for piece in self._pieces(seat, word, some, weights)
        ]

    def _pieces(
        self, seat: int | None, word: str, some: Sequence[Mapping[str, Any]], weights: Mapping[str, int]
    ) -> Iterator[_CaptionPiece]:
        """Pieces for like events of one player: counted, or one each."""
        if seat is None:
            yield _CaptionPiece(None, self.say(f"{RECAP}.{word}"), weights[word])
        elif word == "stole":
            victims = [said["from_seat"] for said in some]
            text = self.say(f"{RECAP}.stole", n=len(victims), list=join_list(map(self.name, dict.fromkeys(victims))))
            yield _CaptionPiece(seat, text, FROM_READER if self.reader in victims else weights[word])
        elif word in SINGLE_WORDS:
            for text in dict.fromkeys(self._single(word, said) for said in some):
                if text:
                    yield _CaptionPiece(seat, text, weights[word], card=word == "card")
        else:
            yield _CaptionPiece(seat, self.say(f"{RECAP}.{word}", n=len(some)), weights[word])

    def _single(self, word: str, said: Mapping[str, Any]) -> str:
        say = self.say
        if word == "level":
            track = say(f"catan.track.{said['track']}")
            return say(f"{RECAP}.level", level=say(f"catan.level.{said['level']}"), track=track, n=said["n"])
        if word == "metropolis":
            return say(f"{RECAP}.metropolis", track=say(f"catan.track.{said['track']}"))
        if word == "card":
            return card_name(self.look, said["progress"])
        if word == "shown":
            return say(f"{RECAP}.shown", card=card_name(self.look, said["progress"]), n=POINT)
        if word == "robber":
            token = said.get("token")
            if token is None:  # missing in older logs
                return ""
            return say(f"{RECAP}.robber", token=token) if token else say(f"{RECAP}.robber_bare")
        return say(f"{RECAP}.{word}", n=said["n"])

    def sentence(self, seat: int | None, said: TurnPhrase) -> str:
        """A sentence of the table; with a name unless it is about the player of the turn."""
        if said.whole or seat is None or seat == self.own:
            return said.text
        return self.say(f"{RECAP}.other", name=self.name(seat), did=said.text)

    def name(self, seat: int) -> str:
        return self.say("pic.recap.you") if seat == self.reader else self.look.seats[seat].name

    def text(self, pieces: Sequence[_CaptionPiece]) -> str:
        """One sentence per player that begins with the name, omitted if it is the player of the turn first."""
        sentences: list[str] = []
        told: set[int] = set()
        for piece in pieces:
            whose = piece.seat
            if whose is None:
                sentences.append(piece.text)
            if whose is None or whose in told:
                continue
            told.add(whose)
            did = self.say(f"{RECAP}.did", list=join_list(one.text for one in pieces if one.seat == whose))
            if whose != self.own or sentences:
                did = self.say(f"{RECAP}.other", name=self.name(whose), did=did)
            sentences.append(did)
        return " ".join(text[:1].upper() + text[1:] for text in sentences)
