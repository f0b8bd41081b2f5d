"""The whole board as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from render.core.look import Look, Say
from render.core.sentences import join_list
from rules.carcassonne.cells import column_letters
from rules.carcassonne.view import CarcassonneView

from . import tiles_left
from .expansions import extras_in_view
from .facts import tile_facts
from .feature_words import colour_of_seat, describe_figure, feature_details, name_feature, seat_items
from .tile_description import describe_land_tile


def board_as_text(view: CarcassonneView, look: Look, title: str, legal: Sequence[tuple[str, Sequence[int]]]) -> str:
    """The whole board: everything that the picture shows. `legal`: (cell, turns) of each legal placement."""
    say = look.say
    head = "pic.board.head_over" if view.over else "pic.board.head"
    first = [say(head, title=title, n=view.tile_number - view.opening, total=view.tile_total - view.opening)]
    if view.drawn:
        f = tile_facts(view.drawn.tile)
        first.append(
            say(
                "pic.board.lays",
                name=look.seats[view.drawn.seat].name,
                colour=colour_of_seat(look, view.drawn.seat),
                tile=describe_land_tile(say, f),
                id=f.id,
            )
        )
    asked: list[int | None] = [*sorted(view.tasks)] or [view.active]
    for seat in asked:
        if seat is not None and (view.drawn is None or seat != view.drawn.seat):
            first.append(say("pic.board.to_act", name=look.seats[seat].name, colour=colour_of_seat(look, seat)))
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
                    colour=colour_of_seat(look, i),
                    points=view.scores[i],
                    n=view.supply[i].get("follower", 0),
                )
                + (" " + say("pic.board.has", list=join_list(things)) if (things := seat_items(view, look, i)) else "")
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
                parts=feature_details(view, look, f, numbers, True)
                if f.called in ("", f.kind)
                else say(
                    "pic.board.called",
                    what=name_feature(say, f),
                    parts=feature_details(view, look, f, numbers, True),
                ),
            )
            for n, (_, f) in enumerate(found, 1)
        ]
        lines.append(say(f"pic.board.{key}", list=" ".join(said) or say("pic.board.none")))
    figures = [describe_figure(p, look) for p in view.pieces]
    if figures:
        lines.append(say("pic.board.figures", list=" ".join(figures)))
    lines.append(say("pic.board.rows", list=" ".join(_list_text_rows(view, say))))
    if view.put_aside:
        lines.append(say("pic.board.aside", list=join_list(view.put_aside)))
    lines += tiles_left.list_stock_sentences(view, look) if tiles_left.count_tiles_left(view) else []
    return "\n".join(lines)


def _list_text_rows(view: CarcassonneView, say: Say) -> Iterable[str]:
    for y in sorted({t.cell.y for t in view.laid}):
        row = sorted((t for t in view.laid if t.cell.y == y), key=lambda t: t.cell.x)
        yield say(
            "pic.board.row",
            row=y + 50,
            tiles=join_list(f"{column_letters(t.cell.x)} {t.tile} {int(t.turn)}" for t in row),
        )
