"""Alternative texts of the pictures of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from render.core.look import Look, Mark, Say
from render.core.sentences import LIMIT, cut_to_limit, join_list
from rules.carcassonne.cells import Cell, column_letters
from rules.carcassonne.view import CarcassonneView, Feature

from .expansions import extras_in_view
from .facts import tile_facts
from .feature_words import colour_of_seat, describe_figure, describe_place, feature_details, name_feature, seat_items
from .targets import find_target
from .tile_description import describe_land_tile

CHOSEN: Final = ("choice", "open")  # tones of choices


def shortened_list(key: str, items: Sequence[str], say: Say, room: int, separator: str = "; ") -> str:
    """A sentence with as many list items as fit into `room` letters; empty if none does."""
    for count in range(len(items), 0, -1):
        sentence = say(key, list=join_list(items[:count], separator))
        if len(sentence) <= room:
            return sentence
    return ""


def land_span(view: CarcassonneView) -> dict[str, str | int]:
    """First and last column and row of the land, and the number of tiles."""
    xs, ys = [tile.cell.x for tile in view.laid] or [0], [tile.cell.y for tile in view.laid] or [0]
    return {
        "c1": column_letters(min(xs)),
        "c2": column_letters(max(xs)),
        "r1": min(ys) + 50,
        "r2": max(ys) + 50,
        "n": len(view.laid),
    }


def _describe_scores(view: CarcassonneView, look: Look) -> str:
    score_texts = []
    for i, seat in enumerate(look.seats):
        colour, points = colour_of_seat(look, i), view.scores[i]
        score_texts.append(look.say("pic.alt.score", name=seat.name, colour=colour, letter=seat.letter, points=points))
    return look.say("pic.alt.scores", list=join_list(score_texts))


def _describe_choices(view: CarcassonneView, say: Say, marks: Sequence[Mark]) -> str:
    """The choices: cells, or places of all kinds."""
    chosen = [mark for mark in marks if mark.tone in CHOSEN]
    targets = [find_target(view, mark.place) for mark in chosen]
    named = join_list(target.plate_text(mark, say) for target, mark in zip(targets, chosen, strict=True))
    only_cells = all(target.kind == "cell" for target in targets)
    return say("pic.alt.cells" if only_cells else "pic.alt.spots", n=len(chosen), list=named)


def _describe_seat_items(view: CarcassonneView, look: Look) -> str:
    """The items of all seats that have any."""
    items = [(seat.name, seat_items(view, look, i)) for i, seat in enumerate(look.seats)]
    lines = [look.say("pic.alt.owned", name=name, list=join_list(owned)) for name, owned in items if owned]
    return look.say("pic.alt.owns", list=join_list(lines, "; ")) if lines else ""


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
    sentences = [say("pic.alt.table", **land_span(view)), _describe_whose_turn(view, look)]
    if view.drawn:
        sentences.append(say("pic.alt.hand", tile=describe_land_tile(say, tile_facts(view.drawn.tile))))
    sentences.append(_describe_scores(view, look))
    modules = [
        sentence for extra, seen in extras_in_view(view) for sentence in extra.list_alt_sentences(seen, view, look)
    ]
    changed = [mark.token for mark in marks if mark.tone == "last"]
    if story:
        sentences.append(say("pic.alt.last", story=story))
    elif changed:
        sentences.append(say("pic.alt.changed", cells=join_list(changed)))
    more = say("pic.alt.more")
    if any(mark.tone in CHOSEN for mark in marks):
        sentences.append(_describe_choices(view, say, marks))
    sentences += [*modules, _describe_seat_items(view, look)]
    owned = [feature for feature in view.features if not feature.scored and any(feature.strength)]
    described = [_describe_open_feature(view, look, feature) for feature in owned]
    room = LIMIT - len(" ".join(sentences)) - len(more) - 2
    features = shortened_list("pic.alt.features", described, say, room)
    sentences = [sentence for sentence in (*sentences, features) if sentence]
    is_shortened = bool(described) and features != say("pic.alt.features", list=join_list(described, "; "))
    if is_shortened and len(" ".join(sentences)) < LIMIT:
        sentences.append(more)
    return cut_to_limit(sentences, more)


def _describe_open_feature(view: CarcassonneView, look: Look, feature: Feature) -> str:
    place, parts = ".".join(map(str, feature.places[0])), feature_details(view, look, feature, {}, with_cells=False)
    return look.say("pic.alt.feature", feature=name_feature(look.say, feature), place=place, parts=parts)


def describe_picker(view: CarcassonneView, look: Look, marks: Sequence[Mark]) -> str:
    """The picture of a picker: the cells to choose from, and the tile."""
    say = look.say
    sentences = [_describe_choices(view, say, marks)]
    if view.drawn:
        sentences.append(say("pic.alt.hand", tile=describe_land_tile(say, tile_facts(view.drawn.tile))))
    sentences += [
        sentence for extra, seen in extras_in_view(view) for sentence in extra.list_alt_sentences(seen, view, look)
    ]
    sentences += [_describe_scores(view, look), say("pic.alt.table", **land_span(view))]
    return cut_to_limit(sentences, say("pic.alt.more"))


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
    ghosts_text = say("pic.alt.ghosts", list=join_list(ghosts)) if ghosts else ""
    if not items:
        return f"{say('pic.alt.lies', cell=str(cell), turn=turn, tile=words)} {ghosts_text}".rstrip()
    sentence = say("pic.alt.places", cell=str(cell), turn=turn, tile=words, list=join_list(items, "; "))
    while len(sentence) + len(ghosts_text) + 1 > LIMIT and items:
        items.pop()
        sentence = say("pic.alt.places", cell=str(cell), turn=turn, tile=words, list=join_list(items, "; "))
    return f"{sentence} {ghosts_text}".rstrip()


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
    inside = [tile for tile in view.laid if box[0] <= tile.cell.x <= box[2] and box[1] <= tile.cell.y <= box[3]]
    span = {"c1": column_letters(box[0]), "c2": column_letters(box[2]), "r1": box[1] + 50, "r2": box[3] + 50}
    if number:
        return cut_to_limit(
            [say("pic.alt.window", **span, n=number, list=join_list(mark.token for mark in marks))], say("pic.alt.more")
        )
    figures = [describe_figure(piece, look) for piece in view.pieces if any(tile.cell == piece.cell for tile in inside)]
    sentences = [say("pic.alt.region", **span, n=len(inside))]
    if figures:
        sentences.append(say("pic.alt.figures", list=join_list((text.rstrip(".") for text in figures), "; ")))
    return cut_to_limit(sentences, say("pic.alt.more"))
