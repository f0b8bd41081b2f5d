"""Describes a tile in words."""

from __future__ import annotations

from render.core.look import Say
from render.core.sentences import join_list

from .facts import Facts
from .signs import mark_word, sign_of_mark


def describe_land_tile(say: Say, facts: Facts) -> str:
    """The four edges and everything else on a tile."""
    north, east, south, west = (say(f"pic.edge.{edge}") for edge in facts.edges)
    words = say("pic.tile.edges", north=north, east=east, south=south, west=west)
    extras = _describe_building_and_marks(say, facts)
    if facts.role in ("spring", "lake", "fork"):
        extras.append(say(f"pic.mark.{facts.role}"))
    return say("pic.tile.more", tile=words, extras=join_list(extras)) if extras else words


def _describe_building_and_marks(say: Say, facts: Facts) -> list[str]:
    """Building and marks. Equal marks are counted on one segment, listed on several."""
    words = [mark_word(say, facts.building)] if facts.building else []
    counted_marks = [(mark, area.marks.count(mark)) for area in facts.areas for mark in dict.fromkeys(area.marks)]
    counted_marks += [(mark, 1) for mark in facts.symbols]
    ranked_marks = [(sign_of_mark(mark).told, mark, n) for mark, n in counted_marks]
    ordered = sorted(((rank, index, mark, n) for index, (rank, mark, n) in enumerate(ranked_marks) if rank is not None))
    return [*words, *(mark_word(say, mark, n) for _, _, mark, n in ordered)]
