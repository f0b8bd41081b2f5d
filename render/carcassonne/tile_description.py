"""A tile in words."""

from __future__ import annotations

from render.core.look import Say
from render.core.sentences import join_list

from .facts import Facts
from .signs import mark_word, sign_of_mark


def describe_land_tile(say: Say, f: Facts) -> str:
    """A tile in words: its four edges, what else is on it."""
    north, east, south, west = (say(f"pic.edge.{edge}") for edge in f.edges)
    words = say("pic.tile.edges", north=north, east=east, south=south, west=west)
    extras = _describe_building_and_marks(say, f)
    if f.role in ("spring", "lake", "fork"):
        extras.append(say(f"pic.mark.{f.role}"))
    return say("pic.tile.more", tile=words, extras=join_list(extras)) if extras else words


def _describe_building_and_marks(say: Say, f: Facts) -> list[str]:
    """Those of a kind that several segments have are told one by one; of one segment they are counted."""
    found = [mark_word(say, f.building)] if f.building else []
    several = [(mark, area.marks.count(mark)) for area in f.areas for mark in dict.fromkeys(area.marks)]
    several += [(mark, 1) for mark in f.symbols]
    told = [(sign_of_mark(mark).told, mark, n) for mark, n in several]
    ordered = sorted(((rank, i, mark, n) for i, (rank, mark, n) in enumerate(told) if rank is not None))
    return [*found, *(mark_word(say, mark, n) for _, _, mark, n in ordered)]
