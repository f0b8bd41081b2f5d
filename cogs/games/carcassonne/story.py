"""The story of Carcassonne: joined events, names, points and their calculation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.choose.picker import unique_items
from rules.carcassonne.cells import Cell
from rules.carcassonne.describe import describe_printed_tile
from rules.carcassonne.tiles import BY_ID, KINDS, MONASTERY
from rules.core import Phrase
from service.state.model import StoredEvent
from words import Voice

from ..story import Scored
from .expansions import extra_faces

LAID: Final = "carc.tile.laid"
ASIDE: Final = "carc.tile.put_aside"
DEPLOYED: Final = "carc.figure.deployed"
FIELD: Final = "field"
FIELDS: Final = "fields"  # a tally category
ENDS: Final = 6  # images of the final scoring
PARTED: Final = ("road", "city")  # features of which a tile may have several, told apart by their first edge
KEYS: Final = {"": "plain", "sized": "sized", "one_of": "one_of", "one_ofsized": "one_of_sized"}


def join_tile_events(events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """Joins a tile with its figure, and pairs of expansions; names returned figures with their event."""
    told: list[StoredEvent] = []
    for event in map(_name_returned_figures, events):
        one = _join_pair(told[-1], event) if told else None
        if one is None:
            told.append(event)
        else:
            told[-1] = one
    return told


def _join_pair(before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
    """One event for two, if they are told in one sentence."""
    if event.key == ASIDE and before.key.startswith(ASIDE) and before.params["seat"] == event.params["seat"]:
        many = {**event.params, "n": before.params.get("n", 1) + 1}
        return StoredEvent(f"{ASIDE}_several", many, None, before.reveals)
    same = before.params.get("cell") == event.params.get("cell")
    if event.key == DEPLOYED and before.key == LAID and same:
        return StoredEvent("carc.tile.laid_with", {**event.params, **before.params}, None, before.reveals)
    return next((one for extra in extra_faces() if (one := extra.joined(before, event)) is not None), None)


def _name_returned_figures(event: StoredEvent) -> StoredEvent:
    """The event with its returned figures named, if it has a sentence for that."""
    returned = event.params.get("returned")
    if not returned:
        return event
    if key := next((extra.homes[event.key] for extra in extra_faces() if event.key in extra.homes), ""):
        told = {**event.params, "first": Phrase(event.key, event.params), "home": returned_phrases(returned)}
        return StoredEvent(key, told, event.seats, event.reveals)
    return event


def returned_phrases(returned: Sequence[Sequence[Any]]) -> list[Phrase]:
    """«2 followers of Ben; the wagon of Ann», by seat. `returned`: kind, seat and place of each figure."""
    counted = Counter((int(seat), str(kind)) for kind, seat, *_ in returned)
    return [
        Phrase("carc.home.of", {"what": Phrase(f"carc.supply.{kind}", {"n": n}), "seat": seat})
        for (seat, kind), n in sorted(counted.items())
    ]


# --- names


def describe_tile_by_id(voice: Voice, tile_id: str) -> str:
    """A tile by its features, regardless of rotation: «a city tile with a shield»; empty for an unknown id."""
    return voice.phrase(describe_printed_tile(tile_id)) if tile_id in BY_ID else ""


def describe_figure_place(voice: Voice, told: Mapping[str, Any]) -> str:
    """The place of a figure: «its road of 2 tiles» after its tile, else «the field at K47 with 2 cities»."""
    place, here = str(told["place"]), BY_ID.get(str(told.get("tile", "")))
    feature = str(told.get("feature") or place.partition("-")[0])
    if here is not None and feature == KINDS[MONASTERY]:
        feature = here.building or feature
    params = {name: told.get(name, 0) for name in ("n", "cities")} | {"feature": feature, "place": place}
    family = "its" if here is not None else "the"
    if feature == FIELD and "cities" in told:
        return voice(f"carc.{family}.{'field' if told['cities'] else 'field_alone'}", cell=told["cell"], **params)
    several = here is not None and sum(p.startswith(f"{feature}-") for p in here.turned[0].places) != 1
    key = ("one_of" if several and feature in PARTED else "") + ("sized" if told.get("n", 0) > 1 else "")
    return voice(f"carc.{family}.{KEYS[key]}", cell=told["cell"], **params)


def describe_span(voice: Voice, tiles: Sequence[str]) -> str:
    """The two tiles of a feature farthest apart, from north-west to south-east."""
    cells = sorted(map(Cell.parse, tiles), key=lambda cell: (cell.y, cell.x))
    first, last = max(
        ((one, other) for at, one in enumerate(cells) for other in cells[at + 1 :]),
        key=lambda ends: (ends[0].x - ends[1].x) ** 2 + (ends[0].y - ends[1].y) ** 2,
    )
    return voice("carc.where.span", first=str(first), last=str(last))


# --- points


def find_scored(event: StoredEvent) -> Scored | None:
    """Points of an event, with the tiles and places to outline."""
    told = event.params
    if not told.get("points") or not told.get("seats") or "category" not in told:
        return None
    cells = [*told.get("tiles", ()), *told.get("source_tiles", ())]
    for group in (*told.get("cities", ()), *told.get("fields", ()), *told.get("features", ())):
        cells += group
    places = [told[key] for key in ("spot", "source_spot") if told.get(key)]
    places += [spot for key in ("city_spots", "field_spots", "spots") for spot in told.get(key, ())]
    rule = str(told.get("rule", ""))
    return Scored(
        dict.fromkeys(told["seats"], told["points"]),
        str(told["category"]),
        tuple(unique_items(map(str, cells))),
        tuple(unique_items(places)),
        f"carc.rule.{rule}" if rule else "",
    )


def group_closing_events(events: Sequence[StoredEvent]) -> list[tuple[int, ...]]:
    """Groups of the last move: the move with what it completed, then the final scoring by category, fields last.

    Categories beyond `ENDS` are merged.
    """
    given = {at: one.category for at, event in enumerate(events) if (one := find_scored(event)) is not None}
    done = [at for at in given if events[at].params.get("complete") and given[at] != FIELDS]
    last = {at: kind for at, kind in given.items() if not done or at > done[-1]}
    kinds = sorted(unique_items(last.values()), key=lambda kind: kind == FIELDS)
    some = [[kind] for kind in kinds]
    if len(some) > ENDS:
        some = [*some[: ENDS - 2], [kind for one in some[ENDS - 2 : -1] for kind in one], some[-1]]
    groups = [tuple(at for at in last if last[at] in one) for one in some]
    return [tuple(at for at in range(len(events)) if at not in last), *groups] if groups else []


def explain_points(event: StoredEvent, voice: Voice) -> str:
    """The calculation behind points: «15 = 4 tiles × 3 + 1 shield × 3.»"""
    told = event.params
    if find_scored(event) is None:
        return ""
    key = _sum_key(event.key, told)
    if not key:
        return ""
    given = {name: told.get(name, 0) for name in ("points", "n", "each", "shields", "richer", "worth")}
    if key.startswith("monastery"):
        given["around"] = told["n"] - 1
    said = voice(f"carc.sum.{key}", **given)
    raised = [mark for mark in told.get("marks", {}) if voice.has(f"carc.raised.{mark}") and told.get("complete")]
    if told.get("each", 0) > told.get("base", told.get("each", 0)):
        said = voice("carc.sum.with", sum=said, raised=["pigs"])
    if raised and told.get("category") in ("roads", "cities"):
        said = voice("carc.sum.with", sum=said, raised=raised)
    return voice("carc.sum.told", sum=said)


def _sum_key(key: str, told: Mapping[str, Any]) -> str:
    """The key of the calculation; empty if there is none."""
    if key.startswith("carc.feature."):
        if told["category"] == "monasteries":
            return "monastery"
        return "tiles_shields" if told.get("shields") else "tiles"
    if key.startswith(("carc.field.", "carc.barn.")):
        if told["points"] != told["n"] * told["each"] + told.get("richer", 0):
            return ""
        return "field_richer" if told.get("richer") else "field"
    return ""
