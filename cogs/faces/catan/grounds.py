"""What lies around a corner and on a hex, in a few words: what the numbers on the buttons stand for."""

from __future__ import annotations

from typing import Final

from cogs.choose.picker import Question
from rules.catan.layout import ANY, layouts
from rules.catan.view import CatanView
from words import Voice

from .expansions import in_play
from .parts import CatanRoom

SETTLED: Final = ("setup", "build-settlement", "build-city")  # kinds that choose a building
LINES: Final = 12  # corners described below a question at most


def hex_name(room: CatanRoom, token: str) -> str:
    """The number of the picture with what lies there: `6 Forest 8`."""
    found = room.view.hexes[int(token[1:])]
    key = "catan.place.hex_number" if found.token else "catan.place.hex"
    return room.say(key, label=room.label("hex", token), terrain=found.terrain, n=found.token)


def at(view: CatanView, voice: Voice, corner: int, *, numbers: bool = True) -> str:
    """The hexes and the harbour at a corner: `Hills 6 · Forest 11 · harbour 3:1`."""
    told = []
    for n in layouts()[view.board].hexes_at[corner]:
        found = view.hexes[n]
        key = "ground_number" if found.token and numbers else "ground"
        told.append(voice(f"catan.place.{key}", terrain=found.terrain, n=found.token))
    for harbour in view.harbours:
        if corner in harbour.corners:
            kind = "harbour" if harbour.card == ANY else "harbour_of"
            told.append(voice(f"catan.place.{kind}", n=harbour.rate, card=harbour.card))
    return " · ".join(told)


def around(room: CatanRoom, token: str) -> str:
    """The hexes and the harbour at a corner: `Hills 6 · Forest 11 · harbour 3:1`."""
    return at(room.view, room.voice, int(token[1:]))


def lines(room: CatanRoom, question: Question) -> list[str]:
    """A line for each corner on which a building may stand, or for the one that is chosen."""
    if question.kind not in (*SETTLED, *(kind for extra in in_play(room) for kind in extra.settling)):
        return []
    if question.field == "corner":
        tokens = [choice.token for choice in question.choices]
    else:
        tokens = [token for field, token in question.crumbs if field == "corner"]
    if len(tokens) > LINES:
        return []
    said = "catan.place.corner"
    return [room.say(said, label=room.label("corner", token), list=around(room, token)) for token in tokens]
