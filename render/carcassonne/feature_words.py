"""Words for places, features, figures and seats, which alternative texts and the text board share."""

from __future__ import annotations

from render.core.look import Look, Say
from render.core.sentences import join_list
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView, Feature, Piece

from .expansions import EXTRAS, extras_in_view
from .facts import tile_facts
from .figure_sketch import figure_word
from .figure_spots import CORNERS
from .signs import mark_word, sign_of_mark


def place_legend(view: CarcassonneView, say: Say, cell: Cell, tile: str, quarters: int, place: str) -> str:
    """A place in a few words for the legend: fields are distinguished by the number of their cities."""
    kind = place.partition("-")[0]
    if kind != "field":
        return describe_place(view, say, cell, tile, quarters, place)
    city_count = _count_field_cities(view, cell, tile, quarters, place)
    return say("pic.place.legend_field", n=city_count) if city_count else say("pic.place.legend_field_none")


def describe_place(view: CarcassonneView, say: Say, cell: Cell, tile: str, quarters: int, place: str) -> str:
    """A place of a tile in words: a field with its half edge and the number of its cities."""
    kind, _, side = place.partition("-")
    for extra in EXTRAS.values():
        words = extra.describe_place(say, place)
        if words:
            return words
    if kind in CORNERS:
        kind, side = "corner", kind
    feature_name = tile_facts(tile).building or kind if kind == "monastery" else kind
    word = say(f"pic.feature.{feature_name}")
    if not side:
        return word
    side_word = say(f"pic.side.{side}")
    if kind != "field":
        return say("pic.place.with_side", feature=word, side=side_word)
    city_count = _count_field_cities(view, cell, tile, quarters, place)
    if city_count:
        return say("pic.place.field", feature=word, side=side_word, n=city_count)
    return say("pic.place.field_none", feature=word, side=side_word)


def _count_field_cities(view: CarcassonneView, cell: Cell, tile: str, quarters: int, place: str) -> int:
    """The number of cities that a field touches: on the board if it is there, else on the tile."""
    feature = feature_at(view, cell, place)
    if feature is not None:
        return len(feature.cities) + feature.beyond
    facts = tile_facts(tile, quarters)
    return next((len(field.cities) for field in facts.fields if field.id == facts.area_of_place().get(place)), 0)


def feature_at(view: CarcassonneView, cell: Cell, place: str) -> Feature | None:
    """The feature of the board with this place, or None."""
    return next((feature for feature in view.features if (cell, place) in feature.places), None)


def name_feature(say: Say, feature: Feature) -> str:
    """The word for a feature; a castle is a city held by its owner."""
    return say(f"pic.feature.{feature.called or feature.kind}")


def feature_details(
    view: CarcassonneView, look: Look, feature: Feature, city_numbers: dict[int, int], *, with_cells: bool
) -> str:
    """The details of a feature after its places. `with_cells`: with cells and numbers of cities instead of counts."""
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
            if with_cells:
                parts.append(say("pic.part.open", cells=join_list(map(str, feature.open_at))))
            else:
                parts.append(say("pic.part.open_count", n=len(feature.open_at)))
    elif feature.cities or feature.beyond:
        if with_cells:
            city_words = [say("pic.part.city_number", n=city_numbers[i]) for i in feature.cities]
            touched = join_list(
                [*city_words, say("pic.part.beyond", n=feature.beyond)] if feature.beyond else city_words
            )
        else:
            touched = say("pic.part.cities", n=len(feature.cities) + feature.beyond)
        parts.append(say("pic.part.touches", cities=touched))
    owners = _describe_owners(look, feature)
    if owners:
        parts.append(owners)
    return join_list(parts)


def _describe_owners(look: Look, feature: Feature) -> str:
    owners = [
        look.say("pic.part.owner", name=look.seats[seat].name, n=n) for seat, n in enumerate(feature.strength) if n
    ]
    return join_list(owners)


def describe_figure(piece: Piece, look: Look) -> str:
    """A figure and its place; a figure without a place on its tile names the tile."""
    spot = f"{piece.cell}.{piece.place}" if piece.place != "tile" else str(piece.cell)
    figure = figure_word(look.say, piece.kind)
    if piece.seat is None:
        return look.say("pic.board.nobodys", figure=figure, spot=spot)
    return look.say("pic.board.figure", name=look.seats[piece.seat].name, figure=figure, spot=spot)


def seat_items(view: CarcassonneView, look: Look, seat: int) -> list[str]:
    """The items of a seat besides followers: other figures, and items of modules."""
    say = look.say
    items = [
        say("pic.board.several", figure=figure_word(say, kind), n=n) if n > 1 else figure_word(say, kind)
        for kind, n in view.supply[seat].items()
        if n and kind != "follower"
    ]
    for extra, seen in extras_in_view(view):
        items += extra.describe_seat_items(seen, view, look, seat)
    return items


def colour_of_seat(look: Look, seat: int) -> str:
    return look.say(f"pic.colour.{look.seats[seat].colour.name}")
