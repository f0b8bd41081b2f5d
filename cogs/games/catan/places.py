"""Places of the island: numbered buttons that match the image."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Final

from cogs.choose.picker import Question, unique_items
from cogs.games import picker_screens
from cogs.games.picker_frame import frame_screen
from cogs.screen import MAX_OPTIONS, Button, Choice, File, Row, Screen, split_into_rows
from render import Mark
from rules.catan.layout import load_layouts
from rules.catan.moves import Robber, Setup
from rules.catan.places import NOBODY, Hex
from rules.catan.view import BuildingView, CatanView
from rules.core import Move, field_names, format_field
from words import Voice

from . import surroundings
from .parts import CatanSeatView, describe_move_cost, move_button

PLACES: Final = frozenset({"corner", "path", "hex", "hex2", "to", "knights"})
NAMED: Final = PLACES | {"goal", "other", "place"}  # sentence parameters that name places
CORNERS_PER_SELECT: Final = 20  # at most, in the setup
MAX_BUTTONS: Final = 25


def is_place(token: str) -> bool:
    """Whether a token names a place: v23, e30, h9."""
    return token[:1] in ("v", "e", "h") and token[1:].isdecimal()


def name_place_in_story(
    view: CatanView | None, voice: Voice, place: str, number: int = 0, numbers: Sequence[int] | None = None
) -> str:
    """A place in the story by constant facts: corners and paths by the hexes around, hexes by terrain.

    `number`: the token then on the hex; `numbers`: those then around the place; None: current ones.
    """
    if view is None or not is_on_board(view, place):
        return place
    index = int(place[1:])
    if place[0] == "v":
        return surroundings.describe_corner(view, voice, index, numbers)
    if place[0] == "e":
        return surroundings.describe_path(view, voice, index, numbers)
    return surroundings.describe_hex(view, voice, index, number)


def describe_place(view: CatanView | None, voice: Voice, place: str) -> str:
    """A place that can be chosen, with its typed form: corners with number, paths with their ends, hexes with token."""
    if view is None or not is_on_board(view, place):
        return place
    index = int(place[1:])
    if place[0] == "v":
        return voice("catan.place.corner_typed", label=place, list=surroundings.describe_corner(view, voice, index))
    if place[0] == "e":
        a, b = load_layouts()[view.board].path_ends[index]
        return voice("catan.place.path", label=place, a=a, b=b)
    key = "catan.place.hex_number" if view.hexes[index].token else "catan.place.hex"
    return voice(key, label=place, terrain=view.hexes[index].terrain, n=view.hexes[index].token)


def is_on_board(view: CatanView, place: str) -> bool:
    layout = load_layouts()[view.board]
    return int(place[1:]) < len({"v": layout.corners, "e": layout.paths, "h": layout.hexes}[place[0]])


def parse_place(view: CatanView | None, text: str) -> str:
    """The place of a typed spelling: `23-29` (path by corners), `h8 Forest 11`, `… (v23)`; empty if none."""
    layout = load_layouts()[view.board] if view is not None else None
    corners = re.fullmatch(r"(\d{1,3})\s*-\s*(\d{1,3})", text.strip())
    if corners and layout is not None:
        a, b = sorted(map(int, corners.groups()))
        path = layout.path_between.get((a, b))
        return f"e{path}" if path is not None else ""
    if ends := re.search(r"\((v\d{1,3})\)\s*$", text.lower()):
        return ends[1]
    first, *more = text.lower().split() or [""]
    return first if more and is_place(first) else ""


def robbery_victims(seat_view: CatanSeatView, hex_: int) -> tuple[int, ...]:
    """All seats that can be robbed on a hex."""
    victims = seat_view.preview(Robber(Hex(hex_), NOBODY))
    assert isinstance(victims, tuple), "the rules know who can be robbed"
    return victims


def marks_for_moves(moves: Sequence[Move], field: str | None = None) -> tuple[Mark, ...]:
    """Marks for the places of these moves; only of `field` if given."""
    tokens = unique_items(
        token
        for move in moves
        for name in field_names(type(move))
        if name in PLACES and (field is None or name == field)
        for token in format_field(getattr(move, name)).split(",")
        if is_place(token)
    )
    return tuple(Mark(token, token) for token in tokens)


async def island_picture(seat_view: CatanSeatView, question: Question, place_marks: Sequence[Mark]) -> tuple[File, ...]:
    """The island with marks on possible places; places already chosen are outlined."""
    chosen_places = [token for field, token in question.crumbs if field in PLACES and is_place(token)]
    if question.shape == "move":
        chosen_places = []
    chosen_marks = [Mark(token, token, tone="last") for token in chosen_places]
    marks = (*chosen_marks, *(mark for mark in place_marks if mark.token not in chosen_places))
    return await seat_view.draw_picture(
        f"places {question.path}",
        lambda renderer, view, look: renderer.choice(_view_with_chosen(view, question, chosen_places), look, marks),
    )


def _view_with_chosen(view: CatanView, question: Question, chosen_places: Sequence[str]) -> CatanView:
    """The view with chosen places as changed, and with the building of the setup."""
    corners = {move.corner for move in question.moves if isinstance(move, Setup)}
    seat = view.you
    if len(corners) == 1 and seat is not None and (chosen_places or question.shape == "move"):
        corner = corners.pop()
        city = seat in view.tasks and view.tasks[seat].key.endswith("place_city")
        built = sorted((*view.buildings, BuildingView(int(corner), seat, city)), key=lambda building: building.corner)
        return replace(view, buildings=tuple(built), changed=(str(corner),))
    return replace(view, changed=tuple(chosen_places)) if chosen_places else view


async def place_screen(
    seat_view: CatanSeatView, question: Question, text: str, pass_buttons: Sequence[Button] = ()
) -> Screen:
    """The choice of a place; plays at once if it leaves one move."""
    field = question.field
    files = await island_picture(seat_view, question, marks_for_moves(question.moves, field))
    rows: Sequence[Row]
    if question.shape == "set":
        rows = [picker_screens.set_select(seat_view, question), *split_into_rows(list(pass_buttons))]
    elif question.fits_buttons and len(question.choices) + len(pass_buttons) <= MAX_BUTTONS:
        rows = split_into_rows([*picker_screens.choice_buttons(seat_view, question), *pass_buttons])
    elif question.kind == "setup" and field == "corner":
        rows = _corner_selects(seat_view, question)
    else:
        rows = [*picker_screens.group_selects(seat_view, question), *split_into_rows(list(pass_buttons))]
    full_text = "\n".join([text, *surroundings.corner_lines(seat_view, question)])
    return frame_screen(seat_view, question, full_text, rows, files)


def _corner_selects(seat_view: CatanSeatView, question: Question) -> list[Row]:
    """Free corners of the whole island in selects by number: `0-18`, `19-37`, `38-53`."""
    corner_count = len(load_layouts()[seat_view.view.board].corners)
    parts = ceil(corner_count / CORNERS_PER_SELECT)
    size = ceil(corner_count / parts)
    if parts == 3:
        size += 1  # makes the last part of the small island the smallest
    rows: list[Row] = []
    for part in range(parts):
        low, high = part * size, min(corner_count, (part + 1) * size) - 1
        choices = [choice for choice in question.choices if low <= int(choice.token[1:]) <= high]
        options = [
            Choice(
                str(choice.path),
                seat_view.value_label("corner", choice.token),
                surroundings.describe_surroundings(seat_view, choice.token),
            )
            for choice in choices
        ]
        if options:
            placeholder = seat_view.say("catan.choose.corners", first=low, last=high)
            rows.append(seat_view.choice_select(part, question.path, options[:MAX_OPTIONS], placeholder))
    return rows


async def last_place_screen(
    seat_view: CatanSeatView, question: Question, text: str, pass_buttons: Sequence[Button] = ()
) -> Screen:
    """The button of the only place left."""
    move = question.moves[0]
    files = await island_picture(seat_view, question, marks_for_moves([move]))
    lines = (text, *surroundings.corner_lines(seat_view, question), describe_move_cost(seat_view, move))
    full_text = "\n".join(filter(None, lines))
    return frame_screen(
        seat_view, question, full_text, split_into_rows([move_button(seat_view, move), *pass_buttons]), files
    )
