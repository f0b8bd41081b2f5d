"""The whole board as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from render.core.look import Look, Say
from render.core.sentences import join_list
from rules.carcassonne.cells import column_letters
from rules.carcassonne.view import CarcassonneView, Feature

from . import tiles_left
from .expansions import extras_in_view
from .facts import tile_facts
from .feature_words import colour_of_seat, describe_figure, feature_details, name_feature, seat_items
from .tile_description import describe_land_tile


def board_as_text(view: CarcassonneView, look: Look, title: str, legal: Sequence[tuple[str, Sequence[int]]]) -> str:
    """The whole board: everything that the picture shows. `legal`: (cell, turns) of each legal placement."""
    say = look.say
    lines = [" ".join(_describe_opening(view, look, title))]
    if legal:
        placements = (f"{cell} {join_list(str(int(turn)) for turn in turns)}".rstrip() for cell, turns in legal)
        lines.append(say("pic.board.possible", list=join_list(placements, "; ")))
    seats = range(len(look.seats))
    lines.append(say("pic.board.scores", list=" ".join(_describe_seat(view, look, seat) for seat in seats)))
    lines += [line for extra, seen in extras_in_view(view) for line in extra.list_text_lines(seen, view, look) if line]
    cities = [i for i, feature in enumerate(view.features) if feature.kind == "city"]
    city_numbers = {i: n for n, i in enumerate(cities, 1)}
    for kind, key in (("city", "cities"), ("road", "roads"), ("monastery", "monasteries"), ("field", "fields")):
        features = [feature for feature in view.features if feature.kind == kind]
        texts = [_describe_feature(view, look, feature, n, city_numbers) for n, feature in enumerate(features, 1)]
        lines.append(say(f"pic.board.{key}", list=" ".join(texts) or say("pic.board.none")))
    figures = [describe_figure(piece, look) for piece in view.pieces]
    if figures:
        lines.append(say("pic.board.figures", list=" ".join(figures)))
    lines.append(say("pic.board.rows", list=" ".join(_list_text_rows(view, say))))
    if view.put_aside:
        lines.append(say("pic.board.aside", list=join_list(view.put_aside)))
    lines += tiles_left.list_stock_sentences(view, look) if tiles_left.count_tiles_left(view) else []
    return "\n".join(lines)


def _describe_opening(view: CarcassonneView, look: Look, title: str) -> Iterator[str]:
    """The title, the tile in hand, the seats with a decision, the tile just laid."""
    say = look.say
    head = "pic.board.head_over" if view.over else "pic.board.head"
    yield say(head, title=title, n=view.tile_number - view.opening, total=view.tile_total - view.opening)
    laying = view.drawn.seat if view.drawn else None
    if view.drawn:
        facts, name = tile_facts(view.drawn.tile), look.seats[view.drawn.seat].name
        colour, tile = colour_of_seat(look, view.drawn.seat), describe_land_tile(say, facts)
        yield say("pic.board.lays", name=name, colour=colour, tile=tile, id=facts.id)
    seats_to_act: list[int | None] = [*sorted(view.tasks)] or [view.active]
    for seat in seats_to_act:
        if seat is not None and seat != laying:
            yield say("pic.board.to_act", name=look.seats[seat].name, colour=colour_of_seat(look, seat))
    if view.just_laid is not None:
        yield say("pic.board.just", cell=str(view.just_laid))


def _describe_seat(view: CarcassonneView, look: Look, seat: int) -> str:
    """The points of a seat, its followers in supply and its other items."""
    name, colour = look.seats[seat].name, colour_of_seat(look, seat)
    followers = view.supply[seat].get("follower", 0)
    text = look.say("pic.board.score", name=name, colour=colour, points=view.scores[seat], n=followers)
    items = seat_items(view, look, seat)
    return f"{text} {look.say('pic.board.has', list=join_list(items))}" if items else text


def _describe_feature(view: CarcassonneView, look: Look, feature: Feature, n: int, city_numbers: dict[int, int]) -> str:
    """A feature with its number among those of its kind, its places and its details."""
    parts = feature_details(view, look, feature, city_numbers, with_cells=True)
    if feature.called not in ("", feature.kind):
        parts = look.say("pic.board.called", what=name_feature(look.say, feature), parts=parts)
    places = " ".join(f"{cell}.{place}" for cell, place in feature.places)
    return look.say("pic.board.feature", n=n, places=places, parts=parts)


def _list_text_rows(view: CarcassonneView, say: Say) -> Iterable[str]:
    for y in sorted({laid.cell.y for laid in view.laid}):
        row = sorted((laid for laid in view.laid if laid.cell.y == y), key=lambda laid: laid.cell.x)
        yield say(
            "pic.board.row",
            row=y + 50,
            tiles=join_list(f"{column_letters(laid.cell.x)} {laid.tile} {int(laid.turn)}" for laid in row),
        )
