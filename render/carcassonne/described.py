"""A tile in words."""

from __future__ import annotations

from render.core.look import Say
from render.core.words import listed

from .facts import Facts


def tile_words(say: Say, f: Facts) -> str:
    """A tile in words: its four edges, what else is on it."""
    north, east, south, west = (say(f"pic.edge.{edge}") for edge in f.edges)
    words = say("pic.tile.edges", north=north, east=east, south=south, west=west)
    extras = []
    shields = sum(city.shields for city in f.cities)
    if shields:
        extras.append(say("pic.mark.shield", n=shields))
    if f.building:
        extras.append(say(f"pic.mark.{f.building}"))
    if any(road.inn for road in f.roads):
        extras.append(say("pic.mark.inn", n=1))
    extras += [say(f"pic.mark.{city.goods}", n=1) for city in f.cities if city.goods]
    extras += [say("pic.mark.princess", n=1) for city in f.cities if city.princess]
    extras += [say("pic.mark.cathedral", n=1) for city in f.cities if city.cathedral]
    extras += [say("pic.mark.pig_herd", n=1) for field in f.fields if field.pig_herd]
    extras += [say(f"pic.mark.{mark}") for mark in f.marks]
    if f.role in ("spring", "lake", "fork"):
        extras.append(say(f"pic.mark.{f.role}"))
    return say("pic.tile.more", tile=words, extras=listed(extras)) if extras else words
