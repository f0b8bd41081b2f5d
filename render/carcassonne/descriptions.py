"""The same view in words: alternative texts of pictures, and the whole board as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from render.core.look import Look, Mark, Say
from render.core.sentences import LIMIT, cut_to_limit, join_list
from rules.carcassonne.cells import Cell, column_letters
from rules.carcassonne.view import CarcassonneView, Feature, Piece

from . import tiles_left
from .expansions import EXTRAS, extras_in_view
from .facts import tile_facts
from .figure_sketch import figure_word
from .figure_spots import CORNERS
from .signs import mark_word, sign_of_mark
from .targets import find_target
from .tile_description import describe_land_tile

CHOSEN: Final = ("choice", "open")  # tones of what may be chosen


def shortened_list(make: str, items: Sequence[str], say: Say, room: int, between: str = "; ") -> str:
    """A sentence with a list that keeps as many items as fit the room; empty if none does."""
    for count in range(len(items), 0, -1):
        sentence = say(make, list=join_list(items[:count], between))
        if len(sentence) <= room:
            return sentence
    return ""


def place_legend(view: CarcassonneView, say: Say, cell: Cell, tile: str, quarters: int, place: str) -> str:
    """The same in a few words, beside the token: fields are told apart by their cities."""
    kind = place.partition("-")[0]
    if kind != "field":
        return describe_place(view, say, cell, tile, quarters, place)
    n = _count_field_cities(view, cell, tile, quarters, place)
    return say("pic.place.legend_field", n=n) if n else say("pic.place.legend_field_none")


def _count_field_cities(view: CarcassonneView, cell: Cell, tile: str, quarters: int, place: str) -> int:
    """How many cities a field touches: on the board if it lies there, else on the tile."""
    found = feature_at(view, cell, place)
    if found is not None:
        return len(found.cities) + found.beyond
    f = tile_facts(tile, quarters)
    return next((len(x.cities) for x in f.fields if x.id == f.places().get(place)), 0)


def describe_place(view: CarcassonneView, say: Say, cell: Cell, tile: str, quarters: int, place: str) -> str:
    """A place of a tile in words: a field names its half edge and how many cities it touches."""
    kind, _, side = place.partition("-")
    for extra in EXTRAS.values():
        words = extra.place_words(say, place)
        if words:
            return words
    if kind in CORNERS:
        kind, side = "corner", kind
    called = tile_facts(tile).building or kind if kind == "monastery" else kind
    word = say(f"pic.feature.{called}")
    if not side:
        return word
    where = say(f"pic.side.{side}")
    if kind != "field":
        return say("pic.place.with_side", feature=word, side=where)
    n = _count_field_cities(view, cell, tile, quarters, place)
    if n:
        return say("pic.place.field", feature=word, side=where, n=n)
    return say("pic.place.field_none", feature=word, side=where)


def feature_at(view: CarcassonneView, cell: Cell, place: str) -> Feature | None:
    """The feature of the board that has this place."""
    return next((f for f in view.features if (cell, place) in f.places), None)


def _feature_name(say: Say, feature: Feature) -> str:
    """What a feature is called: a castle is a city that its lord holds."""
    return say(f"pic.feature.{feature.called or feature.kind}")


def _colour_of(look: Look, seat: int) -> str:
    return look.say(f"pic.colour.{look.seats[seat].colour.name}")


def _describe_owners(look: Look, feature: Feature) -> str:
    said = [look.say("pic.part.owner", name=look.seats[seat].name, n=n) for seat, n in enumerate(feature.strength) if n]
    return join_list(said)


def _feature_details(view: CarcassonneView, look: Look, feature: Feature, numbers: dict[int, int], cells: bool) -> str:
    """What is said of a feature after its places."""
    say = look.say
    if feature.kind == "monastery":
        parts = [say("pic.part.around", n=8 - len(feature.open_at))]
    else:
        parts = [say("pic.part.tiles", n=len(feature.tiles))]
    parts += [mark_word(say, mark, n) for mark, n in feature.marks.items() if n and sign_of_mark(mark).told is not None]
    if feature.kind != "field":
        if feature.complete:
            parts.append(say("pic.part.complete"))
            if feature.scored:
                parts.append(say("pic.part.scored"))
        elif feature.kind != "monastery" and feature.open_at:
            if cells:
                parts.append(say("pic.part.open", cells=join_list(map(str, feature.open_at))))
            else:
                parts.append(say("pic.part.open_count", n=len(feature.open_at)))
    elif feature.cities or feature.beyond:
        if cells:
            touches = [say("pic.part.city_number", n=numbers[i]) for i in feature.cities]
            touched = join_list([*touches, say("pic.part.beyond", n=feature.beyond)] if feature.beyond else touches)
        else:
            touched = say("pic.part.cities", n=len(feature.cities) + feature.beyond)
        parts.append(say("pic.part.touches", cities=touched))
    owners = _describe_owners(look, feature)
    if owners:
        parts.append(owners)
    return join_list(parts)


def land_span(view: CarcassonneView) -> dict[str, str | int]:
    """Which columns and rows the land covers."""
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
                colour=_colour_of(look, i),
                letter=seat.letter,
                points=view.scores[i],
            )
            for i, seat in enumerate(look.seats)
        ),
    )


def _describe_choices(view: CarcassonneView, say: Say, marks: Sequence[Mark]) -> str:
    """What one may choose: cells, or places of all kinds."""
    chosen = [m for m in marks if m.tone in CHOSEN]
    there = [find_target(view, m.place) for m in chosen]
    named = join_list(where.named(m, say) for where, m in zip(there, chosen, strict=True))
    return say("pic.alt.cells" if all(t.kind == "cell" for t in there) else "pic.alt.spots", n=len(chosen), list=named)


def _seat_items(view: CarcassonneView, look: Look, seat: int) -> list[str]:
    """What a seat has beside followers: other figures, and what modules gave it."""
    say = look.say
    found = [
        say("pic.board.several", figure=figure_word(say, kind), n=n) if n > 1 else figure_word(say, kind)
        for kind, n in view.supply[seat].items()
        if n and kind != "follower"
    ]
    for extra, seen in extras_in_view(view):
        found += extra.owned(seen, view, look, seat)
    return found


def _describe_owned_features(view: CarcassonneView, look: Look) -> str:
    say = look.say
    lines = [
        say("pic.alt.owned", name=seat.name, list=join_list(things))
        for i, seat in enumerate(look.seats)
        if (things := _seat_items(view, look, i))
    ]
    return say("pic.alt.owns", list=join_list(lines, "; ")) if lines else ""


def _describe_whose_turn(view: CarcassonneView, look: Look) -> str:
    if view.over:
        return look.say("pic.alt.over", names=join_list(look.seats[i].name for i in view.winners))
    asked: list[int | None] = [*sorted(view.tasks)] or [view.active]
    return " ".join(
        look.say("pic.alt.turn", name=look.seats[seat].name, colour=_colour_of(look, seat))
        for seat in asked
        if seat is not None
    )


def describe_carcassonne_table(view: CarcassonneView, look: Look, marks: Sequence[Mark], story: str) -> str:
    """What the picture of the table shows, most important first."""
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
            feature=_feature_name(say, f),
            place=".".join(map(str, f.places[0])),
            parts=_feature_details(view, look, f, {}, False),
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
    """What the picture of a picker shows: the cells one may choose, and the tile."""
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
    """What the preview shows: the tile on its spot and its places."""
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
    """A part of the board, or a numbered window with the cells one may choose in it."""
    say = look.say
    inside = [t for t in view.laid if box[0] <= t.cell.x <= box[2] and box[1] <= t.cell.y <= box[3]]
    where = {"c1": column_letters(box[0]), "c2": column_letters(box[2]), "r1": box[1] + 50, "r2": box[3] + 50}
    if number:
        return cut_to_limit(
            [say("pic.alt.window", **where, n=number, list=join_list(m.token for m in marks))], say("pic.alt.more")
        )
    figures = [_describe_figure(p, look) for p in view.pieces if any(t.cell == p.cell for t in inside)]
    said = [say("pic.alt.region", **where, n=len(inside))]
    if figures:
        said.append(say("pic.alt.figures", list=join_list((x.rstrip(".") for x in figures), "; ")))
    return cut_to_limit(said, say("pic.alt.more"))


def board_as_text(view: CarcassonneView, look: Look, title: str, legal: Sequence[tuple[str, Sequence[int]]]) -> str:
    """The whole board in words: everything the picture shows, and nothing else."""
    say = look.say
    head = "pic.board.head_over" if view.over else "pic.board.head"
    first = [say(head, title=title, n=view.tile_number - view.opening, total=view.tile_total - view.opening)]
    if view.drawn:
        f = tile_facts(view.drawn.tile)
        first.append(
            say(
                "pic.board.lays",
                name=look.seats[view.drawn.seat].name,
                colour=_colour_of(look, view.drawn.seat),
                tile=describe_land_tile(say, f),
                id=f.id,
            )
        )
    asked: list[int | None] = [*sorted(view.tasks)] or [view.active]
    for seat in asked:
        if seat is not None and (view.drawn is None or seat != view.drawn.seat):
            first.append(say("pic.board.to_act", name=look.seats[seat].name, colour=_colour_of(look, seat)))
    if view.just_laid is not None:
        first.append(say("pic.board.just", cell=str(view.just_laid)))
    lines = [" ".join(first)]
    if legal:
        lines.append(
            say(
                "pic.board.possible",
                list=join_list(
                    (f"{cell} {join_list(str(int(t)) for t in turns)}".rstrip() for cell, turns in legal), "; "
                ),
            )
        )
    lines.append(
        say(
            "pic.board.scores",
            list=" ".join(
                say(
                    "pic.board.score",
                    name=seat.name,
                    colour=_colour_of(look, i),
                    points=view.scores[i],
                    n=view.supply[i].get("follower", 0),
                )
                + (" " + say("pic.board.has", list=join_list(things)) if (things := _seat_items(view, look, i)) else "")
                for i, seat in enumerate(look.seats)
            ),
        )
    )
    lines += [line for extra, seen in extras_in_view(view) for line in extra.lines(seen, view, look) if line]
    numbers: dict[int, int] = {}
    for kind, key in (("city", "cities"), ("road", "roads"), ("monastery", "monasteries"), ("field", "fields")):
        found = [(i, f) for i, f in enumerate(view.features) if f.kind == kind]
        if kind == "city":
            numbers = {i: n for n, (i, _) in enumerate(found, 1)}
        said = [
            say(
                "pic.board.feature",
                n=n,
                places=" ".join(f"{cell}.{place}" for cell, place in f.places),
                parts=_feature_details(view, look, f, numbers, True)
                if f.called in ("", f.kind)
                else say(
                    "pic.board.called",
                    what=_feature_name(say, f),
                    parts=_feature_details(view, look, f, numbers, True),
                ),
            )
            for n, (_, f) in enumerate(found, 1)
        ]
        lines.append(say(f"pic.board.{key}", list=" ".join(said) or say("pic.board.none")))
    figures = [_describe_figure(p, look) for p in view.pieces]
    if figures:
        lines.append(say("pic.board.figures", list=" ".join(figures)))
    lines.append(say("pic.board.rows", list=" ".join(_list_text_rows(view, say))))
    if view.put_aside:
        lines.append(say("pic.board.aside", list=join_list(view.put_aside)))
    lines += tiles_left.list_stock_sentences(view, look) if tiles_left.count_tiles_left(view) else []
    return "\n".join(lines)


def _describe_figure(piece: Piece, look: Look) -> str:
    """A figure and where it stands, in words; one that stands on a tile as such names the tile."""
    where = f"{piece.cell}.{piece.place}" if piece.place != "tile" else str(piece.cell)
    figure = figure_word(look.say, piece.kind)
    if piece.seat is None:
        return look.say("pic.board.nobodys", figure=figure, spot=where)
    return look.say("pic.board.figure", name=look.seats[piece.seat].name, figure=figure, spot=where)


def _list_text_rows(view: CarcassonneView, say: Say) -> Iterable[str]:
    for y in sorted({t.cell.y for t in view.laid}):
        row = sorted((t for t in view.laid if t.cell.y == y), key=lambda t: t.cell.x)
        yield say(
            "pic.board.row",
            row=y + 50,
            tiles=join_list(f"{column_letters(t.cell.x)} {t.tile} {int(t.turn)}" for t in row),
        )


__all__ = [
    "LIMIT",
    "board_as_text",
    "cut_to_limit",
    "describe_carcassonne_table",
    "describe_counted",
    "describe_land_tile",
    "describe_picker",
    "describe_place_preview",
    "describe_region",
    "describe_turns",
]
