"""Alternative texts of the pictures of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from render.core.look import Look, Mark, Say
from render.core.sentences import LIMIT, cut_to_limit, join_list
from rules.carcassonne.cells import Cell, column_letters
from rules.carcassonne.view import CarcassonneView

from .expansions import extras_in_view
from .facts import tile_facts
from .feature_words import (
    colour_of_seat,
    describe_figure,
    describe_place,
    feature_details,
    name_feature,
    seat_items,
)
from .targets import find_target
from .tile_description import describe_land_tile

CHOSEN: Final = ("choice", "open")  # tones of choices


def shortened_list(make: str, items: Sequence[str], say: Say, room: int, between: str = "; ") -> str:
    """A sentence with as many list items as fit into `room` letters; empty if none does."""
    for count in range(len(items), 0, -1):
        sentence = say(make, list=join_list(items[:count], between))
        if len(sentence) <= room:
            return sentence
    return ""


def land_span(view: CarcassonneView) -> dict[str, str | int]:
    """First and last column and row of the land, and the number of tiles."""
    xs, ys = [t.cell.x for t in view.laid] or [0], [t.cell.y for t in view.laid] or [0]
    return {
        "c1": column_letters(min(xs)),
        "c2": column_letters(max(xs)),
        "r1": min(ys) + 50,
        "r2": max(ys) + 50,
        "n": len(view.laid),
    }


def _describe_scores(view: CarcassonneView, look: Look) -> str:
    say = look.say
    return say(
        "pic.alt.scores",
        list=join_list(
            say(
                "pic.alt.score",
                name=seat.name,
                colour=colour_of_seat(look, i),
                letter=seat.letter,
                points=view.scores[i],
            )
            for i, seat in enumerate(look.seats)
        ),
    )


def _describe_choices(view: CarcassonneView, say: Say, marks: Sequence[Mark]) -> str:
    """The choices: cells, or places of all kinds."""
    chosen = [m for m in marks if m.tone in CHOSEN]
    there = [find_target(view, m.place) for m in chosen]
    named = join_list(where.named(m, say) for where, m in zip(there, chosen, strict=True))
    return say("pic.alt.cells" if all(t.kind == "cell" for t in there) else "pic.alt.spots", n=len(chosen), list=named)


def _describe_owned_features(view: CarcassonneView, look: Look) -> str:
    say = look.say
    lines = [
        say("pic.alt.owned", name=seat.name, list=join_list(things))
        for i, seat in enumerate(look.seats)
        if (things := seat_items(view, look, i))
    ]
    return say("pic.alt.owns", list=join_list(lines, "; ")) if lines else ""


def _describe_whose_turn(view: CarcassonneView, look: Look) -> str:
    if view.over:
        return look.say("pic.alt.over", names=join_list(look.seats[i].name for i in view.winners))
    asked: list[int | None] = [*sorted(view.tasks)] or [view.active]
    return " ".join(
        look.say("pic.alt.turn", name=look.seats[seat].name, colour=colour_of_seat(look, seat))
        for seat in asked
        if seat is not None
    )


def describe_carcassonne_table(view: CarcassonneView, look: Look, marks: Sequence[Mark], story: str) -> str:
    """The public table, most important first."""
    say = look.say
    said = [say("pic.alt.table", **land_span(view)), _describe_whose_turn(view, look)]
    if view.drawn:
        said.append(say("pic.alt.hand", tile=describe_land_tile(say, tile_facts(view.drawn.tile))))
    said.append(_describe_scores(view, look))
    modules = [sentence for extra, seen in extras_in_view(view) for sentence in extra.told(seen, view, look)]
    last = [m.token for m in marks if m.tone == "last"]
    if story:
        said.append(say("pic.alt.last", story=story))
    elif last:
        said.append(say("pic.alt.changed", cells=join_list(last)))
    more = say("pic.alt.more")
    if any(m.tone in CHOSEN for m in marks):
        said.append(_describe_choices(view, say, marks))
    said += [*modules, _describe_owned_features(view, look)]
    open_ones = [
        say(
            "pic.alt.feature",
            feature=name_feature(say, f),
            place=".".join(map(str, f.places[0])),
            parts=feature_details(view, look, f, {}, False),
        )
        for f in view.features
        if not f.scored and any(f.strength)
    ]
    room = LIMIT - len(" ".join(said)) - len(more) - 2
    features = shortened_list("pic.alt.features", open_ones, say, room)
    said.append(features)
    whole = " ".join(s for s in said if s)
    if open_ones and features != say("pic.alt.features", list=join_list(open_ones, "; ")) and len(whole) < LIMIT:
        return cut_to_limit([*[s for s in said if s], more], more)
    return cut_to_limit([s for s in said if s], more)


def describe_picker(view: CarcassonneView, look: Look, marks: Sequence[Mark]) -> str:
    """The picture of a picker: the cells to choose from, and the tile."""
    say = look.say
    said = [_describe_choices(view, say, marks)]
    if view.drawn:
        said.append(say("pic.alt.hand", tile=describe_land_tile(say, tile_facts(view.drawn.tile))))
    said += [sentence for extra, seen in extras_in_view(view) for sentence in extra.told(seen, view, look)]
    said += [_describe_scores(view, look), say("pic.alt.table", **land_span(view))]
    return cut_to_limit(said, say("pic.alt.more"))


def describe_place_preview(
    view: CarcassonneView,
    look: Look,
    cell: Cell,
    tile: str,
    turn: int,
    marks: Sequence[Mark],
    ghosts: Sequence[str] = (),
) -> str:
    """The preview: the tile on its cell and its places."""
    say = look.say
    items = []
    for mark in marks:
        place = mark.place.partition(".")[2] or mark.token
        words = mark.note or describe_place(view, say, cell, tile, turn // 90, place)
        items.append(say("pic.alt.place", token=mark.token, words=words))
    words = describe_land_tile(say, tile_facts(tile, turn // 90))
    over = say("pic.alt.ghosts", list=join_list(ghosts)) if ghosts else ""
    if not items:
        return f"{say('pic.alt.lies', cell=str(cell), turn=turn, tile=words)} {over}".rstrip()
    whole = say("pic.alt.places", cell=str(cell), turn=turn, tile=words, list=join_list(items, "; "))
    while len(whole) + len(over) + 1 > LIMIT and items:
        items.pop()
        whole = say("pic.alt.places", cell=str(cell), turn=turn, tile=words, list=join_list(items, "; "))
    return f"{whole} {over}".rstrip()


def describe_turns(look: Look, cell: Cell, tile: str, legal: Sequence[int]) -> str:
    say = look.say
    items = [
        say("pic.alt.turned", turn=turn, tile=describe_land_tile(say, tile_facts(tile, turn // 90))) for turn in legal
    ]
    return cut_to_limit([say("pic.alt.turns", cell=str(cell), list=join_list(items, "; "))], say("pic.alt.more"))


def describe_counted(view: CarcassonneView, look: Look, cells: Sequence[Cell], title: str) -> str:
    say = look.say
    return cut_to_limit(
        [title, say("pic.alt.counted", cells=join_list(map(str, cells))), _describe_scores(view, look)],
        say("pic.alt.more"),
    )


def describe_region(
    view: CarcassonneView, look: Look, box: tuple[int, int, int, int], marks: Sequence[Mark], number: int
) -> str:
    """A part of the board, or a numbered window with its cells to choose from."""
    say = look.say
    inside = [t for t in view.laid if box[0] <= t.cell.x <= box[2] and box[1] <= t.cell.y <= box[3]]
    where = {"c1": column_letters(box[0]), "c2": column_letters(box[2]), "r1": box[1] + 50, "r2": box[3] + 50}
    if number:
        return cut_to_limit(
            [say("pic.alt.window", **where, n=number, list=join_list(m.token for m in marks))], say("pic.alt.more")
        )
    figures = [describe_figure(p, look) for p in view.pieces if any(t.cell == p.cell for t in inside)]
    said = [say("pic.alt.region", **where, n=len(inside))]
    if figures:
        said.append(say("pic.alt.figures", list=join_list((x.rstrip(".") for x in figures), "; ")))
    return cut_to_limit(said, say("pic.alt.more"))


__all__ = [
    "LIMIT",
    "cut_to_limit",
    "describe_carcassonne_table",
    "describe_counted",
    "describe_land_tile",
    "describe_picker",
    "describe_place_preview",
    "describe_region",
    "describe_turns",
]
