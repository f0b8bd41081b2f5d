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

BUILDING_KINDS: Final = ("setup", "build-settlement", "build-city")  # besides those of expansions
SIDES: Final = ("ne", "e", "se", "sw", "w", "nw")  # sides of a hex, from each corner to the next
MAX_CORNER_LINES: Final = 12  # below a question


def hex_name(seat_view: CatanSeatView, token: str) -> str:
    """Terrain and token of a hex, and its number on the image: `Forest 8 (6)`."""
    hex_view = seat_view.view.hexes[int(token[1:])]
    key = "catan.place.hex_called" if hex_view.token else "catan.place.hex_called_bare"
    return seat_view.say(key, label=seat_view.value_label("hex", token), terrain=hex_view.terrain, n=hex_view.token)


def describe_corner(view: CatanView, voice: Voice, corner: int, numbers: Sequence[int] | None = None) -> str:
    """Hexes and harbour at a corner: `Hills 6 · Forest 11 · harbour 3:1`.

    `numbers`: the tokens then there (0 or missing: none); None: current ones.
    """
    parts = _describe_hexes_at(view, voice, str(Corner(corner)), numbers)
    for harbour in view.harbours:
        if corner in harbour.corners:
            kind = "harbour" if harbour.card == ANY else "harbour_of"
            parts.append(voice(f"catan.place.{kind}", n=harbour.rate, card=harbour.card))
    return " · ".join(parts)


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
    hex_corners = layout.corners_of[hex_]
    path_ends = set(layout.path_ends[path])
    sides = zip(SIDES, hex_corners, (*hex_corners[1:], hex_corners[0]), strict=True)
    return next(word for word, start, end in sides if {start, end} == path_ends)


def describe_hex(view: CatanView, voice: Voice, hex_: int, number: int) -> str:
    """A hex with its token: `Hills 6`; 0: without one."""
    return voice(f"catan.place.{'ground_number' if number else 'ground'}", terrain=view.hexes[hex_].terrain, n=number)


def _describe_hexes_at(view: CatanView, voice: Voice, token: str, numbers: Sequence[int] | None) -> list[str]:
    hexes = hexes_at_place(load_layouts()[view.board], token)
    tokens = [view.hexes[hex_].token for hex_ in hexes] if numbers is None else [*numbers, *[0] * len(hexes)]
    return [describe_hex(view, voice, hex_, number) for hex_, number in zip(hexes, tokens, strict=False)]


def describe_surroundings(seat_view: CatanSeatView, token: str) -> str:
    """Hexes and harbour at a corner: `Hills 6 · Forest 11 · harbour 3:1`."""
    return describe_corner(seat_view.view, seat_view.voice, int(token[1:]))


def corner_lines(seat_view: CatanSeatView, question: Question) -> list[str]:
    """A line per corner where a building may stand, or for the corner chosen."""
    expansion_kinds = [kind for extra in expansions_in_play(seat_view) for kind in extra.kinds_placing_building]
    if question.kind not in (*BUILDING_KINDS, *expansion_kinds):
        return []
    if question.field == "corner":
        tokens = [choice.token for choice in question.choices]
    else:
        tokens = [token for field, token in question.crumbs if field == "corner"]
    if len(tokens) > MAX_CORNER_LINES:
        return []
    labels = [(seat_view.value_label("corner", token), describe_surroundings(seat_view, token)) for token in tokens]
    return [seat_view.say("catan.place.corner", label=label, list=hexes) for label, hexes in labels]
