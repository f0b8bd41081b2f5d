"""Descriptions of what surrounds corners, paths and hexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.picker import Question
from rules.catan.event_places import hexes_at_place
from rules.catan.layout import ANY, load_layouts
from rules.catan.places import Corner, Path
from rules.catan.view import CatanView
from words import Voice

from .expansions import expansions_in_play
from .parts import CatanSeatView

SETTLED: Final = ("setup", "build-settlement", "build-city")  # kinds that place a building
SIDES: Final = ("ne", "e", "se", "sw", "w", "nw")  # sides of a hex, from each corner to the next
LINES: Final = 12  # corners described below a question


def hex_name(seat_view: CatanSeatView, token: str) -> str:
    """Terrain and token of a hex, and its number on the image: `Forest 8 (6)`."""
    found = seat_view.view.hexes[int(token[1:])]
    key = "catan.place.hex_called" if found.token else "catan.place.hex_called_bare"
    return seat_view.say(key, label=seat_view.label("hex", token), terrain=found.terrain, n=found.token)


def describe_corner(view: CatanView, voice: Voice, corner: int, numbers: Sequence[int] | None = None) -> str:
    """Hexes and harbour at a corner: `Hills 6 · Forest 11 · harbour 3:1`.

    `numbers`: the tokens then there (0 or missing: none); None: current ones.
    """
    told = _describe_hexes_at(view, voice, str(Corner(corner)), numbers)
    for harbour in view.harbours:
        if corner in harbour.corners:
            kind = "harbour" if harbour.card == ANY else "harbour_of"
            told.append(voice(f"catan.place.{kind}", n=harbour.rate, card=harbour.card))
    return " · ".join(told)


def describe_path(view: CatanView, voice: Voice, path: int, numbers: Sequence[int] | None = None) -> str:
    """Both sides of a path: `Hills 6 | Forest 4`; at the coast also where: `Hills 6 (upper left) | sea`."""
    sides = _describe_hexes_at(view, voice, str(Path(path)), numbers)
    if len(sides) < 2:
        return voice(f"catan.place.coast_{_coast_side(view, path)}", side=sides[0])
    return voice("catan.place.sides", side=sides[0], other_side=sides[1])


def _coast_side(view: CatanView, path: int) -> str:
    """The side of its only hex where a coastal path lies."""
    layout = load_layouts()[view.board]
    (hex_,) = hexes_at_place(layout, str(Path(path)))
    around = layout.corners_of[hex_]
    both = set(layout.ends[path])
    return next(word for i, word in enumerate(SIDES) if {around[i], around[(i + 1) % 6]} == both)


def describe_hex(view: CatanView, voice: Voice, hex_: int, number: int) -> str:
    """A hex with its token: `Hills 6`; 0: without one."""
    return voice(f"catan.place.{'ground_number' if number else 'ground'}", terrain=view.hexes[hex_].terrain, n=number)


def _describe_hexes_at(view: CatanView, voice: Voice, token: str, numbers: Sequence[int] | None) -> list[str]:
    hexes = hexes_at_place(load_layouts()[view.board], token)
    shown = [view.hexes[n].token for n in hexes] if numbers is None else [*numbers, *[0] * len(hexes)]
    return [describe_hex(view, voice, n, number) for n, number in zip(hexes, shown, strict=False)]


def describe_surroundings(seat_view: CatanSeatView, token: str) -> str:
    """Hexes and harbour at a corner: `Hills 6 · Forest 11 · harbour 3:1`."""
    return describe_corner(seat_view.view, seat_view.voice, int(token[1:]))


def corner_lines(seat_view: CatanSeatView, question: Question) -> list[str]:
    """A line per corner where a building may stand, or for the corner chosen."""
    if question.kind not in (*SETTLED, *(kind for extra in expansions_in_play(seat_view) for kind in extra.settling)):
        return []
    if question.field == "corner":
        tokens = [choice.token for choice in question.choices]
    else:
        tokens = [token for field, token in question.crumbs if field == "corner"]
    if len(tokens) > LINES:
        return []
    said = "catan.place.corner"
    return [
        seat_view.say(said, label=seat_view.label("corner", token), list=describe_surroundings(seat_view, token))
        for token in tokens
    ]
